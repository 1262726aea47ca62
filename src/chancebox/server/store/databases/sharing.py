"""
A store that several processes share: what one has to know of the others.

Who is where, who does what and who is alive are rows that are good for some seconds and renewed while they
are true; so they end with the process that wrote them, however it ended. The clock is that of the database.
"""

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, NamedTuple

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from chancebox.server.store.presence import EVERYBODY, GRACE_AT_START, SOMEBODY
from chancebox.server.store.schema import chat, leases, log, presence, sittings, tables
from chancebox.server.store.store import Store
from chancebox.server.tables.table import REMOVED

CHANNEL = "chancebox"
ALIVE = 5.0
"""Seconds for which a process counts as alive after its last sign of life."""
LONG_GONE = 60.0
"""Seconds after which rows that are not good any more are removed."""
PROCESS = "process/"
"""With this begins the name of the lease that says that a process is alive."""


class Glance(NamedTuple):
    """What is new at a table: its latest version and line of chat, and who is there for how many seconds."""

    version: int
    said: int
    present: Mapping[str, float]


Attendance = Sequence[tuple[str, str, float]]
"""Who is at which table, and for how many seconds that is good: table, visitor, seconds."""


class SharedStore(Store):
    """The logs of all tables, for several processes."""

    is_shared: ClassVar[bool] = True

    def __init__(self, engine: sa.Engine, reading: sa.Engine) -> None:
        self.holder = secrets.token_hex(8)
        """This process, for the others."""
        self.on_hint: Callable[[str], None] = lambda _table: None
        """Told, in a thread of the store, at which table another process has written something."""
        super().__init__(engine, reading)

    # Hints.

    def _tell_others(self, to: sa.Connection, about: list[str]) -> None:
        if about:
            payload = " ".join([self.holder, *dict.fromkeys(about)])
            to.execute(sa.select(sa.func.pg_notify(CHANNEL, payload)))

    def _hear(self, payload: str) -> None:
        """Pass a hint on, unless it is our own."""
        holder, *about = payload.split()
        if holder != self.holder:
            for table in about:
                self.on_hint(table)

    # What is new.

    def glance(self, ids: Sequence[str]) -> dict[str, Glance]:
        """Find what is new at these tables, all at once."""
        rows = self.read(lambda source: source.execute(GLANCE, {"ids": list(ids)}).all())
        return {row.id: Glance(row.version, row.said, row.present) for row in rows}

    # Leases.

    def take_lease(self, name: str, seconds: float) -> bool:
        """Take something upon us for a while, or go on with it; return whether nobody else has it."""
        taking = self._taking(name, seconds)
        return self.read(lambda source: source.execute(taking).first() is not None)

    def _taking(self, name: str, seconds: float) -> sa.Executable:
        fresh = insert(leases).values(name=name, holder=self.holder, until=self.NOW + seconds)
        ours = sa.or_(leases.c.holder == self.holder, leases.c.until <= self.NOW)
        return fresh.on_conflict_do_update(
            index_elements=[leases.c.name],
            set_={"holder": fresh.excluded.holder, "until": fresh.excluded.until},
            where=ours,
        ).returning(leases.c.name)

    def give_back(self) -> None:
        """Let others have at once what is ours."""
        self._note(leases.delete().where(leases.c.holder == self.holder))

    # Signs of life.

    def attend(self, attendance: Attendance) -> None:
        """Write who is where; what somebody else knows to last longer stays."""
        if not attendance:
            return
        # In one order for all, so that two who write the same rows do not wait for each other.
        here = sa.values(
            sa.column("table_id", sa.String),
            sa.column("visitor", sa.String),
            sa.column("seconds", sa.Float),
            name="here",
        ).data(sorted(attendance))
        # Of a table that was removed meanwhile, and of who has left one, nothing is written. Moves do not
        # wait for this lock, whoever takes `erasing.lock` does. What they have locked is left out: it is said
        # again in some seconds, and whoever waits for nobody stands in nobody's way.
        sits = sa.exists().where(sittings.c.visitor == here.c.visitor, sittings.c.table_id == here.c.table_id)
        rows = (
            sa.select(here.c.table_id, here.c.visitor, sa.cast(self.NOW + here.c.seconds, sa.Float))
            .join(tables, tables.c.id == here.c.table_id)
            .where(tables.c.stage != REMOVED, sa.or_(here.c.visitor == SOMEBODY, sits))
            .order_by(here.c.table_id, here.c.visitor)
            .with_for_update(read=True, key_share=True, of=tables, skip_locked=True)
        )
        fresh = insert(presence).from_select(["table_id", "visitor", "until"], rows)
        writing = fresh.on_conflict_do_update(
            index_elements=[presence.c.table_id, presence.c.visitor],
            set_={"until": sa.func.greatest(presence.c.until, fresh.excluded.until)},
        )
        self._note(writing)

    def begin_grace(self, table: str) -> None:
        """Let nobody count as away for a while at a table at which nobody is."""
        someone = sa.exists().where(
            presence.c.table_id == table, presence.c.visitor != SOMEBODY, presence.c.until > self.NOW
        )
        # Whoever removes the table waits for us, or we for them; moves pass.
        row = (
            sa.select(tables.c.id, sa.literal(EVERYBODY), sa.cast(self.NOW + GRACE_AT_START, sa.Float))
            .where(tables.c.id == table, tables.c.stage != REMOVED, ~someone)
            .with_for_update(read=True, key_share=True, of=tables)
        )
        fresh = insert(presence).from_select(["table_id", "visitor", "until"], row)
        writing = fresh.on_conflict_do_update(
            index_elements=[presence.c.table_id, presence.c.visitor], set_={"until": fresh.excluded.until}
        )
        self._note(writing)

    def count_processes(self) -> int:
        """Say that we are alive; return how many are."""
        self.take_lease(PROCESS + self.holder, ALIVE)
        alive = sa.select(sa.func.count()).where(leases.c.name.startswith(PROCESS), leases.c.until > self.NOW)
        return self.read(lambda source: source.execute(alive).scalar() or 1)

    def _touch(self, to: sa.Connection) -> None:
        to.execute(self._taking(PROCESS + self.holder, ALIVE))

    def sweep(self) -> None:
        """Remove rows that have not been good for long."""
        for table in (leases, presence):
            self._note(table.delete().where(table.c.until < self.NOW - LONG_GONE))

    def _note(self, statement: sa.Executable) -> None:
        """Write something that may be lost: it is not a part of any table."""
        self.read(lambda source: source.execute(statement))


def _newest(column: sa.Column[int], table_id: sa.Column[str]) -> sa.ColumnElement[int]:
    found = sa.select(sa.func.max(column)).where(table_id == tables.c.id).scalar_subquery()
    return sa.func.coalesce(found, 0)


_now = sa.cast(sa.extract("epoch", sa.func.clock_timestamp()), sa.Float)
_present = (
    sa.select(sa.func.json_object_agg(presence.c.visitor, presence.c.until - _now))
    .where(presence.c.table_id == tables.c.id, presence.c.until > _now)
    .scalar_subquery()
)
GLANCE = sa.select(
    tables.c.id,
    _newest(log.c.version, log.c.table_id).label("version"),
    _newest(chat.c.number, chat.c.table_id).label("said"),
    sa.func.coalesce(_present, sa.text("'{}'::json")).label("present"),
).where(tables.c.id == sa.any_(sa.bindparam("ids", type_=sa.ARRAY(sa.String))))
"""Built once: it is asked with every request, and once a second for all tables that somebody watches."""
