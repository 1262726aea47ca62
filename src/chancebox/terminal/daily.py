"""
`chancebox daily`: the deal of the day of a house, played in the terminal.

It is a table like any other of that house: every move is in its log, so that one can leave and go on, and the
first try counts.
"""

import argparse
from contextlib import closing
from functools import partial
from pathlib import Path

from rich.markup import escape

from chancebox.bots import bot
from chancebox.engine.game.texts import _, day_text
from chancebox.engine.match.match import Event
from chancebox.engine.proofs.dated import Dated
from chancebox.server.processes.local import InUse, LocalDay
from chancebox.server.processes.run import place
from chancebox.server.screens.daily import Look
from chancebox.server.tables import moves
from chancebox.server.tables.days import PERSON, Day, day_of, read_day, today
from chancebox.server.tables.table import Step, Table
from chancebox.terminal import play
from chancebox.terminal.play import TerminalMatch
from chancebox.terminal.screen import out


def run(parsed: argparse.Namespace) -> int:
    """Play the deal of a day, or go on with it, and tell the result."""
    day = read_day(parsed.archive) if parsed.archive else day_of(today())
    try:
        local = LocalDay(place(parsed), day, parsed.name)
    except InUse as refusal:
        out.print(f"[red]{escape(str(refusal))}[/]")
        out.print(_("A house that is open has the deal of the day on its first page; play it there."))
        return 1
    with closing(local):
        return _play(local, day, parsed)


def _play(local: LocalDay, day: Day, parsed: argparse.Namespace) -> int:
    look = local.look()
    head = _("The deal of {day}: {game}, {seats}").format(
        day=day_text(day.name), game=_(look.game.title), seats=look.seats_text
    )
    out.print(f"[bold]{escape(head)}[/]")
    if look.options_text:
        out.print(look.options_text, markup=False)
    counts = _("This is your try: it counts.") if local.table.counts else _("This is practice.")
    out.print(counts)
    out.print(_("Its fingerprint: {commitment}").format(commitment=look.commitment), soft_wrap=True)
    resuming = "chancebox daily" + (f" --archive {parsed.archive}" if parsed.archive else "")
    DayMatch(local, resuming).play()
    if local.table.counts:
        _print_result(local.look())
    return 0


def _print_result(look: Look) -> None:
    if look.outcome is None:
        return
    out.print()
    out.print(look.share_text, markup=False, highlight=False)
    out.print(look.better_text)
    if look.streak > 1:
        out.print(_("Days in a row: {n}").format(n=look.streak))


def _replay(table: Table, event: Event) -> Step:
    """Play what was decided; what chance brings follows from the day."""
    return moves.play(table, event.seat, event.action)


class DayMatch(TerminalMatch):
    """A match that is kept in the log of a table."""

    def __init__(self, local: LocalDay, resuming: str) -> None:
        table = local.table
        self._local = local
        self._command = resuming
        match = table.playing.fork(dealer=Dated(table.game, local.secret, table.playing))
        players = [place.bot or play.PERSON for place in table.places]
        has_begun = any(event.seat == PERSON for event in match.events)
        super().__init__(match, players, Path(), len(match.events) if has_begun else 0)
        self._bots = {
            seat: bot(kind, table.day_seed(seat)) for seat, kind in enumerate(players) if kind != play.PERSON
        }

    @property
    def _resuming(self) -> str:
        return self._command

    def _save(self) -> bool:
        """Write into the log what was played, or taken back, since it was written last."""
        table, events = self._local.table, self.match.events
        if len(table.playing.events) > len(events):
            self._local.write(lambda one: moves.undo(one, PERSON))
        # One decision after the other: what chance brought goes with the one before it.
        while len(table.playing.events) < len(events):
            self._local.write(partial(_replay, event=events[len(table.playing.events)]))
        return True

    def _keep(self) -> None:
        self._save()
