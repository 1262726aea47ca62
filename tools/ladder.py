"""Write docs/ladder.md: how strong the bots are, in every game and for every number of players.

Run it as `python tools/ladder.py [SECONDS [GAME …]]`. At the usual number of players everybody meets
everybody, at others those who are next to each other in strength. A meeting is played until its sequential
test decides, until the share is known well enough, or for so many seconds, at other numbers of players
for a quarter of them; there are as many meetings at a time as there are cores. What was played is kept:
run again, it goes on from there, and 0 seconds write what is known.
"""

import json
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations, repeat
from pathlib import Path
from statistics import mean

from chancebox.bots import bot, bot_digest, offered, question
from chancebox.bots.networks.learned import compile_network
from chancebox.bots.thinking.compiled import compile_all
from chancebox.engine.builds.paths import cache_folder
from chancebox.engine.game.boxes import load_box
from chancebox.engine.game.game import Game
from chancebox.engine.match.chance import Seeded
from chancebox.engine.match.match import Match
from chancebox.engine.rules.records import plain
from chancebox.games import game, names
from chancebox.games.second_chance.rules.records import SOLO_GAMES, SOLO_LIMIT
from chancebox.lab.arena import ArenaReport, Journal, Meeting, run
from chancebox.lab.scores import Game as Played
from chancebox.lab.scores import Score, Sprt, mean_share

SEED = 1
GAMES = 2000
NEAR, FAR = 0.04, 0.08
"""How well a share is known when its meeting ends: at the usual number of players, at others."""
BUDGETS = {"gang-of-dice": (500, 500), "chance-it": (500, 1000), "second-chance": (500, 1000)}
"""Games played out for a move by the searcher, and by master and grandmaster."""
USUAL_BUDGETS = 200, 800
FEWER = 4
"""At other numbers of players budgets are divided by this: there are more meetings, and longer ones."""
TESTS = {
    ("thumb", "random"): Sprt(0.8, 0.9),
    ("master", "thumb"): Sprt(0.54, 0.62),
    ("master", "searcher"): Sprt(0.42, 0.5),
    ("learned", "thumb"): Sprt(0.44, 0.5),
    ("grandmaster", "master"): Sprt(0.5, 0.6),
}
USUAL_TEST = Sprt(0.5, 0.58)
NEIGHBOURS = [
    ("thumb", "random"),
    ("learned", "thumb"),
    ("searcher", "thumb"),
    ("master", "searcher"),
    ("grandmaster", "master"),
]
COLUMNS = """| seats | bots | wins | 95 % interval | games | test | ms per move |
|--:|---|--:|--:|--:|---|--:|"""
SOLO = "second-chance"
SERIES = {"thumb": 1000, "learned": 1000, "searcher": 200, "master": 400, "grandmaster": 400}
LONGER = "grandmaster:4000", "grandmaster:10000"
"""Who takes more time alone, the last one nearly a second a move."""
PARTS = 4
"""So many processes share the series of a bot."""

HEAD = f"""# The ladder

How strong the bots are: the first bot's share of the wins against the second, where 50 % is even. Every
deal is played in every order of the seats, and half of the seats are each bot's (as nearly as their
number allows). A meeting ends when its sequential test decides between the two shares in the column
*test*, when the share is known to ± {NEAR * 100:.0f} points (± {FAR * 100:.0f} at other numbers
of players), or when its time is over: in the last two cases the test is open, and the interval (95 %)
says how much the share is worth. The number behind a bot is its budget, the games it plays out for a move: a
small part of what fits into a second, so that many games could be played. Seed {SEED}; made by
`python tools/ladder.py`.
"""


class OutOfTime(Exception):
    """The meeting has had its time."""


@dataclass(frozen=True)
class Pair:
    """Two bots at a table, and the two shares that the sequential test decides between."""

    game: str
    seats: int
    bots: tuple[str, str]
    sprt: Sprt
    error: float

    @property
    def meeting(self) -> Meeting:
        found = game(self.game)
        return Meeting(found, load_box(found), self.seats, found.usual_options(self.seats), self.bots, SEED)


