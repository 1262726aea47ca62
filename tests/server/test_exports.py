"""What people get of all that is kept about them: everything of theirs, and no secret of others."""

import json
from types import SimpleNamespace
from typing import Any

import httpx2 as httpx
import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from chancebox.server.access import limits
from chancebox.server.access.limits import Limits
from chancebox.server.store.schema import log
from chancebox.server.web.app import create_app
from server.guests import Guest, play_out, play_some, seated
from server.test_neighbours import Houses, houses, inside

__all__ = ["houses"]


def mine(guest: Guest) -> Any:
    answer = guest._ask("GET", "mine")
    assert answer.status_code == 200
    return answer.json()["tables"]


def test_it_is_a_file(ann: Guest) -> None:
    ann.open("gang-of-dice", "Ann", "bot")
    answer = ann._ask("GET", "mine")
    assert answer.headers["content-disposition"] == 'attachment; filename="chancebox-mine.json"'
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["format"] == "chancebox-mine"


def test_it_holds_all_tables_not_only_the_latest(ann: Guest, ben: Guest) -> None:
    tables = [ann.open("gang-of-dice", "Ann", "bot") for _table in range(25)]
    ben.open("gang-of-dice", "Ben", "bot")
    assert [table["table"] for table in mine(ann)] == tables
    assert [table["seats"] for table in mine(ann)] == [[{"seat": 0, "name": "Ann"}]] * 25
    assert len(mine(ben)) == 1


def test_it_tells_of_each_table_what_concerns_its_reader(ann: Guest, ben: Guest) -> None:
    table = seated(ann, ben, "gang-of-dice", finale="1/2/3")
    ann.post(f"tables/{table}/chat", seat=0, text="good luck")
    ben.post(f"tables/{table}/chat", seat=1, text="hm")
    ben.post(f"tables/{table}/chat", seat=1, phrase="thanks")
    play_out(table, ann, ben)
    (of_ann,), (of_ben,) = mine(ann), mine(ben)
    assert of_ann["opened_by_you"]
    assert not of_ben["opened_by_you"]
    assert of_ben["seats"] == [{"seat": 1, "name": "Ben"}]
    assert [line["text"] for line in of_ann["chat"]] == ["good luck"]
    assert [line.get("text") or line["phrase"] for line in of_ben["chat"]] == ["hm", "thanks"]
    assert "Ann" not in json.dumps({**of_ben, "record": None}), "others are in the record alone"
    state = ben.state(table)
    assert of_ben["game"] == "gang-of-dice"
    assert of_ben["options"] == state["options"]
    assert of_ben["stage"] == "over"
    assert of_ben["result"] == state["result"]
    assert of_ben["opened"] <= of_ben["latest"]


def test_the_record_is_in_it_byte_for_byte(ann: Guest, ben: Guest) -> None:
    table = seated(ann, ben, "gang-of-dice")
    play_out(table, ann, ben)
    record = ann._ask("GET", f"tables/{table}/record").text
    assert record.strip() in ann._ask("GET", "mine").text


@pytest.mark.parametrize("game", ["take-it-or-leave-it", "chance-it", "take-a-chance"])
def test_before_the_end_nothing_of_the_game_is_told(ann: Guest, ben: Guest, game: str) -> None:
    """The same file, whatever was dealt and decided: so it tells nothing of it."""

    def told() -> Any:
        table = seated(ann, ben, game, "bot")
        play_some(table, 6, ann, ben)
        found = mine(ann)[-1]
        assert found.pop("table") == table
        return {key: value for key, value in found.items() if key not in ("opened", "latest")}

    first = told()
    assert first["stage"] == "playing"
    assert not {"result", "record"} & first.keys()
    assert first == told()


def test_who_handed_a_seat_over_keeps_what_they_said(ann: Guest, ben: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    ann.post(f"tables/{table}/chat", seat=1, text="mine")
    code = ann.post(f"tables/{table}/seats/1/code").json()["code"]
    assert ben.post("codes", code=code).status_code == 200
    ben.post(f"tables/{table}/chat", seat=1, text="yours")
    assert [line["text"] for line in mine(ann)[0]["chat"]] == ["mine"]
    assert [line["text"] for line in mine(ben)[0]["chat"]] == ["yours"]
    assert mine(ann)[0]["seats"] == [{"seat": 0, "name": "Ann"}]
    assert mine(ben)[0]["seats"] == [{"seat": 1, "name": "Anton"}]


def test_who_stood_up_in_silence_has_no_share(ann: Guest, ben: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "open")
    ben.sit(table, 1, "Ben")
    assert mine(ben)
    assert ben.post(f"tables/{table}/seats/1/arrange", player={"kind": "open"}).status_code == 200
    assert mine(ben) == []


def test_removed_tables_are_not_in_it(ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "bot")
    ann.post(f"tables/{table}/remove")
    assert mine(ann) == []


def test_a_stranger_gets_an_empty_list(stranger: Guest) -> None:
    assert mine(stranger) == []


def test_a_table_of_unknown_rules_is_told_without_its_record(house: TestClient, ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    play_out(table, ann)
    with inside(house).store.engine.begin() as to:
        to.execute(log.update().values(entry=sa.func.replace(log.c.entry, '"rules":', '"rules":99')))
    (told,) = mine(ann)
    assert told["game"] == "gang-of-dice"
    assert "record" not in told


def test_any_process_writes_it(houses: Houses) -> None:
    ann, there = Guest(houses[0]), Guest(houses[1])
    table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    play_out(table, ann)
    there.token = ann.token
    assert mine(there) == mine(ann)


def test_it_has_a_budget(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: 0.0))
    with TestClient(create_app(tmp_path / "data", limits=Limits())) as house:
        ann, ben = Guest(house), Guest(house)
        for guest in (ann, ben):
            guest.open("gang-of-dice", "Ann", "bot")
        answers: list[httpx.Response] = [ann._ask("GET", "mine") for _time in range(4)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
        assert ben._ask("GET", "mine").status_code == 200
