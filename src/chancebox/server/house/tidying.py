"""
Tidying up: tables at which nothing happened for long are removed, if the host of the house wants that.

A few at a time, so that nobody who plays waits for it. Of several processes at one store one does it.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress

from chancebox.engine.game.errors import BadSetup
from chancebox.engine.game.texts import _
from chancebox.server.house.house import House
from chancebox.server.tables.errors import Full

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


class Tidying:
    """Removes what is old from a house."""

    def __init__(self, house: House, keep: float | None, clock: Callable[[], float] = time.time) -> None:
        self._house = house
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
            await asyncio.to_thread(self._house.store.wipe)

    async def tidy(self) -> int:
        """Remove tables that are old; return how many."""
        if self._keep is None or not await self._leads():
            return 0
        gone = 0
        old = await asyncio.to_thread(self._house.store.old_tables, self._now() - self._keep, AT_ONCE)
        for id, version in old.items():
            if not await self._leads():
                break
            gone += await self._house.remove_old(id, version)
        # A group is as old as its latest game.
        await self._house.groups.remove_old(self._now() - self._keep, AT_ONCE)
        return gone

    async def sweep(self) -> int:
        """Forget tables that were removed long ago, one by one: no move waits long; return how many."""
        if not await self._leads():
            return 0
        store, gone = self._house.store, 0
        for id in await asyncio.to_thread(store.removed_tables, self._now() - REMEMBERED, AT_ONCE):
            await asyncio.wrap_future(store.forget_removed(id))
            gone += 1
        return gone

    async def _leads(self) -> bool:
        return await self._house.leads("tidying")

    def _now(self) -> float:
        """Return the time, but not that of a clock which was set far ahead a moment ago."""
        passed = time.monotonic() - self._since
        return min(self._clock(), self._began + passed + LARGEST_LEAP)
