"""Speed, measured beside a peer in the same run.

Machines are shared and noisy, so contenders take turns in short slices, and each is judged by its
best one: what disturbs a program only ever makes it slower. The median is shown beside it.
OpenSpiel is the peer where it is installed: driven from Python, and through the random rollouts
of its C++ search.
"""

import random
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

from chancebox.engine.builds.builds import Report
from chancebox.engine.game.boxes import load_box
from chancebox.engine.game.game import Game
from chancebox.engine.match.chance import THINKING, Seeded, stream
from chancebox.engine.match.match import Match
from chancebox.engine.rules.bits import lowest
from chancebox.engine.rules.contract import CHANCE
from chancebox.engine.rules.records import plain
from chancebox.engine.rules.streams import below
from chancebox.games import game
from chancebox.lab.clusters.clusters import Keep
from chancebox.lab.simulator import Simulator

SLICES = 40
Run = Callable[[int], int]
"""Plays so many games on one core and counts their events, if it can (0 if not)."""


@dataclass(frozen=True)
class Speed:
    """How fast one contender was in its best slice, and in the median of them."""

    games_per_s: float
    events_per_s: float
    median_games_per_s: float
    median_events_per_s: float


@dataclass(frozen=True)
class Ratio:
    """How much faster the first contender was than another: by the best slices, and turn by turn."""

    best: float
    median: float


def race(contenders: dict[str, Run], seconds: float) -> tuple[dict[str, Speed], dict[str, Ratio]]:
    """Let contenders take turns; return their speeds, and the first one's over each other's."""
    sizes = {name: _games_in(run, seconds / SLICES) for name, run in contenders.items()}
    rates: dict[str, list[float]] = {name: [] for name in contenders}
    events: dict[str, list[float]] = {name: [] for name in contenders}
    for _slice in range(SLICES):
        for name, run in contenders.items():
            begun = time.perf_counter()
            played = run(sizes[name])
            took = time.perf_counter() - begun
            rates[name].append(sizes[name] / took)
            events[name].append(played / took)
    speeds = {
        name: Speed(
            max(rates[name]),
            max(events[name]),
            statistics.median(rates[name]),
            statistics.median(events[name]),
        )
        for name in contenders
    }
    first = next(iter(contenders))
    ratios = {
        name: Ratio(
            round(speeds[first].games_per_s / speed.games_per_s, 1),
            round(statistics.median(a / b for a, b in zip(rates[first], rates[name], strict=True)), 1),
        )
        for name, speed in speeds.items()
    }
    return speeds, ratios


def compiled(found: Game, seats: int, report: Report) -> Run:
    """Random play through the compiled engine."""
    simulator = Simulator(found, seats, report=report)
    simulator.prepare(Keep.COUNTS)
    return lambda games: int(simulator.play(1, 0, games).sums[0])


def plainly(found: Game, seats: int) -> Run:
    """Random play through plain rules, without a match around them."""
    box = load_box(found)
    rules = found.build("plain")
    options = found.options_record(found.check_options({}, seats))

    def run(games: int) -> int:
        events = 0
        luck = stream(1, THINKING, 0)
        for _game in range(games):
            s = rules.start(box, seats, options)
            while pending := plain(s).pending:
                seat = lowest(pending)
                if seat == CHANCE:
                    action = rules.draw(box, s, luck)
                else:
                    listed = rules.choices(box, s, seat)
                    words = luck.tolist()
                    action = listed[below(words, len(listed))]
                    luck[:] = words
                rules.play(box, s, seat, action)
                events += 1
        return events

    return run


def refereed(found: Game, seats: int) -> Run:
    """Random play through matches, as a server keeps them: every action checked and recorded."""

    def run(games: int) -> int:
        events = 0
        rng = random.Random(1)
        box = load_box(found)
        rules = found.build("plain")
        for number in range(games):
            match = Match(found, seats, box=box, dealer=Seeded(number))
            while asked := match.to_act:
                listed = rules.choices(box, match.position(), asked[0])
                match.play(asked[0], rng.choice(listed))
            events += len(match.events)
        return events

    return run


def open_spiel() -> dict[str, Run]:
    """OpenSpiel's pig, if it is installed."""
    try:
        import pyspiel
    except ImportError:
        return {}
    pig = pyspiel.load_game("pig")

    def through_cpp(games: int) -> int:
        # One simulation of its search evaluates the first position with so many rollouts.
        evaluator = pyspiel.RandomRolloutEvaluator(games, 1)
        pyspiel.MCTSBot(pig, evaluator, 2.0, 1, 100, False, 1, False).step(pig.new_initial_state())
        return 0

    def from_python(games: int) -> int:
        events = 0
        for _game in range(games):
            state = pig.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(random.choices(outcomes, weights)[0])
                else:
                    state.apply_action(random.choice(state.legal_actions()))
                events += 1
        return events

    return {"cpp": through_cpp, "python": from_python}


def measure(
    listed: list[str], seconds: float, report: Report, progress: Callable[[str], None]
) -> dict[str, object]:
    """Measure pig and these games; `progress` is told what is being measured."""
    progress("pig")
    peers = open_spiel()
    speeds, ratios = race({"pig": compiled(game("pig"), 2, report), **peers}, seconds)
    found: dict[str, object] = {
        "ratio_cpp": vars(ratios["cpp"]) if peers else None,
        "ratio_python": vars(ratios["python"]) if peers else None,
        "pig": _rounded(speeds["pig"]),
        "open_spiel_cpp": _rounded(speeds["cpp"]) if peers else None,
        "open_spiel_python": _rounded(speeds["python"]) if peers else None,
    }
    for one in map(game, [name for name in listed if name != "pig"]):  # that was measured already
        name = one.name
        by_seats: dict[str, object] = {}
        found[name] = {"position_bytes": one.rules.Position.dtype.itemsize, "seats": by_seats}
        for seats in one.seats:
            progress(f"{name}, {seats}")
            runs = {
                "compiled": compiled(one, seats, report),
                "plain": plainly(one, seats),
                "refereed": refereed(one, seats),
            }
            speeds, _ratios = race(runs, seconds / 2)
            by_seats[str(seats)] = {kind: _rounded(speed) for kind, speed in speeds.items()}
    return found


def _games_in(run: Run, seconds: float) -> int:
    """Find how many games fill a slice."""
    games = 1
    while True:
        begun = time.perf_counter()
        run(games)
        took = time.perf_counter() - begun
        if took > seconds / 4:
            return max(1, round(games * seconds / took))
        games *= 4


def _rounded(speed: Speed) -> dict[str, int]:
    return {name: round(value) for name, value in vars(speed).items()}
