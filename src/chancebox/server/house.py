"""
The house: all tables, and the one way in which anything at them changes.

`do` takes a change through its steps: refuse what is not right, write it to the log, wait for
the disk, apply it, tell everybody. Bots are asked in the same way when it is their turn.
"""

import asyncio
import hashlib
import hmac
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from weakref import WeakValueDictionary

from chancebox import bots
from chancebox.bots import Question
from chancebox.engine.boxes import load_box
from chancebox.engine.errors import IllegalAction, OutOfTurn
from chancebox.engine.match import Match
from chancebox.engine.texts import _
from chancebox.games import game
from chancebox.server import entries, metrics
from chancebox.server.errors import NotFound, NotNow, NotYours, Refused, Stale
from chancebox.server.logs import note
from chancebox.server.naming import code, table_id, tidy_code
from chancebox.server.rooms import Handing, Room
from chancebox.server.store import Said, Store
from chancebox.server.tables import OVER, PLAYING, Step, Table, Wish, make_places
from chancebox.server.thinking import Answer, NoAnswer, Thinkers, answer, pack
from chancebox.server.visitors import Visitors

IDLE = 900.0
"""Seconds after which a table nobody watches leaves the memory; the log keeps it."""
LONGEST_SAYING = 300
MOST_SAID = 2000
"""Lines of chat per table."""

Act = Callable[[Table], Step]


