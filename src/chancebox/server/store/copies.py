"""
Copies of a whole store: into an empty one, in one transaction, and proved to be the same.

The proof is a hash for each table over its log, and one for each of the rest: chat, reviews, seats, keys. All
columns go into it as they are read back, line by line, so it does not matter how a database stores them.
"""

import hashlib
import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from chancebox.engine.game.texts import _
from chancebox.server.store.database import reason_of
from chancebox.server.store.databases.stores import is_address, open_store
from chancebox.server.store.schema import lasting, log, tables
from chancebox.server.store.store import Store
from chancebox.server.tables.errors import NotFound, Refused

AT_ONCE = 1000
"""Rows that are read and written together."""

Digests = dict[tuple[str, str], bytes]
"""By the name of a part of the store and the first key in it, such as the log of one table."""


class Copied(NamedTuple):
    """What was copied."""

    tables: int
    lines: int
    digest: str


def move_store(source: Path | str, to: Path | str) -> Copied:
    """Copy a store into an empty one; refused while a house uses either."""
    if not is_address(source) and not Path(source).is_dir():
        raise NotFound(_("There is no store in {folder}.").format(folder=source))
    with _opened(source) as old, _opened(to) as new:
        try:
            with old.engine.connect() as reading, new.engine.begin() as writing:
                return copy(reading, writing)
        except sa.exc.SQLAlchemyError as error:
            raise Refused(
                _("The copy broke off, and the new store is empty as before: {reason}").format(
                    reason=reason_of(error)
                )
            ) from None


@contextmanager
def _opened(where: Path | str) -> Iterator[Store]:
    store = open_store(where, alone=True)
    try:
        yield store
    finally:
        store.close()


def copy(source: sa.Connection, to: sa.Connection) -> Copied:
    """Copy all that lasts, read it again, and compare; refuse a target that holds something."""
    if any(to.execute(sa.select(table).limit(1)).first() for table in lasting):
        raise Refused(_("There is something in the store to copy to; name an empty one."))
    for table in lasting:
        for rows in _chunks(source, table):
            to.execute(table.insert(), rows)
    before, after = digests(source), digests(to)
    if before != after:
        raise Refused(_("The copy is not the same as the store, so it was not kept."))
    return Copied(_count(to, tables), _count(to, log), combine(after))


def _chunks(source: sa.Connection, table: sa.Table) -> Iterator[list[dict[str, Any]]]:
    found = source.execute(sa.select(table), execution_options={"yield_per": AT_ONCE})
    for rows in found.mappings().partitions():
        yield [dict(row) for row in rows]


def digests(source: sa.Connection) -> Digests:
    """Hash each part of a store, its lines in their order, all their columns."""
    found: Digests = {}
    for table in lasting:
        keys = len(table.primary_key.columns)  # these columns come first
        query = sa.select(table).order_by(table.c[0])
        rows = source.execute(query, execution_options={"yield_per": AT_ONCE})
        for key, part in itertools.groupby(rows, lambda row: row[0]):
            # Sorted here: databases differ in how they sort letters.
            lines = sorted((tuple(row) for row in part), key=lambda line: line[:keys])
            found[str(table.name), key] = hashlib.sha256(msgspec.msgpack.encode(lines)).digest()
    return found


def combine(found: Digests) -> str:
    """Make one hash of all."""
    return hashlib.sha256(msgspec.msgpack.encode(sorted(found.items()))).hexdigest()


def _count(source: sa.Connection, table: sa.Table) -> int:
    return source.execute(sa.select(sa.func.count()).select_from(table)).scalar() or 0
