"""
How much a server bears: real sockets, many tables, every seat a browser that watches.

    make load ARGS="--tables 200 --moves 4000"
    make load ARGS="--tables 25 --moves 1000 --parts"
    make load ARGS="--tables 1000 --rates 100,200,300"

A table of four seats is played by four players, each with a WebSocket, its own token and its own
chain of links for sealed dice; the games are mixed. Server CPU per move is what the server's process
used between two moves of the whole load, measured move by move: one move is sent, everything it
causes (disk, frames for four watchers) is waited for. With `--rates` moves come at such a rate per second,
whether earlier ones are answered or not; what is possible the load knows from the logs on the disk, so that
the server does nothing but play. Beside the numbers stands a peer, a bare Starlette application answering
the same number of requests and pushing the same number of frames of the same size from memory, without
rules, disk or templates.

With `--parts` the server runs with a stopwatch around the functions in `PARTS`, by the CPU clock of its
thread; what runs inside of another part counts there, and not twice. `disk` is the CPU of the thread that
writes the log, `requests` all that is left: reading the request, checking it, answering. Figures depend on
the machine and on who else uses it: compare the ratio to the peer.
"""

import argparse
import asyncio
import gc
import importlib
import inspect
import json
import multiprocessing
import random
import re
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2 as httpx
import psutil
import uvicorn
from rich.console import Console
from rich.table import Table as Grid
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from chancebox.engine.game.boxes import load_box
from chancebox.engine.match.chance import Ask
from chancebox.engine.match.match import Match
from chancebox.engine.proofs.sealed import chain
from chancebox.games import game
from chancebox.server.store.databases.sqlite import FILE
from chancebox.server.tables import entries

GAMES = ("gang-of-dice", "chance-it", "second-chance", "take-a-chance", "take-it-or-leave-it")
SEATS = 4
VERSION = re.compile(rb'"version":(\d+)')
LENGTH = re.compile(r"content-length: (\d+)")


def serve_house(folder: str, port: int) -> None:
    """Run the house without limits on requests: the load comes from one address."""
    from chancebox.server.access.limits import unlimited
    from chancebox.server.processes.run import configured, listen

    uvicorn.Server(configured(Path(folder), unlimited())).run([listen("127.0.0.1", port)])


def serve_peer(_folder: str, port: int) -> None:
    """Run the peer: every POST pushes a stored frame to the four watchers of its table."""
    frame = json.dumps({"html": "x" * 6000})
    watchers: dict[str, set[WebSocket]] = {}

    async def move(request: Request) -> JSONResponse:
        body = await request.json()
        for socket in watchers.get(request.path_params["table"], ()):
            await socket.send_text(frame)
        return JSONResponse({"version": body["seat"]})

    async def watch(socket: WebSocket) -> None:
        await socket.accept()
        watchers.setdefault(socket.path_params["table"], set()).add(socket)
        await socket.receive()

    routes = [Route("/{table}", move, methods=["POST"]), WebSocketRoute("/{table}/live", watch)]
    uvicorn.run(Starlette(routes=routes), port=port, log_level="error", ws="websockets-sansio")


@dataclass
class Played:
    """A table under load."""

    id: str
    tokens: list[str]
    sockets: list[ClientConnection] = field(default_factory=list)
    links: list[Iterator[str]] = field(default_factory=list)
    """Per seat: what its device shows next."""
    version: int = 0


class Process:
    """A server in a process of its own, on one core."""

    def __init__(self, target: Any, port: int, *more: Any) -> None:
        self.folder = tempfile.TemporaryDirectory()
        context = multiprocessing.get_context("spawn")
        self.process = context.Process(target=target, args=(self.folder.name, port, *more), daemon=True)
        self.process.start()
        self.usage = psutil.Process(self.process.pid)

    def cpu(self) -> float:
        """Milliseconds of CPU so far, by the scheduler's own clock: the usual one ticks in hundredths."""
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        return sum(int(task.read_text().split()[0]) for task in tasks) / 1e6

    def stop(self) -> None:
        self.process.terminate()
        self.process.join()
        self.folder.cleanup()


