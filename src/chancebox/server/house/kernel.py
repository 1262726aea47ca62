"""
The kernel of the house: all tables that are open, and the one way in which any of them changes.

`do` takes a change through its steps: refuse what is not right, write it to the log, wait for the disk, apply
it, show it to everybody. What bots decide goes the same way. Services that open tables, talk or remove are
built on this and know nothing of each other.
"""

import asyncio
import hmac
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from weakref import WeakValueDictionary

from chancebox.engine.match.match import Match
from chancebox.server.access import costs
from chancebox.server.house.drivers import SECOND_LOOK, Driver
from chancebox.server.house.sessions import Session
from chancebox.server.monitoring import metrics
from chancebox.server.store import results
from chancebox.server.store.database import Taken
from chancebox.server.store.deals import handing_try, trying
from chancebox.server.store.store import Store
from chancebox.server.store.table_logs import Also
from chancebox.server.tables import entries
from chancebox.server.tables.days import outcome_of
from chancebox.server.tables.dealers import Dealers
from chancebox.server.tables.entries import StoredEntry
from chancebox.server.tables.errors import NotFound
from chancebox.server.tables.names import code, house_command
from chancebox.server.tables.table import OVER, PLAYING, Step, Table, removed
from chancebox.server.thinking.workers import WorkerPool

IDLE = 900.0
"""Seconds after which a table nobody watches leaves the memory; the log keeps it."""

Act = Callable[[Table], Step | None]
"""Makes a change of a table; nothing where all is already as it is wanted."""


class Peers:
    """The other processes at a store; here there are none: nothing to hear, and all is ours to do."""

    def __init__(self) -> None:
        self.on_count: Callable[[int], None] = lambda _processes: None
        """Told how many processes there are."""

    async def run(self) -> None:
        """Follow the others until cancelled."""

    async def arrive(self, session: Session) -> None:
        """See who is at a table that has just come into memory."""

    async def look(self, session: Session) -> None:
        """See what is new at a table, and follow it."""

    async def attend(self, session: Session) -> None:
        """Say at once who is here, and hear who is elsewhere."""

    def leads(self, _name: str) -> bool:
        """Return whether something is for this process to do, such as the bots of a table."""
        return True

    async def leads_soon(self, name: str) -> bool:
        """Return the same without keeping others waiting."""
        return self.leads(name)

    async def close(self) -> None:
        """Let others have at once what is ours."""


