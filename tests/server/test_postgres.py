"""The store on PostgreSQL: what differs from a folder, and what goes wrong on the way to a database."""

import os
import re
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from chancebox.cli import main
from chancebox.server.access.limits import unlimited
from chancebox.server.house.house import House
from chancebox.server.store import copies
from chancebox.server.store.database import Taken
from chancebox.server.store.databases import migration, stores
from chancebox.server.store.databases.postgres import describe, read_address
from chancebox.server.store.databases.sqlite import FILE
from chancebox.server.store.databases.stores import open_store
from chancebox.server.store.kept_reviews import KeptReview
from chancebox.server.store.schema import log
from chancebox.server.tables import entries
from chancebox.server.tables.errors import Full, Refused
from chancebox.server.web.app import create_app
from children import CHANCEBOX, run, wait_until
from databases import LOCKED, Postgres, Proxy, through
from server.guests import Guest
from server.processes import Server

OPENED = entries.Opened("pig", 1, "x", {}, [], "host", "house")
SECRET = "openSesame7"


def once(when: str) -> Callable[[bytes], str]:
    """Cut the first connection that commits, before or after it does."""
    waiting = [when]

    def watch(sent: bytes) -> str:
        return waiting.pop() if b"COMMIT" in sent and waiting else ""

    return watch


@pytest.fixture
def proxy(postgres: Postgres) -> Iterator[Proxy]:
    between = Proxy(postgres.port)
    yield between
    between.close()


# Connections that break.


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_connection_cut_at_the_commit_changes_no_answer(
    postgres: Postgres, database: str, proxy: Proxy, when: str
) -> None:
    """Before it arrives nothing is written, after it all is; either way the answer is the truth."""
    with TestClient(create_app(through(database, proxy), limits=unlimited())) as client:
        ann = Guest(client)
        table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
        before = ann.state(table)
        proxy.watch = once(when)
        answer = ann.play(table, before["to_act"][0], "stake 1", id="cut")
        assert proxy.cuts == 1
        written = postgres.do(f"SELECT count(*) FROM log WHERE table_id = '{table}'", database.split("/")[-1])
        assert answer.status_code == 200
        assert written == [(before["version"] + 1,)]
        assert ann.state(table)["version"] == answer.json()["version"] == before["version"] + 1
        again = ann.play(table, before["to_act"][0], "stake 1", id="cut")
        assert again.json() == answer.json()


def test_who_waits_behind_a_commit_of_unknown_end_is_refused(
    postgres: Postgres, database: str, proxy: Proxy
) -> None:
    """The first is answered when its end is known, others at once: of theirs nothing was sent."""
    store = open_store(through(database, proxy))
    store.tables.open("t", "CODE", "c0", OPENED).result()
    down = threading.Event()

    def watch(sent: bytes) -> str:
        if down.is_set():
            return "before"
        if b"COMMIT" in sent:
            down.set()
            return "after"
        return ""

    proxy.watch = watch
    first = store.tables.append("t", 2, "c1", entries.Started([]))
    wait_until(lambda: bool(store.trouble), "trouble")
    second = store.tables.append("t", 3, "c2", entries.Started([]))
    with pytest.raises(Full, match="nothing has changed"):
        second.result(60)
    assert not first.done()
    with pytest.raises(Full):
        store.check_health()
    proxy.watch = lambda _sent: ""
    # Taken: it had been written, and whoever reads on finds it.
    assert isinstance(first.exception(60), Taken)
    assert [line.command for line in store.tables.read("t")] == ["c0", "c1"]
    store.tables.append("t", 3, "c2", entries.Started([])).result(60)
    wait_until(lambda: not store.trouble, "health")
    store.check_health()
    store.close()


def test_a_house_that_closes_does_not_wait_for_a_database_that_is_gone(database: str, proxy: Proxy) -> None:
    store = open_store(through(database, proxy))
    store.tables.open("t", "CODE", "c0", OPENED).result()
    proxy.watch = lambda sent: "after" if b"COMMIT" in sent else ""
    first = store.tables.append("t", 2, "c1", entries.Started([]))
    wait_until(lambda: bool(store.trouble), "trouble")
    store.close()
    error = first.exception(60)
    assert isinstance(error, Full)
    assert "not known" in str(error), "never that nothing has changed"


def test_connections_that_are_killed_are_made_again(postgres: Postgres, database: str) -> None:
    with TestClient(create_app(database, limits=unlimited())) as client:
        ann = Guest(client)
        table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
        inside: House = client.app.state.house  # type: ignore[attr-defined]
        for _round in range(3):
            postgres.do(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'chancebox'"
            )
            inside.kernel.sessions.clear()
            assert ann.state(table)["stage"] == "playing"
            postgres.do(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'chancebox'"
            )
            assert ann.post(f"tables/{table}/chat", seat=0, text="still here").status_code == 200
            assert client.get("/healthz").status_code == 200


