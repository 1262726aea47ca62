"""
Second Chance: what makes it easier to think about.

The three games of somebody alone have nothing to do with each other but their sum. So the master thinks
about the present one as if it were the last: games are played out in a third of the time, and the luck
of games to come blurs nothing.
"""

from chancebox.engine.rules.records import Memory
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
