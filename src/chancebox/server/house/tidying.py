"""
Tables that go: removed by their hosts, or since nothing happened there for long.

A few at a time, so that nobody who plays waits for it. Of several processes at one store one does it.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

from chancebox.engine.game.errors import BadSetup
from chancebox.engine.game.texts import _
from chancebox.server.house.bodies import CommandBody
from chancebox.server.house.commands import Asking, Commands
from chancebox.server.house.groups import Groups
from chancebox.server.house.kernel import Kernel
from chancebox.server.monitoring import metrics
from chancebox.server.store.database import Taken
from chancebox.server.tables import entries
from chancebox.server.tables.errors import Full, Gone
from chancebox.server.tables.names import command_key, house_command
from chancebox.server.tables.table import Step

DAY = 86_400.0
REMEMBERED = DAY
"""Seconds for which is known of a table that it was removed."""
EVERY = 3600.0
"""Seconds between two looks for old tables, unless there were many."""
AT_ONCE = 200
"""Tables that are removed by one look."""
LARGEST_LEAP = DAY
"""Seconds by which the clock may leap ahead while the house runs: one that is set wrong ages all tables."""
MOST_DAYS = 36_500


def read_days(said: str) -> float | None:
    """Return for how many seconds tables are kept; nothing said means for ever."""
    if not said:
        return None
    with suppress(ValueError):
        if 1 <= int(said) <= MOST_DAYS:
            return int(said) * DAY
    raise BadSetup(
        _(
            "--keep-days takes a whole number from 1 to {most}, not {days!r}; leave it out to keep all."
        ).format(most=MOST_DAYS, days=said)
    )


class Removal:
    """Removes tables, with all that is known of them."""

    def __init__(self, kernel: Kernel, commands: Commands) -> None:
        self._kernel = kernel
        self._commands = commands

    async def remove(self, id: str, visitor: str, body: CommandBody) -> None:
        """Remove a table for its host."""
        try:
            session = await self._kernel.session(id)
            await self._commands.give("remove", Asking(session, visitor, body))
        except Gone:
            # A host who removed it and was not answered may ask again.
            command = command_key("remove", visitor, body.id)
            if not await asyncio.to_thread(self._kernel.store.tables.has, id, command):
                raise
        else:
            metrics.tables_removed.labels("host").inc()

    async def remove_old(self, id: str, version: int) -> bool:
        """Remove a table for its age, unless it is watched or written to; return whether it is gone."""
        command = house_command("remove")
        # Not while its log is being read: the reader would not be told.
        async with self._kernel.loading(id):
            session = self._kernel.sessions.get(id)
            if session is not None and session.is_watched():
                return False
            try:
                if session is not None:
                    await self._kernel.do(session, command, lambda _table: Step(entries.Removed()))
                else:
                    # Without reading its log: also one whose rules are not there any more can go.
                    writing = self._kernel.store.tables.append(id, version + 1, command, entries.Removed())
                    await asyncio.wrap_future(writing)
            except (Taken, Gone):
                return False
        metrics.tables_removed.labels("age").inc()
        return True


class Tidying:
    """Removes what is old from a house."""

    def __init__(
        self,
        kernel: Kernel,
        removal: Removal,
        groups: Groups,
        keep: float | None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._kernel = kernel
        self._removal = removal
        self._groups = groups
        self._keep = keep
        self._clock = clock
        self._began, self._since = clock(), time.monotonic()
        self._next = 0.0

    async def go_on(self) -> None:
        """Tidy up if it is time to, and soon again if there was much to do."""
        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + EVERY
        with suppress(Full):  # a store that fails just now is left alone
            if AT_ONCE in (await self.sweep(), await self.tidy()):
                self._next = 0.0
            await asyncio.to_thread(self._kernel.store.wipe)

    async def tidy(self) -> int:
        """Remove tables that are old; return how many."""
        if self._keep is None or not await self._leads():
            return 0
        gone = 0
        old = await asyncio.to_thread(self._kernel.store.tables.old, self._now() - self._keep, AT_ONCE)
        for id, version in old.items():
            if not await self._leads():
                break
            gone += await self._removal.remove_old(id, version)
        # A group is as old as its latest game.
        await self._groups.remove_old(self._now() - self._keep, AT_ONCE)
        return gone

    async def sweep(self) -> int:
        """Forget tables that were removed long ago, one by one: no move waits long; return how many."""
        if not await self._leads():
            return 0
        store, gone = self._kernel.store, 0
        for id in await asyncio.to_thread(store.tables.removed, self._now() - REMEMBERED, AT_ONCE):
            await asyncio.wrap_future(store.tables.forget(id))
            gone += 1
        return gone

    async def _leads(self) -> bool:
        return await self._kernel.leads("tidying")

    def _now(self) -> float:
        """Return the time, but not that of a clock which was set far ahead a moment ago."""
        passed = time.monotonic() - self._since
        return min(self._clock(), self._began + passed + LARGEST_LEAP)
