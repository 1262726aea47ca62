"""
The layers of a network, compiled for each game: from what is seen to the units of the second layer.

Each number that is seen is looked up in the table of the first layer. Positions that are looked at one after
another are much alike, so only numbers that have changed are looked up again: one row of the table is
swapped for another. Sums are of whole numbers, so nothing is lost on the way. Inner loops do four rows at a
time: what they add to is then read and written once for all of them.
"""

from typing import Any, NamedTuple

import numpy as np

from chancebox.bots.networks.weights import Weights
from chancebox.engine.game.inputs import FINE
from chancebox.engine.rules.records import Bytes, Floats, Memory, Words

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
"""Numbers that are compared at a time: most stretches are as they were."""


class Layers(NamedTuple):
    """The weights, and room to write."""

    codes: Words
    first: Bytes
    rest: Floats
    """Scales and bias of the first layer, and for each chapter what comes after it."""
    chapter: Words
    """How much of `rest` belongs to a chapter, in its only place."""
    seen: Words
    """The numbers that were seen before, and after them the next ones."""
    sums: Words
    """Of the first layer, for the numbers before."""
    units: Floats
    """Of the second layer."""
    swaps: Words
    """In pairs: where a row begins that the sums are to lose, and one that they are to gain."""
    noted: Words
    """How many swaps there are, in its only place."""
    live: Words
    """Units of the first layer that are above 0, by where their weights begin."""
    values: Floats
    """What these units are."""


def make_layers(weights: Weights) -> Layers:
    """Put weights in the form of `codes`, `first` and `rest`, with numbers that are all 0 as those before."""
    hidden = weights.first.shape[1]
    last = weights.second, weights.second_bias, weights.third, weights.third_bias
    chapters = np.concatenate([one.reshape(weights.chapters, -1) for one in last], axis=1)
    rest = weights.scales / FINE, weights.first_bias, chapters.reshape(-1)
    return Layers(
        weights.codes.view(np.int32),
        weights.first.reshape(-1),
        np.concatenate(rest).astype(np.float32),
        np.array([chapters.shape[1]], np.int32),
        np.zeros(2 * len(weights.codes), np.int32),
        sums_of_zeros(weights),
        np.zeros(SECOND, np.float32),
        np.zeros(2 * (MOST_SWAPS + FOUR), np.int32),
        np.zeros(1, np.int32),
        np.zeros(hidden + FOUR, np.int32),
        np.zeros(hidden + FOUR, np.float32),
    )


def sums_of_zeros(weights: Weights) -> Memory:
    """Compute the sums of the first layer if every number is 0."""
    codes = weights.codes[weights.codes["count"] > 0]
    above = np.clip(-codes["low"], 0, codes["span"])
    sums: Memory = FINE * weights.first[codes["first"] + above // codes["step"]].sum(0, np.int32)
    growing = codes["linear"] > 0
    times = (above * FINE // codes["span"])[growing]
    sums += times @ weights.first[codes["linear"][growing]].astype(np.int32)
    return sums


def compare(layers: Any) -> None:
    """Change the sums by whatever is seen otherwise than before."""
    seen = layers.seen
    numbers = len(seen) // 2
    for low in range(0, numbers, STRETCH):
        high = min(low + STRETCH, numbers)
        differs = 0
        for i in range(low, high):
            differs |= seen[i] ^ seen[numbers + i]
        if differs:
            for i in range(low, high):
                if seen[i] != seen[numbers + i]:
                    look_up(layers, i, seen[i], seen[numbers + i])
                    seen[i] = seen[numbers + i]
    add_swaps(layers)


def look_up(layers: Any, number: int, before: int, after: int) -> None:
    """Swap what a number brought to the sums for what it brings now."""
    codes = layers.codes
    code = NUMBERS * number
    if codes[code + COUNT]:
        first, step, span = codes[code + FIRST], codes[code + STEP], codes[code + SPAN]
        was = max(0, min(before - codes[code + LOW], span))
        now = max(0, min(after - codes[code + LOW], span))
        swap(layers, first + was // step, first + now // step)
        if codes[code + LINEAR]:
            add_row(layers, codes[code + LINEAR], now * FINE // span - was * FINE // span)


def swap(layers: Any, lost: int, gained: int) -> None:
    """Note that the sums are to lose a row of the first layer, and to gain another one."""
    hidden = len(layers.sums)
    n = layers.noted[0]
    layers.swaps[2 * n] = lost * hidden
    layers.swaps[2 * n + 1] = gained * hidden
    layers.noted[0] = n + 1
    if n + 1 == MOST_SWAPS:
        add_swaps(layers)


def add_swaps(layers: Any) -> None:
    """Change the sums by the swaps that were noted."""
    first, sums, swaps = layers.first, layers.sums, layers.swaps
    n = 2 * layers.noted[0]
    for i in range(n, n + 2 * (FOUR - 1)):
        swaps[i] = 0  # a row for itself
    for i in range(0, n, 2 * FOUR):
        a, b, c, d = swaps[i], swaps[i + 2], swaps[i + 4], swaps[i + 6]
        e, f, g, h = swaps[i + 1], swaps[i + 3], swaps[i + 5], swaps[i + 7]
        for j in range(len(sums)):
            lost = first[a + j] + first[b + j] + first[c + j] + first[d + j]
            gained = first[e + j] + first[f + j] + first[g + j] + first[h + j]
            sums[j] += FINE * (gained - lost)
    layers.noted[0] = 0


def add_row(layers: Any, row: int, times: int) -> None:
    """Add a row of the first layer to the sums, so many times."""
    first, sums = layers.first, layers.sums
    hidden = len(sums)
    for j in range(hidden):
        sums[j] += times * first[row * hidden + j]


def fill_units(layers: Any, chapter: int) -> int:
    """Compute the second layer from the sums of the first; return where in `rest` the third begins."""
    rest, units, live, values = layers.rest, layers.units, layers.live, layers.values
    second: int = 2 * len(layers.sums) + chapter * layers.chapter[0]
    bias = second + len(layers.sums) * SECOND
    for k in range(SECOND):
        units[k] = rest[bias + k]
    for i in range(0, list_live(layers), FOUR):
        a, b, c, d = second + live[i], second + live[i + 1], second + live[i + 2], second + live[i + 3]
        e, f, g, h = values[i], values[i + 1], values[i + 2], values[i + 3]
        for k in range(SECOND):
            # Added in the order of the units, as if it were one by one: the last bits depend on it.
            unit = units[k] + e * rest[a + k] + f * rest[b + k]
            units[k] = unit + g * rest[c + k] + h * rest[d + k]
    return bias + SECOND


def list_live(layers: Any) -> int:
    """List the units of the first layer that are above 0; return how many these are."""
    rest, sums, live, values = layers.rest, layers.sums, layers.live, layers.values
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
