"""What meetings of bots show: shares of wins, Elo, and a test that knows when enough was played."""

import math
import random
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from chancebox.engine.rules.records import Memory
from chancebox.lab.findings import Z95, ShareFound

Game = tuple[Sequence[int], Sequence[float]]
"""Which bot sat where, and the share of the win by seat."""
RESAMPLES = 100
ELO_LIMIT = 800.0
"""Who never loses has no Elo; differences are told up to here."""


@dataclass(frozen=True)
class ScoreFound:
    """Games by deal, and what they say about each bot."""

    bots: int
    deals: list[list[Game]]

    def by_deal(self, bot: int) -> list[float]:
        """
        Return deal by deal the share of wins of a bot, as if it had met another in equal number.

        With two bots this is what one has won, and 0.5 is even. With more the even share of a bot is
        one among so many, and is brought to 0.5 as well.
        """
        return [_even(self.raw(bot, deal), self.bots) for deal in self.deals]

    def raw(self, bot: int, deal: list[Game]) -> float:
        """Return the share of the wins of a deal that a bot's seats have."""
        total = 0.0
        for lineup, shares in deal:
            evened = even_out(np.array(shares)).tolist()
            total += sum(share for who, share in zip(lineup, evened, strict=True) if who == bot)
        return total / len(deal)

    def shares(self) -> list[ShareFound]:
        """Return each bot's share of all wins with its 95 % interval; even is one divided by the bots."""
        return [mean_share([self.raw(bot, deal) for deal in self.deals]) for bot in range(self.bots)]

    def elo(self) -> list[tuple[float, float]]:
        """Rate the bots, the last one as 0, with 95 % errors from drawing the deals anew."""
        rated = self._rate(self.deals)
        if len(self.deals) < 2:
            return [(one, math.inf) for one in rated]
        rng = random.Random(len(self.deals))
        again = [self._rate(rng.choices(self.deals, k=len(self.deals))) for _ in range(RESAMPLES)]
        errors = [Z95 * statistics.stdev(column) for column in zip(*again, strict=True)]
        return list(zip(rated, errors, strict=True))

    def _rate(self, deals: list[list[Game]]) -> list[float]:
        """Find strengths that explain who won against whom (Bradley and Terry), as Elo."""
        wins = [[0.5 * (a != b) for b in range(self.bots)] for a in range(self.bots)]
        for deal in deals:
            for lineup, shares in deal:
                _count_pairs(wins, lineup, shares)
        strength = [1.0] * self.bots
        for _step in range(200):
            for a in range(self.bots):
                won = sum(wins[a])
                met = sum(
                    (wins[a][b] + wins[b][a]) / (strength[a] + strength[b])
                    for b in range(self.bots)
                    if b != a
                )
                strength[a] = won / met
        last = strength[-1]
        rated = [400 * math.log10(one / last) for one in strength]
        return [max(-ELO_LIMIT, min(ELO_LIMIT, one)) for one in rated]


def _count_pairs(wins: list[list[float]], lineup: Sequence[int], shares: Sequence[float]) -> None:
    """A seat that has won has beaten every other bot's seat that has not."""
    for a, won in zip(lineup, shares, strict=True):
        for b, lost in zip(lineup, shares, strict=True):
            if a != b and won > lost:
                wins[a][b] += 1


def even_out(shares: Memory) -> Memory:
    """Call games even that nobody has won: who compares players learns nothing from them."""
    nobody = shares.sum(axis=-1, keepdims=True) == 0
    evened: Memory = np.where(nobody, 1 / shares.shape[-1], shares)
    return evened


def _even(share: float, bots: int) -> float:
    even = 1 / bots
    return 0.5 * share / even if share <= even else 1 - 0.5 * (1 - share) / (1 - even)


def mean_share(values: list[float]) -> ShareFound:
    """A mean of independent values with its 95 % interval, kept between 0 and 1."""
    n = len(values)
    mean = sum(values) / max(1, n)
    # As if one more deal had gone each way: few deals that all went one way prove little.
    spread = sum((value - mean) ** 2 for value in values) + mean**2 + (1 - mean) ** 2
    half = Z95 * math.sqrt(spread / (n + 1)) / math.sqrt(max(1, n))
    return ShareFound(mean, max(0.0, mean - half), min(1.0, mean + half))


@dataclass(frozen=True)
class Sprt:
    """A sequential probability ratio test: is the first bot's share nearer to `worse` or to `better`?"""

    worse: float = 0.5
    better: float = 0.58
    risk: float = 0.05
    """How often each of the two answers may be wrong."""
    fewest: int = 20
    """Deals before anything is said: the spread must be known first."""

    def ratio(self, shares: Sequence[float]) -> float:
        """Return the logarithm of the likelihood ratio, by the normal approximation over deals."""
        n = len(shares)
        if n < self.fewest:
            return 0.0
        spread = max(statistics.pvariance(shares), 0.25 / n)
        mean = statistics.fmean(shares)
        return n * (self.better - self.worse) * (mean - (self.better + self.worse) / 2) / spread

    @property
    def bound(self) -> float:
        """Where the test decides."""
        return math.log((1 - self.risk) / self.risk)

    def verdict(self, shares: Sequence[float]) -> str:
        """Say `better`, `worse` or nothing yet."""
        ratio = self.ratio(shares)
        return "better" if ratio >= self.bound else "worse" if ratio <= -self.bound else ""

    def as_json(self, shares: Sequence[float]) -> dict[str, Any]:
        """Return the test as plain data."""
        return {
            **vars(self),
            "ratio": self.ratio(shares),
            "bound": self.bound,
            "verdict": self.verdict(shares),
        }
