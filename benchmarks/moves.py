"""
What a move costs, part by part: CPU of the server, in milliseconds.

    make move-costs ARGS="--tables 25 --moves 600"

Tables of four are played one move at a time, as in `server.py`, and every seat watches. The server runs with
a stopwatch around the functions in `PARTS`, by the CPU clock of its thread; what runs inside of another part
counts there, and not twice. `disk` is the CPU of the thread that writes the log, `requests` all that is left: reading
the request, checking it, answering, sending to sockets by the system. Figures depend on the machine and on who else
uses it, so a bare peer runs beside it (see `server.py`); compare the ratio.
"""

import argparse
import asyncio
import importlib
import inspect
import multiprocessing
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table as Grid
from server import GAMES, SEATS, House, Process, load_peer, serve_house, until_up

PARTS = {
    "rules": ["chancebox.server.tables:Table.move"],
    "table": ["chancebox.server.tables:Table.apply"],
    "hiding": ["chancebox.engine.match:Match._seen"],
    "view": ["chancebox.engine.match:Match.view"],
    "story": ["chancebox.server.frames:story", "chancebox.server.frames:log"],
    "template": ["chancebox.web.render:board"],
    "frame": ["chancebox.server.live:Tab.changed"],
    "JSON": ["chancebox.server.live:msgspec.json.encode"],
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


def total(cost: dict[str, float]) -> float:
    """Add up what one move cost."""
    return sum(cost[part] for part in (*PARTS, *REST))


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure what a move costs, part by part.")
    parser.add_argument("--tables", type=int, default=25)
    parser.add_argument("--moves", type=int, default=1000)
    parser.add_argument("--port", type=int, default=7790)
    given = parser.parse_args()
    found = asyncio.run(measure(given.port, given.tables, given.moves))
    peer = asyncio.run(load_peer(given.port + 1, given.tables, 500))["p50"]
    columns = {**found, "all": [cost for costs in found.values() for cost in costs]}
    grid = Grid(title=f"CPU per move with {SEATS} who watch, in ms; {given.moves} moves")
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


if __name__ == "__main__":
    main()
