"""chance it: the market cards that somebody buys."""

from chancebox.engine.rules.contract import CHANCE
from chancebox.engine.rules.records import Row
from chancebox.games.chance_it.rules.records import BUY, CARDS, DISCARD, Box, Position

ITEMS = CARDS


def note(box: Box, s: Position, seat: int, action: int, held: Row) -> None:
    if seat < CHANCE and BUY <= action < DISCARD:
        held[seat * ITEMS + action - BUY] = 1
