"""Write docs/ladder.md: how strong the bots are, in every game and for every number of players.

Run it as `python docs/ladder.py [SECONDS [GAME …]]`. Every meeting is played until its sequential test
decides, or for so many seconds: first the meetings that are compared with a bar, in all games, then the
other numbers of players with a quarter of the time each. What was played is kept: run again, it goes on
from there, and 0 seconds write what is known.
"""

import math
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from chancebox.bots import bot, bot_digest, offered, question
from chancebox.bots.compiled import compiled_kernels
from chancebox.engine.boxes import load_box
from chancebox.engine.chance import Seeded
from chancebox.engine.game import Game
from chancebox.engine.match import Match
from chancebox.engine.paths import cache_folder
from chancebox.games import game, names
from chancebox.lab.arena import ArenaReport, Journal, Meeting, run
from chancebox.lab.scores import Sprt, mean_share

SEED = 1
GAMES = 1000
BUDGETS = {"gang-of-dice": (500, 500), "chance-it": (500, 1000), "second-chance": (500, 2000)}
"""Games played out for a move by searcher and master."""
USUAL_BUDGETS = 200, 800
SOLO = "second-chance"
SERIES = {"thumb": 1000, "learned": 1000, "searcher": 100, "master": 100, "grandmaster": 100}

HEAD = f"""# The ladder

How strong the bots are: the first bot's share of the wins against the second, where 50 % is even. Every
deal is played in every order of the seats, and half of the seats are each bot's (as nearly as their
number allows). A meeting ends after {GAMES:,} games, when its sequential test decides between the two
shares in the column *test*, or when its time is over: then the test is open, and the interval (95 %)
says how much the share is worth. The number behind a bot is its budget, the games it plays out for a
move: a small part of what fits into a second, so that many games could be played.
Seed {SEED}; made by `python docs/ladder.py`.
"""


class OutOfTime(Exception):
    """The meeting has had its time."""


@dataclass(frozen=True)
class Pair:
    """Two bots, and the two shares that the sequential test decides between."""

    bots: tuple[str, str]
    sprt: Sprt


def pairs(found: Game) -> list[Pair]:
    """List the meetings that are compared with a bar, those that are played at every table first."""
    small, large = BUDGETS.get(found.name, USUAL_BUDGETS)
    searcher, master = f"searcher:{small}", f"master:{large}"
    listed = [
        Pair(("thumb", "random"), Sprt(0.8, 0.9)),
        Pair((searcher, "thumb"), Sprt(0.5, 0.58)),
        Pair((master, "thumb"), Sprt(0.54, 0.62)),
        Pair((master, searcher), Sprt(0.42, 0.5)),
    ]
    if "learned" in offered(found):
        listed.append(Pair(("learned", "thumb"), Sprt(0.44, 0.5)))
        listed.append(Pair((f"grandmaster:{large}", master), Sprt(0.5, 0.6)))
    return listed


def head_seats(found: Game) -> int:
    """One against one; two against two where two cannot play without an option."""
    return 2 if 2 in found.seats else 4


def meet(found: Game, seats: int, pair: Pair, seconds: float) -> ArenaReport:
    """Let two bots meet for a while, after what is known of them."""
    meeting = Meeting(found, load_box(found), seats, found.usual_options(seats), pair.bots, SEED)
    known = len(Journal(meeting, fresh=False).done)
    until = time.monotonic() + seconds
    latest = ArenaReport(meeting, [], pair.sprt)

    def watch(report: ArenaReport) -> None:
        nonlocal latest
        latest = report
        if len(report.deals) >= known and time.monotonic() >= until:
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
    times = f"{report.ms_per_move(0):.0f} / {report.ms_per_move(1):.0f}"
    interval = f"{share.low:.1%} – {share.high:.1%}"
    cells = (report.meeting.seats, f"{first} – {second}", f"{share.share:.1%}", interval, f"{report.games:,}")
    return f"| {' | '.join(map(str, cells))} | {test} | {times} |"


