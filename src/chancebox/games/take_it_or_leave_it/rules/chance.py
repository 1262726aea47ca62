"""Take it or Leave it: what chance decides."""

from chancebox.engine.rules.dice import draw_throw, list_throws, throw_weight
from chancebox.engine.rules.records import Row
from chancebox.engine.rules.streams import below
from chancebox.games.take_it_or_leave_it.rules.cards import draw_from, drawable
from chancebox.games.take_it_or_leave_it.rules.records import (
    CARDS,
    FACES,
    FIRST_PLAYER,
    IN_PILE,
    THROW,
    Box,
    Position,
)
from chancebox.games.take_it_or_leave_it.rules.rounds import fallen


def outcomes(box: Box, s: Position, out: Row) -> int:
    if s.step == THROW:
        return list_throws(s.falling[fallen(s)], FACES, out)
    most = s.seats if s.step == FIRST_PLAYER else CARDS
    n = 0
    for i in range(most):
        if weight(box, s, i):
            out[n] = i
            n += 1
    return n


def falling(box: Box, s: Position) -> int:
    """Say how many dice fall now; none where cards are drawn."""
    return s.falling[fallen(s)] if s.step == THROW else 0


def weight(box: Box, s: Position, outcome: int) -> int:
    if s.step == THROW:
        return throw_weight(outcome, s.falling[fallen(s)], FACES)
    if s.step == FIRST_PLAYER:
        return 1 if 0 <= outcome < s.seats else 0
    return 1 if 0 <= outcome < CARDS and drawable(s, outcome) else 0


def draw(box: Box, s: Position, stream: Row) -> int:
    if s.step == THROW:
        return draw_throw(s.falling[fallen(s)], FACES, stream)
    if s.step == FIRST_PLAYER:
        return below(stream, s.seats)
    return draw_from(s, s.drawing, IN_PILE, stream)
