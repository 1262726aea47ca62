"""
Eight hours of play in some minutes: does a house grow, or leave something lying about?

    make evening ARGS="--hours 8 --tables 10"

So many tables are played at once, by two people and two bots each, and somebody watches. People decide as
fast as the house answers, where at a table they take some seconds; the times after which the house puts
things away are shortened, too. They talk, lose their connection, hand a seat to another device, go in the
middle of a game, look at a review, remove a table. In the end all have gone, and the house must be as it was.

Wanted: less than 5 % more memory than after the first hour, and no task, connection or file that stays.
"""

import argparse
import asyncio
import contextlib
import multiprocessing
import os
import random
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2 as httpx
import psutil
from rich.console import Console
from rich.table import Table as Grid
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from server.guests import BOT, Guest

GAMES = ("gang-of-dice", "chance-it", "second-chance", "take-a-chance", "take-it-or-leave-it")
PACE = 8.0
"""Seconds in which somebody at a table decides."""
GROWTH = 0.05
HURRIED = {
    "chancebox.server.house.kernel": ("IDLE",),
    "chancebox.server.house.handover": ("GOOD_FOR",),
    "chancebox.server.web.app": ("TIDYING",),
    "chancebox.server.house.sessions": ("RESTING", "GRACE", "GRACE_AT_START"),
    "chancebox.server.store.presence": ("GRACE", "GRACE_AT_START"),
    "chancebox.server.thinking.reviews": ("FORGOTTEN", "AGAIN", "IDLE"),
    "chancebox.server.house.tidying": ("EVERY",),
}
"""Times in the house that are shortened with those of the people."""
TASKS, SESSIONS, PORT = range(3)


def serve(folder: str, faster: float, told: Any) -> None:
    """Run the house with shortened times, and tell what only it can count."""
    import importlib

    from chancebox.server.access.limits import unlimited
    from chancebox.server.processes.run import Server, configured, listen

    for name, times in HURRIED.items():
        module = importlib.import_module(name)
        for one in times:
            setattr(module, one, getattr(module, one) / faster)
    config = configured(Path(folder), unlimited())
    listening = listen("127.0.0.1", 0)
    loops: list[asyncio.AbstractEventLoop] = []

    def ready() -> None:
        loops.append(asyncio.get_running_loop())
        told[PORT] = listening.getsockname()[1]

    def count() -> None:
        while True:
            time.sleep(0.2)
            with contextlib.suppress(RuntimeError, IndexError):
                told[TASKS] = len(asyncio.all_tasks(loops[0]))
                told[SESSIONS] = len(config.app.state.house.kernel.sessions)  # type: ignore[union-attr]

    def end_with_the_test() -> None:
        if parent := multiprocessing.parent_process():
            parent.join()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=count, daemon=True).start()
    threading.Thread(target=end_with_the_test, daemon=True).start()
    Server(config, ready).run([listening])


class Decisions:
    """How many were made by all; time at the tables is counted by them."""

    def __init__(self, wanted: int) -> None:
        self.made = 0
        self.wanted = wanted
        self._lock = threading.Lock()

    def count(self) -> None:
        """Count one more."""
        with self._lock:
            self.made += 1

    @property
    def are_made(self) -> bool:
        """Whether the evening is over."""
        return self.made >= self.wanted


class Company:
    """Two people at one table after the other, and somebody who watches them."""

    def __init__(self, address: str, number: int, decisions: Decisions) -> None:
        self._address = address
        self._client = httpx.Client(base_url=address, timeout=60)
        self._luck = random.Random(number)
        self._number = number
        self._decisions = decisions
        self._people = [Guest(self._client), Guest(self._client)]  # type: ignore[arg-type]
        self.games = 0

    def run(self) -> None:
        """Play until the evening is over."""
        while not self._decisions.are_made:
            self._play(GAMES[(self._number + self.games) % len(GAMES)])
            self.games += 1

    def _play(self, game: str) -> None:
        ann, ben = self._people
        players = [{"kind": "person", "name": "Ann"}, {"kind": "open"}, BOT, BOT]
        table = str(ann.post("tables", game=game, players=players).json()["table"])
        assert ben.sit(table, 1, "Ben").status_code == 200
        assert ann.post(f"tables/{table}/start").status_code == 200
        sockets = [self._watch(table, token) for token in (ann.token, ben.token, "")]
        goes_early = self._luck.random() < 0.2
        while not self._decisions.are_made and ann.state(table)["stage"] == "playing":
            # Not `ben`, whose seat may have moved to another device.
            if all(one.step(table, self._luck) is None for one in self._people):
                time.sleep(0.01)  # a bot thinks
                continue
            self._decisions.count()
            self._empty(sockets)
            self._happen(table, sockets)
            if goes_early and self._luck.random() < 0.02:
                break
        if ann.state(table)["stage"] == "over" and self._luck.random() < 0.1:
            ann.status(f"tables/{table}/review")
        for socket in sockets:
            socket.close()
        if self._luck.random() < 0.2:
            ann.post(f"tables/{table}/remove")

    def _happen(self, table: str, sockets: list[ClientConnection]) -> None:
        """Let something happen besides, now and then."""
        ann, ben = self._people
        chance = self._luck.random()
        if chance < 0.02:
            ann.post(f"tables/{table}/chat", seat=0, text="How can one be so lucky?")
        elif chance < 0.03:
            sockets.pop(0).close()
            sockets.append(self._watch(table, ann.token))
        elif chance < 0.034:
            code = ben.post(f"tables/{table}/seats/1/code").json().get("code")
            device = Guest(self._client)  # type: ignore[arg-type]
            if code and device.post("codes", code=code).status_code == 200:
                self._people[1] = device
        elif chance < 0.04:
            self._client.get(f"/t/{table}")
            self._client.get("/")

    def _watch(self, table: str, token: str) -> ClientConnection:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        address = f"{self._address.replace('http', 'ws')}/t/{table}/live"
        return connect(address, additional_headers=headers, max_size=None, compression=None, legacy=True)

    @staticmethod
    def _empty(sockets: list[ClientConnection]) -> None:
        """Read what has come."""
        for socket in sockets:
            with contextlib.suppress(TimeoutError, ConnectionClosed):
                while True:
                    socket.recv(timeout=0)


