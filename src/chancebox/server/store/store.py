"""
The store: logs of tables in a database, safe against a fall of the power.

All writing is done by one thread, which takes whatever is waiting into one transaction (group
commit) and answers when it is on the disk. Reading happens beside it. What differs between the
databases is in `sqlite` and `postgres`; `stores` knows which one an address means.
"""

import logging
import queue
import secrets
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, ClassVar, NamedTuple, TypeVar

import sqlalchemy as sa

from chancebox.engine.game.texts import _
from chancebox.server.monitoring.logs import note
from chancebox.server.store import erasing, results
from chancebox.server.store.schema import (
    chat,
    keys,
    log,
    masters,
    offers,
    reviews,
    sittings,
    tables,
    tries,
)
from chancebox.server.tables import entries
from chancebox.server.tables.days import Outcome
from chancebox.server.tables.entries import Entry
from chancebox.server.tables.errors import Full, NotFound
from chancebox.server.tables.tables import OVER, REMOVED

Also = Callable[[sa.Connection, str, float], None]
"""Writes something about a table together with a line of its log, which comes at that time."""
BATCH = 100
ANSWERING = 10.0
"""Seconds after which a disk that does not answer counts as failing."""
PROVING = 10.0
"""Seconds after which a question about the health writes something again."""
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 1.0
"""Seconds between two tries to learn whether something was written."""
LOOKED_AT = 100
"""Tables of one visitor that are looked at to find the latest: so many of all, and of those not over."""
LINE = log.insert()
"""Built once: every move is written by it."""

Found = TypeVar("Found")
Work = Callable[[sa.Connection], None]


class Taken(Exception):
    """Something of that name is there already: a version of a table, a command, a code."""


class Uncertain(Exception):
    """The connection broke while a transaction was being committed: nobody knows whether it was."""


class Damaged(Exception):
    """A file that is not what the database wrote."""


class Waiting(NamedTuple):
    """
    Something to be written, and who waits for it.

    It may be tried more than once: what was written already must not fit a second time.
    """

    work: Work
    done: Future[None]
    table: str
    """The table of which others are told, if it is about one."""


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


class Offer(NamedTuple):
    """A seat that somebody wants to move to another device."""

    table: str
    seat: int
    giver: str
    command: str = ""
    """By which the code was used, if it was."""


class Try(NamedTuple):
    """The try of a visitor that counts for a day."""

    day: str
    table: str
    """Nothing if it was removed."""
    outcome: Outcome | None
    """Nothing before the end."""

    @property
    def is_over(self) -> bool:
        """Whether it was played to its end, or removed: there is no other one."""
        return self.outcome is not None or not self.table


class KeptReview(NamedTuple):
    """A review of a finished game, and what it was made for."""

    made_for: str
    data: bytes
    """Packed: it is about ten times as long as the log of its table."""


