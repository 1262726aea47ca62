"""The bot that learned: what a network, trained by self-play, thinks choices are worth."""

import threading
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from chancebox.bots import network
from chancebox.bots.compiled import take_or_make
from chancebox.bots.interface import Question
from chancebox.bots.thumb import ThumbBot
from chancebox.bots.weights import Weights, weights_file, weights_of
from chancebox.engine.chance import THINKING, stream_key
from chancebox.engine.game import Game
from chancebox.engine.observations import layout
from chancebox.engine.records import Memory

WORLDS = 1
"""Worlds in which each choice is looked at."""

_THREAD = threading.local()
"""Networks by game and weights; of each thread its own, since they work on a desk of their own."""


class Network:
    """A network compiled for a game, with its weights and a desk to work on."""

    def __init__(self, game: Game, weights: Weights) -> None:
        self._build = game.compiled()
        self.kernel: Any = self._build.kernels(network)
        self.states = np.zeros(network.TRIAL + 1, game.rules.Position.dtype)
        self.raw = self.states.view(np.int8)
        self.layouts: dict[int, Memory] = {}
        self._game = game
        self.weights = network.pack(weights)
        traits = game.traits.TRAITS
        self.desk = network.make_desk(weights, traits)
        self._needed = None if traits else weights.codes["count"] > 0

    def take(self, question: Question) -> tuple[Any, ...]:
        """Lay out a question; return what all kernels are given first."""
        seats = int(question.position["seats"][0])
        self.states[network.KNOWN] = question.position[0]
        known = self.states[: network.KNOWN + 1]
        self._build.hide(question.box, known, question.seat)  # whatever was handed over
        if seats not in self.layouts:
            self.layouts[seats] = layout(self._game, seats, self._needed)
        return question.box.memory, self.states, self.raw, self.layouts[seats], question.seat

    def judge(self, question: Question, keys: Memory, worlds: int = WORLDS) -> dict[int, float]:
        """Return what each choice is worth, as a share of the win."""
        actions = np.array(question.choices, np.int64)
        out = np.zeros(len(actions), np.float32)
        given = self.take(question)
        self.kernel.enter_judge(
            *given, actions, question.number, worlds, keys, *self.weights, *self.desk, out
        )
        return dict(zip(question.choices, out.tolist(), strict=True))


def is_learned_compiled(game: Game) -> bool:
    """Return whether what networks of a game run lies compiled in the cache, if there are any."""
    return weights_file(game) is None or game.compiled().is_built(network)


def compile_network(game: Game) -> None:
    """Compile what a network of a game runs, if there is one."""
    if weights_file(game) is not None:
        network_of(game)


def network_of(game: Game, path: Path | None = None) -> Network:
    """Return the network of a game, from a file or from its folder; this compiles it if that was not done."""
    weights = weights_of(game, path)
    kept: dict[tuple[str, str], Network] = _THREAD.__dict__.setdefault("kept", {})
    return take_or_make(kept, (game.key, weights.digest), partial(Network, game, weights))


class Learned:
    """
    Plays by the rule of thumb, unless its network thinks that another choice is worth more beyond doubt.

    How much that is stands with the weights, and is 0 where the network is better alone.
    """

    def __init__(self, seed: int, path: Path | None = None) -> None:
        self._path = path
        self._keys = np.array(stream_key(seed, THINKING), np.int64)
        self._thumb = ThumbBot(seed)

    def choose(self, question: Question) -> int:
        if len(question.choices) == 1:
            return question.choices[0]
        path = self._path or weights_file(question.game)
        if path is None:
            return self._thumb.choose(question)
        judged = network_of(question.game, path).judge(question, self._keys)
        best = max(judged, key=judged.__getitem__)
        seats = int(question.position["seats"][0])
        doubt = weights_of(question.game, path).doubt_among(seats)
        if not doubt:
            return best
        usual = self._thumb.choose(question)
        return best if judged[best] > judged[usual] + doubt else usual

    def knows(self, game: Game) -> bool:
        """Return whether anything was learned of a game."""
        return (self._path or weights_file(game)) is not None

    def judge(self, question: Question) -> dict[int, float]:
        """Return what each choice is worth, as a share of the win."""
        network = network_of(question.game, self._path)
        return network.judge(question, self._keys)
