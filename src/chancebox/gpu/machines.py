"""
Machines that run translated rules: a GPU, or without one this processor, to try the translation anywhere.

Both run the same text. The GPU is reached through CuPy, which is imported when somebody asks for it; NVRTC
compiles, and CuPy keeps what was compiled on the disk. Without a GPU any C++ compiler will do; nobody plays
that way, but tests compare it with the other builds, byte by byte.
"""

import ctypes
import hashlib
import importlib
import shutil
import subprocess
from functools import cache
from importlib.util import find_spec
from types import ModuleType
from typing import Any, Protocol

import numpy as np

from chancebox.engine.builds.locks import alone
from chancebox.engine.builds.paths import cache_folder
from chancebox.engine.game.errors import BadSetup
from chancebox.engine.game.game import Game
from chancebox.engine.game.texts import _
from chancebox.engine.rules.records import Memory
from chancebox.gpu.program import More, source

THREADS = 128
"""Threads of a block."""
BLOCKS, FEWER_BLOCKS, LARGE = 12, 8, 80_000
"""
Blocks of a multiprocessor at the same time: with more of them, too many registers go to memory. A program of
so many characters needs more registers, and has fewer blocks.
"""
FLAGS = ("-std=c++20", "-O1", "-fwrapv", "-shared", "-fPIC", "-w")


class Machine(Protocol):
    """Where kernels run."""

    arrays: Any
    """NumPy, or what is like it."""

    def kernel(self, game: Game, file: str, name: str, more: More = ()) -> Any:
        """Compile a file of kernels for a game, and return one of them."""
        ...

    def launch(self, kernel: Any, n: int, *given: Any) -> None:
        """Run a kernel for so many games; it is given whole numbers and arrays."""
        ...

    def send(self, array: Memory) -> Any:
        """Copy an array there as bytes; records have no other form on a GPU."""
        ...


class Gpu:
    """The GPU that CUDA names first."""

    def __init__(self) -> None:
        if not find_spec("cupy"):
            raise BadSetup(_("A GPU needs CuPy, which is not installed. Try: pip install 'chancebox[gpu]'"))
        self.arrays = importlib.import_module("cupy")
        try:
            self.arrays.cuda.runtime.getDeviceCount()
        except self.arrays.cuda.runtime.CUDARuntimeError as error:
            raise BadSetup(_("There is no GPU that CUDA can use: {error}").format(error=error)) from None

    def blocks(self, game: Game, file: str) -> int:
        """Return how many blocks of a file of kernels run at the same time."""
        each = blocks_each(source(game, file))
        return each * int(self.arrays.cuda.Device().attributes["MultiProcessorCount"])

    def kernel(self, game: Game, file: str, name: str, more: More = ()) -> Any:
        return _module(self.arrays, game, file, more).get_function(name)

    def launch(self, kernel: Any, n: int, *given: Any) -> None:
        kernel((-(-n // THREADS),), (THREADS,), given)

    def send(self, array: Memory) -> Any:
        return self.arrays.asarray(_as_bytes(array))


@cache
def _module(cupy: ModuleType, game: Game, file: str, more: More) -> Any:
    text = source(game, file, more)
    options = ("-std=c++20", f"-DTHREADS={THREADS}", f"-DBLOCKS={blocks_each(text)}")
    return cupy.RawModule(code=text, options=options)


def blocks_each(text: str) -> int:
    """Return how many blocks of a program a multiprocessor runs at the same time."""
    return FEWER_BLOCKS if len(text) >= LARGE else BLOCKS


class Processor:
    """The processor of this machine, by a C++ compiler."""

    arrays: Any = np

    def __init__(self) -> None:
        self._compiler = compiler()
        if self._compiler is None:
            raise BadSetup(_("There is no C++ compiler on this machine; c++, g++ or clang++ is needed."))

    def kernel(self, game: Game, file: str, name: str, more: More = ()) -> Any:
        return getattr(_library(str(self._compiler), game, file, more), name)

    def launch(self, kernel: Any, n: int, *given: Any) -> None:
        kernel(
            *(
                ctypes.c_int64(one) if isinstance(one, int) else ctypes.c_void_p(one.ctypes.data)
                for one in given
            )
        )

    def send(self, array: Memory) -> Any:
        return _as_bytes(array).copy()


def compiler() -> str | None:
    """Find a C++ compiler."""
    return next((found for name in ("c++", "g++", "clang++") if (found := shutil.which(name))), None)


@cache
def _library(compiler: str, game: Game, file: str, more: More) -> ctypes.CDLL:
    """Compile, unless the same text was compiled before."""
    text = source(game, file, more)
    digest = hashlib.sha256(" ".join([compiler, *FLAGS, text]).encode()).hexdigest()[:20]
    made = cache_folder() / "translated" / f"{game.key}-{file}-{digest}.so"
    made.parent.mkdir(parents=True, exist_ok=True)
    with alone(made.with_suffix(".building"), made.exists):
        if not made.exists():
            half = made.with_suffix(".half")
            subprocess.run([compiler, *FLAGS, "-x", "c++", "-", "-o", half], input=text.encode(), check=True)
            half.rename(made)
    return ctypes.CDLL(str(made))


def _as_bytes(array: Memory) -> Memory:
    return np.ascontiguousarray(array).view(np.uint8).reshape(-1)
