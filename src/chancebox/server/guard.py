"""
What stands between the house and the street: headers, the origin of requests, the size of bodies.

Plain ASGI, since it sees every request and socket: a middleware made for convenience would copy
bodies and break streams.
"""

import time
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from chancebox.engine.texts import _
from chancebox.server import metrics
from chancebox.server.errors import Refused
from chancebox.server.limits import Limit
from chancebox.server.visitors import bearer

LARGEST_BODY = 64 * 1024
SAFE = ("GET", "HEAD", "OPTIONS")
HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
    " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}


RAW = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


class TooLarge(Refused):
    """A body larger than anything we ask for."""

    status = 413


class Foreign(Refused):
    """A request that another site made our visitor's browser send."""

    status = 403


class Guard:
    """Checks what comes in, and adds headers to what goes out."""

    def __init__(self, app: ASGIApp, limit: Limit) -> None:
        self.app = app
        self.limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        begun = time.perf_counter()
        connection = HTTPConnection(scope)
        status = 0

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                said = {name for name, _value in message["headers"]}
                message["headers"] = [*message["headers"], *(pair for pair in RAW if pair[0] not in said)]
            await send(message)

        try:
            self._check(scope, connection)
            await self.app(scope, _measured(receive), send_with_headers)
        except Refused as refusal:
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 4000 + refusal.status})
                return
            answer = JSONResponse({"error": str(refusal)}, refusal.status)
            await answer(scope, receive, send_with_headers)
        if scope["type"] == "http":
            metrics.requests.labels(scope["method"], status).observe(time.perf_counter() - begun)

    def _check(self, scope: Scope, connection: HTTPConnection) -> None:
        headers = connection.headers
        changes = scope["type"] == "websocket" or scope["method"] not in SAFE
        # A program with a token of its own is nobody's browser.
        if changes and not bearer(connection) and not same_origin(headers):
            raise Foreign(_("This request came from another site."))
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > LARGEST_BODY:
            raise TooLarge(_("The request is too large."))
        if changes:
            self.limit.take(connection.client.host if connection.client else "")


def same_origin(headers: Headers) -> bool:
    """Tell whether a request comes from our own pages; without an origin it is not a browser's."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    return urlsplit(origin).netloc == headers.get("host", "")


def _measured(receive: Receive) -> Receive:
    """Stop a body that grows beyond what it announced."""
    size = 0

    async def measured() -> Message:
        nonlocal size
        message = await receive()
        if message["type"] == "http.request":
            size += len(message.get("body", b""))
            if size > LARGEST_BODY:
                raise TooLarge(_("The request is too large."))
        return message

    return measured
