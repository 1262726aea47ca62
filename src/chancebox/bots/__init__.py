"""
Who plays when no person does.

A bot is asked with a `Question`: the position as its seat may know it, and what it may do. It
never holds the match, so it can not peek.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from chancebox.engine.boxes import Box
from chancebox.engine.chance import THINKING, stream
from chancebox.engine.errors import BadSetup
from chancebox.engine.game import Game
from chancebox.engine.match import Match
from chancebox.engine.records import Memory
from chancebox.engine.streams import below
from chancebox.engine.texts import _


@dataclass(frozen=True)
class Question:
    """What a bot is told when it shall decide."""

    game: Game
    box: Box
    position: Memory
    """Hidden for this seat."""
    seat: int
    choices: list[int]
    number: int
    """The number of the event to come; with the bot's seed it starts its stream of thought."""


class Bot(Protocol):
    """Somebody who decides."""

    def choose(self, question: Question) -> int:
        """Pick one of the choices; the same question gets the same answer."""
        ...


class RandomBot:
    """Picks any of its choices, all equally likely: the floor that every other bot must clear."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, question: Question) -> int:
        luck: list[int] = stream(self._seed, THINKING, question.number).tolist()
        return question.choices[below(luck, len(question.choices))]


BOTS: dict[str, Callable[[int], Bot]] = {"random": RandomBot}


def bot(name: str, seed: int) -> Bot:
    """Seat a bot by its name; its seed is for thinking, never for dealing."""
    if name not in BOTS:
        raise BadSetup(
            _("There is no bot {name!r}; there are: {names}.").format(name=name, names=", ".join(BOTS))
        )
    return BOTS[name](seed)


def ask(player: Bot, match: Match, seat: int) -> int:
    """Put the question of this seat to a bot."""
    hidden = match.position(seat)
    choices = match.game.build("plain").choices(match.box, hidden, seat)
    return player.choose(Question(match.game, match.box, hidden, seat, choices, len(match.events)))
