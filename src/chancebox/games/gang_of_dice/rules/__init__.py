"""
Gang of Dice: the rules. The ids in the comments are those of rules.md.

Here is what happens at each step; how it happens is told in rounds, warnings, chance and secrets.
"""

from typing import Any

from chancebox.engine.rules.contract import CHANCE
from chancebox.engine.rules.dice import MOST_THROWS
from chancebox.engine.rules.records import Row
from chancebox.games.gang_of_dice.rules.chance import draw, falling, outcomes, weight
from chancebox.games.gang_of_dice.rules.records import (
    FACES,
    FIRST_PLAYER,
    NOBODY_LEFT,
    REVEAL,
    ROUNDS,
    STAKE,
    STOP,
    THROW,
    Box,
    Position,
    dice_in,
)
from chancebox.games.gang_of_dice.rules.rounds import (
    begin_round,
    come_to_rest,
    end_turn,
    is_first_face,
    is_last_face,
    most_dice,
    pick_up,
    reveal,
    stake,
)
from chancebox.games.gang_of_dice.rules.secrets import guess, hide

__all__ = ["FACES", "Box", "Position", "draw", "falling", "guess", "hide", "weight"]

MOST_CHOICES = 40
LAST_ACTION = STOP
MOST_OUTCOMES = MOST_THROWS


def start(box: Box, s: Position, seats: int, options: Any) -> None:
    s.seats = seats
    s.finale = options.finale
    s.open_stocks = options.open_stocks
    for seat in range(seats):
        s.players[seat].stock = box.stock[seats]  # GD-03
    s.step = FIRST_PLAYER
    s.pending = 1 << CHANCE


def play(box: Box, s: Position, seat: int, action: int) -> None:
    if s.step == FIRST_PLAYER:
        s.first = action  # GD-11
        begin_round(box, s)
    elif s.step == REVEAL:
        reveal(s, action)
    elif s.step == STAKE:
        stake(s, action)
    elif s.step == THROW:
        come_to_rest(box, s, action)
    elif action == STOP:
        end_turn(box, s)
    else:
        pick_up(s, action)


def choices(box: Box, s: Position, seat: int, out: Row) -> int:
    if seat == CHANCE:
        return outcomes(box, s, out)
    if s.step == STAKE:
        most = most_dice(box, s)
        for i in range(most):
            out[i] = i + 1
        return most
    # GD-R09: stopping is offered first; a re-roll takes at least one die, so that the last face
    # asked about is bound to give if no other did.
    dice = s.players[seat].dice
    least = 1 if is_last_face(s) and dice_in(s.again) == 0 else 0
    n = 0
    for i in range(least, dice[s.asked] + 1):
        out[n] = i
        n += 1
    if is_first_face(s):
        out[n] = STOP
        n += 1
    return n


def standing(box: Box, s: Position, out: Row) -> None:
    for seat in range(s.seats):
        player = s.players[seat]
        if player.out == 0 or (s.ended == NOBODY_LEFT and player.out == s.round):
            out[seat] = player.stock  # GD-40, GD-42, GD-R08
        else:
            out[seat] = player.out - ROUNDS - 1
