"""`chancebox study`: study how balanced a game is, and print it or write a page."""

import argparse
from pathlib import Path

from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from chancebox.engine.game.boxes import load_box
from chancebox.engine.game.texts import _
from chancebox.engine.match.chance import check_seed
from chancebox.games import game
from chancebox.lab.pages.study_page import page, summary
from chancebox.lab.study import Study, StudyPlan, conduct
from chancebox.terminal.screen import check_writable, compiling, err, out, print_json, read_options


def run(parsed: argparse.Namespace) -> int:
    """Study a game and report."""
    found = game(parsed.game)
    seats = max(2, found.seats[0]) if parsed.seats is None else parsed.seats
    found.check_seats(seats)
    plan = StudyPlan(
        game=found,
        box=load_box(found, parsed.box),
        seats=seats,
        options=found.check_options({**found.usual_options(seats), **read_options(parsed.option)}, seats),
        bot=parsed.bots,
        seed=1 if parsed.seed is None else check_seed(parsed.seed),
        games=parsed.games,
    )
    if parsed.out:
        check_writable(Path(parsed.out))
    study = _conduct(plan)
    if parsed.out:
        Path(parsed.out).write_text(page(study), encoding="utf-8")
    if parsed.json:
        print_json(study.as_json())
    else:
        out.print(f"[bold]{_(found.title)}[/]")
        for line in summary(study):
            out.print(f"  {line}")
    return 0


def _conduct(plan: StudyPlan) -> Study:
    """Study behind a progress bar."""
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=err, transient=True) as progress:
        task = progress.add_task(_(plan.game.title), total=1.0)
        return conduct(
            plan, lambda what, share: progress.update(task, description=what, completed=share), compiling
        )
