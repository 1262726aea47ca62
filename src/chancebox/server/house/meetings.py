"""Meetings: a rematch waits until all who played have come, and then begins by itself."""

from contextlib import suppress
from functools import partial

from chancebox.server.house.commands import Asking, Commands
from chancebox.server.house.kernel import Kernel
from chancebox.server.house.sessions import Session
from chancebox.server.tables import moves, places
from chancebox.server.tables.errors import Refused
from chancebox.server.tables.names import house_command
from chancebox.server.tables.table import STAND_IN


class Meetings:
    """Begins games: for their hosts, and where all have come."""

    def __init__(self, kernel: Kernel, commands: Commands) -> None:
        self._kernel = kernel
        self._commands = commands
        kernel.when_seated.append(self.meet)

    async def begin(self, asking: Asking) -> int:
        """Start a game for its host; in a rematch bots play for players who have not come, until they do."""
        session = asking.session
        missing = session.missing()
        version = await self._commands.give("start", asking)
        for seat in missing:
            stand_in = partial(places.take_over, seat=seat, bot=STAND_IN)
            with suppress(Refused):
                await self._kernel.do(session, house_command(f"stand-in-{seat}"), stand_in)
        return version

    async def meet(self, session: Session) -> None:
        """Begin a rematch as soon as all have come; until then, show who is waited for."""
        if session.table.is_meeting:
            await self._kernel.peers.attend(session)
            await self.begin_if_all_came(session)

    async def begin_if_all_came(self, session: Session) -> None:
        """Begin a rematch for which nobody is missing, as far as is known here."""
        if not session.table.is_meeting:
            return
        session.recount()
        if not session.missing():
            # Somebody who made a seat free meanwhile wants to wait for somebody else.
            with suppress(Refused):
                await self._kernel.do(session, house_command("start"), moves.start_by_itself)
