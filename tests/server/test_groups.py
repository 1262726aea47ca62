"""Groups: who plays again belongs together, by link, with a running score that is counted from results."""

import random
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from chancebox.server.access.limits import unlimited
from chancebox.server.house.house import House
from chancebox.server.house.tidying import DAY
from chancebox.server.store.copies import move_store
from chancebox.server.store.kept_reviews import KeptReview
from chancebox.server.store.schema import groups, placings, results
from chancebox.server.web.app import create_app
from server.guests import Guest, play_out, play_some, seated
from server.processes import Server
from server.test_neighbours import Houses, houses
from server.test_rematch import ask, finished, html, meet
from server.test_tidying import age, leave, tidy

__all__ = ["houses"]


def inside(house: TestClient) -> House:
    found: House = house.app.state.house  # type: ignore[attr-defined]
    return found


def founded(ann: Guest, ben: Guest, *others: str) -> str:
    """Let Ann and Ben play a game, and found a group."""
    answer = ann.post(f"tables/{finished(ann, ben, *others)}/group")
    assert answer.status_code == 200, answer.text
    return str(answer.json()["group"])


def look(guest: Guest, group: str) -> Any:
    return guest.get(f"groups/{group}")


def page(guest: Guest, group: str, query: str = "") -> str:
    answer = guest.house.get(f"/g/{group}{query}", headers={**guest.headers, "accept": "text/html"})
    assert answer.status_code == 200, answer.text
    return answer.text


def open_next(guest: Guest, group: str, game: str = "gang-of-dice", **more: Any) -> str:
    told = look(guest, group)
    numbers = [one["number"] for one in told["members"]]
    body = {"number": told["next"], "game": game, "members": numbers, **more}
    answer = guest.post(f"groups/{group}/tables", **body)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["table"])


def play_next(group: str, *guests: Guest, game: str = "gang-of-dice", seed: int = 1, **more: Any) -> str:
    table = open_next(guests[0], group, game, **more)
    meet(table, *guests)
    play_out(table, *guests, seed=seed)
    return table


def test_a_group_begins_with_a_game_that_is_over(ann: Guest, ben: Guest, stranger: Guest) -> None:
    table = seated(ann, ben, "gang-of-dice")
    assert ann.post(f"tables/{table}/group").status_code == 409
    play_out(table, ann, ben)
    assert stranger.post(f"tables/{table}/group").status_code == 403
    group = ann.post(f"tables/{table}/group").json()["group"]
    assert ben.post(f"tables/{table}/group").json()["group"] == group
    told = look(ben, group)
    assert [one["name"] for one in told["members"]] == ["Ann", "Ben"]
    assert (look(ann, group)["yours"], told["yours"], look(stranger, group)["yours"]) == ([0], [1], [])
    assert told["host"] == 0
    (game,) = told["games"]
    result = ann.state(table)["result"]
    assert [seat["place"] for seat in game["seats"]] == result["places"]
    assert [one["wins"] for one in told["standings"]] == [1, 0]
    assert ann.state(table)["group"] == group


def test_a_rematch_belongs_to_the_group(ann: Guest, ben: Guest) -> None:
    table = finished(ann, ben)
    again = ask(ben, table)
    group = ann.state(again)["group"]
    assert group
    assert group == ann.state(table)["group"]
    meet(again, ann, ben)
    play_out(again, ann, ben, seed=2)
    told = look(ann, group)
    assert [one["over"] for one in told["games"]] == [True, True]
    assert sum(one["wins"] for one in told["standings"]) >= 2
    # One table has one that follows, by whichever way somebody asks.
    third = ask(ann, again)
    assert ben.post(f"tables/{again}/rematch").json()["table"] == third
    body = {"number": 3, "game": "second-chance", "members": [0, 1]}
    assert ben.post(f"groups/{group}/tables", **body).json()["table"] == third


def test_who_plays_alone_makes_no_group(ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "bot", start=True)
    play_out(table, ann)
    assert ann.state(ask(ann, table))["group"] is None


