"""Who may do what at a table: every command, given by everybody who could give it."""

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import chancebox
from chancebox.server.house.commands import COMMANDS
from chancebox.server.tables.errors import NotYours
from chancebox.server.tables.permissions import MAY, Asker, check
from server.guests import Guest, seated

HOST, HOLDER, OTHER, WATCHER = "the host", "who holds the seat", "who holds another seat", "who only watches"
EVERYBODY = {HOST, HOLDER, OTHER, WATCHER}
PLAYERS = {HOST, HOLDER, OTHER}
SEAT = 1
"""The seat that commands are about; its holder is not the host."""

EXPECTED = {
    "sit": EVERYBODY,
    "arrange": {HOST, HOLDER},
    "start": {HOST},
    "move": {HOLDER},
    "undo": {HOLDER},
    "return": {HOLDER},
    "take-over": {HOST},
    "throw": PLAYERS,
    "go-on": PLAYERS,
    "tip": PLAYERS,
    "hints": {HOST},
    "odds": {HOST},
    "remove": {HOST},
    "club": {HOST},
    "look": {HOLDER},
    "hint": {HOLDER},
    "chat": {HOLDER},
    "offer": {HOLDER},
    "rematch": PLAYERS,
    "found": PLAYERS,
}
"""Who may give a command that is about the seat; with `arrange` its holder may give it up, no more."""
BODIES: dict[str, dict[str, Any]] = {
    "arrange": {"player": {"kind": "open"}},
    "move": {"seat": SEAT, "move": "1"},
    "throw": {"outcome": "1", "version": 1},
    "go-on": {"version": 1},
    "tip": {"tip": "0" * 64},
    "hints": {"allowed": True},
    "odds": {"shown": True},
}
CODES = {"not-host", "not-your-seat", "not-seated"}


def people(ann: Guest, ben: Guest, stranger: Guest) -> tuple[str, dict[str, Guest]]:
    """Start a table of three people, at which somebody watches as well."""
    clara = Guest(ann.house)
    table = ann.open("gang-of-dice", "Ann", "open", "open", start=False)
    assert ben.sit(table, SEAT, "Ben").status_code == 200
    assert clara.sit(table, 2, "Clara").status_code == 200
    return table, {HOST: ann, HOLDER: ben, OTHER: clara, WATCHER: stranger}


def test_each_command_has_a_rule() -> None:
    assert MAY.keys() == EXPECTED.keys()
    assert COMMANDS.keys() <= MAY.keys()


@pytest.mark.parametrize("name", EXPECTED)
def test_a_rule_holds_for_just_these_people(ann: Guest, ben: Guest, stranger: Guest, name: str) -> None:
    id, _actors = people(ann, ben, stranger)
    table = ann.house.app.state.house.kernel.sessions[id].table  # type: ignore[attr-defined]
    host, holder, other = (place.visitor for place in table.places)
    visitors = {HOST: host, HOLDER: holder, OTHER: other, WATCHER: "a stranger"}
    allowed = set()
    for who, visitor in visitors.items():
        with suppress(NotYours):
            check(name, table, Asker(visitor, SEAT, acts_as_host=who == HOST, gives_up=True))
            allowed.add(who)
    assert allowed == EXPECTED[name]
    if name != "sit":
        with pytest.raises(NotYours):
            check(name, table, Asker("", SEAT))


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_refused_to_those_who_may_not_give_it(
    ann: Guest, ben: Guest, stranger: Guest, name: str
) -> None:
    table, actors = people(ann, ben, stranger)
    if name not in ("sit", "arrange", "start"):
        assert ann.post(f"tables/{table}/start").status_code == 200
    path = COMMANDS[name].path.format(seat=SEAT)
    for who, guest in actors.items():
        if who in EXPECTED[name]:
            continue
        before = ann.state(table)["version"]
        answer = guest.post(f"tables/{table}{path}", **BODIES.get(name, {}))
        assert answer.status_code == 403, (name, who, answer.text)
        assert answer.json()["code"] in CODES
        assert ann.state(table)["version"] == before


@pytest.mark.parametrize("name", COMMANDS)
def test_no_permission_stands_in_the_way_of_those_who_may_give_a_command(
    ann: Guest, ben: Guest, stranger: Guest, name: str
) -> None:
    for who in EXPECTED[name]:
        table, actors = people(ann, Guest(ann.house), Guest(ann.house))
        if name not in ("sit", "arrange", "start"):
            assert ann.post(f"tables/{table}/start").status_code == 200
        path = COMMANDS[name].path.format(seat=SEAT)
        answer = actors[who].post(f"tables/{table}{path}", **BODIES.get(name, {}))
        assert answer.json().get("code") not in CODES, (name, who, answer.text)


def test_refusals_have_codes_that_stay_when_the_language_changes(ann: Guest, ben: Guest) -> None:
    table = seated(ann, ben, "gang-of-dice")
    german = Guest(ann.house, language="de")
    told = [guest.post(f"tables/{table}/start").json() for guest in (Guest(ann.house), german)]
    assert told[0]["error"] != told[1]["error"]
    assert {one["code"] for one in told} == {"not-host"}
    assert ann.post("tables", game="nothing", players=[{"kind": "person"}]).json()["code"] == "unknown-game"
    assert ann.post(f"tables/{table}/moves", seat=0).json()["code"] == "invalid-request"


def test_programs_find_all_codes_in_the_reference(house: TestClient, ann: Guest) -> None:
    schemas = house.get("/api/v1/openapi.json").json()["components"]["schemas"]
    told = schemas["ProblemTold"]["properties"]["code"]["enum"]
    assert {*CODES, "stale", "wrong-link", "not-your-turn", "removed", "too-large"} <= {*told}


def test_nothing_but_the_house_appends_to_the_log() -> None:
    source = Path(chancebox.__file__).parent
    writers = {
        file.relative_to(source).parts[:2]
        for file in source.rglob("*.py")
        if any(call in file.read_text("utf-8") for call in ("tables.append(", "tables.open("))
    }
    assert writers == {("server", "house")}
