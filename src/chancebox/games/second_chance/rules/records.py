"""
Second Chance: what lies on the table, as records, and small questions about it.

The ids in the comments are those of rules.md. Squares are numbered row by row, from 0 at the top left.
"""

from chancebox.engine.rules.bits import lowest
from chancebox.engine.rules.records import Record, Row, Rows, int8, int16, several

SEATS = 6
SOLO_GAMES = 3
SOLO_LIMIT = 10  # so many empty squares in three games are too many

SIZE = 9
SQUARES = SIZE * SIZE
CENTRE = SQUARES // 2
MOST_WAYS = 8
MOST_SQUARES = 8

# What stands in a square beside the number of the round in which it was drawn.
EMPTY, START, ONE = 0, -1, -2

CARDS = 40
START_CARDS = 13
# Shapes are numbered from 1, so that 0 is no card: those of the shape cards, then the start shapes.
FIRST_START = CARDS + 1
SHAPES = FIRST_START + START_CARDS

# What is going on.
DEAL_START, DRAW_START, REVEAL, REVEAL_OTHER, DRAW, DEAL_SECOND, SECOND = range(7)

# How a game ends.
ALL_OUT, NO_PAIR, NO_CARDS, FULL_GRID, SUCCESS, FAILURE = range(1, 7)


class Way(Record):
    """A shape, turned and flipped in one of its different ways."""

    steps: Row = int8(
        "its squares, counted from the top left of its frame: 9 a row, 1 a column; the rest as the last one",
        MOST_SQUARES,
    )
    height: int = int8("rows")
    width: int = int8("columns")
    first: int = int8("column of the first square of the top row: the square that a placement names")


class Shape(Record):
    squares: int = int8("how many squares")
    cards: int = int8("cards that show it")
    ways: int = int8("in how many different ways it can be drawn")
    way: Rows[Way] = several(Way, "the different ways", MOST_WAYS)


class Grid(Record):
    free: Row = int16("empty squares, one bit each, row by row", SIZE, bits=SIZE)
    drawn: Row = int8("square by square: the round it was drawn in, START, ONE or EMPTY", SQUARES)
    empty: int = int8("how many squares are empty")
    start: int = int8("the start shape")
    shape: int = int8("the shape drawn in this round, 0 if none")
    chance: int = int8("the second-chance card of this round, 0 if none")
    out: int = int8("the round of the elimination, 0 if still in")


class Box(Record):
    shapes: Rows[Shape] = several(Shape, "the shapes by number", SHAPES)
    deck: Row = int8("the shape on every shape card", CARDS)
    copy: Row = int8("how many cards before it show the same shape", CARDS)


class Position(Record):
    pending: int = int16("who is asked, one bit per seat", by_seat=True)
    ended: int = int8("how the game ended, 0 if it goes on")
    seats: int = int8("number of players")
    step: int = int8("what is going on")
    game: int = int8("solo: games finished before this one")
    round: int = int8("the round, from 1; 0 while start shapes are drawn")
    asked: int = int8("who decides in this step, one bit per seat; shown when all have", by_seat=True)
    waiting: int = int8("who waits for a second chance, one bit per seat", by_seat=True)
    first_out: int = int8("the round of the first elimination, 0 if nobody is out")
    cards: Row = int8("the two cards revealed, 0 if there is none", 2)
    deck: int = int8("shape cards face down")
    left: Row = int8("how many of them show each shape", CARDS + 1)
    grids: Rows[Grid] = several(
        Grid, "the grids: one for each player, in solo one for each game", SEATS, by_seat=True
    )


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
    return lowest(s.waiting)


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


def holds_one(s: Position, seat: int) -> bool:
    """Everybody out in the first round with an elimination has the 1 (SC-23, SC-R04, SC-40)."""
    return s.seats > 1 and s.first_out > 0 and s.grids[grid_of(s, seat)].out == s.first_out


def solo_total(s: Position) -> int:
    """Add up the empty squares of the games so far, the present one included."""
    total = 0
    for game in range(s.game + 1):
        total += s.grids[game].empty
    return total
