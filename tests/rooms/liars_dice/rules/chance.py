"""Liar's Dice: what chance decides."""

from chancebox.engine.rules.dice import draw_throw, list_throws, throw_weight
from chancebox.engine.rules.records import Row
from chancebox.engine.rules.streams import below
from rooms.liars_dice.rules.records import (
    FACES,
    FIRST_PLAYER,
    Box,
    Position,
)


def outcomes(box: Box, s: Position, out: Row) -> int:
    if s.step == FIRST_PLAYER:
        for seat in range(s.seats):
            out[seat] = seat
        return s.seats
    return list_throws(s.players[s.thrower].left, FACES, out)


def weight(box: Box, s: Position, outcome: int) -> int:
    if s.step == FIRST_PLAYER:
        return 1 if 0 <= outcome < s.seats else 0
    return throw_weight(outcome, s.players[s.thrower].left, FACES)


def draw(box: Box, s: Position, stream: Row) -> int:
    if s.step == FIRST_PLAYER:
        return below(stream, s.seats)
    return draw_throw(s.players[s.thrower].left, FACES, stream)
