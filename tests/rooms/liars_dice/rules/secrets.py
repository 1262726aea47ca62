"""Liar's Dice: what is hidden. The ids in the comments are those of rules.md."""

from chancebox.engine.rules.dice import draw_throw, shows
from chancebox.engine.rules.records import Row
from rooms.liars_dice.rules.records import (
    CHALLENGE,
    FACES,
    HIDDEN,
    THROW,
    Box,
    Position,
)


def is_open(s: Position, seat: int) -> int:
    """Return whether these dice were shown by a challenge (LD-08), and not thrown again since."""
    return s.ended > 0 or (s.step == THROW and seat >= s.thrower)


def hide(box: Box, s: Position, viewer: int) -> None:
    for seat in range(s.seats):
        player = s.players[seat]
        if seat != viewer and player.left and not is_open(s, seat):  # LD-03
            player.dice[0] = HIDDEN
            for face in range(1, FACES):
                player.dice[face] = 0


def guess(box: Box, s: Position, viewer: int, stream: Row) -> None:
    for seat in range(s.seats):
        player = s.players[seat]
        if player.dice[0] == HIDDEN:
            throw = draw_throw(player.left, FACES, stream)
            for face in range(FACES):
                player.dice[face] = shows(throw, face)


def uncovers(box: Box, s: Position, seat: int, action: int) -> int:
    return action == CHALLENGE
