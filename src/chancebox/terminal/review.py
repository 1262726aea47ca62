"""`chancebox review`: print what in a recorded game was luck and what decisions, or write it as a page."""

import argparse
from pathlib import Path

from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from chancebox import load
from chancebox.engine.game.errors import BadSetup
from chancebox.engine.game.texts import _
from chancebox.engine.match.chance import check_seed
from chancebox.engine.match.match import Match
from chancebox.lab.pages.review_page import page
from chancebox.reviews.marks import WORDS
from chancebox.reviews.report import Review, SeatReview, how_made, meaning
from chancebox.reviews.reviewing import reviewing
from chancebox.terminal.screen import check_writable, compiling, err, out, print_json


def run(parsed: argparse.Namespace) -> int:
    """Review a record and report."""
    match = load(parsed.file, box=parsed.box)
    seed = check_seed(parsed.seed)
    if match.to_act:
        told = _("{file}: this game is not over; a review comes after the end.")
        raise BadSetup(told.format(file=parsed.file))
    if parsed.html:
        check_writable(Path(parsed.html))
    found = _look(match, parsed.depth, seed)
    if parsed.html:
        Path(parsed.html).write_text(page(match.game, found), encoding="utf-8")
    if parsed.json:
        print_json(found.as_json())
    else:
        _print(match, found)
    return 0


def _look(match: Match, depth: str, seed: int) -> Review:
    """Review behind a progress bar."""
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=err, transient=True) as progress:
        task = progress.add_task(_(match.game.title), total=1.0)
        for look in reviewing(match, depth, seed, compiling):
            progress.update(task, completed=look.done)
    return look


def _print(match: Match, found: Review) -> None:
    told = _("[bold]{head}[/]: {text}")
    out.print(told.format(head=_(match.game.title), text=escape(found.sentence)))
    out.print()
    table = Table(box=None, pad_edge=False)
    heads = (_("points"), _("luck"), _("decisions"), _("others' luck"), _("others' decisions"))
    for i, head in enumerate((*heads, _("start → end"))):
        table.add_column(head, justify="right" if i else "left")
    for seat in found.seats:
        booked = (seat.luck, seat.decisions, seat.others_luck, seat.others_decisions)
        way = f"{100 * seat.start.value:.0f} → {100 * seat.end.value:.0f}"
        table.add_row(escape(seat.name), *(one.points for one in booked), way)
    out.print(table)
    for number, seat in enumerate(found.seats):
        lines = list(_highlights(found, number, seat))
        if lines:
            out.print()
            out.print(f"[bold]{escape(seat.name)}[/]")
            for line in lines:
                out.print(f"  {line}", markup=False)
    out.print()
    for line in (*meaning(), how_made(found)):
        out.print(line, style="dim")


def _highlights(found: Review, number: int, seat: SeatReview) -> list[str]:
    """Tell the luckiest and the unluckiest event of a seat, and its costliest decision."""
    lines = []
    for n, head in ((seat.luckiest, _("luckiest")), (seat.unluckiest, _("unluckiest"))):
        if n is not None:
            one = found.moments[n]
            told = _("{head}, event {n}: {text} ({points} points)")
            lines.append(told.format(head=head, n=n + 1, text=one.text, points=one.changes[number].points))
    if seat.costliest is not None:
        one = found.moments[seat.costliest]
        assert one.gain is not None
        told = _("{mark}, event {n}: {text} Better was: {better} ({points} points)")
        lines.append(
            told.format(
                mark=_(WORDS[one.mark]),
                n=one.n + 1,
                text=one.text,
                better=one.better,
                points=one.gain.points,
            )
        )
    return lines
