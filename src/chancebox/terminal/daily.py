"""
`chancebox daily`: the deal of the day of a house, played in the terminal.

It is a table like any other of that house: every move is in its log, so that one can leave and go on, and the
first try counts.
"""

import argparse
import asyncio
import itertools
import uuid
from functools import partial
from pathlib import Path

from rich.markup import escape

from chancebox.bots import bot
from chancebox.engine.game.texts import _, day_text
from chancebox.engine.match.match import Event
from chancebox.engine.proofs.dated import Dated
from chancebox.server.house.house import Act, House
from chancebox.server.house.sessions import Session
from chancebox.server.processes.run import place
from chancebox.server.screens.daily import Look, glance
from chancebox.server.store.databases.stores import open_store
from chancebox.server.tables.commands import house_command
from chancebox.server.tables.days import PERSON, Day, day_of, read_day, today
from chancebox.server.tables.errors import Refused
from chancebox.server.tables.tables import OVER, Step, Table
from chancebox.terminal import play
from chancebox.terminal.play import TerminalMatch
from chancebox.terminal.screen import out

KEY, LENGTH = "terminal", 20
"""Whose key the visitor is who plays here, one for each house, and how many letters of it."""


def run(parsed: argparse.Namespace) -> int:
    """Play the deal of a day, or go on with it, and tell the result."""
    day = read_day(parsed.archive) if parsed.archive else day_of(today())
    try:
        store = open_store(place(parsed))
    except Refused as refusal:
        out.print(f"[red]{escape(str(refusal))}[/]")
        out.print(_("A house that is open has the deal of the day on its first page; play it there."))
        return 1
    with asyncio.Runner() as runner:
        house = House(store, drives=False)
        try:
            return _play(runner, house, day, parsed)
        finally:
            runner.run(house.close())


def _play(runner: asyncio.Runner, house: House, day: Day, parsed: argparse.Namespace) -> int:
    visitor = house.store.key(KEY)[:LENGTH]
    session = runner.run(_open(house, day, parsed.name, visitor))
    look = glance(house, day, visitor)
    head = _("The deal of {day}: {game}, {seats}").format(
        day=day_text(day.name), game=_(look.game.title), seats=look.seats_text
    )
    out.print(f"[bold]{escape(head)}[/]")
    if look.options_text:
        out.print(look.options_text, markup=False)
    counts = _("This is your try: it counts.") if session.table.counts else _("This is practice.")
    out.print(counts)
    out.print(_("Its fingerprint: {commitment}").format(commitment=look.commitment), soft_wrap=True)
    resuming = "chancebox daily" + (f" --archive {parsed.archive}" if parsed.archive else "")
    DayMatch(runner, house, session, visitor, resuming).play()
    if session.table.counts:
        _print_result(glance(house, day, visitor)._replace(master=house.store.master_of(day.name)))
    return 0


async def _open(house: House, day: Day, name: str, visitor: str) -> Session:
    """Go on with the try that counts, or with practice that is not over."""
    for n in itertools.count():
        session = await house.open_day(day, name, visitor, f"terminal {n}")
        if session.table.stage != OVER:
            return session
    raise AssertionError


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
    return table.play(event.seat, event.action)


class DayMatch(TerminalMatch):
    """A match that is kept in the log of a table."""

    def __init__(
        self, runner: asyncio.Runner, house: House, session: Session, visitor: str, resuming: str
    ) -> None:
        table = session.table
        self._runner, self._house, self._session, self._visitor = runner, house, session, visitor
        self._command = resuming
        secret = house.dealers.days.open_secret(table.day)
        match = table.playing.fork(dealer=Dated(table.game, secret, table.playing))
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
        table, events = self._session.table, self.match.events
        if len(table.playing.events) > len(events):
            self._write(lambda one: one.undo(PERSON, self._visitor))
        # One decision after the other: what chance brought goes with the one before it.
        while len(table.playing.events) < len(events):
            self._write(partial(_replay, event=events[len(table.playing.events)]))
        return True

    def _write(self, act: Act) -> None:
        self._runner.run(self._house.do(self._session, house_command(str(uuid.uuid4())), act))

    def _keep(self) -> None:
        self._save()
