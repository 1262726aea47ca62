"""
The translated rules without a GPU: compiled by a C++ compiler, to try the translation anywhere.

Nobody plays by it; tests and benchmarks compare it with the other builds.
"""

import ctypes
import hashlib
import shutil
import subprocess
from functools import cache

from chancebox.engine.errors import BadSetup
from chancebox.engine.game import Game
from chancebox.engine.locks import alone
from chancebox.engine.paths import cache_folder
from chancebox.engine.texts import _
from chancebox.gpu.program import source
from chancebox.gpu.tracing import Deal, Trace, memory, read

FLAGS = ("-std=c++20", "-O1", "-fwrapv", "-shared", "-fPIC", "-w")


def compiler() -> str | None:
    """Find a C++ compiler."""
    return next((found for name in ("c++", "g++", "clang++") if (found := shutil.which(name))), None)


@cache
def library(game: Game) -> ctypes.CDLL:
    """Compile the rules of a game, unless the same text was compiled before."""
    cpp = compiler()
    if cpp is None:
        raise BadSetup(_("There is no C++ compiler on this machine; c++, g++ or clang++ is needed."))
    text = source(game, "trace")
    digest = hashlib.sha256(" ".join([cpp, *FLAGS, text]).encode()).hexdigest()[:20]
    made = cache_folder() / "translated" / f"{game.key}-{digest}.so"
    made.parent.mkdir(parents=True, exist_ok=True)
    with alone(made.with_suffix(".building"), made.exists):
        if not made.exists():
            half = made.with_suffix(".half")
            subprocess.run([cpp, *FLAGS, "-x", "c++", "-", "-o", half], input=text.encode(), check=True)
            half.rename(made)
    return ctypes.CDLL(str(made))


def trace(deal: Deal, most_events: int = 0) -> Trace:
    """Play games, one after another."""
    given = memory(deal, most_events)
    library(deal.game).trace(*(ctypes.c_void_p(one.ctypes.data) for one in given))
    return read(deal, given[3:])
