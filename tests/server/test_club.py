"""The club of a house: a page for those who have its link, and nothing of it for anybody else."""

import logging
import re
import secrets
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from chancebox.engine.game.errors import BadSetup
from chancebox.server.access.limits import unlimited
from chancebox.server.monitoring import metrics
from chancebox.server.screens.club import Club, leaders, read_name, records, series_of
from chancebox.server.store.results import Placing, TableOutcome, enter
from chancebox.server.store.schema import groups, members, placings, results
from chancebox.server.web.app import create_app
from server.guests import Guest, play_out
from server.processes import Server
from server.test_boxes import PERSON, open_own
from server.test_groups import founded, inside, look

NAME = "Dice Friends"


@pytest.fixture
def house(folder: Path) -> Iterator[TestClient]:
    with TestClient(create_app(folder, limits=unlimited(), club=NAME)) as client:
        yield client


@pytest.fixture
def key(house: TestClient) -> str:
    found: Club = house.app.state.club  # type: ignore[attr-defined]
    return found.key


def page(house: TestClient, key: str) -> str:
    answer = house.get(f"/club/{key}")
    assert answer.status_code == 200, answer.text
    return answer.text


def test_only_its_link_leads_to_it(house: TestClient, key: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    assert re.fullmatch("[0-9a-f]{32}", key)
    for wrong in ("", key[:-1], "0" * 32, key.upper(), NAME):
        assert house.get(f"/club/{wrong}").status_code == 404
    assert NAME not in house.get("/").text
    assert "club" not in house.get("/new/gang-of-dice").text.casefold()
    answer = house.get(f"/club/{key}")
    assert NAME in answer.text
    assert answer.headers["x-robots-tag"] == "noindex, nofollow"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cache-control"] == "no-store"
    assert "httponly" in answer.headers["set-cookie"].casefold()
    # Known again by the cookie.
    assert NAME in house.get("/").text
    assert NAME in house.get("/new/gang-of-dice").text
    assert key not in metrics.text().decode()
    assert not [one for one in caplog.records if "httpx" not in one.name and key in str(one.__dict__)]
    assert key not in house.get("/robots.txt").text
    assert key not in house.get("/api/v1/openapi.json").text


def test_a_house_without_a_club_has_no_page_of_one(folder: Path) -> None:
    with TestClient(create_app(folder)) as client:
        for wrong in ("", "0" * 32):
            assert client.get(f"/club/{wrong}", headers={"cookie": "club="}).status_code == 404
        ann = Guest(client)
        table = ann.open("gang-of-dice", "Ann", "open")
        assert ann.post(f"tables/{table}/club", shown=True).status_code == 404


def test_the_link_stays_and_another_name_has_another() -> None:
    secret = "ab" * 32
    assert Club("A", secret).key == Club("A", secret).key
    assert len({Club("A", secret).key, Club("B", secret).key, Club("A", "cd" * 32).key}) == 3


def test_names_of_clubs() -> None:
    assert read_name("  Dice \n Friends ") == "Dice Friends"
    assert read_name("") == ""
    for wrong in ("x" * 41, " \n "):
        with pytest.raises(BadSetup, match="--club"):
            read_name(wrong)


def test_open_tables_that_their_hosts_show(house: TestClient, key: str, ann: Guest, ben: Guest) -> None:
    shown, hidden = (ann.open("gang-of-dice", "Ann", "open", "open") for _table in range(2))
    assert shown not in page(house, key)
    for who, status in ((ben, 403), (ann, 404)):
        given = key if who is ben else "0" * 32
        assert who.post(f"tables/{shown}/club", shown=True, key=given).status_code == status
    assert ann.post(f"tables/{shown}/club", shown=True, key=key).status_code == 200
    seen = page(house, key)
    assert f"/t/{shown}" in seen
    assert hidden not in seen
    assert "Ann invites" in seen
    assert "2 seats are open." in seen
    assert ann.post(f"tables/{shown}/club", shown=False, key=key).status_code == 200
    assert shown not in page(house, key)
    ann.post(f"tables/{shown}/club", shown=True, key=key)
    ben.sit(shown, 1, "Ben")
    # Nobody but people, since somebody has to win for a record.
    ann.post(f"tables/{shown}/seats/2/arrange", player={"kind": "person", "name": "Anton"})
    ann.post(f"tables/{shown}/start")
    assert shown not in page(house, key), "it is being played"
    play_out(shown, ann, ben)
    seen = page(house, key)
    assert "Records of the house" in seen
    assert re.search(r"<b>\d+</b> <span translate=\"no\">(Ann|Anton|Ben)</span>", seen)
    ann.post(f"tables/{shown}/remove")
    assert "Nothing has been played yet." in page(house, key)


def test_records_of_tables_that_are_not_shown_name_nobody(house: TestClient, key: str, ann: Guest) -> None:
    play_out(ann.open("gang-of-dice", "Annabelle", "Benedict", start=True), ann)
    seen = page(house, key)
    assert "Longest game" in seen
    assert "Annabelle" not in seen
    assert "Benedict" not in seen


def ended(house: TestClient, game: str, *seats: Placing) -> None:
    """Write how a game ended that anybody may have played."""
    work = lambda to: enter(to, secrets.token_hex(16), TableOutcome(game, "", 9, [*seats]), 1.0)  # noqa: E731
    inside(house).store.write(work).result()


def best(house: TestClient, game: str) -> int | None:
    return next(one.score for one in records(inside(house)) if one.game == game)


def test_a_record_is_the_score_of_somebody_who_won(anywhere: TestClient) -> None:
    lost = Placing("Ann", "a", False, 2, False, -18, False)
    bot = Placing("Ada", "", True, 1, True, 40, False)
    ended(anywhere, "take-it-or-leave-it", lost, bot)
    assert best(anywhere, "take-it-or-leave-it") is None, "a bot won"
    ended(anywhere, "take-it-or-leave-it", lost, bot._replace(stood_in=True, is_bot=False))
    assert best(anywhere, "take-it-or-leave-it") is None, "a bot played for who won"
    ended(anywhere, "take-it-or-leave-it", lost, Placing("Ben", "b", False, 1, True, 12, False))
    assert best(anywhere, "take-it-or-leave-it") == 12
    ended(anywhere, "take-it-or-leave-it", lost._replace(score=30), bot)
    assert best(anywhere, "take-it-or-leave-it") == 12, "30 did not win"


def test_the_record_of_second_chance_is_the_fewest_squares_against_others(anywhere: TestClient) -> None:
    won, lost = Placing("Ann", "a", False, 1, True, 9, False), Placing("Ben", "b", False, 2, False, 14, False)
    ended(anywhere, "second-chance", won, lost)
    ended(anywhere, "second-chance", won._replace(score=11), lost)
    ended(anywhere, "second-chance", won._replace(score=2))
    assert best(anywhere, "second-chance") == 9, "who plays alone plays three games, and beats nobody"


def test_own_components_set_no_record(house: TestClient, ann: Guest) -> None:
    table = open_own(ann, PERSON, {"kind": "person", "name": "Anton"})
    play_out(table, ann)
    assert best(house, "gang-of-dice") is None
    play_out(ann.open("gang-of-dice", "Ann", "Anton", start=True), ann)
    assert best(house, "gang-of-dice") is not None


def test_groups_that_their_hosts_show(house: TestClient, key: str, ann: Guest, ben: Guest) -> None:
    group = founded(ann, ben)
    assert group not in page(house, key)
    assert ben.post(f"groups/{group}/club", shown=True, key=key).status_code == 403
    assert ann.post(f"groups/{group}/club", shown=True, key="").status_code == 404
    assert ann.post(f"groups/{group}/club", shown=True, key=key).status_code == 200
    seen = page(house, key)
    assert f"/g/{group}" in seen
    assert 'scope="row" translate="no">Ann' in seen
    ann.post(f"groups/{group}/members/0/leave")
    assert ">Ann<" not in page(house, key)
    assert look(ben, group)["host"] == 1
    ben.post(f"groups/{group}/club", shown=False, key=key)
    assert group not in page(house, key)


def fill(to: sa.Connection, many: int) -> None:
    """Write so many finished games of groups of fifty games each, all shown to the club."""
    now, each = time.time(), 50
    ids = [f"{n:032x}" for n in range(many // each)]
    rows: dict[sa.Table, list[dict[str, Any]]] = {groups: [], members: [], results: [], placings: []}
    for n, id in enumerate(ids):
        rows[groups].append({"id": id, "host": 0, "club": True, "founded": now, "latest": now - n})
        rows[members] += [
            {"group_id": id, "number": seat, "name": f"N{seat}", "visitor": f"v{n}-{seat}"}
            for seat in range(4)
        ]
    for n in range(many):
        table, game = f"f{n:031x}", ("gang-of-dice", "chance-it")[n % 2]
        row = {"table_id": table, "group_id": ids[n // each], "number": n % each + 1, "game": game}
        more = {"opened": now - n, "ended": now - n, "decisions": n % 997, "is_kept": True, "is_shown": True}
        rows[results].append(row | more)
        rows[placings] += [
            {"table_id": table, "seat": seat, "game": game, "member": seat, "name": f"N{seat}"}
            | {"is_bot": False, "place": seat + 1, "has_won": not seat, "score": (n * 7 + seat) % 991}
            | {"stood_in": False, "luck": None}
            for seat in range(4)
        ]
    for kind, values in rows.items():
        to.execute(kind.insert(), values)


def test_many_finished_games_are_looked_at_by_indexes(anywhere: TestClient) -> None:
    house = inside(anywhere)
    with house.store.engine.begin() as to:
        fill(to, 3000)
    plans = _plans(house.store.engine, lambda: (records(house), leaders(house), series_of(house)))
    assert [one.wins for one in leaders(house)][:1] == [50]
    assert {one.game: (one.score, one.decisions) for one in records(house)} == {
        "gang-of-dice": (990, 996),
        "chance-it": (990, 996),
    }
    assert len(series_of(house)) == 8
    # However many there are, none of these questions reads all of them.
    assert plans == []


def _plans(engine: sa.Engine, ask: Any) -> list[str]:
    """Return which questions read a whole table, as SQLite plans them; PostgreSQL decides by size."""
    if engine.dialect.name != "sqlite":
        return []
    asked: list[tuple[str, Any]] = []

    def note(_c: Any, _cursor: Any, statement: str, parameters: Any, *_more: Any) -> None:
        asked.append((statement, parameters))

    sa.event.listen(engine, "before_cursor_execute", note)
    ask()
    sa.event.remove(engine, "before_cursor_execute", note)
    assert asked
    with engine.connect() as source:
        plans = [
            str(row[-1])
            for statement, parameters in asked
            for row in source.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
        ]
    return [plan for plan in plans if re.match(r"SCAN (results|placings|members|groups)", plan)]


@pytest.mark.long
def test_the_terminal_shows_the_link_and_it_is_the_same_after_a_restart(tmp_path: Path) -> None:
    links = []
    for _start in range(2):
        with Server(tmp_path, "--club", NAME) as server:
            assert server.process
            assert server.process.stdout
            line = ""
            while "/club/" not in line:
                line = server.process.stdout.readline()
            links.append(line.strip().rpartition("/")[2])
            server.stop()
    assert links[0] == links[1]
