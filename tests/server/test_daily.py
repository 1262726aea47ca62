"""The deal of the day: one deal for all, one try that counts, nothing known before its time."""

import hashlib
import json
import os
import random
import re
import time
import uuid
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from functools import partial
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import httpx2 as httpx
import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from chancebox.engine.game.texts import LANGUAGES, day_text, reading
from chancebox.engine.match.match import Match
from chancebox.engine.proofs.dated import Dated
from chancebox.games import game, names
from chancebox.server.access.limits import unlimited
from chancebox.server.house import neighbours
from chancebox.server.house.house import House
from chancebox.server.store.schema import placings
from chancebox.server.tables import days
from chancebox.server.tables.days import TURNS, Days, Outcome, day_of
from chancebox.server.thinking import masters
from chancebox.server.web.app import create_app
from chancebox.terminal.verify import judge
from children import wait_until
from server import clerks
from server.guests import Guest, play_out, play_some, settled
from server.processes import Server
from server.test_neighbours import Houses, houses
from server.test_review import broken_work, set_desk

__all__ = ["houses"]

SOLO = next(date(2026, 11, n) for n in range(10, 15) if day_of(date(2026, 11, n)).game == "second-chance")
GANG = SOLO - timedelta(1)


class Clock:
    """What time it is, as a test wants it."""

    def __init__(self) -> None:
        self.time = datetime(SOLO.year, SOLO.month, SOLO.day, 12, tzinfo=UTC)

    def set(self, day: date) -> None:
        self.time = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)

    def go(self, **by: float) -> None:
        self.time += timedelta(**by)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(days, "now", lambda: made.time)
    return made


