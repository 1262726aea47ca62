"""
The house: all tables, and the one way in which anything at them changes.

`do` takes a change through its steps: refuse what is not right, write it to the log, wait for
the disk, apply it, tell everybody. What bots decide goes the same way.
"""

import asyncio
import hmac
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakValueDictionary

from chancebox.bots import Question
from chancebox.engine.game.boxes import load_box, own_box
from chancebox.engine.game.texts import _, listed
from chancebox.engine.match import files
from chancebox.engine.match.match import Match
from chancebox.engine.match.real_dice import REAL, REAL_CARDS
from chancebox.engine.proofs import receipts
from chancebox.games import game
from chancebox.server.access import costs
from chancebox.server.access.keeper import Keeper
from chancebox.server.access.visitors import Visitors
from chancebox.server.house import leaving
from chancebox.server.house.drivers import SECOND_LOOK, Driver
from chancebox.server.house.groups import Groups
from chancebox.server.house.own_results import Results
from chancebox.server.house.sessions import Session
from chancebox.server.monitoring import metrics
from chancebox.server.store import results
from chancebox.server.store.store import (
    Also,
    ChatLine,
    Offer,
    Store,
    StoredEntry,
    Taken,
    Try,
    handing_try,
    trying,
)
from chancebox.server.tables import entries, throws
from chancebox.server.tables.commands import command_key, house_command
from chancebox.server.tables.days import BOT, Day, outcome_of, today
from chancebox.server.tables.dealers import DATED, LESSON, SEALED, UNDER_SEAL, Dealers
from chancebox.server.tables.errors import Gone, NotFound, NotNow, NotYours, Refused
from chancebox.server.tables.names import MOVING_LENGTH, code, tidy_code, tidy_saying
from chancebox.server.tables.phrases import PHRASES
from chancebox.server.tables.seals import public_name
from chancebox.server.tables.tables import (
    LOBBY,
    OVER,
    PLAYING,
    STAND_IN,
    Step,
    Table,
    Wish,
    make_places,
    removed,
)
from chancebox.server.thinking.masters import MasterDesk
from chancebox.server.thinking.reviews import ReviewDesk
from chancebox.server.thinking.workers import Answer, WorkerPool

if TYPE_CHECKING:
    from chancebox.server.house.neighbours import Neighbours

IDLE = 900.0
"""Seconds after which a table nobody watches leaves the memory; the log keeps it."""
GOOD_FOR = 600.0
"""Seconds for which a code moves a seat."""
LONGEST_SAYING = 300
ROUNDS_OF_LEAVING = 3
"""How often it is looked for tables of somebody who leaves for good."""
MOST_SAID = 2000
"""Lines of chat per table."""

Act = Callable[[Table], Step | None]
"""Makes a change of a table; nothing where all is already as somebody wants it."""


class Before(NamedTuple):
    """What those who meet at a new table have played before."""

    table: str
    games: int
    wins: list[int]
    group: str = ""
    number: int = 0
    """Which game of the group this is."""


