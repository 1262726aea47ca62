"""Tidying up: how long tables are kept, and what is never put away."""

import os
import time
from pathlib import Path

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from chancebox.engine.game.errors import BadSetup
from chancebox.server.house import tidying
from chancebox.server.house.house import House
from chancebox.server.house.tidying import DAY, read_days
from chancebox.server.monitoring import metrics
from chancebox.server.store.databases.sharing import SharedStore
from chancebox.server.store.schema import log, tables
from children import CHANCEBOX, run, wait_until
from server.guests import Guest, play_some
from server.test_live import frame
from server.test_neighbours import Houses, end_grace, houses, inside

__all__ = ["houses"]


def tidy(client: TestClient, keep: float | None = DAY) -> int:
    """Tidy up now."""
    assert client.portal
    return client.portal.call(inside(client).tidying(keep).tidy)


def sweep(client: TestClient) -> None:
    """Forget what was removed long ago."""
    assert client.portal
    client.portal.call(inside(client).tidying(None).sweep)


def age(house: House, days: float, *only: str) -> None:
    """Let time go by for all tables, or for some: nobody is there any more either."""
    concerned = [log.c.table_id.in_(only)] if only else []
    with house.store.engine.begin() as to:
        to.execute(log.update().where(*concerned).values(at=log.c.at - days * DAY))
        to.exec_driver_sql(f"UPDATE chat SET at = at - {days * DAY}")
        to.exec_driver_sql("DELETE FROM presence")


def leave(house: House) -> None:
    """Let everybody have left long ago."""
    for session in house.kernel.sessions.values():
        session.used = float("-inf")


def count(house: House, kind: sa.Table) -> int:
    with house.store.engine.connect() as source:
        return source.execute(sa.select(sa.func.count()).select_from(kind)).scalar() or 0


def test_old_tables_are_removed_and_others_stay(anywhere: TestClient) -> None:
    ann, house = Guest(anywhere), inside(anywhere)
    lobby = ann.open("gang-of-dice", "Ann", "open")
    played = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    play_some(played, 4, ann)
    age(house, 3)
    young = ann.open("gang-of-dice", "Ann", "bot")
    leave(house)
    before = metrics.tables_removed.labels("age")._value.get()
    assert tidy(anywhere, 4 * DAY) == 0
    assert tidy(anywhere, None) == 0
    assert tidy(anywhere, 2 * DAY) == 2
    assert metrics.tables_removed.labels("age")._value.get() == before + 2
    assert [ann.status(f"tables/{table}") for table in (lobby, played, young)] == [410, 410, 200]
    assert tidy(anywhere, 2 * DAY) == 0


def test_tables_that_are_not_in_memory_go_too_whatever_their_rules(anywhere: TestClient) -> None:
    ann, house = Guest(anywhere), inside(anywhere)
    table = ann.open("gang-of-dice", "Ann", "bot")
    with house.store.engine.begin() as to:
        to.execute(log.update().values(entry=sa.func.replace(log.c.entry, '"rules":', '"rules":99')))
    house.kernel.sessions.clear()
    assert ann.status(f"tables/{table}") == 410
    age(house, 3)
    assert tidy(anywhere) == 1
    assert "removed" in ann._ask("GET", f"tables/{table}").json()["error"]


def test_a_table_at_which_somebody_looks_or_talks_stays(anywhere: TestClient) -> None:
    ann, house = Guest(anywhere), inside(anywhere)
    table = ann.open("gang-of-dice", "Ann", "bot", start=True)
    age(house, 3)
    assert tidy(anywhere) == 0, "somebody asked for it a moment ago"
    with anywhere.websocket_connect(f"/t/{table}/live") as socket:
        frame(socket)
        leave(house)
        age(house, 0)
        assert tidy(anywhere) == 0
    assert ann.post(f"tables/{table}/chat", seat=0, text="still here").status_code == 200
    wait_until(lambda: not house.kernel.sessions[table].watchers, "the end of the socket")
    leave(house)
    age(house, 0)
    assert tidy(anywhere) == 0
    age(house, 3)
    assert tidy(anywhere) == 1


