"""
An ordinary table beside an attack: how long its moves take, before and while it lasts.

Each is measured by the clock, and, where the system tells (Linux), without the time for which server and
player were ready and waited for a core: others use this machine, too, and so does the attacker.
"""

import contextlib
import http.client
import json
import os
import random
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

import psutil

from server.processes import Server

HOSTILE = Path(__file__).parent / "hostile.py"
PAUSE = 0.05
"""Seconds between two moves: people do not move faster, and limits are for people."""


class Taken(NamedTuple):
    """How long a move took, in seconds: by the clock, and without waiting for a core."""

    clock: float
    net: float


class Measured(NamedTuple):
    """How long moves took."""

    before: list[Taken]
    during: list[Taken]
    told: dict[str, dict[str, int]]
    """What the attacker did, and was answered."""
    share: float
    """Of one core, taken by the server while it was attacked: a house that is held up takes all of it."""


class Ordinary:
    """Two people at one device, who play game after game."""

    def __init__(self, server: Server) -> None:
        assert server.process
        self._processes = (server.process.pid, os.getpid())
        self._street = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        self._luck = random.Random(1)
        self._number = 0
        self._token = ""
        self.table = ""
        self.open()

    def open(self) -> None:
        """Sit down at another table."""
        players = [{"kind": "person", "name": name} for name in ("Ann", "Anton")]
        body = {"game": "gang-of-dice", "players": players, "start": True}
        told = self._ask("POST", "tables", body)
        self.table, self._token = told["table"], told["token"] or self._token

    def leave(self) -> None:
        """Hang up."""
        self._street.close()

    def move(self) -> Taken:
        """Make a move; return how long it took until it was on the disk."""
        state = self._ask("GET", f"tables/{self.table}")
        if not state["to_act"]:
            self.open()
            return self.move()
        seat = state["to_act"][0]
        choices = self._ask("GET", f"tables/{self.table}/choices?seat={seat}")["choices"]
        body = {"seat": seat, "move": self._luck.choice(choices)["action"]}
        begun, waited = time.perf_counter(), waiting(*self._processes)
        self._ask("POST", f"tables/{self.table}/moves", body)
        taken = time.perf_counter() - begun
        starved = waiting(*self._processes) - waited
        time.sleep(PAUSE)
        return Taken(taken, max(taken - starved, 0.0))

    def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        self._number += 1
        headers = {"authorization": f"Bearer {self._token}"} if self._token else {}
        sent = None if body is None else json.dumps({"id": f"o{self._number}", **body})
        self._street.request(method, f"/api/v1/{path}", sent, {"content-type": "application/json", **headers})
        answer = self._street.getresponse()
        told = json.loads(answer.read())
        assert answer.status < 300, told
        return told


def waiting(*processes: int) -> float:
    """
    Return for how many seconds processes have been ready to run and were not let; 0 where nobody knows.

    Their first threads alone, which take turns in a move: those of others may wait at the same time,
    and taking that off as well would take off too much.
    """
    seconds = 0.0
    with contextlib.suppress(OSError):
        for process in processes:
            seconds += int(Path(f"/proc/{process}/schedstat").read_text().split()[1]) / 1e9
    return seconds


def measure(server: Server, seconds: float, moves: int = 40) -> Measured:
    """Play in peace, then play while the hostile client does what it can."""
    assert server.process
    usage = psutil.Process(server.process.pid)
    ordinary = Ordinary(server)
    before = [ordinary.move() for _move in range(moves)]
    begun, used = time.monotonic(), sum(usage.cpu_times()[:2])
    given = [sys.executable, str(HOSTILE), str(server.port), ordinary.table, str(seconds)]
    attack = subprocess.Popen(given, stdout=subprocess.PIPE, text=True)
    try:
        during = []
        while attack.poll() is None:
            during.append(ordinary.move())
        share = (sum(usage.cpu_times()[:2]) - used) / (time.monotonic() - begun)
        out, _err = attack.communicate()
    finally:
        attack.kill()
        attack.wait()
        ordinary.leave()
    assert attack.returncode == 0
    return Measured(before, during, json.loads(out), share)


def median(taken: list[float]) -> float:
    """Return the middle one."""
    return statistics.median(taken)


def slow(taken: list[float]) -> float:
    """Return what nineteen of twenty stay below."""
    return statistics.quantiles(taken, n=20)[-1]


def summary(measured: Measured) -> str:
    """Return medians, the slowest twentieth and the worst, in milliseconds."""
    lines = []
    for when, moves in (("before", measured.before), ("during", measured.during)):
        for how, taken in (
            ("by the clock", [move.clock for move in moves]),
            ("without waiting for a core", [move.net for move in moves]),
        ):
            lines.append(
                f"{when} the attack, {how}: {len(taken)} moves, median {median(taken) * 1000:.0f} ms,"
                f" 95 % {slow(taken) * 1000:.0f} ms, worst {max(taken) * 1000:.0f} ms"
            )
    lines.append(f"the server took {measured.share:.0%} of a core")
    done = ", ".join(f"{name} {n}" for name, n in sorted(measured.told["done"].items()))
    answers = ", ".join(f"{name} {n}" for name, n in sorted(measured.told["answers"].items()))
    return "\n".join([*lines, f"attacks: {done}", f"answers: {answers}"])
