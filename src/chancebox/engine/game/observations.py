"""
Observations: what a seat may know, as a row of integers of fixed length.

The row is made from the declaration of a game's position, field by field, after `hide` has erased
what the seat may not know; nothing else goes into it. Seats are turned so that the own one is 0 and
the others follow clockwise: whatever is kept per seat, and every field that names a seat. Sets are
spread out, one number for each thing. Seats that nobody sits on read as they lie in the record.

A `Feature` says where one number of the row comes from; `layout` writes that down for compiled code.
"""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from chancebox.engine.game.game import Game
from chancebox.engine.rules.records import Field, Memory, Record

# How a number is read from a record: by its size, as one bit, or as a seat that is to be turned.
BYTE, SHORT, LONG, BIT, SEAT = range(5)
_SIZES = {1: BYTE, 2: SHORT, 4: LONG}
_WIDTHS = {BYTE: 8, SHORT: 16, LONG: 32, BIT: 1, SEAT: 8}

# A layout begins with these, and with where the block of each seat starts. A block begins with how many
# runs are read in each way; then come the runs.
FEATURES, BYTES, PLACES, BLOCKS = range(4)
WAYS = 5
RUN = 4
"""Numbers of a run: its first feature, where that lies in the record, which bit, and how many follow."""
MOST_BITS = 32
"""Bits of a run, at most: they are read as one number."""


@dataclass(frozen=True)
class Feature:
    """One number of an observation."""

    name: str
    meaning: str
    low: int
    high: int
    read: int
    offset: int = 0
    bit: int = 0


def features(game: Game, own: int = 0, seats: int = 0) -> tuple[Feature, ...]:
    """Return where each number of an observation comes from, for the seat `own` at a table of so many."""
    most = max(game.all_seats)
    seat = Feature("seat", "the own seat as the table counts it", 0, max(1, most - 1), BYTE)
    return (seat, *_walk(game.rules.Position, "", 0, _Turn(own, seats or most, most)))


@dataclass(frozen=True)
class _Turn:
    """How a table of so many seats is turned."""

    own: int
    seats: int
    most: int

    def order(self, length: int) -> list[int]:
        """List seats clockwise from the own one, then the places that nobody sits on."""
        taken = min(self.seats, length)
        return [*((self.own + i) % taken for i in range(taken)), *range(taken, length)]


def _walk(record: type[Record], prefix: str, start: int, turn: _Turn) -> Iterator[Feature]:
    assert record.dtype.fields is not None
    for name, field in record.fields.items():
        offset = start + record.dtype.fields[name][1]
        element = record.dtype[name].base.itemsize
        rows = [range(length) for length in field.shape]
        turned = [list(row) for row in rows]
        if field.by_seat and rows:
            turned[0] = turn.order(len(rows[0]))
        for shown, true in zip(itertools.product(*rows), itertools.product(*turned), strict=True):
            place = 0
            for length, index in zip(field.shape, true, strict=True):
                place = place * length + index
            label = f"{prefix}{name}" + "".join(f"[{i}]" for i in shown)
            if isinstance(field.holds, str):
                yield from _numbers(field, label, offset + place * element, turn)
            else:
                yield from _walk(field.holds, f"{label}.", offset + place * element, turn)


def _numbers(field: Field, name: str, offset: int, turn: _Turn) -> Iterator[Feature]:
    bits = turn.order(turn.most) if field.by_seat and not field.shape else range(field.bits)
    reach = np.iinfo(str(field.holds))
    if bits:
        for shown, bit in enumerate(bits):
            yield Feature(f"{name}[{shown}]", field.meaning, 0, 1, BIT, offset + bit // 8, bit % 8)
    elif field.seat:
        yield Feature(name, field.meaning, -1, max(1, turn.most - 1), SEAT, offset)
    else:
        yield Feature(name, field.meaning, int(reach.min), int(reach.max), _SIZES[reach.bits // 8], offset)


def layout(game: Game, seats: int, needed: Memory | None = None) -> Memory:
    """
    Write down for compiled code how observations are read, for each seat in turn.

    Numbers that lie side by side in record and observation, and are read alike, make one run. The first
    number, the own seat, is in none; nor are those of which `needed` says that they are not.
    """
    head = [len(features(game)), game.rules.Position.dtype.itemsize, seats]
    blocks: list[int] = []
    for own in range(seats):
        head.append(len(head) - own + seats + len(blocks))
        runs = _runs(features(game, own, seats), needed)
        blocks += [sum(way == run[0] for run in runs) for way in range(WAYS)]
        blocks += [number for _way, *run in sorted(runs, key=lambda run: run[0]) for number in run]
    return np.array(head + blocks, np.uint16)


def _runs(listed: tuple[Feature, ...], needed: Memory | None) -> list[list[int]]:
    """Put neighbours together: how they are read, the first feature, its offset and bit, how many."""
    runs: list[list[int]] = []
    expected = None
    for i, feature in enumerate(listed[1:], start=1):
        if needed is not None and not needed[i]:
            expected = None
            continue
        place = feature.read, 8 * feature.offset + feature.bit
        if place == expected and not (feature.read == BIT and runs[-1][-1] == MOST_BITS):
            runs[-1][-1] += 1
        else:
            runs.append([feature.read, i, feature.offset, feature.bit, 1])
        expected = place[0], place[1] + _WIDTHS[feature.read]
    return runs


def bounds(game: Game) -> tuple[Memory, Memory]:
    """Return the least and the largest value of each number."""
    listed = features(game)
    return np.array([f.low for f in listed], np.int32), np.array([f.high for f in listed], np.int32)