@pytest.fixture(autouse=True)
def _idle_masters(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no master play where a test is not about it: it would think for minutes."""
    monkeypatch.setattr(masters.MasterDesk, "_play", lambda _desk, _day: None)


def begin(guest: Guest, day: date | str = SOLO) -> str:
    answer = guest.post(f"daily/{day}", name="Ann")
    assert answer.status_code == 201, answer.text
    return str(answer.json()["table"])


def finish(guest: Guest, day: date = SOLO, seed: int = 1) -> str:
    table = begin(guest, day)
    play_out(table, guest, seed=seed)
    return table


def inside(client: TestClient) -> House:
    found: House = client.app.state.house  # type: ignore[attr-defined]
    return found


def events(client: TestClient, table: str) -> list[Any]:
    return list(inside(client).kernel.sessions[table].table.playing.events)


# One deal.


def test_all_games_have_their_turn_with_seats_and_options_that_they_allow() -> None:
    played = [day_of(SOLO + timedelta(n)) for n in range(60)]
    assert {day.game for day in played} == set(names())
    assert all(one.game != next_one.game for one, next_one in pairwise(played))
    for name, setups in TURNS:
        for seats, options in setups:
            chosen = game(name).check_options(options, game(name).check_seats(seats))
            assert chosen.items() >= options.items()
    assert {day.seats for day in played if day.game == "second-chance"} == {1}, "alone, by its solo rules"


def test_who_decides_the_same_plays_the_same_game(
    clock: Clock, house: TestClient, ann: Guest, ben: Guest
) -> None:
    clock.set(GANG)
    first, second = begin(ann, GANG), begin(ben, GANG)
    play_some(first, 12, ann, seed=3)
    play_some(second, 12, ben, seed=3)
    settled(first, ann), settled(second, ben)
    assert first != second
    assert events(house, first) == events(house, second)


def test_bots_and_luck_are_the_same_in_two_processes_of_one_house(database: str, folder: Path) -> None:
    # The real clock: these are processes of their own. Their day may change meanwhile; then once more.
    for _try in range(2):
        before = datetime.now(UTC).date()
        with (
            Server(folder, "--workers", "2", store=database) as one,
            Server(folder, store=database) as other,
            httpx.Client(timeout=None) as client,
        ):
            told = []
            for server in (one, other):
                guest = Guest(client)  # type: ignore[arg-type]
                client.base_url = server.address
                deal = guest.get("daily")
                table = begin(guest, deal["day"])
                play_some(table, 8, guest, seed=5)
                seen = settled(table, guest)
                view = guest.get(f"tables/{table}/view", seat=0)["view"]
                told.append((deal["commitment"], deal["tomorrow"], seen["to_act"], view))
        if datetime.now(UTC).date() == before:
            break
    assert told[0] == told[1]


# What may be known.


def test_tomorrow_is_committed_to_today_and_opened_when_it_is_over(
    clock: Clock, house: TestClient, ann: Guest
) -> None:
    clock.set(GANG)
    promised = ann.get("daily")["tomorrow"]
    assert promised["day"] == SOLO.isoformat()
    assert ann.status(f"daily/{SOLO}") == 409, "it has not come"
    clock.set(SOLO)
    told = ann.get("daily")
    assert (told["commitment"], told["secret"]) == (promised["commitment"], None)
    clock.time = datetime(SOLO.year, SOLO.month, SOLO.day, 23, 59, 59, tzinfo=UTC)
    assert ann.get(f"daily/{SOLO}")["secret"] is None
    clock.go(seconds=1)
    secret = ann.get(f"daily/{SOLO}")["secret"]
    assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() == promised["commitment"]
    page = house.get(f"/daily/{SOLO}").text
    assert secret in page
    assert ann.get("daily")["secret"] is None


def test_the_deal_follows_from_the_secret_alone(clock: Clock, house: TestClient, ann: Guest) -> None:
    table = begin(ann)
    play_some(table, 6, ann)
    clock.go(days=1)
    secret = bytes.fromhex(ann.get(f"daily/{SOLO}")["secret"])
    played = inside(house).kernel.sessions[table].table.playing
    again = Match(played.game, played.seats, options=played.options, dealer=Dated(played.game, secret))
    for seat, action in [event for event in played.events if event.seat < played.seats]:
        again.play(seat, action)
    assert again.events == played.events


def test_the_receipt_proves_the_deal_the_day_after(clock: Clock, house: TestClient, ann: Guest) -> None:
    table = finish(ann)
    early = house.get(f"/api/v1/tables/{table}/record", headers=ann.headers).text
    assert "sealed" not in json.loads(early), "the day is not over"
    clock.go(days=1)
    receipt = house.get(f"/api/v1/tables/{table}/record").text
    verdict = judge(receipt, "receipt")
    assert (verdict.status, verdict.problem) == (0, "")
    opened = json.loads(receipt)["sealed"]
    assert (opened["protocol"], opened["day"]) == (2, SOLO.isoformat())
    for wrong in (
        receipt.replace(f'"day": "{SOLO}"', '"day": ""'),
        receipt.replace('"protocol": 2', '"protocol": 1'),
        receipt.replace('"label": "card 0 1 0"', '"label": "card 0 1 7"'),
        receipt.replace('"kind": "dated"', '"kind": "sealed"'),
    ):
        assert wrong != receipt
        assert judge(wrong, "receipt").status == 1


def test_nothing_that_leaves_the_house_holds_a_secret_before_its_time(
    clock: Clock, house: TestClient, folder: Path, ann: Guest, capfd: pytest.CaptureFixture[str]
) -> None:
    table = finish(ann)
    kept = inside(house).kernel.dealers.days
    secrets = [kept.open_secret(day.isoformat()) for day in (SOLO, SOLO + timedelta(1))]
    said = [house.get(path, headers=ann.headers).text for path in (
        "/", "/daily", f"/daily/{SOLO}", f"/t/{table}", f"/t/{table}/replay",
        f"/api/v1/tables/{table}/record",
        "/api/v1/daily", f"/daily/{SOLO + timedelta(1)}", f"/daily/{SOLO}/picture.svg", "/api/v1/mine",
        f"/api/v1/tables/{table}", "/daily/no-day", "/healthz",
    )]  # fmt: skip
    said += capfd.readouterr()
    files = b"".join(file.read_bytes() for file in folder.rglob("*") if file.is_file())
    for secret in secrets:
        assert not [text[:80] for text in said if secret.hex() in text]
        assert secret not in files
        assert secret.hex().encode() not in files


# One try.


def test_the_first_try_counts_and_later_ones_are_practice(
    clock: Clock, house: TestClient, ann: Guest
) -> None:
    assert ann.get("daily")["stage"] == "new"
    table = begin(ann)
    assert begin(ann) == table, "the same one goes on"
    told = ann.get("daily")
    assert (told["stage"], told["table"], told["results"]) == ("playing", table, [])
    play_out(table, ann)
    told = ann.get("daily")
    assert told["stage"] == "done"
    assert told["finished"] == told["streak"] == 1
    assert sum(one["count"] for one in told["results"]) == 1
    practice = begin(ann)
    assert practice != table
    play_out(practice, ann, seed=9)
    assert ann.get("daily")["result"] == told["result"]
    assert ann.get("daily")["finished"] == 1


def test_practice_sets_no_record_of_the_house(clock: Clock, house: TestClient, ann: Guest) -> None:
    clock.set(GANG)

    def scores(table: str) -> list[int | None]:
        query = sa.select(placings.c.score).where(placings.c.table_id == table)
        return list(inside(house).store.read(lambda source: source.execute(query).scalars().all()))

    assert None not in scores(finish(ann, GANG))
    assert {*scores(finish(ann, GANG, seed=9))} == {None}, "the deal was known"


def test_who_hears_no_answer_begins_again_and_comes_to_the_same_table(
    clock: Clock, house: TestClient, ann: Guest
) -> None:
    command = str(uuid.uuid4())
    tried = [Guest(house).post(f"daily/{SOLO}", id=command, name="Ann") for _time in range(2)]
    assert tried[0].json()["table"] == tried[1].json()["table"], "nobody knows them but by the command"
    finish(ann)
    practice = [ann.post(f"daily/{SOLO}", id="again", name="Ann") for _time in range(2)]
    assert practice[0].json()["table"] == practice[1].json()["table"] != ann.get("daily")["table"]
    clock.go(days=1)
    late = ann.post(f"daily/{SOLO}", id="again", name="Ann")
    assert late.json()["table"] == practice[0].json()["table"], "midnight makes no difference"


def test_a_result_is_the_score_of_the_game(clock: Clock, house: TestClient, ann: Guest) -> None:
    table = finish(ann)
    played = inside(house).kernel.sessions[table].table.playing
    empty = sum(grid["empty"] for grid in played.view(0)["grids"]) if "grids" in played.view(0) else None
    result = ann.get("daily")["result"]
    assert result["score"] == days.outcome_of(played).score
    assert empty is None or result["score"] == empty
    assert result["place"] == (1 if played.result and played.result.winners else 2)


@pytest.mark.parametrize("name", [name for name, _setups in TURNS])
def test_every_game_has_a_score(name: str) -> None:
    day = next(day for n in range(5) if (day := day_of(SOLO + timedelta(n))).game == name)
    found, rng = game(name), random.Random(1)
    match = Match(found, day.seats, options=day.options, dealer=Dated(found, bytes(32)))
    while match.to_act:
        seat = match.to_act[0]
        match.play(seat, rng.choice(match.choices(seat)))
    outcome = days.outcome_of(match)
    assert outcome.score >= -100
    assert 1 <= outcome.place <= max(2, day.seats)
    # Who is placed better has no worse score, by the way in which it is counted.
    placed = sorted((days.outcome_of(match, seat) for seat in range(day.seats)), key=lambda one: one.place)
    scores = [one.score for one in placed]
    assert scores == sorted(scores, reverse=not days.is_fewest_best(found))


def test_a_try_begun_before_midnight_counts_for_its_day(clock: Clock, house: TestClient, ann: Guest) -> None:
    table = begin(ann)
    clock.go(days=1)
    assert ann.get("daily")["stage"] == "new", "another day, another deal"
    assert begin(ann, SOLO) == table
    play_out(table, ann)
    assert ann.get(f"daily/{SOLO}")["result"] is not None
    assert ann.get("daily")["streak"] == 1


def test_a_past_day_is_practice(clock: Clock, house: TestClient, ann: Guest) -> None:
    clock.go(days=3)
    finish(ann, SOLO)
    told = ann.get(f"daily/{SOLO}")
    assert (told["stage"], told["result"], told["finished"], told["streak"]) == ("past", None, 0, 0)


def test_a_clock_that_jumps_gives_no_second_try_and_no_secret(
    clock: Clock, house: TestClient, ann: Guest, ben: Guest
) -> None:
    finish(ann)
    clock.go(days=1)
    begin(ann, SOLO + timedelta(1))
    secret = ann.get(f"daily/{SOLO}")["secret"]
    assert secret
    clock.go(days=-1)
    assert ann.get("daily")["stage"] == "done"
    finish(ann, seed=4)
    assert ann.get("daily")["finished"] == 1, "no second try"
    finish(ben, seed=4)
    assert ben.get("daily")["finished"] == 1, "the secret of this day was open already"
    assert ann.status(f"daily/{SOLO + timedelta(1)}") == 409
    assert ann.get("daily")["secret"] is None


def test_days_in_a_row_are_counted(clock: Clock, house: TestClient, ann: Guest) -> None:
    finish(ann)
    kept = inside(house)
    visitor = kept.visitors.of(_request(ann))
    for back in (1, 2, 4):
        name = (SOLO - timedelta(back)).isoformat()
        kept.store.days.begin(visitor, name, f"t{back}").result()
        # As the log of such a table would have it written.
        with kept.store.engine.begin() as to:
            to.exec_driver_sql("UPDATE tries SET score = 1, place = 1 WHERE table_id = ?", (f"t{back}",))
    assert ann.get("daily")["streak"] == 3
    clock.go(days=1)
    assert ann.get("daily")["streak"] == 3, "today is not over"
    clock.go(days=1)
    assert ann.get("daily")["streak"] == 0


def _request(guest: Guest) -> Any:
    return SimpleNamespace(headers=guest.headers, cookies={})


# Alone with it.


def test_nobody_watches_a_try_before_it_is_over(
    clock: Clock, house: TestClient, ann: Guest, stranger: Guest
) -> None:
    table = begin(ann)
    code = inside(house).kernel.sessions[table].code
    assert stranger.status(f"tables/{table}") == 403
    assert stranger.status(f"tables/{table}/view") == 403
    assert house.get(f"/t/{table}").status_code == 403
    assert (
        house.post("/join", data={"code": code}, headers={"origin": "http://testserver"}).status_code == 403
    )
    with house.websocket_connect(f"/t/{table}/live") as socket, pytest.raises(WebSocketDisconnect) as closed:
        socket.receive_text()
    assert closed.value.code == 4403


DOORS = (
    *(
        "/t/{}",
        "/t/{}/replay",
        "/t/{}/review",
        "/t/{}/review/look",
        "/t/{}/moments/9",
        "/t/{}/frames",
        "/t/{}/box",
    ),
    *(
        f"/api/v1/tables/{{}}{more}"
        for more in ("", "/view", "/record", "/review", "/follow", "/reasons", "/chat")
    ),
)


def seen(guest: Guest, table: str) -> set[int]:
    """Ask at every door of a table; return the statuses."""
    told = {guest.house.get(door.format(table), headers=guest.headers).status_code for door in DOORS}
    told.add(guest.post(f"tables/{table}/fork", events=3, seat=0, name="Eve").status_code)
    try:
        with guest.house.websocket_connect(f"/t/{table}/live", headers=guest.headers) as socket:
            socket.receive_text()
            told.add(200)
    except WebSocketDisconnect as closed:
        told.add(closed.code - 4000)
    return told


def test_nobody_reads_the_deal_of_today_before_their_own_try_is_over(
    clock: Clock, anywhere: TestClient
) -> None:
    set_desk(anywhere, broken_work)
    ann, ben, stranger = Guest(anywhere), Guest(anywhere), Guest(anywhere)
    table = finish(ann)
    forked = ann.post(f"tables/{table}/fork", events=40, seat=0, name="Ann").json()["table"]
    practice = finish(ann, seed=9)
    for shown in (table, forked, practice):
        assert seen(stranger, shown) == {403}
        assert seen(Guest(anywhere), shown) == {403}
    begin(ben)
    assert seen(ben, table) == {403}, "begun is not over"
    finish(ben)
    for shown in (table, practice):
        assert seen(ben, shown) == {200}
    assert ben.status(f"tables/{forked}") == ann.status(f"tables/{forked}") == 200
    clock.go(days=1)
    for shown in (table, practice):
        assert seen(stranger, shown) == {200}, "it is not the deal of today any more"
    assert stranger.status(f"tables/{forked}") == 200


def test_what_is_played_on_from_the_deal_of_today_shows_it_to_nobody_after_a_restart(
    clock: Clock, house: TestClient, ann: Guest, stranger: Guest
) -> None:
    table = finish(ann)
    fork = {"events": 40, "seat": 0, "name": "Ann"}
    forked = ann.post(f"tables/{table}/fork", **fork).json()["table"]
    play_out(forked, ann)
    again = ann.post(f"tables/{forked}/fork", **fork).json()["table"]
    inside(house).kernel.sessions.clear()
    assert [stranger.status(f"tables/{shown}") for shown in (forked, again)] == [403, 403]
    assert [ann.status(f"tables/{shown}") for shown in (forked, again)] == [200, 200]


def test_there_are_no_hints_on_the_try_that_counts(clock: Clock, house: TestClient, ann: Guest) -> None:
    table = begin(ann)
    assert ann.get(f"tables/{table}")["hints"] is False
    assert ann.post(f"tables/{table}/hints", allowed=True).status_code == 409
    assert ann.post(f"tables/{table}/seats/0/hint").status_code == 409
    assert ann.post(f"tables/{table}/seats/0/bot", bot="master").status_code == 409
    assert ann.get(f"tables/{table}")["odds"] is True
    play_out(table, ann)
    assert ann.get(f"tables/{begin(ann)}")["hints"] is True


# Cleaning up.


def test_who_removes_the_table_keeps_no_result_and_gets_no_second_try(
    clock: Clock, anywhere: TestClient
) -> None:
    ann = Guest(anywhere)
    table = finish(ann)
    mine = json.loads(anywhere.get("/api/v1/mine", headers=ann.headers).text)
    result = ann.get("daily")["result"]
    assert mine["days"] == [{"day": SOLO.isoformat(), "table": table, **result}]
    assert ann.post(f"tables/{table}/remove").status_code == 200
    told = ann.get("daily")
    assert (told["stage"], told["result"], told["table"], told["finished"]) == ("done", None, None, 0)
    finish(ann, seed=4)
    assert ann.get("daily")["finished"] == 0
    assert anywhere.get("/daily", headers=ann.headers).status_code == 200


def test_all_days_of_a_visitor_can_be_forgotten(clock: Clock, anywhere: TestClient) -> None:
    ann, ben = Guest(anywhere), Guest(anywhere)
    finish(ann)
    finish(ben, seed=2)
    assert ann.post("mine/remove", sure=True).status_code == 200
    assert json.loads(anywhere.get("/api/v1/mine", headers=ann.headers).text)["days"] == []
    assert ben.get("daily")["finished"] == 1


def test_a_try_goes_with_its_seat_to_another_device(clock: Clock, anywhere: TestClient) -> None:
    ann, phone, ben = Guest(anywhere), Guest(anywhere), Guest(anywhere)
    table = begin(ann)

    def hand(giver: Guest, taker: Guest) -> None:
        code = giver.post(f"tables/{table}/seats/0/code").json()["code"]
        assert taker.post("codes", code=code).status_code == 200

    hand(ann, phone)
    assert begin(phone) == table, "there is no other one"
    assert begin(ann) == table, "nor for the old device"
    assert ann.status(f"tables/{table}") == 403
    play_out(table, phone)
    assert phone.get("daily")["result"] is not None
    told = ann.get("daily")
    assert (told["stage"], told["result"], told["finished"]) == ("done", None, 1)
    finish(ann, seed=4)
    assert ann.get("daily")["finished"] == 1, "practice"
    own = finish(ben, seed=3)
    hand(phone, ben)
    assert ben.get("daily")["table"] == own, "who has had a try keeps it"
    assert ann.get("daily")["finished"] == 2


def test_who_leaves_for_good_and_comes_back_has_had_their_try(clock: Clock, anywhere: TestClient) -> None:
    ann, ben = Guest(anywhere), Guest(anywhere)
    finish(ben)
    for leave in (finish, begin):
        ann.token = ""
        leave(ann)
        assert ann.post("mine/remove", sure=True).status_code == 200
        told = ann.get("daily")
        assert (told["stage"], told["table"], told["result"], told["finished"]) == ("done", None, None, 1)
        assert anywhere.get("/daily", headers=ann.headers).status_code == 200
        finish(ann, seed=4)
        assert ann.get("daily")["result"] is None, "practice"
        assert ann.get("daily")["finished"] == 1
        assert anywhere.get("/api/v1/mine", headers=ann.headers).json()["days"] == []
    clock.go(days=1)
    finish(ann, SOLO + timedelta(1))
    assert ann.get("daily")["result"] is not None, "tomorrow is another day"


# Pages.


def test_the_pages_show_what_may_be_known(clock: Clock, house: TestClient, ann: Guest, ben: Guest) -> None:
    assert "Play the deal of the day" in house.get("/").text
    finish(ann)
    assert "▱" not in ann.get("daily")["share"], "nobody to compare with"
    begin(ben)
    mine, theirs = (house.get("/daily", headers=guest.headers).text for guest in (ann, ben))
    assert "Your result" in mine
    assert 'class="distribution"' in mine
    assert 'class="distribution"' not in theirs
    assert "1 person has finished it" in theirs
    picture = house.get(f"/daily/{SOLO}/picture.svg", headers=ann.headers)
    assert picture.headers["content-type"] == "image/svg+xml"
    assert house.get(f"/daily/{SOLO}/picture.svg", headers=ben.headers).status_code == 404
    finish(ben)
    share = ann.get("daily")["share"]
    assert share.startswith(f"Chancebox, deal of {day_text(SOLO.isoformat())}")
    assert share.count("▰") + share.count("▱") == 10


@pytest.mark.parametrize("code", LANGUAGES)
def test_people_read_days_in_their_language_and_programs_read_numbers(
    clock: Clock, house: TestClient, ann: Guest, code: str
) -> None:
    told = {**ann.headers, "accept-language": code}
    table = finish(ann)
    with reading(code):
        days = {day.isoformat(): day_text(day.isoformat()) for day in (SOLO, GANG)}
    assert f"{SOLO.year}" in days[SOLO.isoformat()]
    page = house.get("/daily", headers=told).text
    for day, text in days.items():
        assert f'<time datetime="{day}">{text}</time>' in page
    others = [
        house.get(path, headers=told).text
        for path in (f"/daily/{GANG}", f"/t/{table}", f"/daily/{SOLO}/picture.svg", "/copies/chance-it")
    ]
    for shown in [page, *others]:
        seen = re.sub(r"(?s)<script.*?</script>", "", shown)
        assert not re.findall(r">[^<>]*\b\d{4}-\d\d-\d\d\b[^<>]*<", seen)
    assert ann.get("daily")["day"] == SOLO.isoformat()


def test_a_form_opens_the_table_and_gives_the_cookie(clock: Clock, house: TestClient) -> None:
    form = {"origin": "http://testserver"}
    first = house.post(f"/daily/{SOLO}", headers=form, follow_redirects=False)
    assert first.status_code == 303
    again = house.post(f"/daily/{SOLO}", headers=form, follow_redirects=False)
    assert again.headers["location"] == first.headers["location"]
    assert house.get(first.headers["location"]).status_code == 200


@pytest.mark.parametrize("day", ["2026-1-1", "20261110", "no-day", "1999-01-01", "9999-12-31", "2026-02-30"])
def test_days_that_are_none_are_refused_in_words(clock: Clock, house: TestClient, day: str) -> None:
    answer = house.get(f"/api/v1/daily/{day}")
    assert answer.status_code in (404, 409)
    assert answer.json()["error"]


# The master.


def test_the_master_meets_the_same_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(masters, "MASTER", "thumb")
    kept = Days(b"a key of a house")
    day = day_of(SOLO)
    wanted = masters.WantedDeal(day.name, kept.open_secret(day.name), [kept.bot_seed(day.name, 0)])
    *heard, outcome = masters.play(wanted)
    assert heard[-1].startswith("event ")
    assert [*heard, outcome] == list(masters.play(wanted))
    score, place = map(int, outcome.split())
    assert score > 0
    assert place == 1


class _Desk(masters.MasterDesk):
    """A desk at which masters play, in tests where others do not."""

    played: ClassVar[list[str]] = []

    def _play(self, day: days.Day) -> None:
        self.played.append(day.name)
        PLAY(self, day)


PLAY = masters.MasterDesk._play


@pytest.fixture
def with_master(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    with TestClient(create_app(folder, limits=unlimited())) as client:
        kept = inside(client)
        kept.masters = _Desk(kept.store, kept.kernel.dealers.days, work=clerks.know)
        yield client


def test_the_master_plays_once_and_only_when_somebody_has_finished(
    clock: Clock, with_master: TestClient
) -> None:
    ann, ben = Guest(with_master), Guest(with_master)
    _Desk.played.clear()
    begin(ann)
    ann.get("daily")
    with_master.get("/")
    assert not _Desk.played
    play_out(begin(ann), ann)
    wait_until(lambda: ann.get("daily")["master"], "the master's result")
    assert ann.get("daily")["master"] == Outcome(17, 1)._asdict()
    finish(ben, seed=2)
    assert ben.get("daily")["master"] == Outcome(17, 1)._asdict()
    assert "The master, with the same deal: 17" in with_master.get("/daily", headers=ben.headers).text
    assert _Desk.played == [SOLO.isoformat()] * len(_Desk.played)
    assert inside(with_master).store.days.master_of(SOLO.isoformat()) == Outcome(17, 1)


# Several processes.


def patient_master(folder: Path, pipe: Any) -> None:
    """Say that a game has begun, and end it when the test wants it to."""
    pipe.recv()
    (folder / f"begun-{os.getpid()}").touch()
    while not (folder / "end").exists():
        pipe.send("event 1")
        time.sleep(0.05)
    pipe.send("17 1")
    pipe.send(None)


@pytest.fixture
def desks(houses: Houses, tmp_path: Path) -> list[masters.MasterDesk]:
    """Let masters play at both houses, until there is a file `end`."""
    made: list[masters.MasterDesk] = []
    for client in houses:
        kept = inside(client)
        work = partial(patient_master, tmp_path)
        kept.masters = _Desk(kept.store, kept.kernel.dealers.days, kept.kernel.peers.leads, work)
        made.append(kept.masters)
    return made


def finish_at(houses: Houses) -> list[Guest]:
    """Let somebody finish the deal of the day; return them as a guest of both houses."""
    ann, again = (Guest(client) for client in houses)
    finish(ann)
    again.token = ann.token
    return [ann, again]


def is_asked_in_vain(desk: masters.MasterDesk, guest: Guest) -> bool:
    """Ask for the master's result, and return whether this process looked and left it to another one."""
    asked = len(_Desk.played)
    guest.get("daily")
    wait_until(lambda: len(_Desk.played) > asked, "a desk that looks")
    wait_until(lambda: not desk._busy or desk._clerk.is_hired, "a desk that has looked")
    return not desk._clerk.is_hired


def test_of_two_processes_one_plays_the_masters_game(
    clock: Clock, houses: Houses, desks: list[masters.MasterDesk], tmp_path: Path
) -> None:
    guests = finish_at(houses)
    assert guests[0].get("daily")["master"] is None
    wait_until(lambda: [*tmp_path.glob("begun-*")], "a master who plays")
    for _ask in range(3):
        assert is_asked_in_vain(desks[1], guests[1])
    (tmp_path / "end").touch()
    for guest in guests:
        wait_until(lambda guest=guest: guest.get("daily")["master"], "the master's result")  # type: ignore[misc]
        assert guest.get("daily")["master"] == Outcome(17, 1)._asdict()
    assert len([*tmp_path.glob("begun-*")]) == 1, "one game for both"


def test_the_masters_game_is_played_elsewhere_when_its_process_dies(
    clock: Clock,
    houses: Houses,
    desks: list[masters.MasterDesk],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(neighbours, "LEASE", 1.0)
    monkeypatch.setattr(neighbours, "TRUST", 0.2)
    guests = finish_at(houses)
    guests[0].get("daily")
    wait_until(lambda: [*tmp_path.glob("begun-*")], "a master who plays")
    desks[0].close()
    (tmp_path / "end").touch()
    wait_until(lambda: guests[1].get("daily")["master"], "the master's result")
    assert len([*tmp_path.glob("begun-*")]) == 2
