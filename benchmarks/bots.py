"""
How long one waits for a bot or a hint while masters think at many other tables.

    python benchmarks/bots.py --tables 30 --seconds 20

A house in a process of its own first serves two tables alone: at one, rule-of-thumb bots play each
other; at the other, somebody asks for hints. Then another house serves the same two beside so many
tables at which masters play each other, each of another host and watched by a socket. A move of the
rule of thumb is what lies between two frames of its table: thinking, disk, drawing. The ratio tells
how much of the wait the others cause.
"""

import argparse
import asyncio
import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, NamedTuple

import httpx2 as httpx
from rich.console import Console
from rich.table import Table as Grid
from websockets.asyncio.client import connect

from chancebox.server.thinking.workers import compile_for

MASTERS = ("chance-it", "second-chance", "take-a-chance", "take-it-or-leave-it")
QUICK = "gang-of-dice"


class Seen(NamedTuple):
    """Waits in seconds, one after the other; of the masters only how many there were."""

    moves: list[float]
    hints: list[float]
    masters: list[float]


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"} if token else {}


class Visit:
    """Somebody who opens tables, watches them and asks for hints."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._client = httpx.AsyncClient(base_url=f"{address}/api/v1", timeout=120)
        self._number = 0

    async def post(self, path: str, token: str = "", **body: Any) -> dict[str, Any]:
        self._number += 1
        answer = await self._client.post(path, json={"id": f"b{self._number}", **body}, headers=bearer(token))
        told: dict[str, Any] = answer.json()
        if answer.status_code >= 300:
            raise RuntimeError(f"{path}: {answer.status_code} {told}")
        return told

    async def open(self, game: str, *players: dict[str, str]) -> tuple[str, str]:
        """Open a table with these players; return its id and our token."""
        told = await self.post("/tables", game=game, players=players, start=True)
        return told["table"], told["token"]

    async def watch(self, game: str, bot: str, seats: int, moved: Callable[[], None]) -> None:
        """Watch bots play each other for ever, and tell of each move."""
        while True:
            table, token = await self.open(game, *[{"kind": "bot", "bot": bot}] * seats)
            address = f"{self._address.replace('http', 'ws')}/t/{table}/live"
            async with connect(
                address, additional_headers=bearer(token), max_size=None, compression=None
            ) as socket:
                async for frame in socket:
                    moved()
                    if json.loads(frame).get("stage") == "over":
                        break

    async def ask_for_hints(self, heard: Callable[[float], None]) -> None:
        """Ask for one hint after the other, and return how long each took."""
        people = [{"kind": "person", "name": name} for name in ("Ann", "Anton")]
        table, token = await self.open(QUICK, *people)
        seat = (await self._client.get(f"/tables/{table}")).json()["to_act"][0]
        while True:
            begun = time.perf_counter()
            with suppress(RuntimeError):  # a house that is asked too much may say so
                await self.post(f"/tables/{table}/seats/{seat}/hint", token)
            heard(time.perf_counter() - begun)


async def for_a_while(seconds: float, *doing: Awaitable[None]) -> None:
    """Do all of this at the same time, for so long."""
    with suppress(TimeoutError):
        await asyncio.wait_for(asyncio.gather(*doing), seconds)


async def measure(visit: Visit, tables: int, seconds: float, warming: float) -> Seen:
    """Measure moves and hints beside so many tables of masters, once the workers have loaded their games."""
    seen = Seen([], [], [])
    begun = time.perf_counter() + warming
    last = time.perf_counter()

    def note(waits: list[float], wait: float) -> None:
        if time.perf_counter() > begun:
            waits.append(wait)

    def moved() -> None:
        nonlocal last
        now = time.perf_counter()
        note(seen.moves, now - last)
        last = now

    await for_a_while(
        warming + seconds,
        visit.watch(QUICK, "thumb", 3, moved),
        visit.ask_for_hints(lambda wait: note(seen.hints, wait)),
        *(
            visit.watch(MASTERS[n % len(MASTERS)], "master", 3, lambda: note(seen.masters, 0))
            for n in range(tables)
        ),
    )
    moved()  # who is still waiting has waited as well
    return seen


def in_a_house(tables: int, seconds: float, warming: float) -> Seen:
    """Open a house, measure, and close it."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "chancebox", "serve", "--no-browser", "--no-limits", "--port", "0"]
        house = subprocess.Popen(
            [*command, "--data", folder], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        try:
            assert house.stdout
            found = re.search(r":(\d+)/", house.stdout.readline())
            assert found, "the house says where it is"
            return asyncio.run(measure(Visit(f"http://127.0.0.1:{found[1]}"), tables, seconds, warming))
        finally:
            house.terminate()
            house.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description="Wait for bots and hints beside tables of masters.")
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument(
        "--warming", type=float, default=45.0, help="seconds not counted: workers load the games first"
    )
    given = parser.parse_args()
    for name in (QUICK, *MASTERS):
        compile_for(name)
    idle = in_a_house(0, given.seconds, given.warming)
    full = in_a_house(given.tables, given.seconds, given.warming)
    grid = Grid(title=f"{given.tables} tables of masters, {given.seconds:.0f} s")
    for column in ("", "idle house", "full house", "ratio"):
        grid.add_column(column, justify="left" if not column else "right")
    seconds = [given.warming + given.seconds]  # nobody was answered at all
    for name, alone, beside in (
        ("a move by the rule of thumb", idle.moves, full.moves),
        ("a hint", idle.hints, full.hints),
    ):
        for what, of in (("mean", statistics.mean), ("worst", max)):
            a, b = of(alone or seconds) * 1000, of(beside or seconds) * 1000
            grid.add_row(f"{name}, {what}", f"{a:,.0f} ms", f"{b:,.0f} ms", f"{b / a:.1f}")
    grid.add_row("moves by masters", f"{len(idle.masters)}", f"{len(full.masters)}", "")
    Console().print(grid)


if __name__ == "__main__":
    main()
