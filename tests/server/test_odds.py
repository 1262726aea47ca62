"""Odds at a table: if the host wishes it, to those who decide, from what they know."""

import pytest
from starlette.testclient import TestClient

from chancebox.games import game, names
from chancebox.server.house.house import House
from chancebox.server.screens import frames
from server.guests import Guest, play_out, seated


def house_of(client: TestClient) -> House:
    found: House = client.app.state.house  # type: ignore[attr-defined]
    return found


def frame(house: TestClient, table: str) -> dict[str, object]:
    session = house_of(house).kernel.sessions[table]
    visitor = session.table.places[0].visitor
    return frames.frame(session, visitor, 0, "http://house")


def open_with_odds(guest: Guest, name: str, *players: str) -> str:
    wishes = [{"kind": "person", "name": player} for player in players]
    answer = guest.post("tables", game=name, players=wishes, options={}, start=True, odds=True)
    assert answer.status_code == 201
    return str(answer.json()["table"])


@pytest.mark.parametrize("name", [name for name in names() if game(name).odds])
def test_who_decides_is_told_what_the_match_tells(house: TestClient, ann: Guest, name: str) -> None:
    table = open_with_odds(ann, name, "Ann", "Anton", "Abe")
    seat = ann.state(table)["to_act"][0]
    told = ann.get(f"tables/{table}/odds", seat=seat)
    match = house_of(house).kernel.sessions[table].table.playing
    assert told["odds"] == [odd.as_data() for odd in match.odds(seat)]
    assert told["version"] == ann.state(table)["version"]
    move = match.moves(seat)[0]
    about = ann.get(f"tables/{table}/odds", seat=seat, move=move)["odds"]
    assert about == [odd.as_data() for odd in match.odds(seat, move)]


def test_by_default_nothing_is_told_and_nothing_is_in_the_frame(house: TestClient, ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    seat = ann.state(table)["to_act"][0]
    assert ann.state(table)["odds"] is False
    assert ann.status(f"tables/{table}/odds", seat=seat) == 409
    without = frame(house, table)
    assert without["odds"] is False
    ann.post(f"tables/{table}/odds", shown=True)
    shown = frame(house, table)
    assert shown["odds"] is True
    # A board is drawn the same with them and without: they are asked for when it has come to rest.
    assert shown.keys() == without.keys()
    for one in (without, shown):
        assert "%" not in str(one["html"])
        assert 'class="odds' not in str(one["html"])


def test_among_strangers_the_host_decides_at_the_table(ann: Guest, ben: Guest) -> None:
    wishes = [{"kind": "person", "name": "Ann"}, {"kind": "open"}]
    opened = ann.post("tables", game="gang-of-dice", players=wishes, options={}, odds=True)
    assert ann.state(opened.json()["table"])["odds"] is False, "somebody unknown may come"
    table = seated(ann, ben, "gang-of-dice")
    seat = ann.state(table)["to_act"][0]
    asked, other = (ann, ben) if seat == 0 else (ben, ann)
    assert ben.post(f"tables/{table}/odds", shown=True).status_code == 403
    assert ann.post(f"tables/{table}/odds", shown=True).status_code == 200
    assert asked.status(f"tables/{table}/odds", seat=seat) == 200
    assert other.status(f"tables/{table}/odds", seat=seat) == 403, "not the own seat"
    assert other.status(f"tables/{table}/odds", seat=1 - seat) == 409, "not asked"
    assert asked.status(f"tables/{table}/odds", seat=seat, move="stake 99") == 422
    assert asked.status(f"tables/{table}/odds", seat=seat, move="fly") == 422
    assert ann.post(f"tables/{table}/odds", shown=False).status_code == 200
    assert asked.status(f"tables/{table}/odds", seat=seat) == 409


def test_what_was_decided_survives_a_restart_a_rematch_and_no_seat_made_free(
    house: TestClient, ann: Guest, ben: Guest
) -> None:
    table = seated(ann, ben, "second-chance")
    ann.post(f"tables/{table}/odds", shown=True)
    house_of(house).kernel.sessions.clear()
    assert ann.state(table)["odds"] is True
    play_out(table, ann, ben)
    rematch = ben.post(f"tables/{table}/rematch").json()["table"]
    assert ben.state(rematch)["odds"] is True
    lobby = ann.open("second-chance", "Ann", "Anton")
    ann.post(f"tables/{lobby}/odds", shown=True)
    ann.post(f"tables/{lobby}/seats/1/arrange", player={"kind": "open"})
    assert ann.state(lobby)["odds"] is False