def test_an_evening_over_several_games(ann: Guest, ben: Guest) -> None:
    group = founded(ann, ben)
    table = open_next(ann, group, "chance-it", bots=1)
    state = ann.state(table)
    assert state["game"] == "chance-it"
    # Who began before begins last now; bots sit behind.
    assert [seat["name"] for seat in state["seats"]][:2] == ["Ben", "Ann"]
    assert state["seats"][2]["kind"] == "bot"
    assert state["stage"] == "lobby"
    assert "How your group stands" in html(ann, table)
    assert ben.state(look(ann, group)["games"][0]["table"])["rematch"] == table
    meet(table, ann, ben)


def test_a_series_ends_when_nobody_can_catch_up(ann: Guest, ben: Guest) -> None:
    group = founded(ann, ben)
    assert ben.post(f"groups/{group}/series", kind="best", games=3, game="second-chance").status_code == 200
    wrong = {"number": 2, "game": "chance-it", "members": [0, 1], "bots": 1}
    assert ann.post(f"groups/{group}/tables", **wrong).status_code == 409
    assert "Best of 3: Second Chance" in page(ann, group)
    seed, first = 1, []
    while look(ann, group)["series"]:
        table = play_next(group, ann, ben, game="second-chance", seed=seed)
        first.append(ann.state(table)["seats"][0]["name"])
        seed += 1
        assert seed < 5
    assert first[:2] == ["Ben", "Ann"], "everybody begins in turn"
    shown = page(ann, group)
    assert "wins the series!" in shown or "share the series!" in shown
    assert "lead final" in shown
    # The next one is another series, and this one stays to be looked at.
    assert ann.post(f"groups/{group}/series", kind="games", games=2).status_code == 200
    play_next(group, ann, ben, game="gang-of-dice", seed=9)
    assert "?series=2" in page(ann, group)
    assert "the series!" in page(ann, group, "?series=2")
    assert ann.house.get(f"/g/{group}?series=77").status_code == 404
    assert ben.post(f"groups/{group}/series/end").status_code == 403
    assert ann.post(f"groups/{group}/series/end").status_code == 200
    assert look(ann, group)["series"] is None


def listed(guest: Guest, group: str, query: str = "") -> list[list[str]]:
    """Return the numbers of the games on a page: of those it tells, and of those before."""
    games = page(guest, group, query).split('id="games-title"')[1].split("</section>")[0]
    return [re.findall(r'class="nr">(\d+)<', part) for part in games.partition('class="before"')[::2]]


def test_the_first_game_of_a_series_is_number_one(ann: Guest, ben: Guest) -> None:
    group = founded(ann, ben)
    ann.post(f"groups/{group}/series", kind="games", games=2)
    assert listed(ann, group) == [["1"], []], "the group's; of the series there is none yet"
    table = open_next(ann, group)
    assert listed(ann, group) == [["1"], ["1"]], "one is being played, one was before"
    meet(table, ann, ben)
    play_out(table, ann, ben)
    play_next(group, ann, ben, seed=3)
    assert listed(ann, group) == [["2", "1"], []]
    ann.post(f"groups/{group}/series", kind="games", games=3)
    play_next(group, ann, ben, seed=4)
    assert listed(ann, group) == [["1"], ["3", "2", "1"]]
    assert listed(ann, group, "?series=2") == [["2", "1"], []], "it stays as it was"


