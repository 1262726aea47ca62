"""Throws: listed once each, weighed exactly, against brute force."""

import itertools
from collections import Counter

import pytest

from chancebox.engine.rules.dice import (
    HANDFUL,
    MOST_FACES,
    MOST_THROWS,
    draw_throw,
    list_throws,
    shows,
    throw_weight,
)


def brute(dice: int, faces: int) -> Counter[int]:
    throws = itertools.product(range(faces), repeat=dice)
    return Counter(sum(1 << (4 * face) for face in throw) for throw in throws)


@pytest.mark.parametrize("faces", [2, 3, 6])
@pytest.mark.parametrize("dice", range(7))
def test_throws_and_weights_are_those_of_brute_force(dice: int, faces: int) -> None:
    out = [0] * MOST_THROWS
    listed = out[: list_throws(dice, faces, out)]
    expected = brute(dice, faces)
    assert listed == sorted(expected)
    assert {throw: throw_weight(throw, dice, faces) for throw in listed} == dict(expected)


def test_a_handful_fits_its_room() -> None:
    out = [0] * MOST_THROWS
    assert list_throws(HANDFUL, MOST_FACES, out) == MOST_THROWS
    assert sum(throw_weight(throw, HANDFUL, MOST_FACES) for throw in out) == 6**12


@pytest.mark.parametrize("wrong", [-1, 1, 3, 0x11111, 1 << 24, 1 << 60, 0xF00000])
def test_what_cannot_fall_weighs_nothing(wrong: int) -> None:
    assert throw_weight(wrong, 2, 6) == 0


def test_every_die_of_a_draw_is_shown() -> None:
    stream = [12345]
    for dice in range(13):
        throw = draw_throw(dice, 6, stream)
        assert sum(shows(throw, face) for face in range(6)) == dice
        assert throw_weight(throw, dice, 6) > 0