async def until_up(address: str) -> None:
    async with httpx.AsyncClient() as client:
        for _try in range(200):
            try:
                await client.get(address)
                return
            except httpx.TransportError:
                await asyncio.sleep(0.05)
    raise SystemExit("the server does not come up")


async def next_frame(socket: ClientConnection, version: int) -> dict[str, Any]:
    while True:
        told: dict[str, Any] = json.loads(await socket.recv())
        if told.get("version", 0) >= version:
            return told


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"} if token else {}


class House:
    """The load on the house."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.client = httpx.AsyncClient(base_url=f"{address}/api/v1", timeout=60)
        self.luck = random.Random(1)
        self.number = 0

    def next_id(self) -> str:
        """Return the id of the next command."""
        self.number += 1
        return f"c{self.number}"

    async def open(self, game: str) -> Played:
        """Open a table of four, let four people sit down, and let each of them watch."""
        body = {"id": self.next_id(), "game": game, "players": [{"kind": "open"}] * SEATS}
        told = await self.post("/tables", "", body)
        table = Played(told["table"], [])
        for seat in range(SEATS):
            token = told["token"] if seat == 0 else ""
            path = f"/tables/{table.id}/seats/{seat}/sit"
            sat = await self.post(path, token, {"id": self.next_id(), "name": f"Player {seat}"})
            table.tokens.append(sat["token"])
            table.links.append(link.hex() for link in chain(self.luck.randbytes(32)))
            tip = {"id": self.next_id(), "tip": next(table.links[seat])}
            await self.post(f"/tables/{table.id}/tip", table.tokens[seat], tip)
        begin = {"id": self.next_id(), "link": next(table.links[0])}
        await self.post(f"/tables/{table.id}/start", table.tokens[0], begin)
        for token in table.tokens:
            address = f"{self.address.replace('http', 'ws')}/t/{table.id}/live"
            socket = await connect(address, additional_headers=bearer(token), max_size=None, compression=None)
            table.sockets.append(socket)
            await next_frame(socket, 0)
        return table

    async def post(self, path: str, token: str, body: dict[str, Any]) -> dict[str, Any]:
        answer = await self.client.post(path, json=body, headers=bearer(token))
        assert answer.status_code < 300, answer.text
        told: dict[str, Any] = answer.json()
        return told

    async def decide(self, table: Played) -> dict[str, Any] | None:
        """Find a random move; nothing if the game is over."""
        state = (await self.client.get(f"/tables/{table.id}")).json()
        if not state["to_act"]:
            return None
        seat = self.luck.choice(state["to_act"])
        path = f"/tables/{table.id}/choices?seat={seat}"
        choices = (await self.client.get(path, headers=bearer(table.tokens[seat]))).json()["choices"]
        # Small steps that are laid in secret are shown to nobody else; the proposal is one move.
        whole = [choice for choice in choices if choice["text"] == "best"] or choices
        move = self.luck.choice(whole)["action"]
        return {"id": self.next_id(), "seat": seat, "move": move, "link": next(table.links[seat])}

    async def move(self, table: Played, body: dict[str, Any]) -> int:
        """Send a move, wait until all four watchers have seen it; return the bytes they got."""
        told = await self.post(f"/tables/{table.id}/moves", table.tokens[body["seat"]], body)
        table.version = told["version"]
        frames = [await next_frame(socket, table.version) for socket in table.sockets]
        return sum(len(json.dumps(frame)) for frame in frames)


async def load_house(port: int, tables: int, moves: int) -> dict[str, Any]:
    process = Process(serve_house, port)
    address = f"http://127.0.0.1:{port}"
    try:
        await until_up(f"{address}/healthz")
        house = House(address)
        played = [await house.open(GAMES[n % len(GAMES)]) for n in range(tables)]
        cpu: list[float] = []
        by_game: dict[str, list[float]] = {}
        sizes: list[int] = []
        begun = time.perf_counter()
        while len(cpu) < moves:
            n = house.luck.randrange(tables)
            body = await house.decide(played[n])
            if body is None:
                played[n] = await house.open(GAMES[n % len(GAMES)])
                continue
            before = process.cpu()
            sizes.append(await house.move(played[n], body) // SEATS)
            cpu.append(process.cpu() - before)
            by_game.setdefault(GAMES[n % len(GAMES)], []).append(cpu[-1])
        seconds = time.perf_counter() - begun
        memory = process.usage.memory_info().rss
        return {
            "p50": statistics.median(cpu),
            "p99": statistics.quantiles(cpu, n=100)[98],
            "worst": max(cpu),
            "memory": memory / 1e6,
            "frame": statistics.mean(sizes),
            "moves": len(cpu),
            "seconds": seconds,
            "games": {game: [statistics.median(some), max(some)] for game, some in by_game.items()},
        }
    finally:
        process.stop()


async def load_peer(port: int, tables: int, moves: int) -> dict[str, float]:
    process = Process(serve_peer, port)
    address = f"http://127.0.0.1:{port}"
    try:
        await until_up(address)
        client = httpx.AsyncClient(base_url=address, timeout=60)
        sockets = {
            n: [
                await connect(f"ws://127.0.0.1:{port}/{n}/live", max_size=None, compression=None)
                for _seat in range(SEATS)
            ]
            for n in range(tables)
        }
        cpu = []
        luck = random.Random(1)
        for _move in range(moves):
            n = luck.randrange(tables)
            before = process.cpu()
            await client.post(f"/{n}", json={"seat": 1, "move": 1})
            for socket in sockets[n]:
                await socket.recv()
            cpu.append(process.cpu() - before)
        return {"p50": statistics.median(cpu), "memory": process.usage.memory_info().rss / 1e6}
    finally:
        process.stop()


PARTS = {
    "rules": ["chancebox.server.tables.moves:move"],
    "table": ["chancebox.server.tables.table:Table.apply"],
    "hiding": ["chancebox.engine.match.match:Match._seen"],
    "view": ["chancebox.engine.match.match:Match.view"],
    "story": ["chancebox.server.screens.stories:story", "chancebox.server.screens.stories:log"],
    "template": ["chancebox.web.render:board"],
    "frame": ["chancebox.server.web.live:Tab.changed"],
    "JSON": ["chancebox.server.web.live:Tab.write"],
    "socket": ["starlette.websockets:WebSocket.send_text"],
}
REST = ("disk", "requests")


class Stopwatch:
    """Adds up what each part took, without the parts inside of it."""

    def __init__(self, totals: Any) -> None:
        self._totals = totals
        self._inner = 0
        """What inner parts have taken so far."""

    def around(self, part: int, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function with a clock around it."""
        totals, now = self._totals, time.thread_time_ns

        def timed(*arguments: Any, **named: Any) -> Any:
            before, self._inner = self._inner, 0
            begun = now()
            try:
                return function(*arguments, **named)
            finally:
                took = now() - begun
                totals[part] += (took - self._inner) / 1e6
                self._inner = before + took

        async def timed_too(*arguments: Any, **named: Any) -> Any:
            # It hardly ever waits: sockets take what they are given.
            before, self._inner = self._inner, 0
            begun = now()
            try:
                return await function(*arguments, **named)
            finally:
                took = now() - begun
                totals[part] += (took - self._inner) / 1e6
                self._inner = before + took

        return timed_too if inspect.iscoroutinefunction(function) else timed


