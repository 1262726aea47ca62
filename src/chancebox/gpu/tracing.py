"""Games that leave traces: the same on every machine, so that builds can be compared byte by byte."""

from typing import NamedTuple

import numpy as np

from chancebox.engine.game.boxes import Box
from chancebox.engine.game.game import Game
from chancebox.engine.rules.records import Memory
from chancebox.gpu.layouts import aligned, realigned
from chancebox.gpu.machines import Machine

JOB = np.dtype([(name, "i8") for name in ("seats", "first", "games", "most_events")] + [("keys", "i8", 4)])
"""`Job` in trace.cpp."""


class Deal(NamedTuple):
    """Which games are played: numbers `first` and on, under the keys of dealing and thinking."""

    game: Game
    box: Box
    options: Memory
    seats: int
    keys: Memory
    first: int
    games: int


class Trace(NamedTuple):
    """The last position of each game and its number of events; then all of them, as far as there was room."""

    last: Memory
    lengths: Memory
    events: Memory
    """By game and event: seat and action."""
    positions: Memory
    """By game and event: the position after it."""


def trace(machine: Machine, deal: Deal, most_events: int = 0) -> Trace:
    """Play games of random play to their ends."""
    dtype = deal.game.rules.Position.dtype
    shape = aligned(dtype)
    job = np.array([(deal.seats, deal.first, deal.games, most_events, deal.keys)], JOB)
    last = machine.arrays.zeros(deal.games * shape.itemsize, np.uint8)
    lengths = machine.arrays.zeros(deal.games, np.int64)
    events = machine.arrays.zeros((deal.games, most_events, 2), np.int64)
    positions = machine.arrays.zeros(deal.games * most_events * shape.itemsize, np.uint8)
    given = [machine.send(one) for one in (realigned(deal.box.memory), realigned(deal.options), job)]
    kernel = machine.kernel(deal.game, "trace", "trace")
    machine.launch(kernel, deal.games, *given, last, lengths, events, positions)
    last, lengths, events, positions = (_fetch(one) for one in (last, lengths, events, positions))
    after = positions.view(shape).reshape(deal.games, most_events).astype(dtype)
    return Trace(last.view(shape).astype(dtype), lengths, events, after)


def _fetch(array: Memory) -> Memory:
    """Copy an array from where it is."""
    copied: Memory = array.get() if hasattr(array, "get") else array
    return copied
