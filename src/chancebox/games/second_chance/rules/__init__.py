"""
Second Chance: the rules. The ids in the comments are those of rules.md.

A round: two cards are revealed; all who are in draw one of the two in their own grids, at the same
time. Whoever can draw neither gets a card alone, the second chance, or is eliminated if that one
does not fit either. A single player plays three games in a row, one grid after the other.
"""

from typing import Any

from chancebox.engine.bits import members
from chancebox.engine.contract import CHANCE
from chancebox.engine.records import Row
from chancebox.engine.streams import below
from chancebox.games.second_chance.rules.drawing import (
    EMPTY,
    ONE,
    SQUARES,
    clear,
    covers_centre,
    draw_shape,
    fill,
    fits,
    is_free,
    list_over_centre,
    list_placements,
    rub_out,
)
from chancebox.games.second_chance.rules.records import (
    ALL_OUT,
    ALONE,
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
    PER_CARD,
    REVEAL,
    REVEAL_OTHER,
    SECOND,
    SHAPES,
    SOLO_GAMES,
    SOLO_LIMIT,
    START_CARDS,
    SUCCESS,
    WRITE_ONE,
    Box,
    Position,
    card_of,
    grid_of,
    has_full_grid,
    holds_one,
    ink,
    is_anybody_in,
    next_waiting,
    next_without_start,
    shape_of,
    solo_total,
    square_of,
    way_of,
)

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


# The second chance


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


def draw_action(box: Box, s: Position, seat: int, action: int) -> None:
    grid = s.grids[grid_of(s, seat)]
    if action >= WRITE_ONE:
        fill(grid, action - WRITE_ONE, ONE)
        return
    shape = shape_of(s, seat, action)
    draw_shape(box.shapes[shape], way_of(action), grid, square_of(action), ink(s, seat))
    if s.step != DRAW_START:
        grid.shape = shape


# Chance


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


# What is hidden: who has drawn is seen, what and where is shown when all have (SC-R14).


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
    """Ask of one action of the right kind what `choices` tells of all."""
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


# The result


def standing(box: Box, s: Position, out: Row) -> None:
    """Fewest empty squares, then the 1 (SC-32); solo succeeds from 0 on (SC-40)."""
    if s.seats == 1:
        out[0] = SOLO_LIMIT - 1 - solo_total(s)
        return
    for seat in range(s.seats):
        empty = s.grids[seat].empty
        # Among full grids the 1 decides nothing (SC-33, SC-R07).
        out[seat] = 2 * (SQUARES - empty) + (empty > 0 and holds_one(s, seat))
