"""
Inputs: how the numbers of an observation, or the traits of a position, become what a network is given.

Most numbers are few: a face, a card, a count. Each value then has an input of its own, which is 1 or 0. Of a
number with many values, such as a sum of money, neighbours share an input, and one more input grows with it
from 0 to 1. Which values there are is found by looking at games; what lies beyond counts as the nearest that
was seen.
"""

import numpy as np

from chancebox.engine.rules.records import Memory

CODE = np.dtype([(name, "i4") for name in ("first", "low", "step", "count", "linear", "span")])
"""
Of each number: its first input, its least value, how many values share an input, how many inputs there are
(0: it never changes), the input that grows with it (0: none), and by how much the largest value exceeds the
least.
"""
MOST_EACH = 32
"""Inputs of one number, at most."""
FINE = 128
"""Steps in which an input grows from 0 to 1."""


def make_codes(observations: Memory) -> Memory:
    """
    Find codes for numbers such as these, a row for each observation.

    >>> make_codes(np.array([[7, 0, 5], [7, 1, 105]])).tolist()
    [(0, 7, 1, 0, 0, 0), (0, 0, 1, 2, 0, 1), (2, 5, 4, 26, 28, 100)]
    """
    codes = np.zeros(observations.shape[1], CODE)
    low = observations.min(0).astype(np.int64)
    span = observations.max(0) - low
    codes["low"], codes["span"] = low, span
    codes["step"] = step = 1 + span // MOST_EACH
    codes["count"] = count = np.where(span > 0, 1 + span // step, 0)
    codes["first"] = np.cumsum(count) - count
    many = step > 1
    codes["linear"][many] = count.sum() + np.arange(many.sum())
    return codes


def count_inputs(codes: Memory) -> int:
    """Count the inputs that codes lead to; some may share theirs."""
    each = np.max(codes["first"] + codes["count"], initial=0)
    growing = np.max(codes["linear"] + (codes["linear"] > 0), initial=0)
    return int(max(each, growing))
