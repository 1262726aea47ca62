"""
The store: logs of tables in SQLite, safe against a fall of the power.

All writing is done by one thread, which takes whatever is waiting into one transaction (group
commit) and answers when it is on the disk. Reading happens beside it.
"""

import queue
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa

from chancebox.engine.texts import _
from chancebox.server import entries, migrating
from chancebox.server.entries import Entry
from chancebox.server.errors import Full, NotFound, Refused
from chancebox.server.schema import chat, keys, log, sittings, tables
from chancebox.server.tables import OVER

FILE = "chancebox.sqlite3"
BATCH = 100
LINE = log.insert()
"""Built once: every move is written by it."""

Work = Callable[[sa.Connection], None]


class Written(NamedTuple):
    """A line of a table's log."""

    version: int
    command: str
    at: float
    entry: Entry


class Said(NamedTuple):
    """A line of a table's chat."""

    number: int
    at: float
    seat: int
    text: str


class Store:
    """The logs of all tables."""

    def __init__(self, folder: Path) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self.engine = connect(folder / FILE)
            migrating.upgrade(self.engine)
        except (OSError, sa.exc.SQLAlchemyError) as error:
            reason = getattr(error, "orig", None) or error
            raise Refused(
                _("The data folder {folder} cannot be used: {reason}").format(folder=folder, reason=reason)
            ) from None
        self._waiting: queue.SimpleQueue[tuple[Work, Future[None]] | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="store", daemon=True)
        self._writer.start()

    def close(self) -> None:
        """Write what is waiting, and leave."""
        self._waiting.put(None)
        self._writer.join()
        self.engine.dispose()

    # Writing: each call returns a future that is done when the disk has it.

    def open_table(self, id: str, code: str, command: str, opened: entries.Opened) -> Future[None]:
        """Begin the log of a table."""
        now = time.time()
        visitors = {place.visitor for place in opened.places if place.visitor} | {opened.host}

        def work(to: sa.Connection) -> None:
            to.execute(tables.insert().values(id=id, code=code, game=opened.game, stage="lobby"))
            to.execute(LINE, _line(id, 1, command, now, opened))
            for visitor in visitors:
                to.execute(sittings.insert().values(visitor=visitor, table_id=id))

        return self._put(work)

    def append(
        self, id: str, version: int, command: str, entry: Entry, stage: str | None = None
    ) -> Future[None]:
        """
        Add an entry to the log of a table; fails if that version is there already.

        `stage` is the one that the table enters by it, if it does.
        """
        row = _line(id, version, command, time.time(), entry)

        def work(to: sa.Connection) -> None:
            to.execute(LINE, row)
            if stage is not None:
                entered = {"stage": stage, "code": None} if stage == OVER else {"stage": stage}
                to.execute(tables.update().where(tables.c.id == id).values(entered))
            if isinstance(entry, entries.Sat | entries.Handed):
                known = sa.select(sittings).where(
                    sittings.c.visitor == entry.visitor, sittings.c.table_id == id
                )
                if to.execute(known).first() is None:
                    to.execute(sittings.insert().values(visitor=entry.visitor, table_id=id))

        return self._put(work)

    def say(self, id: str, said: Said) -> Future[None]:
        """Add a line to the chat of a table."""
        row = {"table_id": id, **said._asdict()}

        def work(to: sa.Connection) -> None:
            to.execute(chat.insert().values(row))

        return self._put(work)

    # Reading.

    def read_log(self, id: str) -> list[Written]:
        """Read the log of a table from its beginning."""
        query = sa.select(log).where(log.c.table_id == id).order_by(log.c.version)
        with self.engine.connect() as source:
            rows = source.execute(query).all()
        if not rows:
            raise NotFound(_("There is no such table."))
        return [Written(row.version, row.command, row.at, entries.read(row.entry)) for row in rows]

    def code_of(self, id: str) -> str:
        """Find the code under which people join a table."""
        with self.engine.connect() as source:
            return source.execute(sa.select(tables.c.code).where(tables.c.id == id)).scalar() or ""

    def by_code(self, code: str) -> str:
        """Find the table with this code."""
        with self.engine.connect() as source:
            found = source.execute(sa.select(tables.c.id).where(tables.c.code == code)).scalar()
        if not found:
            raise NotFound(_("There is no table with the code {code}.").format(code=code))
        return str(found)

    def tables_of(self, visitor: str, most: int = 20) -> list[sa.Row[Any]]:
        """List the tables of a visitor, the latest first."""
        latest = sa.select(sa.func.max(log.c.at)).where(log.c.table_id == tables.c.id).scalar_subquery()
        query = (
            sa.select(tables)
            .join(sittings, sittings.c.table_id == tables.c.id)
            .where(sittings.c.visitor == visitor)
            .order_by(latest.desc())
            .limit(most)
        )
        with self.engine.connect() as source:
            return list(source.execute(query).all())

    def read_chat(self, id: str) -> list[Said]:
        """Read what was said at a table."""
        query = sa.select(chat).where(chat.c.table_id == id).order_by(chat.c.number)
        with self.engine.connect() as source:
            return [Said(row.number, row.at, row.seat, row.text) for row in source.execute(query)]

    def key(self, name: str) -> str:
        """Find a key of this server; made when it is first asked for."""
        query = sa.select(keys.c.value).where(keys.c.name == name)
        with self.engine.begin() as both:
            value = both.execute(query).scalar()
            if value is None:
                value = secrets.token_hex(32)
                both.execute(keys.insert().values(name=name, value=value))
        return str(value)

    def ping(self) -> None:
        """Fail if the store can not be read."""
        with self.engine.connect() as source:
            source.execute(sa.text("SELECT 1"))

    # The writing thread.

    def _put(self, work: Work) -> Future[None]:
        done: Future[None] = Future()
        self._waiting.put((work, done))
        return done

    def _write(self) -> None:
        leaving = False
        with self.engine.connect() as to:
            while not leaving:
                first = self._waiting.get()
                batch = [] if first is None else [first]
                leaving = first is None
                while not leaving and len(batch) < BATCH and not self._waiting.empty():
                    item = self._waiting.get()
                    leaving = item is None
                    batch += [item] if item else []
                _commit(to, batch)


