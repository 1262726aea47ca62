"""
The kernels of networks, compiled for each game: what choices and positions are worth, as a network thinks.

What a seat sees is written down, and each number of it is looked up in the table of the first layer.
Positions that are looked at one after another are much alike, so only numbers that have changed are looked up
again; sums are of whole numbers, so nothing is lost on the way. Where a game has traits (see `engine.traits`),
these are what is written down, and what is reached counts instead of the win.

`codes`, `first` and `rest` are the weights (see `pack`).
"""

import math
from typing import Any, NamedTuple

import numpy as np

from chancebox.bots.weights import Weights
from chancebox.engine.bits import ASKED
from chancebox.engine.contract import CHANCE, MOST_SEATS, choices, draw, guess, hide, play, standing
from chancebox.engine.expert import rate_well
from chancebox.engine.inputs import FINE
from chancebox.engine.records import Boxes, Bytes, Floats, Memory, Row, Shorts, States, Words
from chancebox.engine.sight import show
from chancebox.engine.streams import LENGTH, begin
from chancebox.engine.thumb import decide
from chancebox.engine.traits import list_traits, reached
from chancebox.engine.winners import WHOLE, share_win

NUMBERS = 6
FIRST, LOW, STEP, COUNT, LINEAR, SPAN = range(NUMBERS)
"""As in `inputs.CODE`."""
SECOND = 32
"""Units of the second layer."""
KNOWN, WORLD, COPY, TRIAL = range(4)
"""The records of `states`: what the seat knows, a world, and copies to play on."""
FEW = 12
"""
Choices that a network compares at most while games are played on; of more, the rule of thumb picks one, or
where a network is given traits, those are compared that look best.
"""


class Desk(NamedTuple):
    """What a network works with: how records are read, its weights, and room to write."""

    raw: Any
    """The bytes of the records."""
    layout: Any
    codes: Any
    first: Any
    rest: Any
    seen: Any
    """The observation before, and after it the next one."""
    sums: Any
    """Of the first layer, for the observation before."""
    units: Any
    """Of the second layer, and one of the first."""
    traits: Any
    """Room for the traits of a position; empty in a game without."""
    ranks: Any
    shares: Any


def pack(weights: Weights) -> tuple[Memory, Memory, Memory]:
    """Put weights in the form of `codes`, `first` and `rest`."""
    rest = (
        weights.scales / FINE,
        weights.first_bias,
        weights.second,
        weights.second_bias,
        weights.third,
        weights.third_bias,
    )
    return (
        weights.codes.view(np.int32),
        weights.first.reshape(-1),
        np.concatenate([one.reshape(-1) for one in rest]).astype(np.float32),
    )


def enter_judge(
    boxes: Boxes,
    states: States,
    raw: Bytes,
    layout: Shorts,
    seat: int,
    actions: Row,
    number: int,
    worlds: int,
    keys: Row,
    codes: Words,
    first: Bytes,
    rest: Floats,
    seen: Words,
    sums: Words,
    units: Floats,
    traits: Row,
    out: Floats,
) -> None:
    """Write what actions are worth to the seat that is asked: shares of the win, means over worlds."""
    box = boxes[0]
    ranks: Any = np.zeros(MOST_SEATS, np.int64)
    shares: Any = np.zeros(MOST_SEATS, np.int64)
    desk = Desk(raw, layout, codes, first, rest, seen, sums, units, traits, ranks, shares)
    stream: Any = np.zeros(LENGTH, np.int64)
    out[:] = 0
    start(desk)
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
    raw: Bytes,
    layout: Shorts,
    seat: int,
    actions: Row,
    number: int,
    worlds: int,
    turns: int,
    keys: Row,
    notes: Row,
    buffer: Row,
    codes: Words,
    first: Bytes,
    rest: Floats,
    seen: Words,
    sums: Words,
    units: Floats,
    traits: Row,
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
    ranks: Any = np.zeros(MOST_SEATS, np.int64)
    shares: Any = np.zeros(MOST_SEATS, np.int64)
    desk = Desk(raw, layout, codes, first, rest, seen, sums, units, traits, ranks, shares)
    stream: Any = np.zeros(LENGTH, np.int64)
    dealing: Any = np.zeros(LENGTH, np.int64)
    ratings: Any = np.zeros(len(buffer), np.int64)
    start(desk)
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
            # Traits are those of moments after a decision; what seats see says something at any moment.
            while s.pending and (left > 0 or (not len(traits) and s.pending >> CHANCE)):
                if s.pending >> CHANCE:
                    play(box, s, CHANCE, draw(box, s, dealing))
                else:
                    asked = ASKED[s.pending]
                    n = choices(box, s, asked, buffer)
                    if n > FEW and len(traits):
                        n = choose_few(box, s, asked, notes, buffer, n, ratings)
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