class House:
    """All tables of a server."""

    def __init__(self, store: Store, thinkers: Thinkers | None = None) -> None:
        self.store = store
        self.thinkers = thinkers or Thinkers()
        self.visitors = Visitors(store.key("visitors"))
        self.handing = Handing()
        self.rooms: dict[str, Room] = {}
        self._bot_key = bytes.fromhex(store.key("bots"))
        # Locks that nobody holds vanish: whoever asks for tables that are not there leaves nothing behind.
        self._opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def close(self) -> None:
        """Stop the bots and write what is waiting."""
        drivers = [room.driver for room in self.rooms.values() if room.driver]
        for driver in drivers:
            driver.cancel()
        await asyncio.gather(*drivers, return_exceptions=True)
        self.thinkers.close()
        await asyncio.to_thread(self.store.close)

    def wake(self) -> None:
        """Answer all who wait for a change: the house is about to close."""
        for room in self.rooms.values():
            for watcher in list(room.watchers):
                watcher.hurry()

    # Tables.

    async def open(
        self,
        name: str,
        wishes: Sequence[Wish],
        options: Mapping[str, str],
        visitor: str,
        command: str,
        events: entries.Events | None = None,
    ) -> Room:
        """Set up a table; the same command sets up the same one."""
        found = game(name)
        if found.test_only:
            raise Refused(_("This game is not for tables."))
        seats = found.check_seats(len(wishes))
        opened = entries.Opened(
            game=found.name,
            rules=found.version,
            box=load_box(found).digest,
            options=found.check_options(options, seats),
            places=make_places(wishes, visitor),
            host=visitor,
            dealer="house",
            events=events or [],
        )
        id = self._id_for(visitor, command)
        # The same command may come again, also after a restart: then the table is there already.
        with suppress(NotFound):
            return await self.room(id)
        join = code()
        await asyncio.wrap_future(self.store.open_table(id, join, command, opened))
        self.rooms[id] = Room(Table(id, opened), join, [])
        metrics.tables.inc()
        return self.rooms[id]

    def _id_for(self, visitor: str, command: str) -> str:
        """Derive a table's id from the command that opens it, so that a repeated one finds it again."""
        if not command:
            return table_id()
        digest = hmac.digest(self._bot_key, f"table {visitor} {command}".encode(), "sha256")
        return digest.hex()[:32]

    async def room(self, id: str) -> Room:
        """Find a table, in memory or by its log."""
        if id not in self.rooms:
            lock = self._opening.setdefault(id, asyncio.Lock())
            async with lock:
                if id not in self.rooms:
                    self.rooms[id] = await asyncio.to_thread(self._read, id)
            self._drive(self.rooms[id])
        room = self.rooms[id]
        room.used = time.monotonic()
        return room

    def _read(self, id: str) -> Room:
        first, *rest = self.store.read_log(id)
        assert isinstance(first.entry, entries.Opened)
        table = Table(id, first.entry)
        for line in rest:
            table.apply(line.entry, command=line.command)
        return Room(table, self.store.code_of(id), self.store.read_chat(id))

    async def find(self, typed: str) -> str:
        """Find the table for a code that somebody typed."""
        return await asyncio.to_thread(self.store.by_code, tidy_code(typed))

    def forget_idle(self) -> None:
        """Let tables go that nobody watches; they come back from their logs."""
        now = time.monotonic()
        for id, room in list(self.rooms.items()):
            busy = room.watchers or room.lock.locked() or (room.driver and not room.driver.done())
            if not busy and now - room.used > IDLE:
                del self.rooms[id]

    # What changes a table.

    async def do(self, room: Room, command: str, act: Act) -> int:
        """Take a change through refusal, disk and memory; return the version it led to."""
        table = room.table
        async with room.lock:
            if command in table.commands:
                return table.commands[command]
            step = act(table)
            stage = _stage(step.match) if step.match else table.stage
            entered = stage if stage != table.stage else None
            line = self.store.append(table.id, table.version + 1, command, step.entry, entered)
            # Shielded: what is being written is applied, even if the sender has gone.
            await asyncio.shield(self._settle(room, line, step, command))
            return table.commands[command]

    async def _settle(self, room: Room, line: Future[None], step: Step, command: str) -> None:
        await asyncio.wrap_future(line)
        entry, match = step
        room.table.apply(entry, match, command)
        metrics.entries.labels(type(entry).__name__.lower()).inc()
        room.tell()
        self._drive(room)

    async def take_over(self, room: Room, seat: int, bot: str, visitor: str, command: str) -> int:
        """Let a bot play on for somebody who is away."""
        if not room.acts_as_host(visitor):
            raise NotYours(_("Only the host lets a bot take over."))
        if not room.is_away(room.table.places.index(room.table.place(seat))):
            raise NotNow(_("{name} is here.").format(name=room.table.places[seat].name))
        return await self.do(room, command, lambda table: table.take_over(seat, bot))

    async def redeem(self, typed: str, visitor: str, command: str) -> Room | None:
        """Move a seat to the device of whoever typed its code; nothing if there is no such code."""
        found = self.handing.redeem("".join(typed.upper().split()))
        if found is None:
            return None
        id, seat = found
        room = await self.room(id)
        await self.do(room, command, lambda table: table.hand(seat, visitor))
        return room

    async def rematch(self, room: Room, visitor: str, command: str) -> str:
        """Open another table for the same players, everybody one seat further; return its id."""
        table = room.table
        if table.stage != OVER:
            raise NotNow(_("A rematch comes after the end."))
        if not table.seats_of(visitor):
            raise NotYours(_("Only who sat here can ask for a rematch."))
        if table.rematch:
            return table.rematch
        places = [table.places[-1], *table.places[:-1]]
        next_room = await self._open_with(table, places, visitor, command)
        await self.do(room, command, lambda table: table.follow(next_room.table.id))
        return next_room.table.id

    async def fork(self, room: Room, events: int, seat: int, name: str, visitor: str, command: str) -> str:
        """Play on from a moment of a finished game, in one of its seats, against bots."""
        table = room.table
        if table.stage != OVER:
            raise NotNow(_("Only a finished game can be played on from the middle."))
        table.place(seat)
        moment = table.playing.fork(events)
        if not moment.to_act:
            raise NotNow(_("At that moment the game was over; go back a little."))
        wishes = [Wish("person", name) if i == seat else Wish("bot") for i in range(table.seats)]
        played = [(seat, action) for seat, action in moment.events]
        forked = await self.open(table.game.name, wishes, table.options, visitor, command, played)
        await self.do(forked, "start", lambda table: table.start(visitor))
        return forked.table.id

    async def _open_with(self, table: Table, places: list[entries.Place], visitor: str, command: str) -> Room:
        wishes = [Wish("bot", bot=p.bot) if p.kind == "bot" else Wish("person", p.name) for p in places]
        room = await self.open(table.game.name, wishes, table.options, visitor, command)
        for seat, place in enumerate(places):
            if place.kind == "person" and place.visitor != visitor:
                await self.do(room, f"seat-{seat}", _handing(seat, place.visitor))
        await self.do(room, "hints", lambda new: new.advise(table.hints, visitor))
        await self.do(room, "start", lambda table: table.start(visitor))
        return room

    async def say(self, room: Room, seat: int, text: str, visitor: str, command: str) -> None:
        """Let somebody speak."""
        room.table.check_holder(seat, visitor)
        line = " ".join(text.split())
        if not line or len(line) > LONGEST_SAYING:
            raise Refused(_("Say something of at most {n} letters.").format(n=LONGEST_SAYING))
        async with room.lock:
            if command in room.spoken:
                return
            number = room.chat[-1].number + 1 if room.chat else 1
            if number > MOST_SAID:
                raise NotNow(_("This table has talked so much that nothing more can be noted."))
            said = Said(number, time.time(), seat, line)
            await asyncio.wrap_future(self.store.say(room.table.id, said))
            room.spoken.add(command)
            room.speak(said)

    # Bots.

    def _drive(self, room: Room) -> None:
        """See to it that the bots of a table move when it is their turn."""
        idle = room.driver is None or room.driver.done()
        if idle and self._next_bot(room.table) is not None:
            room.driver = asyncio.get_running_loop().create_task(self._let_bots_play(room))

    def _next_bot(self, table: Table) -> int | None:
        if table.stage != PLAYING:
            return None
        return next((seat for seat in table.playing.to_act if table.bot_at(seat)), None)

    async def _let_bots_play(self, room: Room) -> None:
        table = room.table
        while (seat := self._next_bot(table)) is not None:
            version = table.version
            question = bots.question(table.playing, seat)
            asked = pack(question, table.bot_at(seat), self._bot_seed(table, seat))
            begun = time.perf_counter()
            try:
                answered = await self.thinkers.ask(asked)
            except NoAnswer:
                # The table goes on whatever happens to a bot.
                note("bot replaced", table=table.id, bot=asked.bot, seat=seat)
                metrics.bots_replaced.inc()
                answered = Answer(answer(asked._replace(bot="random")))
            metrics.thinking.observe(time.perf_counter() - begun)
            room.warming = answered.waits
            try:
                await self._move_for_bot(room, seat, version, answered.thought.action)
                room.reasons.note(question, answered.thought)
            except (IllegalAction, OutOfTurn):
                note("bot refused", table=table.id, bot=asked.bot, seat=seat)
                chance = answer(asked._replace(bot="random"))
                await self._move_for_bot(room, seat, version, chance.action)

    async def _move_for_bot(self, room: Room, seat: int, version: int, action: int) -> None:
        """Play what a bot decided when the table had that version, if it is still being asked."""

        def act(table: Table) -> Step:
            # Somebody may have taken a move back, or come back, while the bot was thinking.
            if table.asked.get(seat, version + 1) > version or not table.bot_at(seat):
                raise Stale(_("The table has changed meanwhile."), table.version)
            return table.play(seat, action)

        with suppress(Stale):
            await self.do(room, f"bot-{seat}-{version}", act)

    async def hint(self, room: Room, seat: int, visitor: str) -> tuple[Question, Answer]:
        """Ask the master what it would do in somebody's place, knowing what they know."""
        table = room.table
        table.check_holder(seat, visitor)
        if not table.hints:
            raise NotNow(_("The host has not allowed hints at this table."))
        if seat not in table.playing.to_act:
            raise NotNow(_("Hints are for those whose turn it is."))
        question = bots.question(table.playing, seat)
        try:
            return question, await self.thinkers.ask(pack(question, "master", self._bot_seed(table, seat)))
        except NoAnswer:
            raise NotNow(_("The master found no answer in time; please try again.")) from None

    def _bot_seed(self, table: Table, seat: int) -> int:
        """Seed a bot's thoughts such that nobody outside can foresee them."""
        digest = hmac.digest(self._bot_key, f"bot {table.id} {seat}".encode(), hashlib.sha256)
        return int.from_bytes(digest[:8])


def _stage(match: Match) -> str:
    return PLAYING if match.to_act else OVER


def _handing(seat: int, visitor: str) -> Act:
    return lambda table: table.hand(seat, visitor)
