"""
Streams of random numbers that plain and compiled rules draw alike.

The generator is sfc32 (Chris Doty-Humphrey's small fast counter, 128 bits of state): 32-bit words
kept in 64-bit integers, so that Python's and the machine's arithmetic agree without unsigned
types. A stream is a row of four integers and lives outside every record. Each game, and each
event of a match, starts a stream of its own from (key, number): results do not depend on the
order of the work or on the number of cores.
"""

from chancebox.engine.records import Row

WORD = 0xFFFFFFFF
LENGTH = 4


def begin(stream: Row, key_low: int, key_high: int, number: int) -> None:
    """Start the stream of this number under this key; all three are 32-bit words."""
    stream[0] = key_low
    stream[1] = key_high
    stream[2] = number
    stream[3] = 1
    for _ in range(12):
        word(stream)


def word(stream: Row) -> int:
    """Take the next 32 random bits."""
    a = stream[0]
    b = stream[1]
    c = stream[2]
    counter = stream[3]
    result = (a + b + counter) & WORD
    stream[0] = b ^ (b >> 9)
    stream[1] = (c + (c << 3)) & WORD
    stream[2] = (((c << 21) | (c >> 11)) + result) & WORD
    stream[3] = (counter + 1) & WORD
    return result


def below(stream: Row, n: int) -> int:
    """
    Take a number from 0 to n - 1, all equally likely; n is at most 2**31.

    Lemire's method: the high half of a product, drawn again in the rare case that the low half
    falls into the part that would make some numbers likelier.
    """
    product = word(stream) * n
    if (product & WORD) < n:
        unfair = (WORD + 1 - n) % n
        while (product & WORD) < unfair:
            product = word(stream) * n
    return product >> 32
