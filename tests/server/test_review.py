"""Reviews at tables: after the end, for everybody, beside all else, kept."""

import copy
import gzip
import json
import os
import time
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from chancebox.reviews.decisions import Care
from chancebox.reviews.report import Moment, Number, Review, SeatReview
from chancebox.reviews.reviewing import DEPTHS, Depth
from chancebox.server.access.limits import unlimited
from chancebox.server.house.house import House
from chancebox.server.store.kept_reviews import KeptReview
from chancebox.server.tables.errors import Full
from chancebox.server.thinking import reviews
from chancebox.server.thinking.reviews import ReviewDesk, WantedReview, _key_of
from chancebox.server.web.app import create_app
from children import wait_until
from server import clerks
from server.budgets import one_address
from server.guests import Guest, play_out, seated

GAME = "gang-of-dice"


def small_work(pipe: Connection) -> None:
    """Do what the process does, less exactly."""
    DEPTHS[reviews.DEPTH] = Depth(0.5, 8, 0, Care(choosing=2, valuing=4, error=1.0))
    reviews.work(pipe)


ZERO = Number(0.0, 0.0)
SEAT = SeatReview("Ann", ZERO, ZERO, ZERO, ZERO, ZERO, ZERO, None, None, None, {})
LOOK = Review(
    game=GAME,
    version=1,
    box="",
    depth=reviews.DEPTH,
    reference="thumb",
    names=("Ann", "Ben"),
    winners=(0,),
    values=((0.5, 0.5), (1.0, 0.0)),
    errors=((0.0, 0.0), (0.0, 0.0)),
    moments=(Moment(0, "luck", 0, "Ann rolls.", (Number(0.5, 0.0), Number(-0.5, 0.0)), "very-lucky", 0),),
    seats=(SEAT, SEAT),
    done=1.0,
    playouts=1,
    games=1,
)
"""What a process sends that has nothing to compute."""


quick_work = partial(clerks.tell, json.dumps(LOOK.as_json()))
slow_work = partial(clerks.tell_on_and_on, json.dumps({**LOOK.as_json(), "done": 0.5}))
broken_work = clerks.fall


def house_of(client: TestClient) -> House:
    found: House = client.app.state.house  # type: ignore[attr-defined]
    return found


def set_desk(client: TestClient, work: Any, forgotten: float = 600.0) -> ReviewDesk:
    house = house_of(client)
    house.reviews = ReviewDesk(house.store, forgotten=forgotten, work=work)
    return house.reviews


def finished(ann: Guest, ben: Guest, *, hurry: bool = True) -> str:
    table = seated(ann, ben, GAME)
    play_out(table, ann, ben, hurry=hurry)
    return table


def until(guest: Guest, table: str, state: str) -> Any:
    """Look until a review has come so far."""
    told: Any = None

    def has_come() -> bool:
        nonlocal told
        told = guest.get(f"tables/{table}/review")
        return bool(told["state"] == state)

    # Seldom: what makes it has the lowest priority, and would wait for who asks all the time.
    wait_until(has_come, f"the review, {state}", lambda: time.sleep(0.2))
    return told


def until_kept(client: TestClient, table: str) -> None:
    """Wait for the disk: people are told before that a review is done."""
    house = house_of(client)
    key = _key_of(house.kernel.sessions[table].table)
    wait_until(lambda: house.store.reviews.find(table, key), "the review on the disk")


def test_no_review_before_the_end(house: TestClient, ann: Guest, ben: Guest, stranger: Guest) -> None:
    """A review knows every secret; nobody gets one while the game goes on, in whatever form."""
    desk = set_desk(house, small_work)
    table = seated(ann, ben, GAME)
    for guest in (ann, ben, stranger):
        for path in (f"/t/{table}/review", f"/t/{table}/review/look", f"/api/v1/tables/{table}/review"):
            headers = {**guest.headers, "accept": "text/html"}
            answer = house.get(path, headers=headers)
            assert answer.status_code == 409
            assert "when the game is over" in answer.text
    assert not desk._known, "and none is begun"


