"""Connections, heads of requests, cookies and lists: nothing that strangers send grows without end."""

import resource
import socket
import sys
import time
import urllib.error
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from attack.running import WAIT, Running, rest
from chancebox.engine.game.errors import BadSetup
from chancebox.server.access.addresses import Networks, address_group
from chancebox.server.access.limits import MOST_KEYS, ConcurrentLimit, Limit, Limits, unlimited
from chancebox.server.access.visitors import COOKIE, Visitors
from chancebox.server.house import chat as chats
from chancebox.server.house.house import House
from chancebox.server.house.sessions import LINES
from chancebox.server.processes.connections import LARGEST_HEAD, LONGEST_PIPELINE, MOST_HEADERS
from chancebox.server.processes.run import raise_descriptors
from chancebox.server.screens.drawings import drawings_of
from chancebox.server.web.app import create_app
from server.budgets import one_address
from server.guests import Guest

GET = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"


def quick() -> Limits:
    """Return limits of a house without patience."""
    limits = unlimited()
    limits.patience = 0.5
    return limits


def inside(house: TestClient) -> House:
    found: House = house.app.state.house  # type: ignore[attr-defined]
    return found


def wait_until(what: Any) -> None:
    until = time.monotonic() + WAIT
    while not what():
        assert time.monotonic() < until
        time.sleep(0.02)


# Heads.


@pytest.mark.parametrize(
    "head",
    [
        GET + b"X: " + b"a" * 2_000_000,
        GET + b"X: " + b"a" * LARGEST_HEAD + b"\r\n\r\n",
        GET + b"X: 1\r\n" * 3 * MOST_HEADERS + b"\r\n",
        b"GET /" + b"a" * 2_000_000,
        b"GET /" + b"a" * 2 * LARGEST_HEAD + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    ],
    ids=["endless", "long", "many", "endless address", "long address"],
)
def test_a_head_has_an_end(folder: Path, head: bytes) -> None:
    with Running(folder, unlimited()) as house:
        street = house.knock()
        try:
            street.sendall(head)
        except OSError:
            # It was closed while we were still talking.
            pass
        else:
            assert rest(street).startswith((b"HTTP/1.1 431", b""))
        street.close()
        wait_until(lambda: not house.server.server_state.connections)
        assert house.call("/healthz")["status"] == "ok"


def test_a_head_that_fits_is_answered(folder: Path) -> None:
    with Running(folder) as house:
        head = GET + b"X: " + b"a" * (LARGEST_HEAD - 500) + b"\r\nConnection: close\r\n\r\n"
        assert house.ask(head).startswith(b"HTTP/1.1 200")


def test_requests_do_not_queue_up_unasked(folder: Path) -> None:
    with Running(folder) as house:
        answered = house.ask((GET + b"\r\n") * 2000)
        assert answered.count(b"HTTP/1.1 200") <= LONGEST_PIPELINE + 1


