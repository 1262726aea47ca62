"""The dice of a roll on the table: where each of them lies, and which of them form a kind of roll."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from chancebox.games.take_a_chance.rules.patterns import (
    FACES,
    FIVE,
    FOUR,
    FOUR_PAIRS,
    FOUR_PLUS_THREE,
    FULL_HOUSE,
    PAIR,
    SEVEN,
    STRAIGHT_4,
    STRAIGHT_5,
    STRAIGHT_6,
    THREE,
    THREE_PAIRS,
    TWO_PAIRS,
    TWO_TRIPLES,
)

GROUPS = {
    PAIR: (2,),
    TWO_PAIRS: (2, 2),
    THREE_PAIRS: (2, 2, 2),
    FOUR_PAIRS: (2, 2, 2, 2),
    THREE: (3,),
    TWO_TRIPLES: (3, 3),
    FULL_HOUSE: (3, 2),
    FOUR: (4,),
    FOUR_PLUS_THREE: (4, 3),
    FIVE: (5,),
    SEVEN: (7,),
}
"""Equal dice, the largest group first."""
STRAIGHTS = {STRAIGHT_4: 4, STRAIGHT_5: 5, STRAIGHT_6: 6}


class Die(NamedTuple):
    """A die in its place."""

    face: int
    is_thrown: bool
    """The last throw brought it; the others lay there."""


def faces(dice: Sequence[int]) -> list[int]:
    """
    List dice that are counted by number, from high to low.

    >>> faces([1, 0, 0, 1, 0, 2])
    [6, 6, 4, 1]
    """
    return [face + 1 for face in range(FACES - 1, -1, -1) for _die in range(dice[face])]


def lay(dice: Sequence[int]) -> list[Die]:
    """Lay out the dice of a first throw."""
    return [Die(face, True) for face in faces(dice)]


def rest(dice: Sequence[int]) -> list[Die]:
    """Lay out dice that nobody has just thrown."""
    return [Die(face, False) for face in faces(dice)]


def lay_again(before: Sequence[Die], lying: Sequence[int], thrown: Sequence[int]) -> list[Die]:
    """
    Leave the dice that were kept where they are; those that were thrown come into the gaps.

    >>> first = lay([1, 0, 1, 0, 0, 2])
    >>> [die.face for die in first]
    [6, 6, 3, 1]
    >>> [die.face for die in lay_again(first, [1, 0, 0, 0, 0, 2], [0, 0, 0, 0, 1, 0])]
    [6, 6, 5, 1]
    """
    left, new = list(lying), faces(thrown)
    places = []
    for die in before:
        stays = left[die.face - 1] > 0
        left[die.face - 1] -= stays
        places.append(Die(die.face, False) if stays or not new else Die(new.pop(0), True))
    return places


def forming(kind: int, dice: Sequence[int]) -> list[int]:
    """
    Choose dice that form a kind of roll: how many of each number.

    >>> forming(FULL_HOUSE, [2, 0, 0, 1, 0, 4])
    [2, 0, 0, 0, 0, 3]
    >>> forming(STRAIGHT_4, [1, 1, 2, 1, 1, 0])
    [0, 1, 1, 1, 1, 0]
    """
    chosen = [0] * FACES
    if kind in STRAIGHTS:
        length = STRAIGHTS[kind]
        low = max(low for low in range(FACES - length + 1) if all(dice[low : low + length]))
        chosen[low : low + length] = [1] * length
        return chosen
    for size in GROUPS[kind]:
        # Of different numbers if it can be: groups share one only where an option allows it (TC-R04).
        chosen[_find(size, dice, chosen)] += size
    return chosen


def _find(size: int, dice: Sequence[int], chosen: Sequence[int]) -> int:
    fitting = [face for face in range(FACES) if dice[face] - chosen[face] >= size]
    return max(fitting, key=lambda face: (not chosen[face], face))


def light(places: Iterable[Die], chosen: Sequence[int]) -> list[bool]:
    """Return for each die in its place whether it is one of those that were chosen."""
    left = list(chosen)
    lit = []
    for die in places:
        lit.append(left[die.face - 1] > 0)
        left[die.face - 1] -= 1
    return lit
