"""
What every position of a game was worth to every seat: its share of winning, if all play on by the rule
of thumb.

The position is taken as it was, with everything that was hidden. Positions are valued from the last to the
first, so that playouts which go the way that was gone take over what was found there (see `kernels`).
Near the end values are exact.
"""

from collections.abc import Iterator

import numpy as np

from chancebox.bots.thinking.compiled import compiled_kernels
from chancebox.engine.builds.builds import Report, silent
from chancebox.engine.match.chance import THINKING, stream_key
from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import CHANCE, MOST_SEATS
from chancebox.engine.rules.records import Memory
from chancebox.engine.rules.winners import WHOLE
from chancebox.reviews import kernels
from chancebox.reviews.exact import Solver

UNIT = WHOLE << 32
"""A whole win as kernels count it here: exact values find room beside the shares of single games."""
UNSOLVED = 4
"""Positions in a row that could not be solved, after which those before them are not tried."""


class Values:
    """
    Estimates for all positions of a match, made finer batch by batch.

    Playout i is the same luck everywhere, so that of every sum and difference of values the
    error is known, from how it varies between playouts.
    """

    def __init__(self, match: Match, seed: int = 0, report: Report = silent) -> None:
        self.match = match
        self.played = 0
        """Games that were played to their end."""
        self._thumb = compiled_kernels(match.game, match.box, report)
        self._kernel = match.game.compiled(report=report).kernels(kernels)
        self._keys = np.array([stream_key(seed, THINKING + 7 + i) for i in range(3)], np.int64).ravel()
        self._positions = [match.fork(n).position() for n in range(len(match.events) + 1)]
        seats = [event.seat for event in match.events]
        self._dealt = np.cumsum([0] + [seat == CHANCE for seat in seats]).tolist()
        self._solver = Solver(match.game, match.box, self._thumb)
        self.exact = self._solve()
        self._batches: list[Memory] = []
        self._taken = np.zeros(len(seats), np.int64)
        """Playouts by event that went the way that was gone."""
        self.playouts = 0
        self._spread: tuple[Memory, Memory] | None = None
        self._changes: tuple[Memory, Memory] | None = None

    def _solve(self) -> list[Memory | None]:
        """Solve what can be, from the end."""
        solved: list[Memory | None] = []
        missed = 0
        for position in reversed(self._positions):
            value = self._solver.shares(position) if missed < UNSOLVED else None
            missed = 0 if value is not None else missed + 1
            solved.append(value)
        return solved[::-1]

    def add(self, playouts: int) -> Iterator[float]:
        """Play on from all positions so many times more; yield how much of that is done."""
        events = self.match.events
        found = np.zeros((len(events) + 1, playouts * MOST_SEATS), np.int64)
        for n in reversed(range(len(events) + 1)):
            exact = self.exact[n]
            if exact is not None:
                found[n] = np.tile(self._counted(exact), playouts)
                if n < len(events):
                    self._taken[n] += playouts
                continue
            self._play_from(n, playouts, found)
            yield (len(events) - n) / len(events)
        shares = found.reshape(len(events) + 1, playouts, MOST_SEATS)[:, :, : self.match.seats]
        self._batches.append(shares.transpose(1, 0, 2) / UNIT)
        self.playouts += playouts
        self._spread = self._changes = None

    def _play_from(self, n: int, playouts: int, found: Memory) -> None:
        position = self._positions[n]
        states = np.concatenate([position] * 3)
        seat, action = self.match.events[n]
        dealt = self._dealt[n]
        played = self._kernel.play_from(
            self.match.box.memory,
            states,
            seat,
            np.array([kernels.REFERENCE], np.int64),
            action,
            0,
            dealt,
            n - dealt,
            self.playouts,
            playouts,
            self._keys,
            self._thumb.notes,
            self._thumb.buffer,
            found[n + 1],
            found[n],
        )
        self._taken[n] += playouts - played
        self.played += played

    @staticmethod
    def _counted(value: Memory) -> Memory:
        counted = np.zeros(MOST_SEATS, np.int64)
        counted[: len(value)] = np.rint(value * UNIT)
        return counted

    def games(self) -> Memory:
        """Return what every playout found: by playout, position and seat."""
        if len(self._batches) > 1:
            self._batches = [np.concatenate(self._batches)]
        return self._batches[0]

    def spread(self) -> tuple[Memory, Memory]:
        """Return the values by position and seat, and their standard errors."""
        if self._spread is not None:
            return self._spread
        games = self.games()
        values, errors = games.mean(axis=0), games.std(axis=0)
        errors = np.sqrt((errors**2 + self._doubt()) / self.playouts)
        for n, exact in enumerate(self.exact):
            if exact is not None:
                values[n], errors[n] = exact, 0.0
        self._spread = values, errors
        return self._spread

    def changes(self) -> tuple[Memory, Memory]:
        """Return the change of the values by event and seat, and its standard errors."""
        if self._changes is not None:
            return self._changes
        values, _errors = self.spread()
        games = self.games()
        errors = np.sqrt(((games[:, 1:] - games[:, :-1]).std(axis=0) ** 2 + self._doubt()) / self.playouts)
        for n in range(len(self.match.events)):
            if self._taken[n] == self.playouts:
                errors[n] = 0.0
        self._changes = values[1:] - values[:-1], errors
        return self._changes

    def _doubt(self) -> float:
        """Games that all went one way prove little: as if one more had gone the other way."""
        return 1 / (self.playouts + 1)
