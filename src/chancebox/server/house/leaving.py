"""
Leaving for good: what becomes of a table when somebody wants nothing of theirs to be kept.

A table at which nobody else has a share is removed. At one with others the game stays theirs: whoever
leaves is called a guest in every line of its log, under an id that was made for this table alone and is
nobody's; what they said is gone. A bot plays on for them, and somebody else is the host.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

import sqlalchemy as sa

from chancebox.server.access.visitors import new_visitor
from chancebox.server.house.kernel import Kernel
from chancebox.server.store import erasing, results
from chancebox.server.store.database import Taken
from chancebox.server.store.group_store import forget_member
from chancebox.server.store.schema import (
    chat,
    log,
    members,
    offers,
    own_results,
    placings,
    presence,
    reviews,
    sittings,
    tries,
)
from chancebox.server.store.table_logs import Also
from chancebox.server.tables import entries
from chancebox.server.tables.entries import Entry, Place, StoredEntry
from chancebox.server.tables.errors import Gone, NotFound
from chancebox.server.tables.holders import Seats
from chancebox.server.tables.names import guest_name, house_command

ROUNDS = 3
"""How often it is looked for tables of a visitor who leaves for good."""
OF_A_VISITOR = (
    sittings.c.visitor,
    own_results.c.visitor,
    tries.c.visitor,
    presence.c.visitor,
    offers.c.giver,
)
"""Where a visitor is named beside the logs."""


class Departure(NamedTuple):
    """What is written when somebody leaves a table."""

    entry: entries.Left | entries.Removed
    lines: dict[int, str]
    """The lines of the log that are written anew, by version."""
    seats: Seats


class Erasure:
    """Erases visitors from the house."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel
        self._store = kernel.store

    async def forget(self, visitor: str) -> None:
        """Forget a visitor for good: their tables, or at those of others their names and what they said."""
        # Whoever sits down somewhere meanwhile stands up again.
        for _round in range(ROUNDS):
            for id in await asyncio.to_thread(self._store.tables.all_of, visitor):
                with suppress(NotFound):
                    await self._part(id, visitor)
        await asyncio.wrap_future(self._store.write(lambda to: forget(to, visitor)))
        await asyncio.to_thread(self._store.wipe)

    async def _part(self, id: str, visitor: str) -> None:
        """Let a table be without a visitor: also one whose rules are not there any more."""
        kernel = self._kernel
        if (session := kernel.sessions.get(id)) is not None:
            async with session.lock:
                await self._write_departure(id, visitor)
                with suppress(Gone):
                    await kernel.catch_up(session)
            return
        # Not while its log is being read: the reader would not be told.
        async with kernel.loading(id):
            if id not in kernel.sessions:
                await self._write_departure(id, visitor)

    async def _write_departure(self, id: str, visitor: str) -> None:
        while True:
            lines = await asyncio.to_thread(self._store.tables.read, id)
            if isinstance(lines[0].entry, entries.Removed):
                return
            left = depart(lines, visitor)
            writing = self._store.tables.append(
                id,
                lines[-1].version + 1,
                house_command(f"left-{lines[-1].version}"),
                left.entry,
                also=[_writing(left, visitor)],
            )
            with suppress(Taken):  # somebody else has written meanwhile
                await asyncio.wrap_future(writing)
                return


def depart(lines: Sequence[StoredEntry], visitor: str) -> Departure:
    """Return what is to be written so that nothing of a visitor is left in this log."""
    seats = Seats(list(lines))
    host = seats.host
    gone = {
        place.visitor
        for line in lines
        if isinstance(line.entry, entries.Left)
        for _n, place in line.entry.places
    }
    others = [place.visitor for place in seats.places if place.visitor not in ("", visitor, *gone)]
    if not others and host in ("", visitor, *gone):
        return Departure(entries.Removed(), {}, seats)
    stranger = new_visitor()
    names = _names(seats, visitor)
    has_begun = any(isinstance(line.entry, entries.Started) for line in lines)
    places = [
        (seat, Place("person", names[seat, place.name], "", stranger) if has_begun else Place("open"))
        for seat, place in enumerate(seats.places)
        if place.visitor == visitor
    ]
    written: dict[int, str] = {}
    for line in lines:
        was = entries.write(line.entry)
        _rename(line.entry, visitor, stranger, names)
        if (now := entries.write(line.entry)) != was:
            written[line.version] = now
    return Departure(entries.Left(places, host if host != visitor else others[0]), written, seats)


