"""
The store: logs of tables in SQLite, safe against a fall of the power.

All writing is done by one thread, which takes whatever is waiting into one transaction (group
commit) and answers when it is on the disk. Reading happens beside it.
"""

import logging
import os
import queue
import secrets
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa

from chancebox.engine.texts import _
from chancebox.server import entries, migration
from chancebox.server.entries import Entry
from chancebox.server.errors import Full, NotFound, Refused
from chancebox.server.lock import Lock
from chancebox.server.logs import note
from chancebox.server.schema import chat, keys, log, reviews, sittings, tables
from chancebox.server.tables import OVER

FILE = "chancebox.sqlite3"
BATCH = 100
LITTLE = 16 * 2**20
"""Bytes on the disk below which it counts as full; a table takes some thousands."""
CHECKING = 5.0
"""Seconds for looking through the file at the start; what is larger is trusted from there on."""
ANSWERING = 10.0
"""Seconds after which a disk that does not answer counts as failing."""
PROVING = 10.0
"""Seconds after which a question about the health writes a page again."""
LINE = log.insert()
"""Built once: every move is written by it."""

Work = Callable[[sa.Connection], None]


class StoredEntry(NamedTuple):
    """A line of a table's log."""

    version: int
    command: str
    at: float
    entry: Entry


class ChatLine(NamedTuple):
    """A line of a table's chat."""

    number: int
    at: float
    seat: int
    text: str
    command: str = ""
    phrase: str = ""
    """A key of `PHRASES`, in place of a text."""


class KeptReview(NamedTuple):
    """A review of a finished game, and what it was made for."""

    made_for: str
    data: bytes
    """Packed: it is about ten times as long as the log of its table."""