def test_a_house_outlives_its_database(postgres: Postgres, database: str) -> None:
    with TestClient(create_app(database, limits=unlimited())) as client:
        ann = Guest(client)
        table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
        state = ann.state(table)
        postgres.stop()
        try:
            assert ann.play(table, state["to_act"][0], "stake 1", id="later").status_code == 503
            assert client.get("/healthz").status_code == 503
        finally:
            postgres.start()
        assert ann.play(table, state["to_act"][0], "stake 1", id="later").status_code == 200
        assert ann.state(table)["version"] == state["version"] + 1
        wait_until(lambda: client.get("/healthz").status_code == 200, "health")


# At the start.


def test_houses_that_start_at_once_make_one_store(database: str) -> None:
    together = threading.Barrier(4)

    def start(_number: int) -> list[str]:
        together.wait()
        store = open_store(database)
        found = [store.key(name) for name in ("visitors", "dice")]
        store.close()
        return found

    with ThreadPoolExecutor(4) as crowd:
        keys = list(crowd.map(start, range(4)))
    assert keys == [keys[0]] * 4


def refusal(address: str, *arguments: str, **environment: str) -> str:
    """Start a house that does not start, in a process of its own; return the one line that it says."""
    command = [*CHANCEBOX, "serve", "--no-browser", "--port", "0", *arguments]
    done = run(command, env={**os.environ, "CHANCEBOX_STORE": address, **environment})
    assert done.returncode == 1, done
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1, done.stderr
    assert SECRET not in done.stderr
    return done.stderr


def refused(address: str) -> str:
    """Return what such a house would say."""
    with pytest.raises(Refused) as found:
        open_store(address)
    said = str(found.value)
    assert "\n" not in said
    assert SECRET not in said
    return said


def test_what_cannot_be_used_is_said_in_a_line(postgres: Postgres, database: str) -> None:
    name = database.split("/")[-1]
    nowhere = re.sub(r":\d+/", ":1/", postgres.address(name, password=SECRET))
    assert "refused" in refused(nowhere)
    postgres.do(f"DROP ROLE IF EXISTS {LOCKED}")
    postgres.do(f"CREATE ROLE {LOCKED} LOGIN PASSWORD 'another'")
    assert "password authentication failed" in refusal(postgres.address(name, LOCKED, SECRET))
    postgres.do(f"ALTER ROLE {LOCKED} PASSWORD '{SECRET}'")
    assert "permission denied" in refused(postgres.address(name, LOCKED, SECRET))
    assert "does not exist" in refused(postgres.address("nothing", password=SECRET))
    open_store(database).close()
    postgres.do("UPDATE alembic_version SET version_num = '9999'", name)
    assert "newer Chancebox" in refused(database)


@pytest.mark.parametrize("address", [f"mysql://x:{SECRET}@y/z", f"postgresql://x:{SECRET}@y:port/z"])
def test_what_is_no_address_is_said_without_it(address: str) -> None:
    with pytest.raises(Refused, match="postgresql://chancebox@localhost/chancebox") as refused:
        open_store(address)
    assert SECRET not in str(refused.value)


def test_the_extra_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stores, "find_spec", lambda _name: None)
    with pytest.raises(Refused, match=r"pip install 'chancebox\[postgres\]'"):
        open_store("postgresql://x/y")


