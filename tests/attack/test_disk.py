"""Disks that go wrong under a real server: it says so, does nothing by halves, and goes on afterwards."""

import random
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

import httpx2 as httpx
import pytest

from chancebox.server.store.databases.sqlite import FILE
from children import wait_until
from server.guests import Guest
from server.processes import Server

WAL = f"{FILE}-wal"
linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux limits the files of another process")


class Playing:
    """Two people at one device, over the network."""

    def __init__(self, server: Server) -> None:
        self._address = server.address
        self.client = httpx.Client(base_url=self._address, timeout=60)
        self.guest = Guest(self.client)  # type: ignore[arg-type]
        self.table = self.guest.open("gang-of-dice", "Ann", "Anton", start=True)
        self.luck = random.Random(1)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.client.close()

    def reconnect(self) -> None:
        """Come again, to a server that was started again."""
        self.client.close()
        self.client = httpx.Client(base_url=self._address, timeout=60)
        self.guest.house = self.client  # type: ignore[assignment]

    def play(self, moves: int) -> None:
        """Make so many decisions; the next game follows when one is over."""
        for _move in range(moves):
            if self.guest.step(self.table, self.luck) is None:
                self.table = self.guest.open("gang-of-dice", "Ann", "Anton", start=True)

    def try_to_move(self) -> Any:
        """Send a decision, whatever comes of it."""
        seat = self.guest.state(self.table)["to_act"][0]
        action = self.guest.get(f"tables/{self.table}/choices", seat=seat)["choices"][0]["action"]
        return self.guest.play(self.table, seat, action, id="tried")

    def state(self) -> Any:
        """Return the table without who is there, which changes by itself."""
        return {**self.guest.state(self.table), "seats": []}


@linux
def test_a_disk_that_fills_up_and_has_room_again(folder: Path) -> None:
    with Server(folder) as server, Playing(server) as playing:
        assert server.process
        playing.play(5)
        before = playing.state()
        pid = server.process.pid
        soft, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        # Files of this process grow no more, as on a disk that is full.
        resource.prlimit(pid, resource.RLIMIT_FSIZE, ((folder / WAL).stat().st_size, hard))
        refused = playing.try_to_move()
        assert refused.status_code == 503
        assert "error" in refused.json()
        page = playing.client.get("/play/pig", headers={"accept": "text/html"})
        assert "Traceback" not in page.text
        opened = playing.client.post("/play/gang-of-dice", headers={"accept": "text/html"})
        assert opened.status_code == 503
        assert "<main" in opened.text
        assert playing.client.get("/healthz").status_code == 503
        # What is there can be looked at, and nothing is half done.
        assert playing.state() == before
        assert playing.client.get(f"/t/{playing.table}").status_code == 200
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (soft, hard))
        wait_until(lambda: playing.try_to_move().status_code == 200, "a move that is written again")
        assert playing.state()["version"] == before["version"] + 1
        playing.play(10)
        wait_until(lambda: playing.client.get("/healthz").status_code == 200, "a house that is well")
        after = playing.state()
        server.kill()
        server.start()
        playing.reconnect()
        assert playing.state() == after


def cut(file: Path) -> None:
    """Cut the last part of a file off, in the middle of a page."""
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) * 2 // 3 + 1234])


def scramble(file: Path) -> None:
    """Write nonsense over the last part of a file."""
    whole = bytearray(file.read_bytes())
    end = len(whole) * 2 // 3
    whole[end:] = random.Random(2).randbytes(len(whole) - end)
    file.write_bytes(whole)


@pytest.mark.parametrize("tear", [cut, scramble])
def test_a_torn_journal_leaves_a_whole_history(folder: Path, tear: Callable[[Path], None]) -> None:
    """What a fall of the power tore is as if it had not been: a shorter history, and no broken one."""
    with Server(folder) as server, Playing(server) as playing:
        playing.play(25)
        before = playing.guest.state(playing.table)["version"]
        server.kill()
        tear(folder / WAL)
        server.start()
        playing.reconnect()
        found = playing.guest.status(f"tables/{playing.table}")
        if found == 200:
            assert 0 < playing.guest.state(playing.table)["version"] <= before
            playing.play(10)
        else:
            # The table itself was in the part that is gone.
            assert found == 404
        assert playing.client.get("/healthz").status_code == 200
        playing.table = playing.guest.open("gang-of-dice", "Ann", "Anton", start=True)
        playing.play(10)


def test_a_clock_that_jumps_stops_nobody(house: Any, ann: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock on the wall is for reading; what is first and what is over is counted otherwise."""
    luck, real = random.Random(3), time.time
    monkeypatch.setattr(time, "time", lambda: real() + luck.choice([-1, 1]) * luck.uniform(0, 3e8))
    table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    versions = []
    while ann.step(table, luck) is not None:
        versions.append(ann.state(table)["version"])
        ann.post(f"tables/{table}/chat", seat=0, text=f"{len(versions)}")
    assert versions == sorted(set(versions))
    assert ann.state(table)["stage"] == "over"
    said = [line["text"] for line in ann.get(f"tables/{table}/chat")]
    assert said == [str(n + 1) for n in range(len(versions))][-len(said) :]
    house.app.state.house.kernel.sessions.clear()
    assert ann.state(table)["version"] >= versions[-1]
    assert house.get("/", headers=ann.headers).status_code == 200
