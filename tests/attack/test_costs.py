"""What is dear to draw or to compute is charged by what it costs, to whoever asked for it."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from attack.test_budgets import refusals
from chancebox.engine.match.match import Match
from chancebox.server.access import costs, limits
from chancebox.server.access.limits import ADDRESS, HOUSE, NO_LIMIT, VISITOR, Budget, Limits, Rate, unlimited
from chancebox.server.house.house import House
from chancebox.server.screens import exports, frames, review_view
from chancebox.server.tables import table as folded
from chancebox.server.thinking.reviews import MOST_EVENTS
from chancebox.server.web import api, pages
from chancebox.server.web.app import create_app
from chancebox.web import render
from loops import run_loop
from server import direct
from server.budgets import ALL, one_address
from server.guests import BOT, Guest, play_out, play_until, seated
from server.test_boxes import MINE

DEAR = 30
"""Milliseconds that what is dear costs here,"""
BURST = 100
"""and how many an address has at once."""
TOO_MUCH = 4429


class Clocks:
    """The time, and the time of processors; both stand still unless told otherwise."""

    def __init__(self) -> None:
        self.now = self.spent = 0.0

    def monotonic(self) -> float:
        return self.now

    def thread(self) -> float:
        return self.spent

    def dear(self, work: Callable[..., Any]) -> Callable[..., Any]:
        """Let something cost as much as if it were dear."""

        def worked(*given: Any, **named: Any) -> Any:
            self.spent += DEAR / 1000
            return work(*given, **named)

        return worked


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch) -> Clocks:
    found = Clocks()
    monkeypatch.setattr(costs, "clock", found.thread)
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=found.monotonic))
    return found


@pytest.fixture
def metered(clocks: Clocks, folder: Path) -> Iterator[tuple[TestClient, Limits]]:
    """A house that counts nothing but what work costs."""
    allowed = unlimited()
    with TestClient(create_app(folder, limits=allowed)) as house:
        yield house, allowed


def ration(allowed: Limits, whose: str = ADDRESS) -> None:
    rates = {one: Rate(BURST, 50) if one == whose else ALL for one in (VISITOR, ADDRESS, HOUSE)}
    allowed.work = Budget(visitor=rates[VISITOR], address=rates[ADDRESS], house=rates[HOUSE])
    allowed.__post_init__()


class Door(NamedTuple):
    """Something to ask for, and what is dear about it."""

    path: str
    whose: Any
    name: str


OVER = {
    "the board": Door("/t/{table}/frames", frames, "draw_frame"),
    "a moment": Door("/t/{table}/moments/3", pages, "draw_moment"),
    "a page": Door("/t/{table}", render, "page"),
    "the replay": Door("/t/{table}/replay", Match, "story"),
    "a record": Door("/api/v1/tables/{table}/record", api, "write_record"),
    "a page of the review": Door("/t/{table}/review", review_view, "draw"),
    "the first page": Door("/", render, "page"),
    "all that is kept": Door("/api/v1/mine", exports, "_describe"),
    "a view": Door("/api/v1/tables/{table}/view", Match, "view"),
}
PLAYED = {
    "choices": Door("/api/v1/tables/{table}/choices?seat={seat}", Match, "choices"),
    "odds": Door("/api/v1/tables/{table}/odds?seat={seat}", Match, "odds"),
}


def ask(guest: Guest, path: str) -> int:
    path, _mark, query = path.partition("?")
    asked = dict(pair.split("=") for pair in query.split("&")) if query else {}
    headers = {"host": "testserver", **guest.headers}
    return direct.ask(guest.house, "GET", path, headers, asked, address=guest.address).status_code


@pytest.mark.parametrize("what", [*OVER, *PLAYED])
def test_what_is_dear_is_refused_to_who_asks_again_and_again(
    metered: tuple[TestClient, Limits], clocks: Clocks, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    house, allowed = metered
    ann, ben = Guest(house), Guest(house)
    ben.address = "192.0.2.7"
    table = seated(ann, ben, "gang-of-dice")
    door = {**OVER, **PLAYED}[what]
    if what in OVER:
        play_out(table, ann, ben)
        askers, path = [ann, ben], door.path.format(table=table)
    else:
        ann.post(f"tables/{table}/odds", shown=True)
        seat = ann.state(table)["to_act"][0]
        askers, path = [ann, ben] if seat == 0 else [ben, ann], door.path.format(table=table, seat=seat)
    eve, other = askers
    monkeypatch.setattr(door.whose, door.name, clocks.dear(getattr(door.whose, door.name)))
    ration(allowed)
    answers = [ask(eve, path) for _time in range(5)]
    assert 200 in answers[:2]
    assert answers[-1] == 429
    # Others get theirs, and so does who waits; what is cheap was never counted.
    assert ask(other, f"/api/v1/tables/{table}") == 200
    clocks.now += 60
    assert [ask(eve, "/robots.txt") for _time in range(50)] == [200] * 50
    assert ask(eve, path) == 200


@pytest.mark.parametrize("whose", [VISITOR, ADDRESS, HOUSE])
def test_too_much_work_is_refused_to_whom_it_belongs(
    metered: tuple[TestClient, Limits], clocks: Clocks, monkeypatch: pytest.MonkeyPatch, whose: str
) -> None:
    house, allowed = metered
    ann, ben = Guest(house), Guest(house)
    ben.address = "192.0.2.7"
    path = f"/t/{seated(ann, ben, 'gang-of-dice')}/frames"
    monkeypatch.setattr(frames, "draw_frame", clocks.dear(frames.draw_frame))
    ration(allowed, whose)
    before = refusals("work", whose)
    answers = [ask(ann, path) for _time in range(2 + BURST // DEAR)]
    assert answers == [*[200] * (1 + BURST // DEAR), 429]
    assert refusals("work", whose) == before + 1
    assert (ask(ben, path) == 429) == (whose == HOUSE)


def test_a_tab_that_wants_the_whole_board_again_and_again_is_closed(
    metered: tuple[TestClient, Limits], clocks: Clocks, monkeypatch: pytest.MonkeyPatch
) -> None:
    house, allowed = metered
    table = Guest(house).open("gang-of-dice", "Ann", "Anton", start=True)
    monkeypatch.setattr(frames, "draw_frame", clocks.dear(frames.draw_frame))
    ration(allowed)
    with house.websocket_connect(f"/t/{table}/live") as socket:
        # The one with which it began, and as many as can be paid for: the last one is owed.
        for _board in range(1 + BURST // DEAR):
            assert "html" in socket.receive_json()
            socket.send_json({"whole": True})
        with pytest.raises(WebSocketDisconnect) as left:
            socket.receive_json()
        assert left.value.code == TOO_MUCH


def test_who_lets_a_board_be_drawn_for_many_pays_for_all_of_them(
    metered: tuple[TestClient, Limits], clocks: Clocks, monkeypatch: pytest.MonkeyPatch
) -> None:
    house, allowed = metered
    eve, ben = Guest(house), Guest(house)
    ben.address = "192.0.2.7"
    table = eve.open("gang-of-dice", "Eve", "Evan", start=True)
    own = ben.open("gang-of-dice", "Ben", "Benno", start=True)
    with ExitStack() as tabs:
        for _tab in range(3):
            connecting = house.websocket_connect(f"/t/{table}/live", headers=eve.headers)
            tabs.enter_context(connecting).receive_json()
        monkeypatch.setattr(frames, "draw_frame", clocks.dear(frames.draw_frame))
        ration(allowed)
        answers = [eve.post(f"tables/{table}/hints", allowed=bool(n % 2)).status_code for n in range(6)]
        assert answers[0] == 200
        assert answers[-1] == 429
        assert ben.post(f"tables/{own}/hints", allowed=False).status_code == 200


def test_who_waits_for_others_is_not_charged_for_it() -> None:
    allowed = unlimited()
    allowed.work = Budget(address=Rate(BURST, 0), house=Rate(NO_LIMIT, NO_LIMIT))
    spent = 0.0

    async def wait() -> str:
        nonlocal spent
        spent += 0.001
        await asyncio.sleep(0)
        spent += 0.002
        with pytest.raises(asyncio.CancelledError):
            await asyncio.get_running_loop().create_task(cancel())
        return "done"

    async def cancel() -> None:
        nonlocal spent
        spent += 1000  # in a task of its own, which nobody measures
        raise asyncio.CancelledError

    async def main() -> str:
        with costs.paid_by(costs.Payer(allowed, "", "a")):
            return await costs.measured(wait())

    before, costs.clock = costs.clock, lambda: spent
    try:
        assert run_loop(main()) == "done"
    finally:
        costs.clock = before
    assert allowed.work.limits["address"].of("a").left == pytest.approx(BURST - 3)


def test_whoever_plays_on_with_a_box_of_their_own_is_counted_as_who_brings_one(folder: Path) -> None:
    allowed = unlimited()
    with TestClient(create_app(folder, limits=allowed)) as house:
        ann = Guest(house)
        players = [{"kind": "person", "name": "Ann"}, BOT]
        opened = ann.post("tables", game="gang-of-dice", players=players, box=MINE, start=True)
        table = opened.json()["table"]
        play_out(table, ann)
        allowed.boxes = one_address(2)
        allowed.__post_init__()
        begun = [ann.post(f"tables/{table}/fork", events=3, seat=0, name="Ann") for _time in range(3)]
        assert [answer.status_code for answer in begun] == [200, 200, 429]
        assert ann.post(f"tables/{table}/rematch").status_code == 429
        allowed.boxes = one_address(1)
        allowed.__post_init__()
        # Who asks for the same one again is counted once.
        assert [ann.post(f"tables/{table}/rematch").status_code for _n in range(3)] == [200] * 3


def log_of(guest: Guest, table: str) -> list[Any]:
    house: House = guest.house.app.state.house  # type: ignore[attr-defined]
    return list(house.store.tables.read(table))


def test_what_is_so_already_is_not_written_down(anywhere: TestClient) -> None:
    ann = Guest(anywhere)
    table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    for path, told in (("hints", "allowed"), ("odds", "shown")):
        assert ann.post(f"tables/{table}/{path}", **{told: True}).status_code == 200
        before, version = len(log_of(ann, table)), ann.state(table)["version"]
        again = [ann.post(f"tables/{table}/{path}", **{told: True}) for _time in range(5)]
        assert [answer.json()["version"] for answer in again] == [version] * 5
        assert len(log_of(ann, table)) == before
        assert ann.post(f"tables/{table}/{path}", **{told: False}).json()["version"] == version + 1
        assert ann.state(table)[path] is False


def test_a_log_does_not_grow_without_end_and_the_game_comes_to_its_own(
    anywhere: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = Guest(anywhere), Guest(anywhere)
    table = seated(ann, ben, "chance-it", "bot")
    play_until(table, [0, 1], ann, ben)
    monkeypatch.setattr(folded, "MOST_LINES", len(log_of(ann, table)) + 3)
    answers = [ann.post(f"tables/{table}/hints", allowed=bool(n % 2)) for n in range(1, 5)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 409]
    assert "played on" in answers[-1].json()["error"]
    assert len(log_of(ann, table)) == folded.MOST_LINES
    assert ann.play(table, 0, "out").status_code == 200
    undone = ann.post(f"tables/{table}/seats/0/undo")
    assert undone.status_code == 409
    assert "played on" in undone.json()["error"]
    play_out(table, ann, ben)
    assert ann.post(f"tables/{table}/rematch").status_code == 200
    assert ann.post(f"tables/{table}/remove").status_code == 200


def test_a_table_whose_log_is_full_can_be_removed_though_others_play(
    anywhere: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = Guest(anywhere), Guest(anywhere)
    table = seated(ann, ben, "gang-of-dice")
    assert ann.post(f"tables/{table}/remove").status_code == 409
    monkeypatch.setattr(folded, "LAST_LINES", len(log_of(ann, table)))
    seat = ann.state(table)["to_act"][0]
    asked = (ann, ben)[seat]
    choice = asked.get(f"tables/{table}/choices", seat=seat)["choices"][0]["action"]
    answer = asked.play(table, seat, choice)
    assert answer.status_code == 409
    assert "remove" in answer.json()["error"]
    assert ben.post(f"tables/{table}/remove").status_code == 403
    assert ann.post(f"tables/{table}/remove").status_code == 200


def test_no_game_that_people_play_comes_near_the_end_of_a_log() -> None:
    # Also if each move is taken back and made again.
    assert 3 * MOST_EVENTS < folded.MOST_LINES < folded.LAST_LINES
