"""
The rule of thumb: how somebody plays who knows the game a little.

A game's folder may hold a `thumb.py` that defines the same names; what it leaves out is taken from
here, where every choice is as good as any other. It is written under the limits of rules, and so runs
plain and compiled: a bot plays by it, and searches play games to their end by it.

A rule of thumb is given a position as the seat may know it, or one in which somebody has guessed
what is hidden. Its answer must be the same for both: it reads nothing that `hide` would erase.
"""

from typing import Any

from chancebox.engine.rules.contract import choices
from chancebox.engine.rules.records import Row
from chancebox.engine.rules.streams import below

NOTES = 1
"""How many numbers it likes to note down; the row keeps them for one box, and is zeros at first."""


def rate(box: Any, s: Any, seat: int, action: int, notes: Row) -> int:
    """Return how good an action looks at first sight; a search looks closer at the best ones only."""
    return 0


def decide(box: Any, s: Any, seat: int, notes: Row, buffer: Row, stream: Row) -> int:
    """Pick an action of this seat, which is asked; `buffer` is long enough for a list of choices."""
    n = choices(box, s, seat, buffer)
    return buffer[below(stream, n)]
