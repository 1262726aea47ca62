"""Codes by which a seat moves to another device."""

from concurrent.futures import Future
from typing import NamedTuple

import sqlalchemy as sa

from chancebox.server.store.database import Database
from chancebox.server.store.schema import offers
from chancebox.server.store.table_logs import can_be_id, check_there, void


class Offer(NamedTuple):
    """A seat that somebody wants to move to another device."""

    table: str
    seat: int
    giver: str
    command: str = ""
    """By which the code was used, if it was."""


class Codes:
    """The codes that are good."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def offer(self, code: str, offer: Offer, seconds: float) -> Future[None]:
        """Let a code move a seat, for so long; an older one of the same seat is void."""

        def work(to: sa.Connection) -> None:
            check_there(to, offer.table)
            to.execute(offers.delete().where(offers.c.until <= self._database.NOW))
            void(to, offer.table, offer.seat)
            row = {"table_id": offer.table, "seat": offer.seat, "giver": offer.giver, "command": ""}
            to.execute(offers.insert().values(code=code, until=self._database.NOW + seconds, **row))

        return self._database.write(work)

    def find(self, code: str) -> Offer | None:
        """Find what a code moves; nothing if it is not good any more."""
        query = sa.select(offers).where(offers.c.code == code, offers.c.until > self._database.NOW)
        row = self._database.read(lambda source: source.execute(query).first()) if can_be_id(code) else None
        return Offer(row.table_id, row.seat, row.giver, row.command) if row else None
