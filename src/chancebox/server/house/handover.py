"""Seats that change hands: by a code to another device of their holder, to a bot while that is away."""

import asyncio
from contextlib import suppress

from chancebox.server.house.kernel import Kernel
from chancebox.server.house.sessions import Session
from chancebox.server.store.codes import Offer
from chancebox.server.store.database import Taken
from chancebox.server.tables import places
from chancebox.server.tables.names import MOVING_LENGTH, code, command_key
from chancebox.server.tables.permissions import Asker, check
from chancebox.server.tables.table import Step, Table

GOOD_FOR = 600.0
"""Seconds for which a code moves a seat."""


class Handover:
    """Moves seats."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel
        self._store = kernel.store

    async def offer(self, session: Session, seat: int, visitor: str) -> str:
        """Make a code with which a seat moves to another device of its holder."""
        check("offer", session.table, Asker(visitor, seat))
        offer = Offer(session.table.id, seat, visitor)
        while True:
            fresh = code(MOVING_LENGTH)
            with suppress(Taken):
                await asyncio.wrap_future(self._store.codes.offer(fresh, offer, GOOD_FOR))
                return fresh
            # There is such a code; or the table was removed meanwhile.
            await self._kernel.follow(session)
            session.table.check_there()

    async def redeem(self, typed: str, visitor: str, id: str) -> tuple[Session, int] | None:
        """
        Move a seat to the device of whoever typed its code; nothing if there is no such code.

        A code moves a seat only from whom it was given by, once, and is void as soon as somebody else
        holds the seat. Returns the table and the version after it, the same ones if the command comes again.
        """
        given = "".join(typed.upper().split())
        command = command_key("redeem", visitor, id)
        offer = await asyncio.to_thread(self._store.codes.find, given)
        if offer is None or offer.command not in ("", command):
            return None
        session = await self._kernel.session(offer.table)

        def act(table: Table) -> Step:
            return places.hand(table, offer.seat, offer.giver, visitor)

        try:
            return session, await self._kernel.do(session, command, act, given)
        except Taken:
            return None  # somebody else was quicker
