"""The store: one server, its own rights, the truth about its health, and nothing of it in the logs."""

import asyncio
import io
import logging
import os
import re
import sqlite3
import stat
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from attack.running import WAIT, Running, rest
from chancebox.server.access.limits import unlimited
from chancebox.server.house.house import House
from chancebox.server.house.kernel import Kernel
from chancebox.server.monitoring import logs
from chancebox.server.store import database
from chancebox.server.store.database import Taken
from chancebox.server.store.databases import migration, sqlite
from chancebox.server.store.databases.lock import FILE as LOCK
from chancebox.server.store.databases.sqlite import FILE, back_up, connect
from chancebox.server.store.databases.stores import open_store
from chancebox.server.tables import entries
from chancebox.server.tables.errors import Full, Refused
from loops import run_loop
from noted import noting
from server.guests import Guest
from server.processes import Server

OPENED = entries.Opened("pig", 1, "x", {}, [], "host", "house")


def inside(house: TestClient) -> House:
    found: House = house.app.state.house  # type: ignore[attr-defined]
    return found


@pytest.fixture
def noted() -> Iterator[io.StringIO]:
    """What the server notes, down to the smallest things."""
    with noting() as lines:
        yield lines


def refused(folder: Path) -> str:
    """Start a server that does not start; return what it says."""
    done = subprocess.run(
        [sys.executable, "-m", "chancebox", "serve", "--no-browser", "--port", "0", "--data", str(folder)],
        capture_output=True,
        text=True,
        timeout=WAIT * 2,
    )
    assert done.returncode == 1, done
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr


# One server.


def test_a_second_server_on_a_folder_says_so_and_leaves(folder: Path) -> None:
    with Server(folder) as first:
        assert first.process
        line = refused(folder)
        assert f"process {first.process.pid}" in line
        assert "--data" in line
        with urllib.request.urlopen(f"{first.address}/healthz") as answer:
            assert answer.status == 200
        first.kill()
        # However it ended, its lock ended with it.
        open_store(folder).close()


def test_the_lock_goes_with_its_server(folder: Path) -> None:
    one = open_store(folder)
    with pytest.raises(Refused, match=str(os.getpid())):
        open_store(folder)
    one.close()
    open_store(folder).close()


# Rights.


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")
def test_nobody_else_may_read_what_lies_there(tmp_path: Path) -> None:
    before = os.umask(0o000)
    try:
        folder = tmp_path / "deep" / "data"
        kept = open_store(folder)
        kept.tables.open("t", "CODE", "c", OPENED).result()
        copy = tmp_path / "copy.sqlite3"
        back_up(folder, copy)
        files = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}
        assert {FILE, f"{FILE}-wal", f"{FILE}-shm", LOCK} <= set(files)
        assert set(files.values()) == {0o600}
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
        kept.close()
        # A store that an older Chancebox left open to all is closed.
        os.chmod(folder / FILE, 0o644)
        open_store(folder).close()
        assert stat.S_IMODE((folder / FILE).stat().st_mode) == 0o600
    finally:
        os.umask(before)


# At the start.


def test_a_store_of_a_newer_form_is_refused(folder: Path) -> None:
    open_store(folder).close()
    with sqlite3.connect(folder / FILE) as file:
        file.execute("UPDATE alembic_version SET version_num = '9999'")
    line = refused(folder)
    assert "newer Chancebox" in line
    assert "9999" in line


def damage(file: Path) -> None:
    """Overwrite pages in the middle, as a bad disk would."""
    size = file.stat().st_size
    with file.open("r+b") as pages:
        for at in range(2 * 4096, size, 4096):
            pages.seek(at)
            pages.write(b"\xde\xad" * 2048)


def test_a_damaged_store_is_refused(folder: Path) -> None:
    kept = open_store(folder)
    for n in range(100):
        kept.tables.open(f"t{n}", f"C{n}", "c", OPENED).result()
    kept.close()
    damage(folder / FILE)
    assert "damaged" in refused(folder) or "malformed" in refused(folder)


