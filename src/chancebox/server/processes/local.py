"""
The deal of a day of a house that is not open: its store is used by this process alone, for one visitor.

It is a table like any other of that house: every move is in its log, and the first try counts.
"""

import asyncio
import itertools
import uuid
from pathlib import Path

from chancebox.server.house.house import House
from chancebox.server.house.kernel import Act
from chancebox.server.house.sessions import Session
from chancebox.server.screens.daily import Look, glance
from chancebox.server.store.databases.stores import open_store
from chancebox.server.tables.days import Day
from chancebox.server.tables.errors import Refused
from chancebox.server.tables.names import house_command
from chancebox.server.tables.table import OVER, Table

KEY, LENGTH = "terminal", 20
"""Whose key the visitor is who plays here, one for each house, and how many letters of it."""


class InUse(Refused):
    """The store is used by another process."""


class LocalDay:
    """
    One visitor's table with the deal of a day; the store is free again when it is closed.

    Raises:
        InUse: another process uses the store, or it cannot be opened.
    """

    def __init__(self, place: Path | str, day: Day, name: str) -> None:
        self._day = day
        try:
            store = open_store(place)
        except Refused as refusal:
            raise InUse(str(refusal)) from None
        self._house = House(store, drives=False)
        self._runner = asyncio.Runner()
        self.visitor = self._house.store.key(KEY)[:LENGTH]
        self._session = self._runner.run(self._open(name))

    async def _open(self, name: str) -> Session:
        """Go on with the try that counts, or with practice that is not over."""
        for n in itertools.count():
            session = await self._house.tries.open(self._day, name, self.visitor, f"terminal {n}")
            if session.table.stage != OVER:
                return session
        raise AssertionError

    @property
    def table(self) -> Table:
        return self._session.table

    @property
    def secret(self) -> bytes:
        """What decides the luck of the day; this process deals from it."""
        return self._house.kernel.dealers.days.open_secret(self._day.name)

    def look(self) -> Look:
        """Return what the visitor may know of the day, what the master made of it included."""
        found = glance(self._house, self._day, self.visitor)
        return found._replace(master=self._house.store.days.master_of(self._day.name))

    def write(self, act: Act) -> None:
        """Change the table, and wait until that is on the disk."""
        self._runner.run(self._house.kernel.do(self._session, house_command(str(uuid.uuid4())), act))

    def close(self) -> None:
        """Let others use the store."""
        self._runner.run(self._house.close())
        self._runner.close()
