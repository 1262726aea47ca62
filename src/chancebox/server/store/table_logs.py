"""The logs of tables: what happened, line by line, and which tables there are."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any

import sqlalchemy as sa

from chancebox.engine.game.texts import _
from chancebox.server.store import erasing, results
from chancebox.server.store.database import Database, Taken
from chancebox.server.store.schema import log, offers, sittings, tables
from chancebox.server.tables import entries
from chancebox.server.tables.entries import Entry, StoredEntry
from chancebox.server.tables.errors import NotFound
from chancebox.server.tables.table import OVER, REMOVED

Also = Callable[[sa.Connection, str, float], None]
"""Writes something about a table together with a line of its log, which comes at that time."""
LOOKED_AT = 100
"""Tables of one visitor that are looked at to find the latest: so many of all, and of those not over."""
LINE = log.insert()
"""Built once: every move is written by it."""


class TableLogs:
    """The logs of all tables."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def open(self, id: str, code: str, command: str, opened: entries.Opened) -> Future[None]:
        """Begin the log of a table."""
        now = time.time()
        visitors = {place.visitor for place in opened.places if place.visitor} | {opened.host}

        def work(to: sa.Connection) -> None:
            to.execute(tables.insert().values(id=id, code=code, game=opened.game, stage="lobby"))
            to.execute(LINE, _line(id, 1, command, now, opened))
            for visitor in visitors:
                to.execute(sittings.insert().values(visitor=visitor, table_id=id, at=now))
            if opened.group:
                results.expect(to, id, opened.game, opened.group, opened.number, now)

        return self._database.write(work, id)

    def append(
        self,
        id: str,
        version: int,
        command: str,
        entry: Entry,
        stage: str | None = None,
        code: str = "",
        also: Sequence[Also] = (),
    ) -> Future[None]:
        """
        Add an entry to the log of a table; `Taken` if that version or that command is there already.

        `stage` is the one that the table enters by it, if it does. `code` is what moves the seat, where one
        does: it is good once. `also` is what is written with it: all of that is there, or none.
        """
        row = _line(id, version, command, time.time(), entry)

        def work(to: sa.Connection) -> None:
            # First: who comes second fails here.
            to.execute(LINE, row)
            if stage is not None:
                entered = {"stage": stage, "code": None} if stage == OVER else {"stage": stage}
                to.execute(tables.update().where(tables.c.id == id).values(entered))
            for write in also:
                write(to, id, row["at"])
            if isinstance(entry, entries.Removed):
                erasing.erase(to, id)
            if isinstance(entry, entries.Sat | entries.Handed):
                known = sa.select(sittings).where(
                    sittings.c.visitor == entry.visitor, sittings.c.table_id == id
                )
                if to.execute(known).first() is None:
                    to.execute(sittings.insert().values(visitor=entry.visitor, table_id=id, at=row["at"]))
            if code:
                unused = offers.update().where(offers.c.code == code, offers.c.command == "")
                if to.execute(unused.values(command=command)).rowcount != 1:
                    raise Taken
            if isinstance(entry, entries.Sat | entries.Arranged | entries.Handed):
                # Whoever gave a code for this seat away does not hold it any more.
                void(to, id, entry.seat)

        return self._database.write(work, id)

    def forget(self, id: str) -> Future[None]:
        """Forget that there was a table, if it was removed."""
        return self._database.write(lambda to: erasing.forget(to, id))

    def read(self, id: str, after: int = 0) -> list[StoredEntry]:
        """Read the log of a table from its beginning, or what came after a version."""
        query = sa.select(log).where(log.c.table_id == id, log.c.version > after).order_by(log.c.version)
        rows = self._database.read(lambda source: source.execute(query).all()) if can_be_id(id) else []
        if not rows and not after:
            raise NotFound(_("There is no such table."))
        return [StoredEntry(row.version, row.command, row.at, entries.read(row.entry)) for row in rows]

    def has(self, id: str, command: str) -> bool:
        """Return whether a command stands in the log of a table."""
        query = sa.select(log.c.version).where(log.c.table_id == id, log.c.command == command)
        return can_be_id(id) and self._database.read(lambda source: source.execute(query).first() is not None)

    def old(self, before: float, most: int) -> dict[str, int]:
        """Find tables at which nothing happened since a time and nobody is, and their versions."""
        query = erasing.old(before, self._database.NOW).limit(most)
        rows = self._database.read(lambda source: source.execute(query).all())
        return {row.id: row.version for row in rows}

    def removed(self, before: float, most: int) -> list[str]:
        """Find tables that were removed before a time."""
        query = erasing.erased(before).limit(most)
        return [row.id for row in self._database.read(lambda source: source.execute(query).all())]

    def code_of(self, id: str) -> str:
        """Find the code under which people join a table."""
        query = sa.select(tables.c.code).where(tables.c.id == id)
        return self._database.read(lambda source: source.execute(query).scalar() or "")

    def stage_of(self, id: str) -> str:
        """Find the stage of a table, also of one that was removed; nothing if there was none of late."""
        query = sa.select(tables.c.stage).where(tables.c.id == id)
        return self._database.read(lambda source: source.execute(query).scalar() or "")

    def by_code(self, code: str) -> str:
        """Find the table with this code; nothing if there is none."""
        query = sa.select(tables.c.id).where(tables.c.code == code)
        return self._database.read(lambda source: str(source.execute(query).scalar() or ""))

    def of(self, visitor: str, most: int = 20) -> list[sa.Row[Any]]:
        """List the tables of a visitor, the latest first: of very many, those where they sat down last."""
        own = (
            sa.select(sittings.c.table_id)
            .join(tables, tables.c.id == sittings.c.table_id)
            .where(sittings.c.visitor == visitor)
            .order_by(sittings.c.at.desc())
            .limit(LOOKED_AT)
        )
        # A game may go on for weeks, while others come and go.
        found = sa.union(
            sa.select(own.subquery().c.table_id),
            sa.select(own.where(tables.c.stage != OVER).subquery().c.table_id),
        )
        latest = (
            sa.select(log.c.at)
            .where(log.c.table_id == tables.c.id)
            .order_by(log.c.version.desc())
            .limit(1)
            .scalar_subquery()
        )
        query = sa.select(tables).where(tables.c.id.in_(found)).order_by(latest.desc()).limit(most)
        return self._database.read(lambda source: list(source.execute(query).all()))

    def all_of(self, visitor: str) -> dict[str, str]:
        """Find all tables at which a visitor sat down or which they set up, in order, and their stages."""
        query = (
            sa.select(tables.c.id, tables.c.stage)
            .join(sittings, sittings.c.table_id == tables.c.id)
            .where(sittings.c.visitor == visitor)
            .order_by(sittings.c.at)
        )
        rows = self._database.read(lambda source: source.execute(query).all()) if visitor else []
        return {row.id: row.stage for row in rows}


def _line(id: str, version: int, command: str, at: float, entry: Entry) -> dict[str, Any]:
    return {
        "table_id": id,
        "version": version,
        "command": command,
        "at": at,
        "entry": entries.write(entry),
    }


def void(to: sa.Connection, table: str, seat: int) -> None:
    """Void the codes of a seat; one that was used stays, so that its user may ask again."""
    gone = offers.c.table_id == table, offers.c.seat == seat, offers.c.command == ""
    to.execute(offers.delete().where(*gone))


def check_there(to: sa.Connection, table: str) -> None:
    """Let nothing be added to a table that was removed, nor be removed before this is written."""
    query = sa.select(tables.c.stage).where(tables.c.id == table).with_for_update(read=True)
    if to.execute(query).scalar() in (None, REMOVED):
        raise Taken


def can_be_id(id: str) -> bool:
    """Return whether there can be a table of this id; not every database can be asked for any text."""
    return id.isascii() and id.isalnum()