def pairs(found: Game) -> list[Pair]:
    """List the meetings of a game, those at the usual number of players first."""
    head = head_seats(found)
    bots = list(offered(found))
    listed = [pair_of(found, head, first, second) for second, first in combinations(bots, 2)]
    for seats in found.all_seats:
        if seats not in (1, head):
            listed += [pair_of(found, seats, *two) for two in NEIGHBOURS if set(two) <= set(bots)]
    return listed


def pair_of(found: Game, seats: int, first: str, second: str) -> Pair:
    """Return two bots with their budgets and their test."""
    usual = seats == head_seats(found)
    names = tuple(with_budget(found, name, usual) for name in (first, second))
    test = TESTS.get((first, second), USUAL_TEST)
    return Pair(found.name, seats, (names[0], names[1]), test, NEAR if usual else FAR)


def with_budget(found: Game, name: str, usual: bool) -> str:
    """Return a bot's name with the budget that it has at the usual number of players, or at others."""
    small, large = BUDGETS.get(found.name, USUAL_BUDGETS)
    budget = {"searcher": small, "master": large, "grandmaster": large}.get(name)
    return name if budget is None else f"{name}:{budget if usual else budget // FEWER}"


def head_seats(found: Game) -> int:
    """One against one; two against two where two cannot play without an option."""
    return 2 if 2 in found.seats else 4


def meet(pair: Pair, seconds: float) -> ArenaReport:
    """Let two bots meet for a while, after what is known of them."""
    meeting = pair.meeting
    known = len(Journal(meeting, fresh=False).done)
    until = time.monotonic() + seconds
    latest = ArenaReport(meeting, [], pair.sprt)

    def watch(report: ArenaReport) -> None:
        nonlocal latest
        latest = report
        share = report.score.shares()[0]
        is_known = len(report.deals) >= pair.sprt.fewest and share.high - share.low <= 2 * pair.error
        if is_known or (len(report.deals) >= known and time.monotonic() >= until):
            raise OutOfTime

    if known or seconds:
        with suppress(OutOfTime):
            run(meeting, GAMES, pair.sprt, progress=watch)
    return latest


def line(report: ArenaReport) -> str:
    """Write one meeting as a row of a table."""
    first, second = report.meeting.bots
    share = report.score.shares()[0]
    sprt = report.sprt
    assert sprt
    said = {"better": f"≥ {sprt.better:.0%}", "worse": f"not {sprt.better:.0%}", "": "open"}[report.verdict]
    test = f"{sprt.worse:.0%} or {sprt.better:.0%}: {said}"
    times = f"{report.ms_per_move(0):.1f} / {report.ms_per_move(1):.1f}"
    interval = f"{share.low:.1%} – {share.high:.1%}"
    cells = (report.meeting.seats, f"{first} – {second}", f"{share.share:.1%}", interval, f"{report.games:,}")
    return f"| {' | '.join(map(str, cells))} | {test} | {times} |"


def solo_bots() -> list[str]:
    return [*(with_budget(game(SOLO), name, usual=True) for name in SERIES), *LONGER]


def solo(name: str, part: int, seconds: float) -> list[list[int]]:
    """Play a part of the solo series of Second Chance, after those known: the empty squares of each game."""
    found = game(SOLO)
    file = cache_folder() / "arena" / f"solo-{name}-{part}-{bot_digest(name, found)}".replace(":", "-")
    played: list[list[int]] = json.loads(file.read_text("ascii")) if file.exists() else []
    until = time.monotonic() + seconds
    while len(played) < SERIES[name.partition(":")[0]] // PARTS and time.monotonic() < until:
        number = PARTS * len(played) + part
        match = Match(found, 1, dealer=Seeded(number), build="compiled")
        player = bot(name, number)
        while match.to_act:
            match.play(0, player.choose(question(match, 0)))
        empty = [grid.empty for grid in plain(match.position()).grids[:SOLO_GAMES]]
        assert match.result
        assert bool(match.result.winners) == is_met(empty)
        played.append(empty)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(played), "ascii")
    return played


def all_series(name: str) -> list[list[int]]:
    """Return what is known of the series of a bot."""
    return [one for part in range(PARTS) for one in solo(name, part, 0.0)]


