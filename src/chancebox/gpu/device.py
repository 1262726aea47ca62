"""
The border to the GPU: the one module that imports CuPy, and it does so when somebody asks for a GPU.

NVRTC compiles the translated rules, and CuPy keeps what was compiled on the disk.
"""

import importlib
from functools import cache
from importlib.util import find_spec
from typing import Any

import numpy as np

from chancebox.engine.boxes import Box
from chancebox.engine.errors import BadSetup
from chancebox.engine.game import Game
from chancebox.engine.records import Memory
from chancebox.engine.texts import _
from chancebox.gpu.program import source
from chancebox.gpu.tracing import Deal, Trace, memory, read, realigned

THREADS = 128
"""Threads of a block."""
BLOCKS = 8
"""Blocks of a multiprocessor at the same time: more of them, and registers go to memory."""
ENDINGS, LONGEST, MOST_SEATS = 16, 1 << 16, 8
PLAYOUT = np.dtype([(name, "i8") for name in ("seats", "first", "games")] + [("keys", "i8", 4)])
"""`Job` in playouts.cpp."""


def cupy() -> Any:
    """Import CuPy, and see that there is a GPU."""
    if not find_spec("cupy"):
        raise BadSetup(_("This needs CuPy, which is not installed. Try: pip install 'chancebox[gpu]'"))
    found = importlib.import_module("cupy")
    try:
        found.cuda.runtime.getDeviceCount()
    except found.cuda.runtime.CUDARuntimeError as error:
        raise BadSetup(_("There is no GPU that CUDA can use: {error}").format(error=error)) from None
    return found


@cache
def kernels(game: Game, name: str, more: tuple[tuple[str, tuple[Any, ...]], ...] = ()) -> Any:
    """Compile a file of kernels for a game."""
    options = ("-std=c++20", f"-DTHREADS={THREADS}", f"-DBLOCKS={BLOCKS}")
    return cupy().RawModule(code=source(game, name, more), options=options)


def launch(kernel: Any, n: int, *given: Any) -> None:
    """Run a kernel on at least so many threads."""
    kernel((-(-n // THREADS),), (THREADS,), given)


def to_device(array: Memory) -> Any:
    """Copy an array, of records too, as bytes."""
    return cupy().asarray(np.ascontiguousarray(array).view(np.uint8).reshape(-1))


def trace(deal: Deal, most_events: int = 0) -> Trace:
    """Play games, a thread each."""
    arrays = memory(deal, most_events)
    given = [to_device(array) for array in arrays]
    launch(kernels(deal.game, "trace").get_function("trace"), deal.games, *given)
    filled = [one.get().view(array.dtype).reshape(array.shape) for one, array in zip(given, arrays, strict=True)]
    return read(deal, filled[3:])


class Playouts:
    """A game with its box and options, ready for random play that is only counted."""

    def __init__(self, game: Game, box: Box, options: Memory, seats: int) -> None:
        self._kernel = kernels(game, "playouts").get_function("play_many")
        self._box = to_device(realigned(box.memory))
        self._options = to_device(realigned(options))
        self._seats = seats
        self._blocks = BLOCKS * cupy().cuda.Device().attributes["MultiProcessorCount"]

    def play(self, keys: Memory, first: int, games: int) -> tuple[Memory, Memory, Memory, Memory]:
        """Play games number `first` and on; return wins, endings, sums and lengths as `lab.playout` counts them."""
        job = to_device(np.array([(self._seats, first, games, keys)], PLAYOUT))
        shares = MOST_SEATS * MOST_SEATS
        tally = cupy().zeros(shares + ENDINGS + 2 + LONGEST, np.int64)
        following = cupy().zeros(1, np.int64)
        launch(self._kernel, self._blocks * THREADS, self._box, self._options, job, tally, following)
        wins, endings, sums, lengths = np.split(tally.get(), np.cumsum([shares, ENDINGS, 2]))
        return wins, endings, sums, lengths
