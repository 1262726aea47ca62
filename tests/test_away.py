"""`chancebox daily --house`: the deal of the day of a house elsewhere, and houses that are none."""

import json
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar

import pytest

from chancebox.cli import main
from chancebox.engine.game.texts import reading
from chancebox.engine.match.chance import Seeded
from chancebox.engine.match.match import Match
from chancebox.games import game
from chancebox.terminal import doors
from chancebox.terminal.away import AwayTable
from chancebox.terminal.doors import Closed, RemoteDoor
from server.processes import Server
from test_daily import type_in

DAY = "2026-11-16"
"""A day of Second Chance, which is played alone; the day before is one of Gang of Dice, against bots."""


@pytest.fixture(autouse=True)
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CHANCEBOX_DATA", str(tmp_path / "saves"))
    return tmp_path / "saves"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("house"), day=DAY) as server:
        yield server


def test_one_can_leave_and_go_on_and_the_first_try_counts(
    house: Server, saves: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["daily", "--house", house.address]
    type_in(monkeypatch, "1", "1", "undo", "nonsense", "log")
    assert main([*command, "--name", "Ann"]) == 0
    said = capsys.readouterr().out
    assert "The deal of 16 November 2026: Second Chance, alone" in said
    assert "it counts" in said
    assert "There is no decision of yours to take back now." in said, "a card was drawn since"
    assert "'nonsense' is not understood" in said
    assert f"chancebox daily --house {house.address}" in said.split("Go on later with:")[1]
    assert stat.S_IMODE((saves / doors.FILE).stat().st_mode) == 0o600
    type_in(monkeypatch, then="1")
    assert main([*command]) == 0
    said = capsys.readouterr().out
    assert "it counts" in said
    assert "Ann draws" in said, "the same table"
    assert "Chancebox, deal of 16 November 2026: Second Chance" in said
    assert "The first result of this house." in said
    type_in(monkeypatch, "quit")
    assert main([*command]) == 0
    assert "This is practice." in capsys.readouterr().out


def test_who_has_left_the_house_for_good_can_practise_at_once(
    house: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["daily", "--house", house.address]
    for told, then in (("it counts", "1"), ("This is practice", "")):
        type_in(monkeypatch, "1", then=then)
        assert main(command) == 0
        assert told in capsys.readouterr().out
    RemoteDoor(house.address).post("mine/remove", sure=True)
    type_in(monkeypatch, "1")
    assert main(command) == 0
    said = capsys.readouterr().out
    assert "This is practice" in said
    assert "The house keeps your table." in said


def test_bots_play_there_and_a_past_day_is_practice(
    house: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_in(monkeypatch, *["1"] * 4)
    assert main(["daily", "--house", house.address, "--archive", "2026-11-15", "--language", "de"]) == 0
    said = capsys.readouterr().out
    assert "15. November 2026" in said
    assert "Blaise" in said
    assert main(["daily", "--house", house.address, "--archive", "../tables"]) != 0
    assert main(["daily", "--house", house.address, "--archive", "2026-11-17"]) != 0


class Remembering(RemoteDoor):
    """A door behind which the last of six events can be taken back."""

    def __init__(self) -> None:
        self.address = "http://house"
        self.posted: list[str] = []

    def get(self, path: str, **_query: object) -> Any:
        match = Match(game("second-chance"), 1, dealer=Seeded(1))
        lines = [{"events": n, "text": f"event {n}"} for n in range(1, 7 - len(self.posted))]
        return {"moves": match.moves(0), "view": match.view(0), "log": lines}

    def post(self, path: str, id: str = "", **body: object) -> Any:
        self.posted.append(path)
        return {}


def test_what_comes_after_something_was_taken_back_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    door = Remembering()
    table = AwayTable(door, game("second-chance"), "t")
    table._state, table._shown = {"seats": [{"name": "Ann"}]}, 6
    type_in(monkeypatch, "undo")
    table._turn()
    assert door.posted == ["tables/t/seats/0/undo"]
    assert table._shown == 5
    assert "Taken back." in capsys.readouterr().out


# Houses that are none.


class Stranger(BaseHTTPRequestHandler):
    """Answers what a test wants."""

    answers: ClassVar[list[tuple[int, dict[str, str], str]]] = []
    asked: ClassVar[list[tuple[str, str, str]]] = []

    def do_GET(self) -> None:
        said = self.rfile.read(int(self.headers.get("content-length", 0))).decode()
        self.asked.append((self.path, said, self.headers.get("authorization", "")))
        status, headers, body = self.answers.pop(0)
        self.send_response(status)
        for name, value in {**headers, "content-length": str(len(body.encode()))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body.encode())

    do_POST = do_GET  # noqa: N815

    def log_message(self, *_said: object) -> None:
        pass


@contextmanager
def stranger(*answers: tuple[int, dict[str, str], str]) -> Iterator[str]:
    Stranger.answers[:], Stranger.asked[:] = answers, []
    with ThreadingHTTPServer(("127.0.0.1", 0), Stranger) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


@pytest.mark.parametrize("address", ["file:///etc/passwd", "ftp://example.org", "http://", ""])
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(Closed, match="is written like"):
        RemoteDoor(address)


def test_an_answer_that_was_lost_is_asked_for_again_under_the_same_command() -> None:
    with stranger((503, {}, ""), (200, {}, '{"token": "abc"}'), (200, {}, "{}")) as address:
        door = RemoteDoor(address)
        door.post("daily/2026-11-16", name="Ann")
        door.get("daily")
    (first, again, after) = Stranger.asked
    assert first == again
    assert after[2] == "Bearer abc"
    assert RemoteDoor(address).is_known


def test_a_token_goes_to_no_other_house() -> None:
    with stranger((200, {}, '{"token": "abc"}'), (302, {"location": "/elsewhere"}, "")) as address:
        door = RemoteDoor(address)
        door.post("daily/2026-11-16", name="Ann")
        with pytest.raises(Closed, match="sends us elsewhere"):
            door.get("daily")
    assert len(Stranger.asked) == 2


@pytest.mark.parametrize("body", ["no json", "[]", "{}", '{"day": "soon", "game": "gang-of-dice"}', "3"])
def test_what_is_no_house_is_told_in_words(body: str, capsys: pytest.CaptureFixture[str]) -> None:
    with stranger((200, {}, body)) as address:
        assert main(["daily", "--house", address]) != 0
    said = capsys.readouterr().err
    assert "Traceback" not in said
    assert address in said


def test_nobody_steers_the_terminal_from_there() -> None:
    told = json.dumps({"error": "no\x1b]0;title\x07 way\x9b2J\r"})
    with stranger((403, {}, told)) as address, pytest.raises(doors.Refusal) as refused:
        RemoteDoor(address).get("daily")
    assert str(refused.value) == "no]0;title way2J"


def test_nobody_at_home_is_told_in_every_language() -> None:
    with reading("de"), pytest.raises(Closed, match=r"http://127\.0\.0\.1:1"):
        RemoteDoor("http://127.0.0.1:1").get("daily")
