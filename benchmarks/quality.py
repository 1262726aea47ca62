"""Random words by the gigabyte, for a battery of tests to judge.

    python benchmarks/quality.py | dieharder -a -g 200

As simulations use them: the first 64 words of stream 0, of stream 1, and so on. With the argument
`long` it is one stream instead.
"""

import sys
from typing import Any

import numba
import numpy as np

from chancebox.engine.builds.builds import Compiled
from chancebox.engine.rules import streams
from chancebox.games import game

EACH = 64
BLOCK = 1 << 14

pig = game("pig").build("compiled")
assert isinstance(pig, Compiled)
compiled: Any = pig.twin(streams.__name__)
begin, word = compiled.begin, compiled.word


@numba.njit
def fill(out: Any, row: Any, first: int) -> None:
    """Write the words of many streams, or go on with one if `first` is negative."""
    for i in range(len(out)):
        if first >= 0 and i % EACH == 0:
            begin(row, 0x12345678, 0x1ABCDEF0, first + i // EACH)
        out[i] = word(row)


def main() -> None:
    """Write until nobody reads any more."""
    out = np.zeros(BLOCK * EACH, np.uint32)
    row = np.ones(streams.LENGTH, np.int64)
    first = -1 if "long" in sys.argv else 0
    try:
        while True:
            fill(out, row, first)
            sys.stdout.buffer.write(out.tobytes())
            first += BLOCK if first >= 0 else 0
    except BrokenPipeError:
        sys.stderr.close()


if __name__ == "__main__":
    main()
