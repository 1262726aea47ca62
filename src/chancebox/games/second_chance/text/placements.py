"""Placements as people think of them: what may be drawn, which squares it fills, and why it does not fit."""

from chancebox.engine.game.boxes import Box
from chancebox.engine.game.texts import _
from chancebox.games.second_chance.rules.actions import (
    ALONE,
    PER_CARD,
    WRITE_ONE,
    shape_of,
    square_of,
    way_of,
)
from chancebox.games.second_chance.rules.records import (
    CENTRE,
    DRAW,
    DRAW_START,
    EMPTY,
    SIZE,
    SQUARES,
    Position,
    grid_of,
)
from chancebox.games.second_chance.text.names import square_text


def offered(s: Position, seat: int) -> dict[int, int]:
    """Return which shapes a seat may draw now, by the number of their card."""
    grid = s.grids[grid_of(s, seat)]
    if s.step == DRAW_START:
        return {ALONE: grid.start}
    if s.step == DRAW:
        return {0: s.cards[0], 1: s.cards[1]} if s.cards[0] != s.cards[1] else {0: s.cards[0]}
    return {ALONE: grid.chance} if grid.chance and not grid.out else {}


def placement(card: int, way: int, square: int) -> int:
    """Number a placement."""
    return card * PER_CARD + way * SQUARES + square


def covered(box: Box, s: Position, seat: int, action: int) -> list[tuple[int, int]]:
    """List the squares that an action fills, as (row, column), also those outside the grid."""
    square = square_of(action)
    if action >= WRITE_ONE:
        return [divmod(square, SIZE)]
    shape = box.fields.shapes[shape_of(s, seat, action)]
    way = shape.way[way_of(action)]
    top, left = square // SIZE, square % SIZE - way.first
    steps = list(way.steps)[: shape.squares]
    return [(top + step // SIZE, left + step % SIZE) for step in steps]


def refusal(box: Box, s: Position, seat: int, action: int) -> str:
    """Say why a placement is not possible; nothing if it is (SC-14, SC-02)."""
    squares = covered(box, s, seat, action)
    if any(row not in range(SIZE) or column not in range(SIZE) for row, column in squares):
        return _("it would leave the grid")
    grid = s.grids[grid_of(s, seat)]
    for row, column in squares:
        if grid.drawn[SIZE * row + column] != EMPTY:
            return _("{square} is not empty").format(square=square_text(SIZE * row + column))
    if s.step == DRAW_START and divmod(CENTRE, SIZE) not in squares:
        return _("the start shape must cover the centre, {square}").format(square=square_text(CENTRE))
    return ""


def looseness(box: Box, s: Position, seat: int, action: int) -> tuple[int, int]:
    """Rank placements: many sides that touch the edge or something drawn are best, then the middle."""
    drawn = s.grids[grid_of(s, seat)].drawn
    squares = covered(box, s, seat, action)
    touching = 0
    for row, column in squares:
        for r, c in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
            edge = r not in range(SIZE) or c not in range(SIZE)
            touching += edge or drawn[SIZE * r + c] != EMPTY
    middle = SIZE // 2
    far = sum(abs(row - middle) + abs(column - middle) for row, column in squares)
    return -touching, far
