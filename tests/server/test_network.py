"""A house for its own computer alone, which its keeper, and nobody else, opens to the network."""

import asyncio
import http.client
import json
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import TracebackType
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from chancebox.cli import main
from chancebox.server.access import addresses
from chancebox.server.access.keeper import COOKIE, Keeper
from chancebox.server.access.limits import unlimited
from chancebox.server.processes.run import Server, configured, listen
from chancebox.server.web.network import NetworkDoor
from children import LIMIT
from server.boards import Shown
from server.processes import Server as Process

OTHER = addresses.network_address() or "127.0.0.2"
"""Another address of this machine than its own for itself; if it has none, one that will do."""


class House:
    """A server in a thread, at 127.0.0.1."""

    def __init__(self, folder: Path, open: bool = False) -> None:
        self._up = threading.Event()
        self._listening = listen("127.0.0.1", 0)
        self.port: int = self._listening.getsockname()[1]
        self._open = open
        self._folder = folder

    def __enter__(self) -> "House":
        def run() -> None:
            self.network = NetworkDoor("127.0.0.1", self.port)
            config = configured(self._folder, unlimited(), network=self.network)
            self.server = Server(config, self._up.set, self._open)
            self.server.run([self._listening])

        self._thread = threading.Thread(target=run, daemon=True)
        self._thread.start()
        assert self._up.wait(LIMIT)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.server.should_exit = True
        self._thread.join(LIMIT)

    @property
    def keeper(self) -> Keeper:
        found: Keeper = self.server.config.app.state.house.keeper  # type: ignore[union-attr]
        return found

    def ask(
        self,
        path: str,
        body: str | None = None,
        at: str = "127.0.0.1",
        port: int = 0,
        **headers: str,
    ) -> http.client.HTTPResponse:
        """Ask for something, as a browser would: from a page of the house at this address."""
        name = headers.pop("host", f"{at}:{port or self.port}")
        told = {"Host": name, "Origin": f"http://{name}", **headers}
        with closing(http.client.HTTPConnection(at, port or self.port, timeout=LIMIT)) as line:
            line.request("POST" if body is not None else "GET", path, body, told)
            answer = line.getresponse()
            answer.text = answer.read().decode()  # type: ignore[attr-defined]
            return answer

    def reaches(self, host: str, port: int = 0) -> bool:
        with closing(socket.socket()) as street:
            street.settimeout(LIMIT)
            return street.connect_ex((host, port or self.port)) == 0

    @property
    def cookie(self) -> str:
        return f"{COOKIE}={self.keeper.token}"

    def turn(self, to: str, **headers: str) -> int:
        return self.ask("/network", f"open={to}", **{"Cookie": self.cookie, **headers}).status  # type: ignore[arg-type]

    def lobby(self, at: str = "127.0.0.1", cookie: str = "") -> str:
        """Open a lobby and return how it looks from there."""
        body = {"id": "t", "game": "gang-of-dice", "players": [{"kind": "open"}] * 2, "start": False}
        made = self.ask("/api/v1/tables", json.dumps(body), **{"Content-Type": "application/json"})  # type: ignore[arg-type]
        self.table = json.loads(made.text)["table"]  # type: ignore[attr-defined]
        return self.look(at, cookie)

    def look(self, at: str = "127.0.0.1", cookie: str = "") -> str:
        told = self.ask(f"/t/{self.table}/frames", at=at, Cookie=cookie)
        return str(json.loads(told.text)["html"])  # type: ignore[attr-defined]


@pytest.fixture
def there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "network_address", lambda: OTHER)


@pytest.fixture
def house(there: None, folder: Path) -> Iterator[House]:
    with House(folder) as house:
        yield house


def test_by_itself_a_house_listens_to_its_own_computer(house: House) -> None:
    assert house.reaches("127.0.0.1")
    assert not house.reaches(OTHER)


