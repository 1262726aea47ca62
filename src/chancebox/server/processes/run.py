"""`chancebox serve`: start the house, say where it is, open the browser."""

import argparse
import asyncio
import errno
import os
import socket
import sys
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, cast

import uvicorn
from starlette.datastructures import URL

from chancebox.engine.builds.paths import saves_folder
from chancebox.engine.game.errors import BadSetup
from chancebox.engine.game.texts import _
from chancebox.server.access.addresses import Networks, invitation_base, is_loopback, network_address
from chancebox.server.access.keeper import Keeper
from chancebox.server.access.limits import Limits, unlimited
from chancebox.server.house.house import House
from chancebox.server.house.tidying import read_days
from chancebox.server.monitoring import logs
from chancebox.server.processes.connections import (
    LINGER,
    HttpConnection,
    SocketConnection,
    TimedConnection,
    sweep,
)
from chancebox.server.processes.crew import Crew
from chancebox.server.screens.club import Club, read_name
from chancebox.server.store.databases.stores import back_up, is_address, open_store
from chancebox.server.store.store import Store
from chancebox.server.tables.errors import Refused
from chancebox.server.thinking.workers import WorkerPool, usual_workers
from chancebox.server.web.app import create_app
from chancebox.server.web.network import NetworkDoor

PORT = 7777
LAST_PORT = 65_535
ADDRESS = "CHANCEBOX_STORE"
"""The variable of the environment that may name the store."""
KEEPING = "CHANCEBOX_KEEP_DAYS"
"""The one that may say for how many days tables are kept."""
MOST_DESCRIPTORS = 10_000
SPARE = 200
"""Descriptors that are not for connections: the store, bots, files."""
SHUTDOWN = 3
"""Seconds for requests that are being answered when the server is stopped."""


