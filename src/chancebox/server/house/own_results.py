"""
How finished games ended for those who played them: a row for each, from which *Mine* is made.

A row is written when a table ends. Where it is missing, since the table is older than these rows or a process
died, or since a name in it was erased, it is made from the log as soon as its visitor looks. What it says of
a game is what the own seat may know of it.
"""

import asyncio
import time
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from chancebox.engine.game import badges
from chancebox.engine.game.errors import ChanceboxError
from chancebox.engine.game.game import Game
from chancebox.engine.match.tales import tell
from chancebox.engine.rules.contract import CHANCE
from chancebox.reviews.report import Review
from chancebox.server.house.kernel import Kernel
from chancebox.server.store.database import Taken
from chancebox.server.store.schema import own_results, sittings, tables
from chancebox.server.tables.entries import StoredEntry
from chancebox.server.tables.errors import Full, NotFound, Outdated
from chancebox.server.tables.table import OVER, REMOVED, Table
from chancebox.server.thinking.reviews import ReviewDesk

MOST_READ = 2000
"""Games of one visitor that are looked at, the latest."""
AT_ONCE = 200
"""Games that are made from their logs after one look at the page."""
NOBODY = -1
"""The seat of who hosted a game without playing it."""


class Opponent(msgspec.Struct, frozen=True):
    """Somebody else at a table."""

    name: str
    bot: str = ""


class OwnResult(NamedTuple):
    """How a game ended for one visitor."""

    visitor: str
    table: str
    at: float
    game: str
    seat: int
    """NOBODY if the visitor did not play."""
    seats: int
    place: int
    """0 where it is nobody's: several at one device, a bot that stood in, a lesson, a game played on."""
    won: bool
    score: int | None
    """What decides the game, where that can be counted."""
    moves: int
    """Decisions of all players."""
    others: list[Opponent]
    badges: list[str]
    luck: float | None = None
    """In shares of a win, from the review, where there is one."""

    @property
    def counts(self) -> bool:
        """Whether it is this visitor's own result."""
        return self.place > 0


_opponents = msgspec.json.Decoder(list[Opponent])
_keys = msgspec.json.Decoder(list[str])


def badges_of(game: Game) -> tuple[badges.Badge, ...]:
    """Return all that can be earned in a game."""
    return (*badges.COMMON, *(game.badges.BADGES if game.badges else ()))


def is_own(table: Table, seat: int, visitor: str) -> bool:
    """Return whether all that a seat decided was decided by this visitor, who had no other seat."""
    return (
        table.seats_of(visitor) == [seat]
        and seat not in table.stood_in
        and not table.before
        and not table.is_lesson
    )


def make(table: Table, at: float, review: Review | None = None) -> list[OwnResult]:
    """Return the results of all who have a share in a finished game."""
    visitors = dict.fromkeys(place.visitor for place in table.places if place.visitor)
    return [_make(table, visitor, at, review) for visitor in (visitors | {table.host: None})]


def _make(table: Table, visitor: str, at: float, review: Review | None) -> OwnResult:
    match, result, mine = table.playing.fork(), table.playing.result, table.seats_of(visitor)
    assert result is not None
    seat = mine[0] if mine else NOBODY
    own = bool(mine) and is_own(table, seat, visitor)
    tale = tell(match, seat) if own else None
    return OwnResult(
        visitor=visitor,
        table=table.id,
        at=at,
        game=table.game.name,
        seat=seat,
        seats=table.seats,
        place=result.places[seat] if own else 0,
        won=own and seat in result.winners,
        score=tale.final_score if tale else None,
        moves=sum(event.seat != CHANCE for event in match.events),
        others=[Opponent(place.name, place.bot) for place in table.places if place.visitor != visitor],
        badges=[badge.key for badge in badges.earned(badges_of(table.game), tale)] if tale else [],
        luck=review.seats[seat].luck.value if own and review else None,
    )


def looked_at(visitor: str, table: str, at: float) -> OwnResult:
    """Return a row that says no more than that there is nothing to say."""
    return OwnResult(visitor, table, at, "", NOBODY, 0, 0, False, None, 0, [], [])


