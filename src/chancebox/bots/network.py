"""
The kernels of networks, compiled for each game: what choices and positions are worth, as a network thinks.

What a seat sees is written down, and each number of it is looked up in the table of the first layer.
Positions that are looked at one after another are much alike, so only numbers that have changed are looked up
again: one row of the table is swapped for another. Sums are of whole numbers, so nothing is lost on the way.
The same holds for windows, where a network is given them (see `engine.windows`): a square that has changed
lies in nine of them at most.

Inner loops do four rows at a time: what they add to is then read and written once for all of them.

`codes`, `first` and `rest` are the weights (see `pack`).
"""

import math
from typing import Any, NamedTuple

import numpy as np

from chancebox.bots.weights import Weights
from chancebox.engine.bits import ASKED
from chancebox.engine.contract import CHANCE, MOST_SEATS, choices, draw, guess, play, standing
from chancebox.engine.inputs import FINE
from chancebox.engine.records import Boxes, Bytes, Floats, Memory, Row, Shorts, States, Words, blank_row
from chancebox.engine.sight import show
from chancebox.engine.streams import LENGTH, begin
from chancebox.engine.thumb import decide
from chancebox.engine.windows import BEYOND, PLACES
from chancebox.engine.winners import WHOLE, share_win

NUMBERS = 6
FIRST, LOW, STEP, COUNT, LINEAR, SPAN = range(NUMBERS)
"""As in `inputs.CODE`."""
SECOND = 32
"""Units of the second layer."""
FOUR = 4
"""Rows that are added at a time."""
MOST_SWAPS = 128
"""Swaps of rows that are gathered before the sums are changed."""
TOUCHED, SWAPS = range(2)
"""What is counted on a desk."""
STRETCH = 64
"""Numbers of an observation that are compared at a time: most stretches are as they were."""
KNOWN, WORLD, COPY, TRIAL = range(4)
"""The records of `states`: what the seat knows, a world, and copies to play on."""
FEW = 12
"""Choices that a network compares at most while games are played on; of more, the rule of thumb picks one."""


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
    """Of the second layer."""
    held: Any
    """By number and place: the window that has it there, or BEYOND; empty for a network without windows."""
    patterns: Any
    """Of all windows, and after them those of the observation before, while they are compared."""
    touched: Any
    """Windows whose pattern has changed."""
    swaps: Any
    """In pairs: where a row begins that the sums are to lose, and one that they are to gain."""
    counts: Any
    live: Any
    """Units of the first layer that are above 0, by where their weights begin."""
    values: Any
    """What these units are."""
    ranks: Any
    shares: Any


def pack(weights: Weights) -> tuple[Memory, Memory, Memory]:
    """Put weights in the form of `codes`, `first` and `rest`; `first` gets a row of zeros after its last."""
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
        np.pad(weights.first, ((0, 1), (0, 0))).reshape(-1),
        np.concatenate([one.reshape(-1) for one in rest]).astype(np.float32),
    )


def make_desk(weights: Weights, held: Memory) -> tuple[Memory, ...]:
    """Make what a desk has from `seen` on, with an observation of zeros as the one before."""
    numbers = len(held)
    windows = len(weights.codes) - numbers
    hidden = weights.first.shape[1]
    return (
        np.zeros(2 * numbers, np.int32),
        sums_of_zeros(weights, numbers),
        np.zeros(SECOND, np.float32),
        held.reshape(-1),
        np.zeros(2 * windows, np.int32),
        np.zeros(windows, np.int32),
        np.zeros(2 * (MOST_SWAPS + FOUR), np.int32),
        np.zeros(SWAPS + 1, np.int32),
        np.zeros(hidden + FOUR, np.int32),
        np.zeros(hidden + FOUR, np.float32),
    )


