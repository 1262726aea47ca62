"""Random play on a GPU that is only counted."""

import numpy as np

from chancebox.engine.game.boxes import Box
from chancebox.engine.game.game import Game
from chancebox.engine.rules.contract import MOST_SEATS
from chancebox.engine.rules.records import Memory
from chancebox.gpu.layouts import realigned
from chancebox.gpu.machines import THREADS, Gpu

KERNELS = "playouts"
"""The file of these kernels."""
ENDINGS, LONGEST = 16, 1 << 16
JOB = np.dtype([(name, "i8") for name in ("seats", "first", "games")] + [("keys", "i8", 4)])
"""`Job` in playouts.cpp."""


class Playouts:
    """A game with its box and options, ready to be played many times."""

    def __init__(self, game: Game, box: Box, options: Memory, seats: int) -> None:
        self._gpu = Gpu()
        self._kernel = self._gpu.kernel(game, KERNELS, "play_many")
        self._threads = self._gpu.blocks(game, KERNELS) * THREADS
        self._box = self._gpu.send(realigned(box.memory))
        self._options = self._gpu.send(realigned(options))
        self._seats = seats

    def play(self, keys: Memory, first: int, games: int) -> tuple[Memory, Memory, Memory, Memory]:
        """Play games number `first` and on; count wins, endings, sums and lengths as `lab.playout` does."""
        job = self._gpu.send(np.array([(self._seats, first, games, keys)], JOB))
        sizes = [MOST_SEATS * MOST_SEATS, ENDINGS, 2]
        tally = self._gpu.arrays.zeros(sum(sizes) + LONGEST, np.int64)
        following = self._gpu.arrays.zeros(1, np.int64)
        self._gpu.launch(self._kernel, self._threads, self._box, self._options, job, tally, following)
        wins, endings, sums, lengths = np.split(tally.get(), np.cumsum(sizes))
        return wins, endings, sums, lengths
