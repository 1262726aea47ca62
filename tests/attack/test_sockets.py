"""One socket must not be able to hold up the house."""

import contextlib
import json
import os
import struct
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from attack.running import WAIT, Running
from chancebox.server.access.addresses import address_group
from chancebox.server.access.limits import ConcurrentLimit, Limit, Limits, unlimited
from chancebox.server.house.house import House
from chancebox.server.tables.errors import TooMuch
from chancebox.server.web.app import create_app
from chancebox.server.web.live import LONGEST_QUEUE, Tab
from chancebox.server.web.room import check_room
from server.guests import Guest, seated

TOO_MUCH = 4429


def inside(house: TestClient) -> House:
    found: House = house.app.state.house  # type: ignore[attr-defined]
    return found


def wait_until(what: Any) -> None:
    until = time.monotonic() + WAIT
    while not what():
        assert time.monotonic() < until
        time.sleep(0.02)


def read_on(receive: Callable[[], Any]) -> None:
    """Read what comes until nothing can."""
    while True:
        receive()


def test_eyes_that_change_nothing_draw_nothing(house: TestClient, ann: Guest, ben: Guest) -> None:
    table = seated(ann, ben, "gang-of-dice")
    for headers in ({}, ann.headers):
        with house.websocket_connect(f"/t/{table}/live", headers=headers) as socket:
            assert "html" in socket.receive_json()
            for seat in (9, 9, 1, 8, -5, 10**30, 0):
                socket.send_json({"eyes": seat})
            ann.post(f"tables/{table}/chat", seat=0, text="what comes next")
            told = socket.receive_json()
            assert "html" not in told, "a frame was drawn for eyes that see the same"


def test_who_talks_all_the_time_is_asked_to_leave(folder: Path) -> None:
    with TestClient(create_app(folder)) as house:
        table = Guest(house).open("gang-of-dice", "Ann", "Anton", start=True)
        with house.websocket_connect(f"/t/{table}/live") as socket:
            for n in range(100):
                socket.send_json({"eyes": n % 2})
            with pytest.raises(WebSocketDisconnect) as left:
                read_on(socket.receive_json)
        assert left.value.code == TOO_MUCH
        assert not inside(house).kernel.sessions[table].watchers


def small_frames(n: int) -> bytes:
    """Many masked messages as they go over the wire."""
    text = b'{"eyes":9}'
    mask = os.urandom(4)
    masked = bytes(c ^ mask[i % 4] for i, c in enumerate(text))
    return (struct.pack("!BB", 0x81, 0x80 | len(text)) + mask + masked) * n


def test_a_flood_of_small_frames_is_not_even_read(folder: Path) -> None:
    with Running(folder) as house:
        table, _token = house.open("Ann", "Anton")
        socket = house.watch(table)
        socket.recv()
        with contextlib.suppress(OSError):
            socket.socket.sendall(small_frames(20_000))
        with pytest.raises(ConnectionClosed) as left:
            read_on(socket.recv)
        assert left.value.rcvd is None or left.value.rcvd.code in (1008, TOO_MUCH)
        wait_until(lambda: not house.house.kernel.sessions[table].watchers)
        assert house.call("/healthz")["status"] == "ok"


