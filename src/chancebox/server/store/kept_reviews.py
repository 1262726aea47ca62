"""Reviews of finished games, kept for those who look again."""

from collections.abc import Sequence
from concurrent.futures import Future
from typing import NamedTuple

import sqlalchemy as sa

from chancebox.server.store import results
from chancebox.server.store.database import Database
from chancebox.server.store.schema import reviews
from chancebox.server.store.table_logs import check_there


class KeptReview(NamedTuple):
    """A review of a finished game, and what it was made for."""

    made_for: str
    data: bytes
    """Packed: it is about ten times as long as the log of its table."""


class KeptReviews:
    """The reviews of all tables."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def keep(self, id: str, review: KeptReview, lucks: Sequence[float] = ()) -> Future[None]:
        """Keep the review of a finished game, with what luck did for each seat; an older one gives way."""
        row = {"table_id": id, **review._asdict()}

        def work(to: sa.Connection) -> None:
            check_there(to, id)
            to.execute(reviews.delete().where(reviews.c.table_id == id))
            to.execute(reviews.insert().values(row))
            results.note_luck(to, id, lucks)

        return self._database.write(work)

    def find(self, id: str, made_for: str) -> bytes:
        """Find the review of a table that was made for just this; nothing if there is none."""
        query = sa.select(reviews.c.data).where(reviews.c.table_id == id, reviews.c.made_for == made_for)
        return self._database.read(lambda source: bytes(source.execute(query).scalar() or b""))
