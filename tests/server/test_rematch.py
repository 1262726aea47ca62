"""A rematch: the same seats, names, bots and score; it waits for people, and plays on for nobody unasked."""

import re

from starlette.testclient import TestClient

from chancebox.server.house.sessions import Session
from chancebox.server.store.presence import GRACE, GRACE_AT_START, Presence
from children import wait_until
from server.guests import Guest, play_out, play_some, seated


def finished(ann: Guest, ben: Guest, *others: str) -> str:
    table = seated(ann, ben, "gang-of-dice", *others)
    play_out(table, ann, ben)
    return table


def ask(guest: Guest, table: str) -> str:
    answer = guest.post(f"tables/{table}/rematch")
    assert answer.status_code == 200, answer.text
    return str(answer.json()["table"])


def meet(table: str, *guests: Guest) -> None:
    """Let guests come to a table, and stay until the game has begun."""

    def playing() -> bool:
        return {guest.state(table)["stage"] for guest in guests} == {"playing"}

    wait_until(playing, "the rematch to begin")


def html(guest: Guest, table: str) -> str:
    told = guest.house.get(f"/t/{table}/frames", headers=guest.headers).json()["html"]
    return re.sub(r"\s+", " ", str(told))


def session_of(guest: Guest, table: str) -> Session:
    found: Session = guest.house.app.state.house.kernel.sessions[table]  # type: ignore[attr-defined]
    return found


def forget(guest: Guest, table: str, visitor: str) -> None:
    """Let the house forget that somebody was there, as it does after some seconds."""
    session_of(guest, table).presence._seen.pop(visitor, None)


def test_it_keeps_seats_names_bots_and_options(ann: Guest, ben: Guest) -> None:
    table = seated(ann, ben, "gang-of-dice", "bot", **{"open-stocks": "yes"})
    assert ann.post(f"tables/{table}/rematch").status_code == 409
    before = ann.state(table)
    play_out(table, ann, ben)
    again = ask(ann, table)
    assert ask(ben, table) == again
    meet(again, ann, ben)
    after = ann.state(again)
    for key in ("options", "hints"):
        assert after[key] == before[key]
    for old, new in zip(before["seats"], after["seats"], strict=True):
        for key in ("seat", "name", "kind", "bot", "yours"):
            assert old[key] == new[key]
    assert ben.state(again)["seats"][1]["yours"]
    assert play_some(again, 6, ann, ben) >= 6


def test_it_waits_until_everybody_has_come(ann: Guest, ben: Guest, stranger: Guest) -> None:
    table = finished(ann, ben, "bot")
    again = ask(ben, table)
    state = ben.state(again)
    assert (state["stage"], state["awaited"], state["to_act"]) == ("lobby", [0], [])
    shown = html(ben, again)
    assert "Waiting for Ann." in shown
    assert "expected" in shown
    assert "a bot plays for Ann meanwhile" in shown
    # Others may look, and change nothing by it.
    assert stranger.state(again)["stage"] == "lobby"
    assert "a bot plays for" not in html(stranger, again)
    assert stranger.post(f"tables/{again}/start").status_code == 403
    assert stranger.sit(again, 0, "Eve").status_code == 409
    assert ann.state(table)["rematch"] == again
    assert "your seat is kept" in html(ann, table)
    assert ben.state(again)["stage"] == "lobby"
    meet(again, ann, ben)
    assert ann.state(again)["awaited"] == []


def test_who_asks_can_begin_with_a_bot_until_the_other_comes(ann: Guest, ben: Guest) -> None:
    table = finished(ann, ben)
    again = ask(ben, table)
    started = ben.post(f"tables/{again}/start", id="go")
    assert started.status_code == 200
    state = ben.state(again)
    assert state["stage"] == "playing"
    assert [place["bot"] for place in state["seats"]] == ["thumb", ""]
    # Sent again it has one effect and the same answer.
    assert ben.post(f"tables/{again}/start", id="go").json() == started.json()
    assert ann.post(f"tables/{again}/seats/0/return").status_code == 200
    assert ben.post(f"tables/{again}/start", id="go").json() == started.json()
    assert [place["bot"] for place in ben.state(again)["seats"]] == ["", ""]
    assert ann.state(again)["seats"][0]["yours"]
    assert play_some(again, 4, ann, ben) >= 4


