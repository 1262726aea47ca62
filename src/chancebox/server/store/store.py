"""The store: all that a house keeps, by subject. `stores` knows which database an address means."""

import secrets
from contextlib import suppress

import sqlalchemy as sa

from chancebox.server.store.codes import Codes
from chancebox.server.store.database import Database, Taken
from chancebox.server.store.deals import Deals
from chancebox.server.store.kept_reviews import KeptReviews
from chancebox.server.store.schema import keys
from chancebox.server.store.table_logs import TableLogs
from chancebox.server.store.talk import Talk


class Store(Database):
    """What a house keeps."""

    def __init__(self, engine: sa.Engine, reading: sa.Engine | None = None) -> None:
        super().__init__(engine, reading)
        self.tables = TableLogs(self)
        self.chat = Talk(self)
        self.codes = Codes(self)
        self.days = Deals(self)
        self.reviews = KeptReviews(self)

    def key(self, name: str) -> str:
        """Find a key of this house; made when it is first asked for, by whoever is first."""
        query = sa.select(keys.c.value).where(keys.c.name == name)

        def find(source: sa.Connection) -> str | None:
            return source.execute(query).scalar()

        def make(to: sa.Connection) -> None:
            to.execute(keys.insert().values(name=name, value=secrets.token_hex(32)))

        if (value := self.read(find)) is None:
            with suppress(Taken):
                self.write(make).result()
            value = self.read(find)
        return str(value)