def test_a_device_change_in_the_middle_of_a_series(house: TestClient, ann: Guest, ben: Guest) -> None:
    group = founded(ann, ben)
    ann.post(f"groups/{group}/series", kind="games", games=3)
    table = open_next(ann, group)
    meet(table, ann, ben)
    play_some(table, 4, ann, ben)
    code = ben.post(f"groups/{group}/members/1/code").json()["code"]
    phone = Guest(house)
    answer = phone.post("codes", id="move", code=code.lower())
    assert answer.status_code == 200, answer.text
    assert answer.json()["group"] == group
    # Sent again it is the same, also while the answer was on its way.
    assert phone.post("codes", id="move", code=code).json()["group"] == group
    assert Guest(house).post("codes", code=code).status_code == 404
    assert (look(phone, group)["yours"], look(ben, group)["yours"]) == ([1], [])
    mine = [seat["yours"] for seat in phone.state(table)["seats"]]
    assert sum(mine) == 1
    assert not any(seat["yours"] for seat in ben.state(table)["seats"])
    inside(house).kernel.sessions.clear()  # as after a restart
    play_out(table, ann, phone)
    play_next(group, phone, ann, seed=3)
    told = look(ann, group)
    assert len(told["standings"]) == 2
    assert [one["games"] for one in told["standings"]] == [2, 2], "of the series"
    assert [one["name"] for one in told["members"]] == ["Ann", "Ben"]


def test_a_place_moves_with_the_seats_at_all_tables_that_are_not_over(anywhere: TestClient) -> None:
    ann, ben = Guest(anywhere), Guest(anywhere)
    group = founded(ann, ben)
    tables = [open_next(ann, group, aside=True) for _table in range(6)]
    meet(tables[1], ann, ben)
    code = ben.post(f"groups/{group}/members/1/code").json()["code"]
    phone = Guest(anywhere)
    assert phone.post("codes", code=code).status_code == 200
    for table in tables:
        mine = {
            who: [seat["name"] for seat in who.state(table)["seats"] if seat["yours"]] for who in (phone, ben)
        }
        assert mine == {phone: ["Ben"], ben: []}


def test_with_the_code_of_a_seat_the_place_moves_too(house: TestClient, ann: Guest, ben: Guest) -> None:
    group = founded(ann, ben)
    table = open_next(ann, group)
    meet(table, ann, ben)
    seat = next(one["seat"] for one in ben.state(table)["seats"] if one["yours"])
    code = ben.post(f"tables/{table}/seats/{seat}/code").json()["code"]
    old = ben.post(f"groups/{group}/members/1/code").json()["code"]
    phone = Guest(house)
    assert phone.post("codes", code=code).status_code == 200
    assert (look(phone, group)["yours"], look(ben, group)["yours"]) == ([1], [])
    # What the old device gave away before is worth nothing now.
    assert Guest(house).post("codes", code=old).status_code == 404
    assert look(phone, group)["yours"] == [1]


def test_two_processes_write_each_result_once(houses: Houses) -> None:
    one, two = houses
    ann, ben = Guest(one), Guest(two)
    group = founded(ann, ben)
    table = open_next(ann, group)
    assert open_next_same(ben, group, 2) == table
    meet(table, ann, ben)
    luck = random.Random(4)
    while ann.state(table)["stage"] == "playing":
        for guest in (ann, ben):
            guest.step(table, luck)
    for guest in (ann, ben):
        told = look(guest, group)
        assert [game["over"] for game in told["games"]] == [True, True]
        assert [one["games"] for one in told["standings"]] == [2, 2]
    phone = Guest(two)
    code = ann.post(f"groups/{group}/members/0/code").json()["code"]
    assert phone.post("codes", code=code).status_code == 200
    assert look(ann, group)["yours"] == []
    assert phone.post(f"groups/{group}/series", kind="games", games=2).status_code == 200
    assert look(ben, group)["series"]["games"] == 2


def open_next_same(guest: Guest, group: str, number: int) -> str:
    body = {"number": number, "game": "second-chance", "members": [0, 1]}
    return str(guest.post(f"groups/{group}/tables", **body).json()["table"])


def test_it_survives_a_restart(folder: Path) -> None:
    with TestClient(create_app(folder, limits=unlimited())) as client:
        ann, ben = Guest(client), Guest(client)
        group = founded(ann, ben)
        before = look(ann, group)
    with TestClient(create_app(folder, limits=unlimited())) as client:
        ann.house = ben.house = client
        assert look(ann, group) == before
        play_next(group, ann, ben)
        assert [one["games"] for one in look(ann, group)["standings"]] == [2, 2]


