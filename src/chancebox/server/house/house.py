"""The house: the kernel that changes its tables, and the services around it, which know the kernel alone."""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

from chancebox.server.access.keeper import Keeper
from chancebox.server.access.visitors import Visitors
from chancebox.server.house.chat import Chat
from chancebox.server.house.commands import Commands
from chancebox.server.house.drivers import SECOND_LOOK
from chancebox.server.house.groups import Groups
from chancebox.server.house.handover import Handover
from chancebox.server.house.kernel import Kernel, Peers
from chancebox.server.house.leaving import Erasure
from chancebox.server.house.meetings import Meetings
from chancebox.server.house.opening import Opening, Tries
from chancebox.server.house.own_results import OwnResults
from chancebox.server.house.rematches import Rematches
from chancebox.server.house.tidying import Removal, Tidying
from chancebox.server.store.databases.stores import open_store
from chancebox.server.store.store import Store
from chancebox.server.tables.table import LOBBY
from chancebox.server.thinking.masters import MasterDesk
from chancebox.server.thinking.reviews import ReviewDesk
from chancebox.server.thinking.workers import WorkerPool

Data = Path | str | Store
"""A folder, the address of a database, or a store that is open already."""


class House:
    """All that a server does, put together."""

    def __init__(
        self,
        store: Store,
        workers: WorkerPool | None = None,
        drives: bool = True,
        second_look: float = SECOND_LOOK,
    ) -> None:
        self.store = store
        self.kernel = kernel = Kernel(store, workers or WorkerPool(), drives=drives, second_look=second_look)
        self.visitors = Visitors(store.key("visitors"))
        self.keeper = Keeper(store.key("keeper"))
        self.opening = Opening(kernel)
        self.tries = Tries(kernel, self.opening)
        self.commands = Commands(kernel)
        self.meetings = Meetings(kernel, self.commands)
        if store.is_shared:
            kernel.peers = _meet_peers(kernel, self.meetings)
        self.groups = Groups(kernel, self.opening, self.meetings)
        self.rematches = Rematches(kernel, self.opening, self.meetings, self.groups)
        self.chat = Chat(kernel)
        self.handover = Handover(kernel)
        self.removal = Removal(kernel, self.commands)
        self.erasure = Erasure(kernel)
        self.reviews = ReviewDesk(store, kernel.peers.leads)
        self.own_results = OwnResults(kernel, self.reviews)
        self.masters = MasterDesk(store, kernel.dealers.days, kernel.peers.leads)
        self.reviews.on_made = self.own_results.note_luck
        self.exporting = asyncio.Lock()
        """Held while a table is read for an export: one at a time in the whole house."""
        kernel.when_unknown.append(self.reviews.forget)

    async def close(self) -> None:
        """Stop the bots and write what is waiting."""
        await self.kernel.close()
        await self.own_results.close()
        self.kernel.workers.close()
        self.reviews.close()
        self.masters.close()
        await self.kernel.peers.close()
        await asyncio.to_thread(self.store.close)

    def wake(self) -> None:
        """Answer all who wait for a change: the house is about to close."""
        for session in self.kernel.sessions.values():
            for watcher in list(session.watchers):
                watcher.hurry()

    def forget_idle(self) -> None:
        """Let go of tables and reviews that nobody looks at."""
        self.kernel.forget_idle()
        self.reviews.forget_idle()

    def tidying(self, keep: float | None, clock: Callable[[], float] = time.time) -> Tidying:
        """Return what removes tables at which nothing happened for so many seconds; None keeps all."""
        return Tidying(self.kernel, self.removal, self.groups, keep, clock)

    def redraw_lobbies(self) -> None:
        """Let everybody in a lobby look again: another address leads here now."""
        for session in self.kernel.sessions.values():
            if session.table.stage == LOBBY:
                session.notify()


def _meet_peers(kernel: Kernel, meetings: Meetings) -> Peers:
    # Only now: it brings all of PostgreSQL's dialect along, and a small house starts without it.
    from chancebox.server.house.neighbours import Neighbours

    return Neighbours(kernel, meetings)


def open_house(data: Data, workers: WorkerPool | None = None, second_look: float = SECOND_LOOK) -> House:
    """Open the store that is meant, and the house over it."""
    store = data if isinstance(data, Store) else open_store(data)
    return House(store, workers, second_look=second_look)
