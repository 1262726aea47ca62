"""
Hands of dice, and what to keep of them: the arithmetic behind exact odds, for plain and compiled code.

A hand is how often each face shows, packed as a throw is (see `dice`). Hands are numbered, smaller
ones first. The tables lie in a row of numbers: a line of `width` chances for each hand, each chance
for another goal, in whole numbers of 1 / CERTAIN. One throw is solved in two passes: what it is worth
to keep a hand and throw the rest, and what is best to keep of a hand that lies on the table.
"""

import numpy as np

from chancebox.engine.rules.dice import MOST_FACES as FACES
from chancebox.engine.rules.records import Row

CERTAIN = 1 << 18
HAND_BITS = 13
"""A plan is the hand to keep in so many bits, and above them the chance that follows."""
PLAN_BITS = 32
MOST_DICE = 9

CHOOSE = np.array([[0] * (FACES + 1) for _ in range(MOST_DICE + 2 * FACES)])
CHOOSE[:, 0] = 1
for _n in range(1, len(CHOOSE)):
    for _k in range(1, FACES + 1):
        CHOOSE[_n, _k] = CHOOSE[_n - 1, _k] + CHOOSE[_n - 1, _k - 1]


def first_hand(dice: int) -> int:
    """Return the number of the first hand with so many dice; it is that of all smaller ones."""
    return int(CHOOSE[dice + FACES - 1, FACES])


def hand_number(packed: int) -> int:
    """Number a hand: after all smaller ones, then by how often its faces show, the lowest first."""
    left = 0
    for face in range(FACES):
        left += packed >> 4 * face & 15
    number = int(CHOOSE[left + FACES - 1, FACES])
    for face in range(FACES - 1):
        left -= packed >> 4 * face & 15
        number += int(CHOOSE[left + FACES - 2 - face, FACES - 1 - face])
    return number


def pack(dice: Row) -> int:
    packed = 0
    for face in range(FACES):
        packed |= dice[face] << 4 * face
    return packed


def list_hands(notes: Row, hands: int, most: int) -> None:
    """Note every hand: one more die of the lowest face, and when it is full, of the next one."""
    packed = dice = face = 0
    while face < FACES:
        notes[hands + hand_number(packed)] = packed
        face = 0
        while face < FACES and dice == most:
            dice -= packed >> 4 * face & 15
            packed = packed >> 4 * (face + 1) << 4 * (face + 1)
            face += 1
        packed += 1 << 4 * face
        dice += 1


def keep_or_throw(notes: Row, hands: int, kept: int, width: int, dice: int) -> None:
    """Write what keeping each smaller hand is worth: the mean over what the next die shows."""
    for hand in range(first_hand(dice) - 1, -1, -1):
        here = kept + hand * width
        packed = notes[hands + hand]
        for goal in range(width):
            notes[here + goal] = 0
        for face in range(FACES):
            with_die = kept + hand_number(packed + (1 << 4 * face)) * width
            for goal in range(width):
                notes[here + goal] += notes[with_die + goal]
        for goal in range(width):
            notes[here + goal] //= FACES


def choose_best(notes: Row, hands: int, kept: int, best: int, width: int, dice: int) -> None:
    """Write for each hand what to keep of it, as a plan; of equals the larger hand."""
    for hand in range(first_hand(dice + 1)):
        here = best + hand * width
        packed = notes[hands + hand]
        for goal in range(width):
            notes[here + goal] = notes[kept + hand * width + goal] << HAND_BITS | hand
        for face in range(FACES):
            if packed >> 4 * face & 15:
                without = best + hand_number(packed - (1 << 4 * face)) * width
                for goal in range(width):
                    if notes[without + goal] >> HAND_BITS > notes[here + goal] >> HAND_BITS:
                        notes[here + goal] = notes[without + goal]
