"""
Exact odds of a roll: what can still become of the dice on the table.

What dice are kept decides everything, so the solver works on sets of kept dice: a set of k dice out
of n is worth the sum over the six numbers that the next die may show, and a full set is worth what it
forms. From the full sets down to the empty one that takes 5,005 sums for nine dice, done as arrays of
whole numbers: the chance of keeping a set is its number divided by 6 for each die that is thrown.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chancebox.games.take_a_chance.rules.patterns import FACES, KINDS, formed
from chancebox.games.take_a_chance.rules.records import Box, Player
from chancebox.games.take_a_chance.rules.rolls import payout

Dice = tuple[int, ...]
"""How many dice show each number, ones first."""
Numbers = NDArray[Any]
SAFE = 2**62
"""Sums up to here fit the machine's integers; larger ones are done with Python's."""


@dataclass(frozen=True)
class Plan:
    """The best thing to do for one aim: what to keep, and what that is worth."""

    worth: Fraction
    """A chance from 0 to 1, or an expected payout in dollars."""
    keep: Dice

    def again(self, dice: Sequence[int]) -> Dice:
        """Return the dice that are thrown again; none: stop."""
        return tuple(have - kept for have, kept in zip(dice, self.keep, strict=True))


def chances(dice: Sequence[int], *, throws_left: int = 1, same_number: bool = False) -> list[Plan]:
    """Return for each kind the chance to form it, with the best re-roll aiming at it alone."""
    n = sum(dice)
    values = [[kinds >> kind & 1 for kind in range(KINDS)] for kinds in _kinds(n, same_number)]
    return _plans(tuple(dice), np.array(values), throws_left)


def best_reroll(
    dice: Sequence[int], payouts: Sequence[int], *, throws_left: int = 1, same_number: bool = False
) -> Plan:
    """Find the re-roll with the highest expected payout, if each kind pays so many dollars (0: nothing)."""
    values = [
        [max(pay if kinds >> kind & 1 else 0 for kind, pay in enumerate(payouts))]
        for kinds in _kinds(sum(dice), same_number)
    ]
    return _plans(tuple(dice), np.array(values), throws_left)[0]


def payouts(box: Box, player: Player, times: int = 1) -> list[int]:
    """Return in dollars what each kind pays on the cards that a player owns."""
    return [100 * times * payout(box, player, kind) for kind in range(KINDS)]


def chances_of_a_roll(n: int, *, throws: int = 2, same_number: bool = False) -> list[Fraction]:
    """Return for each kind the chance to form it with n dice that have not been thrown yet."""
    # Nothing lies on the table: the same as n dice of which all are thrown again, bound to keep none.
    values = np.array([[kinds >> kind & 1 for kind in range(KINDS)] for kinds in _kinds(n, same_number)])
    worths, unit = _after(n, values, throws - 1)
    empty = _keeping(n, worths, unit)[0][0]
    return [Fraction(int(number), unit * 6**n) for number in empty]


def pay_after_keeping(
    kept: Sequence[int], n: int, payouts: Sequence[int], *, throws_left: int = 1, same_number: bool = False
) -> tuple[Fraction, Fraction]:
    """
    Return what n dice pay on average if these are kept and the others are thrown, so many throws being left.

    Each kind pays so much (0: nothing). With it comes the chance that anything is paid, aiming at just that.
    """
    layers, unit = _pay_layers(n, tuple(payouts), throws_left, same_number)
    worth, any_pay = _at(layers, unit, n, kept)
    return worth, any_pay


def chances_after_keeping(
    kept: Sequence[int], n: int, *, throws_left: int = 1, same_number: bool = False
) -> list[Fraction]:
    """Return for each kind the chance to form it, if these are kept; then each is aimed at for itself."""
    layers, unit = _kind_layers(n, throws_left, same_number)
    return _at(layers, unit, n, kept)


# How it works


def _at(layers: list[Numbers], unit: int, n: int, kept: Sequence[int]) -> list[Fraction]:
    k = sum(kept)
    here = layers[k][_places(n)[k][tuple(kept)]]
    return [Fraction(int(number), unit * 6 ** (n - k)) for number in here]


@lru_cache(maxsize=128)
def _pay_layers(
    n: int, payouts: tuple[int, ...], throws_left: int, same_number: bool
) -> tuple[list[Numbers], int]:
    """Return for each set of kept dice what it pays, and whether it pays anything; and in which unit."""
    kinds = np.array(_kinds(n, same_number))[:, None] >> np.arange(KINDS) & 1
    best = (kinds * np.array(payouts)).max(axis=1)
    worths, unit = _after(n, np.stack([best, best > 0], axis=1), throws_left - 1)
    return _keeping(n, worths, unit), unit


@lru_cache(maxsize=32)
def _kind_layers(n: int, throws_left: int, same_number: bool) -> tuple[list[Numbers], int]:
    """Return for each set of kept dice whether each kind is formed, and in which unit."""
    kinds = np.array(_kinds(n, same_number))[:, None] >> np.arange(KINDS) & 1
    worths, unit = _after(n, kinds, throws_left - 1)
    return _keeping(n, worths, unit), unit


def _plans(dice: Dice, values: Numbers, throws_left: int) -> list[Plan]:
    """Look at every set of dice that may be kept; of equal ones take the largest."""
    n = sum(dice)
    if throws_left == 0:
        here = values[_places(n)[n][dice]]
        return [Plan(Fraction(int(number)), dice) for number in here]
    worths, unit = _after(n, values, throws_left - 1)
    layers = _keeping(n, worths, unit)
    kept = sorted(product(*(range(have + 1) for have in dice)), key=sum, reverse=True)
    # All brought to the same denominator: every die that is kept counts for six.
    table = np.array([layers[sum(keep)][_places(n)[sum(keep)][keep]] * 6 ** sum(keep) for keep in kept])
    best = [int(np.argmax(column)) for column in table.T]
    return [Plan(Fraction(int(table[row, i]), unit * 6**n), kept[row]) for i, row in enumerate(best)]


def _after(n: int, values: Numbers, throws_left: int) -> tuple[Numbers, int]:
    """Return what every throw of n dice is worth with so many throws to come, and in which unit."""
    worths, unit = values, 1
    for _throw in range(throws_left):
        layers = _keeping(n, worths, unit)
        best = layers[0]
        for k in range(1, n + 1):
            # The best of keeping all these dice, or the best that can be kept of one fewer.
            fewer = np.concatenate([best, np.zeros_like(best[:1])])[_without(n)[k]].max(axis=1)
            best = np.maximum(layers[k] * 6**k, fewer)
        worths, unit = best, unit * 6**n
    return worths, unit


def _keeping(n: int, worths: Numbers, unit: int) -> list[Numbers]:
    """Return what each set of kept dice is worth, others thrown: by size, in units of 6 per die."""
    if worths.dtype != object and int(worths.max(initial=0)) * 6**n >= SAFE:
        worths = worths.astype(object)
    layers = [worths]
    for k in range(n - 1, -1, -1):
        layers.append(layers[-1][_with(n)[k]].sum(axis=1))
    return layers[::-1]


@cache
def _sets(k: int) -> list[Dice]:
    """List the sets of k dice."""
    return [
        tuple(numbers.count(face) for face in range(FACES))
        for numbers in combinations_with_replacement(range(FACES), k)
    ]


@cache
def _places(n: int) -> list[dict[Dice, int]]:
    """Return where each set of up to n dice stands in its list."""
    return [{dice: i for i, dice in enumerate(_sets(k))} for k in range(n + 1)]


@cache
def _with(n: int) -> list[NDArray[np.intp]]:
    """For each set of fewer than n dice: where the sets stand that one more die can make of it."""
    places = _places(n)
    return [
        np.array([[places[k + 1][_changed(dice, face, 1)] for face in range(FACES)] for dice in _sets(k)])
        for k in range(n)
    ]


@cache
def _without(n: int) -> list[NDArray[np.intp]]:
    """For each set of dice: where the sets stand that lack one die of it; -1 if it has none of a number."""
    places = _places(n)
    return [
        np.array(
            [
                [places[k - 1][_changed(dice, face, -1)] if dice[face] else -1 for face in range(FACES)]
                for dice in _sets(k)
            ]
        )
        for k in range(n + 1)
    ]


def _changed(dice: Dice, face: int, by: int) -> Dice:
    return (*dice[:face], dice[face] + by, *dice[face + 1 :])


@cache
def _kinds(n: int, same_number: bool) -> list[int]:
    """Return what every throw of n dice forms."""
    return [formed(list(dice), same_number) for dice in _sets(n)]
