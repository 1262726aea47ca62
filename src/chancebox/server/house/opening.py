"""Opening tables: for friends and bots, to learn a game, and to play on from a moment of a finished one."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import date
from typing import NamedTuple

from chancebox.engine.game.boxes import load_box, own_box
from chancebox.engine.game.texts import _
from chancebox.games import game
from chancebox.server.access import costs
from chancebox.server.house.kernel import Kernel
from chancebox.server.house.sessions import Session
from chancebox.server.store.database import Taken
from chancebox.server.store.deals import Try
from chancebox.server.tables import entries, moves, settings
from chancebox.server.tables.days import BOT, Day, today
from chancebox.server.tables.dealers import DATED, LESSON, SEALED, UNDER_SEAL
from chancebox.server.tables.errors import NotFound, NotNow, NotYours, Refused
from chancebox.server.tables.names import house_command, tidy_code
from chancebox.server.tables.places import Wish, make_places
from chancebox.server.tables.table import LOBBY, OVER, PLAYING, Table


class Before(NamedTuple):
    """What those who meet at a new table have played before."""

    table: str
    games: int
    wins: list[int]
    group: str = ""
    number: int = 0
    """Which game of the group this is."""


NOTHING_BEFORE = Before("", 0, [])


class TablePlan(NamedTuple):
    """A table as it is about to be opened."""

    game: str
    places: list[entries.Place]
    options: Mapping[str, str]
    host: str
    box: str = ""
    """The text of a box of one's own; else the game's."""
    dealer: str = SEALED
    odds: bool = False
    events: entries.Events = []  # noqa: RUF012
    """What was played before, where a game is played on from the middle."""
    before: Before = NOTHING_BEFORE
    day: str = ""
    practice: bool = False
    past_day: str = ""
    """The day whose deal the events before are of."""


class Opening:
    """Opens tables; the same command opens the same one."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel

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
        """Set up a table for a visitor."""
        if game(name).kept:
            raise Refused(_("New tables are begun under the rules of today; leave out the @ and its number."))
        places = make_places(wishes, visitor)
        of = self._kernel.id_for("open", visitor, id)
        return await self.begin(of, TablePlan(name, places, options, visitor, box, dealer, odds))

    async def open_lesson(self, name: str, person: str, visitor: str, id: str) -> Session:
        """Set up and start the first game of somebody who learns by playing; refused where there is none."""
        found = game(name)
        lesson = found.lesson
        if lesson is None:
            raise NotFound(_("There is no lesson for {game} yet.").format(game=_(found.title)))
        places = make_places([Wish("person", person), *[Wish("bot")] * (lesson.SEATS - 1)], visitor)
        of = self._kernel.id_for("lesson", visitor, found.name, id)
        plan = TablePlan(found.name, places, lesson.OPTIONS, visitor, dealer=LESSON)
        return await self.begin(of, plan, starts=True)

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
        plan = TablePlan(
            table.game.key,
            places,
            table.options,
            visitor,
            table.box.text,
            odds=table.odds,
            events=played,
            past_day=table.shown_day,
        )
        return await self.begin(self._kernel.id_for("fork", table.id, visitor, id), plan, starts=True)

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
        plan = TablePlan(
            name,
            places,
            last.options if last and fits else game(name).usual_options(len(places)),
            host,
            last.box.text if last and same else "",
            last.dealer if last and same and last.dealer in UNDER_SEAL else SEALED,
            before=before,
        )
        following = await self.begin(id, plan)
        if session and last:
            # Among strangers the host must allow them first.
            closed = all(place.kind != "open" for place in places)
            hints = closed and last.hints
            odds = closed and last.odds and following.table.game.odds is not None
            do = self._kernel.do
            await do(following, house_command("hints"), lambda new: settings.advise(new, hints))
            if odds:
                await do(following, house_command("odds"), lambda new: settings.show_odds(new, True))
            if last.stage == OVER:
                await do(session, house_command("rematch"), lambda table: settings.follow(table, id))
        return following

    async def begin(self, id: str, plan: TablePlan, *, starts: bool = False) -> Session:
        """Begin the log of a table, and perhaps its game."""
        found = game(plan.game)
        if found.test_only:
            raise Refused(_("This game is not for tables."))
        seats = found.check_seats(len(plan.places))
        if plan.box:
            costs.take_box()
        # In a thread: whoever wrote it may have meant it to take long.
        box = await costs.in_thread(own_box, found, plan.box) if plan.box else load_box(found)
        opened = entries.Opened(
            game=found.name,
            rules=found.version,
            box=box.digest,
            options=found.check_options(plan.options, seats),
            places=plan.places,
            host=plan.host,
            dealer=plan.dealer,
            events=plan.events,
            own_box=box.text,
            follows=plan.before.table,
            games=plan.before.games,
            wins=plan.before.wins,
            group=plan.before.group,
            number=plan.before.number,
            seal=self._kernel.dealers.commitment(id) if plan.dealer in UNDER_SEAL else "",
            odds=plan.odds and found.odds is not None,
            day=plan.day,
            practice=plan.practice,
            past_day=plan.past_day,
        )
        session = await self._kernel.open(id, opened)
        if starts:
            await self._kernel.do(
                session, house_command("start"), lambda table: moves.start(table, plan.host)
            )
        return session

    async def find(self, typed: str) -> str:
        """Find the table for a code that somebody typed."""
        found = await asyncio.to_thread(self._kernel.store.tables.by_code, tidy_code(typed))
        if not found:
            raise NotFound(_("There is no table with the code {code}.").format(code=typed.strip().upper()))
        return found