class Store:
    """The logs of all tables."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock = Lock(folder)
            try:
                _make_private(folder / FILE)
                check(folder / FILE, CHECKING)
                self.engine = connect(folder / FILE)
                migration.upgrade(self.engine)
                with self.engine.begin() as to:
                    _touch(to)
            except BaseException:
                self._lock.release()
                raise
        except (OSError, sqlite3.Error, sa.exc.SQLAlchemyError, Damaged, migration.NewerDatabase) as error:
            reason = getattr(error, "orig", None) or error
            raise Refused(
                _("The data folder {folder} cannot be used: {reason}").format(folder=folder, reason=reason)
            ) from None
        self.trouble = ""
        """Why the last thing that was tried did not work; nothing when it did."""
        self._proved = time.monotonic()
        self._waiting: queue.SimpleQueue[tuple[Work, Future[None]] | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="store", daemon=True)
        self._writer.start()

    def close(self) -> None:
        """Write what is waiting, and leave."""
        self._waiting.put(None)
        self._writer.join()
        self.engine.dispose()
        self._lock.release()

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

    def say(self, id: str, said: ChatLine) -> Future[None]:
        """Add a line to the chat of a table."""
        row = {"table_id": id, **said._asdict()}

        def work(to: sa.Connection) -> None:
            to.execute(chat.insert().values(row))

        return self._put(work)

    def keep_review(self, id: str, review: KeptReview) -> Future[None]:
        """Keep the review of a finished game; an older one gives way."""
        row = {"table_id": id, **review._asdict()}

        def work(to: sa.Connection) -> None:
            to.execute(reviews.delete().where(reviews.c.table_id == id))
            to.execute(reviews.insert().values(row))

        return self._put(work)

    # Reading.

    def review_of(self, id: str, made_for: str) -> bytes:
        """Find the review of a table that was made for just this; nothing if there is none."""
        query = sa.select(reviews.c.data).where(reviews.c.table_id == id, reviews.c.made_for == made_for)
        with self._reading() as source:
            return bytes(source.execute(query).scalar() or b"")

    def read_log(self, id: str) -> list[StoredEntry]:
        """Read the log of a table from its beginning."""
        query = sa.select(log).where(log.c.table_id == id).order_by(log.c.version)
        with self._reading() as source:
            rows = source.execute(query).all()
        if not rows:
            raise NotFound(_("There is no such table."))
        return [StoredEntry(row.version, row.command, row.at, entries.read(row.entry)) for row in rows]

    def code_of(self, id: str) -> str:
        """Find the code under which people join a table."""
        with self._reading() as source:
            return source.execute(sa.select(tables.c.code).where(tables.c.id == id)).scalar() or ""

    def by_code(self, code: str) -> str:
        """Find the table with this code; nothing if there is none."""
        with self._reading() as source:
            found = source.execute(sa.select(tables.c.id).where(tables.c.code == code)).scalar()
        return str(found or "")

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
        with self._reading() as source:
            return list(source.execute(query).all())

    def read_chat(self, id: str) -> list[ChatLine]:
        """Read what was said at a table."""
        query = sa.select(chat).where(chat.c.table_id == id).order_by(chat.c.number)
        with self._reading() as source:
            return [
                ChatLine(row.number, row.at, row.seat, row.text, row.command or "", row.phrase or "")
                for row in source.execute(query)
            ]

    def key(self, name: str) -> str:
        """Find a key of this server; made when it is first asked for."""
        query = sa.select(keys.c.value).where(keys.c.name == name)
        with self.engine.begin() as both:
            value = both.execute(query).scalar()
            if value is None:
                value = secrets.token_hex(32)
                both.execute(keys.insert().values(name=name, value=value))
        return str(value)

    @contextmanager
    def _reading(self) -> Iterator[sa.Connection]:
        try:
            with self.engine.connect() as source:
                yield source
        except sa.exc.DBAPIError as error:
            self._note_trouble(error)
            raise Full(_("The tables cannot be read at the moment.")) from None

    # Health.

    def check_health(self) -> None:
        """Refuse, with the reason, if moves cannot be written or tables cannot be read."""
        if not self._writer.is_alive():
            raise Full(_("nothing can be written: the writer has stopped"))
        now = time.monotonic()
        try:
            if shutil.disk_usage(self._folder).free < LITTLE:
                raise Full(_("the disk is full"))
            address = (self._folder / FILE).resolve().as_uri() + "?mode=ro"
            with closing(sqlite3.connect(address, uri=True)) as source:
                # A connection of its own: others may still have in memory what the file has lost.
                source.execute("SELECT version_num FROM alembic_version").fetchone()
                source.execute("SELECT entry FROM log ORDER BY rowid DESC LIMIT 1").fetchone()
            if now - self._proved > (1.0 if self.trouble else PROVING):
                self._proved = now
                check(self._folder / FILE, 1.0)
                with suppress(Full):
                    self._put(_touch).result(ANSWERING)
        except TimeoutError:
            raise Full(_("the disk does not answer")) from None
        except (OSError, sqlite3.Error, Damaged) as error:
            self._note_trouble(error)
        if self.trouble:
            raise Full(self.trouble)

    def _note_trouble(self, error: Exception) -> None:
        """Note what went wrong, once; the words of SQLite name no event and nobody."""
        reason = str(getattr(error, "orig", None) or error)
        if reason != self.trouble:
            note("store failed", logging.WARNING, reason=reason)
        self.trouble = reason

    # The writing thread.

    def _put(self, work: Work) -> Future[None]:
        done: Future[None] = Future()
        # It cannot be taken back any more: a sender who has gone must not stop the writer.
        done.set_running_or_notify_cancel()
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
                self._commit(to, batch)

    def _commit(self, to: sa.Connection, batch: list[tuple[Work, Future[None]]]) -> None:
        try:
            with to.begin():
                for work, _done in batch:
                    work(to)
        except Exception as error:
            if len(batch) > 1:
                # One that fails must not take the others with it: each gets its own transaction.
                for one in batch:
                    self._commit(to, [one])
            elif batch:
                batch[0][1].set_exception(self._refusal(error))
            return
        self.trouble = ""
        for _work, done in batch:
            done.set_result(None)

    def _refusal(self, error: Exception) -> Exception:
        """Distinguish a disk that fails from an entry that does not fit."""
        if not isinstance(error, sa.exc.DBAPIError) or isinstance(error, sa.exc.IntegrityError):
            return error
        self._note_trouble(error)
        return Full(_("The move could not be written to the disk; nothing has changed."))


class Damaged(Exception):
    """A file that is not what SQLite wrote."""


def check(file: Path, seconds: float) -> None:
    """Look through the file for damage, for so long at most."""
    until = time.monotonic() + seconds
    with closing(sqlite3.connect(file)) as source:
        source.set_progress_handler(lambda: time.monotonic() > until, 10_000)
        try:
            found = source.execute("PRAGMA quick_check(1)").fetchone()[0]
        except sqlite3.OperationalError as error:
            if str(error) != "interrupted":
                raise
            found = "ok"
        source.set_progress_handler(None, 0)
        if found != "ok":
            where = " ".join(found.replace("*** in database main ***", "").split())
            raise Damaged(_("the file {file} is damaged ({where}).").format(file=file.name, where=where))


def _touch(to: sa.Connection) -> None:
    """Write a page that nobody reads."""
    to.exec_driver_sql(f"PRAGMA user_version = {int(time.time()) % 2**31}")


def _make_private(file: Path) -> None:
    """Keep the file to its owner; SQLite gives those beside it the same rights."""
    os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    os.chmod(file, 0o600)
    for beside in (f"{file}-wal", f"{file}-shm"):
        if os.path.exists(beside):
            os.chmod(beside, 0o600)


def connect(file: Path) -> sa.Engine:
    """Open the file such that a committed transaction survives a crash of the machine."""
    engine = sa.create_engine(f"sqlite:///{file}", hide_parameters=True)

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
        os.close(os.open(to, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(to)) as copy:
            source.backup(copy)
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