class Store(ABC):
    """The logs of all tables."""

    is_shared: ClassVar[bool] = False
    """Whether other processes may be using it, too."""
    NOW: ClassVar[sa.ColumnElement[float]]
    """The clock of the database, in seconds: those of several machines differ."""
    FAULTS: ClassVar[tuple[type[Exception], ...]] = (OSError, sa.exc.SQLAlchemyError, Damaged)
    """What goes wrong when a database or its disk fails."""

    def __init__(self, engine: sa.Engine, reading: sa.Engine | None = None) -> None:
        self.engine = engine
        self._source = reading or engine
        self.trouble = ""
        """Why the last thing that was tried did not work; nothing when it did."""
        self._proved = time.monotonic()
        self._leaving = threading.Event()
        self._to: sa.Connection | None = None
        """By which the writing thread writes, until it is lost."""
        self._waiting: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="store", daemon=True)
        self._writer.start()

    def close(self) -> None:
        """Write what is waiting, and leave."""
        self._leaving.set()
        self._waiting.put(None)
        self._writer.join()
        self.engine.dispose()

    # What differs between databases.

    @abstractmethod
    def _examine(self, closely: bool) -> None:
        """Raise one of FAULTS if the database or its disk is not well."""

    @abstractmethod
    def _touch(self, to: sa.Connection) -> None:
        """Write something that nobody reads."""

    def _tell_others(self, to: sa.Connection, about: list[str]) -> None:
        """Tell other processes of these tables, when it is written; where there are none, nobody."""
        return

    # Writing: each call returns a future that is done when the disk has it.

    def open_table(self, id: str, code: str, command: str, opened: entries.Opened) -> Future[None]:
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

        return self._put(work, id)

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
                _void(to, id, entry.seat)

        return self._put(work, id)

    def begin_try(self, visitor: str, day: str, table: str) -> Future[None]:
        """Note that somebody begins the deal of a day; `Taken` if they have before."""
        row = {"visitor": visitor, "day": day, "table_id": table, "at": time.time()}
        return self._put(lambda to: _insert(to, tries, row))

    def keep_master(self, day: str, outcome: Outcome) -> Future[None]:
        """Keep what the master made of the deal of a day."""
        row = {"day": day, **outcome._asdict()}
        return self._put(lambda to: _insert(to, masters, row))

    def offer(self, code: str, offer: Offer, seconds: float) -> Future[None]:
        """Let a code move a seat, for so long; an older one of the same seat is void."""

        def work(to: sa.Connection) -> None:
            _check_there(to, offer.table)
            to.execute(offers.delete().where(offers.c.until <= self.NOW))
            _void(to, offer.table, offer.seat)
            row = {"table_id": offer.table, "seat": offer.seat, "giver": offer.giver, "command": ""}
            to.execute(offers.insert().values(code=code, until=self.NOW + seconds, **row))

        return self._put(work)

    def find_offer(self, code: str) -> Offer | None:
        """Find what a code moves; nothing if it is not good any more."""
        query = sa.select(offers).where(offers.c.code == code, offers.c.until > self.NOW)
        row = self._read(lambda source: source.execute(query).first()) if _can_be_id(code) else None
        return Offer(row.table_id, row.seat, row.giver, row.command) if row else None

    def say(self, id: str, said: ChatLine) -> Future[None]:
        """Add a line to the chat of a table."""
        row = {"table_id": id, **said._asdict()}

        def work(to: sa.Connection) -> None:
            _check_there(to, id)
            to.execute(chat.insert().values(row))

        return self._put(work, id)

    def keep_review(self, id: str, review: KeptReview, lucks: Sequence[float] = ()) -> Future[None]:
        """Keep the review of a finished game, with what luck did for each seat; an older one gives way."""
        row = {"table_id": id, **review._asdict()}

        def work(to: sa.Connection) -> None:
            _check_there(to, id)
            to.execute(reviews.delete().where(reviews.c.table_id == id))
            to.execute(reviews.insert().values(row))
            results.note_luck(to, id, lucks)

        return self._put(work)

    def write(self, work: Work) -> Future[None]:
        """Write something that belongs to no single table."""
        return self._put(work)

    def forget_removed(self, id: str) -> Future[None]:
        """Forget that there was a table, if it was removed."""
        return self._put(lambda to: erasing.forget(to, id))

    def wipe(self) -> None:
        """Let what was removed leave the disk, too, as far as that can be done beside the work."""
        return

    # Reading.

    def review_of(self, id: str, made_for: str) -> bytes:
        """Find the review of a table that was made for just this; nothing if there is none."""
        query = sa.select(reviews.c.data).where(reviews.c.table_id == id, reviews.c.made_for == made_for)
        return self._read(lambda source: bytes(source.execute(query).scalar() or b""))

    def read_log(self, id: str, after: int = 0) -> list[StoredEntry]:
        """Read the log of a table from its beginning, or what came after a version."""
        query = sa.select(log).where(log.c.table_id == id, log.c.version > after).order_by(log.c.version)
        rows = self._read(lambda source: source.execute(query).all()) if _can_be_id(id) else []
        if not rows and not after:
            raise NotFound(_("There is no such table."))
        return [StoredEntry(row.version, row.command, row.at, entries.read(row.entry)) for row in rows]

    def has_line(self, id: str, command: str) -> bool:
        """Return whether a command stands in the log of a table."""
        query = sa.select(log.c.version).where(log.c.table_id == id, log.c.command == command)
        return _can_be_id(id) and self._read(lambda source: source.execute(query).first() is not None)

    def old_tables(self, before: float, most: int) -> dict[str, int]:
        """Find tables at which nothing happened since a time and nobody is, and their versions."""
        query = erasing.old(before, self.NOW).limit(most)
        rows = self._read(lambda source: source.execute(query).all())
        return {row.id: row.version for row in rows}

    def removed_tables(self, before: float, most: int) -> list[str]:
        """Find tables that were removed before a time."""
        query = erasing.erased(before).limit(most)
        return [row.id for row in self._read(lambda source: source.execute(query).all())]

    def code_of(self, id: str) -> str:
        """Find the code under which people join a table."""
        query = sa.select(tables.c.code).where(tables.c.id == id)
        return self._read(lambda source: source.execute(query).scalar() or "")

    def stage_of(self, id: str) -> str:
        """Find the stage of a table, also of one that was removed; nothing if there was none of late."""
        query = sa.select(tables.c.stage).where(tables.c.id == id)
        return self._read(lambda source: source.execute(query).scalar() or "")

    def by_code(self, code: str) -> str:
        """Find the table with this code; nothing if there is none."""
        query = sa.select(tables.c.id).where(tables.c.code == code)
        return self._read(lambda source: str(source.execute(query).scalar() or ""))

    def tables_of(self, visitor: str, most: int = 20) -> list[sa.Row[Any]]:
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
        return self._read(lambda source: list(source.execute(query).all()))

    def all_tables_of(self, visitor: str) -> dict[str, str]:
        """Find all tables at which a visitor sat down or which they set up, in order, and their stages."""
        query = (
            sa.select(tables.c.id, tables.c.stage)
            .join(sittings, sittings.c.table_id == tables.c.id)
            .where(sittings.c.visitor == visitor)
            .order_by(sittings.c.at)
        )
        rows = self._read(lambda source: source.execute(query).all()) if visitor else []
        return {row.id: row.stage for row in rows}

    def try_of(self, visitor: str, day: str) -> Try | None:
        """Find the try of a visitor that counts for a day."""
        query = sa.select(tries).where(tries.c.visitor == visitor, tries.c.day == day)
        row = self._read(lambda source: source.execute(query).first()) if visitor else None
        return None if row is None else _try(row)

    def tries_of(self, visitor: str) -> list[Try]:
        """List the tries of a visitor, the latest day first."""
        query = sa.select(tries).where(tries.c.visitor == visitor).order_by(tries.c.day.desc())
        rows = self._read(lambda source: source.execute(query).all()) if visitor else []
        return [_try(row) for row in rows]

    def latest_day(self) -> str:
        """Return the latest day that anybody has begun; nothing if nobody has."""
        query = sa.select(sa.func.max(tries.c.day))
        return self._read(lambda source: str(source.execute(query).scalar() or ""))

    def scores_of(self, day: str) -> dict[int, int]:
        """Count how many of those who have finished the deal of a day have which score."""
        query = (
            sa.select(tries.c.score, sa.func.count())
            .where(tries.c.day == day, tries.c.score.is_not(None))
            .group_by(tries.c.score)
        )
        rows = self._read(lambda source: source.execute(query).all())
        return dict(sorted((row[0], row[1]) for row in rows))

    def played_days(self, most: int) -> list[str]:
        """List the latest days that somebody has finished."""
        query = (
            sa.select(tries.c.day)
            .where(tries.c.score.is_not(None))
            .distinct()
            .order_by(tries.c.day.desc())
            .limit(most)
        )
        return self._read(lambda source: [row.day for row in source.execute(query)])

    def master_of(self, day: str) -> Outcome | None:
        """Find what the master made of the deal of a day, if it has played it."""
        query = sa.select(masters).where(masters.c.day == day)
        row = self._read(lambda source: source.execute(query).first())
        return Outcome(row.score, row.place) if row else None

    def read_chat(self, id: str, after: int = 0) -> list[ChatLine]:
        """Read what was said at a table, or what was said after a line."""
        query = sa.select(chat).where(chat.c.table_id == id, chat.c.number > after).order_by(chat.c.number)
        return [
            ChatLine(row.number, row.at, row.seat, row.text, row.command or "", row.phrase or "")
            for row in self._read(lambda source: source.execute(query).all())
        ]

    def key(self, name: str) -> str:
        """Find a key of this house; made when it is first asked for, by whoever is first."""
        query = sa.select(keys.c.value).where(keys.c.name == name)

        def find(source: sa.Connection) -> str | None:
            return source.execute(query).scalar()

        def make(to: sa.Connection) -> None:
            to.execute(keys.insert().values(name=name, value=secrets.token_hex(32)))

        if (value := self._read(find)) is None:
            with suppress(Taken):
                self._put(make).result()
            value = self._read(find)
        return str(value)

    def read(self, find: Callable[[sa.Connection], Found]) -> Found:
        """Read something that belongs to no single table."""
        return self._read(find)

    def _read(self, find: Callable[[sa.Connection], Found]) -> Found:
        """Read something; refuse if it cannot be read at the moment."""
        try:
            return self._find(find)
        except sa.exc.DBAPIError as error:
            self._note_trouble(error)
            raise Full(_("The tables cannot be read at the moment.")) from None

    def _find(self, find: Callable[[sa.Connection], Found]) -> Found:
        """Read something, by another connection if the first has been lost, perhaps long ago."""
        try:
            with self._source.connect() as source:
                return find(source)
        except sa.exc.DBAPIError as error:
            if not _is_lost(error):
                raise
        # All that were open when this one was lost are forgotten now.
        with self._source.connect() as source:
            return find(source)

    # Health.

    def check_health(self) -> None:
        """Refuse, with the reason, if moves cannot be written or tables cannot be read."""
        if not self._writer.is_alive():
            raise Full(_("nothing can be written: the writer has stopped"))
        now = time.monotonic()
        closely = now - self._proved > (1.0 if self.trouble else PROVING)
        try:
            self._examine(closely)
            if closely:
                self._proved = now
                with suppress(Full):
                    self._put(self._touch).result(ANSWERING)
        except TimeoutError:
            raise Full(_("the disk does not answer")) from None
        except self.FAULTS as error:
            self._note_trouble(error)
        if self.trouble:
            raise Full(self.trouble)

    def _note_trouble(self, error: Exception) -> None:
        """Note what went wrong, once; the words of the database name no event and nobody."""
        reason = reason_of(error)
        if reason != self.trouble:
            note("store failed", logging.WARNING, reason=reason)
        self.trouble = reason

    # The writing thread.

    def _put(self, work: Work, table: str = "") -> Future[None]:
        done: Future[None] = Future()
        # It cannot be taken back any more: a sender who has gone must not stop the writer.
        done.set_running_or_notify_cancel()
        self._waiting.put(Waiting(work, done, table))
        return done

    def _write(self) -> None:
        leaving = False
        while not leaving:
            first = self._waiting.get()
            batch = [] if first is None else [first]
            leaving = first is None
            while not leaving and len(batch) < BATCH and not self._waiting.empty():
                item = self._waiting.get()
                leaving = item is None
                batch += [item] if item else []
            if batch:
                self._commit(batch)
        self._disconnect()

    def _commit(self, batch: list[Waiting], uncertain: bool = False) -> None:
        """
        Write a batch as one transaction, and answer those who wait.

        Whose transaction may have been committed before is answered when that is known, not before: it is
        tried again until the database says that it has it now, or had it already.
        """
        pause = FIRST_PAUSE
        error = self._try(batch)
        if _is_lost(error):
            # Perhaps it was lost long ago; and if so, it was not this transaction that was lost.
            error = self._try(batch)
        uncertain = uncertain or isinstance(error, Uncertain)
        while uncertain and not (error is None or isinstance(error, sa.exc.IntegrityError | Taken)):
            self._note_trouble(error)
            self._refuse_waiting(error)
            if self._leaving.wait(pause):
                for waiting in batch:
                    waiting.done.set_exception(self._refusal(error, uncertain))
                return
            pause = min(2 * pause, LONGEST_PAUSE)
            error = self._try(batch)
        if error is None:
            self.trouble = ""
            for waiting in batch:
                waiting.done.set_result(None)
        elif len(batch) > 1 and self._to is not None:
            # One that fails must not take the others with it: each gets its own transaction.
            for one in batch:
                self._commit([one], uncertain)
        else:
            for waiting in batch:
                waiting.done.set_exception(self._refusal(error, False))

    def _try(self, batch: list[Waiting]) -> Exception | None:
        """Write a batch once; return what went wrong."""
        sent = False
        try:
            to = self._to = self._to or self.engine.connect()
            with to.begin():
                for waiting in batch:
                    waiting.work(to)
                self._tell_others(to, [waiting.table for waiting in batch if waiting.table])
                sent = True
        except Exception as error:
            if not _is_lost(error):
                return error
            self._disconnect()
            return Uncertain(reason_of(error)) if sent else error
        return None

    def _disconnect(self) -> None:
        if self._to is not None:
            self._to.close()
        self._to = None

    def _refuse_waiting(self, error: Exception) -> None:
        """Refuse all who came meanwhile: of theirs nothing was sent."""
        for _one in range(self._waiting.qsize()):
            waiting = self._waiting.get()
            if waiting is None:
                self._waiting.put(None)
            else:
                waiting.done.set_exception(self._refusal(error, False))

    def _refusal(self, error: Exception, uncertain: bool) -> Exception:
        """Distinguish a disk that fails from an entry that does not fit."""
        if isinstance(error, sa.exc.IntegrityError):
            # Without its words, which may name the table.
            return Taken()
        if not isinstance(error, sa.exc.DBAPIError | Uncertain):
            return error
        self._note_trouble(error)
        if uncertain:
            return Full(_("The house closes, and it is not known whether the move was written; look again."))
        return Full(_("The move could not be written to the disk; nothing has changed."))


