"""
A room: a table that is open in memory, with those who watch it.

Presence, hand-over codes and the reasons of bots live here and not in the log: after a restart
everybody connects again, a code is asked for anew, and bots have forgotten what they thought.
"""

import asyncio
import time
from collections import deque
from collections.abc import Iterable
from typing import Protocol

from chancebox.bots.reasons import Reasons
from chancebox.server import metrics
from chancebox.server.naming import code
from chancebox.server.store import Said
from chancebox.server.tables import LOBBY, Table

GRACE = 10.0
"""Seconds without a connection until somebody counts as away."""
LINES = 200
"""Lines of chat that are kept at hand and told to who comes later; the store has them all."""
HANDING = 600.0
"""Seconds for which a hand-over code is good."""


class Watcher(Protocol):
    """A connection that wants to know what happens at a table."""

    visitor: str

    def changed(self) -> None:
        """The table has another version now."""

    def said(self, line: Said) -> None:
        """Somebody spoke."""

    def hurry(self) -> None:
        """The house is about to close."""


class Room:
    """A table in memory."""

    def __init__(self, table: Table, code: str, chat: Iterable[Said]) -> None:
        self.table = table
        self.code = code
        self.chat = deque(chat, LINES)
        self.spoken: set[str] = set()
        """The commands of what was said, so that a repeated one is heard once."""
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.driver: asyncio.Task[None] | None = None
        self.used = time.monotonic()
        self._seen: dict[str, float] = {}
        self.reasons = Reasons()
        self.warming = False
        """Whether the rule of thumb stood in for the last bot, whose program was not compiled yet."""
        self.rendered: dict[object, str] = {}
        """What was rendered of this version, for those who see the same."""
        self.told: dict[tuple[int, int], list[tuple[int, str]]] = {}
        """What was told of this version, by eyes and number of events before."""

    def enter(self, watcher: Watcher) -> None:
        """Let somebody watch."""
        back = not self.is_present(watcher.visitor)
        self.watchers.add(watcher)
        self.used = time.monotonic()
        if back and self.table.seats_of(watcher.visitor):
            self.tell(but=watcher)

    def leave(self, watcher: Watcher) -> None:
        """Somebody stopped watching; whether they are away shows after a moment."""
        self.watchers.discard(watcher)
        self.used = time.monotonic()
        self.saw(watcher.visitor)
        if self.table.seats_of(watcher.visitor):
            asyncio.get_running_loop().call_later(GRACE + 0.1, self._look, watcher.visitor)

    def _look(self, visitor: str) -> None:
        if not self.is_present(visitor):
            self.tell()

    def saw(self, visitor: str) -> None:
        """Note that a visitor asked for something just now."""
        self._seen[visitor] = time.monotonic()

    def is_present(self, visitor: str) -> bool:
        """Tell whether a visitor is connected, or was a moment ago."""
        for watcher in self.watchers:
            if watcher.visitor == visitor:
                return True
        return time.monotonic() - self._seen.get(visitor, -GRACE) < GRACE

    def is_away(self, seat: int) -> bool:
        """Tell whether the person of a seat is not there."""
        place = self.table.places[seat]
        return place.kind == "person" and not self.is_present(place.visitor)

    def acts_as_host(self, visitor: str) -> bool:
        """The host does; while the host is away, everybody who sits here does."""
        if visitor == self.table.host:
            return True
        host_is_there = self.is_present(self.table.host)
        return not host_is_there and self.table.stage != LOBBY and bool(self.table.seats_of(visitor))

    def tell(self, but: Watcher | None = None) -> None:
        """Let everybody look again."""
        begun = time.perf_counter()
        self.rendered.clear()
        self.told.clear()
        for watcher in list(self.watchers):
            if watcher is not but:
                watcher.changed()
        metrics.rendering.observe(time.perf_counter() - begun)

    def speak(self, line: Said) -> None:
        """Pass on what was said."""
        self.chat.append(line)
        for watcher in list(self.watchers):
            watcher.said(line)


class Handing:
    """Codes with which a seat moves to another device; each is good once."""

    def __init__(self) -> None:
        self._codes: dict[str, tuple[str, int, float]] = {}

    def offer(self, table: str, seat: int) -> str:
        """Make a code for a seat; an older one of the same seat is void."""
        now = time.monotonic()
        self._codes = {
            known: offer
            for known, offer in self._codes.items()
            if offer[2] > now and offer[:2] != (table, seat)
        }
        fresh = code(8)
        self._codes[fresh] = (table, seat, now + HANDING)
        return fresh

    def redeem(self, given: str) -> tuple[str, int] | None:
        """Find the seat of a code, which is void from now on."""
        table, seat, until = self._codes.pop(given, ("", 0, 0.0))
        return (table, seat) if until > time.monotonic() else None
