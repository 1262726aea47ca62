"""
Second Chance: what is left of a board, and how bad that is.

The board is two numbers with a bit for each empty square: the upper seven rows, and the two below.
"""

from chancebox.engine.rules.bits import members
from chancebox.games.second_chance.rules.actions import WRITE_ONE, shape_of, square_of, way_of
from chancebox.games.second_chance.rules.drawing import ALL_BITS, EACH_ROW, WINDOW
from chancebox.games.second_chance.rules.records import SIZE, Box, Position

SPLIT = SIZE * WINDOW
NOT_FIRST = ALL_BITS ^ EACH_ROW
NOT_LAST = ALL_BITS ^ EACH_ROW << SIZE - 1


def draw_on(box: Box, s: Position, seat: int, action: int, bits: int, top: int) -> int:
    """Return what an action leaves of a part of the board, of which this is the first square."""
    if action >= WRITE_ONE:
        return without(bits, action - WRITE_ONE - top)
    shape = box.shapes[shape_of(s, seat, action)]
    way = shape.way[way_of(action)]
    corner = square_of(action) - way.first - top
    for i in range(shape.squares):
        bits = without(bits, corner + way.steps[i])
    return bits


def without(bits: int, square: int) -> int:
    return bits & ~(1 << square) if 0 <= square < SPLIT else bits


def spread(bits: int) -> int:
    """Add the neighbours of squares, in one part of the board; some may lie beyond it."""
    return bits | bits << SIZE | bits >> SIZE | (bits & NOT_LAST) << 1 | (bits & NOT_FIRST) >> 1


def judge(upper: int, lower: int, edge: int, pieces: int, lost: int, area: int) -> int:
    """Return how bad the empty squares of a board are, by what each of these counts for."""
    # Pairs of neighbours, named by their left or upper square; blocks of four by their upper left one.
    across = upper & upper >> 1 & NOT_LAST
    across_below = lower & lower >> 1 & NOT_LAST
    down = upper & (upper >> SIZE | lower << SPLIT - SIZE)
    down_below = lower & lower >> SIZE
    pairs = members(across) + members(down) + members(across_below) + members(down_below)
    blocks = members(across & (across >> SIZE | across_below << SPLIT - SIZE))
    blocks += members(across_below & across_below >> SIZE)
    paired = across | across << 1 | down | down << SIZE
    paired_below = across_below | across_below << 1 | down_below | down_below << SIZE | down >> SPLIT - SIZE
    single = members(upper & ~paired) + members(lower & ~paired_below)
    squares = members(upper) + members(lower)
    # Pieces less holes are squares less pairs and blocks more: so Euler counted corners, edges and faces.
    return (
        edge * (4 * squares - 2 * pairs)
        + pieces * (squares - pairs + blocks)
        + lost * single
        + area * squares
    )
