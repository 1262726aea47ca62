"""Take it or Leave it: a round begins with the throw of all dice."""

from chancebox.engine.rules.contract import CHANCE
from chancebox.engine.rules.dice import shows
from chancebox.engine.rules.seats import clockwise
from chancebox.games.take_it_or_leave_it.rules.laying import clear_table
from chancebox.games.take_it_or_leave_it.rules.records import (
    BLACK,
    COLOURS,
    FACES,
    RED,
    THROW,
    TURN,
    WHITE,
    Box,
    Position,
    remove_dice,
)


def begin_round(box: Box, s: Position) -> None:
    """Throw all dice; only now those of the last round leave the players (TL-10)."""
    if s.round > 0:
        s.first = clockwise(s, s.first)  # TL-21
    s.round += 1
    for seat in range(s.seats):
        player = s.players[seat]
        player.passed = 0
        clear_table(player)
        remove_dice(player.dice)
    remove_dice(s.tray)
    for colour in range(COLOURS):
        s.falling[colour] = box.dice[s.seats][colour]  # TL-02
    s.player = s.first
    s.action = 0
    s.took = 0
    s.step = THROW
    s.pending = 1 << CHANCE


def come_to_rest(s: Position, outcome: int) -> None:
    colour = fallen(s)
    for value in range(FACES):
        s.tray[COLOURS * value + colour] += shows(outcome, value)
    s.falling[colour] = 0
    if dice_falling(s) == 0:
        s.step = TURN
    ask_in_turn(s)


def fallen(s: Position) -> int:
    """Return the colour whose dice come to rest next."""
    colour = WHITE
    while s.falling[colour] == 0:
        colour += 1
    return colour


def dice_falling(s: Position) -> int:
    return s.falling[WHITE] + s.falling[BLACK] + s.falling[RED]


def ask_in_turn(s: Position) -> None:
    """Ask chance for the dice in the air, otherwise the player whose turn it is."""
    s.pending = 1 << CHANCE if s.step == THROW else 1 << s.player
