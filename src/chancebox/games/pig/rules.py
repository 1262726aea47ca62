"""Pig: roll as often as you dare; a 1 loses the turn's total, stopping banks it."""

from chancebox.engine.rules.contract import CHANCE, MOST_SEATS
from chancebox.engine.rules.records import Record, Row, int8, int16
from chancebox.engine.rules.streams import below

ROLL, STOP = 0, 1
MOST_CHOICES = 2
LAST_ACTION = STOP
MOST_OUTCOMES = 6


class Box(Record):
    goal: int = int16("points that win")
    faces: int = int8("faces of the die")


class Position(Record):
    pending: int = int16("who is asked, one bit per seat", by_seat=True)
    ended: int = int8("1 when somebody has reached the goal")
    seats: int = int8("number of players")
    turn: int = int8("whose turn it is", seat=True)
    total: int = int16("points rolled in this turn")
    score: Row = int16("points banked, per seat", MOST_SEATS, by_seat=True)


def start(box: Box, s: Position, seats: int, options: object) -> None:
    s.seats = seats
    s.pending = 1


def choices(box: Box, s: Position, seat: int, out: Row) -> int:
    first = 1 if seat == CHANCE else ROLL
    n = box.faces if seat == CHANCE else 2
    for i in range(n):
        out[i] = first + i
    return n


def pick(box: Box, s: Position, seat: int, stream: Row, buffer: Row) -> int:
    """Take either: ROLL and STOP are numbered as they are listed."""
    return below(stream, 2)


def weight(box: Box, s: Position, outcome: int) -> int:
    return 1 if 1 <= outcome <= box.faces else 0


def draw(box: Box, s: Position, stream: Row) -> int:
    return 1 + below(stream, box.faces)


def play(box: Box, s: Position, seat: int, action: int) -> None:
    if seat == CHANCE:
        lost = action == 1
        # Without branches: no processor guesses what a die shows.
        s.total = (s.total + action) * (1 - lost)
        s.turn = seat_after(s, lost)
        s.pending = 1 << s.turn
    elif action == ROLL:
        s.pending = 1 << CHANCE
    else:
        s.score[seat] += s.total
        s.total = 0
        s.turn = seat_after(s, 1)
        s.ended = s.score[seat] >= box.goal
        s.pending = 0 if s.ended else 1 << s.turn


def seat_after(s: Position, turns: int) -> int:
    """Return whose turn it is if so many more end now, none or one."""
    seat = s.turn + turns
    return seat if seat < s.seats else 0


def hide(box: Box, s: Position, viewer: int) -> None:
    pass


def guess(box: Box, s: Position, viewer: int, stream: Row) -> None:
    pass


def standing(box: Box, s: Position, out: Row) -> None:
    for seat in range(s.seats):
        out[seat] = s.score[seat]
