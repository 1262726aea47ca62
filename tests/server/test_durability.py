"""What was acknowledged is there, whatever happens to the server."""

import http.client
import itertools
import json
import random
import runpy
import signal
import socket
import sqlite3
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from chancebox.cli import main
from chancebox.games import game, names
from chancebox.server.access.limits import unlimited
from chancebox.server.house.house import House
from chancebox.server.processes.run import SHUTDOWN
from chancebox.server.screens.drawings import drawings_of
from chancebox.server.store.database import Taken
from chancebox.server.store.databases import migration
from chancebox.server.store.databases.sqlite import FILE, back_up, connect
from chancebox.server.store.databases.stores import open_store
from chancebox.server.store.schema import metadata
from chancebox.server.tables import entries
from chancebox.server.tables.errors import Refused
from chancebox.server.tables.names import command_key
from chancebox.server.web.app import create_app
from children import LIMIT, wait_until
from server.guests import Guest, play_some, seated
from server.processes import Server

LISTEN = (
    "GET /t/{table}/live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: Z29vZCBldmVuaW5nLCBobw==\r\n\r\n"
)
"""How a browser asks for live updates."""


@pytest.mark.parametrize("name", names())
def test_a_table_read_from_its_log_is_the_same(folder: Path, name: str) -> None:
    with TestClient(create_app(folder, limits=unlimited())) as client:
        ann, ben = Guest(client), Guest(client)
        table = seated(ann, ben, name, *["bot"] * max(0, game(name).seats[0] - 2))
        assert play_some(table, 2, ann, ben, seed=5) >= 2
        before = [guest.get(f"tables/{table}/follow", seat=seat) for seat, guest in enumerate((ann, ben))]
    with TestClient(create_app(folder, limits=unlimited())) as client:
        ann.house = ben.house = client
        after = [guest.get(f"tables/{table}/follow", seat=seat) for seat, guest in enumerate((ann, ben))]
        assert after[0]["log"][: len(before[0]["log"])] == before[0]["log"]
        assert after[1]["log"][: len(before[1]["log"])] == before[1]["log"]
        # Luck may have ended it meanwhile: chance it can be short.
        assert play_some(table, 4, ann, ben, seed=6) or ann.state(table)["stage"] == "over", "it goes on"


def test_a_table_of_other_rules_is_refused_kindly(folder: Path, house: TestClient, ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "bot")
    house.app.state.house.kernel.sessions.clear()  # type: ignore[attr-defined]
    with sqlite3.connect(folder / FILE) as file:
        file.execute("UPDATE log SET entry = replace(entry, '\"rules\":1', '\"rules\":0')")
    answer = house.get(f"/t/{table}", headers={"accept": "text/html"})
    assert answer.status_code == 410
    assert "rules or components that this house does not have" in answer.text


def test_a_move_that_can_not_be_written_is_not_acknowledged(
    house: TestClient, ann: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    before = ann.state(table)
    seat = before["to_act"][0]

    def full(*_arguments: object) -> None:
        raise sa.exc.OperationalError("INSERT", {}, Exception("database or disk is full"))

    with monkeypatch.context() as broken:
        broken.setattr(sa.Connection, "begin", full)
        answer = ann.play(table, seat, "stake 1", id="later")
        assert answer.status_code == 503
        assert "disk" in answer.json()["error"]
        assert ann.state(table) == before
    assert ann.play(table, seat, "stake 1", id="later").status_code == 200


def test_one_bad_write_does_not_take_others_with_it(place: Path | str) -> None:
    store = open_store(place)
    opened = entries.Opened("pig", 1, "x", {}, [], "host", "house")
    store.tables.open("t", "CODE", "c0", opened).result()
    hold = threading.Event()
    blocked = store.write(lambda _to: hold.wait())  # type: ignore[arg-type]
    good = store.tables.append("t", 2, "c1", entries.Started([]), "playing")
    same_version = store.tables.append("t", 2, "c2", entries.Started([]), "playing")
    same_command = store.tables.append("t", 3, "c1", entries.Started([]), "playing")
    hold.set()
    assert blocked.result() is None
    assert good.result() is None
    for bad in (same_version, same_command):
        with pytest.raises(Taken):
            bad.result()
    assert [line.command for line in store.tables.read("t")] == ["c0", "c1"]
    store.close()


def test_the_migrations_lead_to_the_schema(place: Path | str) -> None:
    store = open_store(place)
    with store.engine.connect() as source:
        from alembic.autogenerate import compare_metadata
        from alembic.migration import MigrationContext

        assert compare_metadata(MigrationContext.configure(source), metadata) == []
        newest = source.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
    assert newest == migration.NEWEST
    store.close()
    open_store(place).close()


def test_a_store_of_the_first_form_keeps_its_tables(tmp_path: Path) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(migration.SCRIPTS))
    engine = connect(tmp_path / FILE)
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.exec_driver_sql("INSERT INTO tables VALUES ('old', 'CODE', 'pig', 'playing', 1.0)")
        connection.exec_driver_sql("INSERT INTO sittings VALUES ('ann', 'old')")
    engine.dispose()
    store = open_store(tmp_path)
    assert [table.id for table in store.tables.of("ann")] == ["old"]
    assert store.tables.by_code("CODE") == "old"
    store.close()