def test_a_store_that_can_not_be_written_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    open_store(folder).close()

    def reading_only(file: Path) -> sa.Engine:
        engine = connect(file)

        @sa.event.listens_for(engine, "connect")
        def _prepare(connection: sqlite3.Connection, _record: object) -> None:
            connection.execute("PRAGMA query_only=1")

        return engine

    monkeypatch.setattr(sqlite, "connect", reading_only)
    with pytest.raises(Refused, match=r"cannot be used: .*readonly"):
        open_store(folder)
    monkeypatch.undo()
    # Nothing holds the folder after a refusal.
    open_store(folder).close()


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() == 0, reason="nothing is read-only for root")
def test_a_folder_that_is_read_only_is_refused(folder: Path) -> None:
    open_store(folder).close()
    os.chmod(folder / FILE, 0o400)
    os.chmod(folder, 0o500)
    try:
        assert "cannot be used" in refused(folder)
    finally:
        os.chmod(folder, 0o700)


# Health.


def health(house: TestClient) -> tuple[int, Any]:
    answer = house.get("/healthz")
    return answer.status_code, answer.json()


def test_health_tells_of_a_disk_that_is_full(
    house: TestClient, ann: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    seat = ann.state(table)["to_act"][0]
    monkeypatch.setattr(database, "PROVING", 0.0)
    assert health(house)[0] == 200

    def full(*_arguments: object) -> None:
        raise sa.exc.OperationalError("INSERT", {}, Exception("database or disk is full"))

    with monkeypatch.context() as broken:
        broken.setattr(sa.Connection, "begin", full)
        # Nobody has tried to write, and yet it is told.
        status, told = health(house)
        assert status == 503
        assert "disk is full" in told["reason"]
        assert ann.play(table, seat, "stake 1").status_code == 503
    inside(house).store._proved = -1e9
    assert health(house)[0] == 200


def test_health_tells_of_a_disk_without_room(house: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "LITTLE", 2**80)
    assert health(house) == (503, {**health(house)[1], "status": "failing", "reason": "the disk is full"})


def test_health_tells_of_a_damaged_file(house: TestClient, ann: Guest, folder: Path) -> None:
    for _table in range(30):
        ann.open("gang-of-dice", "Ann", "Anton", start=True)
    assert health(house)[0] == 200
    with sqlite3.connect(folder / FILE) as file:
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    damage(folder / FILE)
    inside(house).store._proved = -1e9
    status, told = health(house)
    assert status == 503
    assert told["reason"]


def test_health_tells_of_a_writer_that_has_stopped(house: TestClient) -> None:
    kept = inside(house).store
    kept._waiting.put(None)
    kept._writer.join(WAIT)
    status, told = health(house)
    assert status == 503
    assert "writer" in told["reason"]


def test_health_writes_now_and_then_only(folder: Path, house: TestClient) -> None:
    file = folder / f"{FILE}-wal"
    before = file.stat().st_size
    for _question in range(20):
        assert health(house)[0] == 200
    assert file.stat().st_size == before


def test_a_sender_who_goes_does_not_stop_the_writer(folder: Path) -> None:
    kept = open_store(folder)

    async def impatient() -> None:
        hold = threading.Event()
        kept.write(lambda _to: hold.wait())  # type: ignore[arg-type]
        writing = asyncio.wrap_future(kept.tables.open("t", "CODE", "c", OPENED))
        writing.cancel()
        await asyncio.gather(writing, return_exceptions=True)
        hold.set()

    run_loop(impatient())
    kept.tables.open("u", "OTHER", "c", OPENED).result(WAIT)
    assert kept.tables.read("t")
    kept.close()


# Logs.


def test_what_is_written_to_the_store_is_in_no_log(
    folder: Path, house: TestClient, ann: Guest, noted: io.StringIO
) -> None:
    table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    kept = inside(house).store
    entry = entries.Moved(0, [(0, 424242)])
    with pytest.raises(Taken) as twice:
        kept.tables.append(table, 2, "c", entry).result()
    assert "424242" not in str(twice.value)
    assert table not in str(twice.value)
    with sqlite3.connect(folder / FILE) as file:
        file.execute("DROP TABLE log")
    with pytest.raises(Full):
        kept.tables.append(table, 9, "c", entry).result()
    inside(house).kernel.sessions.clear()
    answer = house.get(f"/t/{table}", headers={"accept": "text/html"})
    assert answer.status_code == 503
    said = noted.getvalue()
    assert "store failed" in said
    assert "424242" not in said
    assert table not in said


def test_an_error_of_ours_names_no_table(
    house: TestClient, ann: Guest, noted: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ann.open("gang-of-dice", "Ann", "Anton", start=True)

    def fail(_kernel: Kernel, id: str) -> None:
        raise RuntimeError("oh")

    monkeypatch.setattr(Kernel, "_read", fail)
    inside(house).kernel.sessions.clear()
    assert house.get(f"/api/v1/tables/{table}").status_code == 500
    said = noted.getvalue()
    assert "request failed" in said
    assert "/api/v1/tables/{table}" in said
    assert table not in said


def test_the_log_names_neither_addresses_nor_tables(folder: Path, noted: io.StringIO) -> None:
    with Running(folder) as house:
        table, _token = house.open("Ann", "Anton")
        socket = house.watch(table)
        socket.recv()
        socket.close()
        house.ask(b"NONSENSE\r\n\r\n")
        house.ask(f"GET /t/{table}/live HTTP/1.1\r\nHost: [\r\n\r\n".encode())
    said = noted.getvalue()
    assert "Shutting down" in said
    assert table not in said
    assert "127.0.0.1" not in said


# Ids.


def test_ids_of_tables_have_128_bits(house: TestClient, ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    assert re.fullmatch(r"[0-9a-f]{32}", table)


def test_tables_with_shorter_ids_stay(tmp_path: Path) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(migration.SCRIPTS))
    engine = connect(tmp_path / FILE)
    old = "0123456789abcdef01234567"
    opened = entries.write(OPENED)
    with engine.begin() as to:
        config.attributes["connection"] = to
        command.upgrade(config, "0002")
        to.execute(sa.text("INSERT INTO tables VALUES (:id, 'CODE', 'pig', 'lobby')"), {"id": old})
        to.execute(sa.text("INSERT INTO log VALUES (:id, 1, 'c', 1.0, :entry)"), {"id": old, "entry": opened})
        to.execute(sa.text("INSERT INTO sittings VALUES ('ann', :id)"), {"id": old})
        to.execute(sa.text("INSERT INTO chat VALUES (:id, 1, 1.0, 0, 'hello')"), {"id": old})
    engine.dispose()
    kept = open_store(tmp_path)
    assert [line.entry for line in kept.tables.read(old)] == [OPENED]
    assert [line.text for line in kept.chat.read(old)] == ["hello"]
    assert [table.id for table in kept.tables.of("ann")] == [old]
    with pytest.raises(Taken):
        kept.tables.append(old, 1, "d", OPENED).result()
    with pytest.raises(Taken):
        kept.tables.append(old, 2, "c", OPENED).result()
    with pytest.raises(Taken):
        kept.tables.open("other", "CODE", "c", OPENED).result()
    kept.close()


# The end.


def test_who_waits_is_answered_when_the_house_closes(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    with Running(folder, unlimited()) as house:
        table, _token = house.open("Ann", "Anton")
        version = house.call(f"/api/v1/tables/{table}")["version"]
        paths = (f"/api/v1/tables/{table}/follow?since={version}", f"/t/{table}/frames?since={version}")
        waiting = [house.knock(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode()) for path in paths]
        session = house.house.kernel.sessions[table]
        until = time.monotonic() + WAIT
        while len(session.watchers) < 2:
            assert time.monotonic() < until
            time.sleep(0.02)
        closing = threading.Thread(target=house.stop)
        closing.start()
        for one in waiting:
            assert rest(one).startswith(b"HTTP/1.1 200")
        closing.join(WAIT)
    assert not [record for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")]


@pytest.mark.parametrize("line", logs.STRANGERS)
def test_strangers_cannot_fill_the_log(line: str, noted: io.StringIO) -> None:
    logging.getLogger("uvicorn.error").error(line, *["x", "y", 403][: line.count("%")])
    logging.getLogger("uvicorn.error").error("our own trouble")
    said = noted.getvalue()
    assert said.count("\n") == 1
    assert "our own trouble" in said
