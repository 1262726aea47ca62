"""chance it: what is hidden. The ids in the comments are those of rules.md."""

from chancebox.engine.rules.records import Row
from chancebox.engine.rules.streams import below
from chancebox.games.chance_it.rules.cards import usable
from chancebox.games.chance_it.rules.records import (
    CARDS,
    GUIDE,
    HIDDEN,
    IN,
    NOT_YET,
    PASS,
    SERVE,
    Box,
    Position,
    is_in,
)


def hide(box: Box, s: Position, viewer: int) -> None:
    """Keep guide cards and cards for a die secret until all have chosen (CI-11, CI-R15)."""
    for seat in range(s.seats):
        player = s.players[seat]
        if seat != viewer:
            # A forced IN lies open (CI-R13).
            if s.step == GUIDE and player.guide != NOT_YET and not is_in(s.forced, seat):
                player.guide = HIDDEN
            if s.step == SERVE and player.served:
                player.served = HIDDEN


def guess(box: Box, s: Position, viewer: int, stream: Row) -> None:
    for seat in range(s.seats):
        player = s.players[seat]
        if player.guide == HIDDEN:
            player.guide = IN + below(stream, 3)
        if player.served == HIDDEN:
            player.served = 1 + guess_card(usable(box, s, seat), stream)


def guess_card(cards: int, stream: Row) -> int:
    """Take one of these cards or none of them, all equally likely."""
    card = below(stream, CARDS + 1)
    while card != PASS and not cards >> card & 1:
        card = below(stream, CARDS + 1)
    return card


def uncovers(box: Box, s: Position, seat: int, action: int) -> int:
    return 0  # only what is decided at the same time is secret