class House:
    """The house in a process of its own."""

    def __init__(self, faster: float) -> None:
        context = multiprocessing.get_context("spawn")
        self._folder = tempfile.TemporaryDirectory()
        self._told = context.RawArray("q", 3)
        self._process = context.Process(target=serve, args=(self._folder.name, faster, self._told))
        self._process.start()
        self._usage = psutil.Process(self._process.pid)
        self.wait(lambda: bool(self._told[PORT] and self._told[TASKS]), "the server does not come up")
        self.address = f"http://127.0.0.1:{self._told[PORT]}"

    def look(self) -> dict[str, float]:
        """Return what there is of everything that could stay behind."""
        return {
            "memory, MB": self._usage.memory_info().rss / 1e6,
            "tasks": self._told[TASKS],
            "tables in memory": self._told[SESSIONS],
            "connections": len(self._usage.net_connections()),
            "files": self._usage.num_fds(),
            "threads": self._usage.num_threads(),
        }

    def wait(self, what: Callable[[], bool], otherwise: str) -> None:
        """Wait until something is so."""
        for _try in range(600):
            if what():
                return
            time.sleep(0.1)
        raise SystemExit(otherwise)

    def __enter__(self) -> "House":
        return self

    def __exit__(self, *_error: object) -> None:
        self._process.terminate()
        self._process.join()
        self._folder.cleanup()


def main() -> int:
    parser = argparse.ArgumentParser(description="Play for hours, and look for what stays behind.")
    parser.add_argument("--hours", type=float, default=8.0)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--faster", type=float, default=60.0, help="by how much the house's times are cut")
    given = parser.parse_args()
    per_hour = int(given.tables * 3600 / PACE)
    decisions = Decisions(int(given.hours * per_hour))
    with House(given.faster) as house:
        rows = [("before", house.look())]
        companies = [Company(house.address, n, decisions) for n in range(given.tables)]
        threads = [threading.Thread(target=company.run, daemon=True) for company in companies]
        begun = time.monotonic()
        for thread in threads:
            thread.start()
        for hour in range(1, int(given.hours) + 1):
            while decisions.made < hour * per_hour and all(thread.is_alive() for thread in threads):
                time.sleep(0.2)
            rows.append((f"hour {hour}", house.look()))
        for thread in threads:
            thread.join()
        took = time.monotonic() - begun
        before = rows[0][1]
        # Tables that nobody looks at are put away, and with them all that they had.
        house.wait(lambda: not house.look()["tables in memory"], "tables stay in memory that nobody looks at")
        with contextlib.suppress(SystemExit):
            house.wait(lambda: house.look()["tasks"] <= before["tasks"], "told below")
        rows.append(("after", house.look()))
    games = sum(company.games for company in companies)
    grid = Grid(
        title=f"{given.hours:.0f} hours, {games} tables, {decisions.made} decisions; {took / 60:.1f} min"
    )
    grid.add_column("")
    for column in before:
        grid.add_column(column, justify="right")
    for name, row in rows:
        grid.add_row(name, *(f"{value:.0f}" for value in row.values()))
    Console(width=110).print(grid)
    growth = rows[-2][1]["memory, MB"] / rows[1][1]["memory, MB"] - 1
    after = rows[-1][1]
    print(f"memory grew by {growth:.1%} after the first hour; wanted: less than {GROWTH:.0%}")
    kept = [what for what in ("tasks", "connections") if after[what] > before[what]]
    print(f"left behind: {', '.join(kept) or 'nothing'}")
    return 0 if growth < GROWTH and not kept else 1


if __name__ == "__main__":
    sys.exit(main())