def choose_few(box: Any, s: Any, seat: int, notes: Row, buffer: Row, n: int, ratings: Row) -> int:
    """Bring the choices that look best at first sight to the front; return how many these are."""
    for i in range(n):
        ratings[i] = rate_well(box, s, seat, buffer[i], notes)
    for i in range(FEW):
        best = i
        for k in range(i + 1, n):
            if ratings[k] > ratings[best]:
                best = k
        action = buffer[best]
        buffer[best] = buffer[i]
        ratings[best] = ratings[i]
        buffer[i] = action
    return FEW


def evaluate(box: Any, states: Any, place: int, seat: int, desk: Any) -> float:
    """Return what a position is worth to a seat: its share at the end, before what the network thinks."""
    s = states[place]
    if s.pending == 0:
        return reach(box, s, seat, desk)
    seen, traits = desk.seen, desk.traits
    numbers = len(seen) // 2
    if len(traits):
        hide(box, s, seat)
        list_traits(box, s, seat, traits)
        for i in range(numbers):
            seen[numbers + i] = traits[i]
    else:
        show(box, s, place, seat, desk.raw, desk.layout, seen, 1)
    for i in range(numbers):
        if seen[i] != seen[numbers + i]:
            look_up(desk, i, seen[i], -1)
            look_up(desk, i, seen[numbers + i], 1)
            seen[i] = seen[numbers + i]
    return 1 / (1 + math.exp(-answer(desk)))


def reach(box: Any, s: Any, seat: int, desk: Any) -> float:
    """Return what a seat got in the end: its share of the win, or what it reached by itself."""
    if len(desk.traits):
        return reached(box, s, seat) / WHOLE
    for other in range(MOST_SEATS):
        desk.ranks[other] = 0
    standing(box, s, desk.ranks)
    share_win(desk.ranks, s.seats, desk.shares)
    share: float = desk.shares[seat] / WHOLE
    return share


def start(desk: Any) -> None:
    """Begin with an observation in which every number is the least."""
    desk.sums[:] = 0
    for i in range(len(desk.seen) // 2):
        desk.seen[i] = desk.codes[NUMBERS * i + LOW]
        look_up(desk, i, desk.seen[i], 1)


def look_up(desk: Any, number: int, value: int, times: int) -> None:
    """Add what a number with this value brings to the sums, or take it away."""
    codes = desk.codes
    code = NUMBERS * number
    if codes[code + COUNT]:
        above = max(0, min(value - codes[code + LOW], codes[code + SPAN]))
        add_row(desk, codes[code + FIRST] + above // codes[code + STEP], times * FINE)
        if codes[code + LINEAR]:
            add_row(desk, codes[code + LINEAR], times * (above * FINE // codes[code + SPAN]))


def add_row(desk: Any, row: int, times: int) -> None:
    """Add a row of the first layer to the sums, so many times."""
    first, sums = desk.first, desk.sums
    hidden = len(sums)
    for j in range(hidden):
        sums[j] += times * first[row * hidden + j]


def answer(desk: Any) -> float:
    """Compute the second layer and the third from the sums of the first."""
    rest, sums, units = desk.rest, desk.sums, desk.units
    hidden = len(sums)
    second = 2 * hidden
    bias = second + hidden * SECOND
    for k in range(SECOND):
        units[k] = rest[bias + k]
    for j in range(hidden):
        units[SECOND] = sums[j] * rest[j] + rest[hidden + j]
        if units[SECOND] > 0:
            for k in range(SECOND):
                units[k] += units[SECOND] * rest[second + j * SECOND + k]
    third = bias + SECOND
    told: float = rest[third + SECOND]
    for k in range(SECOND):
        told += max(0.0, units[k]) * rest[third + k]
    return told
