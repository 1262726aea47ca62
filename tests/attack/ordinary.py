"""An ordinary table beside an attack: how long its moves take, before and while it lasts."""

import http.client
import json
import random
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

HOSTILE = Path(__file__).parent / "hostile.py"
PAUSE = 0.05
"""Seconds between two moves: people do not move faster, and limits are for people."""


class Measured(NamedTuple):
    """How long moves took, in seconds."""

    before: list[float]
    during: list[float]
    told: dict[str, dict[str, int]]
    """What the attacker did, and was answered."""


class Ordinary:
    """Two people at one device, who play game after game."""

    def __init__(self, port: int) -> None:
        self._street = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
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

    def move(self) -> float:
        """Make a move; return how long it took until it was on the disk."""
        state = self._ask("GET", f"tables/{self.table}")
        if not state["to_act"]:
            self.open()
            return self.move()
        seat = state["to_act"][0]
        choices = self._ask("GET", f"tables/{self.table}/choices?seat={seat}")["choices"]
        body = {"seat": seat, "move": self._luck.choice(choices)["action"]}
        begun = time.perf_counter()
        self._ask("POST", f"tables/{self.table}/moves", body)
        taken = time.perf_counter() - begun
        time.sleep(PAUSE)
        return taken

    def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        self._number += 1
        headers = {"authorization": f"Bearer {self._token}"} if self._token else {}
        sent = None if body is None else json.dumps({"id": f"o{self._number}", **body})
        self._street.request(method, f"/api/v1/{path}", sent, {"content-type": "application/json", **headers})
        answer = self._street.getresponse()
        told = json.loads(answer.read())
        assert answer.status < 300, told
        return told


def measure(port: int, seconds: float, moves: int = 40) -> Measured:
    """Play in peace, then play while the hostile client does what it can."""
    ordinary = Ordinary(port)
    before = [ordinary.move() for _move in range(moves)]
    given = [sys.executable, str(HOSTILE), str(port), ordinary.table, str(seconds)]
    attack = subprocess.Popen(given, stdout=subprocess.PIPE, text=True)
    try:
        during = []
        while attack.poll() is None:
            during.append(ordinary.move())
        out, _err = attack.communicate()
    finally:
        attack.kill()
        attack.wait()
        ordinary.leave()
    assert attack.returncode == 0
    return Measured(before, during, json.loads(out))


def summary(measured: Measured) -> str:
    """Tell medians, the slowest twentieth and the worst, in milliseconds."""
    lines = []
    for name, taken in (("before", measured.before), ("during", measured.during)):
        median, slow = statistics.median(taken), statistics.quantiles(taken, n=20)[-1]
        lines.append(
            f"{name} the attack: {len(taken)} moves, median {median * 1000:.0f} ms,"
            f" 95 % {slow * 1000:.0f} ms, worst {max(taken) * 1000:.0f} ms"
        )
    done = ", ".join(f"{name} {n}" for name, n in sorted(measured.told["done"].items()))
    answers = ", ".join(f"{name} {n}" for name, n in sorted(measured.told["answers"].items()))
    return "\n".join([*lines, f"attacks: {done}", f"answers: {answers}"])