def test_the_keeper_opens_it_and_shuts_it_again(house: House) -> None:
    before = house.lobby(cookie=house.cookie)
    assert "data-network" in before
    assert "data-copy" not in before
    assert house.turn("yes") == 303
    assert house.network.address == f"http://{OTHER}:{house.port}"
    assert house.reaches(OTHER)
    assert house.ask("/", at=OTHER).status == 200
    link = f'data-copy="http://{OTHER}:{house.port}/t/{house.table}"'
    assert link in house.look()
    assert link in house.look(at=OTHER)
    assert 'class="qr"' in house.look()
    assert house.turn("yes") == 303  # twice is once
    assert house.turn("no") == 303
    assert not house.reaches(OTHER)
    assert "data-copy" not in house.look()
    assert house.turn("no") == 303
    assert house.reaches("127.0.0.1")
    assert house.turn("yes") == 303
    assert house.reaches(OTHER)


def test_who_came_by_the_network_goes_when_it_is_shut(house: House) -> None:
    house.lobby()
    house.turn("yes")
    with (
        connect(f"ws://{OTHER}:{house.port}/t/{house.table}/live") as guest,
        connect(f"ws://127.0.0.1:{house.port}/t/{house.table}/live") as home,
    ):
        guest.recv(LIMIT)
        page = Shown()
        assert f"{OTHER}:{house.port}" in str(page.take(json.loads(home.recv(LIMIT))))
        house.turn("no")
        with pytest.raises(ConnectionClosed):
            list(iter(lambda: guest.recv(LIMIT), None))
        # Whoever sits at the computer stays, and sees that the link is gone.
        while "data-copy" in page.take(json.loads(home.recv(LIMIT)))["html"]:
            pass


def test_an_open_lobby_gets_the_link_at_once(house: House) -> None:
    house.lobby()
    with connect(f"ws://127.0.0.1:{house.port}/t/{house.table}/live") as home:
        page = Shown()
        assert "data-copy" not in page.take(json.loads(home.recv(LIMIT)))["html"]
        house.turn("yes")
        while f"http://{OTHER}:{house.port}/t/" not in page.take(json.loads(home.recv(LIMIT))).get(
            "html", ""
        ):
            pass


def test_nobody_else_switches(house: House) -> None:
    assert house.ask("/network", "open=yes").status == 403  # somebody at this computer, without the cookie
    assert house.turn("yes", Cookie=f"{COOKIE}=ab") == 403
    # A page of another site, by its own name (CSRF) or by one that it made lead here (DNS rebinding).
    assert house.turn("yes", Origin="http://evil.example") == 403
    assert house.turn("yes", Origin="null") == 403
    assert house.turn("yes", Origin="http://localhost:3000") == 403
    assert house.turn("yes", Origin="http://evil.example", Authorization="Bearer x") == 403
    assert house.turn("yes", host=f"evil.example:{house.port}") == 403
    assert house.turn("yes", host="127.0.0.1.evil.example") == 403
    assert not house.reaches(OTHER)
    # Another computer, even with what the keeper holds, and whatever it says about itself.
    house.turn("yes")
    for shown in (f"{OTHER}:{house.port}", f"localhost:{house.port}", f"127.0.0.1:{house.port}"):
        if OTHER != "127.0.0.2" or shown.startswith(OTHER):
            forwarded = {"X-Forwarded-For": "127.0.0.1"}
            answer = house.ask("/network", "open=no", OTHER, host=shown, Cookie=house.cookie, **forwarded)  # type: ignore[arg-type]
            assert answer.status == 403
    assert house.reaches(OTHER)


def test_who_may_not_switch_sees_no_switch(house: House) -> None:
    assert "data-network" not in house.lobby()
    assert "see the terminal" in house.look()
    page = house.ask("/").text  # type: ignore[attr-defined]
    assert "The terminal shows" in page
    assert 'action="/network"' not in page
    assert 'action="/network"' in house.ask("/", Cookie=house.cookie).text  # type: ignore[attr-defined]
    house.turn("yes")
    assert 'id="network"' not in house.ask("/", at=OTHER).text  # type: ignore[attr-defined]
    assert "Shut it again" in house.ask("/", Cookie=house.cookie).text  # type: ignore[attr-defined]


