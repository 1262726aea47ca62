"""`chancebox simulate`: run a simulation and print what it found."""

import argparse
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from chancebox.engine.game.boxes import load_box
from chancebox.engine.game.errors import BadSetup
from chancebox.engine.game.game import seat_letter
from chancebox.engine.game.texts import _, listed, number
from chancebox.engine.match.chance import check_seed
from chancebox.games import game
from chancebox.lab.clusters.clusters import Keep, open_cluster
from chancebox.lab.files.datasets import Dataset, begun_seed, check_name
from chancebox.lab.findings import Findings
from chancebox.lab.simulator import GPU, Simulator, check_games
from chancebox.terminal.screen import compiling, err, out, print_json, read_options

INTERRUPTED = 130


def run(parsed: argparse.Namespace) -> int:
    """Play many games and report."""
    found = game(parsed.game)
    seats = found.seats[0] if parsed.seats is None else parsed.seats
    simulator = Simulator(
        found,
        seats,
        options=read_options(parsed.option),
        box=load_box(found, parsed.box),
        bots=[name.strip() for name in parsed.bots.split(",")] if parsed.bots else (),
        on=parsed.on,
        report=compiling,
    )
    check_games(parsed.games)
    if parsed.on == GPU and (parsed.out or parsed.events):
        raise BadSetup(_("On a GPU games are only counted; leave out --out and --events."))
    if parsed.on == GPU and (parsed.cluster != "local" or parsed.workers):
        raise BadSetup(_("A GPU works alone; leave out --cluster and --workers."))
    if parsed.out:
        findings = _write(parsed, simulator)
    elif parsed.events:
        raise BadSetup(_("Events are kept in a file; say which one, as in --out games.parquet."))
    else:
        with _bar(parsed) as progress:
            cluster = None if parsed.on == GPU else open_cluster(parsed.cluster, parsed.workers)
            findings = simulator.run(parsed.games, _seed(parsed), progress=progress, cluster=cluster)
    if findings is None:
        return INTERRUPTED
    if parsed.json:
        print_json(findings.as_json())
    else:
        _print(findings, _(found.title))
    return 0


def _seed(parsed: argparse.Namespace) -> int:
    return secrets.randbits(32) if parsed.seed is None else check_seed(parsed.seed)


def _write(parsed: argparse.Namespace, simulator: Simulator) -> Findings | None:
    """Play into a file; None if that was interrupted."""
    check_name(parsed.out)
    begun = begun_seed(parsed.out) if parsed.seed is None else None
    seed = _seed(parsed) if begun is None else begun
    keep = Keep[parsed.events.upper()] if parsed.events else Keep.GAMES
    with Dataset(parsed.out, simulator, seed, keep, parsed.games) as dataset:
        there = dataset.done
        if there:
            err.print(_("{n:,} games were played before.").format(n=there))
        simulator.prepare(keep)
        begun_at = time.perf_counter()
        workers = 0
        try:
            if there < parsed.games:
                with open_cluster(parsed.cluster, parsed.workers) as cluster, _bar(parsed, there) as progress:
                    workers = cluster.workers
                    dataset.play(cluster, progress)
            tally = dataset.finish()
        except KeyboardInterrupt:
            err.print(
                _("Interrupted after {n:,} games; the same command goes on from here.").format(n=dataset.done)
            )
            return None
    for kind in dataset.kinds:
        err.print(_("Written: {path}").format(path=dataset.target(kind)))
    seconds = time.perf_counter() - begun_at
    return simulator.findings(parsed.games, seed, workers, seconds, tally, there)


@contextmanager
def _bar(parsed: argparse.Namespace, there: int = 0) -> Iterator[Callable[[int], None]]:
    """Show a bar with throughput and time left; it is told how many games there are."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    begun = time.perf_counter()
    with Progress(*columns, console=err, transient=True) as progress:
        title = _(game(parsed.game).title)
        task = progress.add_task(title, total=parsed.games, completed=there, rate="")

        def show(done: int) -> None:
            speed = (done - there) / max(1e-9, time.perf_counter() - begun)
            progress.update(task, completed=done, rate=_("{n:,.0f} games/s").format(n=speed))

        yield show


def _print(findings: Findings, title: str) -> None:
    data = findings.as_json()
    out.print(
        _("[bold]{title}[/], {seats} players ({bots}), seed {seed}").format(
            title=title,
            seats=findings.seats,
            bots=listed(dict.fromkeys(findings.bots)),
            seed=findings.seed,
        )
    )
    for name, text in findings.options.items():
        out.print(f"  {name} = {text}")
    out.print(_("{games:,} games, {events:,} events").format(**data))
    if findings.before < findings.games:
        speed = _(
            "{games_per_s:,.0f} games/s, {events_per_s:,.0f} events/s: {seconds:.2f} s on {workers} workers"
        )
        out.print(speed.format(**data))
    length = findings.length
    out.print(
        _("Length: {mean:.1f} ± {error:.1f} events, from {shortest} to {longest}, median {median}").format(
            **length
        )
    )
    heads = (_("Seat"), _("Bot"), _("Wins"), _("Share"), _("95 % interval"))
    table = Table(*heads, box=None, pad_edge=False)
    for seat, (won, share) in enumerate(zip(findings.wins, findings.win_shares, strict=True)):
        interval = f"{number(share.low):.2%} – {number(share.high):.2%}"
        table.add_row(
            seat_letter(seat),
            findings.bots[seat],
            f"{number(won):,.1f}",
            f"{number(share.share):.2%}",
            interval,
        )
    out.print(table)
    for why, times in findings.ended.items():
        ended = _("Ended {n:,} times ({share:.2%}): {why}")
        out.print(ended.format(why=_(why), n=times, share=times / findings.games))
