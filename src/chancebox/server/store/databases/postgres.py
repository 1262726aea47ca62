"""
The store of a large house: PostgreSQL, used by any number of processes on any number of machines.

Nobody locks anybody out: what is written has a version and a command that the database lets in once. Each
process has a connection besides, by which it hears of the others, and is known to use the store.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import ClassVar

import psycopg
import sqlalchemy as sa

from chancebox.engine.game.texts import _
from chancebox.server.store.copies import copy
from chancebox.server.store.database import reason_of
from chancebox.server.store.databases import migration, sqlite
from chancebox.server.store.databases.sharing import CHANNEL, SharedStore
from chancebox.server.store.schema import log
from chancebox.server.tables.errors import NotFound, Refused

DRIVER = "postgresql+psycopg"
SETTINGS = {
    "application_name": "chancebox",
    "connect_timeout": "5",
    # A network that swallows everything is noticed after some seconds, not after hours;
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",
    # and so are we, by the database: what a lost connection has begun stands in nobody's way.
    "options": "-c idle_in_transaction_session_timeout=10000",
}
"""How to connect, unless the address says otherwise."""
USING, MIGRATING = 0x6368616E63650001, 0x6368616E63650002
"""Advisory locks: held together by all who use the store; by who brings it to today's form."""
RETRY = 0.5
"""Seconds between two tries to connect again."""
LISTENING = 0.3
"""Seconds for which is listened at a time; a house that closes waits for so long at most."""


class Unfit(Exception):
    """A database that cannot be used as it is, or as others use it just now."""


class PostgresStore(SharedStore):
    """A store in a database that others may share."""

    NOW: ClassVar = sa.cast(sa.extract("epoch", sa.func.clock_timestamp()), sa.Float)

    def __init__(self, address: str, alone: bool = False) -> None:
        url = patient(read_address(address)) if alone else read_address(address)
        self._alone = alone
        with refusing(url):
            engine = connect(url)
            try:
                ear = open_ear(engine, alone)
                try:
                    # Of those who come at once, one brings it to today's form.
                    migration.upgrade(engine, _lock_migration)
                except BaseException:
                    ear.close()
                    raise
            except BaseException:
                engine.dispose()
                raise
        super().__init__(engine, engine.execution_options(isolation_level="AUTOCOMMIT"))
        self._listener = threading.Thread(target=self._listen, args=(ear,), name="hints", daemon=True)
        self._listener.start()

    def close(self) -> None:
        super().close()
        self._listener.join()

    def _examine(self, closely: bool) -> None:
        self._find(lambda source: source.execute(sa.select(log.c.entry).limit(1)).scalar())

    def _listen(self, ear: "psycopg.Connection[tuple[str, ...]] | None") -> None:
        """Keep a connection open, whatever happens to it, until the house closes."""
        while not self._leaving.is_set():
            try:
                if ear is None:
                    ear = open_ear(self.engine, self._alone)
                while not self._leaving.is_set():
                    for heard in ear.notifies(timeout=LISTENING):
                        self._hear(heard.payload)
            except (psycopg.Error, Unfit):
                if ear is not None:
                    ear.close()
                ear = None
                self._leaving.wait(RETRY)
        if ear is not None:
            ear.close()


def read_address(address: str) -> sa.URL:
    """Read an address of PostgreSQL; refuse what is none."""
    try:
        url = sa.make_url(address)
        url = url.set(drivername=DRIVER)
        if not url.database:
            raise ValueError
    except (sa.exc.ArgumentError, ValueError):
        # Not with the address itself: there may be a password in it.
        raise Refused(
            _("This is no address of a store. One looks like this: {example}").format(
                example="postgresql://chancebox@localhost/chancebox"
            )
        ) from None
    return url.set(query={**SETTINGS, **url.query})


def patient(url: sa.URL) -> sa.URL:
    """Let transactions take their time: a copy reads here while it waits there."""
    return url.update_query_dict({"options": "-c idle_in_transaction_session_timeout=0"})


def describe(url: sa.URL) -> str:
    """Write an address without anything that is secret."""
    open = sa.URL.create("postgresql", url.username, None, url.host, url.port, url.database)
    return open.render_as_string()


@contextmanager
def refusing(url: sa.URL) -> Iterator[None]:
    """Say in one line why a store cannot be used."""
    try:
        yield
    except (sa.exc.SQLAlchemyError, psycopg.Error, migration.NewerDatabase, Unfit) as error:
        told = _("The store {place} cannot be used: {reason}")
        raise Refused(told.format(place=describe(url), reason=reason_of(error))) from None


def connect(url: sa.URL) -> sa.Engine:
    """Open a database; connections are made when they are needed."""
    engine = sa.create_engine(url, hide_parameters=True, pool_size=8, max_overflow=8)

    @sa.event.listens_for(engine, "connect")
    def _prepare(connection: "psycopg.Connection[tuple[str, ...]]", _record: object) -> None:
        # What is acknowledged is on a disk, also where others of this database do not mind.
        if connection.execute("SHOW synchronous_commit").fetchone() == ("off",):
            connection.execute("SET synchronous_commit = on")
        connection.commit()

    return engine


def _lock_migration(to: sa.Connection) -> None:
    to.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATING)))


def open_ear(engine: sa.Engine, alone: bool = False) -> "psycopg.Connection[tuple[str, ...]]":
    """Open the connection by which we are known to use the store: beside others, or alone."""
    _positional, given = engine.dialect.create_connect_args(engine.url)
    ear = psycopg.connect(**given, autocommit=True)
    try:
        encoding = ear.info.parameter_status("server_encoding")
        if encoding != "UTF8":
            told = _("its letters are stored as {encoding}; create the database with ENCODING 'UTF8'.")
            raise Unfit(told.format(encoding=encoding))
        lock = "pg_try_advisory_lock" if alone else "pg_try_advisory_lock_shared"
        for _try in range(3):
            found = ear.execute(f"SELECT {lock}({USING})").fetchone()
            if found and found[0]:
                ear.execute(f"LISTEN {CHANNEL}")
                return ear
            # A process that was killed a moment ago may still count.
            time.sleep(RETRY)
        users, mover = _("a Chancebox is using it; stop that first."), _("it is being moved; wait for that.")
        raise Unfit(users if alone else mover)
    except BaseException:
        with suppress(psycopg.Error):
            ear.close()
        raise


def back_up(where: Path | str, to: Path) -> None:
    """Copy the store to a file of SQLite, as it is at one moment, while houses may be using it."""
    url = patient(read_address(str(where)))
    with refusing(url), _disposing(connect(url)) as engine:
        with engine.connect() as source:
            if not sa.inspect(source).has_table(log.name):
                raise NotFound(_("There is nothing to back up in {folder}.").format(folder=describe(url)))
        with sqlite.fresh(to), _disposing(sqlite.connect(to)) as file:
            migration.upgrade(file)
            # All of it as it was at one moment, whatever is written meanwhile.
            snapshot = engine.execution_options(isolation_level="REPEATABLE READ")
            with snapshot.connect() as source, file.begin() as copying:
                copy(source, copying)


@contextmanager
def _disposing(engine: sa.Engine) -> Iterator[sa.Engine]:
    try:
        yield engine
    finally:
        engine.dispose()
