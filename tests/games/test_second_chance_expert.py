"""The expert of Second Chance: pieces, holes and edges are counted right, and it leaves less empty."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from chancebox.bots import question
from chancebox.bots.thumb import decide_plainly
from chancebox.engine.match.chance import Seeded
from chancebox.engine.match.match import Match
from chancebox.games import game
from chancebox.games.second_chance.rules.board import SPLIT, judge
from chancebox.games.second_chance.rules.records import SIZE, SQUARES

STEPS = list(itertools.product((-1, 0, 1), repeat=2))
BORDER = {square for square in range(SQUARES) if {square // SIZE, square % SIZE} & {0, SIZE - 1}}


def pieces(squares: set[int], corners: bool) -> list[set[int]]:
    """Part squares into pieces; corners may hold a piece together."""
    left, found = set(squares), []
    while left:
        edge = [left.pop()]
        piece = set(edge)
        while edge:
            row, column = divmod(edge.pop(), SIZE)
            for down, right in STEPS:
                other = (row + down) * SIZE + column + right
                inside = 0 <= row + down < SIZE and 0 <= column + right < SIZE
                if inside and (corners or not (down and right)) and other in left:
                    left.discard(other)
                    piece.add(other)
                    edge.append(other)
        found.append(piece)
    return found


def halves(squares: set[int]) -> tuple[int, int]:
    bits = sum(1 << square for square in squares)
    return bits & (1 << SPLIT) - 1, bits >> SPLIT


@given(st.sets(st.integers(0, SQUARES - 1)))
def test_pieces_less_holes_are_counted(empty: set[int]) -> None:
    # A hole is a piece of what is drawn, held together by corners, that does not reach the border.
    holes = [piece for piece in pieces(set(range(SQUARES)) - empty, corners=True) if not piece & BORDER]
    assert judge(*halves(empty), 0, 1, 0, 0) == len(pieces(empty, corners=False)) - len(holes)


@given(st.sets(st.integers(0, SQUARES - 1)))
def test_edges_and_lost_squares_are_counted(empty: set[int]) -> None:
    def around(square: int) -> list[int]:
        row, column = divmod(square, SIZE)
        near = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        return [r * SIZE + c for r, c in near if 0 <= r < SIZE and 0 <= c < SIZE and r * SIZE + c in empty]

    neighbours = [len(around(square)) for square in empty]
    assert judge(*halves(empty), 1, 0, 0, 0) == sum(4 - n for n in neighbours)
    assert judge(*halves(empty), 0, 0, 1, 0) == neighbours.count(0)
    assert judge(*halves(empty), 0, 0, 0, 1) == len(empty)


def test_the_expert_leaves_less_empty_than_the_rule_of_thumb() -> None:
    """The same luck for both, alone."""
    found = game("second-chance")
    left = {}
    for expert in (False, True):
        left[expert] = 0
        for seed in range(6):
            match = Match(found, 1, dealer=Seeded(seed))
            while match.to_act:
                match.play(0, decide_plainly(question(match, 0), [1], expert))
            left[expert] += int(match.position()["grids"]["empty"][0][:3].sum())
    assert left[True] < left[False]
