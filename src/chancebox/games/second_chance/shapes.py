"""Shapes on cards as people see them: turned, flipped, and counted."""

from collections.abc import Sequence
from functools import lru_cache

FILLED = "#"
SHAPES = 1024
"""What is remembered; boxes of people's own bring shapes of their own."""
TURNS = ("", "r90", "r180", "r270")
NAMES = (*TURNS, "f", *(f"{turn}f" for turn in TURNS[1:]))
"""The eight names of ways: `r90f` is flipped from left to right first, then turned clockwise by 90°."""

Picture = tuple[str, ...]
"""Rows of a shape from top to bottom, `#` is a square."""


def turn(picture: Sequence[str]) -> Picture:
    """Turn a shape clockwise by 90°."""
    return tuple("".join(column) for column in zip(*reversed(picture), strict=True))


def flip(picture: Sequence[str]) -> Picture:
    """Flip a shape from left to right."""
    return tuple(row[::-1] for row in picture)


@lru_cache(SHAPES)
def named_ways(picture: Picture) -> dict[str, Picture]:
    """Draw a shape under all eight names; several may look the same."""
    found = {}
    for side, names in ((picture, NAMES[:4]), (flip(picture), NAMES[4:])):
        for name in names:
            found[name] = side
            side = turn(side)
    return found


@lru_cache(SHAPES)
def ways(picture: Picture) -> tuple[Picture, ...]:
    """List the different ways to draw a shape, 1, 2, 4 or 8, in the order of their names."""
    return tuple(dict.fromkeys(named_ways(picture).values()))


@lru_cache(SHAPES)
def way_names(picture: Picture) -> tuple[str, ...]:
    """Name the different ways, each by its first name."""
    return tuple(
        next(name for name, shown in named_ways(picture).items() if shown == way) for way in ways(picture)
    )


def squares(picture: Sequence[str]) -> list[tuple[int, int]]:
    """List the squares of a shape as (row, column), in reading order."""
    return [(r, c) for r, row in enumerate(picture) for c, sign in enumerate(row) if sign == FILLED]


def is_connected(picture: Sequence[str]) -> bool:
    """Return whether the squares hang together by their sides."""
    left = set(squares(picture))
    waiting = [min(left)] if left else []
    while waiting:
        r, c = waiting.pop()
        if (r, c) in left:
            left.remove((r, c))
            waiting += [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
    return not left
