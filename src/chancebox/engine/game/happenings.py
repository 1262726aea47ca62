"""
Happenings: what an event of a match was, as small typed values.

A game's `story` turns an event into happenings, from the position before it and the one after it, both
hidden for the viewer first. So a happening knows nothing that its viewer does not. The log is written
from happenings, and so is whatever shows, speaks or reviews a game; nobody works out again what happened.
"""

from collections.abc import Iterable
from typing import ClassVar, NamedTuple

import msgspec

TABLE = -1
"""Where a count is nobody's: what lies in the middle."""


THROW, KEEP, BUST, ROUND, REVEAL, EFFECT = "throw", "keep", "bust", "round", "reveal", "effect"
CARD, TICKET, TASK, SHAPE, OUT, END = "card", "ticket", "task", "shape", "out", "end"
SMALL = frozenset({"", KEEP, CARD})
"""Stages that need no picture of their own: what follows shows them, too."""
LAND, COIN, HEART, LAST_HEART, BANG, KNOCK = "land", "coin", "heart", "last_heart", "bang", "knock"
"""Sounds beside those of the stages: a die set down, coins, a heart, the last heart, an explosion, wood."""


class Change(NamedTuple):
    """A count that a happening moved: whose (a seat, or TABLE), of what, and by how much."""

    seat: int
    what: str
    by: int


class Flight(NamedTuple):
    """Things that go from one place to another: each a seat, or TABLE."""

    what: str
    n: int
    source: int
    target: int


def flights(changes: Iterable[Change], supply: bool = False) -> list[Flight]:
    """
    Return what went where: from those who lost to those who gained of the same, else from or to the middle.

    Where all comes from a supply, and goes back to it, nothing passes from one to another.

    >>> for flight in flights([Change(0, "coins", -3), Change(2, "coins", 2), Change(1, "hearts", 1)]):
    ...     print(*flight)
    coins 2 0 2
    coins 1 0 -1
    hearts 1 -1 1
    >>> for flight in flights([Change(0, "coins", -3), Change(2, "coins", 2)], supply=True):
    ...     print(*flight)
    coins 3 0 -1
    coins 2 -1 2
    """
    moved = [change for change in changes if change.seat != TABLE and change.by]
    found: list[Flight] = []
    if supply:
        return [
            Flight(what, abs(by), *((seat, TABLE) if by < 0 else (TABLE, seat))) for seat, what, by in moved
        ]
    for what in dict.fromkeys(change.what for change in moved):
        given = [(seat, -by) for seat, name, by in moved if name == what and by < 0]
        gained = [(seat, by) for seat, name, by in moved if name == what and by > 0]
        while given or gained:
            (source, most), (target, wanted) = (given or [(TABLE, 0)])[0], (gained or [(TABLE, 0)])[0]
            n = min(most, wanted) if given and gained else max(most, wanted)
            found.append(Flight(what, n, source, target))
            given = [(source, most - n), *given[1:]] if most > n else given[1:]
            gained = [(target, wanted - n), *gained[1:]] if wanted > n else gained[1:]
    return found


class Score(NamedTuple):
    """
    What decides a game, if it can be counted: the sum of some of its `counts`.

    >>> Score("points", {"points": 1, "chips": -1}).of({(0, "points"): 7, (0, "chips"): 2}, 0)
    5
    """

    name: str
    """As people call it; marked for translators."""
    parts: dict[str, int]
    """Which counts it is made of, and how often each is added."""
    fewest: bool = False
    """Whether less is better."""

    def of(self, counts: dict[tuple[int, str], int], seat: int) -> int:
        """Return the score of a seat."""
        return sum(times * counts.get((seat, what), 0) for what, times in self.parts.items())


class Happening(msgspec.Struct, frozen=True, tag=True, tag_field="kind"):
    """
    The base of all that can happen; `kind` names it where it leaves the program.

    >>> class Paid(Happening, frozen=True):
    ...     seat: int
    ...     coins: int
    >>> msgspec.to_builtins(Paid(1, 3))
    {'kind': 'Paid', 'seat': 1, 'coins': 3}
    """

    stage: ClassVar[str] = ""
    """How it is staged: the motion, the sound and the breath that it gets; nothing: it is only told."""
    supply: ClassVar[bool] = False
    """Whether what somebody gains comes from a supply in the middle, and what somebody loses goes there."""

    @property
    def sound(self) -> str:
        """What it sounds like, if not as its stage does; a class may simply say `sound = BANG`."""
        return self.stage

    @property
    def pieces(self) -> int:
        """How many dice or coins are heard, one after the other."""
        return 1

    def changes(self) -> list[Change]:
        """
        Return which visible counts this happening moved.

        The happenings of an event account for all that it changed of a game's `counts`.
        """
        return []


class Ended(Happening, frozen=True):
    """The game is over; `ending` is a number of the game's own `Ending`."""

    stage = END
    ending: int
