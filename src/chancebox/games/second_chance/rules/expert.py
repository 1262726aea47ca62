"""
Second Chance by somebody who knows it well: keep what is empty in few pieces, with room for what may come.

Placements are judged at first by what they leave empty: how long its edge is, in how many pieces it lies, and
squares that are nearly lost. Of the best few is taken the one after which most cards of the deck fit,
as soon as there are some that may not.
"""

from chancebox.engine.rules.records import Row
from chancebox.games.second_chance.rules import choices
from chancebox.games.second_chance.rules.actions import WRITE_ONE
from chancebox.games.second_chance.rules.board import SPLIT, draw_on, judge
from chancebox.games.second_chance.rules.drawing import WINDOW, fits_in, join
from chancebox.games.second_chance.rules.records import CARDS, SIZE, SQUARES, Box, Position, grid_of

# Found by playing many thousand series alone.
EDGE, PIECES, LOST, AREA = 59, 74, 98, -2
ROOM = 1280  # what it is worth that every card fits
NARROW = 35  # with more empty squares all cards fit, nearly always
FEW = 8  # placements whose room is compared

ACTIONS = WRITE_ONE + SQUARES


def decide_well(box: Box, s: Position, seat: int, notes: Row, buffer: Row, stream: Row) -> int:
    n = choices(box, s, seat, buffer)
    grid = s.grids[grid_of(s, seat)]
    upper = join(grid, 0, WINDOW)
    lower = join(grid, WINDOW, SIZE)
    for i in range(n):
        above = draw_on(box, s, seat, buffer[i], upper, 0)
        below = draw_on(box, s, seat, buffer[i], lower, SPLIT)
        buffer[i] += ACTIONS * judge(above, below, EDGE, PIECES, LOST, AREA)
    if grid.empty > NARROW or s.deck == 0:
        return least(buffer, 0, n) % ACTIONS
    best = least(buffer, 0, n)
    top = 0
    for i in range(min(n, FEW)):
        judged = least(buffer, i, n)
        above = draw_on(box, s, seat, judged % ACTIONS, upper, 0)
        below = draw_on(box, s, seat, judged % ACTIONS, lower, SPLIT)
        bad = judged // ACTIONS - ROOM * count_fitting(box, s, above, below) // s.deck
        if i == 0 or bad < top:
            top = bad
            best = judged
    return best % ACTIONS


def rate_well(box: Box, s: Position, seat: int, action: int, notes: Row) -> int:
    grid = s.grids[grid_of(s, seat)]
    upper = draw_on(box, s, seat, action, join(grid, 0, WINDOW), 0)
    lower = draw_on(box, s, seat, action, join(grid, WINDOW, SIZE), SPLIT)
    return -judge(upper, lower, EDGE, PIECES, LOST, AREA)


def least(row: Row, first: int, n: int) -> int:
    """Bring the least number of a row, from the first one on, to its front."""
    at = first
    for i in range(first + 1, n):
        if row[i] < row[at]:
            at = i
    found = row[at]
    row[at] = row[first]
    row[first] = found
    return found


def count_fitting(box: Box, s: Position, upper: int, lower: int) -> int:
    """Count the cards of the deck that could be drawn."""
    found = 0
    for shape in range(1, CARDS + 1):
        if s.left[shape] and fits_in(box.shapes[shape], upper, lower):
            found += s.left[shape]
    return found
