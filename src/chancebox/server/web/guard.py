"""
What stands between the house and the network: headers, the origin of requests, sizes and numbers.

Plain ASGI, since it sees every request and socket: a middleware made for convenience would copy
bodies and break streams.
"""

import re
import time

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from chancebox.engine.game.texts import _
from chancebox.server.access import costs
from chancebox.server.access.addresses import address_group, is_loopback
from chancebox.server.access.limits import Limits
from chancebox.server.access.visitors import bearer
from chancebox.server.monitoring import metrics
from chancebox.server.tables.errors import Refused

LARGEST_BODY = 64 * 1024
SAFE = ("GET", "HEAD", "OPTIONS")
HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
    " connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self';"
    " base-uri 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
    # The address of a table is a key to it: it goes to no other site, and into no index.
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex, nofollow",
}
ALONE = (b"cross-origin-opener-policy", b"same-origin")
"""For pages that browsers trust; elsewhere they ignore it, and complain."""
HOST = re.compile(r"([A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:\d{1,5})?")

RAW = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


class TooLarge(Refused):
    """A body larger than anything we ask for."""

    status = 413
    code = "too-large"


class ForeignRequest(Refused):
    """A request that another site made our visitor's browser send."""

    status = 403
    code = "foreign-request"


class Guard:
    """Checks what comes in, and adds headers to what goes out."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self.app = app
        self.limits = limits

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
                if is_trustworthy(connection):
                    message["headers"].append(ALONE)
                if status == TooLarge.status:
                    # The rest of the body may still be on its way; nobody waits for it.
                    message["headers"].append((b"connection", b"close"))
            await send(message)

        address = address_group(connection.client.host if connection.client else "")
        try:
            visitor = self._check(scope, connection, address)
            payer = costs.Payer(self.limits, visitor, address)
            with self.limits.at_once.within(address), costs.paid_by(payer):
                costs.check()
                await costs.measured(self._answer(scope, self._measured(receive, address), send_with_headers))
        except Refused as refusal:
            answer = JSONResponse({"error": str(refusal), "code": refusal.code}, refusal.status)
            await answer(scope, receive, send_with_headers)
        if scope["type"] == "http":
            metrics.requests.labels(scope["method"], status).observe(time.perf_counter() - begun)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.app(scope, receive, send)

    def _check(self, scope: Scope, connection: HTTPConnection, address: str) -> str:
        """Refuse what is not right, or too much; return who asks."""
        headers = connection.headers
        if not HOST.fullmatch(headers.get("host", "")):
            raise Refused(_("The request does not say which host it is for."))
        changes = scope["type"] == "websocket" or scope["method"] not in SAFE
        # A program with a token of its own is nobody's browser.
        if changes and not bearer(connection) and not same_origin(headers):
            raise ForeignRequest(_("This request came from another site."))
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > 9 or int(length) > LARGEST_BODY:
            raise TooLarge(_("The request is too large."))
        visitor: str = scope["app"].state.house.visitors.of(connection)
        (self.limits.requests if changes else self.limits.looking).take(visitor, address)
        return visitor

    def _measured(self, receive: Receive, address: str) -> Receive:
        """Stop a body that grows beyond what it announced, or is one too many."""
        size = 0

        async def measured() -> Message:
            nonlocal size
            message = await receive()
            if message["type"] == "http.request" and (body := message.get("body", b"")):
                self.limits.bodies.take("", address, len(body))
                size += len(body)
                if size > LARGEST_BODY:
                    raise TooLarge(_("The request is too large."))
            return message

        return measured


def is_trustworthy(connection: HTTPConnection) -> bool:
    """Return whether browsers trust the way that a page came: encrypted, or from their own computer."""
    host = HOST.fullmatch(connection.headers.get("host", ""))
    return connection.scope["scheme"] == "https" or (host is not None and is_loopback(host[1].strip("[]")))


def same_origin(headers: Headers) -> bool:
    """Return whether a request comes from our own pages; without an origin it is not a browser's."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none")
    _scheme, found, netloc = origin.partition("://")
    return bool(found) and netloc == headers.get("host", "")
