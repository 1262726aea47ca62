"""
The kernels of networks, compiled for each game: what choices and positions are worth, as a network thinks.

What a seat sees is written down, and each number of it is looked up in the table of the first layer.
Positions that are looked at one after another are much alike, so only numbers that have changed are looked up
again: one row of the table is swapped for another. Sums are of whole numbers, so nothing is lost on the way.
Where a game has traits (see `engine.traits`), these are what is written down, and what a seat reaches by
itself counts instead of the win.

Inner loops do four rows at a time: what they add to is then read and written once for all of them.

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
from chancebox.engine.records import Boxes, Bytes, Floats, Memory, Row, Shorts, States, Words, blank_row
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
FOUR = 4
"""Rows that are added at a time."""
MOST_SWAPS = 128
"""Swaps of rows that are gathered before the sums are changed."""
STRETCH = 64
"""Numbers of an observation that are compared at a time: most stretches are as they were."""
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
    """Of the second layer."""
    traits: Any
    """Room for the traits of a position; empty in a game without."""
    swaps: Any
    """In pairs: where a row begins that the sums are to lose, and one that they are to gain."""
    noted: Any
    """How many swaps there are, in its only place."""
    live: Any
    """Units of the first layer that are above 0, by where their weights begin."""
    values: Any
    """What these units are."""
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


def make_desk(weights: Weights, traits: int) -> tuple[Memory, ...]:
    """Make what a desk has from `seen` on, with an observation of zeros as the one before."""
    hidden = weights.first.shape[1]
    return (
        np.zeros(2 * len(weights.codes), np.int32),
        sums_of_zeros(weights),
        np.zeros(SECOND, np.float32),
        np.zeros(traits, np.int64),
        np.zeros(2 * (MOST_SWAPS + FOUR), np.int32),
        np.zeros(1, np.int32),
        np.zeros(hidden + FOUR, np.int32),
        np.zeros(hidden + FOUR, np.float32),
    )


def sums_of_zeros(weights: Weights) -> Memory:
    """Compute the sums of the first layer for an observation in which every number is 0."""
    codes = weights.codes[weights.codes["count"] > 0]
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
    traits: Row,
    swaps: Words,
    noted: Words,
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
        traits,
        swaps,
        noted,
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
    traits: Row,
    swaps: Words,
    noted: Words,
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
        traits,
        swaps,
        noted,
        live,
        values,
        ranks,
        shares,
    )
    stream: Any = blank_row(LENGTH)
    dealing: Any = blank_row(LENGTH)
    ratings: Any = np.zeros(len(buffer), np.int64)
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
    if len(desk.traits):
        hide(box, s, seat)
        list_traits(box, s, seat, desk.traits)
        for i in range(len(desk.traits)):
            desk.seen[len(desk.traits) + i] = desk.traits[i]
    else:
        show(box, s, place, seat, desk.raw, desk.layout, desk.seen, 1)
    compare(desk)
    return 1 / (1 + math.exp(-answer(desk)))


def reach(box: Any, s: Any, seat: int, desk: Any) -> float:
    """Return what a seat has in the end: its share of the win, or what it reached by itself."""
    if len(desk.traits):
        return reached(box, s, seat) / WHOLE
    for other in range(MOST_SEATS):
        desk.ranks[other] = 0
    standing(box, s, desk.ranks)
    share_win(desk.ranks, s.seats, desk.shares)
    share: float = desk.shares[seat] / WHOLE
    return share


def compare(desk: Any) -> None:
    """Change the sums by whatever is seen otherwise than before."""
    seen = desk.seen
    numbers = len(seen) // 2
    for low in range(0, numbers, STRETCH):
        high = min(low + STRETCH, numbers)
        differs = 0
        for i in range(low, high):
            differs |= seen[i] ^ seen[numbers + i]
        if differs:
            for i in range(low, high):
                if seen[i] != seen[numbers + i]:
                    look_up(desk, i, seen[i], seen[numbers + i])
                    seen[i] = seen[numbers + i]
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


def swap(desk: Any, lost: int, gained: int) -> None:
    """Note that the sums are to lose a row of the first layer, and to gain another one."""
    hidden = len(desk.sums)
    n = desk.noted[0]
    desk.swaps[2 * n] = lost * hidden
    desk.swaps[2 * n + 1] = gained * hidden
    desk.noted[0] = n + 1
    if n + 1 == MOST_SWAPS:
        add_swaps(desk)


def add_swaps(desk: Any) -> None:
    """Change the sums by the swaps that were noted."""
    first, sums, swaps = desk.first, desk.sums, desk.swaps
    n = 2 * desk.noted[0]
    for i in range(n, n + 2 * (FOUR - 1)):
        swaps[i] = 0  # a row for itself
    for i in range(0, n, 2 * FOUR):
        a, b, c, d = swaps[i], swaps[i + 2], swaps[i + 4], swaps[i + 6]
        e, f, g, h = swaps[i + 1], swaps[i + 3], swaps[i + 5], swaps[i + 7]
        for j in range(len(sums)):
            lost = first[a + j] + first[b + j] + first[c + j] + first[d + j]
            gained = first[e + j] + first[f + j] + first[g + j] + first[h + j]
            sums[j] += FINE * (gained - lost)
    desk.noted[0] = 0


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
