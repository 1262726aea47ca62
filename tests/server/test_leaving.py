"""Leaving for good: nothing of whoever leaves is left, and nobody else loses anything."""

import gzip
import json
import shutil
from pathlib import Path

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from chancebox.server.access.limits import unlimited
from chancebox.server.store.databases.sqlite import FILE
from chancebox.server.store.kept_reviews import KeptReview
from chancebox.server.store.schema import chat, log, metadata
from chancebox.server.web.app import create_app
from server.guests import Guest, play_out, play_some, seated, settled
from server.test_neighbours import Houses, houses, inside
from server.test_removing import rows

__all__ = ["houses"]
STORES = Path(__file__).parents[1] / "golden" / "stores"


def leave(guest: Guest) -> None:
    answer = guest.post("mine/remove", sure=True)
    assert answer.status_code == 200, answer.text


def visitor_of(guest: Guest, house: TestClient) -> str:
    return inside(house).visitors.read(guest.token)


def everything(house: TestClient) -> str:
    """Return all that the store holds, as a text."""
    return json.dumps([[str(row) for row in rows(inside(house), table)] for table in metadata.sorted_tables])


def execute(house: TestClient, statement: sa.Update | sa.Delete) -> None:
    """Change something in a store behind the back of its house."""

    def work(to: sa.Connection) -> None:
        to.execute(statement)

    inside(house).store.write(work).result()


def test_nobody_is_erased_by_accident(ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "bot")
    assert ann.post("mine/remove").status_code == 422
    assert ann.post("mine/remove", sure=False).status_code == 422
    assert ann.state(table)["stage"] == "lobby"


def test_a_stranger_has_nothing_to_erase(stranger: Guest) -> None:
    assert stranger.post("mine/remove", sure=True).status_code == 200


def test_own_tables_are_removed(ann: Guest) -> None:
    tables = [
        ann.open("gang-of-dice", "Ann", "bot"),
        ann.open("gang-of-dice", "Ann", "bot", start=True),
        ann.open("gang-of-dice", "Ann", "Anton", start=True),
    ]
    play_out(tables[2], ann)
    leave(ann)
    assert [ann.status(f"tables/{table}") for table in tables] == [410] * 3


def test_the_games_of_others_stay_theirs(anywhere: TestClient) -> None:
    ann, ben = Guest(anywhere), Guest(anywhere)
    over = seated(ann, ben, "gang-of-dice")
    play_out(over, ann, ben)
    was = ben.state(over)
    record = ben.get(f"tables/{over}/record")
    leave(ann)
    state = ben.state(over)
    assert [seat["name"] for seat in state["seats"]] == ["Guest", "Ben"]
    assert state["result"] == was["result"]
    now = ben.get(f"tables/{over}/record")
    # The digest is of the whole record, with its names.
    del record["digest"], now["digest"]
    assert json.dumps(record).replace('"Ann"', '"Guest"') == json.dumps(now)
    assert ben.post(f"tables/{over}/remove").status_code == 200, "somebody else is the host"


def test_a_game_goes_on_without_whoever_left(anywhere: TestClient) -> None:
    ann, ben = Guest(anywhere), Guest(anywhere)
    table = seated(ann, ben, "gang-of-dice")
    play_some(table, 3, ann, ben)
    with anywhere.websocket_connect(f"/t/{table}/live", headers=ben.headers):
        leave(ann)
    seats = ben.state(table)["seats"]
    assert [(seat["name"], seat["bot"]) for seat in seats] == [("Guest", "thumb"), ("Ben", "")]
    settled(table, ben)
    play_out(table, ben)
    # In memory it is what its log says.
    before = ben.state(table)
    del inside(anywhere).kernel.sessions[table]
    assert ben.state(table) == before


def test_a_seat_in_a_lobby_is_free_again(ann: Guest, ben: Guest, stranger: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "open", "open")
    ben.sit(table, 1, "Ben")
    leave(ben)
    assert [seat["kind"] for seat in ann.state(table)["seats"]] == ["person", "open", "open"]
    stranger.sit(table, 1, "Cleo")
    leave(ann)
    seats = stranger.state(table)["seats"]
    assert [seat["kind"] for seat in seats] == ["open", "person", "open"]
    assert stranger.post(f"tables/{table}/seats/0/arrange", player={"kind": "bot"}).status_code == 200


def test_the_last_to_leave_takes_the_table_along(ann: Guest, ben: Guest) -> None:
    table = seated(ann, ben, "gang-of-dice")
    play_some(table, 3, ann, ben)
    leave(ann)
    leave(ben)
    assert ann.status(f"tables/{table}") == 410