def test_a_kill_in_the_middle_of_a_series_loses_nothing(folder: Path) -> None:
    with Server(folder) as server, httpx.Client(timeout=None) as client:
        client.base_url = server.address
        ann, ben = Guest(client), Guest(client)  # type: ignore[arg-type]
        group = founded(ann, ben)
        ann.post(f"groups/{group}/series", kind="games", games=2)
        table = open_next(ann, group)
        meet(table, ann, ben)
        play_some(table, 5, ann, ben)
        server.kill()
        server.start()
        play_out(table, ann, ben)
        server.kill()
        server.start()
        told = look(ben, group)
        assert [game["over"] for game in told["games"]] == [True, True]
        assert told["series"]["first"] == 2
        assert [one["games"] for one in told["standings"]] == [1, 1]


def test_who_asks_at_the_same_time_comes_to_one_table(houses: Houses) -> None:
    one, two = houses
    ann, ben = Guest(one), Guest(two)
    for _time in range(3):
        table = finished(ann, ben)
        with ThreadPoolExecutor(2) as pool:
            answers = list(pool.map(lambda guest: guest.post(f"tables/{table}/rematch"), (ann, ben)))  # noqa: B023
        assert [answer.status_code for answer in answers] == [200, 200]
        assert answers[0].json() == answers[1].json()
        group = ann.state(table)["group"]
        assert [game["number"] for game in look(ben, group)["games"]] == [1, 2]
        assert len(look(ben, group)["members"]) == 2


# People who come and go.


def test_a_newcomer_belongs_to_the_group_when_the_game_is_over(
    ann: Guest, ben: Guest, stranger: Guest
) -> None:
    group = founded(ann, ben)
    table = open_next(ann, group)
    seat = next(one["seat"] for one in ann.state(table)["seats"] if one["name"] == "Ben")
    assert ann.post(f"tables/{table}/seats/{seat}/arrange", player={"kind": "open"}).status_code == 200
    assert stranger.sit(table, seat, "Eve").status_code == 200
    meet(table, ann, stranger)
    assert len(look(ann, group)["members"]) == 2
    play_out(table, ann, stranger)
    assert [one["name"] for one in look(ann, group)["members"]] == ["Ann", "Ben", "Eve"]
    assert look(stranger, group)["yours"] == [2]
    assert {one["member"]: one["games"] for one in look(ann, group)["standings"]} == {0: 2, 1: 1, 2: 1}


def test_the_next_table_may_have_seats_for_others(ann: Guest, ben: Guest, stranger: Guest) -> None:
    group = founded(ann, ben)
    table = open_next(ann, group, free=1)
    state = ben.state(table)
    assert [seat["kind"] for seat in state["seats"]] == ["person", "person", "open"]
    assert not state["hints"]
    assert ann.state(table)["stage"] == "lobby", "it waits for who sits down"
    assert f"/t/{table}" in page(stranger, group)
    assert stranger.sit(table, 2, "Eve").status_code == 200
    meet(table, ann, ben, stranger)
    play_out(table, ann, ben, stranger)
    assert [one["name"] for one in look(ann, group)["members"]] == ["Ann", "Ben", "Eve"]


def test_who_does_not_come_is_left_out_or_a_bot_plays(ann: Guest, ben: Guest, stranger: Guest) -> None:
    group = founded(ann, ben)
    body = {"number": 2, "game": "gang-of-dice"}
    assert ann.post(f"groups/{group}/tables", members=[0], **body).status_code == 422, "two are needed"
    answer = ann.post(f"groups/{group}/tables", members=[0], bots=1, bot="random", **body)
    table = answer.json()["table"]
    meet(table, ann)
    assert [seat["kind"] for seat in ann.state(table)["seats"]] == ["person", "bot"]
    play_out(table, ann)
    assert {one["member"]: one["games"] for one in look(ann, group)["standings"]} == {0: 2, 1: 1}
    assert stranger.post(f"groups/{group}/tables", **{**body, "number": 3}, members=[0, 1]).status_code == 403


