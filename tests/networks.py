"""What networks are given, computed by hand: slowly, and in another way than compiled code does."""

from itertools import pairwise

import numpy as np

from chancebox.bots.weights import Weights, load_weights, make_weights, weights_file
from chancebox.engine.game import Game
from chancebox.engine.inputs import FINE, add_windows, count_inputs
from chancebox.engine.observations import features
from chancebox.engine.records import Memory
from chancebox.engine.windows import windows


def weights_in(found: Game) -> Weights:
    """The weights in the folder of a game."""
    path = weights_file(found)
    assert path
    return load_weights(path, found)


def codes_of_numbers(found: Game) -> Memory:
    """The codes in the folder of a game, without those of windows."""
    return weights_in(found).codes[: len(features(found))]


def weights_with_windows(found: Game, hidden: int = 24, seed: int = 1) -> Weights:
    """Weights that nobody learned, of a network that is given the windows of grids."""
    codes = add_windows(codes_of_numbers(found), windows(found).tables)
    luck = np.random.default_rng(seed)
    sizes = [count_inputs(codes), hidden, 32, 1]
    layers = [
        (luck.normal(size=(above, below)) / above**0.5, luck.normal(size=below) / 10)
        for above, below in pairwise(sizes)
    ]
    return make_weights(codes, layers, {"game": found.name, "version": found.version, "doubt": 0.0})


def inputs_by_hand(found: Game, codes: Memory, seen: Memory) -> Memory:
    """What codes make of an observation."""
    inputs = np.zeros(count_inputs(codes))
    for code, value in zip(codes[: len(seen)], seen, strict=True):
        if code["count"]:
            above = int(np.clip(value - code["low"], 0, code["span"]))
            inputs[code["first"] + above // code["step"]] = 1
            if code["linear"]:
                inputs[code["linear"]] = above * FINE // code["span"] / FINE
    if len(codes) > len(seen):
        for code, squares in zip(codes[len(seen) :], windows(found).squares, strict=True):
            pattern = sum(int(seen[square]) << place for place, square in enumerate(squares) if square >= 0)
            if pattern:
                inputs[code["first"] + pattern - 1] += 1
    return inputs
