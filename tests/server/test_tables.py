"""Tables: sitting down, playing, taking back, leaving and coming again."""

import random

import pytest
from starlette.testclient import TestClient

from chancebox.games import game, names
from server.guests import Guest, play_out, play_until, seated


@pytest.mark.parametrize("name", names())
def test_two_people_by_link_play_a_whole_game(ann: Guest, ben: Guest, name: str) -> None:
    fewest = max(2, game(name).seats[0])
    table = seated(ann, ben, name, *["bot"] * (fewest - 2))
    assert play_out(table, ann, ben) > 1
    state = ann.state(table)
    assert state["stage"] == "over"
    assert state["result"]["why"]
    assert ben.state(table)["result"] == state["result"]


@pytest.mark.parametrize("name", names())
def test_every_number_of_seats_starts_with_bots(ann: Guest, name: str) -> None:
    for seats in game(name).all_seats:
        options = game(name).usual_options(seats)
        table = ann.open(name, "Ann", *["bot"] * (seats - 1), start=True, **options)
        assert ann.state(table)["stage"] in ("playing", "over")


def test_only_the_host_starts_and_arranges(ann: Guest, ben: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "open")
    assert ann.post(f"tables/{table}/start").status_code == 409, "a seat is open"
    assert ben.sit(table, 1, "Ben").status_code == 200
    assert ben.post(f"tables/{table}/start").status_code == 403
    seat_bot = {"player": {"kind": "bot"}}
    assert ben.post(f"tables/{table}/seats/0/arrange", **seat_bot).status_code == 403
    assert ben.post(f"tables/{table}/seats/1/arrange", player={"kind": "open"}).status_code == 200
    assert ann.state(table)["seats"][1]["kind"] == "open", "Ben stood up"
    assert ann.post(f"tables/{table}/seats/1/arrange", **seat_bot).status_code == 200
    assert ann.post(f"tables/{table}/start").status_code == 200
    assert ben.sit(table, 1, "Ben").status_code == 409, "too late"


def test_a_taken_seat_and_a_taken_name_are_refused(ann: Guest, ben: Guest, stranger: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "open", "open")
    assert ben.sit(table, 0, "Ben").status_code == 409
    assert "already" in ben.sit(table, 1, " ann ").json()["error"]
    assert ben.sit(table, 1, "Ben").status_code == 200
    assert stranger.sit(table, 1, "Cleo").status_code == 409
    assert stranger.sit(table, 2, "x" * 21).status_code == 400
    assert stranger.sit(table, 9, "Cleo").status_code == 422


def test_a_foreign_seat_cannot_be_played_or_looked_through(ann: Guest, ben: Guest, stranger: Guest) -> None:
    table = seated(ann, ben, "gang-of-dice")
    seat = ann.state(table)["to_act"][0]
    other = (ben, ann)[seat]
    assert other.play(table, seat, "stake 1").status_code == 403
    assert stranger.play(table, seat, "stake 1").status_code == 403
    for path in ("view", "choices", "follow"):
        assert stranger.status(f"tables/{table}/{path}", seat=seat) == 403
    assert stranger.get(f"tables/{table}/view")["view"]["players"][seat]["stock"] is None


