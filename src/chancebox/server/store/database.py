"""
The database of the house, safe against a fall of the power: how it is written, read and found to be well.

All writing is done by one thread, which takes whatever is waiting into one transaction (group commit) and
answers when it is on the disk. Reading happens beside it. What differs between the databases is in `sqlite`
and `postgres`.
"""

import logging
import queue
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import ClassVar, NamedTuple, TypeVar

import sqlalchemy as sa

from chancebox.engine.game.texts import _
from chancebox.server.monitoring.logs import note
from chancebox.server.tables.errors import Full

BATCH = 100
ANSWERING = 10.0
"""Seconds after which a disk that does not answer counts as failing."""
PROVING = 10.0
"""Seconds after which a question about the health writes something again."""
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 1.0
"""Seconds between two tries to learn whether something was written."""

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


class Database(ABC):
    """A database that is written by one thread."""

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

    def wipe(self) -> None:
        """Let what was removed leave the disk, too, as far as that can be done beside the work."""
        return

    # Reading.

    def read(self, find: Callable[[sa.Connection], Found]) -> Found:
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
                    self.write(self._touch).result(ANSWERING)
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

    def write(self, work: Work, table: str = "") -> Future[None]:
        """Write something, as one of a transaction; the future is done when the disk has it."""
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
