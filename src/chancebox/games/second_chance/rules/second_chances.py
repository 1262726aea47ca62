"""Second Chance: the card for one player alone. The ids in the comments are those of rules.md."""

from chancebox.games.second_chance.rules.drawing import fits
from chancebox.games.second_chance.rules.records import (
    SECOND,
    Box,
    Position,
    grid_of,
    holds_one,
    next_waiting,
)
from chancebox.games.second_chance.rules.rounds import ask, end_round, take_card


def deal_second(box: Box, s: Position, shape: int) -> None:
    """Deal a card to the first who waits for one (SC-20, SC-R03)."""
    take_card(s, shape)
    seat = next_waiting(s)
    s.waiting &= ~(1 << seat)
    grid = s.grids[grid_of(s, seat)]
    grid.chance = shape
    if not fits(box.shapes[shape], grid):
        grid.out = s.round  # SC-22
        if s.first_out == 0:
            s.first_out = s.round
    if s.waiting == 0:
        begin_second(box, s)


def begin_second(box: Box, s: Position) -> None:
    """All cards are dealt: whoever can draws, and the first to be out write the 1 (SC-R12)."""
    asked = 0
    for seat in range(s.seats):
        grid = s.grids[grid_of(s, seat)]
        if grid.chance and (grid.out == 0 or holds_one(s, seat)):
            asked |= 1 << seat
    if asked:
        ask(s, SECOND, asked)
    else:
        end_round(box, s)
