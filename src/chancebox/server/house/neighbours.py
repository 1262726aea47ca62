"""
Neighbours: other processes of the same house, at the same store.

Each follows the log, so all show the same tables. A hint says that there is something to read; one that is
lost costs a second, since all tables that somebody watches are looked at once a second, with one question.
"""

import asyncio
import logging
import time
from contextlib import suppress

from chancebox.server.house.kernel import Kernel, Peers
from chancebox.server.house.meetings import Meetings
from chancebox.server.house.sessions import Session
from chancebox.server.monitoring.logs import note
from chancebox.server.store.databases.sharing import Glance, SharedStore
from chancebox.server.tables.errors import Full

PULSE = 1.0
"""Seconds between two looks at all tables that somebody watches."""
ATTENDING = 4
"""Pulses after which is said again who is at these tables."""
SWEEPING = 60
"""Pulses after which rows that are not good any more are removed."""
LEASE = 6.0
"""Seconds for which a process has the bots of a table, or a review, after it last said so;"""
TRUST = 2.0
"""and seconds for which it need not ask again whether it has."""


class Neighbours(Peers):
    """What a house does to live together with others at one store."""

    def __init__(self, kernel: Kernel, meetings: Meetings) -> None:
        super().__init__()
        assert isinstance(kernel.store, SharedStore)
        self._kernel = kernel
        self._meetings = meetings
        self._store = kernel.store
        self._held: dict[str, float] = {}
        """Leases of ours, and until when we need not ask."""
        self._hinted: set[str] = set()
        """Tables at which there is something to read, and somebody is about to."""
        self._attended: set[tuple[str, str]] = set()
        self._looking: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Follow the others until cancelled."""
        loop = asyncio.get_running_loop()

        def on_hint(table: str) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._hint, table)

        self._store.on_hint = on_hint
        pulses = 0
        while True:
            try:
                await self._pulse(pulses)
            except Exception as error:
                _note(error)
            pulses += 1
            await asyncio.sleep(PULSE)

    async def close(self) -> None:
        """Let others have at once what is ours."""
        for task in list(self._looking):
            task.cancel()
        with suppress(Full):  # it ends by itself
            await asyncio.to_thread(self._store.give_back)

    # Looking.

    def _hint(self, table: str) -> None:
        session = self._kernel.sessions.get(table)
        # At a table that nobody watches here it is read when somebody asks.
        if session is not None and session.is_watched() and table not in self._hinted:
            self._hinted.add(table)
            task = asyncio.get_running_loop().create_task(self._take(session))
            self._looking.add(task)
            task.add_done_callback(self._looking.discard)

    async def _take(self, session: Session) -> None:
        # Forgotten first: a hint that comes while we read may tell of something later.
        self._hinted.discard(session.table.id)
        try:
            await self.look(session)
        except Exception as error:  # it is looked at again in a second
            _note(error)

    async def look(self, session: Session) -> None:
        """See what is new at a table, and follow it."""
        found = await asyncio.to_thread(self._store.glance, [session.table.id])
        for glance in found.values():
            if _is_behind(session, glance):
                await self._kernel.follow(session)
            session.hear(glance.present)

    def _see(self, session: Session, glance: Glance) -> None:
        """The same without waiting: one table that is slow must not hold up the others."""
        if _is_behind(session, glance):
            self._hint(session.table.id)
        session.hear(glance.present)

    async def _pulse(self, pulses: int) -> None:
        sessions = [session for session in self._kernel.sessions.values() if session.is_watched()]
        here = {
            (session.table.id, visitor): seconds
            for session in sessions
            for visitor, seconds in session.attendance().items()
        }
        again = pulses % ATTENDING == 0
        rows = [(*key, seconds) for key, seconds in here.items() if again or key not in self._attended]
        self._attended = set(here)
        self.on_count(await asyncio.to_thread(self._store.count_processes))
        await asyncio.to_thread(self._store.attend, rows)
        if sessions:
            found = await asyncio.to_thread(self._store.glance, [session.table.id for session in sessions])
            for session in sessions:
                if glance := found.get(session.table.id):
                    self._see(session, glance)
                    await self._meetings.begin_if_all_came(session)
        if pulses % SWEEPING == SWEEPING - 1:
            await asyncio.to_thread(self._store.sweep)

    # Who is there, and who does what.

    async def arrive(self, session: Session) -> None:
        """See who is at a table that has just come into memory."""
        session.presence.share()
        await asyncio.to_thread(self._store.begin_grace, session.table.id)
        await self.look(session)

    async def attend(self, session: Session) -> None:
        """Say at once who is here, and hear who is elsewhere: a rematch waits for all."""
        rows = [(session.table.id, visitor, left) for visitor, left in session.attendance().items()]
        await asyncio.to_thread(self._store.attend, rows)
        await self.look(session)

    def leads(self, name: str) -> bool:
        """Return whether something is ours to do, such as the bots of a table; taken if nobody has it."""
        now = time.monotonic()
        if self._held.get(name, 0.0) > now:
            return True
        self._held = {known: until for known, until in self._held.items() if until > now}
        if not self._store.take_lease(name, LEASE):
            return False
        self._held[name] = now + TRUST
        return True

    async def leads_soon(self, name: str) -> bool:
        return await asyncio.to_thread(self.leads, name)


def _is_behind(session: Session, glance: Glance) -> bool:
    return glance.version > session.table.version or glance.said > session.last_said


def _note(error: Exception) -> None:
    """Note what went wrong; that the database is away the store notes itself."""
    if not isinstance(error, Full):
        note("neighbours failed", logging.ERROR, error=type(error).__name__)
