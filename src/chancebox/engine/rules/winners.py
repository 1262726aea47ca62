"""
Who wins: the one place where a standing becomes shares of a win, and places.

A standing has a rank for each seat: more is better, equal ranks share, and whoever is below 0 cannot
win. If nobody can, nobody has won: nobody gets a share, and nobody is first. (Those who compare players
may call such a game even; see `lab.scores.even_out`.)

Written under the limits of rules, so that kernels of every build import it. There is no branch in it:
ranks may also be columns, the ranks of many games at once.
"""

from typing import Any

WHOLE = 840
"""A whole win: it can be shared by 2 to 8 seats without a remainder."""


def share_win(ranks: Any, seats: int, shares: Any) -> Any:
    """Divide a whole win among the best seats; return how many these are, 0 if nobody has won."""
    best = 0
    for seat in range(seats):
        best = best + (ranks[seat] - best) * (ranks[seat] > best)
    winners = 0
    for seat in range(seats):
        winners = winners + (ranks[seat] == best)
    share = WHOLE // (winners + (winners == 0))
    for seat in range(seats):
        shares[seat] = (ranks[seat] == best) * share
    return winners


def place_seats(ranks: Any, seats: int, places: Any) -> None:
    """Write the place of each seat: one more than the number of seats ahead; who cannot win is not first."""
    best = -1
    for seat in range(seats):
        best = best + (ranks[seat] - best) * (ranks[seat] > best)
    for seat in range(seats):
        place = 1 + (best < 0)
        for other in range(seats):
            place = place + (ranks[other] > ranks[seat])
        places[seat] = place