def test_who_does_not_read_is_dropped_and_others_go_on(folder: Path) -> None:
    limits = unlimited()
    limits.reading = 0.5
    with Running(folder, limits) as house:
        table, token = house.open("Ann", "Anton")
        upgrade = (
            f"GET /t/{table}/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        stalled = [house.knock(upgrade.encode(), buffer=2048) for _socket in range(5)]
        reader = house.watch(table, token)
        session = house.house.kernel.sessions[table]
        wait_until(lambda: len(session.watchers) == 6)
        heard = 0
        for n in range(1000):
            # Each is another version, which everybody gets to see.
            body = {"id": f"h{n}", "allowed": bool(n % 2)}
            version = house.call(f"/api/v1/tables/{table}/hints", body, token)["version"]
            while heard < version:
                heard = max(heard, json.loads(reader.recv(WAIT)).get("version", 0))
            if len(session.watchers) == 1:
                break
        assert len(session.watchers) == 1, "some who never read still hold up their frames"
        # Their connections are gone, too, not only their seats at the table.
        wait_until(lambda: len(house.server.server_state.connections) <= 2)
        for one in stalled:
            one.close()
        reader.close()


@pytest.mark.parametrize(
    "text", ["[" * 1000, "{", "[]", '"eyes"', '{"eyes": "9"}', '{"eyes": 1e999}', "\x00"]
)
def test_nonsense_ends_a_socket_without_a_traceback(
    house: TestClient, ann: Guest, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    with house.websocket_connect(f"/t/{table}/live") as socket:
        socket.receive_json()
        socket.send_text(text)
        with pytest.raises(WebSocketDisconnect) as left:
            socket.receive_json()
    assert left.value.code == 1007
    assert not caplog.records


@pytest.mark.parametrize(
    ("sent", "code"), [(b"\xff\xfe\xff", 1007), (b"x" * 3000, 1009), (b'{"eyes":' + b"[" * 900, 1007)]
)
def test_bytes_that_are_no_text_leave_no_trace_in_the_log(
    folder: Path, sent: bytes, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    with Running(folder) as house:
        table, _token = house.open("Ann", "Anton")
        socket = house.watch(table)
        socket.recv()
        socket.send(sent, text=True)
        with pytest.raises(ConnectionClosed) as left:
            read_on(socket.recv)
        assert left.value.rcvd is not None
        assert left.value.rcvd.code == code
    assert not [record for record in caplog.records if record.exc_info]


def test_only_so_many_watch_a_table_but_who_sits_there_gets_in(folder: Path) -> None:
    limits = unlimited()
    limits.spectators = 3
    limits.tabs = 2
    with TestClient(create_app(folder, limits=limits)) as house:
        ann = Guest(house)
        table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
        path = f"/t/{table}/live"
        connected = [house.websocket_connect(path) for _one in range(3)]
        for one in connected:
            one.__enter__().receive_json()
        with house.websocket_connect(path) as socket, pytest.raises(WebSocketDisconnect) as left:
            socket.receive_json()
        assert left.value.code == TOO_MUCH
        version = ann.state(table)["version"]
        assert house.get(f"/t/{table}/frames", params={"since": version}).status_code == 429
        with (
            house.websocket_connect(path, headers=ann.headers) as one,
            house.websocket_connect(path, headers=ann.headers) as two,
        ):
            assert "html" in one.receive_json()
            assert "html" in two.receive_json()
            with (
                house.websocket_connect(path, headers=ann.headers) as three,
                pytest.raises(WebSocketDisconnect),
            ):
                three.receive_json()
        for one in connected:
            one.__exit__(None, None, None)


def test_an_address_has_only_so_many_sockets(folder: Path) -> None:
    limits = Limits(at_once=ConcurrentLimit(4))
    with Running(folder, limits) as house:
        table, token = house.open("Ann", "Anton")
        sockets = [house.watch(table, token) for _socket in range(4)]
        with pytest.raises(InvalidStatus) as refused:
            house.watch(table, token)
        assert refused.value.response.status_code == 429
        sockets.pop().close()
        wait_until(lambda: len(limits.at_once) == 3)
        house.watch(table, token).close()
        for socket in sockets:
            socket.close()


EVE, ANN, BEN = "127.0.0.66", "127.0.0.7", "127.0.0.8"


def close_code(socket: Any) -> int:
    with pytest.raises(ConnectionClosed) as left:
        read_on(lambda: socket.recv(WAIT))
    assert left.value.rcvd is not None
    return left.value.rcvd.code


def test_one_address_can_not_keep_all_others_from_watching(folder: Path) -> None:
    limits = unlimited()
    limits.spectators = 4
    with Running(folder, limits) as house:
        table, _token = house.open("Ann", "Anton")
        crowd = [house.watch(table, source=EVE) for _socket in range(4)]
        for socket in crowd:
            assert "html" in socket.recv(WAIT)
        others = [house.watch(table, source=source) for source in (ANN, BEN)]
        for socket in others:
            assert "html" in socket.recv(WAIT), "somebody of another address is not let in"
        # The largest crowd has made room, and what is left to it is its own.
        watchers = house.house.kernel.sessions[table].watchers
        assert sorted(watcher.address for watcher in watchers) == sorted([EVE, EVE, ANN, BEN])
        for source in (EVE, ANN):
            assert close_code(house.watch(table, source=source)) == TOO_MUCH
        assert len(watchers) == 4
        for socket in others:
            socket.close()


def test_all_of_an_ipv6_network_is_one_crowd(house: TestClient, ann: Guest, ben: Guest) -> None:
    session = inside(house).kernel.sessions[seated(ann, ben, "gang-of-dice")]
    limits = unlimited()
    limits.spectators = 3
    for n in range(3):
        address = address_group(f"2001:db8::{n}")
        check_room(session, "", address, limits)
        session.enter(Tab(session, "", None, lambda: ("http://x", ""), limits, address))
    with pytest.raises(TooMuch):
        check_room(session, "", address_group("2001:db8::9"), limits)
    check_room(session, "", address_group("2001:db8:0:1::9"), limits)
    assert len(session.watchers) == 2, "nobody has made room"


def test_who_waits_for_changes_again_and_again_leaves_room_for_others(folder: Path) -> None:
    limits = unlimited()
    limits.spectators = 3
    with Running(folder, limits) as house:
        table, _token = house.open("Ann", "Anton")
        version = house.call(f"/api/v1/tables/{table}")["version"]
        asking = f"GET /api/v1/tables/{table}/follow?since={version} HTTP/1.1\r\nHost: x\r\n\r\n".encode()
        waiting = [house.knock(asking, source=EVE) for _request in range(3)]
        watchers = house.house.kernel.sessions[table].watchers
        wait_until(lambda: len(watchers) == 3)
        fourth = house.knock(asking, source=EVE)
        assert fourth.recv(100).startswith(b"HTTP/1.1 429")
        socket = house.watch(table, source=ANN)
        assert "html" in socket.recv(WAIT)
        socket.close()
        for street in (*waiting, fourth):
            street.close()


def test_who_plays_gets_in_where_others_of_the_same_address_only_watch(folder: Path) -> None:
    limits = Limits(at_once=ConcurrentLimit(4))
    with Running(folder, limits) as house:
        table, token = house.open("Ann", "Anton")
        crowd = [house.watch(table) for _socket in range(3)]
        for socket in crowd:
            assert "html" in socket.recv(WAIT)
        assert close_code(house.watch(table)) == TOO_MUCH
        wait_until(lambda: len(limits.at_once) == 3)
        player = house.watch(table, token)
        assert "html" in player.recv(WAIT)
        for socket in (*crowd, player):
            socket.close()


def test_what_a_slow_reader_missed_is_told_anew(house: TestClient, ann: Guest, ben: Guest) -> None:
    table = seated(ann, ben, "gang-of-dice")
    ann.post(f"tables/{table}/chat", seat=0, text="hello")
    tab = Tab(inside(house).kernel.sessions[table], "", None, lambda: ("http://x", ""), Limits())
    for _change in range(3 * LONGEST_QUEUE):
        tab.changed()
    assert tab.queue.qsize() <= LONGEST_QUEUE + 2
    waiting = [tab.queue.get_nowait() for _one in range(tab.queue.qsize())]
    assert waiting[0]["chat"][0]["text"] == "hello"
    assert waiting[1]["log"]["since"] == 0
    assert waiting[1]["log"]["lines"]


def test_a_bucket_that_is_full_again_gives_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    bucket = Limit(burst=3, per_second=2).bucket()
    assert [bucket.take() for _try in range(4)] == [True, True, True, False]
    assert not bucket.take(2)
    now[0] += 1
    assert bucket.take(2)
    assert not bucket.take()


def test_sockets_are_told_that_the_house_closes(folder: Path) -> None:
    house = Running(folder)
    with house:
        table, _token = house.open("Ann", "Anton")
        socket = house.watch(table)
        socket.recv()
        closing = threading.Thread(target=house.stop)
        closing.start()
        with pytest.raises(ConnectionClosed) as left:
            read_on(socket.recv)
        closing.join(WAIT)
    assert left.value.rcvd is not None
    assert left.value.rcvd.code == 1012
