"""Games that leave traces: the same for every build, so that they can be compared byte by byte."""

from typing import NamedTuple

import numpy as np

from chancebox.engine.boxes import Box
from chancebox.engine.game import Game
from chancebox.engine.records import Memory
from chancebox.gpu.translator import aligned

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
    positions: Memory


def memory(deal: Deal, most_events: int) -> list[Memory]:
    """Return what `trace` in trace.cpp is called with: what it reads, then the four that it fills."""
    shape = aligned(deal.game.rules.Position.dtype)
    job = np.array([(deal.seats, deal.first, deal.games, most_events, deal.keys)], JOB)
    return [
        realigned(deal.box.memory),
        realigned(deal.options),
        job,
        np.zeros(deal.games, shape),
        np.zeros(deal.games, np.int64),
        np.zeros((deal.games, most_events, 2), np.int64),
        np.zeros((deal.games, most_events), shape),
    ]


def read(deal: Deal, filled: list[Memory]) -> Trace:
    """Return what was filled, with records as the other builds have them."""
    last, lengths, events, positions = filled
    dtype = deal.game.rules.Position.dtype
    return Trace(last.astype(dtype), lengths, events, positions.astype(dtype))


def realigned(records: Memory) -> Memory:
    """Copy records, with each field where C++ expects it."""
    return records.astype(aligned(records.dtype))