def test_a_review_grows_is_kept_and_is_there_for_everybody(
    folder: Path, house: TestClient, ann: Guest, ben: Guest, stranger: Guest
) -> None:
    set_desk(house, small_work)
    table = finished(ann, ben, hurry=False)  # long enough that something stands out
    assert house.get(f"/t/{table}/review", headers=ann.headers).status_code == 200
    done = until(stranger, table, "done")
    assert done["done"] == 1
    assert done["review"]["names"] == ["Ann", "Ben"]
    page = house.get(f"/t/{table}/review", headers=stranger.headers).text
    assert done["review"]["sentence"] in page
    assert page.count("<polyline") == 2
    assert "measures luckier" in page
    assert f"/t/{table}/replay?eyes=" in page, "what stood out is one tap from its board"
    assert "data-fork=" in page
    # The house was closed and opened again: nothing is made a second time.
    until_kept(house, table)
    set_desk(house, broken_work)
    assert until(ann, table, "done")["review"] == done["review"]


def test_what_was_made_for_other_rules_is_made_anew(house: TestClient, ann: Guest, ben: Guest) -> None:
    set_desk(house, quick_work)
    table = finished(ann, ben)
    until(ann, table, "done")
    until_kept(house, table)
    assert house_of(house).store.reviews.find(table, "0 normal 1") == b""


@pytest.mark.parametrize("text", [None, b"no json", b"{}"])
def test_what_cannot_be_read_is_made_anew(
    house: TestClient, ann: Guest, ben: Guest, text: bytes | None
) -> None:
    """Another version may have written it; replay and review are there all the same."""
    set_desk(house, quick_work)
    table = finished(ann, ben)
    key = _key_of(house_of(house).kernel.sessions[table].table)
    data = b"not packed" if text is None else gzip.compress(text)
    house_of(house).store.reviews.keep(table, KeptReview(key, data)).result()
    assert house.get(f"/t/{table}/replay", headers=ann.headers).status_code == 200
    assert until(ann, table, "done")["review"] == json.loads(json.dumps(LOOK.as_json()))


def test_programs_get_it_packed_or_not(house: TestClient, ann: Guest, ben: Guest) -> None:
    set_desk(house, quick_work)
    table = finished(ann, ben)
    until(ann, table, "done")
    path = f"/api/v1/tables/{table}/review"
    packed, plain = (house.get(path, headers={"accept-encoding": how}) for how in ("gzip", "identity"))
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.json() == plain.json()


