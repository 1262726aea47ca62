"""
Dice thrown together, as one chance event.

A throw is written as how often each face shows, four bits a face, face 0 lowest: which of two equal
dice shows what is nobody's concern, so the same throw is never listed twice. One event takes a
handful of at most twelve dice; games throw more as several handfuls. Twelve dice have 6,188
throws, and their weights add up to faces ** dice, far inside 64 bits.
"""

from chancebox.engine.rules.records import Row
from chancebox.engine.rules.streams import below

HANDFUL = 12
MOST_FACES = 6
MOST_THROWS = 6188


def shows(throw: int, face: int) -> int:
    """Count the dice of a throw that show this face."""
    return (throw >> (4 * face)) & 15


def list_throws(dice: int, faces: int, out: Row) -> int:
    """List every throw of so many dice, in order; return how many there are."""
    throw = dice
    n = 0
    while True:
        out[n] = throw
        n += 1
        # The next larger throw: one die of the lowest face that shows moves up by one face,
        # all others of that face go back to face 0.
        face = 0
        while face < faces and shows(throw, face) == 0:
            face += 1
        if face >= faces - 1:
            return n
        rest = shows(throw, face) - 1
        throw += (1 << (4 * (face + 1))) - ((rest + 1) << (4 * face)) + rest


def throw_weight(throw: int, dice: int, faces: int) -> int:
    """Count the ways in which distinguishable dice make this throw; 0 if they cannot."""
    if throw < 0 or throw >> (4 * faces):
        return 0
    ways = 1
    left = dice
    for face in range(faces):
        count = shows(throw, face)
        if count > left:
            return 0
        # Choose `count` of the dice that are left; each division is exact.
        for i in range(count):
            ways = ways * (left - i) // (i + 1)
        left -= count
    return ways if left == 0 else 0


def draw_throw(dice: int, faces: int, stream: Row) -> int:
    """Throw so many dice."""
    throw = 0
    for _ in range(dice):
        throw += 1 << (4 * below(stream, faces))
    return throw