def _commit(to: sa.Connection, batch: list[tuple[Work, Future[None]]]) -> None:
    try:
        with to.begin():
            for work, _done in batch:
                work(to)
    except Exception as error:
        if len(batch) > 1:
            # One that fails must not take the others with it: each gets its own transaction.
            for one in batch:
                _commit(to, [one])
        else:
            full = isinstance(error, sa.exc.OperationalError)
            refusal = Full(_("The move could not be written to the disk; nothing has changed."))
            batch[0][1].set_exception(refusal if full else error)
        return
    for _work, done in batch:
        done.set_result(None)


def connect(file: Path) -> sa.Engine:
    """Open the file such that a committed transaction survives a crash of the machine."""
    engine = sa.create_engine(f"sqlite:///{file}")

    @sa.event.listens_for(engine, "connect")
    def _prepare(connection: sqlite3.Connection, _record: object) -> None:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA busy_timeout=5000")
        # Python would begin transactions by itself, and not before a change of the schema.
        connection.isolation_level = None

    @sa.event.listens_for(engine, "begin")
    def _begin(connection: sa.Connection) -> None:
        driver = connection.connection.dbapi_connection
        assert driver is not None
        driver.cursor().execute("BEGIN")

    return engine


def backup(folder: Path, to: Path) -> None:
    """Copy the store to a file while a server may be using it."""
    file = folder / FILE
    if not file.exists():
        raise NotFound(_("There is nothing to back up in {folder}.").format(folder=folder))
    if to.exists():
        raise Refused(_("{file} is there already; name another one.").format(file=to))
    try:
        source, copy = sqlite3.connect(file), sqlite3.connect(to)
        with source, copy:
            source.backup(copy)
        source.close()
        copy.close()
    except (OSError, sqlite3.Error) as error:
        raise Refused(
            _("The backup could not be written to {file}: {reason}").format(file=to, reason=error)
        ) from None


def _line(id: str, version: int, command: str, at: float, entry: Entry) -> dict[str, Any]:
    return {
        "table_id": id,
        "version": version,
        "command": command,
        "at": at,
        "entry": entries.write(entry),
    }
