"""A house with real connections in this process, so that a test may look inside and choose its limits."""

import contextlib
import json
import socket
import threading
import urllib.error
import urllib.request
from pathlib import Path
from types import TracebackType
from typing import Any

from websockets.sync.client import ClientConnection, connect

from chancebox.server.access.addresses import Networks
from chancebox.server.access.limits import Limits
from chancebox.server.house.house import House
from chancebox.server.processes.run import Server, configured, listen

WAIT = 60
"""Seconds after which something that must happen is given up; far more than a busy machine needs."""


class Running:
    """A server in a thread."""

    def __init__(self, folder: Path, limits: Limits | None = None, proxies: tuple[str, ...] = ()) -> None:
        self.limits = limits or Limits()
        self._up = threading.Event()
        self._listening = listen("127.0.0.1", 0)
        # A small buffer, so that somebody who does not read is noticed after little.
        self._listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        self.port: int = self._listening.getsockname()[1]
        config = configured(folder, self.limits, Networks(proxies))
        self.server = Server(config, self._up.set)
        self._thread = threading.Thread(target=self.server.run, args=([self._listening],), daemon=True)

    def __enter__(self) -> "Running":
        self._thread.start()
        assert self._up.wait(WAIT)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def stop(self) -> None:
        """Ask it to end, and wait until it has."""
        self.server.should_exit = True
        self._thread.join(WAIT)
        assert not self._thread.is_alive()

    @property
    def house(self) -> House:
        found: House = self.server.config.app.state.house  # type: ignore[union-attr]
        return found

    def knock(self, sent: bytes = b"", buffer: int = 0, source: str = "127.0.0.1") -> socket.socket:
        """Connect and send something."""
        street = socket.socket()
        street.bind((source, 0))
        if buffer:
            street.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        street.settimeout(WAIT)
        street.connect(("127.0.0.1", self.port))
        street.sendall(sent)
        return street

    def ask(self, sent: bytes) -> bytes:
        """Send something and return all that is answered until the connection is closed."""
        return rest(self.knock(sent))

    def call(self, path: str, body: dict[str, Any] | None = None, token: str = "", **headers: str) -> Any:
        """Ask as a program does."""
        if token:
            headers["authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body).encode()
        given = {"content-type": "application/json", **{k.replace("_", "-"): v for k, v in headers.items()}}
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, given)
        try:
            with urllib.request.urlopen(request, timeout=WAIT) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refusal:
            refusal.close()
            raise

    def open(self, *kinds: str, game: str = "gang-of-dice", start: bool = True) -> tuple[str, str]:
        """Set up a table; return its id and the token of its host."""
        players = [
            {"kind": kind} if kind in ("open", "bot") else {"kind": "person", "name": kind} for kind in kinds
        ]
        body = {"id": "open", "game": game, "players": players, "start": start}
        told = self.call("/api/v1/tables", body)
        return told["table"], told["token"]

    def watch(self, table: str, token: str = "", source: str = "127.0.0.1") -> ClientConnection:
        """Open a socket, perhaps from another address of this machine."""
        headers = {"authorization": f"Bearer {token}"} if token else {}
        address = f"ws://127.0.0.1:{self.port}/t/{table}/live"
        return connect(
            address,
            additional_headers=headers,
            compression=None,
            close_timeout=1,
            legacy=True,
            source_address=(source, 0),
        )


def rest(street: socket.socket) -> bytes:
    """Read until the other side closes, and close, too."""
    parts = []
    with street, contextlib.suppress(ConnectionResetError):
        while part := street.recv(65536):
            parts.append(part)
    return b"".join(parts)