def serve_timed(folder: str, port: int, totals: Any) -> None:
    """Run the house with a stopwatch around its parts."""
    watch = Stopwatch(totals)
    for n, places in enumerate(PARTS.values()):
        for place in places:
            module, _colon, path = place.partition(":")
            *owners, name = path.split(".")
            owner: Any = importlib.import_module(module)
            for one in owners:
                owner = getattr(owner, one)
            setattr(owner, name, watch.around(n, getattr(owner, name)))
    serve_house(folder, port)


class TimedProcess(Process):
    """The house with a stopwatch, in a process of its own."""

    def __init__(self, port: int) -> None:
        self.totals = multiprocessing.get_context("spawn").RawArray("d", len(PARTS))
        super().__init__(serve_timed, port, self.totals)

    def spent(self) -> dict[str, float]:
        """Return the milliseconds of CPU so far, by part."""
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/schedstat")
        used = {task.parent.name: int(task.read_text().split()[0]) / 1e6 for task in tasks}
        parts = dict(zip(PARTS, self.totals, strict=True))
        main = used.pop(str(self.process.pid))
        return {**parts, "disk": sum(used.values()), "requests": main - sum(parts.values())}


async def measure(port: int, tables: int, moves: int) -> dict[str, list[dict[str, float]]]:
    """Play so many moves; return what each cost, by game."""
    process = TimedProcess(port)
    address = f"http://127.0.0.1:{port}"
    found: dict[str, list[dict[str, float]]] = {game: [] for game in GAMES}
    try:
        await until_up(f"{address}/healthz")
        house = House(address)
        played = [await house.open(GAMES[n % len(GAMES)]) for n in range(tables)]
        while sum(map(len, found.values())) < moves:
            n = house.luck.randrange(tables)
            game = GAMES[n % len(GAMES)]
            body = await house.decide(played[n])
            if body is None:
                played[n] = await house.open(game)
                continue
            before = process.spent()
            size = await house.move(played[n], body)
            after = process.spent()
            found[game].append({part: after[part] - before[part] for part in after} | {"size": size / SEATS})
        return found
    finally:
        process.stop()


