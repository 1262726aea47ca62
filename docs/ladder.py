"""Write docs/ladder.md: how strong the bots are, in every game and for every number of players.

Run it as `python docs/ladder.py [SECONDS [GAME …]]`. Every meeting is played for so many seconds at most,
or until its sequential test decides. What was played is kept: run again, it goes on from there.
"""

import sys
import time
from contextlib import suppress
from pathlib import Path

from chancebox.bots import bot, question
from chancebox.bots.thumb import workshop
from chancebox.engine.boxes import load_box
from chancebox.engine.chance import Seeded
from chancebox.engine.game import Game
from chancebox.engine.match import Match
from chancebox.games import game, names
from chancebox.lab.arena import Meeting, Report, run
from chancebox.lab.findings import Share
from chancebox.lab.scores import Sprt, mean_share

SEED = 1
GAMES = 1000
BUDGETS = {"gang-of-dice": (2000, 8000)}
"""Games played out for a move by searcher and master: more where a game is played out quickly."""
USUAL_BUDGETS = 500, 2000
SOLO = "second-chance"

HEAD = f"""# The ladder

How strong the bots are: the first bot's share of the wins against the second, where 50 % is even. Every
deal is played in every order of the seats, and half of the seats are each bot's (as nearly as their
number allows). A meeting ends after {GAMES:,} games, when its sequential test decides between the two
shares in the column *test*, or when its time is over; the intervals (95 %) say how much that is worth.
The number behind a bot is its budget, the games it plays out for a move: a small part of what fits into
a second. Seed {SEED}; made by `python docs/ladder.py`.
"""


class OutOfTime(Exception):
    """The meeting has had its time."""


def meet(found: Game, seats: int, bots: tuple[str, str], sprt: Sprt, seconds: float) -> Report:
    """Let two bots meet for a while."""
    meeting = Meeting(found, load_box(found), seats, found.usual_options(seats), bots, SEED)
    until = time.monotonic() + seconds
    latest = Report(meeting, [], sprt)

    def watch(report: Report) -> None:
        nonlocal latest
        latest = report
        if time.monotonic() > until:
            raise OutOfTime

    with suppress(OutOfTime):
        run(meeting, GAMES, sprt, progress=watch)
    return latest


def line(report: Report) -> str:
    """Tell one meeting as a row of a table."""
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


def solo(name: str, series: int, seconds: float) -> tuple[Share, int]:
    """Play solo series of Second Chance; tell how often the goal was met."""
    found = game(SOLO)
    workshop(found, load_box(found))
    until = time.monotonic() + seconds
    met: list[float] = []
    while len(met) < series and time.monotonic() < until:
        match = Match(found, 1, dealer=Seeded(len(met)), build="compiled")
        player = bot(name, len(met))
        while match.to_act:
            match.play(0, player.choose(question(match, 0)))
        assert match.result
        met.append(float(bool(match.result.winners)))
    return mean_share(met), len(met)


def ladder(found: Game, seconds: float) -> str:
    """Tell the meetings of one game: head to head first, then the other numbers of players."""
    head = 4 if found.name == "chance-it" else 2
    small, large = BUDGETS.get(found.name, USUAL_BUDGETS)
    searcher, master = f"searcher:{small}", f"master:{large}"
    pairs = [
        ("thumb", "random", Sprt(0.8, 0.9)),
        (searcher, "thumb", Sprt(0.5, 0.58)),
        (master, "thumb", Sprt(0.54, 0.62)),
        (master, searcher, Sprt(0.42, 0.5)),
    ]
    reports = [meet(found, head, (a, b), sprt, seconds) for a, b, sprt in pairs]
    for seats in (seats for seats in found.all_seats if seats not in (1, head)):
        reports += [meet(found, seats, (a, b), sprt, seconds / 4) for a, b, sprt in pairs[:2]]
    lines = [f"\n## {found.title}\n"]
    lines += [
        "| seats | bots | wins | 95 % interval | games | test | ms per move |",
        "|--:|---|--:|--:|--:|---|--:|",
    ]
    lines += [line(report) for report in reports if report.deals]
    if found.name == SOLO:
        lines += [
            "",
            "Alone, below 10 empty squares in three games:",
            "",
            "| bot | series met | 95 % interval | series |",
        ]
        lines += ["|---|--:|--:|--:|"]
        for name, series in (("thumb", 1000), (searcher, 200), (master, 100)):
            share, n = solo(name, series, seconds)
            lines.append(f"| {name} | {share.share:.1%} | {share.low:.1%} – {share.high:.1%} | {n:,} |")
    return "\n".join(lines) + "\n"


def write(file: Path, sections: dict[str, str]) -> None:
    """Put sections into the document, by the games' titles; those of other games stay."""
    old = file.read_text("utf-8") if file.exists() else ""
    kept = {part.partition("\n")[0]: f"\n## {part.rstrip()}\n" for part in old.split("\n## ")[1:]}
    kept |= sections
    titles = [game(name).title for name in names()]
    file.write_text(HEAD + "".join(kept.get(title, "") for title in titles), encoding="utf-8")


if __name__ == "__main__":
    allowed = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    for name in sys.argv[2:] or names():
        section = ladder(game(name), allowed)
        write(Path(__file__).parent / "ladder.md", {game(name).title: section})
        print(section, flush=True)
