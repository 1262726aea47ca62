"""Requests and sockets are answered in the language of who asks: as chosen, else as the browser says."""

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from chancebox.engine.game.texts import choose_language, reading

COOKIE = "language"
MOST_WANTED = 20
"""Languages of a header that are looked at; nobody reads more, and somebody may want to keep us busy."""


class Languages:
    """Sets the reader of all that is written for a connection."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        with reading(language_of(HTTPConnection(scope))):
            await self.app(scope, receive, send)


def language_of(connection: HTTPConnection) -> str:
    """Return the language that somebody chose in the settings, else the first that the browser wants."""
    chosen = connection.cookies.get(COOKIE, "")
    return choose_language([chosen, *wanted_languages(connection.headers.get("accept-language", ""))])


def wanted_languages(header: str) -> list[str]:
    """
    Read the header in which browsers name languages, the dearest first.

    >>> wanted_languages("en;q=0.5, de-CH, fr;q=0.8, it;q=0, es;q=much")
    ['de-CH', 'fr', 'en']
    """
    found = []
    for part in header.split(",")[:MOST_WANTED]:
        name, _semicolon, weight = part.partition(";")
        try:
            found.append((float(weight.strip().removeprefix("q=") or 1), name.strip()))
        except ValueError:
            continue
    return [name for weight, name in sorted(found, key=lambda one: -one[0]) if weight > 0]
