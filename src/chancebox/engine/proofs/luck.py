"""
What dice did, in plain numbers: how often each face came, and the longest streak, beside what fair dice do.

It is told beside the verdict on a receipt. A verdict says that nobody changed the dice; only this says what
luck they brought, and that fair dice are not even.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple


class DiceTally(NamedTuple):
    """Dice of one number of faces, in the order in which they fell."""

    dice: int
    counts: list[int]
    low: float
    """Between these lie 95 of 100 counts of fair dice."""
    high: float
    streak: int
    expected: float
    """The average of longest streaks of so many fair dice."""


def tally(rolled: Sequence[int], faces: int) -> DiceTally:
    """
    Count dice.

    >>> tally([1, 6, 6, 6, 2, 3], 6).counts, tally([1, 6, 6, 6, 2, 3], 6).streak
    ([1, 1, 1, 0, 0, 3], 3)
    """
    n = len(rolled)
    low, high = band(n, faces)
    counts = [list(rolled).count(face) for face in range(1, faces + 1)]
    return DiceTally(n, counts, low, high, longest_streak(rolled), expected_streak(n, faces))


def band(dice: int, faces: int) -> tuple[float, float]:
    """
    Return between which numbers the count of one face lies 95 times of 100.

    >>> [round(edge, 1) for edge in band(600, 6)]
    [82.1, 117.9]
    """
    mean, wide = dice / faces, 1.96 * math.sqrt(dice * (faces - 1)) / faces
    return max(0.0, mean - wide), min(float(dice), mean + wide)


def longest_streak(rolled: Sequence[int]) -> int:
    """
    Return how often at most the same face came in a row.

    >>> longest_streak([2, 2, 5, 5, 5, 1])
    3
    """
    longest = run = 0
    for before, face in zip([None, *rolled], rolled, strict=False):
        run = run + 1 if face == before else 1
        longest = max(longest, run)
    return longest


@lru_cache(256)
def expected_streak(dice: int, faces: int) -> float:
    """
    Return the average of longest streaks, exactly: the sum over k of the chance of one of k or more.

    >>> expected_streak(1, 6), round(expected_streak(2, 6), 3), round(expected_streak(100, 6), 2)
    (1.0, 1.167, 3.3)
    """
    if dice == 0:
        return 0.0
    expected, length = 1.0, 2
    while length <= dice:
        # runs[i]: the chance that no streak was so long yet and the last one has i + 1 dice.
        runs = [1.0] + [0.0] * (length - 2)
        for _die in range(dice - 1):
            runs = [sum(runs) * (faces - 1) / faces, *(share / faces for share in runs[:-1])]
        longer = 1.0 - sum(runs)
        if longer < 1e-6:
            break
        expected += longer
        length += 1
    return expected
