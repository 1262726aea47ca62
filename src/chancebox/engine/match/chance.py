"""
Chance at the table: who says what the dice show and which card comes up.

A dealer is asked for each chance event and answers with an outcome, or with None when people
shall enter it themselves. Dealers are stateless where they can be: a seeded one computes event
n from (seed, n), so that a match which is saved, undone or forked goes on with the same luck.
"""

import hashlib
import hmac
import secrets
from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from chancebox.engine.builds.builds import Build
from chancebox.engine.game.arguments import made, whole
from chancebox.engine.game.errors import BadSetup, WrongType
from chancebox.engine.game.texts import _
from chancebox.engine.rules import streams
from chancebox.engine.rules.records import Memory

if TYPE_CHECKING:
    from chancebox.engine.game.boxes import Box
    from chancebox.engine.game.game import Game

DEALING, THINKING = 0, 1
"""The two purposes of randomness; they never share a stream."""


class Dealer(Protocol):
    """Supplies the outcomes of chance events."""

    def deal(self, build: Build, box: "Box", s: Memory, number: int) -> int | str | None:
        """Say what comes up at event `number`; a text is read as notation, None leaves it open."""
        ...


class Seeded:
    """
    Deals from a seed: the same seed and the same decisions give the same game.

    >>> Seeded(7)
    Seeded(7)
    """

    def __init__(self, seed: int | None = None) -> None:
        self.seed = check_seed(secrets.randbits(64) if seed is None else seed)

    def __repr__(self) -> str:
        return f"Seeded({self.seed})"

    def deal(self, build: Build, box: "Box", s: Memory, number: int) -> int:
        return build.draw(box, s, stream(self.seed, DEALING, number))


class Scripted:
    """
    Deals a given list of outcomes, numbers or notation, and then leaves chance open.

    >>> import chancebox as cb
    >>> match = cb.new("pig", seats=2, dealer=Scripted(["6"]))
    >>> match.play(0, "roll")
    >>> match.play(0, "roll")
    >>> match.notation, match.to_act == (cb.CHANCE,)
    (['A roll', '* 6', 'A roll'], True)
    """

    def __init__(self, outcomes: Iterable[int | str]) -> None:
        self._outcomes = iter(made("outcomes", outcomes, Iterable, "Iterable[int | str]"))

    def deal(self, build: Build, box: "Box", s: Memory, number: int) -> int | str | None:
        return next(self._outcomes, None)


class Ask:
    """
    Leaves every chance event to people with real dice and cards.

    >>> Ask()
    Ask()
    """

    def __repr__(self) -> str:
        return "Ask()"

    def deal(self, build: Build, box: "Box", s: Memory, number: int) -> None:
        return None


def check_dealer(dealer: Dealer) -> Dealer:
    """Return what has a method `deal`."""
    if not callable(getattr(dealer, "deal", None)) or isinstance(dealer, type):
        raise WrongType(
            _("dealer must be one such as {example}, not {value}.").format(
                example="Seeded(7)", value=repr(dealer)[:40]
            )
        )
    return dealer


def check_seed(seed: int) -> int:
    """Return the seed if it is one."""
    seed = whole("seed", seed)
    if not 0 <= seed < 2**64:
        raise BadSetup(_("A seed is a whole number from 0 to 2**64 - 1, not {seed}.").format(seed=seed))
    return seed


def derive_seed(seed: int | bytes, *place: int | str) -> int:
    """
    Make the seed of somebody who thinks, or of one deal of many, from a seed for all and a place.

    The seed may be a key of the house: then nobody outside can foresee what follows.

    >>> derive_seed(7, "bot", 0) == derive_seed(7, "bot", 0)
    True
    >>> derive_seed(7, "bot", 0) == derive_seed(7, "bot", 1)
    False
    """
    key = seed if isinstance(seed, bytes) else str(check_seed(seed)).encode()
    digest = hmac.digest(key, " ".join(map(str, place)).encode(), hashlib.sha256)
    return int.from_bytes(digest[:8], "big")


def stream_key(seed: int, purpose: int) -> tuple[int, int]:
    """Mix a seed into the key of one purpose's streams."""
    words = np.random.SeedSequence((check_seed(seed), purpose)).generate_state(2)
    return int(words[0]), int(words[1])


def stream(seed: int, purpose: int, number: int) -> Memory:
    """Start a stream: number is an event of a match or a game of a simulation."""
    row = np.zeros(streams.LENGTH, np.int64)
    words = row.tolist()
    streams.begin(words, *stream_key(seed, purpose), number)
    row[:] = words
    return row


def outcomes(build: Build, box: "Box", s: Memory) -> list[tuple[int, Fraction]]:
    """List what may come up at the chance event that is due, with exact probabilities."""
    listed = build.outcomes(box, s)
    total = sum(weight for _outcome, weight in listed)
    return [(outcome, Fraction(weight, total)) for outcome, weight in listed]


class Throw(NamedTuple):
    """A chance event that asks for dice."""

    dice: int
    faces: int


class Draw(NamedTuple):
    """A chance event that asks for one of several outcomes, each with its weight."""

    outcomes: list[int]
    weights: list[int]


def asked(build: Build, box: "Box", s: Memory) -> Throw | Draw:
    """Say what the chance event that is due asks for."""
    dice, faces = build.falling(box, s)
    if dice:
        return Throw(dice, faces)
    listed = build.outcomes(box, s)
    return Draw([outcome for outcome, _weight in listed], [weight for _outcome, weight in listed])


def throw_of(rolled: Iterable[int]) -> int:
    """
    Write rolled faces as the outcome of a throw, as `dice` has it.

    >>> hex(throw_of([1, 3, 3]))
    '0x201'
    """
    return sum(1 << 4 * (face - 1) for face in rolled)


FIELDS = ("step", "turn", "player")
"""What tells chance events apart in a game that does not say it: these fields, where its record has them."""


def label_of(game: "Game", box: "Box", s: Any) -> str:
    """
    Return what is drawn at a chance event, as the game says it.

    >>> import chancebox as cb
    >>> from chancebox.engine.rules.records import plain
    >>> match = cb.new("gang-of-dice", seats=3, dealer="ask")
    >>> label_of(match.game, match.box, plain(match.position()))
    'first'
    """
    if game.deal is not None:
        return " ".join(map(str, game.deal.drawn(box, s)))
    told = [getattr(s, field) for field in FIELDS if hasattr(s, field)]
    return " ".join(map(str, ["event", *told]))
