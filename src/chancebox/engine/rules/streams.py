"""Streams of random numbers that plain and compiled rules draw alike.

The generator is a multiply-with-carry of Marsaglia's kind: 63 bits of state, of which number and
carry are folded into each result. It is made of products below 2**63 alone, so that Python's
integers and the machine's agree without unsigned types. A stream is a row of one integer and
lives outside every record. Each game, and each event of a match, starts a stream of its own from
(key, number): results do not depend on the order of the work or on the number of cores.
docs/architecture.md says how its quality was tested.
"""

from chancebox.engine.rules.records import Row

LENGTH = 1
WORD = 0xFFFFFFFF
MULTIPLIER = 2147483085
"""The largest below 2**31 for which MULTIPLIER * 2**32 - 1 is a safe prime: the longest period."""


def begin(stream: Row, key_low: int, key_high: int, number: int) -> None:
    """Start the stream of this number under this key; all three are 32-bit words."""
    low = scatter(number ^ key_low)
    high = scatter((low + key_high) & WORD) >> 2
    stream[0] = (high << 32) + low + 1


def scatter(word: int) -> int:
    """Send neighbouring words far apart (the finisher of MurmurHash3)."""
    word = ((word ^ (word >> 16)) * 0x85EBCA6B) & WORD
    word = ((word ^ (word >> 13)) * 0xC2B2AE35) & WORD
    return word ^ (word >> 16)


def word(stream: Row) -> int:
    """Take the next 32 random bits."""
    state = stream[0]
    number = state & WORD
    carry = state >> 32
    stream[0] = MULTIPLIER * number + carry
    return number ^ carry


def below(stream: Row, n: int) -> int:
    """Take a number from 0 to n - 1, all equally likely; n is at most 2**31.

    Lemire's method: the high half of a product, drawn again in the rare case that the low half
    falls into the part that would make some numbers likelier.
    """
    product = word(stream) * n
    if (product & WORD) < n:
        unfair = (WORD + 1 - n) % n
        while (product & WORD) < unfair:
            product = word(stream) * n
    return product >> 32
