"""
How large numbers can get: what the translation knows of them.

Rules count in integers of any size, compiled rules in 64 bits. On a GPU 32 bits are twice as fast, and most
numbers of a game are small. A range is what a number is sure to lie in; it follows from what is written into
fields, from constants, and from how often loops can run.
"""

from typing import NamedTuple, Self

WIDTHS = (15, 31, 63)
"""Bits to which a range is widened if it keeps growing."""


class Range(NamedTuple):
    """The least and the largest value."""

    low: int
    high: int

    @classmethod
    def of_bits(cls, bits: int) -> Self:
        """Return the range of signed numbers with so many bits beside the sign."""
        return cls(-(1 << bits), (1 << bits) - 1)

    @property
    def is_small(self) -> bool:
        """Return whether 32 bits are enough."""
        return self.low >= -(1 << 31) and self.high < 1 << 31

    @property
    def type(self) -> str:
        return "int" if self.is_small else "num"

    def join(self, other: "Range") -> "Range":
        return Range(min(self.low, other.low), max(self.high, other.high))

    def widen(self, grown: "Range") -> "Range":
        """Return a range around one that has grown, with room to grow: so that it does not grow forever."""
        low, high = grown
        if low < self.low:
            low = next((-(1 << bits) for bits in WIDTHS if low >= -(1 << bits)), WIDE.low)
        if high > self.high:
            high = next(((1 << bits) - 1 for bits in WIDTHS if high < 1 << bits), WIDE.high)
        return Range(low, high)


WIDE = Range.of_bits(63)
TRUE_OR_FALSE = Range(0, 1)
STREAM = Range(0, WIDE.high)


def kept(low: int, high: int) -> Range:
    """Return a range; what does not fit 64 bits may wrap around to anything."""
    return Range(low, high) if WIDE.low <= low and high <= WIDE.high else WIDE


def add(a: Range, b: Range) -> Range:
    return kept(a.low + b.low, a.high + b.high)


def subtract(a: Range, b: Range) -> Range:
    return kept(a.low - b.high, a.high - b.low)


def multiply(a: Range, b: Range) -> Range:
    ends = [x * y for x in a for y in b]
    return kept(min(ends), max(ends))


def divide(a: Range, b: Range) -> Range:
    if b.low <= 0:
        return kept(-max(abs(a.low), abs(a.high)), max(abs(a.low), abs(a.high)))
    ends = [x // y for x in a for y in b]
    return Range(min(ends), max(ends))


def remainder(a: Range, b: Range) -> Range:
    if b.low <= 0:
        largest = max(abs(b.low), abs(b.high))
        return Range(-largest, largest)
    return Range(0, min(a.high, b.high - 1) if a.low >= 0 else b.high - 1)


def bit_and(a: Range, b: Range) -> Range:
    if a.low >= 0 and b.low >= 0:
        return Range(0, min(a.high, b.high))
    if a.low >= 0 or b.low >= 0:
        return Range(0, a.high if a.low >= 0 else b.high)
    return bit_or(a, b)


def bit_or(a: Range, b: Range) -> Range:
    """Return what `|` and `^` can make."""
    bits = max(abs(end + (end < 0)).bit_length() for end in (*a, *b))
    return Range(0 if a.low >= 0 and b.low >= 0 else -(1 << bits), (1 << bits) - 1)


def shift_left(a: Range, b: Range) -> Range:
    """Shift by what can be shifted by: a number below 0 would be an error in Python, one above 63 in C++."""
    least, most = (min(63, max(0, end)) for end in b)
    ends = [end << by for end in a for by in (least, most)]
    return kept(min(ends), max(ends))


def shift_right(a: Range, b: Range) -> Range:
    least, most = (min(63, max(0, end)) for end in b)
    ends = [end >> by for end in a for by in (least, most)]
    return Range(min(ends), max(ends))
