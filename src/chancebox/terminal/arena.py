"""`chancebox arena`: let bots meet, and print who is better and how sure that is."""

import argparse
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from chancebox.engine.game.boxes import load_box
from chancebox.engine.game.errors import BadSetup
from chancebox.engine.game.texts import _, number
from chancebox.engine.match.chance import check_seed
from chancebox.games import game
from chancebox.lab.arena import ArenaReport, Meeting
from chancebox.lab.arena import run as meet
from chancebox.lab.clusters.clusters import check_workers, cores
from chancebox.lab.pages.arena_page import page
from chancebox.lab.scores import Sprt
from chancebox.terminal.screen import check_writable, compiling, err, out, print_json, read_options

INTERRUPTED = 130


def run(parsed: argparse.Namespace) -> int:
    """Let bots meet and report."""
    found = game(parsed.game)
    seats = max(2, found.seats[0]) if parsed.seats is None else parsed.seats
    found.check_seats(seats)
    options = {**found.usual_options(seats), **read_options(parsed.option)}
    meeting = Meeting(
        game=found,
        box=load_box(found, parsed.box),
        seats=seats,
        options=found.check_options(options, seats),
        bots=tuple(name.strip() for name in parsed.bots.split(",")),
        seed=1 if parsed.seed is None else check_seed(parsed.seed),
    )
    if not 1 <= parsed.games <= 10**7:
        raise BadSetup(_("An arena has 1 to 10,000,000 games, not {games}.").format(games=parsed.games))
    sprt = None if parsed.sprt is None else _sprt(parsed.sprt)
    if parsed.workers is not None:
        check_workers(parsed.workers)
    if parsed.out:
        check_writable(Path(parsed.out))
    report = _meet(parsed, meeting, sprt)
    if not report.deals:
        return INTERRUPTED
    if parsed.out:
        Path(parsed.out).write_text(page(report), encoding="utf-8")
    if parsed.json:
        print_json(report.as_json())
    else:
        _print(report)
    return 0


def _meet(parsed: argparse.Namespace, meeting: Meeting, sprt: Sprt | None) -> ArenaReport:
    """Play behind a progress bar; Ctrl-C ends it early with what there is."""
    report = ArenaReport(meeting, [], sprt)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True) as progress:
        task = progress.add_task(_(meeting.game.title), total=parsed.games)

        def show(so_far: ArenaReport) -> None:
            nonlocal report
            report = so_far
            progress.update(task, completed=so_far.games)

        try:
            meet(meeting, parsed.games, sprt, parsed.workers or cores(), parsed.fresh, show, compiling)
        except KeyboardInterrupt:
            err.print(_("Interrupted; the same command goes on from here."))
    return report


def _sprt(text: str) -> Sprt:
    """Read `0.5,0.58`."""
    try:
        worse, better = (float(part) for part in text.split(","))
    except ValueError:
        worse = better = 0.0
    if not 0 < worse < better < 1:
        raise BadSetup(
            _(
                "A sequential test takes two shares, the lower one first, as in 0.5,0.58, not {text!r}."
            ).format(text=text)
        )
    return Sprt(worse, better)


def _print(report: ArenaReport) -> None:
    data = report.as_json()
    out.print(
        _(
            "[bold]{title}[/], {seats} seats: {games:,} games, {deals:,} deals in every order of the seats"
        ).format(
            title=_(report.meeting.game.title), **{key: data[key] for key in ("seats", "games", "deals")}
        )
    )
    table = Table(
        _("Bot"), _("Wins"), _("95 % interval"), _("Elo"), _("ms per move"), box=None, pad_edge=False
    )
    for row in data["bots"]:
        table.add_row(
            row["bot"],
            f"{number(row['share']):.1%}",
            f"{number(row['low']):.1%} – {number(row['high']):.1%}",
            f"{row['elo']:+.0f} ± {row['elo_error']:.0f}",
            f"{number(row['ms_per_move']):.1f}",
        )
    out.print(table)
    if report.sprt:
        said = {
            "better": _("The sequential test says: {first} is better ({share:.0%} rather than {even:.0%})."),
            "worse": _("The sequential test says: {first} does not reach {share:.0%}; rather {even:.0%}."),
            "": _("The sequential test has not decided between {even:.0%} and {share:.0%}."),
        }[report.verdict]
        out.print(said.format(first=report.meeting.bots[0], share=report.sprt.better, even=report.sprt.worse))