def test_one_place_is_named(database: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--data", str(folder), "--store", database]) == 2
    assert "leave out" in capsys.readouterr().err


def test_letters_of_another_kind_are_refused(postgres: Postgres) -> None:
    postgres.do("CREATE DATABASE old ENCODING 'SQL_ASCII' TEMPLATE template0")
    with pytest.raises(Refused, match="UTF8"):
        open_store(postgres.address("old"))


def test_an_id_that_no_table_has_is_not_found(database: str) -> None:
    with TestClient(create_app(database, limits=unlimited())) as client:
        for id in ("nothing", "%00", "%ED%A0%80", "x" * 300):
            assert client.get(f"/api/v1/tables/{id}").status_code == 404
            assert client.get(f"/api/v1/codes/{id}").status_code == 404
        ann = Guest(client)
        table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
        assert ann.post(f"tables/{table}/chat", seat=0, text="a\0b").status_code == 200
        assert ann.post("codes", code="\0").status_code in (404, 422)


# Moving.


def filled(place: Path | str) -> list[str]:
    """Put something into a store, of every kind."""
    with TestClient(create_app(place, limits=unlimited())) as client:
        ann, ben = Guest(client), Guest(client)
        tables = [ann.open("gang-of-dice", "Änn", "Ødipus 𝔛", start=True) for _table in range(3)]
        for table in tables:
            ann.play(table, ann.state(table)["to_act"][0], "stake 1")
            ann.post(f"tables/{table}/chat", seat=0, text=f"hello {table}")
        code = ann.post(f"tables/{tables[0]}/seats/1/code").json()["code"]
        assert ben.post("codes", code=code).status_code == 200
        inside: House = client.app.state.house  # type: ignore[attr-defined]
        inside.store.reviews.keep(tables[0], KeptReview("1 normal 1 en", b"\0\1\xff")).result()
    return tables


def test_a_store_moves_there_and_back(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, back = tmp_path / "first", tmp_path / "back"
    tables = filled(first)
    assert main(["move-store", str(first), database]) == 0
    said = capsys.readouterr().out
    assert "Tables: 3;" in said
    assert main(["move-store", database, str(back)]) == 0
    assert capsys.readouterr().out == said, "the same tables, lines and hash"
    with TestClient(create_app(back, limits=unlimited())) as client:
        assert client.get(f"/api/v1/tables/{tables[0]}").json()["stage"] == "playing"
        assert client.get(f"/api/v1/tables/{tables[0]}/chat").json()[0]["text"] == f"hello {tables[0]}"


def test_a_store_moves_into_an_empty_one_only(database: str, tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    filled(first)
    filled(second)
    with pytest.raises(Refused, match="something in the store"):
        copies.move_store(first, second)
    assert main(["move-store", str(tmp_path / "none"), database]) == 2
    assert main(["move-store", str(first), "mysql://x/y"]) == 2
    assert main(["move-store", str(first), str(first)]) == 2


def test_a_store_in_use_does_not_move(database: str, folder: Path, tmp_path: Path) -> None:
    used = open_store(database)
    with pytest.raises(Refused, match="a Chancebox is using it"):
        copies.move_store(database, tmp_path / "other")
    filled(folder)
    with pytest.raises(Refused, match="a Chancebox is using it"):
        copies.move_store(folder, database)
    used.close()
    held = open_store(folder)
    with pytest.raises(Refused, match="Another Chancebox"):
        copies.move_store(folder, database)
    held.close()
    moving = open_store(database, alone=True)
    with pytest.raises(Refused, match="being moved"):
        open_store(database)
    moving.close()
    copies.move_store(folder, database)


def test_a_copy_that_breaks_off_leaves_nothing(
    database: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(folder)
    digests = copies.digests
    seen: list[object] = []

    def differ(source: sa.Connection) -> copies.Digests:
        seen.append(source)
        return digests(source) if len(seen) == 1 else {}

    def break_off(_found: copies.Digests) -> str:
        raise sa.exc.DatabaseError("INSERT", {}, Exception("the cable"))

    with monkeypatch.context() as broken:
        broken.setattr(copies, "digests", differ)
        with pytest.raises(Refused, match="not the same"):
            copies.move_store(folder, database)
    with monkeypatch.context() as broken:
        broken.setattr(
            copies,
            "combine",
            lambda _found: (_ for _ in ()).throw(sa.exc.DatabaseError("", {}, Exception("oh"))),
        )
        with pytest.raises(Refused, match="broke off"):
            copies.move_store(folder, database)
    copies.move_store(folder, database)


@pytest.mark.parametrize("column", ["command", "entry", "at"])
def test_a_copy_that_differs_in_anything_has_another_hash(tmp_path: Path, column: str) -> None:
    filled(tmp_path)
    store = open_store(tmp_path)
    with store.engine.connect() as source:
        before = copies.combine(copies.digests(source))
    with store.engine.begin() as to:
        value = log.c[column] + 1 if column == "at" else log.c[column] + " "
        to.execute(log.update().where(log.c.version == 2).values({column: value}))
    with store.engine.connect() as source:
        assert copies.combine(copies.digests(source)) != before
    store.close()


def test_a_backup_of_a_database_is_a_whole_house(database: str, tmp_path: Path) -> None:
    tables = filled(database)
    used = open_store(database)
    folder = tmp_path / "copy"
    folder.mkdir()
    assert main(["backup", str(folder / FILE), "--store", database]) == 0
    used.close()
    with TestClient(create_app(folder, limits=unlimited())) as client:
        assert client.get(f"/api/v1/tables/{tables[0]}").json()["stage"] == "playing"
    with pytest.raises(Refused, match="already"):
        stores.back_up(database, folder / FILE)


def test_a_password_is_in_no_text() -> None:
    url = read_address(f"postgres://ann:{SECRET}@host:5433/house?password={SECRET}")
    assert describe(url) == "postgresql://ann@host:5433/house"


def test_a_house_is_served_from_a_database(database: str, folder: Path) -> None:
    with Server(folder, store=database) as server:
        assert run(["curl", "-sf", f"{server.address}/healthz"]).returncode == 0
        assert not folder.exists(), "nothing is kept elsewhere"


def test_the_newest_form_is_the_last_migration() -> None:
    assert max(file.name[:4] for file in (migration.SCRIPTS / "versions").glob("0*.py")) == migration.NEWEST
