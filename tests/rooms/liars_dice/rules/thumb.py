"""Liar's Dice: how a sensible person plays. Believe what your own dice make likely."""

from chancebox.engine.rules.records import Row
from rooms.liars_dice.rules import choices
from rooms.liars_dice.rules.records import (
    CHALLENGE,
    FACES,
    Box,
    Position,
    bid_count,
    bid_face,
    dice_left,
    matching,
)

NOTES = 1


def rate(box: Box, s: Position, seat: int, action: int, notes: Row) -> int:
    """Return how far the dice that are to be expected exceed what is claimed, in sixths of a die."""
    if action == CHALLENGE:
        return -margin(s, seat, s.bid)
    return margin(s, seat, action)


def margin(s: Position, seat: int, bid: int) -> int:
    face = bid_face(bid)
    own = matching(s, s.players[seat].dice, face)
    others = dice_left(s) - s.players[seat].left
    of_six = 2 if s.wild and face > 0 else 1
    return FACES * (own - bid_count(bid)) + others * of_six


def decide(box: Box, s: Position, seat: int, notes: Row, buffer: Row, stream: Row) -> int:
    n = choices(box, s, seat, buffer)
    best = 0
    for i in range(1, n):
        if rate(box, s, seat, buffer[i], notes) > rate(box, s, seat, buffer[best], notes):
            best = i
    return buffer[best]