def solo(name: str, series: int, seconds: float) -> list[float]:
    """Play solo series of Second Chance, after those that are known: 1 for each that met the goal."""
    found = game(SOLO)
    file = cache_folder() / "arena" / f"solo-{name}-{bot_digest(name, found)}".replace(":", "-")
    met = [float(one) for one in file.read_text("ascii").split()] if file.exists() else []
    until = time.monotonic() + seconds
    compiled_kernels(found, load_box(found))
    while len(met) < series and time.monotonic() < until:
        match = Match(found, 1, dealer=Seeded(len(met)), build="compiled")
        player = bot(name, len(met))
        while match.to_act:
            match.play(0, player.choose(question(match, 0)))
        assert match.result
        met.append(float(bool(match.result.winners)))
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(" ".join(map(str, met)), "ascii")
    return met


def tell_solo(found: Game, seconds: float) -> Iterator[str]:
    """Write how often each bot meets the solo goal."""
    yield from ("", "Alone, below 10 empty squares in three games:", "")
    yield from ("| bot | series met | 95 % interval | series |", "|---|--:|--:|--:|")
    for name in ("thumb", "learned", *(pairs(found)[n].bots[0] for n in (1, 2, 5))):
        if met := solo(name, SERIES[name.partition(":")[0]], seconds):
            share = mean_share(met)
            yield f"| {name} | {share.share:.1%} | {share.low:.1%} – {share.high:.1%} | {len(met):,} |"


def rate(reports: list[ArenaReport]) -> Iterator[str]:
    """Write one Elo table from the meetings at the usual number of players, the rule of thumb as 0."""
    known = {"thumb": (0.0, 0.0)}
    for report in reports:
        first, second = report.meeting.bots
        elo, error = report.score.elo()[0]
        if first not in known and second in known:
            known[first] = (known[second][0] + elo, math.hypot(known[second][1], error))
        elif second not in known and first in known:
            known[second] = (known[first][0] - elo, math.hypot(known[first][1], error))
    yield from ("", "Elo, the thumb as 0; who met only the one before it is rated through it:", "")
    yield from ("| bot | Elo |", "|---|--:|")
    for name, (elo, error) in sorted(known.items(), key=lambda one: -one[1][0]):
        yield f"| {name} | {elo:+.0f} ± {error:.0f} |"


def ladder(found: Game, bars: float, rest: float) -> str:
    """Write the meetings of one game, with so many seconds each for those with a bar and for the rest."""
    head = head_seats(found)
    reports = [meet(found, head, pair, bars) for pair in pairs(found)]
    for seats in found.all_seats:
        if seats not in (1, head):
            reports += [meet(found, seats, pair, rest) for pair in pairs(found)[:2]]
    lines = [f"\n## {found.title}\n"]
    lines += [
        "| seats | bots | wins | 95 % interval | games | test | ms per move |",
        "|--:|---|--:|--:|--:|---|--:|",
    ]
    lines += [line(report) for report in reports if report.deals]
    lines += rate([report for report in reports if report.deals and report.meeting.seats == head])
    if found.name == SOLO:
        lines += tell_solo(found, bars)
    return "\n".join(lines) + "\n"


def write(file: Path, sections: dict[str, str]) -> None:
    """Put sections into the document, by the games' titles; those of other games stay."""
    old = file.read_text("utf-8") if file.exists() else ""
    kept = {part.partition("\n")[0]: f"\n## {part.rstrip()}\n" for part in old.split("\n## ")[1:]}
    kept |= sections
    titles = [game(name).title for name in names()]
    file.write_text(HEAD + "".join(kept.get(title, "") for title in titles), encoding="utf-8")


if __name__ == "__main__":
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    for bars, rest in ((seconds, 0.0), (0.0, seconds / 4)):
        for name in sys.argv[2:] or names():
            section = ladder(game(name), bars, rest)
            write(Path(__file__).parent / "ladder.md", {game(name).title: section})
            print(section, flush=True)
