"""
The grandmaster: the master with a network, or with an expert.

The network says, beside the rule of thumb, which choices are looked at, and by which one all others are
measured: what `learned` would do, unless a part of the game is solved. Choices are tried in guessed worlds as
the master tries them. Where the network is sure enough, games are not played to their ends: after a few
decisions, which it makes, it says what was reached. A game that has an expert (see `engine.expert`) is
played out by that one, who also says what comes first to mind. Where the network tells fates (see
`engine.traits`) nothing is guessed: all that may come next is weighed, and where that would be too much, some
rounds are played on. In a game that has nothing of this it is the master.
"""

import math
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from chancebox.bots.interface import Evaluation, Question, Thought
from chancebox.bots.networks.foresight import Foresight
from chancebox.bots.networks.learned import Learned, foresight_of, network_of
from chancebox.bots.networks.network import KNOWN
from chancebox.bots.networks.weights import weights_of
from chancebox.bots.thinking.master import Master
from chancebox.bots.thinking.search import Estimates, Search, counts
from chancebox.engine.game.game import Game
from chancebox.engine.rules.records import Memory

BUDGET = 10_000
TO_THE_END = -1
"""Where the network is not sure enough: there games are played to their ends, as the master does."""
WIDEST, NARROWEST = 24, 4
"""Where the network tells fates: choices after which one looks a round ahead; for each more, half of them."""
PART = 0.25
"""How much of what is left may be spent on one round more: playing on shows more than a dear one."""
FURTHEST = 6
"""Rounds ahead, at most: nearly always all of them, where so many can be weighed."""
LOOKS = 20
"""Positions that are judged there in the time in which a game is played out, about."""
TRUST = 150, 400
"""What was foreseen for one round, or two, counts for so often playing on; for more there is no need to."""
PHASES, CHUNK = 3, 8
"""In each phase of playing on there are half as many choices as in the one before; so often at a time."""


@dataclass
class Looks:
    """How many positions may be judged for a decision, and until when."""

    foresight: Foresight
    most: int
    until: float

    def __post_init__(self) -> None:
        self._before = self.foresight.looked

    @property
    def taken(self) -> int:
        return self.foresight.looked - self._before

    @property
    def left(self) -> int:
        return self.most - self.taken

    def is_late(self) -> bool:
        return time.perf_counter() > self.until