def test_a_spectator_at_another_process_keeps_a_table(houses: Houses) -> None:
    ann = Guest(houses[0])
    table = ann.open("gang-of-dice", "Ann", "bot")
    store = inside(houses[0]).store
    assert isinstance(store, SharedStore)
    age(inside(houses[0]), 3)
    with houses[1].websocket_connect(f"/t/{table}/live") as socket:
        frame(socket)
        for house in houses:
            leave(inside(house))
            inside(house).kernel.sessions[table].presence._seen.clear()
        wait_until(lambda: "*" in store.glance([table])[table].present, "a row for the spectator")
        end_grace(store, table)
        assert tidy(houses[0]) == 0
    assert ann.state(table)["stage"] == "lobby"


def test_one_process_tidies_and_the_other_hears_of_it(houses: Houses) -> None:
    ann, there = Guest(houses[0]), Guest(houses[1])
    table = ann.open("gang-of-dice", "Ann", "bot")
    there.state(table)
    age(inside(houses[0]), 3)
    for house in houses:
        leave(inside(house))
    assert houses[1].portal
    assert houses[1].portal.call(inside(houses[1]).kernel.leads, "tidying")
    assert tidy(houses[0]) == 0, "the other one does it"
    assert tidy(houses[1]) == 1
    assert {ann.status(f"tables/{table}"), there.status(f"tables/{table}")} == {410}


def test_that_a_table_was_removed_is_forgotten_after_a_day(anywhere: TestClient) -> None:
    ann, house = Guest(anywhere), inside(anywhere)
    gone, stays = (ann.open("gang-of-dice", "Ann", "bot") for _table in range(2))
    assert ann.post(f"tables/{gone}/remove").status_code == 200
    sweep(anywhere)
    assert ann.status(f"tables/{gone}") == 410
    age(house, 1.1)
    sweep(anywhere)
    assert ann.status(f"tables/{gone}") == 404
    assert ann.status(f"tables/{stays}") == 200
    assert (count(house, log), count(house, tables)) == (1, 1)


def test_many_are_removed_some_at_a_time(
    house: TestClient, ann: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tidying, "AT_ONCE", 3)
    for _table in range(7):
        ann.open("gang-of-dice", "Ann", "bot")
    age(inside(house), 3)
    leave(inside(house))
    chore = inside(house).tidying(DAY)
    left = []
    assert house.portal
    for _look in range(5):
        house.portal.call(chore.go_on)
        left.append(len(inside(house).kernel.sessions))
    assert left == [4, 1, 0, 0, 0]


def test_a_clock_that_leaps_ahead_ages_nothing(house: TestClient, ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "bot")
    leave(inside(house))
    leap = 0.0
    chore = inside(house).tidying(30 * DAY, lambda: time.time() + leap)
    leap = 1000 * DAY
    assert house.portal
    assert house.portal.call(chore.tidy) == 0
    assert ann.status(f"tables/{table}") == 200


@pytest.mark.parametrize("days", ["0", "-1", "1.5", "soon", "99999999"])
def test_a_number_of_days_that_is_none_is_refused(days: str) -> None:
    with pytest.raises(BadSetup, match=r"--keep-days takes a whole number from 1 to 36500"):
        read_days(days)


def test_days_are_read() -> None:
    assert read_days("") is None
    assert read_days("30") == 30 * DAY


@pytest.mark.parametrize("way", ["option", "environment"])
def test_the_house_does_not_open_with_a_bad_number(tmp_path: Path, way: str) -> None:
    said = ["--keep-days", "soon"] if way == "option" else []
    environment = os.environ | ({} if said else {"CHANCEBOX_KEEP_DAYS": "soon"})
    done = run([*CHANCEBOX, "serve", "--data", tmp_path / "data", *said], env=environment)
    assert done.returncode
    assert "not 'soon'" in done.stderr
    assert not (tmp_path / "data").exists()
