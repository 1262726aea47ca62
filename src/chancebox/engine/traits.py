"""
Traits: what somebody who knows a game well would look at, as numbers for a network.

A game's folder may hold a `rules/traits.py` that defines the same names, written under the limits of rules.
Where a game has traits, its network is given these and not the observation, right after a decision; and it
learns what a seat reaches by itself (`reached`), not what it wins. That is for games in which everybody is
busy with what is their own. Here is the interface: a game without traits.
"""

from typing import Any

from chancebox.engine.records import Row

TRAITS = 0
"""How many there are."""
SEATS: tuple[int, ...] = ()
"""The numbers of players at which a network learns; all, if none is named."""


def list_traits(box: Any, s: Any, seat: int, out: Row) -> None:
    """Write down the traits of what a seat knows; the rest of the position is hidden."""


def reached(box: Any, s: Any, seat: int) -> int:
    """Return what a seat has reached by itself in a game that is over: from 0 to `winners.WHOLE`."""
    return 0
