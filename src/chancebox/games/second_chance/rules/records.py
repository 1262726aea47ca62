"""Second Chance: what lies on the table, how actions are numbered, and small questions about both."""

from chancebox.engine.bits import lowest
from chancebox.engine.records import Record, Row, Rows, int8, int16, several
from chancebox.games.second_chance.rules.drawing import MOST_WAYS, ONE, SQUARES, START, Grid, Shape

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


# Actions


def ink(s: Position, seat: int) -> int:
    """Tell what this seat writes into squares in the present step (SC-41)."""
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
