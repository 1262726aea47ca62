"""
The searcher: tries its choices in many guessed worlds, and leaves the rule of thumb for what wins more.

Every choice is played out by the rule of thumb; a game is worth its win, and how clear that was. The
budget, a number of games played out, goes to the choices by sequential halving: all of them get the same
share, the worse half is dropped, the rest shares the next part. All are compared with the choice of the
rule of thumb, world by world; it stays unless another one is better beyond the error. Where others decide
at the same time nobody sees the others' choice: the strategy is a mixed one, found by regret matching,
and the move is drawn from it.
"""

import math
import time
from dataclasses import dataclass, field

import numpy as np

from chancebox.bots.interface import Evaluation, Question, Thought
from chancebox.bots.thinking import kernels
from chancebox.bots.thinking.compiled import CompiledKernels, compiled_kernels
from chancebox.engine.match.chance import THINKING, stream, stream_key
from chancebox.engine.rules.contract import MOST_SEATS
from chancebox.engine.rules.records import Memory, plain
from chancebox.engine.rules.streams import below
from chancebox.engine.rules.winners import WHOLE

BUDGET = 2000
CHUNK = 256
"""Games between two looks at the clock."""
CARELESS = 4
"""Decisions of 256 that are made at random when games are played out."""
RARE = 0.2
"""What a mixed strategy does so much more rarely than its likeliest choice it does not do at all."""


def counts(n: int) -> Memory:
    """Return so many counts, all 0."""
    return np.zeros(n, np.int64)


@dataclass
class Estimates:
    """What playing out has shown, choice by choice; the first one is that of the rule of thumb."""

    actions: Memory
    sums: Memory = field(init=False)
    gaps: Memory = field(init=False)
    squares: Memory = field(init=False)
    games: Memory = field(init=False)
    leads: Memory = field(default_factory=lambda: counts(2))
    """How clear games are, for `kernels.worth`."""

    def __post_init__(self) -> None:
        n = len(self.actions)
        self.sums, self.gaps, self.squares, self.games = (counts(n) for _ in range(4))

    def add(self, live: list[int], sums: Memory, gaps: Memory, squares: Memory, worlds: int) -> None:
        """Take in what some choices brought in so many more worlds."""
        self.sums[live] += sums
        self.gaps[live] += gaps
        self.squares[live] += squares
        self.games[live] += worlds

    def gain(self, i: int) -> float:
        """Return by how much a choice is worth more than the usual one (see `kernels.worth`), in wins."""
        return float(self.gaps[i]) / WHOLE / max(1, int(self.games[i]))

    def error(self, i: int) -> float:
        """Return the standard error of the gain."""
        n = max(1, int(self.games[i]))
        variance = float(self.squares[i]) / WHOLE**2 / n - self.gain(i) ** 2
        # A few games that all went one way prove little: as if one more had gone the other way.
        return math.sqrt((max(0.0, variance) + 1 / (n + 1)) / n)

    def best(self, live: list[int], doubt: float) -> int:
        """Find the choice to make: the usual one, unless another is better by so many errors."""
        sure = {i: self.gain(i) - doubt * self.error(i) for i in live if i}
        i = max(sure, key=lambda i: (sure[i], -i), default=0)
        return i if i and sure[i] > 0 else 0

    def evaluation(self, i: int) -> Evaluation:
        """Return the share of wins with its error, 95 %."""
        n = max(1, int(self.games[i]))
        share = float(self.sums[i]) / WHOLE / n
        error = 1.96 * math.sqrt((share * (1 - share) + 1 / (n + 1)) / n)
        return Evaluation(int(self.actions[i]), share, error, n)


@dataclass(frozen=True)
class Search:
    """One search for a decision: the question, and all that is needed to think about it."""

    question: Question
    compiled: CompiledKernels
    states: Memory
    keys: Memory
    until: float

    def is_late(self) -> bool:
        return time.perf_counter() > self.until


