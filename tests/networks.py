"""What networks are given, computed by hand: slowly, and in another way than compiled code does."""

import numpy as np

from chancebox.bots.networks.weights import Weights, load_weights, weights_file
from chancebox.engine.game.boxes import load_box
from chancebox.engine.game.game import Game
from chancebox.engine.game.inputs import FINE, count_inputs
from chancebox.engine.rules.records import Memory, plain


def weights_in(found: Game) -> Weights:
    """The weights in the folder of a game."""
    path = weights_file(found)
    assert path
    return load_weights(path, found)


def traits_of(game: Game, positions: Memory, seat: int, seats: int) -> Memory:
    """The traits of positions, a row for each."""
    box = load_box(game).fields
    out = np.empty((len(positions), game.traits.TRAITS), np.int32)
    for i in range(len(positions)):
        row = [0] * game.traits.TRAITS
        game.traits.list_traits(box, plain(positions[i : i + 1]), seat, row)
        out[i] = row
    return out


def inputs_by_hand(codes: Memory, seen: Memory) -> Memory:
    """What codes make of numbers."""
    inputs = np.zeros(count_inputs(codes))
    for code, value in zip(codes, seen, strict=True):
        if code["count"]:
            above = int(np.clip(value - code["low"], 0, code["span"]))
            inputs[code["first"] + above // code["step"]] = 1
            if code["linear"]:
                inputs[code["linear"]] = above * FINE // code["span"] / FINE
    return inputs
