"""
Traits and fates: for games in which everybody is busy with what is their own, and compares it in the end.

A game's folder may hold a `rules/traits.py` that defines the same names, written under the limits of rules.
Its network is then given traits, which are what somebody who knows the game well would look at, and not the
observation; and it says how likely each fate is: in which of the ways that can be told apart it will end for
a seat. What that wins follows from everybody's fates. All of it is asked of one seat alone: what is its own
is changed, and the game does not go on. Here is the interface: a game without traits.
"""

from typing import Any

from chancebox.engine.rules.records import Row

TRAITS = 0
"""How many there are."""
CHAPTERS = 1
"""For so many chapters of the game the last layers are learned apart; the last trait says which one it is."""
FATES = 0
"""How many there are."""
AHEAD = 0
"""Different cards that may come next, numbered from 1."""
OPEN = -1
"""The fate of somebody for whom it has not ended."""
CERTAIN = 1 << 20
"""A whole win, and whatever else is counted in its parts."""


def begin_alone(box: Any, s: Any) -> None:
    """Turn a game of one seat, which has just been started, into one that ends with a fate."""


def list_traits(box: Any, s: Any, seat: int, out: Row) -> None:
    """Write down the traits of what a seat has right after a decision."""


def do_alone(box: Any, s: Any, seat: int, action: int) -> None:
    """Do what an action does to what is the seat's own; the game does not go on."""


def fate_of(box: Any, s: Any, seat: int) -> int:
    """Return the fate of a seat, or OPEN."""
    return OPEN


def reached(box: Any, fate: int) -> int:
    """Return how good a fate is by itself, from 0 to CERTAIN: so it is played while a network learns."""
    return 0


def win_by(box: Any, s: Any, seat: int, fates: Row) -> int:
    """Return what a seat wins if all meet these fates, from 0 to CERTAIN."""
    return 0


def fate_ahead(box: Any, s: Any, seat: int) -> int:
    """Return the fate of a seat for which nothing of what comes next is of use."""
    return OPEN


def deal_alone(box: Any, s: Any, seat: int, card: int) -> bool:
    """Ask a seat, after its decision, about a card that comes next; return whether there is such a card."""
    return False


def draw_alone(box: Any, s: Any, seat: int, stream: Row) -> bool:
    """Deal what comes next, by chance, and ask a seat about it; return whether any of it is of use."""
    return False


def expect(box: Any, s: Any, seat: int, worth: Row) -> int:
    """
    Return what is to be expected of what comes next, if each card of it is worth so much.

    What a card is worth lies at its number, -1 if it is of no use; at 0 what it is worth if none is. The
    position is the one before any card was dealt.
    """
    return worth[0]
