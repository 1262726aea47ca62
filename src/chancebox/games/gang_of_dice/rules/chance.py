"""Gang of Dice: what chance decides. The ids in the comments are those of rules.md."""

from chancebox.engine.rules.dice import draw_throw, list_throws, throw_weight
from chancebox.engine.rules.records import Row
from chancebox.engine.rules.streams import below
from chancebox.games.gang_of_dice.rules.records import (
    DARK,
    FACES,
    FIRST_PLAYER,
    LIGHT,
    THROW,
    WARNINGS,
    Box,
    Position,
)
from chancebox.games.gang_of_dice.rules.rounds import handful


def back_due(box: Box, s: Position) -> int:
    """The light cards lie on the dark ones (GD-05)."""
    return LIGHT if s.round <= box.light_rounds else DARK


def is_left(box: Box, s: Position, card: int) -> bool:
    """Any card of the due back that has not been seen may come up: three never will (GD-05)."""
    return box.warnings[card].back == back_due(box, s) and not s.revealed >> card & 1


def outcomes(box: Box, s: Position, out: Row) -> int:
    if s.step == THROW:
        return list_throws(handful(s), FACES, out)
    most = s.seats if s.step == FIRST_PLAYER else WARNINGS
    n = 0
    for i in range(most):
        if weight(box, s, i):
            out[n] = i
            n += 1
    return n


def falling(box: Box, s: Position) -> int:
    """Say how many dice fall now; none where cards are drawn."""
    return handful(s) if s.step == THROW else 0


def weight(box: Box, s: Position, outcome: int) -> int:
    if s.step == THROW:
        return throw_weight(outcome, handful(s), FACES)
    if s.step == FIRST_PLAYER:
        return 1 if 0 <= outcome < s.seats else 0
    return 1 if 0 <= outcome < WARNINGS and is_left(box, s, outcome) else 0


def draw(box: Box, s: Position, stream: Row) -> int:
    if s.step == THROW:
        return draw_throw(handful(s), FACES, stream)
    if s.step == FIRST_PLAYER:
        return below(stream, s.seats)
    card = below(stream, WARNINGS)
    while not is_left(box, s, card):
        card = below(stream, WARNINGS)
    return card
