"""
Second Chance: what tells how a grid will end (see `engine.traits`).

How often each pattern of three by three squares occurs; at how many places each shape of the deck fits; how
many squares and cards are left, and how likely it is that the next round is the last.
"""

from chancebox.engine.bits import members
from chancebox.engine.patterns import CLASS, CLASSES
from chancebox.engine.records import Row
from chancebox.engine.winners import WHOLE
from chancebox.games.second_chance.rules.drawing import WINDOW, join, places, window
from chancebox.games.second_chance.rules.records import (
    CARDS,
    SIZE,
    Box,
    Grid,
    Position,
    Shape,
    grid_of,
    holds_one,
)

AT_SHAPES = CLASSES
AT_EMPTY, AT_DECK, AT_RISK, AT_OUT = range(AT_SHAPES + CARDS, AT_SHAPES + CARDS + 4)
TRAITS = AT_OUT + 1
SEATS = (2,)  # the same for more; and who is alone draws in three grids, one after the other

MANY = 14
STEPS = 8
CERTAIN = 64
POOR = 12  # so many empty squares are nothing that anybody could be proud of


def list_traits(box: Box, s: Position, seat: int, out: Row) -> None:
    grid = s.grids[grid_of(s, seat)]
    count_patterns(grid, out)
    fitting = count_places(box, s, grid, out)
    out[AT_EMPTY] = grid.empty
    out[AT_DECK] = s.deck
    out[AT_RISK] = risk(s.deck, s.deck - fitting)
    out[AT_OUT] = grid.out > 0


def count_patterns(grid: Grid, out: Row) -> None:
    """Count patterns of empty squares around each square; what lies beyond the border is not empty."""
    for i in range(CLASSES):
        out[i] = 0
    above = 0
    here = grid.free[0] << 1
    for row in range(SIZE):
        below = grid.free[row + 1] << 1 if row + 1 < SIZE else 0
        for column in range(SIZE):
            pattern = above >> column & 7 | (here >> column & 7) << 3 | (below >> column & 7) << 6
            out[CLASS[pattern]] += 1
        above = here
        here = below


def count_places(box: Box, s: Position, grid: Grid, out: Row) -> int:
    """Write down for each shape how many cards show it and where it fits; return how many cards fit."""
    upper = join(grid, 0, WINDOW)
    lower = join(grid, WINDOW, SIZE)
    fitting = 0
    for shape in range(1, CARDS + 1):
        cards = s.left[shape]
        trait = 0
        if cards:
            found = places_of(box.shapes[shape], upper, lower)
            trait = 1 + step_of(found) + STEPS * min(cards - 1, 1)
            if found:
                fitting += cards
        out[AT_SHAPES + shape - 1] = trait
    return fitting


def places_of(shape: Shape, upper: int, lower: int) -> int:
    """Count the places where a shape fits, in all ways together; MANY are enough."""
    found = 0
    for way in range(shape.ways):
        height = shape.way[way].height
        top = 0
        while top + height <= SIZE:
            found += members(places(shape, way, window(upper, lower, top)))
            if found >= MANY:
                return MANY
            top += WINDOW + 1 - height
    return found


def step_of(found: int) -> int:
    """Return a coarser number of places: one more matters where there are few."""
    return min(found, 4) + (found >= 6) + (found >= 9) + (found >= MANY)


def risk(deck: int, misfits: int) -> int:
    """Return how likely it is, in parts of 64, that neither card of a pair fits, nor a second chance."""
    if deck < 2:
        return CERTAIN
    if deck == 2:
        return CERTAIN if misfits == 2 else 0
    return CERTAIN * misfits * (misfits - 1) * (misfits - 2) // (deck * (deck - 1) * (deck - 2))


def reached(box: Box, s: Position, seat: int) -> int:
    """The fewer squares are empty the better; the 1 only breaks ties."""
    empty = s.grids[grid_of(s, seat)].empty + holds_one(s, seat)
    return WHOLE // POOR * max(0, POOR - empty)
