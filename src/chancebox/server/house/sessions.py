"""
A session: a table that is open in memory, with those who watch it.

Presence and the reasons of bots live here and not in the log: after a restart
everybody connects again, and bots have forgotten what they thought.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Protocol

from chancebox.bots.reasons import Reasons
from chancebox.server.access import costs
from chancebox.server.monitoring import metrics
from chancebox.server.monitoring.logs import note
from chancebox.server.store.presence import GRACE, GRACE_AT_START, SOMEBODY, Presence
from chancebox.server.tables import permissions
from chancebox.server.tables.phrases import ChatLine
from chancebox.server.tables.table import LOBBY, Table
from chancebox.server.tables.visibility import ALL

if TYPE_CHECKING:
    from chancebox.server.house.drivers import Driver

RESTING = 30.0
"""Seconds without anybody looking after which the bots of a table rest."""
LINES = 200
"""Lines of chat that are kept at hand and told to who comes later; the store has them all."""


class Watcher(Protocol):
    """A connection that wants to know what happens at a table."""

    visitor: str
    address: str
    """From where it comes, as it is counted."""

    def changed(self) -> None:
        """The table has another version now."""

    def said(self, line: ChatLine) -> None:
        """Somebody spoke."""

    def hurry(self) -> None:
        """The house is about to close."""

    def give_way(self) -> None:
        """Somebody else gets this place at a full table."""

    def dismiss(self) -> None:
        """The table was removed."""


class Follower(Protocol):
    """Keeps something that was made of a table, and hears when it is not true any more."""

    def changed(self, table: Table, alone: int) -> None:
        """The table has another version, for everybody or for the holder of one seat."""

    def drawn(self) -> None:
        """All who watch have this version."""

    def replaced(self) -> None:
        """The table was read anew from a log that was written anew."""

    def released(self) -> None:
        """The table leaves memory."""


class Session:
    """A table in memory."""

    def __init__(self, table: Table, code: str, chat: Iterable[ChatLine]) -> None:
        self.table = table
        self.code = code
        said = list(chat)
        self.chat = deque(said, LINES)
        self.spoken = {line.command: line.number for line in said}
        """The commands of what was said, so that a repeated one is heard once."""
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.driver: Driver | None = None
        self.used = time.monotonic()
        self.presence = Presence()
        self.reasons = Reasons()
        self._there: list[bool] = []
        """Who was there when the store was last asked, by seat; the host comes last."""
        self._missing: list[int] = []
        """Who was waited for when everybody last looked."""
        self.warming = False
        """Whether the rule of thumb stood in for the last bot, whose program was not compiled yet."""
        self.observers: list[Follower] = []
        """Those who keep drawings and stories of it."""
        self._undrawn: list[Watcher] = []
        """Who has not been shown this version yet."""
        self._drawing: asyncio.Task[None] | None = None

    def replace(self, fresh: "Session") -> None:
        """Take over what was read anew from the log; nothing that was made of the old one stays."""
        self.table = fresh.table
        self.chat = fresh.chat
        self.spoken = fresh.spoken
        self.reasons = Reasons()
        for observer in self.observers:
            observer.replaced()

    @property
    def talk(self) -> list[ChatLine]:
        """What was said, without what was erased."""
        return [line for line in self.chat if line.text or line.phrase]

    def enter(self, watcher: Watcher) -> None:
        """Let somebody watch."""
        was_away = not self.is_present(watcher.visitor)
        self.watchers.add(watcher)
        self.presence.connect(watcher.visitor)
        self.used = time.monotonic()
        if was_away and self.table.seats_of(watcher.visitor):
            self.notify(but=watcher)

    def leave(self, watcher: Watcher) -> None:
        """Somebody stopped watching; whether they are away shows after a moment."""
        self.watchers.discard(watcher)
        self.presence.disconnect(watcher.visitor)
        self.used = time.monotonic()
        if self.table.seats_of(watcher.visitor):
            asyncio.get_running_loop().call_later(GRACE + 0.1, self._show_absence, watcher.visitor)
            if self.table.is_meeting:
                asyncio.get_running_loop().call_later(GRACE + 0.1, self.recount)

    def watch_absence(self) -> None:
        """Show who has not come back when the grace after loading is over."""
        asyncio.get_running_loop().call_later(GRACE_AT_START + 0.1, self.notify)

    def _show_absence(self, visitor: str) -> None:
        if not self.is_present(visitor):
            self.notify()

    def note_request(self, visitor: str) -> None:
        """Note that somebody who sits here, or the host, asked for something: they are there."""
        if permissions.is_host(self.table, visitor) or self.table.seats_of(visitor):
            was_away = not self.is_present(visitor)
            self.presence.note(visitor)
            if was_away:
                self.notify()

    def is_present(self, visitor: str) -> bool:
        """Return whether a visitor is connected, or asked for something a moment ago."""
        return self.presence.is_present(visitor)

    def attendance(self) -> dict[str, float]:
        """
        Return who of those who sit here, or host, is here as this process knows, and for how long.

        Where all of them are gone and others watch, that is said: such a table is not put away.
        """
        here = self.presence.here()
        concerned = {self.table.host, *(place.visitor for place in self.table.places)} - {""}
        found = {visitor: seconds for visitor, seconds in here.items() if visitor in concerned}
        return found or ({SOMEBODY: GRACE} if self.watchers else {})

    def hear(self, present: Mapping[str, float]) -> None:
        """Note who is there as the store says; let everybody look again if that makes a difference."""
        self.presence.hear(present)
        visitors = [*(place.visitor for place in self.table.places), self.table.host]
        there = [self.is_present(visitor) for visitor in visitors]
        changed = bool(self._there) and there != self._there
        self._there = there
        if changed:
            self.notify()
        if self.table.is_meeting:
            self.recount()

    def is_away(self, seat: int) -> bool:
        """Return whether the person of a seat is not there."""
        place = self.table.places[seat]
        return place.kind == "person" and not self.is_present(place.visitor)

    def missing(self) -> list[int]:
        """List the seats of people for whom a rematch waits: they have not come yet."""
        if not self.table.is_meeting:
            return []
        people = [seat for seat, place in enumerate(self.table.places) if place.kind == "person"]
        return [seat for seat in people if not self.presence.has_come(self.table.places[seat].visitor)]

    def recount(self) -> None:
        """Let everybody look again if other people are waited for than before."""
        missing = self.missing()
        if missing != self._missing:
            self._missing = missing
            self.notify()

    def is_watched(self) -> bool:
        """Return whether somebody looks at the table, or did a moment ago."""
        return bool(self.watchers) or time.monotonic() - self.used < RESTING

    def has_stopped(self, seat: int) -> bool:
        """Return whether the bot of a seat did not get on and has stopped."""
        return self.driver is not None and seat in self.driver.stopped

    def acts_as_host(self, visitor: str) -> bool:
        """The host does; while the host is away, everybody who sits here does."""
        if permissions.is_host(self.table, visitor):
            return True
        host_is_there = self.is_present(self.table.host)
        return not host_is_there and self.table.stage != LOBBY and bool(self.table.seats_of(visitor))

    def notify(self, but: Watcher | None = None, alone: int = ALL) -> None:
        """
        Let everybody look again, or the holder of one seat alone.

        One after the other, so that the sender's answer need not wait.
        """
        if self.table.is_removed:
            return
        for observer in self.observers:
            observer.changed(self.table, alone)
        self._undrawn = [
            watcher
            for watcher in self.watchers
            if watcher is not but and (alone == ALL or alone in self.table.seats_of(watcher.visitor))
        ]
        if self._undrawn and (self._drawing is None or self._drawing.done()):
            self._drawing = asyncio.get_running_loop().create_task(costs.measured(self._draw()))

    async def _draw(self) -> None:
        while self._undrawn:
            await asyncio.sleep(0)
            self._draw_next()

    def _draw_next(self) -> None:
        if not self._undrawn:
            return
        begun = time.perf_counter()
        watcher = self._undrawn.pop()
        if watcher in self.watchers:
            try:
                watcher.changed()
            except Exception as error:
                # What cannot be drawn for one is drawn for the others.
                note("drawing failed", logging.ERROR, table=self.table.id, error=type(error).__name__)
        if not self._undrawn:
            for observer in self.observers:
                observer.drawn()
        metrics.rendering.observe(time.perf_counter() - begun)

    def finish_drawing(self) -> None:
        """Draw what is left before the table changes again: every watcher sees every version."""
        while self._undrawn:
            self._draw_next()

    def dismiss(self) -> None:
        """Let everybody go: the table was removed."""
        self._undrawn.clear()
        for watcher in list(self.watchers):
            watcher.dismiss()

    def release(self) -> None:
        """
        Let go of all that was made of the table; called when it leaves memory.

        Tabs, bots and tasks that are over point at each other and at the table. Such rings are found late:
        what is large does not wait for that.
        """
        self.driver = self._drawing = None
        for observer in self.observers:
            observer.released()
        self.observers.clear()
        self.reasons = Reasons()

    @property
    def last_said(self) -> int:
        """The number of the last line of the chat."""
        return self.chat[-1].number if self.chat else 0

    def speak(self, line: ChatLine) -> None:
        """Pass on what was said."""
        self.chat.append(line)
        self.spoken[line.command] = line.number
        for watcher in list(self.watchers):
            watcher.said(line)
