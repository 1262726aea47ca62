"""
Second Chance by rule of thumb: keep what is empty in one piece with a short edge.

Every placement is judged by the squares that it leaves empty: how long their edge is, and how many
of them have no empty neighbour and so are nearly lost.
"""

from chancebox.engine.rules.records import Row
from chancebox.games.second_chance.rules import choices
from chancebox.games.second_chance.rules.board import SPLIT, draw_on, judge
from chancebox.games.second_chance.rules.drawing import WINDOW, join
from chancebox.games.second_chance.rules.expert import decide_well, rate_well
from chancebox.games.second_chance.rules.records import SIZE, Box, Position, grid_of

__all__ = ["NOTES", "decide", "decide_well", "rate", "rate_well"]

NOTES = 1
# A larger area has a longer edge and is none the worse for that: each of its squares makes up for some.
EDGE, PIECES, LOST, AREA = 2, 0, 3, -1


def decide(box: Box, s: Position, seat: int, notes: Row, buffer: Row, stream: Row) -> int:
    n = choices(box, s, seat, buffer)
    grid = s.grids[grid_of(s, seat)]
    upper = join(grid, 0, WINDOW)
    lower = join(grid, WINDOW, SIZE)
    best = 0
    least = badness(box, s, seat, buffer[0], upper, lower)
    for i in range(1, n):
        bad = badness(box, s, seat, buffer[i], upper, lower)
        if bad < least:
            least = bad
            best = i
    return buffer[best]


def rate(box: Box, s: Position, seat: int, action: int, notes: Row) -> int:
    grid = s.grids[grid_of(s, seat)]
    return -badness(box, s, seat, action, join(grid, 0, WINDOW), join(grid, WINDOW, SIZE))


def badness(box: Box, s: Position, seat: int, action: int, upper: int, lower: int) -> int:
    """Judge what an action leaves of a board."""
    upper = draw_on(box, s, seat, action, upper, 0)
    lower = draw_on(box, s, seat, action, lower, SPLIT)
    return judge(upper, lower, EDGE, PIECES, LOST, AREA)
