"""Chat: what people say at a table, in their own words or by a phrase that each reads in the own language."""

import asyncio
import time

from chancebox.engine.game.texts import _, listed
from chancebox.server.house.kernel import Kernel
from chancebox.server.house.sessions import Session
from chancebox.server.store.database import Taken
from chancebox.server.tables.errors import NotNow, Refused
from chancebox.server.tables.names import command_key, tidy_saying
from chancebox.server.tables.permissions import Asker, check
from chancebox.server.tables.phrases import PHRASES, ChatLine

LONGEST_SAYING = 300
MOST_SAID = 2000
"""Lines of chat per table."""


class Chat:
    """Writes what is said, and passes it on."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel

    async def say(
        self, session: Session, seat: int, text: str, visitor: str, id: str, phrase: str = ""
    ) -> int:
        """Let a player speak; return the number of the line."""
        check("chat", session.table, Asker(visitor, seat))
        line = tidy_saying(text)
        if phrase and (line or phrase not in PHRASES):
            raise Refused(
                _("There is no phrase {phrase!r}; there are {phrases}, each without a text.").format(
                    phrase=phrase, phrases=listed(PHRASES)
                )
            )
        if not (line or phrase) or len(line) > LONGEST_SAYING:
            raise Refused(_("Say something of at most {n} letters.").format(n=LONGEST_SAYING))
        command = command_key("chat", visitor, id)
        async with session.lock:
            while command not in session.spoken:
                session.table.check_there()
                number = session.last_said + 1
                if number > MOST_SAID:
                    raise NotNow(_("This table has talked so much that nothing more can be noted."))
                said = ChatLine(number, time.time(), seat, line, command, phrase)
                try:
                    await asyncio.wrap_future(self._kernel.store.chat.say(session.table.id, said))
                except Taken:
                    if not await self._kernel.hear(session) and not await self._kernel.catch_up(session):
                        raise
                    continue
                session.speak(said)
            return session.spoken[command]
