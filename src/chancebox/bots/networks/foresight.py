"""Networks that tell fates (see `engine.traits`): what choices are worth, at once or by what comes next."""

from typing import Any

import numpy as np

from chancebox.bots.interface import Question
from chancebox.bots.networks import fates
from chancebox.bots.networks.weights import Weights
from chancebox.engine.game.game import Game
from chancebox.engine.match.chance import THINKING, stream_key
from chancebox.engine.rules.records import Memory

FEW, FEW_LAST = 8, 4
"""Choices that are looked at for each card that may come; and where nothing is looked at after that."""
FEWER = 2
"""Those of them after which one looks further ahead."""
SOME = 128
"""Positions that are followed at a time."""
ROUNDS, FEW_ON = 4, 8
"""Rounds that are played on, and choices that are looked at in each of them."""


class Foresight:
    """A network compiled for a game, with its weights and a desk to work on."""

    def __init__(self, game: Game, weights: Weights) -> None:
        self._build = game.compiled()
        self._kernel: Any = self._build.kernels(fates)
        self._room = np.zeros(fates.ROOM, game.rules.Position.dtype)
        self._desk = fates.make_desk(game, weights)

    @property
    def looked(self) -> int:
        """How many positions were judged so far to foresee something."""
        return int(self._desk.looked[0])

    def judge(self, question: Question) -> dict[int, float]:
        """Return what each choice is worth, as a share of the win."""
        self._room[fates.KNOWN] = question.position[0]
        known = self._room[: fates.KNOWN + 1]
        self._build.hide(question.box, known, question.seat)  # whatever was handed over
        self._kernel.enter_weigh(question.box.memory, self._room, question.seat, self._desk)
        actions = np.array(question.choices, np.int64)
        out = np.zeros(len(actions), np.float32)
        given = question.box.memory, self._room, question.seat
        self._kernel.enter_judge(*given, actions, self._desk, out)
        return dict(zip(question.choices, out.tolist(), strict=True))

    def foresee(self, question: Question, action: int, rounds: int) -> float:
        """Return the same of one choice by all that may come in so many rounds; `judge` came before."""
        tried = self._room[: fates.KNOWN + 1].copy()
        self._kernel.enter_try(question.box.memory, tried, question.seat, np.array([action], np.int64))
        return float(self._expect(question, tried, rounds)[0])

    def play_on(self, question: Question, actions: list[int], first: int, times: int, seed: int) -> Memory:
        """Return what is reached some rounds after choices, added up over so many times; likewise."""
        tried = np.repeat(self._room[: fates.KNOWN + 1], len(actions))
        self._kernel.enter_try(question.box.memory, tried, question.seat, np.array(actions, np.int64))
        keys = np.array(stream_key(seed, THINKING + 1), np.int64)
        keys[0] ^= question.number  # the luck of another moment is another one
        sums = np.zeros(len(actions), np.float32)
        given = question.box.memory, tried, self._room, question.seat, first, times, ROUNDS, FEW_ON
        self._kernel.enter_play_on(*given, keys, self._desk, sums)
        return sums

    def _expect(self, question: Question, positions: Memory, rounds: int) -> Memory:
        """Return what is to be expected of positions right after a decision of the seat."""
        if len(positions) > SOME:
            parts = np.split(positions, range(SOME, len(positions), SOME))
            return np.concatenate([self._expect(question, part, rounds) for part in parts])
        cards = len(self._desk.cards)
        worth = np.full(len(positions) * cards, -1, np.float32)
        given = question.box.memory, positions, self._room, question.seat
        if rounds == 1:
            self._kernel.enter_deal(*given, FEW_LAST, self._desk, worth)
        else:
            most = len(positions) * cards * FEWER
            grown, places = np.empty(most, positions.dtype), np.empty(most, np.int64)
            n = self._kernel.enter_grow(*given, FEW, FEWER, self._desk, grown, places)
            if n:
                np.maximum.at(worth, places[:n], self._expect(question, grown[:n], rounds - 1))
        out = np.zeros(len(positions), np.float32)
        self._kernel.enter_expect(question.box.memory, positions, question.seat, self._desk, worth, out)
        return out
