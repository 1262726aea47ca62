"""The deals of days: whose try counts, and what the master made of them."""

import time
from concurrent.futures import Future
from typing import Any, NamedTuple

import sqlalchemy as sa

from chancebox.server.store.database import Database
from chancebox.server.store.schema import masters, tries
from chancebox.server.store.table_logs import Also
from chancebox.server.tables.days import Outcome


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


class Deals:
    """The tries of all days."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def begin(self, visitor: str, day: str, table: str) -> Future[None]:
        """Note that somebody begins the deal of a day; `Taken` if they have before."""
        row = {"visitor": visitor, "day": day, "table_id": table, "at": time.time()}
        return self._database.write(lambda to: _insert(to, tries, row))

    def keep_master(self, day: str, outcome: Outcome) -> Future[None]:
        """Keep what the master made of the deal of a day."""
        row = {"day": day, **outcome._asdict()}
        return self._database.write(lambda to: _insert(to, masters, row))

    def try_of(self, visitor: str, day: str) -> Try | None:
        """Find the try of a visitor that counts for a day."""
        query = sa.select(tries).where(tries.c.visitor == visitor, tries.c.day == day)
        row = self._database.read(lambda source: source.execute(query).first()) if visitor else None
        return None if row is None else _try(row)

    def tries_of(self, visitor: str) -> list[Try]:
        """List the tries of a visitor, the latest day first."""
        query = sa.select(tries).where(tries.c.visitor == visitor).order_by(tries.c.day.desc())
        rows = self._database.read(lambda source: source.execute(query).all()) if visitor else []
        return [_try(row) for row in rows]

    def latest_day(self) -> str:
        """Return the latest day that anybody has begun; nothing if nobody has."""
        query = sa.select(sa.func.max(tries.c.day))
        return self._database.read(lambda source: str(source.execute(query).scalar() or ""))

    def scores_of(self, day: str) -> dict[int, int]:
        """Count how many of those who have finished the deal of a day have which score."""
        query = (
            sa.select(tries.c.score, sa.func.count())
            .where(tries.c.day == day, tries.c.score.is_not(None))
            .group_by(tries.c.score)
        )
        rows = self._database.read(lambda source: source.execute(query).all())
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
        return self._database.read(lambda source: [row.day for row in source.execute(query)])

    def master_of(self, day: str) -> Outcome | None:
        """Find what the master made of the deal of a day, if it has played it."""
        query = sa.select(masters).where(masters.c.day == day)
        row = self._database.read(lambda source: source.execute(query).first())
        return Outcome(row.score, row.place) if row else None


def _insert(to: sa.Connection, table: sa.Table, row: dict[str, Any]) -> None:
    to.execute(table.insert().values(row))


def _try(row: sa.Row[Any]) -> Try:
    return Try(row.day, row.table_id, None if row.score is None else Outcome(row.score, row.place))


def trying(outcome: Outcome) -> Also:
    """Return what writes how the deal of a day ended, with the move that brought it."""
    return lambda to, table, _at: _note_try(to, table, outcome)


def _note_try(to: sa.Connection, id: str, outcome: Outcome) -> None:
    to.execute(tries.update().where(tries.c.table_id == id).values(outcome._asdict()))


def handing_try(giver: str, visitor: str) -> Also:
    """Return what lets a try go where its seat goes, to a visitor who has none of that day yet."""
    return lambda to, table, _at: _hand_try(to, table, giver, visitor)


def _hand_try(to: sa.Connection, id: str, giver: str, visitor: str) -> None:
    other = tries.alias()
    has_one = sa.exists().where(other.c.visitor == visitor, other.c.day == tries.c.day)
    own = tries.c.table_id == id, tries.c.visitor == giver
    to.execute(tries.update().where(*own, ~has_one).values(visitor=visitor))