def reason_of(error: Exception) -> str:
    """Return what a database says went wrong, without the details: these may name a table or a move."""
    lines = str(getattr(error, "orig", None) or error).strip().splitlines()
    return lines[0] if lines else type(error).__name__


def _is_lost(error: Exception | None) -> bool:
    """Return whether an error is the end of a connection."""
    return isinstance(error, sa.exc.DBAPIError) and error.connection_invalidated


def _void(to: sa.Connection, table: str, seat: int) -> None:
    """Void the codes of a seat; one that was used stays, so that its user may ask again."""
    gone = offers.c.table_id == table, offers.c.seat == seat, offers.c.command == ""
    to.execute(offers.delete().where(*gone))


def _check_there(to: sa.Connection, table: str) -> None:
    """Let nothing be added to a table that was removed, nor be removed before this is written."""
    query = sa.select(tables.c.stage).where(tables.c.id == table).with_for_update(read=True)
    if to.execute(query).scalar() in (None, REMOVED):
        raise Taken


def _insert(to: sa.Connection, table: sa.Table, row: dict[str, Any]) -> None:
    to.execute(table.insert().values(row))


def _try(row: sa.Row[Any]) -> Try:
    return Try(row.day, row.table_id, None if row.score is None else Outcome(row.score, row.place))


