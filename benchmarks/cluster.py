"""
Whether several processes at one store stay one house, whatever happens to them.

    make cluster ARGS="--processes 4 --commands 10000 --drop 0.3 --restarts 3 --kills 5"

Players race at the same tables: each sends every command to any process, often to two at once, looks at
what comes back, and sends it again where nothing does. Sockets at all processes watch. Meanwhile hints are
dropped at random, PostgreSQL is restarted, and processes are killed and started again. In the end the store
is read, and everything that anybody was told is compared with it: one history for each table, no acknowledged
command lost, none refused that was written, all who watch at the same version.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import signal
import socket
import statistics
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2 as httpx
from rich.console import Console
from rich.table import Table as Grid
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

sys.path.append(str(Path(__file__).parents[1] / "tests"))

from chancebox.server.store.databases.stores import open_store
from chancebox.server.tables.names import command_key
from databases import Postgres, running

GAMES = ("gang-of-dice", "chance-it", "second-chance", "take-a-chance", "take-it-or-leave-it")
LOST = (httpx.TransportError, OSError)
HANDS = ThreadPoolExecutor(1)
"""A child ends with the thread that started it, so this one stays."""
PATIENCE = 120.0
"""Seconds in which all who watch must have come to the last version."""


def serve_part(address: str, port: int, drop: float, seed: int) -> None:
    """Run one process of the house; it hears of others only as often as its luck has it."""
    import uvicorn

    from chancebox.server.access.limits import unlimited
    from chancebox.server.processes.crew import end_with_parent
    from chancebox.server.processes.run import configured, listen
    from chancebox.server.store.databases.sharing import SharedStore

    end_with_parent(signal.SIGKILL)
    luck, hear = random.Random(seed), SharedStore._hear

    def hear_some(store: SharedStore, payload: str) -> None:
        if luck.random() >= drop:
            hear(store, payload)

    SharedStore._hear = hear_some  # type: ignore[method-assign, assignment]
    uvicorn.Server(configured(address, unlimited())).run([listen("127.0.0.1", port)])


class Part:
    """A process of the house, which may be killed and started again."""

    def __init__(self, address: str, drop: float, seed: int) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self._given = (address, self.port, drop, seed)
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        context = multiprocessing.get_context("spawn")
        # No daemon: it starts processes for bots. Whoever ends this ends it.
        self.process = context.Process(target=serve_part, args=self._given)
        self.process.start()

    def kill(self) -> None:
        if self.process.pid:
            os.kill(self.process.pid, signal.SIGKILL)
        self.process.join()


@dataclass
class Told:
    """What anybody was told."""

    acknowledged: list[tuple[str, str, int]] = field(default_factory=list)
    """Table, command and version."""
    refused: list[tuple[str, str]] = field(default_factory=list)
    """What was answered with a refusal at last: table and command."""
    wrong: list[str] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    lost: int = 0
    seconds: list[float] = field(default_factory=list)


@dataclass
class Raced:
    """A table at which everybody races: one visitor holds all seats."""

    id: str
    token: str

    @property
    def visitor(self) -> str:
        return self.token.rpartition(".")[0]


class Race:
    """Players at the same tables, through all processes."""

    def __init__(self, parts: list[Part], tables: int, commands: int, seed: int) -> None:
        self.parts = parts
        self.wanted = tables
        self.commands = commands
        self.luck = random.Random(seed)
        self.told = Told()
        self.tables: list[Raced] = []
        self.all: list[Raced] = []
        self.sent = 0
        self.client = httpx.AsyncClient(timeout=60, limits=httpx.Limits(max_connections=200))
        self.seen: dict[str, dict[int, int]] = {}
        """By table and process: the last version that a socket there has shown."""
        self.stopping = False

    # Asking.

    async def ask(self, part: Part, method: str, path: str, token: str, body: Any = None) -> httpx.Response:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        return await self.client.request(method, f"{part.address}/api/v1/{path}", json=body, headers=headers)

    async def insist(self, method: str, path: str, token: str, body: Any = None) -> httpx.Response:
        """Ask any process, and another one if it does not answer or is in trouble."""
        while True:
            try:
                answer = await self.ask(self.luck.choice(self.parts), method, path, token, body)
                self.told.statuses[answer.status_code] += 1
                if answer.status_code < 500:
                    return answer
            except LOST:
                self.told.lost += 1
            await asyncio.sleep(0.05)

    async def open(self) -> Raced:
        """Open a table; all its seats belong to one visitor."""
        number = len(self.all)
        names = ("Ann", "Anton", "Ada")
        players = [{"kind": "person", "name": name} for name in names]
        players[-1] = {"kind": "bot", "bot": "random"} if number % 2 else players[-1]
        # A random UUID: sent again without a token, it is taken for the same newcomer.
        id = f"{self.luck.getrandbits(32):08x}-0000-4000-8000-{number:012x}"
        body = {"id": id, "game": GAMES[number % len(GAMES)], "players": players, "start": True}
        told = (await self.insist("POST", "tables", "", body)).json()
        table = Raced(told["table"], told["token"])
        self.all.append(table)
        return table

    # Playing.

    async def play(self, number: int) -> None:
        luck = random.Random(number)
        while self.sent < self.commands:
            place = luck.randrange(len(self.tables))
            table = self.tables[place]
            state = (await self.insist("GET", f"tables/{table.id}", table.token)).json()
            if state["stage"] == "over":
                if self.tables[place] is table:
                    self.tables[place] = await self.open()
                continue
            mine = [one["seat"] for one in state["seats"] if one["yours"] and one["seat"] in state["to_act"]]
            if not mine:
                await asyncio.sleep(0.01)
                continue
            seat = luck.choice(mine)
            path = f"tables/{table.id}/choices?seat={seat}"
            choices = (await self.insist("GET", path, table.token)).json().get("choices")
            if choices:
                self.sent += 1
                move = {"seat": seat, "move": luck.choice(choices)["action"], "version": state["version"]}
                await self.send(table, {"id": f"m{self.sent}", **move}, twice=luck.random() < 0.2)

    async def send(self, table: Raced, body: dict[str, Any], twice: bool) -> None:
        """Send a command until it is answered, perhaps to two processes at once; compare what they say."""
        begun = time.perf_counter()
        path = f"tables/{table.id}/moves"
        answers = await asyncio.gather(
            *(self.insist("POST", path, table.token, body) for _time in range(1 + twice))
        )
        self.told.seconds.append(time.perf_counter() - begun)
        command = command_key("move", table.visitor, body["id"])
        done = [answer.json()["version"] for answer in answers if answer.status_code == 200]
        if done:
            self.told.acknowledged.append((table.id, command, done[0]))
        if len(set(done)) > 1:
            self.told.wrong.append(f"{table.id} {command}: told {done}")
        if not done:
            self.told.refused.append((table.id, command))

    # Watching.

    async def watch(self, table: Raced, number: int) -> None:
        """Watch a table at one process; connect again when that has gone."""
        seen = self.seen.setdefault(table.id, {})
        while not self.stopping:
            part = self.parts[number]
            try:
                address = f"ws://127.0.0.1:{part.port}/t/{table.id}/live"
                headers = {"authorization": f"Bearer {table.token}"}
                async with connect(address, additional_headers=headers, max_size=None) as live:
                    async for text in live:
                        version = json.loads(text).get("version", 0)
                        if version < seen.get(number, 0):
                            self.told.wrong.append(f"{table.id}: {version} was shown after {seen[number]}")
                        seen[number] = max(version, seen.get(number, 0))
            except (*LOST, WebSocketException, TimeoutError):
                await asyncio.sleep(0.1)

    # What happens to them.

    async def disturb(self, database: Postgres, restarts: int, kills: int) -> None:
        """Restart PostgreSQL and kill processes, evenly over the race."""
        loop = asyncio.get_running_loop()
        events = ["restart"] * restarts + ["kill"] * kills
        self.luck.shuffle(events)
        for number, event in enumerate(events):
            while self.sent < self.commands * (number + 1) / (len(events) + 1):
                await asyncio.sleep(0.02)
            if event == "kill":
                part = self.luck.choice(self.parts)
                await loop.run_in_executor(HANDS, part.kill)
                part.start()
            else:
                # In good order, or as a fall would end it.
                how = self.luck.choice([signal.SIGINT, signal.SIGQUIT])
                await loop.run_in_executor(HANDS, database.stop, how)
                await loop.run_in_executor(HANDS, database.start)

    async def run(self, database: Postgres, players: int, restarts: int, kills: int) -> float:
        for part in self.parts:
            while True:
                try:
                    await self.client.get(f"{part.address}/healthz")
                    break
                except LOST:
                    if not part.process.is_alive():
                        raise SystemExit("a process did not start") from None
                    await asyncio.sleep(0.1)
        self.tables = [await self.open() for _table in range(self.wanted)]
        watched = list(self.tables)
        watching = [
            asyncio.create_task(self.watch(table, number))
            for table in watched
            for number in range(len(self.parts))
        ]
        begun = time.perf_counter()
        disturbing = asyncio.create_task(self.disturb(database, restarts, kills))
        await asyncio.gather(*(self.play(number) for number in range(players)))
        await disturbing
        seconds = time.perf_counter() - begun
        await self.converge(watched)
        self.stopping = True
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)
        await self.client.aclose()
        return seconds

    async def converge(self, watched: list[Raced]) -> None:
        """Wait until all who watch have come to the same version, that of the store."""
        until = time.monotonic() + PATIENCE
        for table in watched:
            while True:
                state = (await self.insist("GET", f"tables/{table.id}", table.token)).json()
                seen = self.seen[table.id]
                if set(seen.values()) == {state["version"]} and len(seen) == len(self.parts):
                    break
                if time.monotonic() > until:
                    self.told.wrong.append(f"{table.id}: {seen}, and the table is at {state['version']}")
                    break
                await asyncio.sleep(0.1)


def compare(address: str, race: Race) -> Counter[str]:
    """Read the store, and compare it with what anybody was told."""
    store = open_store(address)
    found: Counter[str] = Counter()
    written: dict[str, dict[str, int]] = {}
    for table in race.all:
        lines = store.tables.read(table.id)
        if [line.version for line in lines] != list(range(1, len(lines) + 1)):
            race.told.wrong.append(f"{table.id}: its history has gaps")
        written[table.id] = {line.command: line.version for line in lines}
        found["lines"] += len(lines)
        found["tables"] += 1
        found["moves of bots"] += sum(line.command.startswith("/bot-") for line in lines)
    store.close()
    for id, command, version in race.told.acknowledged:
        # Versions are counted as the visitor notices them: here nobody else acts in secret, but bots may.
        if command not in written[id] or written[id][command] < version:
            race.told.wrong.append(
                f"{id}: {command} was acknowledged as {version} and is {written[id].get(command)}"
            )
    for id, command in race.told.refused:
        if command in written[id]:
            race.told.wrong.append(f"{id}: {command} was refused, and is there")
    return found


def race_in(
    database: Postgres,
    processes: int,
    tables: int,
    commands: int,
    players: int,
    drop: float,
    restarts: int,
    kills: int,
    seed: int = 1,
) -> dict[str, Any]:
    """Run a race, and return what came of it."""
    address = database.create()
    open_store(address).close()
    parts = [Part(address, drop, seed + number) for number in range(processes)]
    race = Race(parts, tables, commands, seed)
    try:
        seconds = asyncio.run(race.run(database, players, restarts, kills))
    finally:
        for part in parts:
            part.kill()
    found = compare(address, race)
    told = race.told
    return {
        "seconds": seconds,
        "sent": race.sent,
        "acknowledged": len(told.acknowledged),
        "refused": len(told.refused),
        "unanswered": told.lost,
        "answers": dict(sorted(told.statuses.items())),
        "median": statistics.median(told.seconds),
        "p99": statistics.quantiles(told.seconds, n=100)[98],
        "wrong": told.wrong,
        **found,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Race at several processes of one house.")
    parser.add_argument("--processes", type=int, default=4)
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--commands", type=int, default=10_000)
    parser.add_argument("--players", type=int, default=12)
    parser.add_argument("--drop", type=float, default=0.3, help="the part of the hints that is lost")
    parser.add_argument("--restarts", type=int, default=3, help="of PostgreSQL")
    parser.add_argument("--kills", type=int, default=10, help="of processes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    with running() as database:
        came = race_in(
            database,
            given.processes,
            given.tables,
            given.commands,
            given.players,
            given.drop,
            given.restarts,
            given.kills,
            given.seed,
        )
    if given.json:
        print(json.dumps(came))
    else:
        grid = Grid(title=f"{given.processes} processes, {given.commands} racing commands")
        grid.add_column("")
        grid.add_column("", justify="right")
        for name, value in came.items():
            if name != "wrong":
                grid.add_row(name, f"{value:.3f}" if isinstance(value, float) else str(value))
        grid.add_row("told wrongly", str(len(came["wrong"])))
        Console().print(grid)
        for line in came["wrong"][:20]:
            print(line)
    sys.exit(bool(came["wrong"]))


if __name__ == "__main__":
    main()
