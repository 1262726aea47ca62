"""What simulations find: counts that add up in any order, and the numbers made from them."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from chancebox.engine.rules.contract import MOST_SEATS
from chancebox.engine.rules.records import Memory

LONGEST = 1 << 16
"""Games with more events than this are counted as this long in the table of lengths."""
Z95 = 1.959964


def counts(n: int) -> Memory:
    """Make a row of zeros."""
    return np.zeros(n, np.int64)


@dataclass
class Tally:
    """How games went, as counts that can be added up in any order."""

    wins: Memory = field(default_factory=lambda: counts(MOST_SEATS * MOST_SEATS))
    endings: Memory = field(default_factory=lambda: counts(16))
    lengths: Memory = field(default_factory=lambda: counts(LONGEST))
    sums: Memory = field(default_factory=lambda: counts(2))

    def add(self, other: "Tally") -> None:
        """Add another tally."""
        self.wins += other.wins
        self.endings += other.endings
        self.lengths += other.lengths
        self.sums += other.sums


@dataclass(frozen=True)
class ShareFound:
    """An estimate with its 95 % interval."""

    share: float
    low: float
    high: float


@dataclass(frozen=True)
class Estimate:
    """A number with its 95 % error."""

    value: float
    error: float


@dataclass(frozen=True)
class Findings:
    """What a simulation found."""

    game: str
    seats: int
    games: int
    seed: int
    workers: int
    box: str
    options: Mapping[str, str]
    seconds: float
    tally: Tally
    endings: tuple[str, ...]
    """What the numbers of the endings mean, untranslated."""
    bots: tuple[str, ...] = ()
    """Who played, by seat."""
    before: int = 0
    """Games that were played earlier, and not in these seconds."""

    @property
    def events(self) -> int:
        """Events of all games together."""
        return int(self.tally.sums[0])

    @property
    def games_per_s(self) -> float:
        """How fast games were played."""
        return (self.games - self.before) / self.seconds

    @property
    def wins(self) -> list[float]:
        """Games won per seat; a win shared by k seats counts 1/k for each."""
        table = self.tally.wins.reshape(MOST_SEATS, MOST_SEATS)
        return [sum(int(n) / (k + 1) for k, n in enumerate(row)) for row in table[: self.seats]]

    @property
    def win_shares(self) -> list[ShareFound]:
        """The share of wins per seat."""
        table = self.tally.wins.reshape(MOST_SEATS, MOST_SEATS)
        shares = []
        for won, row in zip(self.wins, table, strict=False):
            squares = sum(int(n) / (k + 1) ** 2 for k, n in enumerate(row))
            shares.append(interval(won, squares, self.games))
        return shares

    @property
    def length(self) -> dict[str, float]:
        """Events per game: mean and its error, shortest, median, longest."""
        n = self.games
        mean = self.events / n
        spread = math.sqrt(max(0.0, int(self.tally.sums[1]) / n - mean * mean))
        seen = np.flatnonzero(self.tally.lengths)
        median = int(np.searchsorted(np.cumsum(self.tally.lengths), (n + 1) // 2))
        return {
            "mean": mean,
            "error": Z95 * spread / math.sqrt(n),
            "shortest": int(seen[0]),
            "median": median,
            "longest": int(seen[-1]),
        }

    @property
    def ended(self) -> dict[str, int]:
        """How often games ended in which way."""
        return {why: int(n) for why, n in zip(self.endings, self.tally.endings, strict=False) if why}

    def as_json(self) -> dict[str, Any]:
        """Return everything as plain data."""
        return {
            "game": self.game,
            "seats": self.seats,
            "games": self.games,
            "seed": self.seed,
            "box": self.box,
            "options": dict(self.options),
            "bots": list(self.bots),
            "workers": self.workers,
            "events": self.events,
            "seconds": round(self.seconds, 6),
            "games_per_s": round(self.games_per_s, 1),
            "events_per_s": round(self.games_per_s * self.events / self.games, 1),
            "wins": self.wins,
            "win_shares": [vars(share) for share in self.win_shares],
            "length": self.length,
            "ended": self.ended,
        }


def interval(total: float, squares: float, n: int) -> ShareFound:
    """Wilson's interval, with the variance of shared wins in the place of p(1 - p)."""
    p = total / n
    variance = max(0.0, squares / n - p * p)
    shrink = Z95 * Z95 / n
    centre = (p + shrink / 2) / (1 + shrink)
    half = Z95 * math.sqrt(variance / n + shrink / (4 * n)) / (1 + shrink)
    return ShareFound(p, max(0.0, centre - half), min(1.0, centre + half))