# Silence.


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"", b""),
        (b"GET /hea", b"HTTP/1.1 408"),
        (GET, b"HTTP/1.1 408"),
        (b"\r\n", b"HTTP/1.1 408"),
        (b"POST /api/v1/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 90\r\n\r\n{", b"HTTP/1.1 408"),
        (GET + b"\r\n" + b"GET /hea", b"HTTP/1.1 200"),
    ],
    ids=["nothing", "half a word", "half a head", "an empty line", "half a body", "half a second request"],
)
def test_who_says_nothing_is_not_waited_for(
    folder: Path, sent: bytes, status: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    limits = quick()
    if status.endswith(b"200"):
        # There must be time for the first answer, on any machine.
        limits.patience = 10.0
    with Running(folder, limits) as house:
        assert house.ask(sent)[: len(status)] == status
        wait_until(lambda: not house.server.server_state.connections)
        wait_until(lambda: not house.server.server_state.tasks)
    assert not [record for record in caplog.records if record.exc_info]


def test_a_byte_now_and_then_is_not_enough(folder: Path) -> None:
    with Running(folder, quick()) as house, house.knock(b"GET / HTTP/1.1\r\n") as street:
        street.settimeout(0.05)
        until = time.monotonic() + WAIT
        ended = False
        while not ended and time.monotonic() < until:
            try:
                street.sendall(b"X")
                ended = bool(street.recv(100))
            except TimeoutError:
                pass
            except OSError:
                ended = True
        assert ended


def test_who_does_not_read_an_answer_is_dropped(folder: Path) -> None:
    limits = quick()
    limits.reading = 0.5
    with Running(folder, limits) as house:
        asked = b"GET /rules/take-a-chance HTTP/1.1\r\nHost: x\r\n\r\n" * LONGEST_PIPELINE
        street = house.knock(asked, buffer=2048)
        wait_until(lambda: house.server.server_state.connections)
        wait_until(lambda: not house.server.server_state.connections)
        street.close()


def test_waiting_for_a_change_is_no_silence(folder: Path) -> None:
    with Running(folder, quick()) as house:
        table, token = house.open("Ann", "Anton")
        version = house.call(f"/api/v1/tables/{table}")["version"]
        path = f"/api/v1/tables/{table}/follow?since={version}"
        street = house.knock(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
        time.sleep(2 * house.limits.patience + 0.5)
        house.call(f"/api/v1/tables/{table}/hints", {"id": "h", "allowed": False}, token)
        assert rest(street).startswith(b"HTTP/1.1 200")


# Numbers.


def test_an_address_has_only_so_many_connections(folder: Path) -> None:
    limits = Limits(connections=ConcurrentLimit(5))
    with Running(folder, limits) as house:
        silent = [house.knock() for _one in range(5)]
        wait_until(lambda: len(limits.connections) == 5)
        assert house.ask(b"").startswith(b"HTTP/1.1 429")
        for one in silent:
            one.close()
        wait_until(lambda: not len(limits.connections))
        table, _token = house.open("Ann", "Anton")
        # A request that becomes a socket is counted once, and not for ever.
        for _socket in range(8):
            house.watch(table).close()
        wait_until(lambda: not len(limits.connections))


def test_silent_connections_make_room_for_others(folder: Path) -> None:
    limits = unlimited()
    limits.connections_in_all = 10
    with Running(folder, limits) as house:
        silent = [house.knock() for _one in range(50)]
        for _try in range(20):
            assert house.call("/healthz")["status"] == "ok"
        assert len(house.server.server_state.connections) <= 11
        for one in silent:
            one.close()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no such limit")
def test_descriptors_are_raised() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (300, hard))
        most = raise_descriptors()
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == most > 300
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_looking_has_a_limit_too(folder: Path) -> None:
    with TestClient(create_app(folder, limits=Limits(looking=one_address(20)))) as house:
        answers = [house.get("/").status_code for _page in range(25)]
    assert answers == [200] * 20 + [429] * 5


# Memory.


def test_tables_that_are_not_there_leave_nothing_behind(house: TestClient) -> None:
    for n in range(50):
        assert house.get(f"/t/nowhere-{n}").status_code == 404
    assert not inside(house).kernel.sessions
    assert not inside(house).kernel._opening


def test_forged_tokens_are_not_remembered(house: TestClient) -> None:
    visitors: Visitors = inside(house).visitors
    for n in range(50):
        assert house.get("/", headers={"cookie": f"{COOKIE}=x{n}.{'y' * 3000}"}).status_code == 200
        assert house.get("/", headers={"authorization": f"Bearer x{n}.yyyy"}).status_code == 200
    assert visitors._checked.cache_info().currsize == 0
    token = visitors.token("ann")
    assert visitors.read(token) == visitors.read(token) == "ann"
    assert visitors._checked.cache_info().hits == 1


def test_a_drawing_for_every_host_is_not_kept(house: TestClient, ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "open")
    for n in range(100):
        headers = {"host": f"host-{n}.example"}
        assert house.get(f"/t/{table}/frames", headers=headers).status_code == 200
    ann.sit(table, 1, "Anton")
    ann.post(f"tables/{table}/start")
    version = ann.state(table)["version"]
    for n in range(200):
        ann.get(f"tables/{table}/follow", since=version - 1, events=n)
    session = inside(house).kernel.sessions[table]
    assert len(drawings_of(session).boards) < 50
    assert len(drawings_of(session).stories) < 50


def test_chat_has_an_end(house: TestClient, ann: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chats, "MOST_SAID", LINES + 20)
    table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    said = [ann.post(f"tables/{table}/chat", seat=0, text=f"line {n}").status_code for n in range(LINES + 25)]
    assert said == [200] * (LINES + 20) + [409] * 5
    assert len(inside(house).kernel.sessions[table].chat) == LINES
    with house.websocket_connect(f"/t/{table}/live") as socket:
        socket.receive_json()
        told = socket.receive_json()["chat"]
    assert [line["number"] for line in told] == list(range(21, LINES + 21))
    newest = house.get(f"/t/{table}/frames", params={"said": LINES + 19}).json()["chat"]
    assert [line["text"] for line in newest] == [f"line {LINES + 19}"]
    # From the store it is the same.
    inside(house).kernel.sessions.clear()
    assert len(ann.get(f"tables/{table}/chat")) == LINES


def test_buckets_of_many_addresses_are_forgotten() -> None:
    limit = Limit(1, 0.001)
    for n in range(MOST_KEYS + 100):
        limit.take(str(n))
    assert len(limit._buckets) == MOST_KEYS


# Who asks.


def first_refusal(house: Running, *forwarded: str) -> int:
    """Ask for several others; return the status with which one of them is refused, 0 if none is."""
    for others in forwarded:
        try:
            house.call("/healthz", x_forwarded_for=others)
        except urllib.error.HTTPError as refusal:
            return refusal.code
    return 0


def test_nobody_may_say_for_whom_they_ask(folder: Path) -> None:
    with Running(folder, Limits(looking=one_address(5))) as house:
        assert first_refusal(house, *(f"10.0.0.{n}" for n in range(6))) == 429


def test_a_proxy_that_was_named_says_for_whom_it_asks(folder: Path) -> None:
    limits = Limits(looking=one_address(5), connections=ConcurrentLimit(0))
    with Running(folder, limits, proxies=("127.0.0.0/8",)) as house:
        assert first_refusal(house, *(f"10.0.0.{n}" for n in range(20))) == 0
        # What somebody wrote there before the proxy did is not believed.
        assert first_refusal(house, *(f"10.9.9.{n}, 192.0.2.1" for n in range(6))) == 429


def test_addresses_of_one_household_count_as_one() -> None:
    assert address_group("2001:db8:1:2::1") == address_group("2001:db8:1:2:ffff::9") == "2001:db8:1:2::/64"
    assert address_group("2001:db8:1:3::1") != address_group("2001:db8:1:2::1")
    assert address_group("::ffff:192.0.2.7") == address_group("192.0.2.7") == "192.0.2.7"
    assert address_group("fe80::1%eth0") == "fe80::/64"
    assert address_group("nonsense") == address_group("x" * 5000) == address_group("")


def test_networks_are_named_plainly() -> None:
    named = Networks(["127.0.0.1", "10.0.0.0/8", "::1"])
    assert "127.0.0.1" in named
    assert "10.1.2.3" in named
    assert "::ffff:10.1.2.3" in named
    assert "::1" in named
    assert "127.0.0.2" not in named
    assert "testclient" not in named
    assert "127.0.0.1" not in Networks()
    with pytest.raises(BadSetup, match=r"10\.0\.0\.0/8"):
        Networks(["my-proxy"])


def test_a_torn_request_is_no_error_of_ours(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    with Running(folder) as house:
        for sent in (
            b"POST /api/v1/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{",
            b"GET /t/x/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
            b"\x16\x03\x01\x02\x00\x01\x00\x01",
            b"GET /%ff%fe HTTP/1.1\r\nHost: x\r\n\r\n",
        ):
            street = house.knock(sent)
            street.shutdown(socket.SHUT_WR)
            time.sleep(0.05)
            street.close()
        wait_until(lambda: not house.server.server_state.connections)
    assert not [record for record in caplog.records if record.exc_info]
