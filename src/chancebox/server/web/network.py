"""
The network: how others reach a house that listens to its own computer alone.

The keeper opens a second door at the address that this computer has in its network, and shuts it again.
Whoever came by it goes when it is shut. Links for others carry its address while it is open, and no longer.
"""

import asyncio
import socket
from collections.abc import Callable
from typing import NamedTuple, Protocol

from fastapi import APIRouter, Request, WebSocket
from fastapi.responses import RedirectResponse, Response

from chancebox.engine.game.texts import _
from chancebox.server.access import addresses
from chancebox.server.access.keeper import COOKIE, is_local
from chancebox.server.access.visitors import YEAR
from chancebox.server.tables.errors import NotFound, NotNow, NotYours
from chancebox.server.web.dependencies import TheHouse
from chancebox.server.web.guard import same_origin

router = APIRouter(include_in_schema=False)

OFFERED = "offered"
"""Whoever looks may open the house to the network;"""
NOWHERE = "nowhere"
"""nobody can: this computer is in no network;"""
SHUT = "shut"
"""somebody else can."""


class Doorkeeper(Protocol):
    """Lets people in at an address: the server."""

    async def let_in(self, street: socket.socket) -> Callable[[], None]:
        """Serve whoever comes by this socket too; return what ends that."""


class Door(NamedTuple):
    """A place at which others come in."""

    host: str
    address: str
    shut: Callable[[], None]


class NetworkDoor:
    """Where others reach the house, if they do."""

    def __init__(self, listening: str = "", port: int = 0, alone: bool = True) -> None:
        self.listening = listening
        """The address at which the house itself listens; nothing if that is not known."""
        self.port = port
        self._alone = alone
        """Whether one process serves: several would have to open their doors together."""
        self.server: Doorkeeper | None = None
        self._door: Door | None = None
        self._turning = asyncio.Lock()

    @property
    def is_switched(self) -> bool:
        """Whether there is something to switch: the house listens to its own computer, and a server runs."""
        return self.server is not None and self._alone and addresses.is_loopback(self.listening)

    @property
    def address(self) -> str:
        """Where others find the house: `http://192.168.1.5:7777`; nothing while the door is shut."""
        return self._door.address if self._door else ""

    def state(self, is_keeper: bool) -> str:
        """Say what can be done about a house that others do not reach."""
        if not self.is_switched:
            return ""
        if not addresses.network_address():
            return NOWHERE
        return OFFERED if is_keeper else SHUT

    async def open(self) -> str:
        """Let others in; return where they find the house."""
        async with self._turning:
            if self._door is None:
                self._door = await self._opened()
            return self._door.address

    async def shut(self) -> None:
        """Let nobody else in any more."""
        async with self._turning:
            self._end()

    async def follow(self) -> bool:
        """Go along when this computer got another address or lost its own; return whether it did."""
        async with self._turning:
            if self._door is None or self._door.host == addresses.network_address():
                return False
            self._end()
            if addresses.network_address():
                self._door = await self._opened()
            return True

    def _end(self) -> None:
        if self._door:
            self._door.shut()
        self._door = None

    async def _opened(self) -> Door:
        host = addresses.network_address()
        if not self.is_switched or self.server is None:
            raise NotNow(_("Where this house listens was said when it was started."))
        if not host:
            raise NotNow(_("This computer is in no network, so nobody else can come."))
        street = _street(host, self.port)
        port = street.getsockname()[1]
        shown = f"[{host}]" if ":" in host else host
        return Door(host, f"http://{shown}:{port}", await self.server.let_in(street))


def _street(host: str, port: int) -> socket.socket:
    """Take the port that the house has, so that addresses look alike; if it is taken there, any free one."""
    reason = ""
    for wanted in (port, 0):
        street = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        street.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            street.bind((host, wanted))
        except OSError as error:
            street.close()
            reason = error.strerror or ""
        else:
            return street
    raise NotNow(_("Cannot listen at {host}: {reason}.").format(host=host, reason=reason))


@router.get("/keeper/{key}")
async def come_as_keeper(key: str, request: Request, house: TheHouse) -> Response:
    """Know the keeper's browser by a key that the terminal shows."""
    if not is_local(request) or not house.keeper.opens(key):
        raise NotFound(_("There is nothing here."))
    answer = RedirectResponse("/", 303)
    answer.set_cookie(COOKIE, house.keeper.token, max_age=YEAR, httponly=True, samesite="strict")
    return answer


@router.post("/network")
async def switch(request: Request, house: TheHouse) -> Response:
    """Open the house to the network, or shut it again; nobody but the keeper, from a page of ours."""
    if not house.keeper.is_here(request) or not same_origin(request.headers):
        raise NotYours(_("Only who started this house, at this computer, opens it to the network."))
    network: NetworkDoor = request.app.state.network
    wanted = (await request.body())[:100] == b"open=yes"
    await (network.open() if wanted else network.shut())
    house.redraw_lobbies()
    return RedirectResponse("/#network", 303)


def reach_of(connection: Request | WebSocket) -> Callable[[], tuple[str, str]]:
    """
    Return what tells a visitor's address of the house for others and, without one, what can be done about it.

    What stays the same as long as somebody is connected is found out once: every frame asks.
    """
    network: NetworkDoor = connection.app.state.network
    base = addresses.invitation_base(connection.base_url, network.listening)
    state = "" if base else network.state(connection.app.state.house.keeper.is_here(connection))

    def reach() -> tuple[str, str]:
        found = base or network.address
        return found, "" if found else state

    return reach