class Searcher:
    """One search for all games."""

    width = 16
    """Choices that are looked at closely."""
    doubt = 2.0
    """Errors by which a choice must be better than the usual one: of many, one is so by luck."""
    expert = False
    """Whether it thinks, and plays games out, as the expert does, and not by the rule of thumb."""

    def __init__(self, seed: int, budget: int = BUDGET, seconds: float = math.inf) -> None:
        self._seed = seed
        self._budget = budget
        self._seconds = seconds

    def choose(self, question: Question) -> int:
        return self.think(question).action

    def think(self, question: Question) -> Thought:
        """Decide, and return how the choices were evaluated."""
        if len(question.choices) == 1:
            return Thought(question.choices[0], (), 0, 0.0)
        search = self.begin_search(question)
        begun = time.perf_counter()
        lists = self.contested(search)
        action, found = self._halve(search) if lists is None else self._contest(search, lists)
        ranked = [found.evaluation(i) for i in range(len(found.actions)) if found.games[i]]
        ranked.sort(key=lambda one: (one.action != action, -one.share))
        return Thought(action, tuple(ranked), int(found.games.sum()), time.perf_counter() - begun)

    def compare(self, question: Question, actions: list[int], first: int, worlds: int) -> Estimates:
        """Play actions out in guessed worlds number `first` and on, the same for each of them."""
        found = Estimates(np.array(actions, np.int64))
        self.try_out(self.begin_search(question), found, list(range(len(actions))), first, worlds)
        return found

    def begin_search(self, question: Question) -> Search:
        """Prepare all that is needed: of the position what the seat may know."""
        compiled = compiled_kernels(question.game, question.box)
        states = np.zeros(3, question.position.dtype)
        states[0] = question.position[0]
        compiled.hide(question, states)  # whatever was handed over, what the seat may know is all it uses
        keys = np.array([stream_key(self._seed, THINKING + 1 + i) for i in range(3)], np.int64).ravel()
        keys[::2] ^= question.number  # worlds of another moment are other worlds
        return Search(question, compiled, states, keys, time.perf_counter() + self._seconds)

    def doubt_in(self, question: Question) -> float:
        """Return by how many errors a choice must be better than the usual one."""
        return self.doubt

    def usual(self, search: Search) -> int:
        """Take the choice by which all others are measured: that of the rule of thumb, or the expert's."""
        luck = stream(self._seed, THINKING, search.question.number)
        return search.compiled.decide(search.question, luck, self.expert)

    def candidates(self, search: Search) -> list[int]:
        """Take the choices to look at: the usual one, then the best at first sight."""
        usual = self.usual(search)
        ratings = search.compiled.rate(search.question, self.expert)
        ranked = sorted(search.question.choices, key=lambda action: (action != usual, -ratings[action]))
        return ranked[: self.width]

    def _halve(self, search: Search) -> tuple[int, Estimates]:
        found = Estimates(np.array(self.candidates(search), np.int64))
        live = list(range(len(found.actions)))
        rounds = max(1, math.ceil(math.log2(len(live))))
        world = 0
        for _round in range(rounds):
            worlds = max(2, self._budget // rounds // len(live))
            done = 0
            while done < worlds and not (search.is_late() and found.games[0]):
                some = max(1, min(worlds - done, CHUNK // len(live)))
                self.try_out(search, found, live, world + done, some)
                done += some
            world += worlds
            # The usual choice stays to the end: the others are measured by it.
            others = sorted(live[1:], key=lambda i: (-found.gain(i), i))
            live = [0, *others[: max(1, len(live) // 2)]]
        return int(found.actions[found.best(live, self.doubt_in(search.question))]), found

    def try_out(self, search: Search, found: Estimates, live: list[int], first: int, worlds: int) -> None:
        """Play choices out in so many worlds, and add up what that shows."""
        sums, gaps, squares = (counts(len(live)) for _ in range(3))
        search.compiled.kernel.try_out(
            search.question.box.memory,
            search.states,
            search.question.seat,
            found.actions[live],
            first,
            worlds,
            CARELESS,
            int(self.expert),
            search.keys,
            search.compiled.notes,
            search.compiled.buffer,
            found.leads,
            sums,
            gaps,
            squares,
        )
        found.add(live, sums, gaps, squares, worlds)

    # Decisions that several seats make at the same time.

    def contested(self, search: Search) -> Memory | None:
        """List what everybody may do now, if others decide at the same time and it is known among what."""
        question = search.question
        pending = int(plain(question.position).pending)
        others = [seat for seat in range(MOST_SEATS) if pending >> seat & 1 and seat != question.seat]
        if not others or len(question.choices) > kernels.FEW:
            return None
        lists = counts(MOST_SEATS * kernels.FEW)
        known = 0
        for seat in [question.seat, *others]:
            seen = [search.compiled.choices_in_a_world(question, seat, world) for world in range(4)]
            if len(seen[0]) <= kernels.FEW and all(one == seen[0] for one in seen):
                lists[seat * kernels.FEW :][: len(seen[0])] = np.array(seen[0]) + 1
                known += 1
        return lists if known > 1 else None

    def _contest(self, search: Search, lists: Memory) -> tuple[int, Estimates]:
        question = search.question
        found = Estimates(np.array(question.choices, np.int64))
        regrets, mixed = np.zeros_like(lists), np.zeros_like(lists)
        worlds = max(2, self._budget // len(found.actions))
        done = 0
        while done < worlds and not (search.is_late() and done):
            some = min(worlds - done, max(1, worlds // 4), CHUNK // len(found.actions))
            search.compiled.kernel.contest(
                question.box.memory,
                search.states,
                question.seat,
                done,
                some,
                CARELESS,
                int(self.expert),
                search.keys,
                search.compiled.notes,
                search.compiled.buffer,
                lists,
                regrets,
                mixed,
                found.leads,
                found.sums,
            )
            done += some
            if done <= worlds // 4:
                mixed[:] = 0  # what seemed good before anything was known does not count
        found.games += (done + 1) // 2  # every other world was this seat's
        own = mixed[question.seat * kernels.FEW :][: len(found.actions)]
        likely = [int(share) if share >= RARE * own.max() else 0 for share in own]
        luck = stream(self._seed, THINKING, question.number).tolist()
        nth = below(luck, sum(likely))
        i = 0
        while nth >= likely[i]:
            nth -= likely[i]
            i += 1
        return int(found.actions[i]), found
