"""
Second Chance by rule of thumb: keep what is empty in one piece with a short edge.

Every placement is judged by the squares that it leaves empty: how long their edge is, and how many
of them have no empty neighbour and so are nearly lost. The board is two numbers with a bit for each
empty square: the upper seven rows, and the two below.
"""

from chancebox.engine.bits import members
from chancebox.engine.records import Row
from chancebox.games.second_chance.rules import choices
from chancebox.games.second_chance.rules.actions import WRITE_ONE, shape_of, square_of, way_of
from chancebox.games.second_chance.rules.drawing import ALL_BITS, EACH_ROW, WINDOW, join
from chancebox.games.second_chance.rules.records import SIZE, Box, Position, grid_of

NOTES = 1
SPLIT = SIZE * WINDOW
NOT_LAST = ALL_BITS ^ EACH_ROW << SIZE - 1

# A larger area has a longer edge and is none the worse for that: each of its squares makes up for some.
EDGE, LOST, AREA = 2, 3, -1


def decide(box: Box, s: Position, seat: int, notes: Row, room: Row, stream: Row) -> int:
    n = choices(box, s, seat, room)
    grid = s.grids[grid_of(s, seat)]
    upper = join(grid, 0, WINDOW)
    lower = join(grid, WINDOW, SIZE)
    best = 0
    least = badness(box, s, seat, room[0], upper, lower)
    for i in range(1, n):
        bad = badness(box, s, seat, room[i], upper, lower)
        if bad < least:
            least = bad
            best = i
    return room[best]


def weigh(box: Box, s: Position, seat: int, action: int, notes: Row) -> int:
    grid = s.grids[grid_of(s, seat)]
    return -badness(box, s, seat, action, join(grid, 0, WINDOW), join(grid, WINDOW, SIZE))


def badness(box: Box, s: Position, seat: int, action: int, upper: int, lower: int) -> int:
    """Judge what an action leaves of a board."""
    if action >= WRITE_ONE:
        square = action - WRITE_ONE
        return judge(without(upper, square), without(lower, square - SPLIT))
    shape = box.shapes[shape_of(s, seat, action)]
    way = shape.way[way_of(action)]
    corner = square_of(action) - way.first
    for i in range(shape.squares):
        square = corner + way.steps[i]
        upper = without(upper, square)
        lower = without(lower, square - SPLIT)
    return judge(upper, lower)


def without(bits: int, square: int) -> int:
    return bits & ~(1 << square) if 0 <= square < SPLIT else bits


def judge(upper: int, lower: int) -> int:
    """Return how bad the empty squares of a board are."""
    # Pairs of neighbours, named by their left or upper square.
    across = upper & upper >> 1 & NOT_LAST
    across_below = lower & lower >> 1 & NOT_LAST
    down = upper & (upper >> SIZE | lower << SPLIT - SIZE)
    down_below = lower & lower >> SIZE
    pairs = members(across) + members(down) + members(across_below) + members(down_below)
    paired = across | across << 1 | down | down << SIZE
    paired_below = across_below | across_below << 1 | down_below | down_below << SIZE | down >> SPLIT - SIZE
    lost = members(upper & ~paired) + members(lower & ~paired_below)
    area = members(upper) + members(lower)
    return EDGE * (4 * area - 2 * pairs) + LOST * lost + AREA * area
