"""
Second Chance: what tells how a grid will end (see `engine.traits`).

How often each pattern of three by three squares occurs, and what sizes the pieces have that the empty squares
form; of each shape of the deck at how many places it fits, and how well at the best of them; how many squares
and cards are left, and how likely it is that the next round is the last.
"""

from chancebox.engine.rules.bits import lowest, members
from chancebox.engine.rules.patterns import CLASS, CLASSES
from chancebox.engine.rules.records import Row
from chancebox.games.second_chance.rules.ahead import (
    AHEAD,
    begin_alone,
    deal_alone,
    do_alone,
    draw_alone,
    expect,
)
from chancebox.games.second_chance.rules.board import SPLIT, judge, spread
from chancebox.games.second_chance.rules.drawing import ALL_BITS, WINDOW, join, places, window
from chancebox.games.second_chance.rules.expert import AREA, EDGE, LOST, PIECES
from chancebox.games.second_chance.rules.fates import FATES, fate_ahead, fate_of, reached, win_by
from chancebox.games.second_chance.rules.records import (
    CARDS,
    MOST_SQUARES,
    SIZE,
    Box,
    Grid,
    Position,
    Shape,
    grid_of,
)

__all__ = [
    "AHEAD",
    "FATES",
    "begin_alone",
    "deal_alone",
    "do_alone",
    "draw_alone",
    "expect",
    "fate_ahead",
    "fate_of",
    "reached",
    "win_by",
]

LARGE = 10  # squares of a piece that is no longer small
AT_SHAPES = CLASSES
AT_DAMAGE = AT_SHAPES + CARDS
AT_PIECES = AT_DAMAGE + CARDS
AT_LARGEST, AT_EMPTY, AT_DECK, AT_RISK, AT_ROUND, AT_CHAPTER = range(AT_PIECES + LARGE, AT_PIECES + LARGE + 6)
TRAITS = AT_CHAPTER + 1
CHAPTERS, CHAPTER = 8, 5  # the last empty squares, so many a chapter

MANY = 14  # places of a shape that nobody needs to save
STEPS = 8
SURE = 64
LEAST_DAMAGE, DAMAGE_STEP, DAMAGE_STEPS = -450, 90, 10


def list_traits(box: Box, s: Position, seat: int, out: Row) -> None:
    grid = s.grids[grid_of(s, seat)]
    upper = join(grid, 0, WINDOW)
    lower = join(grid, WINDOW, SIZE)
    count_patterns(grid, out)
    count_pieces(upper, lower, out)
    fitting = look_at_shapes(box, s, upper, lower, out)
    out[AT_EMPTY] = grid.empty
    out[AT_DECK] = s.deck
    out[AT_RISK] = risk(s.deck, s.deck - fitting)
    out[AT_ROUND] = s.round
    out[AT_CHAPTER] = min(grid.empty // CHAPTER, CHAPTERS - 1)


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


def count_pieces(upper: int, lower: int, out: Row) -> None:
    """Count the pieces that the empty squares form, by their size."""
    for i in range(LARGE):
        out[AT_PIECES + i] = 0
    largest = 0
    while upper | lower:
        above = upper & -upper
        below = 0 if upper else lower & -lower
        size = 0
        while members(above) + members(below) > size:
            size = members(above) + members(below)
            wider = spread(above) | below << SPLIT - SIZE
            below = (spread(below) | above >> SPLIT - SIZE) & lower
            above = wider & upper
        upper &= ~above
        lower &= ~below
        out[AT_PIECES + min(size, LARGE) - 1] += 1
        largest = max(largest, size)
    out[AT_LARGEST] = largest


def look_at_shapes(box: Box, s: Position, upper: int, lower: int, out: Row) -> int:
    """Write down of each shape in the deck where it fits, and how well; return how many cards fit."""
    fitting = 0
    for shape in range(1, CARDS + 1):
        cards = s.left[shape]
        trait = 0
        damage = 0
        if cards:
            found = places_of(box.shapes[shape], upper, lower)
            trait = 1 + step_of(found) + STEPS * min(cards - 1, 1)
            if found:
                fitting += cards
            if 0 < found < MANY:
                damage = 1 + least_damage(box.shapes[shape], upper, lower)
        out[AT_SHAPES + shape - 1] = trait
        out[AT_DAMAGE + shape - 1] = damage
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


def least_damage(shape: Shape, upper: int, lower: int) -> int:
    """Return how much worse the board gets by a shape at its best place, as an expert judges it, in steps."""
    least = 0
    first = True
    for way in range(shape.ways):
        drawn = 0
        for i in range(MOST_SQUARES):
            drawn |= 1 << shape.way[way].steps[i]
        height = shape.way[way].height
        top = 0
        while top + height <= SIZE:
            found = places(shape, way, window(upper, lower, top))
            while found:
                taken = drawn << lowest(found)
                above = upper & ~(taken << SIZE * top & ALL_BITS)
                below = lower & ~(taken >> SPLIT - SIZE * top)
                bad = judge(above, below, EDGE, PIECES, LOST, AREA)
                if first or bad < least:
                    least = bad
                    first = False
                found &= found - 1
            top += WINDOW + 1 - height
    damage = least - judge(upper, lower, EDGE, PIECES, LOST, AREA)
    return max(0, min(DAMAGE_STEPS - 1, (damage - LEAST_DAMAGE) // DAMAGE_STEP))


def risk(deck: int, misfits: int) -> int:
    """Return how likely it is, in parts of 64, that neither card of a pair fits, nor a second chance."""
    if deck < 2:
        return SURE
    if deck == 2:
        return SURE if misfits == 2 else 0
    return SURE * misfits * (misfits - 1) * (misfits - 2) // (deck * (deck - 1) * (deck - 2))
