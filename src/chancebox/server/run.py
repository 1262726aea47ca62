"""`chancebox serve`: start the house, say where it is, open the browser."""

import argparse
import asyncio
import socket
import webbrowser
from pathlib import Path

import uvicorn

from chancebox.engine.errors import BadSetup
from chancebox.engine.shelves import saves_folder
from chancebox.engine.texts import _
from chancebox.server import logs
from chancebox.server.app import create_app
from chancebox.server.limits import Limits, unlimited
from chancebox.server.store import backup
from chancebox.server.thinking import Thinkers

PORT = 7777
SHUTDOWN = 3
"""Seconds for requests that are being answered when the server is stopped."""


class Server(uvicorn.Server):
    """Says where it is once it listens."""

    def __init__(self, config: uvicorn.Config, address: str, browse: bool) -> None:
        super().__init__(config)
        self._address = address
        self._browse = browse

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            print(_("Chancebox is at {address}").format(address=self._address), flush=True)
            print(_("Ctrl-C stops it; tables go on where they were."), flush=True)
            if self._browse:
                asyncio.get_running_loop().run_in_executor(None, webbrowser.open, self._address)


def serve(parsed: argparse.Namespace) -> int:
    """Serve until told to stop."""
    data = Path(parsed.data) if parsed.data else saves_folder()
    logs.setup(parsed.log_level)
    if parsed.bot_workers is not None and parsed.bot_workers < 1:
        raise BadSetup(_("Bots need one worker or more, not {n}.").format(n=parsed.bot_workers))
    listening = listen(parsed.host, parsed.port)
    host, port = listening.getsockname()[:2]
    shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::", "::1") else host
    server = Server(
        configured(data, unlimited() if parsed.no_limits else None, Thinkers(parsed.bot_workers)),
        f"http://{shown}:{port}/",
        not parsed.no_browser,
    )
    server.run([listening])
    return 0 if server.started else 1


def configured(data: Path, limits: Limits | None = None, thinkers: Thinkers | None = None) -> uvicorn.Config:
    """Say how the house is served."""
    return uvicorn.Config(
        create_app(data, thinkers=thinkers, limits=limits),
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=SHUTDOWN,
        ws="websockets-sansio",
        ws_max_size=4096,
        # Compressing a frame for each watcher would take longer than drawing it, to save a dozen kilobytes.
        ws_per_message_deflate=False,
        proxy_headers=True,
    )


def back_up(parsed: argparse.Namespace) -> int:
    """Copy the store."""
    backup(Path(parsed.data) if parsed.data else saves_folder(), Path(parsed.file))
    print(_("Written to {file}.").format(file=parsed.file))
    return 0


def listen(host: str, port: int | None) -> socket.socket:
    """Take a port; if the usual one is taken and none was asked for, any free one."""
    for wanted in [port] if port is not None else [PORT, 0]:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.socket(family)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, wanted))
        except OSError as error:
            listening.close()
            reason = error.strerror
        else:
            return listening
    raise BadSetup(
        _("Cannot listen at {host}, port {port}: {reason}.").format(host=host, port=wanted, reason=reason)
    )
