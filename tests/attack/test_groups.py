"""Somebody who has the link of a group, and wants more than to look: places, names, results."""

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from chancebox.server.access.limits import Limits, unlimited
from chancebox.server.tables.standings import MOST_MEMBERS
from chancebox.server.web.app import create_app
from server.budgets import one_address
from server.guests import Guest, play_out
from server.test_groups import founded, inside, look, open_next, page
from server.test_rematch import meet


@pytest.fixture
def group(ann: Guest, ben: Guest) -> str:
    return founded(ann, ben)


def test_the_link_gives_no_rights(group: str, ann: Guest, stranger: Guest) -> None:
    before = look(ann, group)
    asked: list[tuple[str, dict[str, Any]]] = [
        ("tables", {"number": 2, "game": "gang-of-dice", "members": [0, 1]}),
        ("series", {"kind": "best", "games": 3}),
        ("series/end", {}),
        ("members/0/code", {}),
        ("members/0/leave", {}),
        ("remove", {}),
    ]
    for path, body in asked:
        for who in (stranger, Guest(stranger.house)):
            assert who.post(f"groups/{group}/{path}", **body).status_code == 403, path
    assert look(ann, group) == before


def test_nobody_is_told_by_which_device_somebody_plays(group: str, ann: Guest, stranger: Guest) -> None:
    known = inside(ann.house).groups.read(group)
    assert known
    for member in known.members.values():
        assert member.visitor
        for seen in (page(stranger, group), str(look(stranger, group)), page(ann, group)):
            assert member.visitor not in seen
    assert "data-code" not in page(stranger, group)
    assert "data-post" not in page(stranger, group)


def test_nobody_sits_down_under_a_members_name(group: str, ann: Guest, stranger: Guest) -> None:
    table = open_next(ann, group)
    for name in ("Ben", " bEN ", "Ann"):
        seat = next(one["seat"] for one in ann.state(table)["seats"] if one["name"] in ("Ben", ""))
        ann.post(f"tables/{table}/seats/{seat}/arrange", player={"kind": "open"})
        assert stranger.sit(table, seat, name).status_code == 400, name
    # Not even the host, for somebody on the own device.
    answer = ann.post(f"tables/{table}/seats/{seat}/arrange", player={"kind": "person", "name": "Ben"})
    assert answer.status_code == 400
    assert stranger.sit(table, seat, "Eve").status_code == 200
    meet(table, ann, stranger)
    play_out(table, ann, stranger)
    told = look(ann, group)
    assert {one["member"]: one["games"] for one in told["standings"]} == {0: 2, 1: 1, 2: 1}


def test_a_member_sits_down_under_the_own_name(group: str, ann: Guest, ben: Guest) -> None:
    table = open_next(ann, group)
    seat = next(one["seat"] for one in ann.state(table)["seats"] if one["name"] == "Ben")
    ann.post(f"tables/{table}/seats/{seat}/arrange", player={"kind": "open"})
    assert ben.sit(table, seat, "Somebody else").status_code == 200
    assert ann.state(table)["seats"][seat]["name"] == "Ben"


def test_sitting_down_again_by_the_same_command_is_the_same(group: str, ann: Guest, stranger: Guest) -> None:
    table = open_next(ann, group)
    seat = next(one["seat"] for one in ann.state(table)["seats"] if one["name"] == "Ben")
    ann.post(f"tables/{table}/seats/{seat}/arrange", player={"kind": "open"})
    answers = [
        stranger.post(f"tables/{table}/seats/{seat}/sit", id="sit-down", name="Eve") for _time in range(2)
    ]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json()["version"] == answers[1].json()["version"]


def test_codes_are_tried_slowly_and_are_good_once(folder: Path) -> None:
    limits = unlimited()
    with TestClient(create_app(folder, limits=limits)) as house:
        ann, ben = Guest(house), Guest(house)
        group = founded(ann, ben)
        code = ben.post(f"groups/{group}/members/1/code").json()["code"]
        newer = ben.post(f"groups/{group}/members/1/code").json()["code"]
        assert Guest(house).post("codes", code=code).status_code == 404, "an older code is void"
        assert Guest(house).post("codes", code=newer).status_code == 200
        assert Guest(house).post("codes", code=newer).status_code == 404
        limits.codes = one_address(3)
        limits.__post_init__()
        tried = [Guest(house).post("codes", code=f"AAAAAAA{n}").status_code for n in range(2, 9)]
        assert tried[:3] == [404] * 3
        assert set(tried[3:]) == {429}
        # The table of codes of seats does not open groups either way round.
        assert Guest(house).get(f"groups/{group}")["yours"] == []


def test_the_code_of_somebody_who_left_moves_nothing(group: str, ben: Guest, stranger: Guest) -> None:
    code = ben.post(f"groups/{group}/members/1/code").json()["code"]
    ben.post(f"groups/{group}/members/1/leave")
    assert stranger.post("codes", code=code).status_code == 404
    assert look(stranger, group)["yours"] == []


def test_a_group_does_not_grow_without_end(group: str, ann: Guest) -> None:
    house = inside(ann.house)
    table = open_next(ann, group)
    from chancebox.server.store.results import Placing, TableOutcome, enter

    people = [Placing(f"N{n}", f"v{n}", False, 1, True, 1, False) for n in range(3 * MOST_MEMBERS)]
    work = lambda to: enter(to, table, TableOutcome("gang-of-dice", group, 9, people), 1.0)  # noqa: E731
    house.store.write(work).result()
    assert len(look(ann, group)["members"]) == MOST_MEMBERS
    for wrong in (0, 302, 10**9, -1):
        body = {"number": wrong, "game": "gang-of-dice", "members": [0]}
        assert ann.post(f"groups/{group}/tables", **body).status_code in (409, 422)
    assert ann.post(f"groups/{group}/series", kind="best", games=26).status_code == 422
    assert ann.post(f"groups/{group}/series", kind="best", games=3, game="nowhere").status_code == 400


def test_founding_and_planning_are_limited(folder: Path) -> None:
    assert Limits().groups.limits["address"].burst < 100
    limits = unlimited()
    with TestClient(create_app(folder, limits=limits)) as house:
        ann, ben = Guest(house), Guest(house)
        group = founded(ann, ben)
        limits.groups = one_address(2)
        limits.__post_init__()
        planned = [ann.post(f"groups/{group}/series", kind="games", games=2).status_code for _n in range(4)]
        assert planned == [200, 200, 429, 429]


@pytest.mark.parametrize("id", ["nowhere", "%00", "0" * 32, "a" * 500, "ä", "../t", "' OR 1=1"])
def test_ids_that_are_none(house: TestClient, id: str) -> None:
    assert house.get(f"/g/{id}").status_code == 404
    assert house.get(f"/api/v1/groups/{id}").status_code == 404
    assert house.get(f"/club/{id}").status_code == 404


def test_names_stay_text(house: TestClient, ann: Guest, ben: Guest) -> None:
    evil = "<img src=x>"
    table = ann.open("gang-of-dice", evil, "open")
    ben.sit(table, 1, "Ben")
    ann.post(f"tables/{table}/start")
    play_out(table, ann, ben)
    group = ann.post(f"tables/{table}/group").json()["group"]
    shown = page(ann, group)
    assert evil not in shown
    assert "&lt;img src=x&gt;" in shown