def test_a_game_without_end_is_not_reviewed(
    house: TestClient, ann: Guest, ben: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_desk(house, broken_work)
    monkeypatch.setattr(reviews, "MOST_EVENTS", 3)
    answer = house.get(f"/api/v1/tables/{finished(ann, ben)}/review")
    assert answer.status_code == 409
    assert "too long" in answer.text


def test_who_finished_many_games_does_not_keep_others_waiting(
    house: TestClient, ann: Guest, ben: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = set_desk(house, slow_work)
    desk._line.most = 2
    session = house_of(house).kernel.sessions[finished(ann, ben)]
    tables = [copy.copy(session.table) for _ in range(6)]
    for number, table in enumerate(tables):
        table.id = f"table {number}"

    async def scenario() -> list[str]:
        said = []
        for table, whose in zip(tables, ["greedy"] * 4 + ["other", "greedy"], strict=True):
            try:
                said.append((await desk.look(table, whose)).state)
            except Full:
                said.append("full")
        return said

    said = house.portal.call(scenario)  # type: ignore[union-attr]
    assert said[0] in ("waiting", "working")
    assert said[1:] == ["waiting", "waiting", "full", "waiting", "full"]
    assert "table 2" not in desk._known, "the last of who has most had to go"


def test_what_others_decided_is_nobodys_form(house: TestClient, ann: Guest, ben: Guest) -> None:
    set_desk(house, quick_work)
    table = finished(ann, ben)
    assert 'data-mine="0"' in house.get(f"/t/{table}/review", headers=ann.headers).text
    forked = ann.post(f"tables/{table}/fork", events=4, seat=0, name="Ann").json()["table"]
    play_out(forked, ann)
    page = house.get(f"/t/{forked}/review", headers=ann.headers).text
    assert 'data-mine=""' in page
    assert "played on from another one" in page


def test_one_review_at_a_time_in_turn_and_each_table_once(house: TestClient, ann: Guest, ben: Guest) -> None:
    desk = set_desk(house, slow_work)
    first, second = finished(ann, ben), finished(ann, ben)
    until(ann, first, "working")
    for _again in range(3):
        assert ben.get(f"tables/{second}/review")["state"] == "waiting"
        assert ann.get(f"tables/{first}/review")["state"] == "working"
    assert len(desk._line) == 1
    # Tables are played meanwhile.
    assert finished(ann, ben)


def test_a_review_that_nobody_waits_for_is_left(house: TestClient, ann: Guest, ben: Guest) -> None:
    desk = set_desk(house, slow_work, forgotten=0.2)
    table = finished(ann, ben)
    ann.get(f"tables/{table}/review")
    wait_until(lambda: table not in desk._known and not desk._busy, "the end of the review")
    assert not desk._clerk.is_hired, "and its process is sent home"


def test_a_process_that_dies_is_told_and_hurts_nothing(
    house: TestClient, ann: Guest, ben: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_desk(house, broken_work)
    table = finished(ann, ben)
    desk = house_of(house).reviews
    ann.get(f"tables/{table}/review")
    wait_until(lambda: desk._known[table].state == "failed", "the failure")
    assert "could not be made" not in house.get(f"/t/{table}").text
    assert ann.get(f"tables/{table}/review")["state"] == "failed", "who looks at once begins nothing"
    monkeypatch.setattr(reviews, "AGAIN", 0.0)
    assert ann.get(f"tables/{table}/review")["state"] == "working"
    set_desk(house, quick_work)
    assert until(ann, table, "done")


def test_a_complete_review_leaves_memory_and_comes_back(
    house: TestClient, ann: Guest, ben: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = set_desk(house, quick_work)
    table = finished(ann, ben)
    made = until(ann, table, "done")
    until_kept(house, table)
    desk.forget_idle()
    assert table in desk._known, "somebody has just looked"
    monkeypatch.setattr(reviews, "IDLE", 0.0)
    desk.forget_idle()
    assert table not in desk._known
    set_desk(house, broken_work)
    assert ann.get(f"tables/{table}/review") == made


def test_many_tables_are_refused_before_they_wait_for_ever(
    house: TestClient, ann: Guest, ben: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews, "MOST_WAITING", 1)
    set_desk(house, slow_work)
    tables = [finished(ann, ben) for _table in range(3)]
    until(ann, tables[0], "working")
    assert ann.get(f"tables/{tables[1]}/review")["state"] == "waiting"
    refused = house.get(f"/api/v1/tables/{tables[2]}/review", headers=ann.headers)
    assert refused.status_code == 503
    assert "try again" in refused.json()["error"]
    assert ann.get(f"tables/{tables[1]}/review")["state"] == "waiting"


def test_whoever_begins_many_reviews_is_slowed_down(folder: Path) -> None:
    limits = unlimited()
    limits.reviews = one_address(1)
    with TestClient(create_app(folder, limits=limits)) as client:
        set_desk(client, slow_work)
        ann, ben = Guest(client), Guest(client)
        first, second = finished(ann, ben), finished(ann, ben)
        for _look in range(3):
            ann.get(f"tables/{first}/review")
        assert ann.status(f"tables/{second}/review") == 429


def test_a_bad_record_ends_as_an_error_not_as_a_dead_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "nice", lambda _by: None)  # this process goes on with other tests

    class Pipe:
        def __init__(self) -> None:
            self.asked = [WantedReview("pig", "{}", "quick")]
            self.sent: list[Any] = []

        def recv(self) -> WantedReview:
            if not self.asked:
                raise EOFError
            return self.asked.pop()

        def send(self, what: Any) -> None:
            self.sent.append(what)

    pipe = Pipe()
    reviews.work(pipe)  # type: ignore[arg-type]
    assert pipe.sent == ["BadRecord"]
