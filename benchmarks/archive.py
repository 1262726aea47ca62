"""
An old house beside a new one: how much do tables weigh that nobody looks at?

    make archive

Fills a store with finished and idle tables, copies of some that were played, and starts a server over it and
one over an empty folder: when the first page comes, how long a page takes, how much memory there is. One
visitor sits at all of the tables; another at none.
"""

import argparse
import hashlib
import json
import os
import re
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any, NamedTuple

import psutil

CHANCEBOX = [sys.executable, "-m", "chancebox"]
FINISHED, IDLE = 20_000, 2_000
PAGES = 30
REPEATS = 5


class House(NamedTuple):
    """A server that runs."""

    process: "subprocess.Popen[str]"
    address: str
    waited: float
    """Seconds until its first page had come."""


def start(data: Path) -> House:
    """Start a house and wait for its first page."""
    begun = time.perf_counter()
    command = [*CHANCEBOX, "serve", "--no-browser", "--no-limits", "--port", "0", "--data", str(data)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    found = re.search(r"http://\S+", process.stdout.readline())
    assert found
    address = found[0].rstrip("/")
    page(address)
    return House(process, address, time.perf_counter() - begun)


def stop(house: House) -> None:
    """Stop a house."""
    house.process.send_signal(signal.SIGTERM)
    house.process.wait()


def page(address: str, path: str = "/", token: str = "") -> bytes:
    """Ask for a page."""
    headers = {"authorization": f"Bearer {token}"} if token else {}
    with urllib.request.urlopen(urllib.request.Request(address + path, headers=headers)) as answer:
        content: bytes = answer.read()
    return content


def tell(address: str, path: str, token: str, **body: Any) -> Any:
    """Change something, or look at something where there is no body."""
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
    data = json.dumps(body).encode() if body else None
    with urllib.request.urlopen(urllib.request.Request(f"{address}/api/v1/{path}", data, headers)) as answer:
        return json.load(answer)


def play(address: str) -> str:
    """Play one game to its end and begin another; return the token of who did."""
    people = [{"kind": "person", "name": name} for name in ("Ann", "Ben")]
    token = ""
    for game, most in (("gang-of-dice", 10_000), ("gang-of-dice", 5)):
        opened = tell(
            address, "tables", token, id=f"o{most}", game=game, players=people, options={}, start=True
        )
        token = opened["token"] or token
        for n in range(most):
            asked = tell(address, f"tables/{opened['table']}", token)["to_act"]
            if not asked:
                break
            choices = tell(address, f"tables/{opened['table']}/choices?seat={asked[0]}", token)["choices"]
            move = choices[n % len(choices)]["action"]
            tell(
                address, f"tables/{opened['table']}/moves", token, id=f"m{most}-{n}", seat=asked[0], move=move
            )
    return token


def fill(data: Path, finished: int, idle: int) -> None:
    """Copy what was played so many times."""
    with sqlite3.connect(data / "chancebox.sqlite3") as store:
        for stage, many in (("over", finished), ("playing", idle)):
            (source,) = store.execute("SELECT id FROM tables WHERE stage = ?", [stage]).fetchone()
            for n in range(many):
                id = hashlib.sha256(f"{stage}{n}".encode()).hexdigest()[:32]
                for table, key in (("tables", "id"), ("log", "table_id"), ("sittings", "table_id")):
                    columns = [row[1] for row in store.execute(f"PRAGMA table_info({table})")]
                    copied = ", ".join(
                        "?" if name == key else "NULL" if name == "code" else name for name in columns
                    )
                    store.execute(
                        f"INSERT INTO {table} SELECT {copied} FROM {table} WHERE {key} = ?", [id, source]
                    )


def measure(data: Path, token: str) -> dict[str, float]:
    """Start a house several times; return the best of each figure."""
    waited: list[float] = []
    memory: list[float] = []
    empty: list[float] = []
    full: list[float] = []
    for _repeat in range(REPEATS):
        house = start(data)
        try:
            waited.append(house.waited)
            memory.append(psutil.Process(house.process.pid).memory_info().rss / 2**20)
            for who, times in (("", empty), (token, full)):
                for _page in range(PAGES):
                    begun = time.perf_counter()
                    page(house.address, token=who)
                    times.append(1000 * (time.perf_counter() - begun))
        finally:
            stop(house)
    return {
        "first page, s": min(waited),
        "memory at the start, MB": min(memory),
        "a page for a stranger, ms": statistics.median(empty),
        "a page for who sits at all tables, ms": statistics.median(full),
    }


def main() -> None:
    """Measure both houses and print them side by side."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--finished", type=int, default=FINISHED)
    parser.add_argument("--idle", type=int, default=IDLE)
    parsed = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        new, old = Path(folder) / "new", Path(folder) / "old"
        house = start(old)
        token = play(house.address)
        stop(house)
        fill(old, parsed.finished, parsed.idle)
        size = os.path.getsize(old / "chancebox.sqlite3") / 2**20
        print(f"{parsed.finished} finished and {parsed.idle} idle tables, {size:.0f} MB")
        fresh, filled = measure(new, ""), measure(old, token)
    print(f"{'':40} {'new':>8} {'old':>8}  ratio")
    for what, value in fresh.items():
        print(f"{what:40} {value:8.2f} {filled[what]:8.2f}  {filled[what] / value:5.2f}")


if __name__ == "__main__":
    main()
