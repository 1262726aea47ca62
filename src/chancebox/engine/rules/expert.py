"""
The expert: how somebody plays who knows the game well, and takes more time than the rule of thumb.

A game's `thumb.py` may define the same names; what it leaves out is taken from here, where the expert plays
by the rule of thumb. It is written and asked as the rule of thumb is. The grandmaster plays games to their
end by it.
"""

from typing import Any

from chancebox.engine.rules.records import Row
from chancebox.engine.rules.thumb import decide, rate


def decide_well(box: Any, s: Any, seat: int, notes: Row, buffer: Row, stream: Row) -> int:
    """Pick an action of this seat, which is asked; `buffer` is long enough for a list of choices."""
    return decide(box, s, seat, notes, buffer, stream)


def rate_well(box: Any, s: Any, seat: int, action: int, notes: Row) -> int:
    """Return how good an action looks to an expert at first sight."""
    return rate(box, s, seat, action, notes)