def test_a_table_that_is_not_over_can_be_left_aside_by_the_host(ann: Guest, ben: Guest) -> None:
    group = founded(ann, ben)
    open_next(ann, group)
    body = {"number": 3, "game": "gang-of-dice", "members": [0, 1]}
    assert ann.post(f"groups/{group}/tables", **body).status_code == 409
    assert ben.post(f"groups/{group}/tables", **body, aside=True).status_code == 409
    assert ann.post(f"groups/{group}/tables", **body, aside=True).status_code == 200
    assert "not over yet" in page(ann, group)
    assert ann.post(f"groups/{group}/tables", **{**body, "number": 9}, aside=True).status_code == 409


def test_a_table_that_was_removed_does_not_hold_the_group_up(ann: Guest, ben: Guest) -> None:
    group = founded(ann, ben)
    first = look(ann, group)["games"][0]["table"]
    table = open_next(ann, group)
    assert ann.post(f"tables/{table}/remove").status_code == 200
    assert table not in str(look(ann, group))
    again = ask(ben, first)
    assert again != table
    meet(again, ann, ben)
    assert look(ann, group)["games"][-1]["table"] == again


def test_who_leaves_is_forgotten_and_does_not_come_back_by_playing_on(ann: Guest, ben: Guest) -> None:
    group = founded(ann, ben)
    table = open_next(ann, group)
    meet(table, ann, ben)
    assert ann.post(f"groups/{group}/members/7/leave").status_code == 404
    assert ben.post(f"groups/{group}/members/0/leave").status_code == 403
    assert ben.post(f"groups/{group}/members/1/leave").status_code == 200
    play_out(table, ann, ben)
    told = look(ann, group)
    assert [one["name"] for one in told["members"]] == ["Ann"]
    assert "Ben" not in page(ann, group)
    assert "somebody who left" in page(ann, group)
    assert look(ben, group)["yours"] == []
    assert ben.post(f"groups/{group}/members/1/code").status_code == 403


def test_with_the_host_goes_the_hosting_and_with_the_last_the_group(ann: Guest, ben: Guest) -> None:
    group = founded(ann, ben)
    assert ann.post(f"groups/{group}/members/0/leave").status_code == 200
    assert look(ben, group)["host"] == 1
    assert ben.post(f"groups/{group}/members/1/leave").status_code == 200
    assert ben.status(f"groups/{group}") == 404


def test_who_was_sent_away_opens_no_table_of_the_group(anywhere: TestClient) -> None:
    ann, ben = Guest(anywhere), Guest(anywhere)
    group = founded(ann, ben)
    first = look(ann, group)["games"][0]["table"]
    assert ann.post(f"groups/{group}/members/1/leave").status_code == 200
    refused = ben.post(f"tables/{first}/rematch")
    assert (refused.status_code, refused.json()["error"]) == (403, "Only members of the group can do that.")
    assert len(look(ann, group)["games"]) == 1
    # Nor is a seat kept for them where a member plays again.
    again = ann.state(ask(ann, first))
    assert [(seat["name"], seat["kind"], seat["yours"]) for seat in again["seats"]] == [
        ("Ann", "person", True),
        ("", "open", False),
    ]


def test_who_was_sent_away_while_playing_is_not_seated_again(ann: Guest, ben: Guest) -> None:
    group = founded(ann, ben)
    table = open_next(ann, group, bots=1, bot="random")
    meet(table, ann, ben)
    assert ann.post(f"groups/{group}/members/1/leave").status_code == 200
    play_out(table, ann, ben)
    assert ben.post(f"tables/{table}/rematch").status_code == 403
    again = ann.state(ask(ann, table))
    assert {seat["kind"]: seat["yours"] for seat in again["seats"]} == {
        "person": True,
        "open": False,
        "bot": False,
    }