def _can_be_id(id: str) -> bool:
    """Return whether there can be a table of this id; not every database can be asked for any text."""
    return id.isascii() and id.isalnum()


def _line(id: str, version: int, command: str, at: float, entry: Entry) -> dict[str, Any]:
    return {
        "table_id": id,
        "version": version,
        "command": command,
        "at": at,
        "entry": entries.write(entry),
    }


def trying(outcome: Outcome) -> Also:
    """Return what writes how the deal of a day ended, with the move that brought it."""
    return lambda to, table, _at: _note_try(to, table, outcome)


def _note_try(to: sa.Connection, id: str, outcome: Outcome) -> None:
    to.execute(tries.update().where(tries.c.table_id == id).values(outcome._asdict()))


def handing_try(giver: str, visitor: str) -> Also:
    """Return what lets a try go where its seat goes, to whoever has none of that day yet."""
    return lambda to, table, _at: _hand_try(to, table, giver, visitor)


def _hand_try(to: sa.Connection, id: str, giver: str, visitor: str) -> None:
    other = tries.alias()
    has_one = sa.exists().where(other.c.visitor == visitor, other.c.day == tries.c.day)
    own = tries.c.table_id == id, tries.c.visitor == giver
    to.execute(tries.update().where(*own, ~has_one).values(visitor=visitor))
