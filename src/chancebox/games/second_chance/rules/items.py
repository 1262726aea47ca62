"""Second Chance: the shapes that somebody draws, start shapes included."""

from chancebox.engine.rules.contract import CHANCE
from chancebox.engine.rules.records import Row
from chancebox.games.second_chance.rules.actions import WRITE_ONE, shape_of
from chancebox.games.second_chance.rules.records import SHAPES, Box, Position

ITEMS = SHAPES


def note(box: Box, s: Position, seat: int, action: int, held: Row) -> None:
    if seat < CHANCE and action < WRITE_ONE:
        held[seat * ITEMS + shape_of(s, seat, action)] = 1
