"""Second Chance: what chance decides, which is the cards."""

from chancebox.engine.rules.records import Row
from chancebox.engine.rules.streams import below
from chancebox.games.second_chance.rules.records import (
    CARDS,
    DEAL_START,
    FIRST_START,
    SHAPES,
    START_CARDS,
    Box,
    Position,
    grid_of,
)


def outcomes(box: Box, s: Position, out: Row) -> int:
    n = 0
    for shape in range(1, SHAPES):
        if weight(box, s, shape):
            out[n] = shape
            n += 1
    return n


def weight(box: Box, s: Position, outcome: int) -> int:
    if s.step == DEAL_START:
        return 1 if FIRST_START <= outcome < SHAPES and not is_dealt(s, outcome) else 0
    return s.left[outcome] if 0 < outcome < FIRST_START else 0


def is_dealt(s: Position, shape: int) -> bool:
    for seat in range(s.seats):
        if s.grids[grid_of(s, seat)].start == shape:
            return True
    return False


def draw(box: Box, s: Position, stream: Row) -> int:
    """Draw any card of the whole deck until it is one that is still there."""
    if s.step == DEAL_START:
        shape = FIRST_START + below(stream, START_CARDS)
        while is_dealt(s, shape):
            shape = FIRST_START + below(stream, START_CARDS)
        return shape
    card = below(stream, CARDS)
    while box.copy[card] >= s.left[box.deck[card]]:
        card = below(stream, CARDS)
    return box.deck[card]
