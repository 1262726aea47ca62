"""
Erasing a table from the store: what is written, and how tables are found at which nothing happened for long.

The lines of its log stay for a while, each with nothing but its number, its command and its time, so that no
other process writes a version of it again. Names, moves and what was said are gone at once.
"""

from typing import TypeVar

import sqlalchemy as sa

from chancebox.server.store import results
from chancebox.server.store.schema import (
    chat,
    log,
    offers,
    own_results,
    presence,
    reviews,
    sittings,
    tables,
    tries,
)
from chancebox.server.tables import entries
from chancebox.server.tables.table import REMOVED

ABOUT = (chat, reviews, sittings, offers, presence, own_results)
"""What is known of a table beside its log."""
NOTHING = entries.write(entries.Removed())

Found = TypeVar("Found")


def lock(to: sa.Connection, id: str) -> None:
    """
    Let nobody write who is at a table until this is written, and wait for who does.

    To change its row is not enough: that lets those pass who only want the row to stay.
    """
    to.execute(sa.select(tables.c.id).where(tables.c.id == id).with_for_update())


def erase(to: sa.Connection, id: str) -> None:
    """Erase all that is known of a table; that it was removed is in its log already."""
    # First: whoever is about to add something to it waits for us, or we for them.
    lock(to, id)
    to.execute(tables.update().where(tables.c.id == id).values(stage=REMOVED, code=None))
    to.execute(log.update().where(log.c.table_id == id).values(entry=NOTHING))
    # That somebody has had their try is all that is left of it.
    gone = {"table_id": "", "score": None, "place": None}
    to.execute(tries.update().where(tries.c.table_id == id).values(gone))
    for table in ABOUT:
        to.execute(table.delete().where(table.c.table_id == id))
    results.erase(to, id)


def forget(to: sa.Connection, id: str) -> None:
    """Remove what is left of a table that was erased."""
    if to.execute(tables.delete().where(tables.c.id == id, tables.c.stage == REMOVED)).rowcount:
        to.execute(log.delete().where(log.c.table_id == id))


def erased(before: float) -> sa.Select[tuple[str]]:
    """Select tables that were erased before a time."""
    return sa.select(tables.c.id).where(tables.c.stage == REMOVED, _latest(log.c.at) < before)


def old(before: float, now: sa.ColumnElement[float]) -> sa.Select[tuple[str, int]]:
    """Select tables at which nothing was done or said since a time, and nobody is as the store knows."""
    spoken = sa.exists().where(chat.c.table_id == tables.c.id, chat.c.at >= before)
    attended = sa.exists().where(presence.c.table_id == tables.c.id, presence.c.until > now)
    return sa.select(tables.c.id, _latest(log.c.version).label("version")).where(
        tables.c.stage != REMOVED, _latest(log.c.at) < before, ~spoken, ~attended
    )


def _latest(column: sa.Column[Found]) -> sa.ScalarSelect[Found]:
    """Select something of the last line of a table's log."""
    return (
        sa.select(column)
        .where(log.c.table_id == tables.c.id)
        .order_by(log.c.version.desc())
        .limit(1)
        .correlate(tables)
        .scalar_subquery()
    )
