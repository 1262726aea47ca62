"""
Second Chance: the rules. The ids in the comments are those of rules.md.

Here is what happens at each step; how it happens is told in rounds, second_chances, chance and secrets.
"""

from typing import Any

from chancebox.engine.rules.contract import CHANCE
from chancebox.engine.rules.records import Row
from chancebox.engine.rules.streams import below
from chancebox.games.second_chance.rules.actions import ALONE, PER_CARD, WRITE_ONE
from chancebox.games.second_chance.rules.chance import draw, outcomes, weight
from chancebox.games.second_chance.rules.drawing import (
    clear,
    list_over_centre,
    list_placements,
    list_windows,
    pick_placement,
)
from chancebox.games.second_chance.rules.records import (
    CARDS,
    DEAL_SECOND,
    DEAL_START,
    DRAW_START,
    EMPTY,
    REVEAL,
    REVEAL_OTHER,
    SECOND,
    SOLO_GAMES,
    SOLO_LIMIT,
    SQUARES,
    Box,
    Position,
    grid_of,
    holds_one,
    solo_total,
)
from chancebox.games.second_chance.rules.rounds import begin_game, deal_start, decide, reveal, reveal_other
from chancebox.games.second_chance.rules.second_chances import deal_second
from chancebox.games.second_chance.rules.secrets import guess, hide, uncovers

__all__ = ["Box", "Position", "draw", "guess", "hide", "uncovers", "weight"]

MOST_CHOICES = 2 * PER_CARD
LAST_ACTION = WRITE_ONE + SQUARES - 1
MOST_OUTCOMES = CARDS


def start(box: Box, s: Position, seats: int, options: Any) -> None:
    s.seats = seats
    for i in range(SOLO_GAMES if seats == 1 else seats):
        clear(s.grids[i])  # SC-01
    begin_game(box, s)


def play(box: Box, s: Position, seat: int, action: int) -> None:
    if s.step == DEAL_START:
        deal_start(s, action)
    elif s.step == REVEAL:
        reveal(s, action)
    elif s.step == REVEAL_OTHER:
        reveal_other(box, s, action)
    elif s.step == DEAL_SECOND:
        deal_second(box, s, action)
    else:
        decide(box, s, seat, action)


def choices(box: Box, s: Position, seat: int, out: Row) -> int:
    if seat == CHANCE:
        return outcomes(box, s, out)
    grid = s.grids[grid_of(s, seat)]
    if s.step == DRAW_START:
        return list_over_centre(box.shapes[grid.start], ALONE * PER_CARD, out)
    n = 0
    if grid.out:
        for square in range(SQUARES):
            if grid.drawn[square] == EMPTY:
                out[n] = WRITE_ONE + square  # SC-23
                n += 1
    elif s.step == SECOND:
        n = list_placements(box.shapes[grid.chance], grid, ALONE * PER_CARD, out, 0)
    else:
        n = list_placements(box.shapes[s.cards[0]], grid, 0, out, 0)
        # Of two equal cards one is offered: taking the other would be the same move.
        if s.cards[1] != s.cards[0]:
            n = list_placements(box.shapes[s.cards[1]], grid, PER_CARD, out, n)
    return n


def pick(box: Box, s: Position, seat: int, stream: Row, buffer: Row) -> int:
    """Take any of the choices; shapes fit at hundreds of places, which are counted and not listed."""
    grid = s.grids[grid_of(s, seat)]
    if grid.out or s.step == DRAW_START:
        return buffer[below(stream, choices(box, s, seat, buffer))]
    if s.step == SECOND:
        n = list_windows(box.shapes[grid.chance], grid, ALONE * PER_CARD, buffer, 0)
    else:
        n = list_windows(box.shapes[s.cards[0]], grid, 0, buffer, 0)
        if s.cards[1] != s.cards[0]:
            n = list_windows(box.shapes[s.cards[1]], grid, PER_CARD, buffer, n)
    return pick_placement(buffer, n, stream)


def standing(box: Box, s: Position, out: Row) -> None:
    """Fewest empty squares, then the 1 (SC-32); solo succeeds from 0 on (SC-40)."""
    if s.seats == 1:
        out[0] = SOLO_LIMIT - 1 - solo_total(s)
        return
    for seat in range(s.seats):
        empty = s.grids[seat].empty
        # Among full grids the 1 decides nothing (SC-33, SC-R07).
        out[seat] = 2 * (SQUARES - empty) + (empty > 0 and holds_one(s, seat))
