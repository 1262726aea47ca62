"""Second Chance: what is hidden. Who has drawn is seen; what and where is shown when all have (SC-R14)."""

from chancebox.engine.rules.records import Row
from chancebox.engine.rules.streams import below
from chancebox.games.second_chance.rules.actions import (
    ALONE,
    PER_CARD,
    WRITE_ONE,
    card_of,
    draw_action,
    ink,
    shape_of,
    square_of,
    way_of,
)
from chancebox.games.second_chance.rules.drawing import covers_centre, is_free, rub_out
from chancebox.games.second_chance.rules.records import (
    DRAW,
    DRAW_START,
    EMPTY,
    ONE,
    SQUARES,
    Box,
    Position,
    grid_of,
)


def is_secret(s: Position, seat: int, viewer: int) -> bool:
    return seat != viewer and (s.asked & ~s.pending) >> seat & 1 == 1


def hide(box: Box, s: Position, viewer: int) -> None:
    for seat in range(s.seats):
        if is_secret(s, seat, viewer):
            grid = s.grids[grid_of(s, seat)]
            rub_out(grid, ink(s, seat))
            grid.shape = 0


def guess(box: Box, s: Position, viewer: int, stream: Row) -> None:
    """Let those who have drawn in secret draw anything that they could have drawn."""
    for seat in range(s.seats):
        if is_secret(s, seat, viewer):
            action = any_action(s, seat, stream)
            while not is_possible(box, s, seat, action):
                action = any_action(s, seat, stream)
            draw_action(box, s, seat, action)


def uncovers(box: Box, s: Position, seat: int, action: int) -> int:
    return 0  # only what is drawn at the same time is secret


def any_action(s: Position, seat: int, stream: Row) -> int:
    """Take any action of the kind that this seat was asked for, possible or not."""
    if ink(s, seat) == ONE:
        return WRITE_ONE + below(stream, SQUARES)
    if s.step == DRAW:
        return below(stream, ALONE * PER_CARD)
    return ALONE * PER_CARD + below(stream, PER_CARD)


def is_possible(box: Box, s: Position, seat: int, action: int) -> bool:
    """Return whether `choices` would list an action, which is of the right kind."""
    grid = s.grids[grid_of(s, seat)]
    square = square_of(action)
    if action >= WRITE_ONE:
        return grid.drawn[square] == EMPTY
    if card_of(action) == 1 and s.cards[1] == s.cards[0]:
        return False
    shape = box.shapes[shape_of(s, seat, action)]
    way = way_of(action)
    if way >= shape.ways or not is_free(shape, way, grid, square):
        return False
    return s.step != DRAW_START or covers_centre(shape, way, square)