class Grandmaster(Master):
    """The master with a network for what comes first to mind, and for what comes later."""

    expert = True

    def __init__(
        self,
        seed: int,
        budget: int = BUDGET,
        seconds: float = math.inf,
        path: Path | None = None,
    ) -> None:
        super().__init__(seed, budget, seconds)
        self._path = path
        self._first_sight = Learned(seed, path)

    def think(self, question: Question) -> Thought:
        """Decide, and return how the choices were evaluated."""
        tells_fates = question.game.traits.FATES and self._first_sight.knows(question.game)
        if len(question.choices) > 1 and tells_fates:
            return self._look_ahead(question)
        return super().think(question)

    def _look_ahead(self, question: Question) -> Thought:
        """Weigh all that may come after the choices that seem best; where that is too much, play on."""
        begun = time.perf_counter()
        foresight = foresight_of(question.game, self._path)
        judged = foresight.judge(question)
        looks = Looks(foresight, LOOKS * self._budget, begun + self._seconds)
        judged, ahead = self._weigh(question, judged, looks)
        times = 0
        if ahead <= len(TRUST):
            judged, times = self._play_on(question, judged, TRUST[ahead - 1], looks)
        evaluations = tuple(Evaluation(action, judged[action], 0.0, 1) for action in best_first(judged))
        spent = time.perf_counter() - begun
        return Thought(evaluations[0].action, evaluations, looks.taken, spent, ahead, times)

    def _weigh(
        self, question: Question, judged: dict[int, float], looks: "Looks"
    ) -> tuple[dict[int, float], int]:
        """Return what the best choices are worth by all that may come, and for how many rounds."""
        each, ahead, wide = 2.0, 0, WIDEST
        while ahead < FURTHEST and (wide >= NARROWEST or not ahead):
            taken, found = looks.taken, dict[int, float]()
            for action in best_first(judged)[:wide]:
                if not (found and looks.is_late()):
                    found[action] = looks.foresight.foresee(question, action, ahead + 1)
            if len(found) < min(NARROWEST, len(judged)):
                break
            judged, ahead = found, ahead + 1
            now = max(1.0, (looks.taken - taken) / len(found))
            expected = now * max(1.0, now / each)  # a round more makes as much more of it as the last one
            each, wide = now, min(max(NARROWEST, wide // 2), int(PART * looks.left / expected))
        return judged, max(1, ahead)

    def _play_on(
        self, question: Question, judged: dict[int, float], trust: int, looks: "Looks"
    ) -> tuple[dict[int, float], int]:
        """Play on after the best choices, more and more often after fewer; return what that shows."""
        sums = {action: trust * share for action, share in judged.items()}
        times = 0
        for phase in range(PHASES):
            live = best_first(judged)[: WIDEST // 2 >> phase]
            until = looks.taken + looks.left / (PHASES - phase)
            while looks.taken < until and not looks.is_late():
                reached = looks.foresight.play_on(question, live, times, CHUNK, self._seed)
                for action, one in zip(live, reached.tolist(), strict=True):
                    sums[action] += one
                times += CHUNK
            judged = {action: sums[action] / (trust + times) for action in live}
        return judged, times

    def usual(self, search: Search) -> int:
        """Take what is solved, and otherwise what the expert would do, or the network alone."""
        solved = self.solved(search)
        if solved is None and self._asks_network(search.question.game):
            return self._first_sight.choose(search.question)
        return super().usual(search)

    def candidates(self, search: Search) -> list[int]:
        """Take the choices that the network likes best, and as many that look best to the rule of thumb."""
        question = search.question
        if not self._asks_network(question.game):
            return super().candidates(search)
        judged, rated = self._first_sight.judge(question), search.compiled.rate(question)
        liked = best_first(judged)
        usual = sorted(question.choices, key=lambda action: -rated[action])
        both = [action for pair in zip(liked, usual, strict=True) for action in pair]
        return list(dict.fromkeys([self.usual(search), *both]))[: self.width]

    def contested(self, search: Search) -> Memory | None:
        """A network that judges what is reached has its own idea of what others will do."""
        return None if self._turns_in(search.question) != TO_THE_END else super().contested(search)

    def try_out(self, search: Search, found: Estimates, live: list[int], first: int, worlds: int) -> None:
        """Play on for a few decisions, and let the network judge."""
        turns = self._turns_in(search.question)
        if turns == TO_THE_END:
            super().try_out(search, found, live, first, worlds)
            return
        totals, gaps, squares = (counts(len(live)) for _ in range(3))
        network = network_of(search.question.game, self._path)
        desk = network.take(search.question)
        network.states[KNOWN] = search.states[0]  # of which some may be left away (see `master`)
        network.kernel.try_out(
            search.question.box.memory,
            network.states,
            search.question.seat,
            found.actions[live],
            first,
            worlds,
            turns,
            search.keys,
            search.compiled.notes,
            search.compiled.buffer,
            desk,
            totals,
            gaps,
            squares,
        )
        found.add(live, totals, gaps, squares, worlds)

    def doubt_in(self, question: Question) -> float:
        """Return by how many errors a choice must be better; that stands with weights, if there are any."""
        usual = super().doubt_in(question)
        if not self._first_sight.knows(question.game):
            return usual
        return float(self._said(question, "errors", usual))

    def _asks_network(self, game: Game) -> bool:
        """Return whether something was learned of a game that knows no expert."""
        return self._first_sight.knows(game) and not game.has_expert

    def _turns_in(self, question: Question) -> int:
        """Return after how many decisions the network judges; that stands with its weights."""
        if not self._asks_network(question.game):
            return TO_THE_END
        return int(self._said(question, "turns", TO_THE_END))

    def _said(self, question: Question, name: str, usual: float) -> Any:
        """Return what the weights say about themselves, for as many players as there are."""
        seats = int(question.position["seats"][0])
        return weights_of(question.game, self._path).said_among(name, seats, usual)


def best_first(judged: dict[int, float]) -> list[int]:
    """Sort actions by what they are worth."""
    return sorted(judged, key=lambda action: -judged[action])
