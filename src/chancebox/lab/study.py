"""
Studies: how balanced a game is, from games by rule of thumb, decisions measured and deals repeated.

Everything is told with its 95 % error. What a study finds is about its players: the rule of thumb is a
sensible beginner, and people who play better or otherwise may meet another game.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from chancebox.bots.thinking.compiled import compiled_kernels
from chancebox.engine.builds.builds import Report, silent
from chancebox.engine.game.boxes import Box
from chancebox.engine.game.errors import BadSetup
from chancebox.engine.game.game import Game
from chancebox.engine.game.texts import _, listed
from chancebox.engine.rules.winners import WHOLE
from chancebox.lab import arena
from chancebox.lab.clusters.clusters import Keep
from chancebox.lab.decisions import Decision, measure_decisions
from chancebox.lab.findings import Findings, ShareFound, Tally, counts, interval
from chancebox.lab.luck import Contest, split
from chancebox.lab.simulator import RANDOM, WAYS, Simulator

UNIT = 1000
SEARCHER = "searcher:60"
Progress = Callable[[str, float], None]
"""Told what is being done, and how much of it is done, from 0 to 1."""


@dataclass(frozen=True)
class StudyPlan:
    """What to study, and how thoroughly."""

    game: Game
    box: Box
    seats: int
    options: Mapping[str, str]
    bot: str = "thumb"
    seed: int = 1
    games: int = 20_000
    deals: int = 5000
    """Repeated by the rule of thumb and at random."""
    searched: int = 40
    """Deals repeated by the searcher and the rule of thumb."""
    positions: int = 100
    """Of each kind of decision."""

    def __post_init__(self) -> None:
        if self.bot not in WAYS:
            raise BadSetup(
                _("A study is played by one of {bots}, not by {bot!r}.").format(
                    bots=listed(WAYS), bot=self.bot
                )
            )
        if self.seats < 2:
            raise BadSetup(_("A study needs two or more seats, not {seats}.").format(seats=self.seats))
        if not 100 <= self.games <= 10**7:
            raise BadSetup(_("A study has 100 to 10,000,000 games, not {games}.").format(games=self.games))

    def simulator(self, *bots: str, report: Report = silent) -> Simulator:
        """Seat bots at the table that is studied."""
        return Simulator(self.game, self.seats, options=self.options, box=self.box, bots=bots, report=report)


@dataclass(frozen=True)
class Item:
    """What became of the seats that had an item."""

    group: str
    name: str
    held: int
    """How many seats had it."""
    win: ShareFound


@dataclass(frozen=True)
class Study:
    """What was found."""

    plan: StudyPlan
    findings: Findings
    items: list[Item]
    decisions: list[Decision]
    contests: list[Contest]

    @property
    def endings(self) -> dict[str, ShareFound]:
        """How games end, by what the rules call it."""
        n = self.findings.games
        return {why: interval(times, times, n) for why, times in self.findings.ended.items() if times}

    def as_json(self) -> dict[str, Any]:
        """Return everything as plain data."""
        found = self.findings
        return {
            "game": found.game,
            "seats": found.seats,
            "options": dict(found.options),
            "box": found.box,
            "bot": self.plan.bot,
            "seed": found.seed,
            "games": found.games,
            "seat_wins": [asdict(share) for share in found.win_shares],
            "length": found.length,
            "endings": {why: asdict(share) for why, share in self.endings.items()},
            "items": [asdict(item) for item in self.items],
            "decisions": [asdict(decision) for decision in self.decisions],
            "luck_and_skill": [asdict(contest) for contest in self.contests],
        }


def conduct(
    plan: StudyPlan, progress: Progress = lambda _what, _share: None, report: Report = silent
) -> Study:
    """Study a game; the same plan finds the same."""
    findings, items = _play(plan, progress, report)
    compiled_kernels(plan.game, plan.box, report)
    decisions = measure_decisions(
        plan.simulator(plan.bot),
        plan.seed,
        plan.positions,
        lambda share: progress(_("Weighing decisions"), share),
    )
    contests = [_repeat(plan, progress), _search(plan, progress)]
    return Study(plan, findings, items, decisions, contests)


def _play(plan: StudyPlan, progress: Progress, report: Report) -> tuple[Findings, list[Item]]:
    """Play many games, and count how they went and what items were worth."""
    simulator = plan.simulator(plan.bot, report=report)
    simulator.prepare(Keep.GAMES)
    values = counts(3 * plan.game.items.ITEMS)
    tally = Tally()
    for first in range(0, plan.games, UNIT):
        some = min(UNIT, plan.games - first)
        tally.add(simulator.record(plan.seed, first, some, values=values).tally)
        progress(_("Playing"), (first + some) / plan.games)
    return simulator.findings(plan.games, plan.seed, 1, 1.0, tally), _items(plan, values)


def _items(plan: StudyPlan, values: Any) -> list[Item]:
    """Name the items that somebody had."""
    if plan.game.study is None:
        return []
    named = plan.game.study.names(plan.box)
    found = []
    for (group, name), (held, won, squares) in zip(named, values.reshape(-1, 3).tolist(), strict=False):
        if held:
            share = interval(won / WHOLE, squares / WHOLE**2, held)
            found.append(Item(group, name, held, share))
    return found


def _repeat(plan: StudyPlan, progress: Progress) -> Contest:
    """Repeat deals with the rule of thumb and random players in each other's seats."""
    better, worse = "thumb", RANDOM
    lineups = [tuple((seat + turn) % 2 for seat in range(plan.seats)) for turn in range(2)]
    results = []
    for lineup in lineups:
        simulator = plan.simulator(*((better, worse)[who] for who in lineup))
        parts = []
        for first in range(0, plan.deals, UNIT):
            some = min(UNIT, plan.deals - first)
            parts.append(simulator.record(plan.seed, first, some).shares)
        results.append(np.concatenate(parts))
        progress(_("Repeating deals"), len(results) / len(lineups))
    return split((better, worse), np.stack(results, axis=1))


def _search(plan: StudyPlan, progress: Progress) -> Contest:
    """Repeat deals with a searcher and the rule of thumb; the arena keeps what it has played."""
    meeting = arena.Meeting(plan.game, plan.box, plan.seats, plan.options, (SEARCHER, "thumb"), plan.seed)
    games = plan.searched * len(meeting.lineups)
    told = arena.run(meeting, games, progress=lambda report: progress(_("Searching"), report.games / games))
    shares = np.array([deal.shares for deal in told.deals])
    return split(meeting.bots, shares)
