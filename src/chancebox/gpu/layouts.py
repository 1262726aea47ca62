"""How translated kernels read observations from records, which are aligned there."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from chancebox.engine.game.game import Game
from chancebox.engine.game.observations import features
from chancebox.engine.rules.records import Memory


def layout(game: Game, seats: int) -> Memory:
    """Write down how each number is read: by seat and number the way, the byte and the bit."""
    dtype = game.rules.Position.dtype
    moved = dict(zip(_offsets(dtype), _offsets(aligned(dtype)), strict=True))
    rows = [
        (one.read, moved[one.offset], one.bit) for own in range(seats) for one in features(game, own, seats)
    ]
    return np.array(rows, np.int32)


def aligned(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Return the dtype with the same fields, each where C++ puts it."""
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        return np.dtype((aligned(base), shape))
    if dtype.names is None:
        return dtype
    return np.dtype([(name, aligned(dtype[name])) for name in dtype.names], align=True)


def realigned(records: Memory) -> Memory:
    """Copy records, with each field where C++ expects it."""
    return records.astype(aligned(records.dtype))


def _offsets(dtype: np.dtype[Any], start: int = 0) -> Iterator[int]:
    """Return where each byte of a record's numbers lies."""
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        for i in range(int(np.prod(shape))):
            yield from _offsets(base, start + i * base.itemsize)
    elif dtype.names is not None:
        for name in dtype.names:
            assert dtype.fields is not None
            yield from _offsets(dtype[name], start + dtype.fields[name][1])
    else:
        yield from range(start, start + dtype.itemsize)