class House:
    """All tables of a server."""

    def __init__(
        self,
        store: Store,
        workers: WorkerPool | None = None,
        drives: bool = True,
        second_look: float = SECOND_LOOK,
    ) -> None:
        self.store = store
        self.second_look = second_look
        self._drives = drives
        """Whether it lets the bots move; else whoever holds it does."""
        self.workers = workers or WorkerPool()
        self.visitors = Visitors(store.key("visitors"))
        self.keeper = Keeper(store.key("keeper"))
        self.sessions: dict[str, Session] = {}
        self._secret = bytes.fromhex(store.key("bots"))
        self.neighbours = _meet_neighbours(self, store) if store.is_shared else None
        """Other processes at the same store; a folder is used by one."""
        self.reviews = ReviewDesk(store, self._leads)
        self.own_results = Results(self)
        self.reviews.on_made = self.own_results.note_luck
        self.dealers = Dealers(bytes.fromhex(store.key("dice")))
        self.masters = MasterDesk(store, self.dealers.days, self._leads)
        self.groups = Groups(self)
        self.exporting = asyncio.Lock()
        """Held while a table is read for an export: one at a time in the whole house."""
        # Locks that nobody holds vanish: whoever asks for tables that are not there leaves nothing behind.
        self._opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def close(self) -> None:
        """Stop the bots and write what is waiting."""
        await asyncio.gather(
            *(session.driver.close() for session in self.sessions.values() if session.driver)
        )
        await self.own_results.close()
        self.workers.close()
        self.reviews.close()
        self.masters.close()
        if self.neighbours:
            await self.neighbours.close()
        await asyncio.to_thread(self.store.close)

    def wake(self) -> None:
        """Answer all who wait for a change: the house is about to close."""
        for session in self.sessions.values():
            for watcher in list(session.watchers):
                watcher.hurry()

    def redraw_lobbies(self) -> None:
        """Let everybody in a lobby look again: another address leads here now."""
        for session in self.sessions.values():
            if session.table.stage == LOBBY:
                session.notify()

    # Tables.

    async def open(
        self,
        name: str,
        wishes: Sequence[Wish],
        options: Mapping[str, str],
        visitor: str,
        id: str,
        box: str = "",
        odds: bool = False,
        dealer: str = SEALED,
    ) -> Session:
        """Set up a table for a visitor; the same command sets up the same one."""
        if game(name).kept:
            raise Refused(_("New tables are begun under the rules of today; leave out the @ and its number."))
        places = make_places(wishes, visitor)
        of = self.id_for("open", visitor, id)
        return await self._open(of, name, places, options, visitor, box, odds=odds, dealer=dealer)

    async def open_lesson(self, name: str, person: str, visitor: str, id: str) -> Session:
        """Set up and start the first game of somebody who learns by playing; refused where there is none."""
        found = game(name)
        lesson = found.lesson
        if lesson is None:
            raise NotFound(_("There is no lesson for {game} yet.").format(game=_(found.title)))
        places = make_places([Wish("person", person), *[Wish("bot")] * (lesson.SEATS - 1)], visitor)
        of = self.id_for("lesson", visitor, found.name, id)
        session = await self._open(of, found.name, places, lesson.OPTIONS, visitor, "", dealer=LESSON)
        await self.do(session, house_command("start"), lambda table: table.start(visitor))
        return session

    async def open_day(self, day: Day, person: str, visitor: str, id: str) -> Session:
        """
        Go on with the deal of a day, or set up a table for it: the first one counts, and only on its day.

        Who has not finished the try that counts has no other one: practice would show what comes.
        """
        of = self.id_for("day", visitor, day.name)
        own = await asyncio.to_thread(self.try_of, visitor, day.name)
        if own is None and not day.is_over and await asyncio.to_thread(self.store.latest_day) <= day.name:
            with suppress(Taken):  # by the same visitor, in another tab
                await asyncio.wrap_future(self.store.begin_try(visitor, day.name, of))
            own = await asyncio.to_thread(self.try_of, visitor, day.name)
        going = own if own and not own.is_over else None
        bots = [Wish("bot", bot=BOT)] * (day.seats - 1)
        session = await self._open(
            going.table if going else self.id_for("day", visitor, day.name, id),
            day.game,
            make_places([Wish("person", person), *bots], visitor),
            day.options,
            visitor,
            "",
            dealer=DATED,
            odds=True,
            day=day.name,
            practice=going is None,
        )
        await self.do(session, house_command("start"), lambda table: table.start(visitor))
        return session

    def try_of(self, visitor: str, day: str) -> Try | None:
        """
        Find the try of a visitor that counts for a day.

        It goes with its seat to another device, and is forgotten when they leave for good; but nobody who has
        begun one begins another with the same token.
        """
        found, begun = self.store.try_of(visitor, day), self.id_for("day", visitor, day)
        if found is not None or not visitor or not (stage := self.store.stage_of(begun)):
            return found
        return Try(day, begun if stage in (LOBBY, PLAYING) else "", None)

    async def check_guest(self, table: Table, visitor: str) -> None:
        """Refuse who would see the deal of a day before they have played it themselves."""
        if not table.shown_day or table.is_removed or table.seats_of(visitor):
            return
        if date.fromisoformat(table.shown_day) >= today():
            own = await asyncio.to_thread(self.try_of, visitor, table.shown_day)
            if own is None or not own.is_over:
                raise NotYours(
                    _("The deal of today was played here; look at it when you have played it, or tomorrow.")
                )
        if table.day and table.stage != OVER:
            raise NotYours(_("Somebody plays the deal of the day here; come back when the game is over."))

    async def _open(
        self,
        id: str,
        name: str,
        places: list[entries.Place],
        options: Mapping[str, str],
        host: str,
        box: str,
        events: entries.Events | None = None,
        dealer: str = SEALED,
        before: Before | None = None,
        odds: bool = False,
        day: str = "",
        practice: bool = False,
        past_day: str = "",
    ) -> Session:
        """Begin the log of a table, unless it is there: who asks twice at once gets one."""
        found = game(name)
        if found.test_only:
            raise Refused(_("This game is not for tables."))
        seats = found.check_seats(len(places))
        if box:
            costs.take_box()
        # In a thread: whoever wrote it may have meant it to take long.
        chosen = await costs.in_thread(own_box, found, box) if box else load_box(found)
        opened = entries.Opened(
            game=found.name,
            rules=found.version,
            box=chosen.digest,
            options=found.check_options(options, seats),
            places=places,
            host=host,
            dealer=dealer,
            events=events or [],
            own_box=chosen.text,
            follows=before.table if before else "",
            games=before.games if before else 0,
            wins=before.wins if before else [],
            group=before.group if before else "",
            number=before.number if before else 0,
            seal=self.dealers.commitment(id) if dealer in UNDER_SEAL else "",
            odds=odds and found.odds is not None,
            day=day,
            practice=practice,
            past_day=past_day,
        )
        async with self._loading(id):
            while True:
                # The same command may come again, also after a restart: then the table is there already.
                with suppress(NotFound):
                    return await self._load(id)
                join = code()
                writing = self.store.open_table(id, join, house_command("open"), opened)
                with suppress(Taken):  # by another process at the same moment; or there is such a code
                    await asyncio.wrap_future(writing)
                    break
            session = Session(Table(id, opened, self.dealers), join, [])
            if self.neighbours:
                await self.neighbours.arrive(session)
            self.sessions[id] = session
            metrics.tables.inc()
            return session

    def id_for(self, *of: str) -> str:
        """Derive a table's id from the command that opens it, so that a repeated one finds it again."""
        return hmac.digest(self._secret, "\n".join(("table", *of)).encode(), "sha256").hex()[:32]

    async def session(self, id: str) -> Session:
        """Find a table, in memory or by its log."""
        session = self.sessions.get(id)
        if session is None:
            async with self._loading(id):
                session = await self._load(id)
        elif self.neighbours:
            await self.neighbours.look(session)
            session.table.check_there()
        session.used = time.monotonic()
        self._driver(session).go_on()
        return session

    @asynccontextmanager
    async def _loading(self, id: str) -> AsyncIterator[None]:
        """Let one at a time open or read a table."""
        lock = self._opening.setdefault(id, asyncio.Lock())
        async with lock:
            yield

    async def _load(self, id: str) -> Session:
        if id not in self.sessions:
            session = await costs.in_thread(self._read, id)
            if self.neighbours:
                await self.neighbours.arrive(session)
                session.table.check_there()
            self.sessions[id] = session
            session.watch_absence()
        return self.sessions[id]

    def _read(self, id: str) -> Session:
        table = self.fold(id, self.store.read_log(id))
        return Session(table, self.store.code_of(id), self.store.read_chat(id))

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

    async def find(self, typed: str) -> str:
        """Find the table for a code that somebody typed."""
        found = await asyncio.to_thread(self.store.by_code, tidy_code(typed))
        if not found:
            raise NotFound(_("There is no table with the code {code}.").format(code=typed.strip().upper()))
        return found

    def forget_idle(self) -> None:
        """Let tables go that nobody watches; they come back from their logs."""
        now = time.monotonic()
        for id, session in list(self.sessions.items()):
            busy = session.watchers or session.lock.locked() or (session.driver and session.driver.is_busy)
            if not busy and now - session.used > IDLE:
                del self.sessions[id]
                session.release()
        self.reviews.forget_idle()

    # What changes a table.

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
                    # Somebody else was there before, or we were, without having been told so.
                    if not await self._catch_up(session):
                        raise
                    continue
                entry, stage = step.entry, session.table.stage
                self._apply(session, entry, step.match, command)
                self.own_results.follow(session.table, stage)
                metrics.entries.labels(type(entry).__name__.lower()).inc()
            version = session.table.commands[command]
        if isinstance(entry, entries.Sat | entries.Arranged | entries.Handed):
            await self.meet(session)
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
        line = self.store.append(table.id, table.version + 1, command, step.entry, entered, code, also)
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
        self._driver(session).changed()

    def _dismiss(self, session: Session) -> None:
        """Let a table go that was removed, and all who are there."""
        if self.sessions.get(session.table.id) is session:
            del self.sessions[session.table.id]
        self.reviews.forget(session.table.id)
        session.dismiss()
        self._driver(session).changed()  # there is nothing left to decide

    async def follow(self, session: Session) -> None:
        """Follow what others have written: the log, and what was said."""
        async with session.lock:
            await self._catch_up(session)
            await self._hear(session)

    async def leads(self, name: str) -> bool:
        """Return whether something is for this process to do, such as the bots of a table."""
        return self.neighbours is None or await asyncio.to_thread(self.neighbours.leads, name)

    def _leads(self, name: str) -> bool:
        return self.neighbours is None or self.neighbours.leads(name)

    async def _catch_up(self, session: Session) -> int:
        """Follow the log by what others have written; return how many lines those were."""
        lines = await asyncio.to_thread(self.store.read_log, session.table.id, session.table.version)
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
        self.reviews.forget(session.table.id)
        session.replace(fresh)
        session.notify()
        self._driver(session).changed()

    async def take_over(self, session: Session, seat: int, bot: str, visitor: str, id: str) -> int:
        """Let a bot play on for somebody who is away, or for a bot that has stopped."""
        if not session.acts_as_host(visitor):
            raise NotYours(_("Only the host lets a bot take over."))
        place = session.table.place(seat)
        stopped = session.has_stopped(seat)
        if not stopped and not session.is_away(seat):
            raise NotNow(_("{name} is here.").format(name=place.name))
        command = command_key("take-over", visitor, id)
        return await self.do(session, command, lambda table: table.take_over(seat, bot, stopped))

    async def enter(
        self, session: Session, typed: str, version: int, visitor: str, id: str, back: int | None = None
    ) -> int:
        """Take what somebody's own dice showed; or correct what was entered, so many throws ago."""
        command = command_key("throw", visitor, id)

        def act(table: Table) -> Step:
            is_host = session.acts_as_host(visitor)
            if back is None:
                return throws.enter(table, typed, version, visitor, is_host)
            return throws.correct(table, back, typed, version, visitor, is_host)

        return await self.do(session, command, act)

    async def go_on(self, session: Session, version: int, visitor: str, id: str) -> int:
        """Deal on, when somebody says that what was entered is right."""
        command = command_key("go-on", visitor, id)
        return await self.do(
            session,
            command,
            lambda table: throws.go_on(table, version, visitor, session.acts_as_host(visitor)),
        )

    async def offer(self, session: Session, seat: int, visitor: str) -> str:
        """Make a code with which a seat moves to another device of its holder."""
        session.table.check_holder(seat, visitor)
        offer = Offer(session.table.id, seat, visitor)
        while True:
            fresh = code(MOVING_LENGTH)
            with suppress(Taken):
                await asyncio.wrap_future(self.store.offer(fresh, offer, GOOD_FOR))
                return fresh
            # There is such a code; or the table was removed meanwhile.
            await self.follow(session)
            session.table.check_there()

    async def redeem(self, typed: str, visitor: str, id: str) -> tuple[Session, int] | None:
        """
        Move a seat to the device of whoever typed its code; nothing if there is no such code.

        A code moves a seat only from whom it was given by, once, and is void as soon as somebody else
        holds the seat. Returns the table and the version after it, the same ones if the command comes again.
        """
        given = "".join(typed.upper().split())
        command = command_key("redeem", visitor, id)
        offer = await asyncio.to_thread(self.store.find_offer, given)
        if offer is None or offer.command not in ("", command):
            return None
        session = await self.session(offer.table)

        def act(table: Table) -> Step:
            return table.hand(offer.seat, offer.giver, visitor)

        try:
            return session, await self.do(session, command, act, given)
        except Taken:
            return None  # somebody else was quicker

    async def begin(self, session: Session, visitor: str, id: str, link: str = "") -> int:
        """Start a game for its host; in a rematch a bot plays for whoever has not come, until they do."""
        missing = session.missing()
        command = command_key("start", visitor, id)
        version = await self.do(session, command, lambda table: table.start(visitor, link))
        for seat in missing:
            stand_in = partial(Table.take_over, seat=seat, bot=STAND_IN)
            with suppress(Refused):
                await self.do(session, house_command(f"stand-in-{seat}"), stand_in)
        return version

    async def meet(self, session: Session) -> None:
        """Begin a rematch as soon as all have come; until then, show who is waited for."""
        if session.table.is_meeting:
            if self.neighbours:
                await self.neighbours.attend(session)
            await self.begin_if_all_came(session)

    async def begin_if_all_came(self, session: Session) -> None:
        """Begin a rematch for which nobody is missing, as far as is known here."""
        if not session.table.is_meeting:
            return
        session.recount()
        if not session.missing():
            # Somebody who made a seat free meanwhile wants to wait for somebody else.
            with suppress(Refused):
                await self.do(session, house_command("start"), Table.start_by_itself)

    async def rematch(self, session: Session, visitor: str) -> str:
        """
        Open another table for the same players in the same seats; return its id.

        Whoever asks first is its host. It begins when all people have come: whoever asks for it has.
        """
        table = session.table
        if table.stage != OVER:
            raise NotNow(_("A rematch comes after the end."))
        if not table.seats_of(visitor):
            raise NotYours(_("Only who sat here can ask for a rematch."))
        id = table.rematch
        if table.group or not id:
            id = await self.groups.play_again(session, visitor) or id
        if not id:
            # One table has one rematch, whoever asks first: its id follows from this table's.
            id = self.id_for("rematch", table.id)
            before = Before(table.id, table.games + 1, table.wins_so_far())
            await self.open_following(session, id, table.game.name, table.places, visitor, before)
        following = await self.session(id)
        following.note_request(visitor)
        await self.meet(following)
        return id

    async def open_following(
        self,
        session: Session | None,
        id: str,
        name: str,
        places: list[entries.Place],
        host: str,
        before: Before,
    ) -> Session:
        """
        Open a table after another one, with the settings of that as far as they fit the game.

        All seats are given by the entry that opens it, so nothing is ever handed over at another table.
        """
        last = session.table if session else None
        same = last is not None and last.game.name == game(name).name
        fits = same and last is not None and len(places) == last.seats
        following = await self._open(
            id,
            name,
            places,
            last.options if last and fits else game(name).usual_options(len(places)),
            host,
            last.box.text if last and same else "",
            dealer=last.dealer if last and same and last.dealer in UNDER_SEAL else SEALED,
            before=before,
        )
        if session and last:
            # Among strangers the host must allow them first.
            closed = all(place.kind != "open" for place in places)
            hints = closed and last.hints
            odds = closed and last.odds and following.table.game.odds is not None
            await self.do(following, house_command("hints"), lambda new: new.advise(hints, new.host))
            if odds:
                await self.do(following, house_command("odds"), lambda new: new.show_odds(True, new.host))
            if last.stage == OVER:
                await self.do(session, house_command("rematch"), lambda table: table.follow(id))
        return following

    async def fork(
        self, session: Session, events: int, seat: int, name: str, visitor: str, id: str
    ) -> Session:
        """Play on from a moment of a finished game, in one of its seats, against bots."""
        table = session.table
        if table.stage != OVER:
            raise NotNow(_("Only a finished game can be played on from the middle."))
        table.place(seat)
        moment = table.playing.fork(events)
        if not moment.to_act:
            raise NotNow(_("At that moment the game was over; go back a little."))
        wishes = [Wish("person", name) if i == seat else Wish("bot") for i in range(table.seats)]
        places = make_places(wishes, visitor)
        played = [(seat, action) for seat, action in moment.events]
        fork = self.id_for("fork", table.id, visitor, id)
        forked = await self._open(
            fork,
            table.game.key,
            places,
            table.options,
            visitor,
            table.box.text,
            played,
            odds=table.odds,
            past_day=table.shown_day,
        )
        await self.do(forked, house_command("start"), lambda table: table.start(visitor))
        return forked

    def record(self, table: Table) -> str:
        """Write the record of a finished game; where the table was sealed, with the opened seal."""
        if table.stage != OVER:
            raise NotNow(_("The record holds all secrets; it is there when the game is over."))
        players = [place.bot or "person" for place in table.places]
        seal = table.seal
        if table.day and date.fromisoformat(table.day) < today():
            return receipts.write_dated(
                table.playing,
                players,
                bytes.fromhex(public_name(table.id)),
                table.day,
                self.dealers.days.open_secret(table.day),
            )
        if seal is None:
            return files.as_text(files.as_data(table.playing, players))
        secret = self.dealers.open_secret(table.id)
        entered = (
            {n: receipts.Entering(one.seats, len(one.before)) for n, one in table.entered.items()}
            if table.has_real_dice
            else None
        )
        opened = receipts.Seal(
            bytes.fromhex(seal.table),
            secret,
            seal.given,
            seal.opening,
            seal.shares,
            entered,
            REAL_CARDS if table.dealer == REAL_CARDS else REAL,
        )
        return receipts.write(table.playing, players, opened)

    async def say(
        self, session: Session, seat: int, text: str, visitor: str, id: str, phrase: str = ""
    ) -> int:
        """Let somebody speak, in the own words or by a phrase; return the number of the line."""
        session.table.check_holder(seat, visitor)
        line = tidy_saying(text)
        if phrase and (line or phrase not in PHRASES):
            raise Refused(
                _("There is no phrase {phrase!r}; there are {phrases}, each without a text.").format(
                    phrase=phrase, phrases=listed(PHRASES)
                )
            )
        if not (line or phrase) or len(line) > LONGEST_SAYING:
            raise Refused(_("Say something of at most {n} letters.").format(n=LONGEST_SAYING))
        command = command_key("chat", visitor, id)
        async with session.lock:
            while command not in session.spoken:
                session.table.check_there()
                number = session.last_said + 1
                if number > MOST_SAID:
                    raise NotNow(_("This table has talked so much that nothing more can be noted."))
                said = ChatLine(number, time.time(), seat, line, command, phrase)
                try:
                    await asyncio.wrap_future(self.store.say(session.table.id, said))
                except Taken:
                    if not await self._hear(session) and not await self._catch_up(session):
                        raise
                    continue
                session.speak(said)
            return session.spoken[command]

    async def _hear(self, session: Session) -> int:
        """Pass on what was said elsewhere; return how many lines that was."""
        lines = await asyncio.to_thread(self.store.read_chat, session.table.id, session.last_said)
        for line in lines:
            session.speak(line)
        return len(lines)

    # Cleaning up.

    async def remove(self, id: str, visitor: str, command_id: str) -> None:
        """Remove a table for its host, with all that is known of it."""
        command = command_key("remove", visitor, command_id)
        try:
            session = await self.session(id)
            await self.do(session, command, lambda table: table.remove(visitor))
        except Gone:
            # Whoever removed it and did not hear so may ask again.
            if not await asyncio.to_thread(self.store.has_line, id, command):
                raise
        else:
            metrics.tables_removed.labels("host").inc()

    async def remove_old(self, id: str, version: int) -> bool:
        """Remove a table for its age, unless somebody looks at it or writes; return whether it is gone."""
        command = house_command("remove")
        # Not while somebody reads its log, to whom nobody would say it.
        async with self._loading(id):
            session = self.sessions.get(id)
            if session is not None and session.is_watched():
                return False
            try:
                if session is not None:
                    await self.do(session, command, lambda _table: Step(entries.Removed()))
                else:
                    # Without reading its log: also one whose rules are not there any more can go.
                    writing = self.store.append(id, version + 1, command, entries.Removed())
                    await asyncio.wrap_future(writing)
            except (Taken, Gone):
                return False
        metrics.tables_removed.labels("age").inc()
        return True

    async def forget(self, visitor: str) -> None:
        """Forget a visitor for good: their tables, or at those of others their names and what they said."""
        # Whoever sits down somewhere meanwhile stands up again.
        for _round in range(ROUNDS_OF_LEAVING):
            for id in await asyncio.to_thread(self.store.all_tables_of, visitor):
                with suppress(NotFound):
                    await self._part(id, visitor)
        await asyncio.wrap_future(self.store.write(lambda to: leaving.forget(to, visitor)))
        await asyncio.to_thread(self.store.wipe)

    async def _part(self, id: str, visitor: str) -> None:
        """Let a table be without somebody: also one whose rules are not there any more."""
        if (session := self.sessions.get(id)) is not None:
            async with session.lock:
                await self._write_departure(id, visitor)
                with suppress(Gone):
                    await self._catch_up(session)
            return
        # Not while somebody reads its log, to whom nobody would say it.
        async with self._loading(id):
            if id not in self.sessions:
                await self._write_departure(id, visitor)

    async def _write_departure(self, id: str, visitor: str) -> None:
        while True:
            lines = await asyncio.to_thread(self.store.read_log, id)
            if isinstance(lines[0].entry, entries.Removed):
                return
            left = leaving.depart(lines, visitor)
            writing = self.store.append(
                id,
                lines[-1].version + 1,
                house_command(f"left-{lines[-1].version}"),
                left.entry,
                also=[leaving.writing(left, visitor)],
            )
            with suppress(Taken):  # somebody else has written meanwhile
                await asyncio.wrap_future(writing)
                return

    # Bots.

    def _driver(self, session: Session) -> Driver:
        """Find who makes the bots of a table move."""
        if session.driver is None:
            session.driver = Driver(session, self, self._secret, self._drives)
        return session.driver

    async def hint(self, session: Session, seat: int, visitor: str) -> tuple[Question, Answer]:
        """Ask the master what it would do in somebody's place, knowing what they know."""
        return await self._driver(session).hint(seat, visitor)


def _meet_neighbours(house: House, store: Store) -> "Neighbours":
    # Only now: it brings all of PostgreSQL's dialect along, and a small house starts without it.
    from chancebox.server.house.neighbours import Neighbours
    from chancebox.server.store.databases.sharing import SharedStore

    assert isinstance(store, SharedStore)
    return Neighbours(house, store)


def _stage(match: Match) -> str:
    return PLAYING if match.to_act else OVER
