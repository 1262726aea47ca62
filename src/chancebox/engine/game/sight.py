"""What a seat sees, written down: the kernel that makes an observation as `observations` lays it out."""

from typing import Any

from chancebox.engine.game.observations import (
    BIT,
    BLOCKS,
    BYTE,
    BYTES,
    FEATURES,
    LONG,
    PLACES,
    RUN,
    SEAT,
    SHORT,
    WAYS,
)
from chancebox.engine.rules.contract import hide
from chancebox.engine.rules.records import Row


def show(box: Any, hidden: Any, place: int, seat: int, raw: Row, layout: Row, out: Row, row: int) -> None:
    """
    Hide on this copy what the seat may not know, and write down the rest.

    `hidden` is record number `place` of those whose bytes are `raw`.
    """
    hide(box, hidden, seat)
    seats = layout[PLACES]
    known = place * layout[BYTES]
    to = row * layout[FEATURES]
    out[to] = seat
    block = layout[BLOCKS + seat]
    n = block + WAYS
    for _ in range(layout[block + BYTE]):
        first, at, count = to + layout[n], known + layout[n + 1], layout[n + 3]
        for i in range(count):
            out[first + i] = raw[at + i]
        n += RUN
    for _ in range(layout[block + SHORT]):
        first, at, count = to + layout[n], known + layout[n + 1], layout[n + 3]
        for i in range(count):
            out[first + i] = short_at(raw, at + 2 * i)
        n += RUN
    for _ in range(layout[block + LONG]):
        first, at, count = to + layout[n], known + layout[n + 1], layout[n + 3]
        for i in range(count):
            low = short_at(raw, at + 4 * i) & 0xFFFF
            out[first + i] = low | short_at(raw, at + 4 * i + 2) << 16
        n += RUN
    for _ in range(layout[block + BIT]):
        first, at, bit, count = to + layout[n], known + layout[n + 1], layout[n + 2], layout[n + 3]
        bits = 0
        for i in range(bit + count + 7 >> 3):
            bits |= (raw[at + i] & 255) << 8 * i
        for i in range(count):
            out[first + i] = bits >> bit + i & 1
        n += RUN
    for _ in range(layout[block + SEAT]):
        first, at, count = to + layout[n], known + layout[n + 1], layout[n + 3]
        for i in range(count):
            other = raw[at + i]
            turned = (other - seat + seats) % seats
            out[first + i] = turned if 0 <= other < seats else -1
        n += RUN


def short_at(raw: Row, at: int) -> int:
    """Read a signed number of two bytes, the lower one first."""
    return (raw[at] & 255) | raw[at + 1] << 8
