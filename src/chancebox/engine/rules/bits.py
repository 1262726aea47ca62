"""Sets of small numbers as the bits of one, for plain and compiled rules."""

import numpy as np

from chancebox.engine.rules.contract import CHANCE


def lowest(bits: int) -> int:
    """Return the lowest member of a set that is not empty."""
    return (bits & -bits).bit_length() - 1


def nth(bits: int, n: int) -> int:
    """Return the member of a set that has n lower ones."""
    for _ in range(n):
        bits &= bits - 1
    return lowest(bits)


def members(bits: int) -> int:
    """Count the members of a set, up to 63: in pairs, in fours, in eights, and those added by a product."""
    bits -= bits >> 1 & 0x5555555555555555
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333)
    bits = bits + (bits >> 4) & 0x0F0F0F0F0F0F0F0F
    return bits * 0x0101010101010101 >> 56 & 127


ASKED = np.array([0] + [lowest(bits) for bits in range(1, 1 << CHANCE)])
"""The lowest seat of every `pending`: in the inmost loops, looking it up spares the processor a guess."""