def test_a_name_that_went_on_to_another_device_stays(ann: Guest, ben: Guest, stranger: Guest) -> None:
    table = seated(ann, ben, "gang-of-dice")
    code = ben.post(f"tables/{table}/seats/1/code").json()["code"]
    assert stranger.post("codes", code=code).status_code == 200
    leave(ben)
    assert [seat["name"] for seat in ann.state(table)["seats"]] == ["Ann", "Ben"]
    leave(stranger)
    assert [seat["name"] for seat in ann.state(table)["seats"]] == ["Ann", "Guest"]


def test_several_at_one_device_leave_together(ann: Guest, ben: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "Anton", "open")
    ben.sit(table, 2, "Guest")
    ann.post(f"tables/{table}/start")
    leave(ann)
    assert [seat["name"] for seat in ben.state(table)["seats"]] == ["Guest 2", "Guest 3", "Guest"]


def test_nothing_is_left(place: Path | str) -> None:
    secret = "Zaphod", "the answer is forty-two"
    with TestClient(create_app(place, limits=unlimited())) as house:
        ann, ben = Guest(house), Guest(house)
        tables = [ann.open("gang-of-dice", "Ann", "open") for _table in range(3)]
        for n, table in enumerate(tables):
            ben.sit(table, 1, secret[0])
            ben.post(f"tables/{table}/chat", seat=1, text=secret[1])
            ben.post(f"tables/{table}/chat", seat=1, phrase="thanks")
            ann.post(f"tables/{table}/chat", seat=0, text="hello")
            ben.post(f"tables/{table}/seats/1/code")
            if n:
                ann.post(f"tables/{table}/start")
                play_some(table, 4 if n == 1 else 5000, ann, ben)
        ben.open("gang-of-dice", secret[0], "bot")
        assert house.portal
        house.portal.call(inside(house).own_results.settle)
        found = gzip.compress(secret[0].encode())
        inside(house).store.reviews.keep(tables[2], KeptReview("x", found)).result()
        me = visitor_of(ben, house)
        for word in (*secret, me):
            assert word in everything(house)
        leave(ben)
        for word in (*secret, me, str(found)):
            assert word not in everything(house), word
        assert [row.text for row in rows(inside(house), chat) if row.text] == ["hello"] * 3
        assert [line["text"] for line in ann.get(f"tables/{tables[1]}/chat")] == ["hello"]
        # Whoever has heard three lines waits for the fourth.
        assert ann.post(f"tables/{tables[1]}/chat", seat=0, text="gone").json()["number"] == 4
        assert ben.get("mine")["tables"] == []
        if isinstance(place, Path):
            inside(house).store.wipe()
            for file in place.glob(f"{FILE}*"):
                for word in (*secret, me):
                    assert word.encode() not in file.read_bytes(), file.name


def test_the_other_process_forgets_too(houses: Houses) -> None:
    ann, ben = Guest(houses[0]), Guest(houses[1])
    table = seated(ann, ben, "gang-of-dice")
    play_some(table, 3, ann, ben)
    leave(ann)
    assert [seat["name"] for seat in ben.state(table)["seats"]] == ["Guest", "Ben"]
    settled(table, ben)
    play_out(table, ben)


def test_tables_of_rules_that_are_not_there_any_more_can_be_left(folder: Path) -> None:
    with TestClient(create_app(folder, limits=unlimited())) as house:
        ann, ben = Guest(house), Guest(house)
        table = seated(ann, ben, "gang-of-dice")
        old = sa.update(log).values(entry=sa.func.replace(log.c.entry, '"rules":1', '"rules":99'))
        execute(house, old)
        inside(house).kernel.sessions.clear()
        leave(ann)
        assert "Ann" not in everything(house)
        assert ben.status(f"tables/{table}") >= 400, "it cannot be played, but it is there"
        assert inside(house).store.tables.read(table)


@pytest.mark.parametrize("form", ["0001", "0008"])
def test_old_stores_forget_as_well(form: str, folder: Path) -> None:
    made = json.loads((STORES / f"{form}.json").read_text())
    folder.mkdir()
    with gzip.open(STORES / f"{form}.sqlite3.gz") as source, (folder / FILE).open("wb") as to:
        shutil.copyfileobj(source, to)
    with TestClient(create_app(folder, limits=unlimited())) as house:
        ann = Guest(house)
        ann.token = made["token"]
        leave(ann)
        assert {ann.status(f"tables/{table}") for table in made["states"]} == {410}
        assert visitor_of(ann, house) not in everything(house)
