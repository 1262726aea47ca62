"""What is kept of games: a row for each, and if wished one for each event."""

from dataclasses import dataclass

import numpy as np

from chancebox.engine.rules.contract import MOST_SEATS
from chancebox.engine.rules.records import Memory
from chancebox.engine.rules.winners import WHOLE, share_win
from chancebox.lab.findings import LONGEST, Tally, counts


@dataclass(frozen=True)
class Results:
    """Consecutive games, from number `first` on."""

    first: int
    lengths: Memory
    """Events of each game."""
    endings: Memory
    standings: Memory
    """By game and seat: more is better, below 0 cannot win."""
    seats: Memory | None = None
    """Of all events, one game after the other: who did it."""
    actions: Memory | None = None
    texts: list[str] | None = None
    """What they did, in notation."""

    def __len__(self) -> int:
        return len(self.lengths)

    @property
    def shares(self) -> Memory:
        """The share of the win by game and seat; without a winner nobody has one."""
        return shares_of(self.standings)

    @property
    def tally(self) -> Tally:
        """Count them."""
        return count(self.lengths, self.endings, self.shares)


def shares_of(standings: Memory) -> Memory:
    """Divide each win, by game and seat."""
    shares = np.zeros(standings.shape[::-1], np.int64)
    share_win(standings.T, len(shares), shares)
    return shares.T / WHOLE


def count(lengths: Memory, endings: Memory, shares: Memory) -> Tally:
    """Count games as the kernel of simulations does."""
    wins = counts(MOST_SEATS * MOST_SEATS).reshape(MOST_SEATS, MOST_SEATS)
    for seat, column in enumerate(shares.T):
        sharing = np.rint(1 / column[column > 0]).astype(np.int64) - 1
        wins[seat] = np.bincount(sharing, minlength=MOST_SEATS)
    long = np.asarray(lengths, np.int64)
    return Tally(
        wins=wins.reshape(-1),
        endings=np.bincount(endings, minlength=16),
        lengths=np.bincount(np.minimum(long, LONGEST - 1), minlength=LONGEST),
        sums=np.array([long.sum(), (long * long).sum()]),
    )


def join(parts: list[Results]) -> Results:
    """Put consecutive games together."""
    if len(parts) == 1:
        return parts[0]
    has_events = parts[0].seats is not None
    has_texts = parts[0].texts is not None
    return Results(
        parts[0].first,
        np.concatenate([part.lengths for part in parts]),
        np.concatenate([part.endings for part in parts]),
        np.concatenate([part.standings for part in parts]),
        np.concatenate([part.seats for part in parts if part.seats is not None]) if has_events else None,
        np.concatenate([part.actions for part in parts if part.actions is not None]) if has_events else None,
        [text for part in parts for text in part.texts or ()] if has_texts else None,
    )
