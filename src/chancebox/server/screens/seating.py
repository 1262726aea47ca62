"""Where people sit around a table, as one of them sees it: me in front, the others in turn order."""

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

C = TypeVar("C")
LEFT, TOP, RIGHT = "left", "top", "right"
FEW = 2
"""So many others sit across the table; of more, the first and the last sit at its sides."""


class Side(NamedTuple):
    """Those who sit at one side of the table."""

    name: str
    chairs: Sequence[object]


def sides(chairs: Sequence[C], me: int | None) -> list[Side]:
    """
    Seat all but me around the table, clockwise; who only watches sees everybody there.

    >>> [(side.name, "".join(side.chairs)) for side in sides("ABCDEF", 1)]
    [('left', 'C'), ('top', 'DEF'), ('right', 'A')]
    >>> [(side.name, "".join(side.chairs)) for side in sides("ABC", 0)]
    [('top', 'BC')]
    """
    others = [*chairs] if me is None else [*chairs[me + 1 :], *chairs[:me]]
    if len(others) <= FEW:
        return [Side(TOP, others)] if others else []
    return [Side(LEFT, others[:1]), Side(TOP, others[1:-1]), Side(RIGHT, others[-1:])]