def is_met(empty: list[int]) -> bool:
    return sum(empty) < SOLO_LIMIT


def tell_solo() -> Iterator[str]:
    """Write how often each bot meets the solo goal."""
    yield from ("", "Alone, below 10 empty squares in three games:", "")
    yield "| bot | series met | 95 % interval | series | empty squares a game |"
    yield "|---|--:|--:|--:|--:|"
    for name in solo_bots():
        if series := all_series(name):
            share = mean_share([float(is_met(empty)) for empty in series])
            interval, squares = f"{share.low:.1%} – {share.high:.1%}", mean(map(mean, series))
            yield f"| {name} | {share.share:.1%} | {interval} | {len(series):,} | {squares:.2f} |"


def rate(reports: list[ArenaReport]) -> Iterator[str]:
    """Write one Elo table from all meetings at the usual number of players, the rule of thumb as 0."""
    bots = list(dict.fromkeys(name for report in reports for name in report.meeting.bots))
    bots.sort(key=lambda name: name == "thumb")  # the last one is 0
    deals: list[list[Played]] = []
    for report in reports:
        seated = [bots.index(name) for name in report.meeting.bots]
        for deal in report.deals:
            lineups = [[seated[who] for who in lineup] for lineup in report.meeting.lineups]
            deals.append(list(zip(lineups, deal.shares, strict=True)))
    yield from ("", "Elo by all these meetings, the thumb as 0:", "", "| bot | Elo |", "|---|--:|")
    rated = zip(bots, Score(len(bots), deals).elo(), strict=True)
    for name, (elo, error) in sorted(rated, key=lambda one: -one[1][0]):
        yield f"| {name} | {elo:+.0f} ± {error:.0f} |"


def ladder(found: Game) -> str:
    """Write what is known of the meetings of one game."""
    reports = [report for pair in pairs(found) if (report := meet(pair, 0.0)).deals]
    usual = [report for report in reports if report.meeting.seats == head_seats(found)]
    lines = [f"\n## {found.title}\n", COLUMNS, *map(line, usual), *rate(usual)]
    lines += ["\nOther numbers of players:\n", COLUMNS]
    lines += [line(report) for report in reports if report not in usual]
    if found.name == SOLO:
        lines += tell_solo()
    return "\n".join(lines) + "\n"


def play(chosen: list[str], seconds: float) -> None:
    """Let bots meet, as many meetings at a time as there are cores, the longest first."""
    meetings = [pair for name in chosen for pair in pairs(game(name))]
    meetings.sort(key=lambda pair: (pair.error, "grandmaster" not in pair.bots[0]))
    series = [(name, part) for name in reversed(solo_bots()) for part in range(PARTS) if SOLO in chosen]
    jobs: list[Pair | tuple[str, int]] = [*series, *meetings]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(prepare, chosen))
        list(pool.map(work, jobs, repeat(seconds)))


def work(job: Pair | tuple[str, int], seconds: float) -> None:
    """Play a part of the ladder; what comes of it is kept."""
    if isinstance(job, Pair):
        meet(job, seconds if job.error == NEAR else seconds / 4)
    else:
        solo(*job, seconds)


def prepare(name: str) -> None:
    """Compile a game before many need it at the same time."""
    compile_all(game(name), load_box(game(name)))
    compile_network(game(name))


def write(file: Path, sections: dict[str, str]) -> None:
    """Put sections into the document, by the games' titles; those of other games stay."""
    old = file.read_text("utf-8") if file.exists() else ""
    kept = {part.partition("\n")[0]: f"\n## {part.rstrip()}\n" for part in old.split("\n## ")[1:]}
    kept |= sections
    titles = [game(name).title for name in names()]
    file.write_text(HEAD + "".join(kept.get(title, "") for title in titles), encoding="utf-8")


if __name__ == "__main__":
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    chosen = sys.argv[2:] or list(names())
    if seconds:
        play(chosen, seconds)
    write(
        Path(__file__).parent.parent / "docs" / "ladder.md",
        {game(name).title: ladder(game(name)) for name in chosen},
    )