def test_a_backup_is_a_whole_house(folder: Path, tmp_path: Path, house: TestClient, ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    copy = tmp_path / "copy"
    copy.mkdir()
    assert main(["backup", str(copy / FILE), "--data", str(folder)]) == 0
    with pytest.raises(Refused, match="already"):
        back_up(folder, copy / FILE)
    with pytest.raises(Refused, match="nothing to back up"):
        back_up(tmp_path / "empty", tmp_path / "x")
    with TestClient(create_app(copy)) as client:
        ann.house = client
        assert ann.state(table)["stage"] == "playing"


def test_a_folder_that_can_not_be_used_is_an_error_for_people(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Refused, match="cannot be used"):
        open_store(tmp_path / "file")
    (tmp_path / FILE).write_text("this is no database, " * 100)
    with pytest.raises(Refused, match="cannot be used"):
        open_store(tmp_path)


def test_idle_tables_leave_the_memory_and_come_back(house: TestClient, ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    state = ann.state(table)
    inside: House = house.app.state.house  # type: ignore[attr-defined]
    session = inside.kernel.sessions[table]
    assert session.driver is not None
    ann.house.get(f"/t/{table}/frames", headers=ann.headers)
    drawings = drawings_of(session)
    assert drawings.boards
    session.used = -1e9
    inside.forget_idle()
    assert table not in inside.kernel.sessions
    # Rings of objects are found late, if ever; what a table was drawn with does not wait for that.
    assert session.driver is None
    assert not session.observers
    assert not any((drawings.boards, drawings.chairs, drawings.stories, drawings.staged, drawings.retold))
    assert {**ann.state(table), "seats": []} == {**state, "seats": []}


# Real processes.


def call(server: Server, path: str, token: str, body: dict[str, Any] | None = None) -> Any:
    headers = {"content-type": "application/json"}
    if token:
        headers["authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{server.address}/api/v1/{path}", data, headers)
    with urllib.request.urlopen(request, timeout=LIMIT) as answer:
        return json.load(answer)


class Player(threading.Thread):
    """Plays table after table as fast as it can, and remembers what was acknowledged."""

    def __init__(self, server: Server, name: str) -> None:
        super().__init__(daemon=True)
        self.server, self.name_ = server, name
        self.acknowledged: dict[str, list[tuple[str, int]]] = {}
        self.stop = threading.Event()
        self._ids = itertools.count()
        self._luck = random.Random(name)

    def run(self) -> None:
        token, table = "", ""
        while not self.stop.is_set():
            try:
                if not table:
                    token, table = self._open()
                if not self._step(token, table):
                    table = ""
            except urllib.error.HTTPError as error:
                if error.code >= 500:
                    time.sleep(0.05)
                else:
                    raise
            except (OSError, http.client.HTTPException):
                time.sleep(0.05)

    def _open(self) -> tuple[str, str]:
        players = [{"kind": "person", "name": name} for name in ("Ann", "Anton", "Ada")]
        body = {"id": f"open{next(self._ids)}", "game": self.name_, "players": players, "start": True}
        told = call(self.server, "tables", "", body)
        self.acknowledged[told["table"]] = []
        return told["token"], told["table"]

    def _step(self, token: str, table: str) -> bool:
        state = call(self.server, f"tables/{table}", token)
        if not state["to_act"]:
            return False
        seat = state["to_act"][0]
        choices = call(self.server, f"tables/{table}/choices?seat={seat}", token)["choices"]
        action = self._luck.choice(choices)["action"]
        command = f"m{next(self._ids)}"
        told = call(
            self.server, f"tables/{table}/moves", token, {"id": command, "seat": seat, "move": action}
        )
        visitor = token.rpartition(".")[0]
        self.acknowledged[table].append((command_key("move", visitor, command), told["version"]))
        return True


def wait_for_moves(players: list[Player], more: int) -> None:
    """Let so many more moves be acknowledged, however slow the machine is."""

    def count() -> int:
        return sum(len(moves) for player in players for moves in list(player.acknowledged.values()))

    wanted = count() + more
    wait_until(lambda: count() >= wanted, "moves that the server acknowledges")


def kill_under_load(place: Path | str, folder: Path, kills: int) -> int:
    """Kill a server so many times while people play; return how many moves it had acknowledged."""
    with Server(folder, store="" if isinstance(place, Path) else place) as server:
        players = [Player(server, name) for name in ("gang-of-dice", "chance-it", "second-chance")]
        for player in players:
            player.start()
        for _kill in range(kills):
            wait_for_moves(players, 3)
            time.sleep(random.Random(_kill).uniform(0, 0.2))
            server.kill()
            server.start()
        wait_for_moves(players, 3)
        for player in players:
            player.stop.set()
        for player in players:
            player.join(LIMIT)
            assert not player.is_alive()
    store = open_store(place)
    moves = 0
    for player in players:
        for table, acknowledged in player.acknowledged.items():
            written = {line.command: line.version for line in store.tables.read(table)}
            assert all(written.get(command) == version for command, version in acknowledged)
            moves += len(acknowledged)
    store.close()
    return moves


@pytest.mark.parametrize("kills", [3, pytest.param(20, marks=pytest.mark.long)])
def test_kills_under_load_lose_no_acknowledged_move(place: Path | str, folder: Path, kills: int) -> None:
    """`benchmarks/kills.py` does it two hundred times."""
    assert kill_under_load(place, folder, kills) >= 3 * kills, "there was hardly any load"


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_asked_to_stop_does_so_soon(folder: Path, by: signal.Signals) -> None:
    """It waits for nobody longer than its grace, a device that listens and never says a word included."""
    assert SHUTDOWN < 5
    with Server(folder) as server, socket.create_connection(("localhost", server.port)) as listening:
        players = [{"kind": "person", "name": "Ann"}, {"kind": "open"}]
        told = call(server, "tables", "", {"id": "o", "game": "gang-of-dice", "players": players})
        listening.sendall(LISTEN.format(table=told["table"]).encode())
        assert listening.recv(12) == b"HTTP/1.1 101"
        status = server.stop(by)
    assert status in (0, -by, 130)


def start_when_full(server: Server, table: str, token: str) -> None:
    """Start a game as soon as somebody sits on every chair."""
    path = f"tables/{table}"
    wait_until(lambda: all(place["name"] for place in call(server, path, token)["seats"]), "the example bot")
    call(server, f"{path}/start", token, {"id": "s"})


def test_the_example_bot_plays_a_whole_game(
    folder: Path, capsys: pytest.CaptureFixture[str], request: pytest.FixtureRequest
) -> None:
    example = runpy.run_path(str(request.config.rootpath / "examples" / "bot_client.py"))
    with Server(folder) as server:
        players = [{"kind": "bot"}, {"kind": "open"}]
        told = call(server, "tables", "", {"id": "o", "game": "gang-of-dice", "players": players})
        begin = threading.Thread(target=start_when_full, args=(server, told["table"], told["token"]))
        begin.start()
        example["main"](server.address, told["table"], "Robin")
        begin.join(LIMIT)
    assert capsys.readouterr().out.startswith(("won", "lost"))
