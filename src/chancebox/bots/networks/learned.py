"""The bot that learned: what a network, trained by self-play, thinks choices are worth."""

import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from chancebox.bots.interface import Question
from chancebox.bots.networks import fates, network
from chancebox.bots.networks.foresight import Foresight
from chancebox.bots.networks.layers import make_layers
from chancebox.bots.networks.weights import Weights, weights_file, weights_of
from chancebox.bots.thinking.compiled import Kept, take_or_make
from chancebox.bots.thumb import ThumbBot
from chancebox.engine.game.game import Game
from chancebox.engine.game.observations import layout
from chancebox.engine.match.chance import THINKING, stream_key
from chancebox.engine.rules.records import Memory

WORLDS = 1
"""Worlds in which each choice is looked at."""

_THREAD = threading.local()
"""Networks by game and weights; of each thread its own, since they work on a desk of their own."""


class Network:
    """A network compiled for a game, with its weights and desks to work on."""

    def __init__(self, game: Game, weights: Weights) -> None:
        self._build = game.compiled()
        self.kernel: Any = self._build.kernels(network)
        self.states = np.zeros(network.TRIAL + 1, game.rules.Position.dtype)
        self._game = game
        self._layers = make_layers(weights)
        self._needed = weights.codes["count"] > 0
        self._desks: dict[int, network.Desk] = {}

    def take(self, question: Question) -> network.Desk:
        """Lay out a question; return the desk for as many players as there are."""
        seats = int(question.position["seats"][0])
        self.states[network.KNOWN] = question.position[0]
        known = self.states[: network.KNOWN + 1]
        self._build.hide(question.box, known, question.seat)  # whatever was handed over
        if seats not in self._desks:
            read = layout(self._game, seats, self._needed)
            self._desks[seats] = network.make_desk(self.states.view(np.int8), read, self._layers)
        return self._desks[seats]

    def judge(self, question: Question, keys: Memory, worlds: int = WORLDS) -> dict[int, float]:
        """Return what each choice is worth, as a share of the win."""
        actions = np.array(question.choices, np.int64)
        out = np.zeros(len(actions), np.float32)
        desk = self.take(question)
        given = question.box.memory, self.states, question.seat, actions
        self.kernel.enter_judge(*given, question.number, worlds, keys, desk, out)
        return dict(zip(question.choices, out.tolist(), strict=True))


def is_learned_compiled(game: Game) -> bool:
    """Return whether what networks of a game run lies compiled in the cache, if there are any."""
    return weights_file(game) is None or game.compiled().is_built(kernels_of(game))


def kernels_of(game: Game) -> ModuleType:
    """Return the kernels that networks of a game run."""
    return fates if game.traits.FATES else network


def compile_network(game: Game) -> None:
    """Compile what a network of a game runs, if there is one."""
    if weights_file(game) is not None:
        game.compiled().kernels(kernels_of(game))


def network_of(game: Game, path: Path | None = None) -> Network:
    """Return the network of a game, from a file or from its folder; this compiles it if that was not done."""
    return _kept(game, path, Network)


def foresight_of(game: Game, path: Path | None = None) -> Foresight:
    """Return the same of a game with fates."""
    return _kept(game, path, Foresight)


def _kept(game: Game, path: Path | None, make: Callable[[Game, Weights], Kept]) -> Kept:
    weights = weights_of(game, path)
    kept: dict[tuple[str, str], Kept] = _THREAD.__dict__.setdefault("kept", {})
    return take_or_make(kept, (game.key, weights.digest), partial(make, game, weights))


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
        judged = self.judge(question)
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
        if question.game.traits.FATES:
            return foresight_of(question.game, self._path).judge(question)
        return network_of(question.game, self._path).judge(question, self._keys)
