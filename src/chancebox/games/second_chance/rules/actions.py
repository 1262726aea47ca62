"""
Second Chance: actions, how they are numbered and what they draw.

An action is the card, the way and the square: the two cards revealed are cards 0 and 1, the one
that a player alone was dealt is card 2. Writing the 1 takes a square only.
"""

from chancebox.games.second_chance.rules.drawing import draw_shape, fill
from chancebox.games.second_chance.rules.records import (
    DRAW_START,
    MOST_WAYS,
    ONE,
    SQUARES,
    START,
    Box,
    Position,
    grid_of,
)

ALONE = 2
PER_CARD = MOST_WAYS * SQUARES
WRITE_ONE = 3 * PER_CARD


def ink(s: Position, seat: int) -> int:
    """Return what this seat writes into squares in the present step (SC-41)."""
    if s.step == DRAW_START:
        return START
    return ONE if s.grids[grid_of(s, seat)].out else s.round


def card_of(action: int) -> int:
    return action // PER_CARD


def shape_of(s: Position, seat: int, action: int) -> int:
    card = card_of(action)
    if card < ALONE:
        return s.cards[card]
    grid = s.grids[grid_of(s, seat)]
    return grid.start if s.step == DRAW_START else grid.chance


def way_of(action: int) -> int:
    return action % PER_CARD // SQUARES


def square_of(action: int) -> int:
    return action % SQUARES


def draw_action(box: Box, s: Position, seat: int, action: int) -> None:
    grid = s.grids[grid_of(s, seat)]
    if action >= WRITE_ONE:
        fill(grid, action - WRITE_ONE, ONE)
        return
    shape = shape_of(s, seat, action)
    draw_shape(box.shapes[shape], way_of(action), grid, square_of(action), ink(s, seat))
    if s.step != DRAW_START:
        grid.shape = shape
