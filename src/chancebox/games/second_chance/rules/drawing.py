"""
Second Chance: drawing shapes in a grid; the compiled half of the geometry.

A grid is nine rows of nine bits. To find where a shape fits, up to seven rows are joined into one
number of 63 bits: shifted once for each square of the shape and joined by AND, it has a bit for
each place where all squares are empty.
"""

from chancebox.engine.rules.bits import lowest, members, nth
from chancebox.engine.rules.records import Row
from chancebox.engine.rules.streams import below
from chancebox.games.second_chance.rules.records import (
    CENTRE,
    EMPTY,
    MOST_SQUARES,
    SIZE,
    SQUARES,
    Grid,
    Shape,
)

FULL_ROW = (1 << SIZE) - 1
WINDOW = 7  # rows that 63 bits hold, and the longest side a shape may have
ALL_BITS = (1 << SIZE * WINDOW) - 1
EACH_ROW = 0x40201008040201  # the first square of every row of a window


def clear(grid: Grid) -> None:
    for row in range(SIZE):
        grid.free[row] = FULL_ROW
    grid.empty = SQUARES


# Where shapes fit


def join(grid: Grid, top: int, bottom: int) -> int:
    """Join the empty squares of some rows to one number, the upper rows in the lower bits."""
    bits = 0
    for row in range(top, bottom):
        bits |= grid.free[row] << SIZE * (row - top)
    return bits


def window(upper: int, lower: int, top: int) -> int:
    """Look at the seven rows from `top` on: `upper` holds rows 0 to 6, `lower` rows 7 and 8."""
    return (upper >> SIZE * top | lower << SIZE * (WINDOW - top)) & ALL_BITS


def places(shape: Shape, way: int, bits: int) -> int:
    """Return where in a window the frame of a shape can lie, by its top left square, one bit each."""
    turned = shape.way[way]
    # A frame does not reach over the right edge; one that reaches below the window finds no bits.
    found = EACH_ROW * ((1 << (SIZE + 1 - turned.width)) - 1)
    for i in range(MOST_SQUARES):  # always as many: the processor does them all at once
        found &= bits >> turned.steps[i]
    return found


def fits(shape: Shape, grid: Grid) -> bool:
    """Return whether a shape can be drawn anywhere, in any way (SC-R11)."""
    return fits_in(shape, join(grid, 0, WINDOW), join(grid, WINDOW, SIZE))


def fits_in(shape: Shape, upper: int, lower: int) -> bool:
    """Return the same of a grid whose rows are joined."""
    for way in range(shape.ways):
        height = shape.way[way].height
        top = 0
        while top + height <= SIZE:
            if places(shape, way, window(upper, lower, top)):
                return True
            top += WINDOW + 1 - height
    return False


def list_placements(shape: Shape, grid: Grid, base: int, out: Row, n: int) -> int:
    """List the ways and squares in which a shape fits (SC-12 to SC-14), after n others."""
    upper = join(grid, 0, WINDOW)
    lower = join(grid, WINDOW, SIZE)
    for way in range(shape.ways):
        height = shape.way[way].height
        code = base + way * SQUARES + shape.way[way].first
        top = 0
        while top + height <= SIZE:
            found = places(shape, way, window(upper, lower, top))
            while found:
                out[n] = code + top * SIZE + lowest(found)
                n += 1
                found &= found - 1
            top += WINDOW + 1 - height
    return n


def list_windows(shape: Shape, grid: Grid, base: int, out: Row, n: int) -> int:
    """List the same by windows, after n numbers: the places in one, and the action of its first square."""
    upper = join(grid, 0, WINDOW)
    lower = join(grid, WINDOW, SIZE)
    for way in range(shape.ways):
        height = shape.way[way].height
        code = base + way * SQUARES + shape.way[way].first
        top = 0
        while top + height <= SIZE:
            out[n] = places(shape, way, window(upper, lower, top))
            out[n + 1] = code + top * SIZE
            n += 2
            top += WINDOW + 1 - height
    return n


def pick_placement(listed: Row, n: int, stream: Row) -> int:
    """Take one of the placements that these windows hold, all equally likely."""
    placements = 0
    for i in range(0, n, 2):
        placements += members(listed[i])
    left = below(stream, placements)
    i = 0
    while left >= members(listed[i]):
        left -= members(listed[i])
        i += 2
    return listed[i + 1] + nth(listed[i], left)


def list_over_centre(shape: Shape, base: int, out: Row) -> int:
    """List the ways and squares in which a start shape covers the centre of an empty grid."""
    middle = SIZE // 2
    n = 0
    for way in range(shape.ways):
        turned = shape.way[way]
        # The later its square that lies on the centre, the earlier the square that names it.
        for i in range(shape.squares - 1, -1, -1):
            top = middle - turned.steps[i] // SIZE
            left = middle - turned.steps[i] % SIZE
            if is_inside(shape, way, top, left):
                out[n] = base + way * SQUARES + top * SIZE + left + turned.first
                n += 1
    return n


def is_inside(shape: Shape, way: int, top: int, left: int) -> bool:
    """Return whether the frame of a shape lies in the grid (SC-14, SC-R01)."""
    turned = shape.way[way]
    return top >= 0 and left >= 0 and top + turned.height <= SIZE and left + turned.width <= SIZE


def is_free(shape: Shape, way: int, grid: Grid, square: int) -> bool:
    """Return whether a shape drawn at this square lies inside the grid and on empty squares alone."""
    turned = shape.way[way]
    if not is_inside(shape, way, square // SIZE, square % SIZE - turned.first):
        return False
    for i in range(shape.squares):
        if grid.drawn[square - turned.first + turned.steps[i]] != EMPTY:
            return False
    return True


def covers_centre(shape: Shape, way: int, square: int) -> bool:
    for i in range(shape.squares):
        if square - shape.way[way].first + shape.way[way].steps[i] == CENTRE:
            return True
    return False


# What is drawn and rubbed out


def draw_shape(shape: Shape, way: int, grid: Grid, square: int, ink: int) -> None:
    turned = shape.way[way]
    for i in range(shape.squares):
        fill(grid, square - turned.first + turned.steps[i], ink)


def fill(grid: Grid, square: int, ink: int) -> None:
    grid.drawn[square] = ink
    grid.free[square // SIZE] ^= 1 << square % SIZE
    grid.empty -= 1


def rub_out(grid: Grid, ink: int) -> None:
    """Empty every square with this ink again."""
    for square in range(SQUARES):
        if grid.drawn[square] == ink:
            grid.drawn[square] = EMPTY
            grid.free[square // SIZE] ^= 1 << square % SIZE
            grid.empty += 1