def _names(seats: Seats, visitor: str) -> dict[tuple[int, str], str]:
    """Name a guest for each name that a visitor had at a seat; not those that went on to another device."""
    had = {(seat, place.name): "" for seat, place in seats.given if place.visitor == visitor and place.name}
    for seat, place in enumerate(seats.places):
        if place.visitor == visitor:
            had[seat, place.name] = ""
        elif place.visitor:
            had.pop((seat, place.name), None)
    taken = [place.name for _seat, place in seats.given]
    for key in had:
        had[key] = guest_name(taken)
        taken.append(had[key])
    return had


def _rename(entry: Entry, visitor: str, stranger: str, names: dict[tuple[int, str], str]) -> None:
    """Write a stranger in place of a visitor, with the name of a guest."""
    match entry:
        case entries.Opened():
            for seat, place in enumerate(entry.places):
                place.name = names.get((seat, place.name), place.name)
        case entries.Sat():
            entry.name = names.get((entry.seat, entry.name), entry.name)
        case entries.Arranged():
            entry.place.name = names.get((entry.seat, entry.place.name), entry.place.name)
    named = [entry, *(place for _seat, place in _places_of(entry))]
    for one in named:
        for field in ("visitor", "host"):
            if getattr(one, field, "") == visitor:
                setattr(one, field, stranger)


def _places_of(entry: Entry) -> list[tuple[int, Place]]:
    match entry:
        case entries.Opened(places=places):
            return list(enumerate(places))
        case entries.Arranged(seat=seat, place=place):
            return [(seat, place)]
        case entries.Left(places=given):
            return given
    return []


def _writing(departure: Departure, visitor: str) -> Also:
    """Return what writes it, with the line of the log that says so."""
    return lambda to, table, _at: _write(to, table, departure, visitor)


def _write(to: sa.Connection, id: str, departure: Departure, visitor: str) -> None:
    erasing.lock(to, id)
    for version, text in departure.lines.items():
        to.execute(log.update().where(log.c.table_id == id, log.c.version == version).values(entry=text))
    # Numbers stay: whoever has heard so many lines waits for the next one.
    for line in to.execute(sa.select(chat).where(chat.c.table_id == id)).all():
        if departure.seats.holder(line.seat, line.at) == visitor:
            erased = chat.update().where(chat.c.table_id == id, chat.c.number == line.number)
            to.execute(erased.values(text="", phrase=None, command=f"/{line.number}"))
    # These tell names; they are made again from the log.
    for table in (own_results, reviews):
        to.execute(table.delete().where(table.c.table_id == id))
    if isinstance(departure.entry, entries.Left):
        seats = [seat for seat, _place in departure.entry.places]
        to.execute(
            placings.update().where(placings.c.table_id == id, placings.c.seat.in_(seats)).values(name="")
        )
    for column in OF_A_VISITOR:
        to.execute(column.table.delete().where(column == visitor, column.table.c.table_id == id))


def forget(to: sa.Connection, visitor: str) -> None:
    """Erase what is left of a visitor who sits nowhere any more."""
    for row in to.execute(sa.select(members).where(members.c.visitor == visitor)).all():
        if results.lock(to, row.group_id):
            forget_member(to, row.group_id, row.number)
    for column in OF_A_VISITOR:
        to.execute(column.table.delete().where(column == visitor))
