"""
Groups: people who play again, and how they stand.

A group begins with a table at which a game is over. It has a link of its own, members, tables one after the
other, and perhaps a series. A member's place belongs to a device, as a seat does, and moves to another
one by a code. Nothing of a group is kept in memory: every look reads the store, so it does not matter which
process is asked, and standings are counted from results (`standings`).
"""

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

import sqlalchemy as sa

from chancebox.bots import BOTS
from chancebox.engine.game.naming import looks_like
from chancebox.engine.game.texts import _
from chancebox.games import game, names
from chancebox.server.house.kernel import Kernel
from chancebox.server.house.meetings import Meetings
from chancebox.server.house.opening import Before, Opening
from chancebox.server.house.sessions import Session
from chancebox.server.store import results
from chancebox.server.store.codes import Offer
from chancebox.server.store.database import Taken
from chancebox.server.store.group_store import erase_group, forget_member, read_group, void
from chancebox.server.store.schema import groups, members, offers, series
from chancebox.server.store.schema import results as games
from chancebox.server.tables import places, settings
from chancebox.server.tables.entries import Place
from chancebox.server.tables.errors import Gone, NotFound, NotNow, NotYours, Outdated, Refused
from chancebox.server.tables.names import (
    MOVING_LENGTH,
    check_name,
    code,
    command_key,
    free_name,
    house_command,
)
from chancebox.server.tables.permissions import Asker, check
from chancebox.server.tables.standings import KINDS, Group, Placed, Played, games_of, standings
from chancebox.server.tables.table import OVER, Table

MOST_GAMES = 300
"""Games of one group; then it founds another one."""
MOST_IN_SERIES = 25
ENOUGH_PEOPLE = 2
"""People at a table who become a group by playing again."""
ID_LENGTH = 32
"""Letters in the id of a group; what is longer or shorter never was one."""
GOOD_FOR = 600.0
"""Seconds for which a code moves a place."""


class Coming(NamedTuple):
    """Who shall sit at the next table, and what is played there."""

    number: int
    """Which game of the group it is: whoever asks for the same one comes to the same table."""
    game: str
    members: Sequence[int]
    bots: int = 0
    bot: str = "thumb"
    free: int = 0
    """Seats for whoever else has the link."""
    aside: bool = False
    """Whether the table before may be left unfinished."""