class Kernel:
    """Opens and reads tables, and changes them one entry at a time."""

    def __init__(
        self, store: Store, workers: WorkerPool, *, drives: bool = True, second_look: float = SECOND_LOOK
    ) -> None:
        self.store = store
        self.workers = workers
        self.second_look = second_look
        """Seconds for which bots leave a throw of real dice open to correction."""
        self.dealers = Dealers(bytes.fromhex(store.key("dice")))
        self.sessions: dict[str, Session] = {}
        self.peers = Peers()
        """Other processes at the same store; a folder is used by one."""
        self.when_over: list[Callable[[Table, str], None]] = []
        """Called after each entry with the table and its stage before: a game may be over, or go on again."""
        self.when_unknown: list[Callable[[str], None]] = []
        """Called with a table of which nothing may be remembered any more."""
        self.when_seated: list[Callable[[Session], Awaitable[None]]] = []
        """Awaited after somebody sat down or stood up."""
        self._drives = drives
        """Whether it lets the bots move; else whoever holds it does."""
        self._secret = bytes.fromhex(store.key("bots"))
        # Locks that nobody holds vanish: whoever asks for tables that are not there leaves nothing behind.
        self._opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def close(self) -> None:
        """Stop the bots."""
        drivers = (session.driver for session in self.sessions.values())
        await asyncio.gather(*(driver.close() for driver in drivers if driver))

    # Finding tables.

    def id_for(self, *of: str) -> str:
        """Derive a table's id from the command that opens it, so that a repeated one finds it again."""
        return hmac.digest(self._secret, "\n".join(("table", *of)).encode(), "sha256").hex()[:32]

    async def open(self, id: str, opened: entries.Opened) -> Session:
        """Begin the log of a table, unless it is there: a command that comes twice opens one."""
        async with self.loading(id):
            while True:
                # The same command may come again, also after a restart: then the table is there already.
                with suppress(NotFound):
                    return await self._load(id)
                join = code()
                writing = self.store.tables.open(id, join, house_command("open"), opened)
                with suppress(Taken):  # by another process at the same moment; or there is such a code
                    await asyncio.wrap_future(writing)
                    break
            session = Session(Table(id, opened, self.dealers), join, [])
            await self.peers.arrive(session)
            self.sessions[id] = session
            metrics.tables.inc()
            return session

    async def session(self, id: str) -> Session:
        """Find a table, in memory or by its log."""
        session = self.sessions.get(id)
        if session is None:
            async with self.loading(id):
                session = await self._load(id)
        else:
            await self.peers.look(session)
            session.table.check_there()
        session.used = time.monotonic()
        self.driver(session).go_on()
        return session

    @asynccontextmanager
    async def loading(self, id: str) -> AsyncIterator[None]:
        """Let one at a time open or read a table."""
        lock = self._opening.setdefault(id, asyncio.Lock())
        async with lock:
            yield

    async def _load(self, id: str) -> Session:
        if id not in self.sessions:
            session = await costs.in_thread(self._read, id)
            await self.peers.arrive(session)
            session.table.check_there()
            self.sessions[id] = session
            session.watch_absence()
        return self.sessions[id]

    def _read(self, id: str) -> Session:
        table = self.fold(id, self.store.tables.read(id))
        return Session(table, self.store.tables.code_of(id), self.store.chat.read(id))

    def fold(self, id: str, lines: Sequence[StoredEntry]) -> Table:
        """Make a table of its log."""
        first, *rest = lines
        if isinstance(first.entry, entries.Removed):
            raise removed()
        assert isinstance(first.entry, entries.Opened)
        table = Table(id, first.entry, self.dealers)
        for line in rest:
            table.apply(line.entry, command=line.command)
        return table

    def forget_idle(self) -> None:
        """Let tables go that nobody watches; they come back from their logs."""
        now = time.monotonic()
        for id, session in list(self.sessions.items()):
            busy = session.watchers or session.lock.locked() or (session.driver and session.driver.is_busy)
            if not busy and now - session.used > IDLE:
                del self.sessions[id]
                session.release()

    # Changing a table.

    async def do(self, session: Session, command: str, act: Act, code: str = "") -> int:
        """Take a change through refusal, disk and memory; return the version it led to."""
        # Shielded: what is being written is applied before all that follows, even if the sender has gone.
        return await asyncio.shield(costs.measured(self._do(session, command, act, code)))

    async def _do(self, session: Session, command: str, act: Act, code: str) -> int:
        entry = None
        async with session.lock:
            # Not a table of its own name: catching up may put another one in its place.
            while command not in session.table.commands:
                session.table.check_there()
                step = act(session.table)
                if step is None:
                    return session.table.version
                session.table.check_length(step.entry)
                try:
                    await self._write(session, step, command, code)
                except Taken:
                    # Another process was there before, or this one was without having been told so.
                    if not await self.catch_up(session):
                        raise
                    continue
                entry, stage = step.entry, session.table.stage
                self._apply(session, entry, step.match, command)
                for tell in self.when_over:
                    tell(session.table, stage)
                metrics.entries.labels(type(entry).__name__.lower()).inc()
            version = session.table.commands[command]
        if isinstance(entry, entries.Sat | entries.Arranged | entries.Handed):
            for meet in self.when_seated:
                await meet(session)
        return version

    async def _write(self, session: Session, step: Step, command: str, code: str) -> None:
        table = session.table
        stage = _stage(step.match) if step.match else table.stage
        entered = stage if stage != table.stage else None
        also: list[Also] = []
        if step.match and entered == OVER:
            if table.counts:
                also.append(trying(outcome_of(step.match)))
            if outcome := results.outcome_of(table, step.match):
                also.append(results.entering(outcome))
        if isinstance(step.entry, entries.Handed):
            giver = table.places[step.entry.seat]
            also.append(results.handing(giver.name, giver.visitor, step.entry.visitor))
            if table.counts:
                also.append(handing_try(giver.visitor, step.entry.visitor))
        line = self.store.tables.append(table.id, table.version + 1, command, step.entry, entered, code, also)
        await asyncio.wrap_future(line)

    def _apply(self, session: Session, entry: entries.Entry, match: Match | None, command: str) -> None:
        """Follow the log by a line that is on the disk, and show it to everybody."""
        session.finish_drawing()
        session.table.apply(entry, match, command)
        if isinstance(entry, entries.Committed):
            return  # there is nothing to see
        if isinstance(entry, entries.Removed):
            self._dismiss(session)
            return
        session.notify(alone=session.table.visibility.latest)
        self.driver(session).changed()

    def _dismiss(self, session: Session) -> None:
        """Let a table go that was removed, and all who are there."""
        if self.sessions.get(session.table.id) is session:
            del self.sessions[session.table.id]
        self._forget(session.table.id)
        session.dismiss()
        self.driver(session).changed()  # there is nothing left to decide

    def _forget(self, id: str) -> None:
        for tell in self.when_unknown:
            tell(id)

    # What other processes have written.

    async def follow(self, session: Session) -> None:
        """Follow what others have written: the log, and what was said."""
        async with session.lock:
            await self.catch_up(session)
            await self.hear(session)

    async def catch_up(self, session: Session) -> int:
        """Follow the log by what others have written; return how many lines those were."""
        lines = await asyncio.to_thread(self.store.tables.read, session.table.id, session.table.version)
        try:
            if any(isinstance(line.entry, entries.Left) for line in lines):
                await self._read_again(session)
                return len(lines)
            for line in lines:
                self._apply(session, line.entry, None, line.command)
        except BaseException:
            # What is in memory is not what the log says any more: it is read again from its beginning.
            self.sessions.pop(session.table.id, None)
            raise
        return len(lines)

    async def _read_again(self, session: Session) -> None:
        """Read a whole log anew, since what was known of it was written anew; show it to everybody."""
        fresh = await asyncio.to_thread(self._read, session.table.id)
        session.finish_drawing()
        self._forget(session.table.id)
        session.replace(fresh)
        session.notify()
        self.driver(session).changed()

    async def hear(self, session: Session) -> int:
        """Pass on what was said elsewhere; return how many lines that was."""
        lines = await asyncio.to_thread(self.store.chat.read, session.table.id, session.last_said)
        for line in lines:
            session.speak(line)
        return len(lines)

    # Bots.

    async def leads(self, name: str) -> bool:
        """Return whether something is for this process to do, such as the bots of a table."""
        return await self.peers.leads_soon(name)

    def driver(self, session: Session) -> Driver:
        """Find who makes the bots of a table move."""
        if session.driver is None:
            session.driver = Driver(session, self, self._secret, self._drives)
        return session.driver


def _stage(match: Match) -> str:
    return PLAYING if match.to_act else OVER
