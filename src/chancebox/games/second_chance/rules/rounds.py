"""
Second Chance: games, rounds and decisions. The ids in the comments are those of rules.md.

A round: two cards are revealed; all who are in draw one of the two in their own grids, at the same
time. Whoever can draw neither waits for a second chance. A single player plays three games in a row,
one grid after the other.
"""

from chancebox.engine.rules.bits import members
from chancebox.engine.rules.contract import CHANCE
from chancebox.games.second_chance.rules.actions import draw_action
from chancebox.games.second_chance.rules.drawing import fits
from chancebox.games.second_chance.rules.records import (
    ALL_OUT,
    CARDS,
    DEAL_SECOND,
    DEAL_START,
    DRAW,
    DRAW_START,
    FAILURE,
    FIRST_START,
    FULL_GRID,
    NO_CARDS,
    NO_PAIR,
    REVEAL,
    REVEAL_OTHER,
    SOLO_GAMES,
    SOLO_LIMIT,
    SUCCESS,
    Box,
    Position,
    grid_of,
    has_full_grid,
    is_anybody_in,
    next_without_start,
    solo_total,
)

# The game


def begin_game(box: Box, s: Position) -> None:
    """Shuffle everything; what the last game left on the table stays until a card is dealt."""
    s.round = 0
    s.first_out = 0
    s.deck = CARDS
    for shape in range(1, FIRST_START):
        s.left[shape] = box.shapes[shape].cards  # SC-04
    s.step = DEAL_START
    s.pending = 1 << CHANCE


def deal_start(s: Position, shape: int) -> None:
    s.cards[0] = 0
    s.cards[1] = 0
    s.waiting = 0
    s.grids[grid_of(s, next_without_start(s))].start = shape  # SC-02
    if next_without_start(s) == s.seats:
        ask(s, DRAW_START, (1 << s.seats) - 1)


def end_game(box: Box, s: Position, ending: int) -> None:
    if s.seats > 1:
        s.ended = ending
        s.pending = 0
    elif s.game + 1 < SOLO_GAMES:
        s.game += 1  # SC-40, SC-R10
        begin_game(box, s)
    else:
        s.ended = SUCCESS if solo_total(s) < SOLO_LIMIT else FAILURE
        s.pending = 0


# The round


def begin_round(s: Position) -> None:
    s.round += 1
    s.step = REVEAL
    s.pending = 1 << CHANCE


def reveal(s: Position, shape: int) -> None:
    """Turn over the first card of a pair; it covers the pair of the round before (SC-10)."""
    take_card(s, shape)
    s.cards[0] = shape
    s.cards[1] = 0
    for seat in range(s.seats):
        grid = s.grids[grid_of(s, seat)]
        grid.shape = 0
        grid.chance = 0
    s.step = REVEAL_OTHER


def reveal_other(box: Box, s: Position, shape: int) -> None:
    """Turn over the second card, and ask all for whom one of the two fits (SC-11, SC-R02)."""
    take_card(s, shape)
    s.cards[1] = shape
    asked = 0
    for seat in range(s.seats):
        grid = s.grids[grid_of(s, seat)]
        if grid.out:
            continue  # SC-22
        if fits(box.shapes[s.cards[0]], grid) or fits(box.shapes[s.cards[1]], grid):
            asked |= 1 << seat
        else:
            s.waiting |= 1 << seat  # SC-20
    if asked:
        ask(s, DRAW, asked)
    else:
        end_drawing(box, s)


def take_card(s: Position, shape: int) -> None:
    s.left[shape] -= 1
    s.deck -= 1


def end_drawing(box: Box, s: Position) -> None:
    """Go on when all who could draw have; the order of the checks is that of SC-R13."""
    if has_full_grid(s):
        end_game(box, s, FULL_GRID)  # SC-33, SC-R06
    elif members(s.waiting) > s.deck:
        end_game(box, s, NO_CARDS)  # SC-31, SC-R08
    elif s.waiting:
        s.step = DEAL_SECOND
        s.pending = 1 << CHANCE
    else:
        end_round(box, s)


def end_round(box: Box, s: Position) -> None:
    if has_full_grid(s):
        end_game(box, s, FULL_GRID)  # SC-33, SC-R05
    elif not is_anybody_in(s):
        end_game(box, s, ALL_OUT)  # SC-30
    elif s.deck < 2:
        end_game(box, s, NO_PAIR)  # SC-30
    else:
        begin_round(s)


# Decisions


def ask(s: Position, step: int, asked: int) -> None:
    s.step = step
    s.asked = asked
    s.pending = asked


def decide(box: Box, s: Position, seat: int, action: int) -> None:
    draw_action(box, s, seat, action)
    s.pending &= ~(1 << seat)
    if s.pending:
        return
    s.asked = 0
    if s.step == DRAW_START:
        begin_round(s)  # SC-03
    elif s.step == DRAW:
        end_drawing(box, s)
    else:
        end_round(box, s)