def test_only_who_asked_can_begin_without_the_others(ann: Guest, ben: Guest) -> None:
    again = ask(ben, finished(ann, ben))
    visitor = session_of(ann, again).table.places[1].visitor
    forget(ann, again, visitor)
    assert ann.post(f"tables/{again}/start").status_code == 403
    assert ann.state(again)["awaited"] == [1]
    assert ann.post(f"tables/{again}/seats/1/arrange", player={"kind": "bot"}).status_code == 403


def test_a_seat_given_to_a_bot_is_waited_for_no_more(ann: Guest, ben: Guest) -> None:
    again = ask(ann, finished(ann, ben))
    answer = ann.post(f"tables/{again}/seats/1/arrange", player={"kind": "bot", "bot": "thumb"})
    assert answer.status_code == 200
    meet(again, ann)
    assert ann.state(again)["seats"][1]["kind"] == "bot"


def test_a_seat_made_free_waits_for_whoever_sits_down(ann: Guest, ben: Guest, stranger: Guest) -> None:
    again = ask(ann, finished(ann, ben))
    assert ann.post(f"tables/{again}/seats/1/arrange", player={"kind": "open"}).status_code == 200
    assert ann.state(again)["stage"] == "lobby"
    assert 'class="code"' in html(ann, again)
    assert stranger.sit(again, 1, "Eve").status_code == 200
    meet(again, ann, stranger)


def test_people_on_one_device_begin_at_once(ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "Anton", "bot", start=True)
    play_out(table, ann)
    again = ask(ann, table)
    assert ann.state(again)["stage"] == "playing"


def test_it_still_waits_after_a_restart(house: TestClient, ann: Guest, ben: Guest) -> None:
    table = finished(ann, ben)
    again = ask(ann, table)
    house.app.state.house.kernel.sessions.clear()  # type: ignore[attr-defined]
    state = ann.state(again)
    assert (state["stage"], state["awaited"]) == ("lobby", [1])
    assert ask(ben, table) == again
    meet(again, ann, ben)


def test_the_score_runs_on(house: TestClient, ann: Guest, ben: Guest) -> None:
    table = finished(ann, ben)
    assert "news score" not in html(ann, table)
    wins = [0, 0]
    for games in (1, 2):
        for seat in ann.state(table)["result"]["winners"]:
            wins[seat] += 1
        told = f"After {'one game' if games == 1 else '2 games'}: Ann {wins[0]}, Ben {wins[1]}."
        if games > 1:
            assert told in html(ann, table), "in the end"
        table = ask(ann, table)
        assert told in html(ann, table), "while people come"
        assert (ann.state(table)["games"], ann.state(table)["wins"]) == (games, wins)
        meet(table, ann, ben)
        assert told in html(ann, table), "on the first board"
        house.app.state.house.kernel.sessions.clear()  # type: ignore[attr-defined]
        assert ann.state(table)["wins"] == wins
        play_some(table, 2, ann, ben)
        assert "news score" not in html(ann, table), "and not while they play"
        play_out(table, ann, ben)


def test_somebody_who_came_and_left_is_waited_for_again() -> None:
    now = 0.0
    presence = Presence(lambda: now)
    assert presence.is_present("ann"), "after a restart nobody is taken for away"
    assert not presence.has_come("ann"), "but nobody has come either"
    presence.connect("ann")
    now = 10 * GRACE_AT_START
    assert presence.has_come("ann")
    presence.disconnect("ann")
    assert presence.has_come("ann"), "who loads a page again is not gone"
    now += GRACE + 1
    assert not presence.has_come("ann")
    presence.note("ann")
    assert presence.has_come("ann")
    assert not presence.has_come("")


def test_alone_it_begins_at_once(ann: Guest) -> None:
    table = ann.open("second-chance", "Ann", start=True)
    play_out(table, ann)
    again = ask(ann, table)
    assert ann.state(again)["stage"] == "playing"
    assert "After one game: Ann" in html(ann, again)
