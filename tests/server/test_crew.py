"""Several processes of one house on one machine: `chancebox serve --workers N`."""

import json
import os
import signal
import urllib.request
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from chancebox.cli import main
from children import LIMIT, wait_until
from databases import Postgres
from server.processes import Server


def workers(server: Server) -> list[int]:
    """List the processes that serve."""
    assert server.process
    found = []
    for child in psutil.Process(server.process.pid).children():
        with suppress(psutil.Error):  # one that has just died
            if "spawn_main" in " ".join(child.cmdline()):
                found.append(child.pid)
    return found


def healthy(server: Server) -> bool:
    with urllib.request.urlopen(f"{server.address}/healthz", timeout=LIMIT) as answer:
        return bool(json.load(answer)["status"] == "ok")


def alive(postgres: Postgres, database: str) -> int:
    counted = "SELECT count(*) FROM leases WHERE name LIKE 'process/%' AND until > extract(epoch from now())"
    return int(str(postgres.do(counted, database.rpartition("/")[2])[0][0]))


def test_a_crew_serves_and_one_that_dies_is_replaced(folder: Path, postgres: Postgres, database: str) -> None:
    with Server(folder, "--workers", "2", store=database) as server:
        assert healthy(server)
        wait_until(lambda: alive(postgres, database) == 2, "two processes at the store")
        first = workers(server)
        os.kill(first[0], signal.SIGKILL)
        wait_until(lambda: len(set(workers(server)) | set(first)) == 3, "one in its place")
        for _ask in range(10):
            assert healthy(server)
        assert server.stop() == 0
        assert not any(psutil.pid_exists(pid) for pid in first)
    assert alive(postgres, database) <= 1, "those that were asked to stop have said so"


def test_a_crew_ends_with_its_first_process(folder: Path, database: str) -> None:
    with Server(folder, "--workers", "2", store=database) as server:
        members = [psutil.Process(pid) for pid in workers(server)]
        assert len(members) == 2
        assert server.process
        os.kill(server.process.pid, signal.SIGKILL)
        _gone, still = psutil.wait_procs(members, LIMIT)
        assert not still


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (["--workers", "2"], "in a folder one of them"),
        (["--workers", "0"], "one process or more"),
        (["--workers", "2", "--store", "postgresql://x/y", "--network"], "--host"),
    ],
)
def test_what_does_not_go_together_is_refused(
    folder: Path, capsys: pytest.CaptureFixture[str], given: list[str], reason: str
) -> None:
    data = [] if "--store" in given else ["--data", str(folder)]
    assert main(["serve", *given, *data]) == 2
    assert reason in capsys.readouterr().err
    assert not folder.exists()
