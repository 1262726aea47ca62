"""
Who plays when no person does.

A bot is asked with a `Question`: the position as its seat may know it, and what it may do. It
never holds the match, so it can not peek.
"""

from collections.abc import Callable
from functools import partial

from chancebox.bots.interface import Bot, Question, Thought, Weighed, question
from chancebox.engine.chance import THINKING, stream
from chancebox.engine.errors import BadSetup
from chancebox.engine.match import Match
from chancebox.engine.streams import below
from chancebox.engine.texts import _

__all__ = ["BOTS", "Bot", "Question", "Thought", "Weighed", "ask", "bot", "question"]


class RandomBot:
    """Picks any of its choices, all equally likely: the floor that every other bot must clear."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, question: Question) -> int:
        luck: list[int] = stream(self._seed, THINKING, question.number).tolist()
        return question.choices[below(luck, len(question.choices))]


def _thumb(seed: int) -> Bot:
    from chancebox.bots.thumb import ThumbBot

    return ThumbBot(seed)


def _searcher(seed: int, budget: int | None = None) -> Bot:
    from chancebox.bots.search import BUDGET, Searcher

    return Searcher(seed, budget or BUDGET)


BOTS: dict[str, Callable[[int], Bot]] = {"random": RandomBot, "thumb": _thumb, "searcher": _searcher}


def bot(name: str, seed: int) -> Bot:
    """Seat a bot by its name; its seed is for thinking, never for dealing."""
    return factory(name)(seed)


def factory(name: str) -> Callable[[int], Bot]:
    """Find who makes a bot of this name; `searcher:500` plays out 500 games for a move."""
    plain_name, colon, budget = name.partition(":")
    if colon and plain_name in ("searcher", "master") and budget.isascii() and budget.isdigit():
        return partial(BOTS[plain_name], budget=int(budget))
    if name not in BOTS:
        raise BadSetup(
            _("There is no bot {name!r}; there are: {names}.").format(name=name, names=", ".join(BOTS))
        )
    return BOTS[name]


def ask(player: Bot, match: Match, seat: int) -> int:
    """Put the question of this seat to a bot."""
    return player.choose(question(match, seat))
