"""chance it: what chance decides."""

from chancebox.engine.rules.dice import draw_throw, list_throws, throw_weight
from chancebox.engine.rules.records import Row
from chancebox.engine.rules.streams import below
from chancebox.games.chance_it.rules.cards import list_cards
from chancebox.games.chance_it.rules.records import (
    CARDS,
    DICE,
    FACES,
    FIRST_PLAYER,
    LAY_OUT,
    REROLL,
    ROLL,
    Box,
    Position,
)


def dice_due(s: Position) -> int:
    return DICE if s.step == ROLL else s.dice[1]


def outcomes(s: Position, out: Row) -> int:
    if s.step == ROLL or s.step == REROLL:
        return list_throws(dice_due(s), FACES, out)
    if s.step == LAY_OUT:
        return list_cards(s.pile, 0, out, 0)
    for seat in range(s.seats):
        out[seat] = seat
    return s.seats


def falling(box: Box, s: Position) -> int:
    """Say how many dice fall now; none where cards are drawn."""
    return dice_due(s) if s.step == ROLL or s.step == REROLL else 0


def weight(box: Box, s: Position, outcome: int) -> int:
    if s.step == ROLL or s.step == REROLL:
        return throw_weight(outcome, dice_due(s), FACES)
    if s.step == LAY_OUT:
        return s.pile >> outcome & 1 if 0 <= outcome < CARDS else 0
    return 1 if 0 <= outcome < s.seats else 0


def draw(box: Box, s: Position, stream: Row) -> int:
    if s.step == ROLL or s.step == REROLL:
        return draw_throw(dice_due(s), FACES, stream)
    if s.step == FIRST_PLAYER:
        return below(stream, s.seats)
    card = below(stream, CARDS)
    while not s.pile >> card & 1:
        card = below(stream, CARDS)
    return card
