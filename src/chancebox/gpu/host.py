"""
The translated rules without a GPU: compiled by a C++ compiler, to try the translation anywhere.

Nothing of ours plays by it; tests and benchmarks compare it with the other builds, byte by byte.
"""

import ctypes
import hashlib
import shutil
import subprocess
from functools import cache
from typing import NamedTuple

import numpy as np

from chancebox.engine.boxes import Box
from chancebox.engine.errors import BadSetup
from chancebox.engine.game import Game
from chancebox.engine.paths import cache_folder
from chancebox.engine.records import Memory
from chancebox.engine.texts import _
from chancebox.gpu.program import JOB, source
from chancebox.gpu.translator import aligned

FLAGS = ("-std=c++20", "-O1", "-fwrapv", "-shared", "-fPIC", "-w")


class Trace(NamedTuple):
    """How games went: the last position of each and its number of events; then all of them, as far as there is room."""

    last: Memory
    lengths: Memory
    events: Memory
    positions: Memory


def compiler() -> str | None:
    """Find a C++ compiler."""
    return next((found for name in ("c++", "g++", "clang++") if (found := shutil.which(name))), None)


@cache
def library(game: Game) -> ctypes.CDLL:
    """Compile the rules of a game, unless the same text was compiled before."""
    cpp = compiler()
    if cpp is None:
        raise BadSetup(_("There is no C++ compiler on this machine; one of c++, g++, clang++ is needed."))
    text = source(game)
    digest = hashlib.sha256(" ".join([cpp, *FLAGS, text]).encode()).hexdigest()[:20]
    folder = cache_folder() / "translated"
    folder.mkdir(parents=True, exist_ok=True)
    made = folder / f"{game.key}-{digest}.so"
    if not made.exists():
        written = made.with_suffix(".cpp")
        written.write_text(text, encoding="utf-8")
        subprocess.run([cpp, *FLAGS, "-o", f"{made}.new", str(written)], check=True)
        made.with_name(f"{made.name}.new").rename(made)
    return ctypes.CDLL(str(made))


def trace(
    game: Game, box: Box, options: Memory, seats: int, keys: Memory, first: int, games: int, most_events: int = 0
) -> Trace:
    """Play games number `first` and on."""
    shape = aligned(game.rules.Position.dtype)
    last = np.zeros(games, shape)
    lengths = np.zeros(games, np.int64)
    events = np.zeros((games, most_events, 2), np.int64)
    positions = np.zeros((games, most_events), shape)
    job = np.array([(seats, first, games, most_events, keys)], JOB)
    given = (realigned(box.memory), realigned(options), job, last, lengths, events, positions)
    library(game).trace(*(ctypes.c_void_p(memory.ctypes.data) for memory in given))
    plain = game.rules.Position.dtype
    return Trace(last.astype(plain), lengths, events, positions.astype(plain))


def realigned(memory: Memory) -> Memory:
    """Copy records, with each field where C++ expects it."""
    return memory.astype(aligned(memory.dtype))