def test_a_rematch_keeps_the_seat_for_the_device_to_which_the_place_has_moved(ann: Guest, ben: Guest) -> None:
    group = founded(ann, ben)
    code = ben.post(f"groups/{group}/members/1/code").json()["code"]
    phone = Guest(ben.house)
    assert phone.post("codes", code=code).status_code == 200
    first = look(ann, group)["games"][0]["table"]
    assert ben.post(f"tables/{first}/rematch").status_code == 403
    again = ask(ann, first)
    meet(again, ann, phone)
    assert not any(seat["yours"] for seat in ben.state(again)["seats"])


def test_a_guest_of_a_group_plays_again_in_the_same_seat(
    ann: Guest, ben: Guest, stranger: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chancebox.server.store.results.MOST_MEMBERS", 2)
    group = founded(ann, ben)
    table = open_next(ann, group, free=1)
    assert stranger.sit(table, 2, "Eve").status_code == 200
    meet(table, ann, ben, stranger)
    play_out(table, ann, ben, stranger)
    assert look(stranger, group)["yours"] == [], "the group is full"
    assert stranger.post(f"tables/{table}/rematch").status_code == 403
    again = ask(ann, table)
    assert ask(stranger, table) == again
    meet(again, ann, ben, stranger)


def test_the_host_can_remove_the_group_and_the_tables_stay(ann: Guest, ben: Guest) -> None:
    group = founded(ann, ben)
    first = look(ann, group)["games"][0]["table"]
    assert ben.post(f"groups/{group}/remove").status_code == 403
    assert ann.post(f"groups/{group}/remove").status_code == 200
    assert ann.status(f"groups/{group}") == 404
    assert ann.house.get(f"/g/{group}").status_code == 404
    # Who played there can still play again, and nothing of the group comes back by that.
    assert ben.post(f"tables/{first}/group").status_code == 410
    meet(ask(ben, first), ann, ben)


# Who hears no answer asks again.


def twice(guest: Guest, path: str, **body: Any) -> list[int]:
    """Send the same command two times; return the statuses."""
    return [guest.post(path, id="again", **body).status_code for _time in range(2)]


def test_leaving_twice_is_leaving_once(ann: Guest, ben: Guest) -> None:
    group = founded(ann, ben)
    assert twice(ben, f"groups/{group}/members/1/leave") == [200, 200]
    assert [one["name"] for one in look(ann, group)["members"]] == ["Ann"]
    # The last one takes the group along.
    assert twice(ann, f"groups/{group}/members/0/leave") == [200, 200]
    assert ann.status(f"groups/{group}") == 404
    assert ann.post("groups/nowhere/members/0/leave").status_code == 404


def test_the_host_lets_somebody_go_twice(ann: Guest, ben: Guest) -> None:
    group = founded(ann, ben)
    assert twice(ann, f"groups/{group}/members/1/leave") == [200, 200]
    # Who was the host is not any more: asked for again, nobody else goes.
    assert twice(ann, f"groups/{group}/members/0/leave") == [200, 200]


def test_other_commands_are_done_once_too(ann: Guest, ben: Guest) -> None:
    table = finished(ann, ben)
    assert twice(ann, f"tables/{table}/group") == [200, 200]
    group = ann.state(table)["group"]
    assert twice(ann, f"groups/{group}/series", kind="best", games=3) == [200, 200]
    assert twice(ann, f"groups/{group}/series/end") == [200, 200]
    assert look(ann, group)["series"] is None
    coming = {"number": 2, "game": "gang-of-dice", "members": [0, 1]}
    assert twice(ben, f"groups/{group}/tables", **coming) == [200, 200]
    assert len(look(ann, group)["games"]) == 2
    assert twice(ann, f"groups/{group}/remove") == [200, 200]
    assert ann.post("groups/nowhere/remove").status_code == 404
    assert twice(ann, "mine/remove", sure=True) == [200, 200]


# What is kept, and what is not.


def test_a_group_keeps_bare_results_of_tables_that_were_removed(ann: Guest, ben: Guest) -> None:
    group = founded(ann, ben)
    table = look(ann, group)["games"][0]["table"]
    before = look(ann, group)["standings"]
    assert ann.post(f"tables/{table}/remove").status_code == 200
    after = look(ann, group)
    assert after["standings"] == before
    assert after["games"][0]["table"] is None
    assert table not in page(ann, group)
    with inside(ann.house).store.engine.connect() as source:
        for kind in (results, placings):
            assert table not in str(source.execute(sa.select(kind)).all())
        assert {row.name for row in source.execute(sa.select(placings))} == {""}
    # They go on.
    play_next(group, ann, ben)


def test_tidying_forgets_groups_in_which_nothing_happens(anywhere: TestClient) -> None:
    ann, ben, house = Guest(anywhere), Guest(anywhere), inside(anywhere)
    old, playing = founded(ann, ben), founded(ann, ben)
    table = open_next(ann, playing)
    kept = founded(ann, ben)
    with house.store.engine.begin() as to:
        to.execute(groups.update().where(groups.c.id != kept).values(latest=groups.c.latest - 40 * DAY))
    tidy(anywhere, 30 * DAY)
    assert [ann.status(f"groups/{group}") for group in (old, playing, kept)] == [404, 200, 200]
    age(house, 40)
    leave(house)
    tidy(anywhere, 30 * DAY)
    assert ann.status(f"tables/{table}") == 410
    tidy(anywhere, 30 * DAY)
    assert [ann.status(f"groups/{group}") for group in (playing, kept)] == [404, 200]


def test_everybody_gets_their_groups_in_the_file(ann: Guest, ben: Guest, stranger: Guest) -> None:
    group = founded(ann, ben)
    mine = {who: who._ask("GET", "mine").json()["groups"] for who in (ann, ben, stranger)}
    assert mine[stranger] == []
    (told,) = mine[ben]
    assert (told["group"], told["names"], told["host"]) == (group, ["Ben"], False)
    assert [game["place"] for game in told["games"]] == [
        seat["place"] for seat in look(ann, group)["games"][0]["seats"] if seat["member"] == 1
    ]
    assert "Ann" not in str(told)
    ben.post(f"groups/{group}/members/1/leave")
    assert ben._ask("GET", "mine").json()["groups"] == []


def test_a_store_is_copied_with_its_groups(folder: Path, tmp_path: Path) -> None:
    with TestClient(create_app(folder, limits=unlimited())) as client:
        ann, ben = Guest(client), Guest(client)
        group = founded(ann, ben)
        before = look(ann, group)
    move_store(folder, tmp_path / "other")
    with TestClient(create_app(tmp_path / "other", limits=unlimited())) as client:
        ann.house = client
        assert look(ann, group) == before


def test_a_review_takes_luck_out_of_a_result(ann: Guest, ben: Guest) -> None:
    group = founded(ann, ben)
    table = look(ann, group)["games"][0]["table"]
    store = inside(ann.house).store
    store.reviews.keep(table, KeptReview("x", b"found"), [0.25, -0.25]).result()
    known = inside(ann.house).groups.read(group)
    assert known
    assert [one.luck for one in known.games[0].placed] == [0.25, -0.25]


def test_the_page_gives_nobody_the_colour_or_the_mark_of_a_seat(ann: Guest, ben: Guest) -> None:
    """Seats are changed from game to game: who is red at this table was blue at the last one."""
    group = founded(ann, ben)
    play_next(group, ann, ben, seed=2)
    play_next(group, ann, ben, seed=3)
    shown = page(ann, group).split("</header>")[1]
    assert "seat-" not in shown
    assert shown.count('class="way way-0"') == 2, "a line, and whose it is"
    assert {*re.findall(r'class="initials"[^>]*>([^<]*)<', shown)} == {"A", "B"}


def test_the_page_of_a_series_tells_it_in_every_language(ann: Guest, ben: Guest) -> None:
    group = founded(ann, ben)
    ann.post(f"groups/{group}/series", kind="best", games=3, game="gang-of-dice")
    for language in ("en", "de", "fr", "it", "es", "nl"):
        ann.language = language
        assert f'lang="{language}"' in page(ann, group)
