"""
Windows: what lies around each square of a grid, three by three squares.

A grid is a field of rows, each a set of one bit a square (see `records`), so that an observation has one
number for each square. The nine squares of a window, row by row, are the bits of its pattern, from the lowest
on; what lies beyond the border is 0. Observations are turned, so windows are the same for every seat.

Each grid has as many windows as squares. Those of the own grid share one table of patterns, those of all
other grids that the same field declares share another.
"""

import itertools
import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np

from chancebox.engine.game import Game
from chancebox.engine.observations import features
from chancebox.engine.records import Memory, Record

SIDE = 3
PLACES = SIDE * SIDE
"""Squares of a window."""
PATTERNS = 1 << PLACES
BEYOND = -1
"""In place of a square beyond the border; also of a window that is not there."""
_STEPS = list(itertools.product((-1, 0, 1), repeat=2))


class Windows(NamedTuple):
    """The windows of a game, one after another."""

    squares: Memory
    """By window and place: which number of an observation the square is, or BEYOND."""
    tables: Memory
    """By window: its table."""


@cache
def windows(game: Game) -> Windows:
    """Find the windows of all grids that the position of a game declares; most games have none."""
    squares: list[list[int]] = []
    tables: list[int] = []
    numbers: dict[tuple[str, bool], int] = {}
    for (path, others), grid in _grids(game).items():
        # Whatever is kept of several has the own one first.
        table = numbers.setdefault((path, any(others)), len(numbers))
        for row, column in grid:
            squares.append([grid.get((row + down, column + right), BEYOND) for down, right in _STEPS])
            tables.append(table)
    return Windows(np.array(squares, np.int32).reshape(-1, PLACES), np.array(tables, np.int32))


def holders(found: Windows, numbers: int) -> Memory:
    """Turn windows around: by number of an observation and place, the window that has it there, or BEYOND."""
    held = np.full((numbers, PLACES), BEYOND, np.int32)
    window, place = np.nonzero(found.squares != BEYOND)
    held[found.squares[window, place], place] = window
    return held


def _grids(game: Game) -> dict[tuple[str, tuple[int, ...]], dict[tuple[int, int], int]]:
    """Return grids by their field and by which of several it is; of each, its numbers by row and column."""
    declared = set(_fields(game.rules.Position, ""))
    found: dict[tuple[str, tuple[int, ...]], dict[tuple[int, int], int]] = {}
    for number, feature in enumerate(features(game)):
        path = re.sub(r"\[\d+\]", "", feature.name)
        if path in declared:
            *which, row, column = (int(index) for index in re.findall(r"\[(\d+)\]", feature.name))
            found.setdefault((path, tuple(which)), {})[row, column] = number
    return found


def _fields(record: type[Record], prefix: str) -> Iterator[str]:
    """Name the fields that are grids: rows of bits, three by three at least, and not a set for each seat."""
    for name, field in record.fields.items():
        if not isinstance(field.holds, str):
            yield from _fields(field.holds, f"{prefix}{name}.")
        elif len(field.shape) == 1 and min(*field.shape, field.bits) >= SIDE and not field.by_seat:
            yield f"{prefix}{name}"
