"""
What decisions were worth, from what their seat knew: in guessed worlds, beside what else could be done.

Where there are many choices some are looked at: the one that was made, that of the rule of thumb, those
that look best at first sight, and a few at random. The best is chosen in some worlds and then valued in
others, beside the one that was made: whoever judges by the worlds he chose in finds mistakes where there
are none.
"""

import random
from dataclasses import dataclass

import numpy as np

from chancebox.bots.interface import Question, question
from chancebox.bots.thinking.compiled import compiled_kernels
from chancebox.engine.match.chance import THINKING, stream, stream_key
from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import MOST_SEATS
from chancebox.engine.rules.records import Memory
from chancebox.reviews import kernels
from chancebox.reviews.marks import DOUBTFUL, SURE, WIDTH
from chancebox.reviews.values import UNIT

KEPT = 3
"""Of them, those that are looked at closer."""
CHUNK = 128
"""Worlds after which it is seen whether more are needed."""


@dataclass(frozen=True)
class Care:
    """How closely decisions are looked at."""

    choosing: int
    """Worlds in which the best choice is looked for."""
    valuing: int
    """Worlds in which it is valued, at most."""
    error: float
    """The standard error that is enough."""


@dataclass(frozen=True)
class Judgement:
    """What was found about one decision."""

    question: Question
    action: int
    best: int
    """The best choice that was looked at; the one that was made, where none seemed better."""
    gain: float
    """By how much the best choice wins more often than the one that was made."""
    gain_error: float
    skill: float
    """By how much the one that was made wins more often than that of the rule of thumb."""
    skill_error: float
    looked_at: int
    choices: int
    as_thumb: bool
    """The rule of thumb would have done the same."""
    is_open: bool
    """Nothing was hidden from the seat: there is but one world."""


class Judge:
    """Judges the decisions of a match."""

    def __init__(self, match: Match, care: Care, seed: int = 0) -> None:
        self._match = match
        self._care = care
        self._seed = seed
        self._thumb = compiled_kernels(match.game, match.box)
        self._build = match.game.compiled()
        self._kernel = self._build.kernels(kernels)
        self.played = 0
        """Games that were played to their end."""

    def judge(self, n: int) -> Judgement | None:
        """Judge decision n; nothing where there was no choice."""
        seat, action = self._match.events[n]
        before = self._match.fork(n)
        asked = question(before, seat)
        if len(asked.choices) < 2 or action not in asked.choices:
            return None
        usual = self._usual(asked)
        is_open = asked.position.tobytes() == before.position().tobytes()
        actions = self._candidates(asked, action, usual)
        worlds = _Worlds(self, asked)
        best = self._choose(worlds, actions)
        as_thumb = usual == action
        if best == action and (as_thumb or is_open):
            gain = skill = gain_error = skill_error = 0.0
        else:
            gain, gain_error, skill, skill_error = self._value(worlds, action, best, as_thumb or is_open)
        return Judgement(
            question=asked,
            action=action,
            best=best,
            gain=gain,
            gain_error=gain_error,
            skill=skill,
            skill_error=skill_error,
            looked_at=len(actions),
            choices=len(asked.choices),
            as_thumb=as_thumb,
            is_open=is_open,
        )

    def _usual(self, asked: Question) -> int | None:
        """Return the choice of the rule of thumb; nothing where that throws dice."""
        luck = stream(self._seed, THINKING, asked.number)
        before = luck.copy()
        usual = self._thumb.decide(asked, luck)
        return usual if (luck == before).all() else None

    def _candidates(self, asked: Question, action: int, usual: int | None) -> list[int]:
        """List what to look at, the choice that was made first."""
        first = [action] if usual is None or usual == action else [action, usual]
        others = [one for one in asked.choices if one not in first]
        if len(first) + len(others) > WIDTH:
            luck = random.Random(f"{self._seed} {asked.number} {asked.seat}")
            luck.shuffle(others)
            ratings = self._thumb.rate(asked)
            good = sorted(others, key=lambda one: -ratings[one])[: WIDTH // 2]
            others = [*good, *(one for one in others if one not in good)]
        return [*first, *others][:WIDTH]

    def _choose(self, worlds: "_Worlds", actions: list[int]) -> int:
        """Choose the best: first among all, then among the best few in twice as many worlds."""
        found = worlds.compare(actions, self._care.choosing)
        ranked = np.argsort(-found.mean(axis=0), kind="stable")
        kept = [0, *(int(i) for i in ranked if i)][:KEPT]
        # Measured by the one that was made, which stays; what cannot be better is left out.
        gains = found[:, kept] - found[:, :1]
        reach = gains.mean(axis=0) + SURE * (gains.std(axis=0) + 0.1) / np.sqrt(len(found))
        kept = [i for i, far in zip(kept, reach, strict=True) if i == 0 or far > DOUBTFUL]
        if len(kept) == 1:
            return actions[0]
        again = worlds.compare([actions[i] for i in kept], 2 * self._care.choosing).mean(axis=0)
        return actions[kept[int(np.argmax(again))]]

    def _value(
        self, worlds: "_Worlds", action: int, best: int, skips_thumb: bool
    ) -> tuple[float, float, float, float]:
        """Value the best choice and that of the rule of thumb beside the one that was made, in new worlds."""
        actions = [action, *([] if best == action else [best]), *([] if skips_thumb else [kernels.REFERENCE])]
        found = np.zeros((0, len(actions)))
        gain = skill = (0.0, 0.0)
        while len(found) < self._care.valuing:
            found = np.concatenate([found, worlds.compare(actions, min(CHUNK, self._care.valuing))])
            gain = (0.0, 0.0) if best == action else _mean(found[:, 1] - found[:, 0])
            skill = (0.0, 0.0) if skips_thumb else _mean(found[:, 0] - found[:, -1])
            is_small = gain[0] + SURE * gain[1] < DOUBTFUL
            if (is_small or gain[1] <= self._care.error) and skill[1] <= self._care.error:
                break
        return *gain, *skill


class _Worlds:
    """Worlds that fit what a seat knew, each of them used once."""

    def __init__(self, judge: Judge, asked: Question) -> None:
        self._judge = judge
        self._asked = asked
        self._states = np.concatenate([asked.position] * 3)
        seed = judge._seed
        keys = [stream_key(seed, THINKING + 11 + i) for i in range(3)]
        self._keys = np.array(keys, np.int64).ravel()
        self._keys[1::2] ^= asked.number * 8 + asked.seat  # another decision meets other worlds
        self._used = 0

    def compare(self, actions: list[int], worlds: int) -> Memory:
        """Return the seat's share of the win, by world and action."""
        judge = self._judge
        out = np.zeros(worlds * len(actions) * MOST_SEATS, np.int64)
        judge.played += judge._kernel.play_from(
            self._asked.box.memory,
            self._states,
            self._asked.seat,
            np.array(actions, np.int64),
            kernels.NOTHING,
            1,
            0,
            0,
            self._used,
            worlds,
            self._keys,
            judge._thumb.notes,
            judge._thumb.buffer,
            out,
            out,
        )
        self._used += worlds
        return out.reshape(worlds, len(actions), MOST_SEATS)[:, :, self._asked.seat] / UNIT


def _mean(gaps: Memory) -> tuple[float, float]:
    """Return a mean with its standard error; games that all went one way prove little."""
    n = len(gaps)
    return float(gaps.mean()), float(np.sqrt((gaps.std() ** 2 + 1 / (n + 1)) / n))