def test_the_key_of_the_terminal_makes_a_keeper(house: House) -> None:
    key = house.keeper.lasting_key()
    answer = house.ask(f"/keeper/{key}")
    assert answer.status == 303
    given = str(answer.getheader("set-cookie"))
    assert given.startswith(house.cookie)
    assert "HttpOnly" in given
    assert "samesite=strict" in given.lower()
    for wrong in (f"{key}x", "x", "%C3%A4"):
        refused = house.ask(f"/keeper/{wrong}")
        assert refused.status == 404
        assert refused.getheader("set-cookie") is None
    assert house.ask(f"/keeper/{key}", host="evil.example").status == 404
    house.turn("yes")
    assert house.ask(f"/keeper/{key}", at=OTHER).status == 404
    # What a browser is started with can be seen by others on this computer: it opens once.
    once = house.keeper.passing_key()
    assert house.ask(f"/keeper/{once}").status == 303
    assert house.ask(f"/keeper/{once}").status == 404


def test_the_keeper_is_known_after_a_restart(there: None, folder: Path) -> None:
    with House(folder) as house:
        cookie, key = house.cookie, house.keeper.lasting_key()
    with House(folder) as house:
        assert house.cookie == cookie
        assert house.ask(f"/keeper/{key}").status == 404


def test_without_a_network_the_switch_says_why_it_is_not_there(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(addresses, "network_address", lambda: "")
    page = house.ask("/", Cookie=house.cookie).text  # type: ignore[attr-defined]
    assert "This computer is in no network" in page
    assert 'action="/network"' not in page
    assert "It is in no network" in house.lobby(cookie=house.cookie)
    answer = house.ask("/network", "open=yes", Cookie=house.cookie)
    assert answer.status == 409
    assert "in no network" in answer.text  # type: ignore[attr-defined]


def test_a_port_that_is_taken_there_is_no_hindrance(house: House) -> None:
    with closing(socket.socket()) as taken:
        taken.bind((OTHER, house.port))
        taken.listen()
        house.turn("yes")
        port = urlsplit(house.network.address).port
        assert port
        assert port != house.port
        assert house.ask("/", at=OTHER, port=port).status == 200
    house.turn("no")
    assert not house.reaches(OTHER, port)


def test_it_goes_along_when_the_address_changes(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.turn("yes")

    async def follow() -> bool:
        return await house.network.follow()

    def told() -> bool:
        running = asyncio.run_coroutine_threadsafe(follow(), house.server.servers[0].get_loop())
        return running.result(LIMIT)

    assert not told()
    monkeypatch.setattr(addresses, "network_address", lambda: "127.0.0.3")
    assert told()
    assert house.network.address == f"http://127.0.0.3:{house.port}"
    assert not house.reaches(OTHER)
    assert house.reaches("127.0.0.3")
    monkeypatch.setattr(addresses, "network_address", lambda: "")
    assert told()
    assert house.network.address == ""
    assert not house.reaches("127.0.0.3")


def test_the_command_line_opens_it_from_the_start(there: None, folder: Path) -> None:
    with House(folder, open=True) as house:
        assert house.reaches(OTHER)
        assert house.turn("no") == 303
        assert not house.reaches(OTHER)


def test_the_terminal_says_it(folder: Path) -> None:
    with Process(folder, "--network") as process:
        assert process.process
        assert process.process.stdout
        told = process.process.stdout.readline()
        if found := addresses.network_address():
            assert told == f"Others in your network find it at http://{found}:{process.port}\n"
        else:
            assert "in no network" in told
    with Process(folder) as process:
        assert process.process
        assert process.process.stdout
        told = process.process.stdout.readline()
        assert told.startswith("This computer alone can reach it")
        if addresses.network_address():
            assert re.search(
                rf"http://localhost:{process.port}/keeper/\S+$", process.process.stdout.readline()
            )


def test_where_to_listen_is_said_once(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--host", "0.0.0.0", "--network", "--data", str(folder)]) == 2
    assert "leave out --network" in capsys.readouterr().err