def sums_of_zeros(weights: Weights, numbers: int) -> Memory:
    """Compute the sums of the first layer for an observation in which every number is 0."""
    codes = weights.codes[:numbers]
    codes = codes[codes["count"] > 0]
    above = np.clip(-codes["low"], 0, codes["span"])
    sums: Memory = FINE * weights.first[codes["first"] + above // codes["step"]].sum(0, np.int32)
    growing = codes["linear"] > 0
    times = (above * FINE // codes["span"])[growing]
    sums += times @ weights.first[codes["linear"][growing]].astype(np.int32)
    return sums


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
    held: Words,
    patterns: Words,
    touched: Words,
    swaps: Words,
    counts: Words,
    live: Words,
    values: Floats,
    out: Floats,
) -> None:
    """Write what actions are worth to the seat that is asked: shares of the win, means over worlds."""
    box = boxes[0]
    ranks: Any = blank_row(MOST_SEATS)
    shares: Any = blank_row(MOST_SEATS)
    desk = Desk(
        raw,
        layout,
        codes,
        first,
        rest,
        seen,
        sums,
        units,
        held,
        patterns,
        touched,
        swaps,
        counts,
        live,
        values,
        ranks,
        shares,
    )
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
    held: Words,
    patterns: Words,
    touched: Words,
    swaps: Words,
    counts: Words,
    live: Words,
    values: Floats,
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
    ranks: Any = blank_row(MOST_SEATS)
    shares: Any = blank_row(MOST_SEATS)
    desk = Desk(
        raw,
        layout,
        codes,
        first,
        rest,
        seen,
        sums,
        units,
        held,
        patterns,
        touched,
        swaps,
        counts,
        live,
        values,
        ranks,
        shares,
    )
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
        for other in range(MOST_SEATS):
            desk.ranks[other] = 0
        standing(box, s, desk.ranks)
        share_win(desk.ranks, s.seats, desk.shares)
        share: float = desk.shares[seat] / WHOLE
        return share
    show(box, s, place, seat, desk.raw, desk.layout, desk.seen, 1)
    compare(desk)
    return 1 / (1 + math.exp(-answer(desk)))


def compare(desk: Any) -> None:
    """Change the sums by whatever is seen otherwise than before."""
    seen = desk.seen
    features = len(seen) // 2
    for low in range(0, features, STRETCH):
        high = min(low + STRETCH, features)
        differs = 0
        for i in range(low, high):
            differs |= seen[i] ^ seen[features + i]
        if differs:
            for i in range(low, high):
                if seen[i] != seen[features + i]:
                    look_up(desk, i, seen[i], seen[features + i])
                    seen[i] = seen[features + i]
                    flip(desk, i)
    look_through(desk)
    add_swaps(desk)


def look_up(desk: Any, number: int, before: int, after: int) -> None:
    """Swap what a number brought to the sums for what it brings now."""
    codes = desk.codes
    code = NUMBERS * number
    if codes[code + COUNT]:
        first, step, span = codes[code + FIRST], codes[code + STEP], codes[code + SPAN]
        was = max(0, min(before - codes[code + LOW], span))
        now = max(0, min(after - codes[code + LOW], span))
        swap(desk, first + was // step, first + now // step)
        if codes[code + LINEAR]:
            add_row(desk, codes[code + LINEAR], now * FINE // span - was * FINE // span)


def flip(desk: Any, number: int) -> None:
    """Flip a square in all windows that have it."""
    held, patterns = desk.held, desk.patterns
    windows = len(patterns) // 2
    if windows:
        touched = desk.counts[TOUCHED]
        for place in range(PLACES):
            window = held[PLACES * number + place]
            if window != BEYOND:
                # No square is flipped twice: a window that was touched before differs from what it was.
                if patterns[window] == patterns[windows + window]:
                    desk.touched[touched] = window
                    touched += 1
                patterns[window] ^= 1 << place
        desk.counts[TOUCHED] = touched


def look_through(desk: Any) -> None:
    """Swap the patterns that windows had before for those that they have now, where they were touched."""
    patterns = desk.patterns
    windows = len(patterns) // 2
    features = len(desk.seen) // 2
    empty = len(desk.first) // len(desk.sums) - 1
    for i in range(desk.counts[TOUCHED]):
        window = desk.touched[i]
        code = NUMBERS * (features + window)
        first = desk.codes[code + FIRST] - desk.codes[code + LOW]
        was, now = patterns[windows + window], patterns[window]
        swap(desk, first + was if was else empty, first + now if now else empty)
        patterns[windows + window] = now
    desk.counts[TOUCHED] = 0


def swap(desk: Any, lost: int, gained: int) -> None:
    """Note that the sums are to lose a row of the first layer, and to gain another one."""
    hidden = len(desk.sums)
    n = desk.counts[SWAPS]
    desk.swaps[2 * n] = lost * hidden
    desk.swaps[2 * n + 1] = gained * hidden
    desk.counts[SWAPS] = n + 1
    if n + 1 == MOST_SWAPS:
        add_swaps(desk)


def add_swaps(desk: Any) -> None:
    """Change the sums by the swaps that were noted."""
    first, sums, swaps = desk.first, desk.sums, desk.swaps
    n = 2 * desk.counts[SWAPS]
    for i in range(n, n + 2 * (FOUR - 1)):
        swaps[i] = 0  # a row for itself
    for i in range(0, n, 2 * FOUR):
        a, b, c, d = swaps[i], swaps[i + 2], swaps[i + 4], swaps[i + 6]
        e, f, g, h = swaps[i + 1], swaps[i + 3], swaps[i + 5], swaps[i + 7]
        for j in range(len(sums)):
            lost = first[a + j] + first[b + j] + first[c + j] + first[d + j]
            gained = first[e + j] + first[f + j] + first[g + j] + first[h + j]
            sums[j] += FINE * (gained - lost)
    desk.counts[SWAPS] = 0


def add_row(desk: Any, row: int, times: int) -> None:
    """Add a row of the first layer to the sums, so many times."""
    first, sums = desk.first, desk.sums
    hidden = len(sums)
    for j in range(hidden):
        sums[j] += times * first[row * hidden + j]


def answer(desk: Any) -> float:
    """Compute the second layer and the third from the sums of the first."""
    rest, units, live, values = desk.rest, desk.units, desk.live, desk.values
    second = 2 * len(desk.sums)
    bias = second + len(desk.sums) * SECOND
    for k in range(SECOND):
        units[k] = rest[bias + k]
    for i in range(0, list_live(desk), FOUR):
        a, b, c, d = second + live[i], second + live[i + 1], second + live[i + 2], second + live[i + 3]
        e, f, g, h = values[i], values[i + 1], values[i + 2], values[i + 3]
        for k in range(SECOND):
            # Added in the order of the units, as if it were one by one: the last bits depend on it.
            unit = units[k] + e * rest[a + k] + f * rest[b + k]
            units[k] = unit + g * rest[c + k] + h * rest[d + k]
    third = bias + SECOND
    told: float = rest[third + SECOND]
    for k in range(SECOND):
        told += max(0.0, units[k]) * rest[third + k]
    return told


def list_live(desk: Any) -> int:
    """List the units of the first layer that are above 0; return how many these are."""
    rest, sums, live, values = desk.rest, desk.sums, desk.live, desk.values
    hidden = len(sums)
    for j in range(hidden):
        values[j] = sums[j] * rest[j] + rest[hidden + j]
    n = 0
    for j in range(hidden):
        # Without a branch: the processor could not guess which way it goes.
        value = values[j]
        live[n] = j * SECOND
        values[n] = value
        n += value > 0
    for i in range(n, n + FOUR - 1):
        live[i] = 0
        values[i] = 0
    return n
