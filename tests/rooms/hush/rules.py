from typing import Any

from chancebox.engine.rules.contract import CHANCE
from chancebox.engine.rules.records import Record, Row, int8, int16
from chancebox.engine.rules.streams import below

SEATS = 4
FOLD, DARE = 0, 1
HIDDEN = -1
MOST_CHOICES = 2
LAST_ACTION = DARE
MOST_OUTCOMES = 9


class Box(Record):
    cards: int = int8("cards numbered from 0")


class Position(Record):
    pending: int = int16("who is asked", by_seat=True)
    ended: int = int8("1 if somebody dared, 2 if nobody did")
    seats: int = int8("number of players")
    dealt: int = int8("cards dealt")
    cards: Row = int8("card of each seat", SEATS, by_seat=True)
    chosen: Row = int8("FOLD or DARE, plus 1; 0 not yet", SEATS, by_seat=True)


def start(box: Box, s: Position, seats: int, options: Any) -> None:
    s.seats = seats
    s.pending = 1 << CHANCE


def is_left(s: Position, card: int) -> bool:
    for seat in range(s.dealt):
        if s.cards[seat] == card:
            return False
    return True


def choices(box: Box, s: Position, seat: int, out: Row) -> int:
    if seat != CHANCE:
        out[0] = FOLD
        out[1] = DARE
        return 2
    n = 0
    for card in range(box.cards):
        if is_left(s, card):
            out[n] = card
            n += 1
    return n


def weight(box: Box, s: Position, outcome: int) -> int:
    return 1 if 0 <= outcome < box.cards and is_left(s, outcome) else 0


def draw(box: Box, s: Position, stream: Row) -> int:
    card = below(stream, box.cards)
    while not is_left(s, card):
        card = below(stream, box.cards)
    return card


def play(box: Box, s: Position, seat: int, action: int) -> None:
    if seat == CHANCE:
        s.cards[s.dealt] = action
        s.dealt += 1
        if s.dealt == s.seats:
            s.pending = (1 << s.seats) - 1
        return
    s.chosen[seat] = action + 1
    s.pending &= ~(1 << seat)
    if s.pending == 0:
        s.ended = 2
        for other in range(s.seats):
            if s.chosen[other] == DARE + 1:
                s.ended = 1


def is_open(s: Position, seat: int) -> bool:
    return s.ended > 0 and s.chosen[seat] == DARE + 1


def hide(box: Box, s: Position, viewer: int) -> None:
    for seat in range(s.seats):
        if seat != viewer:
            if seat < s.dealt and not is_open(s, seat):
                s.cards[seat] = HIDDEN
            if not s.ended and s.chosen[seat]:
                s.chosen[seat] = HIDDEN


def guess(box: Box, s: Position, viewer: int, stream: Row) -> None:
    for seat in range(s.dealt):
        if s.cards[seat] == HIDDEN:
            s.cards[seat] = draw(box, s, stream)
        if s.chosen[seat] == HIDDEN:
            s.chosen[seat] = 1 + below(stream, 2)


def standing(box: Box, s: Position, out: Row) -> None:
    for seat in range(s.seats):
        out[seat] = s.cards[seat] if s.chosen[seat] == DARE + 1 else -1


def uncovers(box: Box, s: Position, seat: int, action: int) -> int:
    return 0  # a card lies open only when all have chosen
