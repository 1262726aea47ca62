"""Who asks for what: what requests are about, found from their addresses, headers and cookies."""

from typing import Annotated

from fastapi import Depends, Request, Response
from starlette.requests import HTTPConnection

from chancebox.server.access.addresses import address_group
from chancebox.server.access.limits import Limits
from chancebox.server.access.visitors import COOKIE, YEAR
from chancebox.server.house.house import House
from chancebox.server.house.sessions import Session

# Asynchronous, though they wait for nothing: others would be sent to another thread and back.


async def house_of(request: Request) -> House:
    """Find the house."""
    return _house(request)


async def visitor_of(request: Request) -> str:
    """Return who is asking; nothing for a stranger."""
    return _house(request).visitors.of(request)


TheHouse = Annotated[House, Depends(house_of)]
Visitor = Annotated[str, Depends(visitor_of)]


async def session_of(table: str, request: Request, visitor: Visitor) -> Session:
    """Find the table that an address names; who sits there and asks for it is there."""
    house = _house(request)
    session = await house.kernel.session(table)
    await house.tries.check_guest(session.table, visitor)
    session.note_request(visitor)
    await house.meetings.meet(session)
    return session


def _house(request: Request) -> House:
    found: House = request.app.state.house
    return found


def limits_of(connection: HTTPConnection) -> Limits:
    """Find what this server allows."""
    found: Limits = connection.app.state.limits
    return found


def address_of(connection: HTTPConnection) -> str:
    """Return from where somebody asks, as it is counted."""
    return address_group(connection.client.host if connection.client else "")


def is_browser(request: Request) -> bool:
    """Return whether a browser asks: what a script in a page could read must not hold a token."""
    return "origin" in request.headers or "sec-fetch-site" in request.headers


def admit(request: Request, response: Response, visitor: str, command: str) -> str:
    """Return who is asking, a stranger as a newcomer: only who takes a seat gets a token."""
    if visitor:
        return visitor
    house = _house(request)
    newcomer = house.visitors.newcomer(command)
    if is_browser(request):
        give_cookie(house, request, response, newcomer)
    return newcomer


def give_cookie(house: House, request: Request, response: Response, visitor: str) -> None:
    """Let a browser keep its token, out of reach of scripts."""
    response.set_cookie(
        COOKIE,
        house.visitors.token(visitor),
        max_age=YEAR,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


TheSession = Annotated[Session, Depends(session_of)]
