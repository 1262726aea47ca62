"""
Second Chance: what makes it easier to think about.

The three games of somebody alone have nothing to do with each other but their sum. So the master thinks
about the present one as if it were the last: games are played out in a third of the time, and the luck
of games to come blurs nothing.

Nor has one grid to do with another, but for who has fewer empty squares in the end, and for cards that are
second chances of others. So the grandmaster thinks about its own grid, as if it were alone.
"""

from chancebox.engine.records import Memory
from chancebox.games.second_chance.rules.records import SOLO_GAMES, SOLO_LIMIT

PAR = (SOLO_LIMIT - 1) // SOLO_GAMES
"""Empty squares that each of the games to come may have."""


def focus(position: Memory) -> None:
    """Make the present game the last one of a series, as if those to come had ended with a par."""
    s = position[0]
    if s["seats"] > 1:
        return
    now, last = int(s["game"]), SOLO_GAMES - 1
    present = s["grids"][now].copy()
    s["grids"]["empty"][now:last] = PAR
    s["grids"][last] = present
    s["game"] = last


def sit_alone(position: Memory, seat: int) -> int:
    """Make a position that of somebody alone who has the grid of this seat; return that one's seat."""
    s = position[0]
    if s["seats"] > 1:
        own, asked = s["grids"][seat].copy(), s["pending"] >> seat & 1
        s["grids"] = 0
        s["grids"][0] = own
        s["seats"], s["game"], s["waiting"] = 1, 0, 0
        s["pending"] = s["asked"] = asked
    focus(position)
    return 0
