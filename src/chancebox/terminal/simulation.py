"""`chancebox simulate`: run a simulation and print what it found."""

import argparse
import secrets

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from chancebox.engine.boxes import load_box
from chancebox.engine.texts import _
from chancebox.games import game
from chancebox.lab.findings import Findings
from chancebox.lab.simulate import Simulator
from chancebox.terminal.screen import compiling, err, out, print_json, read_options


def run(parsed: argparse.Namespace) -> int:
    """Play many games and report."""
    found = game(parsed.game)
    seats = found.seats[0] if parsed.seats is None else parsed.seats
    simulator = Simulator(
        found,
        seats,
        options=read_options(parsed.option),
        box=load_box(found, parsed.box),
        report=compiling,
    )
    seed = secrets.randbits(32) if parsed.seed is None else parsed.seed
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True) as progress:
        task = progress.add_task(_(found.title), total=parsed.games)
        findings = simulator.run(
            parsed.games, seed, parsed.workers, lambda done: progress.update(task, completed=done)
        )
    if parsed.json:
        print_json(findings.as_json())
    else:
        _print(findings, _(found.title))
    return 0


def _print(findings: Findings, title: str) -> None:
    data = findings.as_json()
    out.print(
        _("[bold]{title}[/], {seats} players at random, seed {seed}").format(
            title=title, seats=findings.seats, seed=findings.seed
        )
    )
    for name, text in findings.options.items():
        out.print(f"  {name} = {text}")
    out.print(_("{games:,} games, {events:,} events in {seconds:.2f} s on {workers} threads").format(**data))
    out.print(_("{games_per_s:,.0f} games/s, {events_per_s:,.0f} events/s").format(**data))
    length = findings.length
    out.print(
        _("Length: {mean:.1f} ± {error:.1f} events, from {shortest} to {longest}, median {median}").format(
            **length
        )
    )
    table = Table(_("Seat"), _("Wins"), _("Share"), _("95 % interval"), box=None, pad_edge=False)
    for seat, (won, share) in enumerate(zip(findings.wins, findings.win_shares, strict=True)):
        interval = f"{share.low:.2%} – {share.high:.2%}"
        table.add_row("ABCDEFGH"[seat], f"{won:,.1f}", f"{share.share:.2%}", interval)
    out.print(table)
    for why, number in findings.ended.items():
        ended = _("Ended because {why}: {n:,} ({share:.2%})")
        out.print(ended.format(why=_(why), n=number, share=number / findings.games))