class Server(uvicorn.Server):
    """Says where it is once it listens, ends connections that are late, wakes who waits when it closes."""

    def __init__(
        self, config: uvicorn.Config, announce: Callable[[], None] = lambda: None, open: bool = False
    ) -> None:
        super().__init__(config)
        self._announce = announce
        self._open = open

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        network: NetworkDoor = cast(Any, self.config.app).state.network
        network.server = self
        if self.started:
            with suppress(Refused):
                if self._open:
                    await network.open()
            self._announce()

    async def let_in(self, street: socket.socket) -> Callable[[], None]:
        """Serve whoever comes by this socket too; return what ends that, and whoever came."""
        server = await asyncio.get_running_loop().create_server(
            lambda: cast(Any, self.config).http_protocol_class(
                config=self.config, server_state=self.server_state, app_state=self.lifespan.state
            ),
            sock=street,
            backlog=self.config.backlog,
        )
        self.servers.append(server)
        here = street.getsockname()[:2]

        def shut() -> None:
            server.close()
            self.servers.remove(server)
            for connection in list(self.server_state.connections):
                sockname = connection.transport.get_extra_info("sockname")
                if isinstance(connection, TimedConnection) and sockname and sockname[:2] == here:
                    connection.shutdown()
                    connection.hurry(LINGER)

        return shut

    async def on_tick(self, counter: int) -> bool:
        sweep(self.server_state.connections, asyncio.get_running_loop().time())
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close: sockets hear 1012, waiting requests are answered with what there is."""
        waking = asyncio.create_task(self._wake())
        await super().shutdown(sockets)
        waking.cancel()

    async def _wake(self) -> None:
        house: House = cast(Any, self.config.app).state.house
        while True:
            house.wake()
            sweep(self.server_state.connections, asyncio.get_running_loop().time())
            await asyncio.sleep(0.05)


def serve(parsed: argparse.Namespace) -> int:
    """Serve until told to stop."""
    where = place(parsed)
    logs.setup(parsed.log_level)
    _check(parsed, where)
    listening = listen(parsed.host, parsed.port)
    try:
        store = open_store(where)
    except Refused as refusal:
        listening.close()
        print(f"chancebox: {refusal}", file=sys.stderr)
        return 1
    if parsed.workers > 1:
        club = Club(parsed.club, store.key("club")) if parsed.club else None
        store.close()
        host, port = listening.getsockname()[:2]
        announce = partial(_announce, host, port, club=club)
        return Crew(partial(work, parsed, listening), parsed.workers, announce).run()
    return _serve(parsed, store, listening)


def _check(parsed: argparse.Namespace, where: Path | str) -> None:
    """Refuse what does not go together."""
    if parsed.bot_workers is not None and parsed.bot_workers < 1:
        raise BadSetup(_("Bots need one worker or more, not {n}.").format(n=parsed.bot_workers))
    if parsed.network and not is_loopback(parsed.host):
        raise BadSetup(_("--host says already where to listen; leave out --network, or --host."))
    if parsed.workers < 1:
        raise BadSetup(_("A house needs one process or more, not {n}.").format(n=parsed.workers))
    if parsed.workers > 1 and not is_address(where):
        raise BadSetup(
            _(
                "Several processes need a database: in a folder one of them holds all tables in memory"
                " and writes for all. Name one with --store, or leave out --workers."
            )
        )
    read_days(_days(parsed))
    parsed.club = read_name(parsed.club)
    for named in (parsed.proxy, parsed.metrics):
        Networks(named)
    if parsed.workers > 1 and parsed.network:
        raise BadSetup(_("Several processes open no second door; say with --host where to listen."))


def _days(parsed: argparse.Namespace) -> str:
    """Return for how many days tables are to be kept, as it was said."""
    return parsed.keep_days if parsed.keep_days is not None else os.environ.get(KEEPING, "")


def work(parsed: argparse.Namespace, listening: socket.socket, ready: Callable[[], None]) -> int:
    """Serve as one of several processes."""
    logs.setup(parsed.log_level)
    try:
        store = open_store(place(parsed))
    except Refused as refusal:
        print(f"chancebox: {refusal}", file=sys.stderr)
        return 1
    return _serve(parsed, store, listening, ready)


def _serve(
    parsed: argparse.Namespace,
    store: Store,
    listening: socket.socket,
    ready: Callable[[], None] | None = None,
) -> int:
    """Serve from an open store; `ready` is told when it begins, in place of people at the terminal."""
    limits = unlimited() if parsed.no_limits else Limits()
    limits.connections_in_all = min(limits.connections_in_all, raise_descriptors() - SPARE)
    host, port = listening.getsockname()[:2]
    network = NetworkDoor(host, port, alone=ready is None)
    bots = parsed.bot_workers or max(2, usual_workers() // parsed.workers)
    proxies, watchmen = Networks(parsed.proxy), Networks(parsed.metrics)
    keep = read_days(_days(parsed))
    config = configured(store, limits, proxies, watchmen, WorkerPool(bots), network, keep, parsed.club)

    def announce() -> None:
        keeper: Keeper = cast(Any, config.app).state.house.keeper
        address = _announce(host, port, network, keeper, cast(Any, config.app).state.club)
        if not parsed.no_browser:
            entrance = f"{address}keeper/{keeper.passing_key()}" if network.is_switched else address
            asyncio.get_running_loop().run_in_executor(None, webbrowser.open, entrance)

    server = Server(config, ready or announce, parsed.network)
    server.run([listening])
    return 0 if server.started else 1


def _announce(
    host: str,
    port: int,
    network: NetworkDoor | None = None,
    keeper: Keeper | None = None,
    club: Club | None = None,
) -> str:
    """Say where the house is, and by which link its club comes in; return it."""
    shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::", "::1") else host
    address = f"http://{shown}:{port}/"
    say = partial(print, flush=True)
    say(_("Chancebox is at {address}").format(address=address))
    if others := invitation_base(URL(address), host) or (network.address if network else ""):
        say(_("Others in your network find it at {address}").format(address=others))
    elif keeper and (found := network_address()):
        told = _("This computer alone can reach it. To open it to your network ({host}), come by")
        say(told.format(host=found), f"{address}keeper/{keeper.lasting_key()}", sep="\n")
    elif keeper:
        say(_("This computer alone can reach it: it is in no network."))
    if club:
        told = _("The club {name} comes in by this link; show it to nobody else:").format(name=club.name)
        say(told, f"{others or address}".rstrip("/") + club.path, sep="\n")
    say(_("Ctrl-C stops it; tables go on where they were."))
    return address


def configured(
    data: Path | str | Store,
    limits: Limits | None = None,
    proxies: Networks | None = None,
    watchmen: Networks | None = None,
    workers: WorkerPool | None = None,
    network: NetworkDoor | None = None,
    keep: float | None = None,
    club: str = "",
) -> uvicorn.Config:
    """Say how the house is served."""
    return uvicorn.Config(
        create_app(
            data,
            workers=workers,
            limits=limits,
            proxies=proxies,
            watchmen=watchmen,
            network=network,
            keep=keep,
            club=club,
        ),
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=SHUTDOWN,
        http=HttpConnection,
        ws=SocketConnection,
        ws_max_size=1024,
        # Compressing a frame for each watcher would take longer than drawing it, to save a dozen kilobytes.
        ws_per_message_deflate=False,
        # Without a proxy that was named, nobody may say for whom they ask.
        proxy_headers=bool(proxies and proxies.named),
        forwarded_allow_ips=proxies.named if proxies else [],
    )


def raise_descriptors() -> int:
    """Let this process have as many connections and files as it may; return how many."""
    try:
        import resource
    except ImportError:  # Windows knows no such limit.
        return MOST_DESCRIPTORS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted


def place(parsed: argparse.Namespace) -> Path | str:
    """Return where tables are kept: a folder, or the address of a database."""
    if parsed.store and parsed.data:
        raise BadSetup(_("Tables are kept in one place: leave out --data, or --store."))
    if parsed.data:
        return Path(parsed.data)
    # Arguments can be read by everybody at this computer, and there may be a password in the address.
    return parsed.store or os.environ.get(ADDRESS) or saves_folder()


def save_copy(parsed: argparse.Namespace) -> int:
    """Copy the store to a file."""
    back_up(place(parsed), Path(parsed.file))
    print(_("Written to {file}.").format(file=parsed.file))
    return 0


def move(parsed: argparse.Namespace) -> int:
    """Copy a whole store into another one."""
    from chancebox.server.store.copies import move_store

    copied = move_store(parsed.source, parsed.to)
    told = _("Copied, and proved to be the same. Tables: {tables}; lines of their logs: {lines}.")
    print(told.format(tables=copied.tables, lines=copied.lines), f"SHA-256 {copied.digest}", sep="\n")
    return 0


def listen(host: str, port: int | None) -> socket.socket:
    """Take a port; if the usual one is taken and none was asked for, any free one."""
    if port is not None and not 0 <= port <= LAST_PORT:
        raise BadSetup(
            _("A port is a number from 0 (any free one) to {last}, not {port}.").format(
                last=LAST_PORT, port=port
            )
        )
    for wanted in [port] if port is not None else [PORT, 0]:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.socket(family)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, wanted))
        except OSError as error:
            listening.close()
            reason = error.strerror
        except UnicodeError:  # a name that no machine can have
            listening.close()
            reason = os.strerror(errno.EADDRNOTAVAIL)
        else:
            return listening
    raise BadSetup(
        _("Cannot listen at {host}, port {port}: {reason}.").format(host=host, port=wanted, reason=reason)
    )