def test_an_illegal_move_is_explained_and_changes_nothing(ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    state = ann.state(table)
    seat = state["to_act"][0]
    answer = ann.play(table, seat, "stake 99")
    assert answer.status_code == 422
    assert "stake 1" in answer.json()["error"]
    assert "stake 3" in ann.play(table, seat, "hello").json()["error"]
    assert ann.play(table, 1 - seat, "stake 1").status_code == 422, "not this seat's turn"
    assert ann.state(table) == state


def test_the_same_command_counts_once(ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    seat = ann.state(table)["to_act"][0]
    first = ann.play(table, seat, "stake 1", id="once")
    again = ann.play(table, seat, "stake 1", id="once")
    assert first.json() == again.json()
    assert ann.state(table)["version"] == first.json()["version"]


def test_opening_a_table_twice_with_one_command_opens_one(ann: Guest) -> None:
    ann.open("gang-of-dice", "Ann", "bot")
    wish = {"game": "gang-of-dice", "players": [{"kind": "person", "name": "Ann"}, {"kind": "bot"}]}
    first, again = (ann.post("tables", id="t1", **wish).json() for _time in range(2))
    assert first["table"] == again["table"]
    ann.house.app.state.house.kernel.sessions.clear()  # type: ignore[attr-defined]
    assert ann.post("tables", id="t1", **wish).json()["table"] == first["table"], "as after a restart"


def test_a_stale_version_is_refused_with_the_present_one(ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    luck = random.Random(1)
    while True:
        state = ann.state(table)
        seat = ann.step(table, luck)
        if ann.state(table)["to_act"] == [seat]:
            break  # the same seat is asked something else
    late = ann.play(table, seat or 0, "stop", version=state["version"])
    assert late.status_code == 409
    assert late.json()["version"] == ann.state(table)["version"] > state["version"]


def test_decisions_at_the_same_time_do_not_make_each_other_stale(ann: Guest, ben: Guest) -> None:
    table = seated(ann, ben, "chance-it", "bot")
    state = play_until(table, [0, 1], ann, ben)
    assert ann.play(table, 0, "out", version=state["version"]).status_code == 200
    assert ben.play(table, 1, "out", version=state["version"]).status_code == 200


def test_a_decision_can_be_taken_back_until_something_follows(ann: Guest, ben: Guest) -> None:
    table = seated(ann, ben, "chance-it", "bot")
    play_until(table, [0, 1], ann, ben)
    assert ann.play(table, 0, "out").status_code == 200
    assert ben.post(f"tables/{table}/seats/0/undo").status_code == 403
    assert ann.post(f"tables/{table}/seats/0/undo").status_code == 200
    assert 0 in ann.state(table)["to_act"]
    assert ann.play(table, 0, "out").status_code == 200
    assert ben.play(table, 1, "out").status_code == 200
    assert ann.post(f"tables/{table}/seats/0/undo").status_code == 422, "the cards are revealed"


def test_a_bot_plays_for_somebody_away_who_may_come_back(
    house: TestClient, ann: Guest, ben: Guest, stranger: Guest
) -> None:
    table = seated(ann, ben, "gang-of-dice")
    session = house.app.state.house.kernel.sessions[table]  # type: ignore[attr-defined]
    session.is_present = lambda visitor: visitor == session.table.host
    assert stranger.post(f"tables/{table}/seats/1/bot").status_code == 403
    assert ann.post(f"tables/{table}/seats/0/bot").status_code == 409, "Ann is here"
    assert ann.post(f"tables/{table}/seats/1/bot").status_code == 200
    luck = random.Random(3)
    for _turn in range(4):
        ann.step(table, luck)
    assert ben.play(table, 1, "stake 1").status_code == 409
    assert ben.post(f"tables/{table}/seats/1/return").status_code == 200
    assert ben.post(f"tables/{table}/seats/1/return").status_code == 409
    play_out(table, ann, ben)


def test_a_seat_moves_to_another_device_by_a_code_that_is_good_once(
    ann: Guest, ben: Guest, stranger: Guest
) -> None:
    table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    assert ben.post(f"tables/{table}/seats/0/code").status_code == 403
    code = ann.post(f"tables/{table}/seats/1/code").json()["code"]
    assert ben.post("codes", code=code.lower()).status_code == 200
    assert [place["yours"] for place in ben.state(table)["seats"]] == [False, True]
    assert [place["yours"] for place in ann.state(table)["seats"]] == [True, False]
    assert stranger.post("codes", code=code).status_code == 404
    code = ben.post(f"tables/{table}/seats/1/code").json()["code"]
    page = stranger.house.post("/join", content=f"code={code[:4]}+{code[4:].lower()}", follow_redirects=False)
    assert (page.status_code, page.headers["location"]) == (303, f"/t/{table}")
    assert not any(place["yours"] for place in ben.state(table)["seats"])


def test_a_finished_game_can_be_played_on_from_any_moment(ann: Guest, stranger: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "bot", start=True)
    wish = {"events": 4, "seat": 0, "name": "Cleo"}
    assert stranger.post(f"tables/{table}/fork", **wish).status_code == 409, "it would tell secrets"
    play_out(table, ann)
    fork = stranger.post(f"tables/{table}/fork", **wish).json()["table"]
    assert stranger.state(fork)["seats"][0]["yours"]
    log = stranger.get(f"tables/{fork}/follow")["log"]
    assert log[0]["text"].replace("Cleo", "Ann") == ann.get(f"tables/{table}/follow")["log"][0]["text"]
    assert stranger.post(f"tables/{table}/fork", **{**wish, "events": 10**6}).status_code == 422


def test_the_record_is_there_after_the_end_and_not_before(ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "bot", start=True)
    assert ann.status(f"tables/{table}/record") == 409
    play_out(table, ann)
    record = ann.get(f"tables/{table}/record")
    assert record["game"] == "gang-of-dice"
    assert record["result"]["why"]


def test_chat_is_for_those_who_sit_there(ann: Guest, stranger: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "bot", start=True)
    line = "<script>alert(1)</script>  hello"
    assert stranger.post(f"tables/{table}/chat", seat=0, text="hi").status_code == 403
    assert ann.post(f"tables/{table}/chat", seat=0, text=line).status_code == 200
    assert ann.post(f"tables/{table}/chat", seat=0, text=" ").status_code == 400
    assert ann.post(f"tables/{table}/chat", seat=0, text="x" * 301).status_code == 400
    said = ann.get(f"tables/{table}/chat")
    assert [(s["name"], s["text"]) for s in said] == [("Ann", "<script>alert(1)</script> hello")]


def test_tables_are_found_by_their_code(house: TestClient, ann: Guest, stranger: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "open")
    code = house.app.state.house.kernel.sessions[table].code  # type: ignore[attr-defined]
    assert stranger.get(f"codes/{code[:3]} {code[3:].lower()}")["table"] == table
    assert stranger.status("codes/ZZZZZZ") == 404


def test_following_waits_for_the_next_change(ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    version = ann.state(table)["version"]
    told = ann.get(f"tables/{table}/follow", since=version - 1)
    assert told["version"] == version
    assert told["log"]
    last = told["log"][-1]["events"]
    assert ann.get(f"tables/{table}/follow", since=0, events=last)["log"] == []
