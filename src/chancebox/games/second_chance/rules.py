"""
Second Chance: the rules. The ids in the comments are those of rules.md.

A round: two cards are revealed; all who are in draw one of the two in their own grids, at the same
time. Whoever can draw neither gets a card alone, the second chance, or is eliminated if that one
does not fit either. A single player plays three games in a row, one grid after the other.
"""

from typing import Any

from chancebox.engine.contract import CHANCE
from chancebox.engine.records import Record, Row, Rows, int8, int16, several
from chancebox.engine.streams import below
from chancebox.games.second_chance.drawing import (
    EMPTY,
    MOST_WAYS,
    ONE,
    SQUARES,
    START,
    Grid,
    Shape,
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

SEATS = 6
SOLO_GAMES = 3
SOLO_LIMIT = 10  # so many empty squares in three games are too many

CARDS = 40
START_CARDS = 13
# Shapes are numbered from 1, so that 0 is no card: those of the shape cards, then the start shapes.
FIRST_START = CARDS + 1
SHAPES = FIRST_START + START_CARDS

# What is going on.
DEAL_START, DRAW_START, REVEAL, REVEAL_OTHER, DRAW, DEAL_SECOND, SECOND = range(7)

# How a game ends.
ALL_OUT, NO_PAIR, NO_CARDS, FULL_GRID, SUCCESS, FAILURE = range(1, 7)

# An action is the card, the way and the square: the two cards revealed are cards 0 and 1, the one
# that a player alone was dealt is card 2. Writing the 1 takes a square only.
ALONE = 2
PER_CARD = MOST_WAYS * SQUARES
WRITE_ONE = 3 * PER_CARD
MOST_CHOICES = 2 * PER_CARD
MOST_OUTCOMES = CARDS


class Box(Record):
    shapes: Rows[Shape] = several(Shape, "the shapes by number", SHAPES)
    deck: Row = int8("the shape on every shape card", CARDS)
    copy: Row = int8("how many cards before it show the same shape", CARDS)


class Position(Record):
    pending: int = int16("who is asked, one bit per seat")
    ended: int = int8("how the game ended, 0 if it goes on")
    seats: int = int8("number of players")
    step: int = int8("what is going on")
    game: int = int8("solo: games finished before this one")
    round: int = int8("the round, from 1; 0 while start shapes are drawn")
    asked: int = int8("who decides in this step, one bit per seat; shown when all have")
    waiting: int = int8("who waits for a second chance, one bit per seat")
    first_out: int = int8("the round of the first elimination, 0 if nobody is out")
    cards: Row = int8("the two cards revealed, 0 if there is none", 2)
    deck: int = int8("shape cards face down")
    left: Row = int8("how many of them show each shape", CARDS + 1)
    grids: Rows[Grid] = several(Grid, "the grids: one for each player, in solo one for each game", SEATS)


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


def solo_total(s: Position) -> int:
    """Add up the empty squares of the games so far, the present one included."""
    total = 0
    for game in range(s.game + 1):
        total += s.grids[game].empty
    return total


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
    elif players_in(s.waiting) > s.deck:
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


def holds_one(s: Position, seat: int) -> bool:
    """Everybody out in the first round with an elimination has the 1 (SC-23, SC-R04, SC-40)."""
    return s.seats > 1 and s.first_out > 0 and s.grids[grid_of(s, seat)].out == s.first_out


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


def ink(s: Position, seat: int) -> int:
    """Tell what this seat writes into squares in the present step (SC-41)."""
    if s.step == DRAW_START:
        return START
    return ONE if s.grids[grid_of(s, seat)].out else s.round


def shape_of(s: Position, seat: int, action: int) -> int:
    card = action // PER_CARD
    if card < ALONE:
        return s.cards[card]
    grid = s.grids[grid_of(s, seat)]
    return grid.start if s.step == DRAW_START else grid.chance


def way_of(action: int) -> int:
    return action % PER_CARD // SQUARES


def square_of(action: int) -> int:
    return action % SQUARES


def is_legal(box: Box, s: Position, seat: int, action: int) -> bool:
    """Ask of one action what `choices` tells of all."""
    grid = s.grids[grid_of(s, seat)]
    square = square_of(action)
    if s.step == SECOND and grid.out:
        return action >= WRITE_ONE and grid.drawn[square] == EMPTY
    card = action // PER_CARD
    if card > ALONE or (card == ALONE) != (s.step != DRAW):
        return False
    if card == 1 and s.cards[1] == s.cards[0]:
        return False
    shape = shape_of(s, seat, action)
    way = way_of(action)
    if way >= box.shapes[shape].ways or not is_free(box.shapes[shape], way, grid, square):
        return False
    return s.step != DRAW_START or covers_centre(box.shapes[shape], way, square)


# Seats and grids


def grid_of(s: Position, seat: int) -> int:
    """Find the grid that a seat draws in: solo takes a new one for each game."""
    return s.game if s.seats == 1 else seat


def next_without_start(s: Position) -> int:
    seat = 0
    while seat < s.seats and s.grids[grid_of(s, seat)].start:
        seat += 1
    return seat


def next_waiting(s: Position) -> int:
    seat = 0
    while not s.waiting >> seat & 1:
        seat += 1
    return seat


def players_in(bits: int) -> int:
    """Count the seats of a set."""
    n = 0
    for seat in range(SEATS):
        n += bits >> seat & 1
    return n


def has_full_grid(s: Position) -> bool:
    for seat in range(s.seats):
        if s.grids[grid_of(s, seat)].empty == 0:
            return True
    return False


def is_anybody_in(s: Position) -> bool:
    for seat in range(s.seats):
        if s.grids[grid_of(s, seat)].out == 0:
            return True
    return False


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
            action = below(stream, WRITE_ONE + SQUARES)
            while not is_legal(box, s, seat, action):
                action = below(stream, WRITE_ONE + SQUARES)
            draw_action(box, s, seat, action)


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
