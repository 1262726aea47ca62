"""Liar's Dice: the rules. The ids in the comments are those of rules.md."""

from typing import Any

from chancebox.engine.rules.contract import CHANCE
from chancebox.engine.rules.records import Row
from rooms.liars_dice.rules.chance import draw, outcomes, weight
from rooms.liars_dice.rules.records import (
    CHALLENGE,
    FACES,
    FIRST_PLAYER,
    MOST_DICE,
    SEATS,
    THROW,
    Box,
    Position,
    dice_left,
)
from rooms.liars_dice.rules.rounds import (
    begin_round,
    bid,
    challenge,
    come_to_rest,
)
from rooms.liars_dice.rules.secrets import guess, hide, uncovers

__all__ = ["Box", "Position", "draw", "guess", "hide", "uncovers", "weight"]

LAST_ACTION = SEATS * MOST_DICE * FACES
MOST_CHOICES = LAST_ACTION + 1
MOST_OUTCOMES = 252


def start(box: Box, s: Position, seats: int, options: Any) -> None:
    s.seats = seats
    s.wild = options.wild_ones
    for seat in range(seats):
        s.players[seat].left = box.dice  # LD-01
    s.step = FIRST_PLAYER
    s.pending = 1 << CHANCE


def play(box: Box, s: Position, seat: int, action: int) -> None:
    if s.step == FIRST_PLAYER:
        begin_round(s, action)  # LD-02
    elif s.step == THROW:
        come_to_rest(s, action)
    elif action == CHALLENGE:
        challenge(s)
    else:
        bid(s, action)


def choices(box: Box, s: Position, seat: int, out: Row) -> int:
    if seat == CHANCE:
        return outcomes(box, s, out)
    n = 0
    if s.bid:  # LD-07
        out[n] = CHALLENGE
        n += 1
    for number in range(s.bid + 1, dice_left(s) * FACES + 1):  # LD-05, LD-06
        out[n] = number
        n += 1
    return n


def standing(box: Box, s: Position, out: Row) -> None:
    for seat in range(s.seats):
        player = s.players[seat]
        out[seat] = 1 if player.left else player.out - SEATS * MOST_DICE  # LD-13
