"""Rematches: the same people in the same seats again, as a group where there are several of them."""

from chancebox.engine.game.texts import _
from chancebox.server.house.groups import Groups
from chancebox.server.house.kernel import Kernel
from chancebox.server.house.meetings import Meetings
from chancebox.server.house.opening import Before, Opening
from chancebox.server.house.sessions import Session
from chancebox.server.tables.errors import NotNow
from chancebox.server.tables.permissions import Asker, check
from chancebox.server.tables.table import OVER


class Rematches:
    """Opens the table after a finished one."""

    def __init__(self, kernel: Kernel, opening: Opening, meetings: Meetings, groups: Groups) -> None:
        self._kernel = kernel
        self._opening = opening
        self._meetings = meetings
        self._groups = groups

    async def open(self, session: Session, visitor: str) -> str:
        """
        Open another table for the same players in the same seats; return its id.

        Whoever asks first is its host. It begins when all people have come: whoever asks for it has.
        """
        table = session.table
        if table.stage != OVER:
            raise NotNow(_("A rematch comes after the end."))
        check("rematch", table, Asker(visitor))
        id = table.rematch
        if table.group or not id:
            id = await self._groups.play_again(session, visitor) or id
        if not id:
            # One table has one rematch, whoever asks first: its id follows from this table's.
            id = self._kernel.id_for("rematch", table.id)
            before = Before(table.id, table.games + 1, table.wins_so_far())
            await self._opening.open_following(session, id, table.game.name, table.places, visitor, before)
        following = await self._kernel.session(id)
        following.note_request(visitor)
        await self._meetings.meet(following)
        return id