class OwnResults:
    """Writes rows when games end, and where some are missing."""

    def __init__(self, kernel: Kernel, reviews: ReviewDesk) -> None:
        self._kernel = kernel
        self._reviews = reviews
        self._store = kernel.store
        kernel.when_over.append(self.follow)
        self._writing: set[asyncio.Task[None]] = set()
        self._filling: set[str] = set()
        self._one_at_a_time = asyncio.Lock()

    def follow(self, table: Table, before: str) -> None:
        """Note how a game ended; and that it goes on again, since the last throw was corrected."""
        if OVER in (before, table.stage) and before != table.stage:
            self._begin(self._note(table))

    def note_luck(self, table: str, review: Review) -> None:
        """Write what a review has found beside the results."""
        self._store.write(lambda to: _write_luck(to, table, review))

    async def of(self, visitor: str) -> tuple[list[OwnResult], int]:
        """Return the latest results of a visitor, and how many games are still to be counted."""
        found = await asyncio.to_thread(self._store.read, lambda source: _read(source, visitor))
        missing = await asyncio.to_thread(self._store.read, lambda source: _missing(source, visitor))
        if missing and visitor not in self._filling:
            self._filling.add(visitor)
            self._begin(self._fill(visitor, missing))
        return found, len(missing)

    async def close(self) -> None:
        """Stop what is being counted; it is counted another time."""
        for task in list(self._writing):
            task.cancel()
        await asyncio.gather(*self._writing, return_exceptions=True)

    async def settle(self) -> None:
        """Wait until all that was begun is written."""
        while self._writing:
            await asyncio.gather(*self._writing, return_exceptions=True)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)

    async def _note(self, table: Table) -> None:
        async with self._one_at_a_time:
            rows = await asyncio.to_thread(make, table, time.time()) if table.stage == OVER else []
            await self._write(table.id, rows)

    async def _fill(self, visitor: str, missing: Sequence[str]) -> None:
        """Make rows from the logs of finished games, one after the other; others are served meanwhile."""
        try:
            for id in missing:
                async with self._one_at_a_time:
                    begun = time.monotonic()
                    rows = await asyncio.to_thread(self._from_log, id, visitor)
                    await self._write(id, rows)
                    await asyncio.sleep(time.monotonic() - begun)
        except Full:
            return  # the next look tries again
        finally:
            self._filling.discard(visitor)

    def _from_log(self, id: str, visitor: str) -> list[OwnResult]:
        lines: list[StoredEntry] = []
        with suppress(NotFound, Outdated, ChanceboxError):
            lines = self._store.tables.read(id)
            table = self._kernel.fold(id, lines)
            if table.stage == OVER:
                rows = make(table, lines[-1].at, self._reviews.read_kept(table))
                known = any(row.visitor == visitor for row in rows)
                return rows if known else [*rows, looked_at(visitor, id, lines[-1].at)]
        return [looked_at(visitor, id, lines[-1].at if lines else 0.0)]

    async def _write(self, id: str, rows: Sequence[OwnResult]) -> None:
        with suppress(Taken):  # the table was removed meanwhile
            await asyncio.wrap_future(self._store.write(lambda to: _replace(to, id, rows)))


def _replace(to: sa.Connection, id: str, rows: Sequence[OwnResult]) -> None:
    stage = to.execute(sa.select(tables.c.stage).where(tables.c.id == id).with_for_update(read=True)).scalar()
    if stage in (None, REMOVED):
        raise Taken
    to.execute(own_results.delete().where(own_results.c.table_id == id))
    for row in rows:
        told = {**row._asdict(), "table_id": row.table}
        del told["table"]
        told["others"] = msgspec.json.encode(row.others).decode()
        told["badges"] = msgspec.json.encode(row.badges).decode()
        to.execute(own_results.insert().values(told))


def _write_luck(to: sa.Connection, id: str, review: Review) -> None:
    for seat, one in enumerate(review.seats):
        mine = own_results.c.table_id == id, own_results.c.seat == seat, own_results.c.place > 0
        to.execute(own_results.update().where(*mine).values(luck=one.luck.value))


def _read(source: sa.Connection, visitor: str) -> list[OwnResult]:
    query = sa.select(own_results).where(own_results.c.visitor == visitor, own_results.c.seat >= 0)
    rows = source.execute(query.order_by(own_results.c.at.desc()).limit(MOST_READ)).all()
    return [
        OwnResult(
            row.visitor, row.table_id, row.at, row.game, row.seat, row.seats, row.place, bool(row.won),
            row.score, row.moves, _opponents.decode(row.others), _keys.decode(row.badges), row.luck,
        )
        for row in rows
    ]  # fmt: skip


def _missing(source: sa.Connection, visitor: str) -> list[str]:
    """Find finished games of a visitor without a row, the latest first."""
    there = sa.exists().where(own_results.c.visitor == visitor, own_results.c.table_id == sittings.c.table_id)
    query = (
        sa.select(sittings.c.table_id)
        .join(tables, tables.c.id == sittings.c.table_id)
        .where(sittings.c.visitor == visitor, tables.c.stage == OVER, ~there)
        .order_by(sittings.c.at.desc())
        .limit(AT_ONCE)
    )
    return [row.table_id for row in source.execute(query).all()]
