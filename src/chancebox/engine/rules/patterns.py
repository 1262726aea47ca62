"""
Patterns: three by three squares of a grid as nine bits, row by row.

Turned and flipped they are the same to most rules, so that 512 patterns fall into 102 classes.
"""

from collections.abc import Callable

import numpy as np

SIDE = 3
PATTERNS = 1 << SIDE * SIDE


def turned(pattern: int) -> int:
    """
    Turn a pattern by a quarter.

    >>> bin(turned(0b000_000_111))
    '0b100100100'
    """
    return moved(pattern, lambda row, column: SIDE * column + SIDE - 1 - row)


def flipped(pattern: int) -> int:
    """
    Flip a pattern, left and right.

    >>> bin(flipped(0b001_001_011))
    '0b100100110'
    """
    return moved(pattern, lambda row, column: SIDE * row + SIDE - 1 - column)


def moved(pattern: int, place: Callable[[int, int], int]) -> int:
    """Move each square of a pattern to the place that a function of its row and column says."""
    places = [place(row, column) for row in range(SIDE) for column in range(SIDE)]
    return sum(1 << to for square, to in enumerate(places) if pattern >> square & 1)


def alike(pattern: int) -> set[int]:
    """Return all that a pattern becomes when it is turned and flipped."""
    found = {pattern}
    while len(more := {way(one) for one in found for way in (turned, flipped)} | found) > len(found):
        found = more
    return found


_LEAST = [min(alike(pattern)) for pattern in range(PATTERNS)]
CLASS = np.array([sorted(set(_LEAST)).index(least) for least in _LEAST])
"""The class of each pattern; that of the empty one is 0."""
CLASSES = len(set(_LEAST))
