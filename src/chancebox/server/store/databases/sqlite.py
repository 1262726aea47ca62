"""
The store of a small house: a file of SQLite in a folder, used by one process.

A lock on the folder says that there is one; so what is in memory need not be looked up again.
"""

import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import ClassVar

import sqlalchemy as sa

from chancebox.engine.game.texts import _
from chancebox.server.store.database import Damaged, reason_of
from chancebox.server.store.databases import migration
from chancebox.server.store.databases.lock import Lock
from chancebox.server.store.store import Store
from chancebox.server.tables.errors import Full, NotFound, Refused

FILE = "chancebox.sqlite3"
LITTLE = 16 * 2**20
"""Bytes on the disk below which it counts as full; a table takes some thousands."""
CHECKING = 5.0
"""Seconds for looking through the file at the start; what is larger is trusted from there on."""


class SqliteStore(Store):
    """A store in a folder."""

    NOW: ClassVar = (sa.func.julianday("now") - 2440587.5) * 86400.0
    FAULTS: ClassVar[tuple[type[Exception], ...]] = (*Store.FAULTS, sqlite3.Error)

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        faults: tuple[type[Exception], ...] = (*self.FAULTS, migration.NewerDatabase)
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock = Lock(folder)
            try:
                _make_private(folder / FILE)
                check(folder / FILE, CHECKING)
                engine = connect(folder / FILE)
                migration.upgrade(engine)
                with engine.begin() as to:
                    self._touch(to)
            except BaseException:
                self._lock.release()
                raise
        except faults as error:
            raise Refused(
                _("The data folder {folder} cannot be used: {reason}").format(
                    folder=folder, reason=reason_of(error)
                )
            ) from None
        super().__init__(engine)

    def close(self) -> None:
        super().close()
        self._lock.release()

    def _examine(self, closely: bool) -> None:
        if shutil.disk_usage(self._folder).free < LITTLE:
            raise Full(_("the disk is full"))
        address = (self._folder / FILE).resolve().as_uri() + "?mode=ro"
        with closing(sqlite3.connect(address, uri=True)) as source:
            # A connection of its own: others may still have in memory what the file has lost.
            source.execute("SELECT version_num FROM alembic_version").fetchone()
            source.execute("SELECT entry FROM log ORDER BY rowid DESC LIMIT 1").fetchone()
        if closely:
            check(self._folder / FILE, 1.0)

    def wipe(self) -> None:
        # What was written before it was removed stands in the log of the database until that is emptied.
        with suppress(sqlite3.Error), closing(sqlite3.connect(self._folder / FILE, timeout=1.0)) as to:
            to.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _touch(self, to: sa.Connection) -> None:
        to.exec_driver_sql(f"PRAGMA user_version = {int(time.time()) % 2**31}")


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
        # What people remove is overwritten, not only left out.
        connection.execute("PRAGMA secure_delete=ON")
        # Python would begin transactions by itself, and not before a change of the schema.
        connection.isolation_level = None

    @sa.event.listens_for(engine, "begin")
    def _begin(connection: sa.Connection) -> None:
        driver = connection.connection.dbapi_connection
        assert driver is not None
        driver.cursor().execute("BEGIN")

    return engine


def back_up(where: Path | str, to: Path) -> None:
    """Copy the store in a folder to a file while a server may be using it."""
    folder = Path(where)
    file = folder / FILE
    if not file.exists():
        raise NotFound(_("There is nothing to back up in {folder}.").format(folder=folder))
    with fresh(to), closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(to)) as copy:
        source.backup(copy)


@contextmanager
def fresh(file: Path) -> Iterator[None]:
    """Make a file of our own for a backup; refuse one that is there, and say what goes wrong."""
    if file.exists():
        raise Refused(_("{file} is there already; name another one.").format(file=file))
    try:
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        yield
    except (OSError, sqlite3.Error, sa.exc.SQLAlchemyError) as error:
        told = _("The backup could not be written to {file}: {reason}")
        raise Refused(told.format(file=file, reason=reason_of(error))) from None
