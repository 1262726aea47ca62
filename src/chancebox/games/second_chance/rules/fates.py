"""
Second Chance: how it may end for a grid, and who wins by that (see `engine.traits`).

A fate is a round and a number of empty squares: the round of the elimination, that in which the grid was
full, or LATEST for who was never out. The 1 is left away: who writes it follows from all fates. The ids in
the comments are those of rules.md.
"""

from chancebox.engine.rules.records import Row
from chancebox.engine.rules.traits import CERTAIN, OPEN
from chancebox.games.second_chance.rules.records import (
    ONE,
    SOLO_GAMES,
    SOLO_LIMIT,
    SQUARES,
    Box,
    Grid,
    Position,
    grid_of,
    solo_total,
)

SOONEST, LATEST = 12, 20  # rounds; nobody who tries is out before
MOST_EMPTY = 11  # so many are as bad as more
EACH = MOST_EMPTY + 1
FATES = EACH * (LATEST - SOONEST + 1)
PER_SQUARE = CERTAIN >> 12  # what an empty square less counts for beside the win

# How likely it is for a strong player alone to end a game with so many empty squares, in parts of 1,000.
USUAL = (145, 205, 215, 160, 100, 75, 50, 27, 15, 8)


def fate(last: int, empty: int) -> int:
    return EACH * (max(SOONEST, min(last, LATEST)) - SOONEST) + min(empty, MOST_EMPTY)


def last_round(fate: int) -> int:
    return SOONEST + fate // EACH


def empty_squares(fate: int) -> int:
    return fate % EACH


def fate_of(box: Box, s: Position, seat: int) -> int:
    grid = s.grids[grid_of(s, seat)]
    if grid.out:
        return fate(grid.out, grid.empty + has_written(grid))
    if grid.empty == 0:
        return fate(s.round, 0)
    if s.pending == 0 or s.deck < 2:
        return fate(LATEST, grid.empty)
    return OPEN


def has_written(grid: Grid) -> bool:
    """Return whether the 1 stands in a grid."""
    for square in range(SQUARES):
        if grid.drawn[square] == ONE:
            return True
    return False


def fate_ahead(box: Box, s: Position, seat: int) -> int:
    """Out in the next round, if there are cards for a second chance in it."""
    return fate(s.round + 1 if s.deck > 2 else LATEST, s.grids[grid_of(s, seat)].empty)


def reached(box: Box, fate: int) -> int:
    """The fewer squares are empty the better."""
    return CERTAIN // MOST_EMPTY * (MOST_EMPTY - empty_squares(fate))


def win_by(box: Box, s: Position, seat: int, fates: Row) -> int:
    tidy = PER_SQUARE * (MOST_EMPTY - empty_squares(fates[seat]))
    if s.seats == 1:
        return tidy + succeed(s, empty_squares(fates[seat]))
    first = LATEST  # the round in which somebody was out first
    full = LATEST + 1  # the round in which a grid was full first
    for other in range(s.seats):
        if empty_squares(fates[other]):
            first = min(first, last_round(fates[other]))
        else:
            full = min(full, last_round(fates[other]))
    best = 0
    winners = 0
    own = 0
    for other in range(s.seats):
        rank = rank_of(fates[other], first, full)
        winners = 1 if rank > best else winners + (rank == best)
        best = max(best, rank)
        if other == seat:
            own = rank
    return tidy + (CERTAIN // winners if own == best else 0)


def rank_of(fate: int, first: int, full: int) -> int:
    """Rank a fate, if somebody was out first in that round, and a grid full in this one: more is better."""
    last = last_round(fate)
    empty = empty_squares(fate)
    writes = last == first and first < min(full, LATEST) and empty > 0  # SC-23, SC-R04
    if writes and empty == 1:
        return SQUARES + 2  # SC-R05: before anybody else could fill a grid
    if empty == 0:
        return SQUARES + (last == full)  # SC-33
    return SQUARES - 2 * empty + 3 * writes  # SC-32: a square less, and ties are broken


def succeed(s: Position, empty: int) -> int:
    """Return how likely a series is met if so many squares stay empty in the present game (SC-40)."""
    room = SOLO_LIMIT - 1 - empty - solo_total(s) + s.grids[s.game].empty
    return likely_below(SOLO_GAMES - 1 - s.game, room)


def likely_below(games: int, room: int) -> int:
    """Return how likely it is that so many games to come leave no more squares empty than there is room."""
    if room < 0:
        return 0
    if games == 0:
        return CERTAIN
    likely = 0
    for empty in range(len(USUAL)):
        if games == 1:
            likely += CERTAIN * USUAL[empty] // 1000 if empty <= room else 0
        else:
            for other in range(len(USUAL)):
                if empty + other <= room:
                    likely += CERTAIN * USUAL[empty] // 1000 * USUAL[other] // 1000
    return likely
