"""
The kernels of networks, compiled for each game: what choices and positions are worth, as a network thinks.

What a seat sees is written down, and goes through the layers. (Networks that tell fates are in `fates`.)
"""

import math
from typing import Any, NamedTuple

import numpy as np

from chancebox.bots.networks.layers import SECOND, Layers, compare, fill_units
from chancebox.engine.game.sight import show
from chancebox.engine.rules.bits import ASKED
from chancebox.engine.rules.contract import CHANCE, MOST_SEATS, choices, draw, guess, play, standing
from chancebox.engine.rules.records import (
    Boxes,
    Bytes,
    Floats,
    Longs,
    Memory,
    Row,
    Shorts,
    States,
    blank_row,
)
from chancebox.engine.rules.streams import LENGTH, begin
from chancebox.engine.rules.thumb import decide
from chancebox.engine.rules.winners import WHOLE, share_win

KNOWN, WORLD, COPY, TRIAL = range(4)
"""The records of `states`: what the seat knows, a world, and copies to play on."""
FEW = 12
"""Choices that a network compares at most while games are played on; of more, the rule of thumb picks one."""


class Desk(NamedTuple):
    """What a network works with: how records are read, its layers, and room to write."""

    raw: Bytes
    """The bytes of the records."""
    layout: Shorts
    layers: Layers
    ranks: Longs
    shares: Longs


def make_desk(raw: Memory, layout: Memory, layers: Layers) -> Desk:
    """Make a desk from the bytes of records, how they are read, and layers."""
    return Desk(raw, layout, layers, np.zeros(MOST_SEATS, np.int64), np.zeros(MOST_SEATS, np.int64))


def enter_judge(
    boxes: Boxes,
    states: States,
    seat: int,
    actions: Row,
    number: int,
    worlds: int,
    keys: Row,
    desk: Desk,
    out: Floats,
) -> None:
    """Write what actions are worth to the seat that is asked: shares of the win, means over worlds."""
    box = boxes[0]
    stream: Any = blank_row(LENGTH)
    out[:] = 0
    for world in range(worlds):
        states[WORLD] = states[KNOWN]
        begin(stream, keys[0], keys[1], number + world)
        guess(box, states[WORLD], seat, stream)
        for i in range(len(actions)):
            states[COPY] = states[WORLD]
            play(box, states[COPY], seat, actions[i])
            out[i] += evaluate(box, states, COPY, seat, desk) / worlds


def try_out(
    boxes: Boxes,
    states: States,
    seat: int,
    actions: Row,
    number: int,
    worlds: int,
    turns: int,
    keys: Row,
    notes: Row,
    buffer: Row,
    desk: Desk,
    totals: Row,
    gaps: Row,
    squares: Row,
) -> None:
    """
    Play these actions in worlds number `number` and on, each for so many more decisions, and judge what is
    reached.

    As `kernels.try_out`, with the same worlds and the same luck for all actions; `totals` gets shares of the
    win.
    """
    box = boxes[0]
    stream: Any = blank_row(LENGTH)
    dealing: Any = blank_row(LENGTH)
    for world in range(number, number + worlds):
        states[WORLD] = states[KNOWN]
        begin(stream, keys[0], keys[1], world)
        guess(box, states[WORLD], seat, stream)
        usual = 0
        for i in range(len(actions)):
            states[COPY] = states[WORLD]
            begin(dealing, keys[2], keys[3], world)
            begin(stream, keys[4], keys[5], world)
            s = states[COPY]
            play(box, s, seat, actions[i])
            left = turns
            while s.pending and (left > 0 or s.pending >> CHANCE):
                if s.pending >> CHANCE:
                    play(box, s, CHANCE, draw(box, s, dealing))
                else:
                    asked = ASKED[s.pending]
                    n = choices(box, s, asked, buffer)
                    if n > FEW:
                        action = decide(box, s, asked, notes, buffer, stream)
                    else:
                        action = buffer[0]
                        best = -1.0
                        for k in range(n if n > 1 else 0):
                            states[TRIAL] = s
                            play(box, states[TRIAL], asked, buffer[k])
                            worth = evaluate(box, states, TRIAL, asked, desk)
                            if worth > best:
                                best = worth
                                action = buffer[k]
                    play(box, s, asked, action)
                    left -= 1
            share = evaluate(box, states, COPY, seat, desk)
            whole = int(share * WHOLE + 0.5)
            if i == 0:
                usual = whole
            totals[i] += whole
            gaps[i] += whole - usual
            squares[i] += (whole - usual) * (whole - usual)


def evaluate(box: Any, states: Any, place: int, seat: int, desk: Any) -> float:
    """Return what a position is worth to a seat: its share at the end, before what the network thinks."""
    s = states[place]
    if s.pending == 0:
        return share_of(box, s, seat, desk)
    show(box, s, place, seat, desk.raw, desk.layout, desk.layers.seen, 1)
    compare(desk.layers)
    return 1 / (1 + math.exp(-answer(desk)))


def answer(desk: Any) -> float:
    """Compute the second layer and the third from the sums of the first."""
    rest, units = desk.layers.rest, desk.layers.units
    third = fill_units(desk.layers, 0)
    told: float = rest[third + SECOND]
    for k in range(SECOND):
        told += max(0.0, units[k]) * rest[third + k]
    return told


def share_of(box: Any, s: Any, seat: int, desk: Any) -> float:
    """Return a seat's share of the win."""
    for other in range(MOST_SEATS):
        desk.ranks[other] = 0
    standing(box, s, desk.ranks)
    share_win(desk.ranks, s.seats, desk.shares)
    share: float = desk.shares[seat] / WHOLE
    return share