class Groups:
    """All groups of a house."""

    def __init__(self, kernel: Kernel, opening: Opening, meetings: Meetings) -> None:
        self._kernel = kernel
        self._opening = opening
        self._meetings = meetings
        self._store = kernel.store

    # Looking.

    async def look(self, id: str) -> Group:
        """Find a group; refused if there is none."""
        found = await asyncio.to_thread(self.read, id)
        if found is None:
            raise NotFound(_("There is no such group."))
        return found

    def read(self, id: str) -> Group | None:
        """Read a group from the store; nothing if there is none."""
        if not (id.isascii() and id.isalnum()):
            return None
        return self._store.read(lambda source: read_group(source, id))

    def groups_of(self, visitor: str, most: int = 20) -> list[str]:
        """List the groups to which a device belongs, the latest first."""
        query = (
            sa.select(groups.c.id)
            .join(members, members.c.group_id == groups.c.id)
            .where(members.c.visitor == visitor)
            .order_by(groups.c.latest.desc())
            .limit(most)
        )
        rows = self._store.read(lambda source: source.execute(query).all()) if visitor else []
        return list(dict.fromkeys(row.id for row in rows))

    def summaries(self, visitor: str, most: int) -> list[dict[str, Any]]:
        """Tell of the latest groups of a device who belongs to them, and how many games they have played."""
        ids = self.groups_of(visitor, most)
        people = sa.select(members).where(members.c.group_id.in_(ids), members.c.name != "")
        counted = (
            sa.select(games.c.group_id, sa.func.count().label("games"))
            .where(games.c.group_id.in_(ids), games.c.ended.is_not(None))
            .group_by(games.c.group_id)
        )
        if not ids:
            return []
        named = self._store.read(lambda source: source.execute(people.order_by(members.c.number)).all())
        played = self._store.read(lambda source: source.execute(counted).all())
        many = {row.group_id: row.games for row in played}
        return [
            {"id": id, "names": [row.name for row in named if row.group_id == id], "games": many.get(id, 0)}
            for id in ids
        ]

    # Founding, and playing again.

    async def found(self, session: Session, visitor: str) -> str:
        """Make a group of those who played a game to its end; return its id, the same one if it is there."""
        table = session.table
        if table.stage != OVER:
            raise NotNow(_("A group begins when its first game is over."))
        check("found", table, Asker(visitor))
        if table.group:
            if await asyncio.to_thread(self.read, table.group) is None:
                raise Gone(_("This group was removed."))
            return table.group
        outcome = results.outcome_of(table, table.playing)
        if outcome is None:
            raise NotNow(_("A group begins with a whole game, not with a lesson or the end of another game."))
        id = self._kernel.id_for("group", table.id)
        now = time.time()

        def work(to: sa.Connection) -> None:
            to.execute(groups.insert().values(id=id, host=0, club=False, founded=now, latest=now))
            first = sorted(outcome.placings, key=lambda one: one.visitor != visitor)
            # The host is the first member: whoever asked.
            results.admit(to, id, first)
            results.enter(to, table.id, outcome._replace(group=id), now, 1)

        with suppress(Taken):  # somebody else founded it at the same moment
            await asyncio.wrap_future(self._store.write(work))
        await self._kernel.do(session, house_command("group"), lambda table: settings.join_group(table, id))
        return id

    async def play_again(self, session: Session, visitor: str) -> str:
        """
        Open the table after another one for the same people, as a group; return its id.

        Nothing for who plays alone against bots, and where the group was removed.
        """
        table = session.table
        people = sum(place.kind == "person" for place in table.places)
        if not table.group and (people < ENOUGH_PEOPLE or results.outcome_of(table, table.playing) is None):
            return ""
        id = table.group or await self.found(session, visitor)
        group = await asyncio.to_thread(self.read, id)
        if group is None:
            return ""
        played = next(one for one in group.games if one.table == table.id)
        # What comes after it is there perhaps; unless somebody removed that.
        if known := next((one for one in group.games if one.number > played.number and one.is_kept), None):
            return known.table
        # Who sat there may have left since, or have been sent away.
        group.check_member(visitor)
        number = group.last.number + 1 if group.last else 1
        places = [_seat_again(group, *one) for one in zip(table.places, played.placed, strict=True)]
        if group.running:
            # In a series everybody begins in turn.
            places = [*places[1:], *places[:1]]
        name = group.running.game if group.running and group.running.game else table.game.name
        return await self._open(group, number, name, places, visitor, session)

    async def open_next(self, id: str, coming: Coming, visitor: str) -> str:
        """Open the next table of a group with those who come, and bots; return its id."""
        group = await self.look(id)
        group.check_member(visitor)
        known = next((one for one in group.games if one.number == coming.number), None)
        if known and known.is_kept:
            return known.table
        last = group.last
        if last is None or coming.number != last.number + 1:
            raise NotNow(_("The group has played on meanwhile; look again."))
        if last.is_open and not (coming.aside and group.is_host(visitor)):
            raise NotNow(_("The last table of the group is not over yet."))
        if coming.game not in names():
            raise Refused(_("There is no game {game!r} in this house.").format(game=coming.game))
        if group.running and group.running.game not in ("", coming.game):
            raise NotNow(
                _("The group plays a series of {game}.").format(game=_(game(group.running.game).title))
            )
        places = self._seat(group, coming)
        game(coming.game).check_seats(len(places))
        return await self._open(
            group, coming.number, coming.game, places, visitor, await self._table_of(last)
        )

    def _seat(self, group: Group, coming: Coming) -> list[Place]:
        """Seat those who come in the order of the last game, but whoever began there comes last now."""
        here = [group.members[n] for n in dict.fromkeys(coming.members) if n in group.members]
        if not here or any(not one.is_here for one in here):
            raise Refused(_("Say who of the group comes."))
        if coming.bot not in BOTS:
            raise Refused(_("There is no bot {name!r}.").format(name=coming.bot))
        last = group.last.placed if group.last else ()
        before = [one.member for one in sorted(last, key=lambda one: one.seat) if one.member is not None]
        order = [*before[1:], *before[:1]]
        here.sort(key=lambda one: order.index(one.number) if one.number in order else len(order))
        places = [Place("person", one.name, "", one.visitor) for one in here]
        for _bot in range(coming.bots):
            taken = [place.name for place in places]
            places.append(Place("bot", free_name(len(places) % 8, taken), coming.bot))
        return [*places, *(Place("open") for _seat in range(coming.free))]

    async def _open(
        self,
        group: Group,
        number: int,
        name: str,
        places: list[Place],
        visitor: str,
        session: Session | None,
    ) -> str:
        if number > MOST_GAMES:
            raise NotNow(
                _("This group has played {n} games; begin another one with a new table.").format(n=MOST_GAMES)
            )
        counted = [one for one in group.counted() if one.ended]
        wins = {group.members[one.member].name: one.wins for one in standings(counted)}
        before = Before(
            session.table.id if session else group.id,
            len(counted),
            [wins.get(place.name, 0) if place.kind == "person" else 0 for place in places],
            group.id,
            number,
        )
        id = self._kernel.id_for("game", group.id, str(number))
        following = await self._opening.open_following(session, id, name, places, visitor, before)
        following.note_request(visitor)
        await self._meetings.meet(following)
        return id

    async def _table_of(self, played: Played) -> Session | None:
        """Find the table of a game, if it is still there and can be read."""
        if not played.is_kept:
            return None
        try:
            return await self._kernel.session(played.table)
        except (NotFound, Gone, Outdated):
            return None

    async def plan(self, id: str, kind: str, many: int, name: str, visitor: str) -> None:
        """Agree on a series that begins with the next game; one that is being played is the host's to end."""
        group = await self.look(id)
        group.check_member(visitor)
        if kind not in KINDS or many not in range(1, MOST_IN_SERIES + 1) or (name and name not in names()):
            raise Refused(_("A series has 1 to {n} games, of one game or of any.").format(n=MOST_IN_SERIES))
        last = group.last
        first = last.number + (last.ended is not None) if last else 1
        now = group.running
        if now is not None and now.first < first and not group.is_host(visitor):
            raise NotNow(_("A series is being played; only the host can end it before its time."))

        def work(to: sa.Connection) -> None:
            if not results.lock(to, id):
                raise Taken
            to.execute(series.delete().where(series.c.group_id == id, series.c.first >= first))
            to.execute(series.insert().values(group_id=id, first=first, kind=kind, games=many, game=name))

        await self._write(work)

    async def end_series(self, id: str, visitor: str) -> None:
        """Give up the series that is being played; the games stay."""
        group = await self.look(id)
        if not group.is_host(visitor):
            raise NotYours(_("Only the host can end a series before its time."))
        now = group.running
        if now is None:
            return  # whoever ended it and did not hear so asks again
        played = len(games_of(now, group.games))
        own = series.c.group_id == id, series.c.first == now.first

        def work(to: sa.Connection) -> None:
            if played:
                to.execute(series.update().where(*own).values(games=played))
            else:
                to.execute(series.delete().where(*own))

        await self._write(work)

    async def show(self, id: str, shown: bool, visitor: str) -> None:
        """Show a group and its games to the club, or do not."""
        group = await self.look(id)
        if not group.is_host(visitor):
            raise NotYours(_("Only the host decides what the club sees."))

        def work(to: sa.Connection) -> None:
            to.execute(groups.update().where(groups.c.id == id).values(club=shown))
            to.execute(games.update().where(games.c.group_id == id).values(is_shown=shown))

        await self._write(work)

    # Names, and places that move.

    async def check_name(self, table: Table, name: str, visitor: str) -> str:
        """
        Return the name under which somebody sits down at a table of a group.

        A member sits under the own name; nobody else's name can be taken, whether they are there or not.
        """
        group = await asyncio.to_thread(self.read, table.group) if table.group else None
        if group is None:
            return name
        seated = [place.name for place in table.places if place.name]
        free = [one for one in group.of(visitor) if not looks_like(one.name, seated)]
        if free:
            return next((one for one in free if looks_like(name, [one.name])), free[0]).name
        return check_name(name, [*(one.name for one in group.members.values() if one.name), *seated])

    async def offer(self, id: str, number: int, visitor: str) -> str:
        """Make a code by which a member's place moves to another device; an older one is void."""
        group = await self.look(id)
        self._check_own(group, number, visitor)

        def put(fresh: str) -> Any:
            def work(to: sa.Connection) -> None:
                row = {"table_id": id, "seat": number, "giver": visitor, "command": ""}
                to.execute(offers.delete().where(offers.c.until <= self._store.NOW))
                void(to, id, number)
                to.execute(offers.insert().values(code=fresh, until=self._store.NOW + GOOD_FOR, **row))

            return self._store.write(work)

        while True:
            fresh = code(MOVING_LENGTH)
            with suppress(Taken):
                await asyncio.wrap_future(put(fresh))
                return fresh

    async def redeem(self, typed: str, visitor: str, id: str) -> str | None:
        """
        Move a member's place to the device of whoever typed its code, with the seats at tables being played.

        Nothing if it is not a code of a group. The same command has the same answer.
        """
        given = "".join(typed.upper().split())
        command = command_key("redeem", visitor, id)
        offer = await asyncio.to_thread(self._store.codes.find, given)
        if offer is None or offer.command not in ("", command):
            return None
        if await asyncio.to_thread(self.read, offer.table) is None:
            return None
        if not offer.command and not await self._move(offer, given, visitor, command):
            return None
        # Only now: until the place had moved, tables were opened for the old device.
        group = await asyncio.to_thread(self.read, offer.table)
        if group is not None and offer.seat in group.members:
            await self._move_seats(group, group.members[offer.seat].name, offer.giver, visitor, id)
        return offer.table

    async def _move(self, offer: Offer, given: str, visitor: str, command: str) -> bool:
        """Move a member's place; return whether the code was still good."""
        own = members.c.group_id == offer.table, members.c.number == offer.seat

        def work(to: sa.Connection) -> None:
            unused = offers.update().where(offers.c.code == given, offers.c.command == "")
            if to.execute(unused.values(command=command)).rowcount != 1:
                raise Taken
            moved = members.update().where(*own, members.c.visitor == offer.giver).values(visitor=visitor)
            if to.execute(moved).rowcount != 1:
                raise Taken
            void(to, offer.table, offer.seat)

        try:
            await asyncio.wrap_future(self._store.write(work))
        except Taken:
            now = await asyncio.to_thread(self._store.codes.find, given)
            return now is not None and now.command == command
        return True

    async def _move_seats(self, group: Group, name: str, giver: str, visitor: str, id: str) -> None:
        """Let the seats of a member at all tables that are not over go where the place went."""
        sat = await asyncio.to_thread(self._store.tables.all_of, giver)
        for played in [one for one in group.games if one.is_open and one.table in sat]:
            session = await self._table_of(played)
            held = session.table.seats_of(giver) if session else []
            for seat in held:
                if session and session.table.places[seat].name == name:
                    command = command_key(f"redeem {seat}", visitor, id)
                    moving = partial(places.hand, seat=seat, giver=giver, visitor=visitor)
                    with suppress(Refused):
                        await self._kernel.do(session, command, moving)

    # Leaving.

    async def leave(self, id: str, number: int, visitor: str) -> None:
        """
        Let a member leave, or be sent away by the host: name and device are erased.

        Results stay under "somebody who left". With the last member goes the group.
        """
        group = await self._look_again(id)
        if group is None:
            return
        member = group.members.get(number)
        if member is not None and not member.is_here:
            return  # whoever left is known to nobody; asked for again, it is done
        if not group.is_host(visitor):
            self._check_own(group, number, visitor)
        elif member is None:
            raise NotFound(_("There is no such member."))

        def work(to: sa.Connection) -> None:
            if results.lock(to, id):
                forget_member(to, id, number)

        await self._write(work)

    async def remove(self, id: str, visitor: str) -> None:
        """Remove a group with its members and results, for everybody; the tables stay."""
        group = await self._look_again(id)
        if group is None:
            return
        if not group.is_host(visitor):
            raise NotYours(_("Only the host can remove the group."))
        await self._write(lambda to: erase_group(to, id))

    async def remove_old(self, before: float, most: int) -> int:
        """Remove groups in which nothing happened since a time; return how many."""
        played = sa.exists().where(
            games.c.group_id == groups.c.id, games.c.ended.is_(None), games.c.is_kept.is_(True)
        )
        query = sa.select(groups.c.id).where(groups.c.latest < before, ~played).limit(most)
        rows = await asyncio.to_thread(
            self._store.read, lambda source: [row.id for row in source.execute(query).all()]
        )
        for id in rows:
            erasing = partial(erase_group, id=id, before=before)
            await asyncio.wrap_future(self._store.write(erasing))
        return len(rows)

    async def _look_again(self, id: str) -> Group | None:
        """Find a group that somebody wants to be rid of; nothing if it is gone: they did not hear so."""
        return await asyncio.to_thread(self.read, id) if len(id) == ID_LENGTH else await self.look(id)

    def _check_own(self, group: Group, number: int, visitor: str) -> None:
        if number not in [one.number for one in group.of(visitor)]:
            raise NotYours(_("This place in the group is not yours."))

    async def _write(self, work: Any) -> None:
        try:
            await asyncio.wrap_future(self._store.write(work))
        except Taken:
            raise NotNow(_("The group has changed meanwhile; look again.")) from None


def _seat_again(group: Group, place: Place, placed: Placed) -> Place:
    """Return who sits at a seat in the next game: a member by the device of now, nobody for who has left."""
    member = group.members.get(placed.member) if placed.member is not None else None
    if member is not None and member.is_here:
        return Place("person", member.name, "", member.visitor)
    # A guest who is no member has a name there; who left has none any more.
    if place.kind == "person" and (member is not None or not placed.name):
        return Place("open")
    return Place(place.kind, place.name, place.bot, place.visitor)
