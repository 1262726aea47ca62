"""What a network is told of a grid in Second Chance, counted again in another way."""

import numpy as np
import pytest

from chancebox.engine.rules.patterns import CLASS, CLASSES, PATTERNS, alike
from chancebox.engine.rules.records import Memory, plain
from chancebox.games import game
from chancebox.games.second_chance.rules import traits
from chancebox.games.second_chance.rules.records import CARDS, SIZE, SQUARES
from chancebox.games.second_chance.rules.traits import (
    AT_DAMAGE,
    AT_DECK,
    AT_EMPTY,
    AT_LARGEST,
    AT_PIECES,
    AT_RISK,
    AT_ROUND,
    AT_SHAPES,
    LARGE,
    MANY,
    STEPS,
    SURE,
    step_of,
)
from helpers import random_match
from networks import traits_of

SECOND = game("second-chance")
RULES = SECOND.build("compiled")


@pytest.fixture(scope="module", params=[12, 40, 70])
def moment(request: pytest.FixtureRequest) -> tuple[Memory, list[int], list[list[bool]]]:
    """A position among two, the traits of seat 1, and the empty squares of its grid."""
    position = random_match(SECOND, 2, request.param, events=request.param).position(1)
    free = plain(position).grids[1].free
    squares = [[free[row] >> column & 1 == 1 for column in range(SIZE)] for row in range(SIZE)]
    return position, traits_of(SECOND, position, 1, 2)[0].tolist(), squares


def test_patterns_fall_into_classes() -> None:
    """As Burnside counts them: 102, of at most eight patterns each, the empty one first."""
    assert CLASSES == len(set(CLASS.tolist())) == 102
    assert CLASS[0] == 0
    assert (CLASS == 0).sum() == 1
    for pattern in range(PATTERNS):
        assert {CLASS[one] for one in alike(pattern)} == {CLASS[pattern]}
        assert (CLASS[pattern] == CLASS).sum() == len(alike(pattern)) <= 8


def test_patterns_are_counted(moment: tuple[Memory, list[int], list[list[bool]]]) -> None:
    _position, told, squares = moment
    framed = np.pad(np.array(squares, int), 1)
    counted = [0] * CLASSES
    for row in range(SIZE):
        for column in range(SIZE):
            bits = framed[row : row + 3, column : column + 3].reshape(-1)
            counted[CLASS[int((bits << np.arange(9)).sum())]] += 1
    assert told[:CLASSES] == counted
    assert sum(counted) == SQUARES


def test_pieces_are_counted(moment: tuple[Memory, list[int], list[list[bool]]]) -> None:
    _position, told, squares = moment
    left = {(row, column) for row in range(SIZE) for column in range(SIZE) if squares[row][column]}
    assert told[AT_EMPTY] == len(left)
    sizes = []
    while left:
        piece, edge = set(), {min(left)}
        while edge:
            piece |= edge
            near = {
                (row + a, column + b) for row, column in edge for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))
            }
            edge = (near & left) - piece
        left -= piece
        sizes.append(len(piece))
    assert told[AT_PIECES : AT_PIECES + LARGE] == [
        sum(min(size, LARGE) == wanted for size in sizes) for wanted in range(1, LARGE + 1)
    ]
    assert told[AT_LARGEST] == max(sizes)


def test_shapes_are_tried(moment: tuple[Memory, list[int], list[list[bool]]]) -> None:
    """Each shape of the deck is shown to the seat, and the placements that rules offer are counted."""
    position, told, _squares = moment
    box = random_match(SECOND, 2, 1, events=1).box
    s = plain(position)
    fitting = 0
    for shape in range(1, CARDS + 1):
        asked = position.copy()
        trial = plain(asked)
        trial.grids[1].chance, trial.grids[1].out = shape, 0
        trial.step, trial.pending = 6, 2
        found = len(RULES.choices(box, asked, 1)) if s.left[shape] else 0
        fitting += s.left[shape] if found else 0
        steps = 1 + step_of(min(found, MANY)) + STEPS * (s.left[shape] > 1)
        assert told[AT_SHAPES + shape - 1] == (steps if s.left[shape] else 0)
        assert (told[AT_DAMAGE + shape - 1] > 0) == (0 < found < MANY)
    assert told[AT_DECK] == s.deck
    assert told[AT_ROUND] == s.round
    assert told[-1] == min(told[AT_EMPTY] // 5, 7)
    misfits = s.deck - fitting
    assert told[AT_RISK] == traits.risk(s.deck, misfits)


def test_a_shape_that_fills_its_hole_does_the_least_damage() -> None:
    """A straight hole of three squares, and the straight shape of three; in a longer one a square stays."""
    box = random_match(SECOND, 2, 1, events=1).box
    straight = box.fields.shapes[3]
    assert (straight.squares, straight.ways) == (3, 2)
    exact = traits.least_damage(straight, 0b111 << 36, 0)
    larger = traits.least_damage(straight, 0b1111 << 36, 0)
    assert exact < larger


@pytest.mark.parametrize(
    ("deck", "misfits", "expected"),
    [(40, 0, 0), (40, 40, SURE), (2, 2, SURE), (2, 1, 0), (1, 0, SURE), (4, 3, SURE // 4)],
)
def test_the_risk_of_the_next_round(deck: int, misfits: int, expected: int) -> None:
    assert traits.risk(deck, misfits) == expected
