"""What was said at tables."""

from concurrent.futures import Future

import sqlalchemy as sa

from chancebox.server.store.database import Database
from chancebox.server.store.schema import chat
from chancebox.server.store.table_logs import check_there
from chancebox.server.tables.phrases import ChatLine


class Talk:
    """The chats of all tables."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def say(self, id: str, said: ChatLine) -> Future[None]:
        """Add a line to the chat of a table."""
        row = {"table_id": id, **said._asdict()}

        def work(to: sa.Connection) -> None:
            check_there(to, id)
            to.execute(chat.insert().values(row))

        return self._database.write(work, id)

    def read(self, id: str, after: int = 0) -> list[ChatLine]:
        """Read what was said at a table, or what was said after a line."""
        query = sa.select(chat).where(chat.c.table_id == id, chat.c.number > after).order_by(chat.c.number)
        return [
            ChatLine(row.number, row.at, row.seat, row.text, row.command or "", row.phrase or "")
            for row in self._database.read(lambda source: source.execute(query).all())
        ]