class Mirror:
    """The tables under load, followed by their logs: to ask the server for moves would be more load."""

    def __init__(self, folder: str) -> None:
        self._log = sqlite3.connect(f"file:{folder}/{FILE}?mode=ro", uri=True)
        self._matches: dict[str, Match] = {}
        self._seen: dict[str, int] = {}

    def follow(self, table: str) -> Match:
        """Return the match at a table, as far as its log goes."""
        query = "SELECT version, entry FROM log WHERE table_id = ? AND version > ? ORDER BY version"
        for version, text in self._log.execute(query, (table, self._seen.get(table, 0))):
            self._seen[table] = version
            match entries.read(text):
                case entries.Opened() as opened:
                    found = game(opened.game)
                    self._matches[table] = Match(
                        found, len(opened.places), options=opened.options, box=load_box(found), dealer=Ask()
                    )
                case entries.Started() | entries.Moved() as played:
                    for seat, action in played.events:
                        self._matches[table].play(seat, action)
        return self._matches[table]


class Caller:
    """Sends moves with as little work as possible: it shares the machine with the server."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._free: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def post(self, path: str, token: str, body: dict[str, Any]) -> int:
        """Send a move; return the version after it."""
        content = json.dumps(body)
        lines = [
            f"POST /api/v1{path} HTTP/1.1",
            f"host: 127.0.0.1:{self._port}",
            f"authorization: Bearer {token}",
            "content-type: application/json",
            f"content-length: {len(content)}",
            "",
            content,
        ]
        while True:
            reader, writer = self._free.pop() if self._free else await self._connect()
            writer.write("\r\n".join(lines).encode())
            try:
                head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
            except (asyncio.IncompleteReadError, ConnectionError):
                # It was silent for so long that the server closed it; the same command has one effect.
                continue
            told = json.loads(await reader.readexactly(int(LENGTH.findall(head)[0])))
            assert head.startswith("http/1.1 200"), told
            self._free.append((reader, writer))
            return int(told["version"])

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self._port)


@dataclass
class Watched:
    """A table under load at a rate, and when its watchers saw which version."""

    played: Played
    game: str
    busy: bool = False
    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    versions: list[int] = field(default_factory=lambda: [0] * SEATS)

    async def watch(self, seat: int) -> None:
        """Read what comes to a seat."""
        with suppress(ConnectionClosed):
            while True:
                text = await self.played.sockets[seat].recv(decode=False)
                if found := VERSION.search(text):
                    self.versions[seat] = int(found[1])
                    self.arrived.set()

    async def seen(self, version: int) -> None:
        """Wait until all have seen a version."""
        while min(self.versions) < version:
            self.arrived.clear()
            await self.arrived.wait()


class Rush:
    """Moves that come at a rate, one at a time at each table."""

    def __init__(self, house: House, mirror: Mirror, port: int, tables: list[Watched]) -> None:
        self._house, self._mirror, self._tables = house, mirror, tables
        self._caller = Caller(port)
        self._luck = random.Random(2)
        self.answered: list[float] = []
        self.shown: list[float] = []
        self.missed = 0

    async def run(self, rate: float, seconds: float) -> None:
        """Send moves for so long, and wait for all of them."""
        begun = time.perf_counter()
        async with asyncio.TaskGroup() as group:
            for n in range(int(rate * seconds)):
                await asyncio.sleep(max(0.0, begun + n / rate - time.perf_counter()))
                free = [table for table in self._luck.sample(self._tables, 20) if not table.busy]
                if free:
                    free[0].busy = True
                    group.create_task(self._move(free[0]))
                else:
                    self.missed += 1

    async def _move(self, table: Watched) -> None:
        match = self._mirror.follow(table.played.id)
        if not match.to_act:
            # A game that is over goes on being watched, and others are played.
            self._tables.remove(table)
            self.missed += 1
            return
        seat = self._luck.choice(match.to_act)
        choices = match.choices(seat)
        whole = [choice for choice in choices if str(choice) == "best"] or choices
        body = {"id": self._house.next_id(), "seat": seat, "move": int(self._luck.choice(whole))}
        body["link"] = next(table.played.links[seat])
        path = f"/tables/{table.played.id}/moves"
        begun = time.perf_counter()
        version = await self._caller.post(path, table.played.tokens[seat], body)
        self.answered.append(time.perf_counter() - begun)
        await table.seen(version)
        self.shown.append(time.perf_counter() - begun)
        table.busy = False


async def rush(port: int, tables: int, rates: list[float], seconds: float) -> list[dict[str, float]]:
    """Open the tables, then let moves come at one rate after the other."""
    process = Process(serve_house, port)
    address = f"http://127.0.0.1:{port}"
    found = []
    try:
        await until_up(f"{address}/healthz")
        house = House(address)
        watched = []
        for n in range(tables):
            name = GAMES[n % len(GAMES)]
            watched.append(Watched(await house.open(name), name))
        watching = [asyncio.create_task(one.watch(seat)) for one in watched for seat in range(SEATS)]
        mirror = Mirror(process.folder.name)
        for one in watched:
            mirror.follow(one.played.id)
        gc.collect()
        gc.freeze()
        for rate in rates:
            moves = Rush(house, mirror, port, watched)
            cpu, begun = process.cpu(), time.perf_counter()
            await moves.run(rate, seconds)
            took = time.perf_counter() - begun
            found.append(
                {
                    "rate": rate,
                    "done": len(moves.shown) / took,
                    "answered": statistics.median(moves.answered) * 1000,
                    "answered 99 %": statistics.quantiles(moves.answered, n=100)[98] * 1000,
                    "shown": statistics.median(moves.shown) * 1000,
                    "shown 99 %": statistics.quantiles(moves.shown, n=100)[98] * 1000,
                    "CPU per move": (process.cpu() - cpu) / len(moves.shown),
                    "memory": process.usage.memory_info().rss / 1e6,
                }
            )
        for task in watching:
            task.cancel()
        return found
    finally:
        process.stop()


def show_rush(port: int, tables: int, rates: list[float], seconds: float) -> None:
    """Measure and print how long moves take at these rates."""
    found = asyncio.run(rush(port, tables, rates, seconds))
    grid = Grid(title=f"{tables} tables, {tables * SEATS} sockets, moves per second; ms and MB")
    for column in found[0]:
        grid.add_column(column, justify="right")
    for row in found:
        grid.add_row(*(f"{value:.1f}" for value in row.values()))
    Console(width=120).print(grid)


def total(cost: dict[str, float]) -> float:
    """Add up what one move cost."""
    return sum(cost[part] for part in (*PARTS, *REST))


def show_parts(port: int, tables: int, moves: int) -> None:
    """Measure and print what a move costs, part by part."""
    found = asyncio.run(measure(port, tables, moves))
    peer = asyncio.run(load_peer(port + 1, tables, 500))["p50"]
    columns = {**found, "all": [cost for costs in found.values() for cost in costs]}
    grid = Grid(title=f"CPU per move with {SEATS} who watch, in ms; {moves} moves")
    grid.add_column("")
    for column in columns:
        grid.add_column(column, justify="right")
    for part in (*PARTS, *REST):
        means = (statistics.mean(cost[part] for cost in costs) for costs in columns.values())
        grid.add_row(part, *(f"{mean:.2f}" for mean in means))
    totals = [[total(cost) for cost in costs] for costs in columns.values()]
    grid.add_section()
    grid.add_row("mean", *(f"{statistics.mean(some):.2f}" for some in totals))
    grid.add_row("median", *(f"{statistics.median(some):.2f}" for some in totals))
    grid.add_row("99 %", *(f"{statistics.quantiles(some, n=100)[98]:.2f}" for some in totals))
    grid.add_row(f"median : peer ({peer:.2f})", *(f"{statistics.median(some) / peer:.1f}" for some in totals))
    sizes = (statistics.mean(cost["size"] for cost in costs) / 1000 for costs in columns.values())
    grid.add_row("a frame, kB", *(f"{size:.1f}" for size in sizes))
    Console(width=120).print(grid)


def main() -> None:
    parser = argparse.ArgumentParser(description="Load a server with tables of four.")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--moves", type=int, default=3000)
    parser.add_argument("--port", type=int, default=7790)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--parts", action="store_true", help="what a move costs, part by part")
    parser.add_argument("--rates", default="", help="moves per second, one rate after the other: 100,200,300")
    parser.add_argument("--seconds", type=float, default=20, help="how long each rate lasts")
    given = parser.parse_args()
    if given.rates:
        show_rush(given.port, given.tables, [*map(float, given.rates.split(","))], given.seconds)
        return
    if given.parts:
        show_parts(given.port, given.tables, given.moves)
        return
    house = asyncio.run(load_house(given.port, given.tables, given.moves))
    peer = asyncio.run(load_peer(given.port + 1, given.tables, min(given.moves, 1000)))
    if given.json:
        print(json.dumps({"house": house, "peer": peer}))
        return
    grid = Grid(title=f"{given.tables} tables of four seats, {house['moves']:.0f} moves, 4 sockets each")
    for column in ("", "house", "wanted", "peer"):
        grid.add_column(column, justify="left" if not column else "right")
    grid.add_row("CPU per move, median", f"{house['p50']:.1f} ms", "5 ms", f"{peer['p50']:.1f} ms")
    for name, (median, worst) in house["games"].items():
        grid.add_row(f"  {name}, median; worst", f"{median:.1f}; {worst:.1f} ms", "", "")
    grid.add_row("CPU per move, 99 %", f"{house['p99']:.1f} ms", "20 ms", "")
    grid.add_row("CPU per move, worst", f"{house['worst']:.1f} ms", "", "")
    grid.add_row("memory", f"{house['memory']:.0f} MB", "250 MB", f"{peer['memory']:.0f} MB")
    grid.add_row("a frame", f"{house['frame'] / 1000:.1f} kB", "", "6.0 kB")
    grid.add_row("house : peer, median", f"{house['p50'] / peer['p50']:.1f}", "", "1")
    Console().print(grid)


if __name__ == "__main__":
    main()
