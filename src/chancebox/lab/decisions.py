"""
Which decisions matter: how much more the best choice wins than one taken at random.

Positions come from games by the rule of thumb, at most one of each kind from a game. Choices are played
out in guessed worlds. The best one is picked in one half of the worlds and judged in the other, and the
other way round: whoever judges by the worlds he picked in finds differences where there are none.
"""

import random
import statistics
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from chancebox.bots import Question, bot_at
from chancebox.bots.interface import say
from chancebox.bots.thinking.compiled import compiled_kernels
from chancebox.bots.thinking.search import Searcher
from chancebox.engine.game.texts import _, listed
from chancebox.engine.match.chance import DEALING, stream
from chancebox.engine.rules.records import plain
from chancebox.lab.bot_games import play_on
from chancebox.lab.findings import Z95, Estimate
from chancebox.lab.simulator import Simulator

WORLDS = 16
"""In each half."""
GOOD = 8
"""Choices that look best at first sight, and as many others at random."""
GAMES = 4
"""Games for each position wished: rare decisions are found less often."""


@dataclass(frozen=True)
class Decision:
    """A kind of decision."""

    name: str
    per_game: Estimate
    """How often a seat makes it in a game, with more than one choice."""
    worth: Estimate
    """By how much the best choice wins more than one at random, in shares of a win."""
    worth_per_game: Estimate
    """Both multiplied: what it is worth in a game."""
    positions: int


def measure_decisions(
    simulator: Simulator, seed: int, positions: int, progress: Callable[[float], None]
) -> list[Decision]:
    """Measure all kinds of decisions, those worth most first."""
    found: dict[str, list[Question]] = {}
    made: list[Counter[str]] = []
    while len(made) < GAMES * positions:
        counted, picked = _pick(simulator, seed, len(made))
        made.append(counted)
        for kind, question in picked.items():
            found.setdefault(kind, []).append(question)
        if len(made) >= positions and all(len(some) >= positions for some in found.values()):
            break
    total = sum(min(positions, len(some)) for some in found.values())
    done = 0
    decisions = []
    for kind, questions in sorted(found.items()):
        worths = []
        for question in questions[:positions]:
            worths.append(_worth(question, seed))
            done += 1
            progress(done / total)
        often = _mean([counted[kind] / simulator.seats for counted in made])
        decisions.append(_decision(kind, often, _mean(worths), len(worths)))
    return sorted(decisions, key=lambda one: -one.worth.value)


def _pick(simulator: Simulator, seed: int, number: int) -> tuple[Counter[str], dict[str, Question]]:
    """Play a game; count its decisions by kind, and pick one of each."""
    game, box = simulator.game, simulator.box
    rules = game.build("compiled")
    luck = random.Random(f"{seed} {number}")
    counted: Counter[str] = Counter()
    picked: dict[str, Question] = {}
    players = [bot_at(name, seed, seat, number) for seat, name in enumerate(simulator.bots)]

    def answer(question: Question) -> int:
        kind = kind_of(question)
        counted[kind] += 1
        if luck.random() * counted[kind] < 1:
            picked[kind] = question
        return players[question.seat].choose(question)

    s = rules.start(box, simulator.seats, game.options_record(simulator.options))
    dealing = stream(seed, DEALING, number)
    for _event in play_on(game, box, s, lambda s, _number: rules.draw(box, s, dealing), answer):
        pass
    return counted, picked


def kind_of(question: Question) -> str:
    """Name the kind of a decision: as the game does, else by what can be done."""
    step = getattr(plain(question.position), "step", None)
    named = getattr(question.game.study, "DECISIONS", {}).get(step)
    if named:
        return _(named)
    verbs = dict.fromkeys(say(question, action).split()[0] for action in question.choices)
    return listed(verbs)


def _worth(question: Question, seed: int) -> float:
    """Return by how much the best choice wins more than one at random."""
    tried, sample = _candidates(question, seed)
    searcher = Searcher(seed)
    halves = []
    for first in (0, WORLDS):
        found = searcher.compare(question, tried, first, WORLDS)
        halves.append([found.evaluation(i).share for i in range(len(tried))])
    gains = []
    for picking, judging in (halves, halves[::-1]):
        best = max(range(len(tried)), key=lambda i: (picking[i], -i))
        gains.append(judging[best] - statistics.fmean(judging[i] for i in sample))
    return statistics.fmean(gains)


def _candidates(question: Question, seed: int) -> tuple[list[int], list[int]]:
    """List choices to try, and which of them stand for one at random, by their places."""
    choices = question.choices
    if len(choices) <= 2 * GOOD:
        return choices, list(range(len(choices)))
    ratings = compiled_kernels(question.game, question.box).rate(question)
    good = sorted(choices, key=lambda action: -ratings[action])[:GOOD]
    luck = random.Random(f"{seed} {question.number}")
    return good + luck.sample(choices, GOOD), list(range(GOOD, 2 * GOOD))


def _mean(values: list[float]) -> Estimate:
    n = len(values)
    spread = statistics.stdev(values) if n > 1 else 1.0
    return Estimate(statistics.fmean(values), Z95 * spread / n**0.5)


def _decision(name: str, often: Estimate, worth: Estimate, positions: int) -> Decision:
    error = ((often.value * worth.error) ** 2 + (often.error * worth.value) ** 2) ** 0.5
    return Decision(name, often, worth, Estimate(often.value * worth.value, error), positions)
