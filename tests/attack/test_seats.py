"""Wanting another's seat: by codes, by commands, by rematches, by coming first."""

import threading
from collections.abc import Callable

import httpx2 as httpx
import pytest
from starlette.testclient import TestClient

from chancebox.server.house.house import House
from chancebox.server.house.sessions import Session
from chancebox.server.store.presence import GRACE, GRACE_AT_START, Presence
from server.guests import Guest, play_out, seated

UUID = "7c9e6679-7425-40de-944b-e07fc1f90ae7"


def house_of(guest: Guest) -> House:
    found: House = guest.house.app.state.house  # type: ignore[attr-defined]
    return found


def session_of(guest: Guest, table: str) -> Session:
    return house_of(guest).kernel.sessions[table]


def holder(guest: Guest, table: str, seat: int) -> str:
    return session_of(guest, table).table.places[seat].visitor


def let_time_pass(session: Session) -> None:
    """Everybody was seen long ago, and the table was loaded long ago."""
    session.presence._since -= GRACE_AT_START
    session.presence._seen.clear()


def at_once(*calls: Callable[[], httpx.Response]) -> list[httpx.Response]:
    """Send requests at the same time."""
    answers: list[httpx.Response] = []
    threads = [threading.Thread(target=lambda call=call: answers.append(call())) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


# Hand-over codes


def code_for(guest: Guest, table: str, seat: int) -> str:
    return str(guest.post(f"tables/{table}/seats/{seat}/code").json()["code"])


def test_a_code_is_void_when_its_giver_has_stood_up(ann: Guest, ben: Guest, stranger: Guest) -> None:
    table = ann.open("take-it-or-leave-it", "Ann", "open")
    ben.sit(table, 1, "Ben")
    code = code_for(ben, table, 1)
    ben.post(f"tables/{table}/seats/1/arrange", player={"kind": "open"})
    assert stranger.sit(table, 1, "Cleo").status_code == 200
    ann.post(f"tables/{table}/start")
    assert ben.post("codes", code=code).status_code == 404
    assert stranger.status(f"tables/{table}/view", seat=1) == 200, "the hand stays where it is"
    assert ben.status(f"tables/{table}/view", seat=1) == 403


def test_a_code_is_void_even_if_its_giver_sits_down_again(ann: Guest, ben: Guest, stranger: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "open")
    ben.sit(table, 1, "Ben")
    code = code_for(ben, table, 1)
    ben.post(f"tables/{table}/seats/1/arrange", player={"kind": "open"})
    ben.sit(table, 1, "Ben")
    assert stranger.post("codes", code=code).status_code == 404


def test_a_code_never_moves_the_seat_of_a_bot(ann: Guest, ben: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "open")
    ben.sit(table, 1, "Ben")
    code = code_for(ben, table, 1)
    ann.post(f"tables/{table}/seats/1/arrange", player={"kind": "bot", "bot": "random"})
    assert ben.post("codes", code=code).status_code == 404
    assert holder(ann, table, 1) == ""


def test_the_holder_is_looked_at_again_when_the_code_is_redeemed(ann: Guest, ben: Guest) -> None:
    """Even a code that nobody voided moves a seat only from whom it was given by."""
    table = ann.open("gang-of-dice", "Ann", "open")
    ben.sit(table, 1, "Ben")
    code = code_for(ben, table, 1)
    session_of(ann, table).table.places[1].visitor = "somebody else"
    assert ann.post("codes", code=code).status_code == 404
    assert holder(ann, table, 1) == "somebody else"


def test_a_code_redeemed_twice_by_one_command_has_one_effect_and_one_answer(
    ann: Guest, stranger: Guest
) -> None:
    table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    code = code_for(ann, table, 1)
    first = stranger.post("codes", code=code, id=UUID)
    version = ann.state(table)["version"]
    again = Guest(ann.house).post("codes", code=code, id=UUID)
    assert first.status_code == again.status_code == 200
    assert first.json() == again.json()
    assert ann.state(table)["version"] == version
    assert ann.post("codes", code=code).status_code == 404, "it is good once"


# The host


def test_the_rights_of_the_host_move_with_the_device(ann: Guest, ben: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "bot")
    assert ben.post("codes", code=code_for(ann, table, 0)).status_code == 200
    assert ann.post(f"tables/{table}/start").status_code == 403
    assert ben.post(f"tables/{table}/start").status_code == 200


def test_a_host_who_hands_one_of_several_seats_over_stays_the_host(ann: Guest, ben: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "Anton")
    assert ben.post("codes", code=code_for(ann, table, 1)).status_code == 200
    assert ben.post(f"tables/{table}/start").status_code == 403
    assert ann.post(f"tables/{table}/start").status_code == 200


def test_somebody_without_a_token_arranges_nothing(ann: Guest, stranger: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "open", "bot")
    before = ann.state(table)
    for seat in range(3):
        for kind in ("open", "bot", "person"):
            wish = {"kind": kind, "name": "Eve"}
            assert stranger.post(f"tables/{table}/seats/{seat}/arrange", player=wish).status_code == 403
    for path in ("start", "hints"):
        body = {"allowed": True} if path == "hints" else {}
        assert stranger.post(f"tables/{table}/{path}", **body).status_code == 403
    for seat in range(3):
        for path in ("code", "undo", "return", "hint", "bot"):
            assert stranger.post(f"tables/{table}/seats/{seat}/{path}").status_code in (403, 409)
    assert ann.state(table) == before


def test_one_stranger_cannot_take_all_open_seats(ann: Guest, stranger: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "open", "open", "open")
    assert stranger.sit(table, 1, "Eve").status_code == 200
    refused = stranger.sit(table, 2, "Eva")
    assert refused.status_code == 409
    assert "already" in refused.json()["error"]
    assert ann.sit(table, 2, "Anton").status_code == 200, "the host seats whom they like"


def test_hints_are_off_again_when_a_seat_is_opened_for_a_guest(ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "bot")
    assert ann.state(table)["hints"]
    ann.post(f"tables/{table}/seats/1/arrange", player={"kind": "open"})
    assert not ann.state(table)["hints"]
    ann.post(f"tables/{table}/hints", allowed=True)
    assert ann.state(table)["hints"]


# Who is away


def test_after_a_restart_nobody_counts_as_away_at_once(ann: Guest, ben: Guest) -> None:
    table = seated(ann, ben, "gang-of-dice", "bot")
    house_of(ann).kernel.sessions.clear()
    assert ben.post(f"tables/{table}/seats/0/bot").status_code == 403, "the host may come back any moment"
    assert ann.post(f"tables/{table}/seats/1/bot").status_code == 409
    assert not any(seat["away"] for seat in ben.state(table)["seats"])
    let_time_pass(session_of(ann, table))
    assert ann.post(f"tables/{table}/seats/1/bot").status_code == 200


def test_a_program_that_moved_this_instant_is_there(ann: Guest, ben: Guest) -> None:
    table = seated(ann, ben, "gang-of-dice")
    let_time_pass(session_of(ann, table))
    assert ann.state(table)["seats"][1]["away"]
    ben.state(table)
    assert not ann.state(table)["seats"][1]["away"], "any request of its holder counts"
    assert ann.post(f"tables/{table}/seats/1/bot").status_code == 409


def test_presence_ends_some_time_after_the_last_sign() -> None:
    now = 0.0
    presence = Presence(clock=lambda: now)
    now = GRACE_AT_START + 1
    assert not presence.is_present("ann")
    presence.note("ann")
    now += GRACE - 1
    assert presence.is_present("ann")
    now += 2
    assert not presence.is_present("ann")
    presence.connect("ann")
    presence.connect("ann")
    now += 10 * GRACE
    presence.disconnect("ann")
    now += 10 * GRACE
    assert presence.is_present("ann"), "another tab is open"
    presence.disconnect("ann")
    now += GRACE + 1
    assert not presence.is_present("ann")
    assert not presence.is_present("")


# Commands


def test_a_rematch_never_runs_on_another_table(ann: Guest, ben: Guest) -> None:
    """The id of an older command must not lead to the table that it opened, nor hand its seats over."""
    played = seated(ann, ben, "gang-of-dice")
    play_out(played, ann, ben)
    wish = {
        "game": "gang-of-dice",
        "players": [{"kind": "person", "name": "Ann"}, {"kind": "bot", "bot": "random"}],
    }
    other = ann.post("tables", id="older", **wish).json()["table"]
    holders = [holder(ann, other, seat) for seat in range(2)]
    answer = ann.post(f"tables/{played}/rematch", id="older")
    assert answer.status_code == 200
    assert answer.json()["table"] != other
    assert [holder(ann, other, seat) for seat in range(2)] == holders
    following = answer.json()["table"]
    assert {holder(ann, following, seat) for seat in range(2)} == {
        holder(ann, played, seat) for seat in range(2)
    }


def test_rematches_tapped_at_once_are_one_table(ann: Guest, ben: Guest) -> None:
    table = seated(ann, ben, "gang-of-dice")
    play_out(table, ann, ben)
    answers = at_once(
        *[lambda guest=guest: guest.post(f"tables/{table}/rematch") for guest in (ann, ben, ann)]
    )
    assert [answer.status_code for answer in answers] == [200, 200, 200]
    assert len({answer.json()["table"] for answer in answers}) == 1
    assert ben.post(f"tables/{table}/rematch").json() == answers[0].json()


def test_a_stranger_who_knows_a_command_learns_and_does_nothing(
    ann: Guest, ben: Guest, stranger: Guest
) -> None:
    table = seated(ann, ben, "gang-of-dice")
    seat = ann.state(table)["to_act"][0]
    mover = (ann, ben)[seat]
    assert mover.play(table, seat, "stake 1", id="known").status_code == 200
    assert stranger.play(table, seat, "stake 1", id="known").status_code == 403
    assert (ben, ann)[seat].play(table, seat, "stake 1", id="known").status_code == 403


@pytest.mark.parametrize("command", ["start", "/start", "bot-0-3", "/bot-1-3", "hints", "seat-1", "/rematch"])
def test_no_client_writes_where_the_house_does(ann: Guest, command: str) -> None:
    table = ann.open("gang-of-dice", "Ann", "bot", start=True)
    for version in range(2, 8):
        name = command.replace("3", str(version))
        for id in (name, name.lstrip("/")):
            body = {"seat": 0, "move": "stake 1"}
            assert ann.post(f"tables/{table}/moves", id=id, **body).status_code in (200, 422)
            assert ann.post(f"tables/{table}/hints", id=id, allowed=True).status_code in (200, 422)
    taken = [key for key in session_of(ann, table).table.commands if key.startswith("/")]
    assert all(key == "/start" or key.startswith("/bot-1-") for key in taken)
    play_out(table, ann)


def test_opening_at_once_by_one_command_opens_one(ann: Guest) -> None:
    ann.open("gang-of-dice", "Ann", "bot")
    wish = {
        "game": "gang-of-dice",
        "players": [{"kind": "person", "name": "Ann"}, {"kind": "bot", "bot": "random"}],
        "start": True,
    }
    answers = at_once(*[lambda: ann.post("tables", id="once", **wish)] * 8)
    assert [answer.status_code for answer in answers] == [201] * 8
    assert len({answer.text for answer in answers}) == 1


def test_a_newcomer_whose_answer_was_lost_gets_the_same_one(ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "open", "open")
    first, again = (
        Guest(ann.house).post(f"tables/{table}/seats/1/sit", name="Ben", id=UUID) for _ in range(2)
    )
    assert first.status_code == again.status_code == 200
    assert first.json() == again.json()
    assert ann.state(table)["seats"][2]["kind"] == "open"
    opened = [
        Guest(ann.house).post("tables", id=UUID, game="gang-of-dice", players=[
            {"kind": "person", "name": "Cleo"}, {"kind": "bot", "bot": "random"}]).json()
        for _ in range(2)
    ]  # fmt: skip
    assert opened[0] == opened[1]


def test_a_guessable_command_makes_nobody_known(ann: Guest) -> None:
    """Two programs that count their commands from 1 are two visitors."""
    table = ann.open("gang-of-dice", "Ann", "open", "open")
    first = Guest(ann.house).post(f"tables/{table}/seats/1/sit", name="Ben", id="c1")
    other = Guest(ann.house).post(f"tables/{table}/seats/2/sit", name="Cleo", id="c1")
    assert first.status_code == other.status_code == 200
    assert first.json()["token"] != other.json()["token"]


def test_what_is_said_twice_by_one_command_is_heard_once(ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "bot")
    answers = at_once(*[lambda: ann.post(f"tables/{table}/chat", seat=0, text="hello", id="said")] * 3)
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.text for answer in answers}) == 1
    assert len(ann.get(f"tables/{table}/chat")) == 1
    house_of(ann).kernel.sessions.clear()
    assert ann.post(f"tables/{table}/chat", seat=0, text="hello", id="said").status_code == 200
    assert len(ann.get(f"tables/{table}/chat")) == 1, "also after a restart"


def test_tapping_a_form_twice_opens_one_table(house: TestClient) -> None:
    def tap(game: str) -> str:
        house.cookies.clear()
        answer = house.post(f"/play/{game}", data={"once": UUID}, follow_redirects=False)
        assert answer.status_code == 303
        return answer.headers["location"]

    assert tap("gang-of-dice") == tap("gang-of-dice") != tap("chance-it")