class Tries:
    """Opens tables with the deal of a day."""

    def __init__(self, kernel: Kernel, opening: Opening) -> None:
        self._kernel = kernel
        self._opening = opening

    async def open(self, day: Day, person: str, visitor: str, id: str) -> Session:
        """
        Go on with the deal of a day, or set up a table for it.

        Who has not finished the try that counts has no other one: practice would show what comes.
        """
        store, id_for = self._kernel.store, self._kernel.id_for
        of = id_for("day", visitor, day.name)
        own = await asyncio.to_thread(self.of, visitor, day.name)
        if own is None and not day.is_over and await asyncio.to_thread(store.days.latest_day) <= day.name:
            with suppress(Taken):  # by the same visitor, in another tab
                await asyncio.wrap_future(store.days.begin(visitor, day.name, of))
            own = await asyncio.to_thread(self.of, visitor, day.name)
        going = own if own and not own.is_over else None
        places = make_places([Wish("person", person), *[Wish("bot", bot=BOT)] * (day.seats - 1)], visitor)
        practice = going is None
        plan = TablePlan(
            day.game, places, day.options, visitor, dealer=DATED, odds=True, day=day.name, practice=practice
        )
        table = going.table if going else id_for("day", visitor, day.name, id)
        return await self._opening.begin(table, plan, starts=True)

    def of(self, visitor: str, day: str) -> Try | None:
        """
        Find the try of a visitor that counts for a day.

        It goes with its seat to another device, and is forgotten when they leave for good; but nobody who has
        begun one begins another with the same token.
        """
        store, begun = self._kernel.store, self._kernel.id_for("day", visitor, day)
        found = store.days.try_of(visitor, day)
        if found is not None or not visitor or not (stage := store.tables.stage_of(begun)):
            return found
        return Try(day, begun if stage in (LOBBY, PLAYING) else "", None)

    async def check_guest(self, table: Table, visitor: str) -> None:
        """Refuse to show the deal of a day to those who have not played it themselves."""
        if not table.shown_day or table.is_removed or table.seats_of(visitor):
            return
        if date.fromisoformat(table.shown_day) >= today():
            own = await asyncio.to_thread(self.of, visitor, table.shown_day)
            if own is None or not own.is_over:
                raise NotYours(
                    _("The deal of today was played here; look at it when you have played it, or tomorrow.")
                )
        if table.day and table.stage != OVER:
            raise NotYours(_("Somebody plays the deal of the day here; come back when the game is over."))
