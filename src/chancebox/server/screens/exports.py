"""
What a visitor gets of all that the house keeps about them: one JSON file, written while it is sent.

Of each table at which they sat or which they host: what it is, their own seats and names, what they said, and
where the game is over how it ended, with the record. Of a game that is not over nothing of its course is
told, since that may be secret.
"""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from datetime import UTC, date, datetime
from typing import Any

import msgspec

from chancebox.engine.game.texts import _
from chancebox.engine.match import files
from chancebox.engine.match.real_dice import REAL, REAL_CARDS
from chancebox.engine.proofs import receipts, sealing
from chancebox.server.access import costs
from chancebox.server.house.house import House
from chancebox.server.store.deals import Try
from chancebox.server.tables import entries
from chancebox.server.tables.days import today
from chancebox.server.tables.dealers import Dealers
from chancebox.server.tables.errors import NotFound, NotNow, Outdated
from chancebox.server.tables.holders import Seats
from chancebox.server.tables.phrases import ChatLine
from chancebox.server.tables.seals import public_name
from chancebox.server.tables.table import OVER, Table

FORMAT = "chancebox-mine"
VERSION = 1
MOST_GROUPS = 1000


async def write(house: House, visitor: str) -> AsyncIterator[bytes]:
    """Write the file part by part, one table after the other."""
    tables = await asyncio.to_thread(house.store.tables.all_of, visitor)
    days = [_day(one) for one in await asyncio.to_thread(house.store.days.tries_of, visitor)]
    head = {"format": FORMAT, "version": VERSION, "written": _moment(time.time()), "days": days}
    yield msgspec.json.encode(head)[:-1] + b',"tables":['
    between = b"\n"
    for id, stage in tables.items():
        async with house.exporting:
            begun = time.monotonic()
            told = await costs.in_thread(_describe, house, id, stage, visitor)
            # Others are served meanwhile: half of the time is theirs.
            await asyncio.sleep(time.monotonic() - begun)
        if told:
            yield between + told
            between = b",\n"
    groups = await costs.in_thread(_groups, house, visitor)
    yield b'\n],"groups":' + msgspec.json.encode(groups) + b"}\n"


def _describe(house: House, id: str, stage: str, visitor: str) -> bytes:
    """Describe one table; nothing if it has gone meanwhile, or they have no share in it any more."""
    try:
        lines = house.store.tables.read(id)
    except NotFound:
        return b""
    opened = lines[0].entry
    if not isinstance(opened, entries.Opened):
        return b""
    seats = Seats(lines)
    mine = [seat for seat, place in enumerate(seats.places) if place.visitor == visitor]
    said = [
        _saying(line) for line in house.store.chat.read(id) if seats.holder(line.seat, line.at) == visitor
    ]
    if not mine and not said and opened.host != visitor:
        return b""
    told: dict[str, Any] = {
        "table": id,
        "game": opened.game,
        "rules": opened.rules,
        "options": opened.options,
        "opened": _moment(lines[0].at),
        "latest": _moment(lines[-1].at),
        "stage": stage,
        "opened_by_you": opened.host == visitor,
        "seats": [{"seat": seat, "name": seats.places[seat].name} for seat in mine],
        "chat": said,
    }
    if stage == OVER:
        # A table of rules that are not there any more has a log, but nobody can tell what it means.
        with suppress(Outdated):
            told |= _outcome(house, house.kernel.fold(id, lines))
    return msgspec.json.encode(told)


def _groups(house: House, visitor: str) -> list[dict[str, Any]]:
    """Describe the groups to which a visitor belongs: their own names, and how they came in."""
    found = []
    for id in house.groups.groups_of(visitor, MOST_GROUPS):
        if group := house.groups.read(id):
            own = {one.number: one.name for one in group.of(visitor)}
            placed = [
                {
                    "game": played.game,
                    "ended": _moment(played.ended),
                    "name": own[one.member],
                    "place": one.place,
                    "won": one.has_won,
                }
                for played in group.games
                for one in played.placed
                if played.ended and one.member in own
            ]
            found.append(
                {
                    "group": id,
                    "founded": _moment(group.founded),
                    "names": list(own.values()),
                    "host": group.is_host(visitor),
                    "games": placed,
                }
            )
    return found


def _outcome(house: House, table: Table) -> dict[str, Any]:
    """Tell how a game ended; nothing if it goes on again, since the last throw was corrected."""
    if not table.match or not (result := table.match.result):
        return {"stage": table.stage}
    ended = {"winners": result.winners, "places": result.places, "why": result.why}
    # As it is, byte for byte: the dice can be checked with it.
    return {"result": ended, "record": msgspec.Raw(write_record(house.kernel.dealers, table).encode())}


def _day(one: Try) -> dict[str, Any]:
    """Describe a try at the deal of a day."""
    told = {"day": one.day, "table": one.table or None}
    return {**told, **one.outcome._asdict()} if one.outcome else told


def _saying(line: ChatLine) -> dict[str, Any]:
    told = {"at": _moment(line.at), "seat": line.seat}
    return {**told, "phrase": line.phrase} if line.phrase else {**told, "text": line.text}


def _moment(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")


def write_record(dealers: Dealers, table: Table) -> str:
    """Write the record of a finished game; where the table was sealed, with the opened seal."""
    if table.stage != OVER:
        raise NotNow(_("The record holds all secrets; it is there when the game is over."))
    players = [place.bot or "person" for place in table.places]
    seal = table.seal
    if table.day and date.fromisoformat(table.day) < today():
        return sealing.write_dated(
            table.playing,
            players,
            bytes.fromhex(public_name(table.id)),
            table.day,
            dealers.days.open_secret(table.day),
        )
    if seal is None:
        return files.as_text(files.as_data(table.playing, players))
    entered = (
        {n: receipts.EnteredBy(one.seats, len(one.before)) for n, one in table.entered.items()}
        if table.has_real_dice
        else None
    )
    opened = receipts.OpenedSeal(
        bytes.fromhex(seal.table),
        dealers.open_secret(table.id),
        seal.given,
        seal.opening,
        seal.shares,
        entered,
        REAL_CARDS if table.dealer == REAL_CARDS else REAL,
    )
    return sealing.write(table.playing, players, opened)
