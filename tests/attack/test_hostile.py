"""
A house under attack, with its limits on, and an ordinary table beside it.

How long a move may take depends on the machine, so it is compared with the same table's moves just
before, without the time for which the server waited for a core: not slower than by a factor and a constant
that a busy machine keeps, too. A house without limits is slower by seconds. The strict figure, 50 ms, is
that of `benchmarks/attack.py`, by the clock on a quiet machine.
"""

import socket
import urllib.request
from pathlib import Path

import psutil
import pytest

from attack.hostile import SOURCE
from attack.ordinary import measure, median, slow, summary
from server.processes import Server

SECONDS = 12
FACTOR, CONSTANT = 10, 0.3


def can_come_from_elsewhere() -> bool:
    with socket.socket() as one:
        try:
            one.bind((SOURCE, 0))
        except OSError:
            return False
    return True


@pytest.mark.long
@pytest.mark.skipif(not can_come_from_elsewhere(), reason="this system has one loopback address only")
def test_an_ordinary_table_does_not_notice_an_attack(folder: Path) -> None:
    with Server(folder, limits=True) as server:
        assert server.process
        process = psutil.Process(server.process.pid)
        measured = measure(server, SECONDS)
        print(summary(measured))
        during = [move.net for move in measured.during]
        allowed = FACTOR * median([move.net for move in measured.before]) + CONSTANT
        assert median(during) < allowed
        assert slow(during) < allowed
        assert len(measured.told["done"]) >= 20, "not everything was tried"
        assert min(measured.told["done"].values()) > 0
        assert "broken in" not in measured.told["answers"]
        assert "500" not in measured.told["answers"]
        # Nothing stays behind.
        assert process.memory_info().rss < 700 * 2**20
        with urllib.request.urlopen(f"{server.address}/healthz") as answer:
            assert answer.status == 200
        assert server.stop() in (0, -15)
