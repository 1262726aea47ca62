"""
Luck against skill: what of a result is due to who sits there, what to the deal, what to neither.

Every other seat is one bot's, and the same deals are played again with the bots in each other's seats. The
result of a side then varies with the player (how far the two means lie apart), with the deal (how far
results go together although the players were changed), and beyond both: decisions turn the luck that
follows.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from chancebox.engine.rules.records import Memory
from chancebox.lab.findings import Z95, Estimate, ShareFound
from chancebox.lab.scores import even_out, mean_share

RESAMPLES = 200


@dataclass(frozen=True)
class Contest:
    """Two bots in each other's seats."""

    bots: tuple[str, ...]
    deals: int
    share: ShareFound
    """Of the wins that the first bot had against the second; 0.5 is even."""
    skill: Estimate
    """Parts of the variance of a result, adding up to 1: by who plays …"""
    deal: Estimate
    """… by the deal, whoever plays it …"""
    rest: Estimate
    """… and by what neither of them explains."""


def split(bots: Sequence[str], shares: Memory) -> Contest:
    """
    Split the variance of the results of the first, third … seat together.

    `shares` are those by deal, lineup and seat: in the first of two lineups these seats are the first
    bot's and the others the second's, in the second lineup it is the other way round.
    """
    side = even_out(shares)[:, :, ::2].sum(axis=2)
    n = len(side)
    again = np.random.default_rng(n).integers(0, n, (RESAMPLES, n))
    errors = Z95 * np.array([_parts(side[some]) for some in again]).std(axis=0, ddof=1)
    errors = np.maximum(errors, 3 / n)  # what never happened in n deals may happen in 3 of n
    skill, deal, rest = map(Estimate, _parts(side), errors.tolist())
    won = (side[:, 0] + 1 - side[:, 1]) / 2
    return Contest(tuple(bots), n, mean_share(won.tolist()), skill, deal, rest)


def _parts(side: Memory) -> tuple[float, float, float]:
    """Return the parts of player, deal and rest."""
    means = side.mean(axis=0)
    total = float(((side - means.mean()) ** 2).mean())
    if total == 0:
        return 0.0, 0.0, 1.0
    by_luck = float((side[:, 0] - side[:, 1]).var()) / len(side)  # so far apart are equal ones too
    skill = max(0.0, float((means[0] - means[1]) ** 2) - by_luck) / 4 / total
    deal = max(0.0, float((side - means).prod(axis=1).mean())) / total
    return skill, deal, 1 - skill - deal
