"""
Connections as they come from the network.

uvicorn leaves three things open that one stranger could use against all others: how long the
head of a request may be, how long one may take to send it, and how many connections one may hold.
Here every connection has a deadline, set anew by what it does; `sweep` ends those that are late.
"""

import asyncio
import math
from collections.abc import Iterable
from typing import Any, cast

import httptools
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode

from chancebox.server.access.addresses import Networks, address_group
from chancebox.server.access.limits import Limits

LARGEST_HEAD = 16 * 1024
MOST_HEADERS = 64
LONGEST_PIPELINE = 8
"""Requests that may be sent before the first one is answered; browsers send none."""
LINGER = 10.0
"""Seconds for the last bytes of a connection that is being closed."""


class TimedConnection:
    """What requests and sockets have in common: an address, and a time until which something must happen."""

    transport: asyncio.Transport
    client: tuple[str, int] | None
    loop: asyncio.AbstractEventLoop
    config: Config
    deadline = math.inf
    _counted = ""

    @property
    def limits(self) -> Limits:
        """What the house allows."""
        found: Limits = cast(Any, self.config.app).state.limits
        return found

    def hurry(self, seconds: float) -> None:
        """Set a time limit."""
        self.deadline = self.loop.time() + seconds

    def come(self) -> bool:
        """Count this connection; return whether its address may have one more."""
        proxies: Networks = cast(Any, self.config.app).state.proxies
        host = self.client[0] if self.client else ""
        if host in proxies:
            # It speaks for many; what they do is counted by the addresses it names.
            return True
        key = address_group(host)
        if not self.limits.connections.enter(key):
            return False
        self._counted = key
        return True

    def go(self) -> None:
        """Count it no more."""
        if self._counted:
            self.limits.connections.leave(self._counted)
            self._counted = ""

    def end(self) -> None:
        """End it at once."""
        self.transport.abort()


class HttpConnection(TimedConnection, HttpToolsProtocol):
    """A connection that brings requests: in time, in few words, one after the other."""

    _size = 0
    """Bytes of the head so far."""
    _awaited = "head"
    """What comes next: a head, a body, an answer of ours."""
    _refusal = 400

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let somebody in, or say that there is no room."""
        super().connection_made(transport)
        self.hurry(self.limits.patience)
        if not self.come():
            self._refuse(429)
        elif len(self.connections) > self.limits.connections_in_all and not self._close_silent():
            self._refuse(503)

    def connection_lost(self, exc: Exception | None) -> None:
        self.go()
        super().connection_lost(exc)

    def _close_silent(self) -> bool:
        """Close the connection that has been silent for longest."""
        silent = [
            c for c in self.connections if isinstance(c, HttpConnection) and c is not self and c.is_silent()
        ]
        if silent:
            min(silent, key=lambda c: c.deadline).end()
        return bool(silent)

    def is_silent(self) -> bool:
        """Return whether nothing has been asked here, or nothing any more."""
        return self._awaited == "head" and self.deadline < math.inf

    def data_received(self, data: bytes) -> None:
        """Read what came, as far as it is not too much."""
        before = self._awaited
        if before == "head":
            if not self._size and not self._is_answering():
                self.hurry(self.limits.patience)
            self._size += len(data)
        super().data_received(data)
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        if self._awaited != before:
            self.deadline = math.inf
            if self._awaited != "answer" and not self._is_answering():
                self.hurry(self.limits.patience)
        elif self._size > LARGEST_HEAD:
            self._refuse(431)

    def on_message_begin(self) -> None:
        if len(self.pipeline) >= LONGEST_PIPELINE:
            self._refusal = 429
            raise httptools.HttpParserError("too many requests at once")
        self._awaited, self._words = "head", 0
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        self._words += len(name) + len(value) + 4
        if self._words > LARGEST_HEAD or len(self.headers) >= MOST_HEADERS:
            self._refusal = 431
            raise httptools.HttpParserError("too many headers")
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        if len(self.url) > LARGEST_HEAD:
            self._refusal = 431
            raise httptools.HttpParserError("too long an address")
        self._awaited, self._size = "body", 0
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._awaited = "answer"
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._awaited == "answer" and self.cycle.response_complete:
            self._awaited = "head"
            self.hurry(self.timeout_keep_alive + LINGER)
        elif self._awaited != "answer" and not self._is_answering():
            self.hurry(self.limits.patience)

    def _is_answering(self) -> bool:
        """Return whether an earlier request is being answered while the next one comes."""
        unanswered = self.cycle is not None and not self.cycle.response_complete
        return bool(self.pipeline) or (self._awaited == "head" and unanswered)

    def pause_writing(self) -> None:
        """Wait for a slow reader, but not for ever."""
        super().pause_writing()
        self.hurry(self.limits.reading)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._awaited == "answer":
            self.deadline = math.inf
        else:
            self.hurry(self.limits.patience)

    def handle_websocket_upgrade(self) -> None:
        self.go()
        super().handle_websocket_upgrade()

    def send_400_response(self, msg: str) -> None:
        self._refuse(self._refusal)

    def end(self) -> None:
        """End it: with an answer for who was too slow, at once if that does not go either."""
        if self.transport.is_closing() or self._awaited == "answer":
            self.transport.abort()
        elif self._size or self._awaited == "body":
            self._refuse(408)
        else:
            self.transport.close()

    def _refuse(self, status: int) -> None:
        self.hurry(LINGER)
        self.transport.write(STATUS_LINE[status] + b"content-length: 0\r\nconnection: close\r\n\r\n")
        self.transport.close()


class SocketConnection(TimedConnection, WebSocketsSansIOProtocol):
    """A socket that is read as far as its budget goes."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._bytes = self.limits.bytes.bucket()
        self.come()
        self.hurry(self.limits.patience)

    def connection_lost(self, exc: Exception | None) -> None:
        self.go()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read what came; small frames cost much more than their bytes, so these are counted first."""
        if self.handshake_initiated and not self._bytes.take(len(data)):
            self._fail(CloseCode.POLICY_VIOLATION)
            return
        super().data_received(data)

    def send_receive_event_to_app(self) -> None:
        """Pass a message on; one that is no text ends the talk, without a word in our logs."""
        try:
            if self.curr_msg_data_type == "text":
                b"".join(self.frames).decode()
        except UnicodeDecodeError:
            self.frames = []
            self._fail(CloseCode.INVALID_DATA)
            return
        super().send_receive_event_to_app()

    def _fail(self, code: CloseCode) -> None:
        if not self.transport.is_closing():
            self.conn.fail(code)
            self.queue.put_nowait({"type": "websocket.disconnect", "code": code})
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.transport.close()

    async def run_asgi(self) -> None:
        self.deadline = math.inf
        await super().run_asgi()


def sweep(connections: Iterable[object], now: float) -> None:
    """End the connections that are late; one that is being closed gets a moment for its last bytes."""
    for connection in list(connections):
        if not isinstance(connection, TimedConnection):
            continue
        if connection.deadline == math.inf and connection.transport.is_closing():
            connection.deadline = now + LINGER
        elif now > connection.deadline:
            connection.deadline = now + LINGER
            connection.end()
