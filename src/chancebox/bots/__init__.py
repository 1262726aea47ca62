"""
Who plays when no person does.

A bot is asked with a `Question`: the position as its seat may know it, and what it may do. It
never holds the match, so it can not peek. Anything with `choose` is a bot; one that has `think` too
can say why.
"""

import errno
import hashlib
import math
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

from chancebox.bots.interface import Bot, Evaluation, Question, Thought, question
from chancebox.engine.builds.digests import build_digest, implementations
from chancebox.engine.game.errors import BadSetup
from chancebox.engine.game.game import Game
from chancebox.engine.game.texts import _, listed, mark
from chancebox.engine.match.chance import THINKING, derive_seed, stream
from chancebox.engine.match.match import Match
from chancebox.engine.rules.streams import below

__all__ = [
    "ABOUT",
    "BOTS",
    "Bot",
    "Evaluation",
    "Question",
    "Thought",
    "ask",
    "bot",
    "bot_at",
    "bot_digest",
    "bot_seed",
    "factory",
    "offered",
    "question",
]

SECONDS = 1.0
FILE = ".py:"
"""What a bot of one's own is known by: `my_bot.py:MyBot`."""


class RandomBot:
    """Picks any of its choices, all equally likely: the floor that every other bot must clear."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def choose(self, question: Question) -> int:
        luck: list[int] = stream(self._seed, THINKING, question.number).tolist()
        return question.choices[below(luck, len(question.choices))]


# Those who think import what they think with when they are seated: it takes a while.


def _thumb(seed: int) -> Bot:
    from chancebox.bots.thumb import ThumbBot

    return ThumbBot(seed)


# Who has no budget of its own is at a table where people wait: a second is the limit.


def _searcher(seed: int, budget: int | None = None) -> Bot:
    from chancebox.bots.thinking.search import BUDGET, Searcher

    return Searcher(seed, budget) if budget else Searcher(seed, BUDGET, SECONDS)


def _master(seed: int, budget: int | None = None) -> Bot:
    from chancebox.bots.thinking.master import BUDGET, Master

    return Master(seed, budget) if budget else Master(seed, BUDGET, SECONDS)


def _learned(seed: int, weights: Path | None = None) -> Bot:
    from chancebox.bots.networks.learned import Learned

    return Learned(seed, weights)


def _grandmaster(seed: int, budget: int | None = None, weights: Path | None = None) -> Bot:
    from chancebox.bots.networks.grandmaster import BUDGET, Grandmaster

    return Grandmaster(seed, budget or BUDGET, math.inf if budget else SECONDS, weights)


BOTS: dict[str, Callable[[int], Bot]] = {
    "random": RandomBot,
    "thumb": _thumb,
    "learned": _learned,
    "searcher": _searcher,
    "master": _master,
    "grandmaster": _grandmaster,
}
BUDGETED: dict[str, Callable[..., Bot]] = {
    "searcher": _searcher,
    "master": _master,
    "grandmaster": _grandmaster,
}
WITH_WEIGHTS: dict[str, Callable[..., Bot]] = {"learned": _learned, "grandmaster": _grandmaster}
"""Who thinks with what a network has learned; in a game of which none has, as the thumb and the master."""
ABOUT = {
    "random": mark("plays anything"),
    "thumb": mark("plays what a sensible person would; wins nine games of ten or more against random"),
    "learned": mark("plays what a network has learned by playing against itself, and answers at once"),
    "searcher": mark("looks ahead for up to a second; wins about six to eight games of ten against thumb"),
    "master": mark("looks further and knows exact odds; wins about seven to nine games of ten against thumb"),
    "grandmaster": mark("looks ahead as the master does, and with what the network has learned"),
}
"""What people read about a bot before they sit down with it; docs/ladder.md has the figures."""


def bot(name: str, seed: int) -> Bot:
    """
    Seat a bot by its name; its seed is for thinking, never for dealing.

    >>> import chancebox as cb
    >>> match = cb.new("gang-of-dice", seats=2, seed=7)
    >>> bot("thumb", seed=1).choose(question(match, 0)) in match.choices(0)
    True
    """
    return factory(name)(seed)


def bot_at(name: str, seed: int | bytes, seat: int, place: int | str = 0) -> Bot:
    """Seat a bot at one of many seats, places or games under one seed: each thinks by a seed of its own."""
    return bot(name, bot_seed(seed, seat, place))


def bot_seed(seed: int | bytes, seat: int, place: int | str = 0) -> int:
    """Derive the seed of the bot at a seat; `place` is another one for each game under the same seed."""
    return derive_seed(seed, "bot", place, seat)


def factory(name: str) -> Callable[[int], Bot]:
    """
    Find who makes bots of this name.

    `searcher:500` plays out 500 games for a move; `learned@my.weights` has learned something of its own;
    `my_bot.py:MyBot` is a class in a file, made with a seed.
    """
    if FILE in name:
        from chancebox.bots.custom import load_custom_bot

        return load_custom_bot(name)
    known, at, path = name.partition("@")
    kind, colon, budget = known.partition(":")
    if kind not in BOTS or (colon and kind not in BUDGETED) or (at and kind not in WITH_WEIGHTS):
        raise BadSetup(
            _("There is no bot {name!r}; there are {names}, and your own as FILE.py:CLASS.").format(
                name=name, names=listed(BOTS)
            )
        )
    if at and not Path(path).is_file():
        raise BadSetup(
            _("The weights {path} cannot be read: {error}").format(path=path, error=os.strerror(errno.ENOENT))
        )
    own: Callable[..., Bot] = partial(WITH_WEIGHTS[kind], weights=Path(path)) if at else BOTS[kind]
    if not colon:
        return own
    if not (budget.isascii() and budget.isdigit() and 1 <= int(budget) <= 10**7):
        raise BadSetup(
            _("A budget is a number of games from 1 to 10,000,000, as in {kind}:500, not {budget!r}.").format(
                kind=kind, budget=budget
            )
        )
    return partial(own, budget=int(budget))


def bot_digest(name: str, game: Game) -> str:
    """Return a digest of the program of a bot: results of another program are not its own."""
    digest = hashlib.sha256()
    if FILE in name:
        digest.update(Path(name.rpartition(":")[0]).read_bytes())
    elif name != "random":
        for file in sorted(Path(__file__).parent.rglob("*.py")):
            digest.update(file.read_bytes())
        thoughts = [f"{__name__}.thinking.kernels"]
        kind = name.partition("@")[0].partition(":")[0]
        if kind in WITH_WEIGHTS and (weights := weights_at(name, game)):
            thoughts.append(f"{__name__}.networks.network")
            digest.update(weights.read_bytes())
        if kind in ("master", "grandmaster") and game.advice:
            thoughts.append(game.advice.__name__)
            for file in sorted(game.folder.rglob("*.npz")):  # what was solved beforehand
                digest.update(file.read_bytes())
        for module in thoughts:
            digest.update(build_digest(module, *implementations(game).values()).encode())
    return digest.hexdigest()[:20]


def weights_at(name: str, game: Game) -> Path | None:
    """Find the weights that a bot of this name has in a game."""
    from chancebox.bots.networks.weights import weights_file

    path = name.partition("@")[2]
    return Path(path) if path else weights_file(game)


def offered(game: Game) -> dict[str, str]:
    """List the bots that are offered in a game, with what is said about them."""
    left_out = () if weights_at("", game) else WITH_WEIGHTS
    return {name: about for name, about in ABOUT.items() if name not in left_out}


def ask(player: Bot, match: Match, seat: int) -> int:
    """Put the question of this seat to a bot."""
    return player.choose(question(match, seat))
