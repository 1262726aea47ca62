"""Removing tables: who may, that nothing of them is left, and that nobody goes on at one."""

import random
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from chancebox.server.access.limits import unlimited
from chancebox.server.house import leaving
from chancebox.server.house.house import House
from chancebox.server.monitoring import metrics
from chancebox.server.store import erasing
from chancebox.server.store.codes import Offer
from chancebox.server.store.database import Taken
from chancebox.server.store.databases.sharing import SharedStore
from chancebox.server.store.databases.sqlite import FILE
from chancebox.server.store.databases.stores import open_store
from chancebox.server.store.kept_reviews import KeptReview
from chancebox.server.store.presence import SOMEBODY
from chancebox.server.store.schema import chat, log, metadata, presence, tables
from chancebox.server.tables import entries, moves
from chancebox.server.tables.errors import Gone
from chancebox.server.tables.phrases import ChatLine
from chancebox.server.web.app import create_app
from children import LIMIT, wait_until
from server.guests import Guest, play_out, play_some, seated
from server.test_live import frame
from server.test_neighbours import Houses, houses, inside

__all__ = ["houses"]
ORPHANED = [table for table in metadata.sorted_tables if "table_id" in table.c and table is not log]


def remove(guest: Guest, table: str, id: str = "") -> int:
    more = {"id": id} if id else {}
    return guest.post(f"tables/{table}/remove", **more).status_code


def code_of_closing(socket: WebSocketTestSession) -> int:
    """Hear what is to be heard until the socket is closed."""
    try:
        while True:
            socket.receive_json()
    except WebSocketDisconnect as closed:
        return closed.code


def rows(house: House, table: sa.Table) -> list[sa.Row[tuple[object, ...]]]:
    with house.store.engine.connect() as source:
        return list(source.execute(sa.select(table)).all())


# Who may.


def test_the_host_removes_a_lobby(ann: Guest, ben: Guest, stranger: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "open", "open")
    assert ben.sit(table, 1, "Ben").status_code == 200
    assert remove(ben, table) == 403
    assert remove(stranger, table) == 403
    assert ann.state(table)["stage"] == "lobby"
    assert remove(ann, table) == 200
    for guest in (ann, ben, stranger):
        assert guest.status(f"tables/{table}") == 410


def test_a_game_against_bots_or_on_one_device_is_the_hosts_own(ann: Guest) -> None:
    for others in (["bot", "bot"], ["Anton"], ["Anton", "bot"]):
        table = ann.open("gang-of-dice", "Ann", *others, start=True)
        assert remove(ann, table) == 200
        assert ann.status(f"tables/{table}") == 410


def test_nobody_ends_a_game_that_others_play(ann: Guest, ben: Guest) -> None:
    table = seated(ann, ben, "gang-of-dice")
    answer = ann.post(f"tables/{table}/remove")
    assert answer.status_code == 409
    assert "Others are playing" in answer.json()["error"]
    play_out(table, ann, ben)
    assert remove(ben, table) == 403
    assert remove(ann, table) == 200
    assert ben.status(f"tables/{table}") == 410


def test_whoever_got_the_hosts_last_seat_is_the_host(ann: Guest, ben: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "bot", start=True)
    code = ann.post(f"tables/{table}/seats/0/code").json()["code"]
    assert ben.post("codes", code=code).status_code == 200
    assert remove(ann, table) == 403
    assert remove(ben, table) == 200


def test_a_table_that_was_never_there_is_not_removed(ann: Guest) -> None:
    ann.open("gang-of-dice", "Ann", "bot")
    assert remove(ann, "0" * 32) == 404
    assert remove(ann, "a'b") == 404


def test_the_same_command_gets_the_same_answer(anywhere: TestClient) -> None:
    ann, ben = Guest(anywhere), Guest(anywhere)
    table = ann.open("gang-of-dice", "Ann", "open")
    ben.sit(table, 1, "Ben")
    first = ann.post(f"tables/{table}/remove", id="once")
    assert first.status_code == 200
    again = ann.post(f"tables/{table}/remove", id="once")
    assert (again.status_code, again.json()) == (200, first.json())
    assert remove(ann, table, "twice") == 410
    assert remove(ben, table, "once") == 410, "a command is its sender's"


def test_whoever_may_is_told_so_with_each_frame(house: TestClient, ann: Guest, ben: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "open")
    ben.sit(table, 1, "Ben")

    def may(guest: Guest) -> bool:
        return bool(house.get(f"/t/{table}/frames", headers=guest.headers).json()["removable"])

    assert (may(ann), may(ben)) == (True, False)
    assert ann.post(f"tables/{table}/start").status_code == 200
    assert (may(ann), may(ben)) == (False, False)


# That it is gone.


def test_every_way_to_a_removed_table_says_so(house: TestClient, ann: Guest, ben: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "open")
    code = inside(house).kernel.sessions[table].code
    ben.sit(table, 1, "Ben")
    seat = ben.post(f"tables/{table}/seats/1/code").json()["code"]
    ann.post(f"tables/{table}/start")
    play_out(table, ann, ben)
    assert remove(ann, table) == 200
    for path in ("", "/view", "/chat", "/record", "/follow", "/review"):
        assert ann.status(f"tables/{table}{path}") == 410, path
    assert ann.play(table, 0, "stake 1").status_code == 410
    assert ann.post(f"tables/{table}/chat", seat=0, text="hello").status_code == 410
    assert ann.post(f"tables/{table}/rematch").status_code == 410
    assert ann.status(f"codes/{code}") == 404
    assert ann.post("codes", code=seat).status_code == 404
    for path in ("", "/replay", "/review", "/box"):
        page = house.get(f"/t/{table}{path}", headers={"accept": "text/html"})
        assert page.status_code == 410
        assert "This table was removed." in page.text
        assert 'href="/"' in page.text
    with house.websocket_connect(f"/t/{table}/live") as socket:
        assert code_of_closing(socket) == 4410


def test_it_leaves_the_list_of_all_who_sat_there(house: TestClient, ann: Guest, ben: Guest) -> None:
    table = seated(ann, ben, "gang-of-dice")
    play_out(table, ann, ben)
    for guest in (ann, ben):
        assert table in house.get("/", headers=guest.headers).text
    assert remove(ann, table) == 200
    for guest in (ann, ben):
        assert table not in house.get("/", headers=guest.headers).text


def test_it_is_not_set_up_again_by_the_command_that_set_it_up(ann: Guest) -> None:
    players = [{"kind": "person", "name": "Ann"}, {"kind": "bot"}]
    body = {"game": "gang-of-dice", "players": players, "id": "0b3a3c8e-7c1b-4d0e-9a2f-1f2e3d4c5b6a"}
    table = ann.post("tables", **body).json()["table"]
    assert remove(ann, table) == 200
    assert ann.post("tables", **body).status_code == 410


def test_it_stays_removed_after_a_restart(place: Path | str) -> None:
    with TestClient(create_app(place, limits=unlimited())) as house:
        ann = Guest(house)
        table = ann.open("gang-of-dice", "Ann", "bot", start=True)
        assert remove(ann, table, "once") == 200
    with TestClient(create_app(place, limits=unlimited())) as house:
        ann.house = house
        assert ann.status(f"tables/{table}") == 410
        assert remove(ann, table, "once") == 200


def test_sockets_are_closed_and_who_waits_is_answered(house: TestClient, ann: Guest, ben: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "open")
    version = ben.state(table)["version"]
    with (
        ThreadPoolExecutor(2) as crowd,
        house.websocket_connect(f"/t/{table}/live") as watching,
        house.websocket_connect(f"/t/{table}/live", headers=ann.headers) as hosting,
    ):
        frame(watching)
        frame(hosting)
        waiting = crowd.submit(ben.status, f"tables/{table}/follow", since=version)
        blocked = crowd.submit(house.get, f"/t/{table}/frames?since={version}")
        session = inside(house).kernel.sessions[table]
        wait_until(lambda: len(session.watchers) == 4, "two who wait")
        assert remove(ann, table) == 200
        assert waiting.result() == 410
        assert blocked.result().status_code == 410
        for socket in (watching, hosting):
            assert code_of_closing(socket) == 4410
    assert table not in inside(house).kernel.sessions
    assert not session.watchers


def test_bots_stop(house: TestClient, ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "bot", "bot", start=True)
    play_some(table, 3, ann)
    session = inside(house).kernel.sessions[table]
    assert remove(ann, table) == 200
    wait_until(lambda: session.driver and not session.driver.is_busy, "the end of the bots")
    assert session.driver
    session.driver.go_on()
    assert not session.driver.is_busy


# That nothing is left.


def test_nothing_is_left_but_empty_lines(anywhere: TestClient) -> None:
    ann, ben = Guest(anywhere), Guest(anywhere)
    house = inside(anywhere)
    stays = ann.open("gang-of-dice", "Ann", "bot")
    table = seated(ann, ben, "gang-of-dice")
    play_out(table, ann, ben)
    ben.post(f"tables/{table}/chat", seat=1, text="good game")
    ben.post(f"tables/{table}/seats/1/code")
    house.store.reviews.keep(table, KeptReview("x", b"found")).result()
    assert remove(ann, table) == 200
    for kind in ORPHANED:
        assert {row.table_id for row in rows(house, kind)} <= {stays}, kind.name
    lines = [row for row in rows(house, log) if row.table_id == table]
    assert len(lines) > 3
    assert {row.entry for row in lines} == {'{"type":"removed"}'}
    assert [(row.stage, row.code) for row in rows(house, tables) if row.id == table] == [("removed", None)]


def test_nothing_is_added_to_a_removed_table(anywhere: TestClient) -> None:
    """Whoever was about to speak, or finished a review, does not leave anything behind."""
    ann = Guest(anywhere)
    house = inside(anywhere)
    table = ann.open("gang-of-dice", "Ann", "bot", start=True)
    session = house.kernel.sessions[table]
    assert remove(ann, table) == 200
    late = (
        house.store.reviews.keep(table, KeptReview("x", b"found")),
        house.store.chat.say(table, ChatLine(9, 0.0, 0, "too late", "c")),
        house.store.codes.offer("ABCDEFGH", Offer(table, 0, session.table.host), 60),
        house.store.tables.append(table, session.table.version, "d", entries.Sat(0, "Ann", "someone")),
    )
    for writing in late:
        with pytest.raises(Taken):
            writing.result()
    assert anywhere.portal
    host = session.table.host
    with pytest.raises(Gone):
        anywhere.portal.call(house.chat.say, session, 0, "too late", host, "late")
    with pytest.raises(Gone):
        anywhere.portal.call(house.handover.offer, session, 0, host)
    if isinstance(house.store, SharedStore):
        house.store.attend([(table, host, 10.0), (table, SOMEBODY, 10.0)])
        house.store.begin_grace(table)
    assert not any(rows(house, kind) for kind in ORPHANED)


def test_the_file_holds_nothing_of_it(folder: Path) -> None:
    """Neither in pages that are free now, nor in what was written beside it."""
    secret = "Zaphod", "the answer is forty-two"
    with TestClient(create_app(folder, limits=unlimited())) as house:
        ann, ben = Guest(house), Guest(house)
        table = ann.open("gang-of-dice", secret[0], "open")
        ben.sit(table, 1, "Ben")
        for _line in range(60):
            ben.post(f"tables/{table}/chat", seat=1, text=secret[1])
        assert any(secret[1].encode() in file.read_bytes() for file in folder.iterdir())
        assert remove(ann, table) == 200
        inside(house).store.wipe()
        for file in folder.glob(f"{FILE}*"):
            for word in secret:
                assert word.encode() not in file.read_bytes(), file.name
    with closing(sqlite3.connect(folder / FILE)) as source:
        assert source.execute("SELECT count(*) FROM log").fetchone()[0] == 3


# Several processes.


def test_it_is_gone_at_the_other_process(houses: Houses) -> None:
    ann, there = Guest(houses[0]), Guest(houses[1])
    table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    there.token = ann.token
    play_some(table, 3, there)
    version = there.state(table)["version"]
    with ThreadPoolExecutor(1) as crowd, houses[1].websocket_connect(f"/t/{table}/live") as socket:
        frame(socket)
        waiting = crowd.submit(there.status, f"tables/{table}/follow", since=version)
        wait_until(lambda: len(inside(houses[1]).kernel.sessions[table].watchers) == 2, "somebody who waits")
        assert remove(ann, table, "once") == 200
        assert waiting.result() == 410
        assert code_of_closing(socket) == 4410
    assert table not in inside(houses[1]).kernel.sessions
    assert there.status(f"tables/{table}") == 410
    assert remove(there, table, "once") == 200


def test_one_who_is_behind_cannot_write_where_lines_were(houses: Houses) -> None:
    """A process that slept through everything finds the version taken that it would write."""
    ann = Guest(houses[0])
    table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    house = inside(houses[1])
    assert houses[1].portal
    session = houses[1].portal.call(house.kernel.session, table)
    del house.kernel.sessions[table]
    play_some(table, 5, ann)
    assert remove(ann, table) == 200

    async def move() -> None:
        seat = session.table.playing.to_act[0]
        await house.kernel.do(
            session, "late", lambda table: moves.play(table, seat, table.playing.choices(seat)[0])
        )

    with pytest.raises(Gone):
        houses[1].portal.call(move)
    assert {row.entry for row in rows(house, log)} == {'{"type":"removed"}'}


Sign = Callable[[SharedStore, str, str], None]
SIGNS: tuple[Sign, ...] = (
    lambda store, table, host: store.attend([(table, host, 10.0)]),
    lambda store, table, _host: store.attend([(table, SOMEBODY, 10.0)]),
    lambda store, table, _host: store.begin_grace(table),
)
"""All that a process writes of who is at a table, given its host, whenever it likes."""


class Attended(NamedTuple):
    """A store that no house uses at the moment, and what is in it."""

    store: SharedStore
    tables: list[tuple[str, Sign]]
    """A table for each sign of life before the start, and one after the end: only the first has a code."""
    host: str

    def present(self) -> list[sa.Row[tuple[object, ...]]]:
        with self.store.engine.connect() as source:
            return list(source.execute(sa.select(presence)).all())

    def settle(self, begun: Future[None]) -> None:
        """Wait until something is done, or waits in the database for a transaction of somebody else."""
        wait_until(lambda: begun.done() or self._has_waiting(), "what is done, or waits")

    def _has_waiting(self) -> bool:
        query = "SELECT count(*) FROM pg_stat_activity WHERE cardinality(pg_blocking_pids(pid)) > 0"
        with self.store.engine.connect() as source:
            return bool(source.exec_driver_sql(query).scalar())


@pytest.fixture
def attended(shared: str) -> Iterator[Attended]:
    found: list[tuple[str, Sign]] = []
    with TestClient(create_app(shared, limits=unlimited())) as house:
        ann = Guest(house)
        for sign in SIGNS:
            found.append((ann.open("gang-of-dice", "Ann", "Anton"), sign))
            found.append((ann.open("gang-of-dice", "Ann", "Anton", start=True), sign))
            play_out(found[-1][0], ann)
        host = inside(house).visitors.read(ann.token)
    store = open_store(shared)
    assert isinstance(store, SharedStore)
    with store.engine.begin() as to:
        to.execute(presence.delete())
    yield Attended(store, found, host)
    store.close()


def test_who_is_there_is_not_written_while_a_table_is_removed(attended: Attended) -> None:
    for table, sign in attended.tables:
        with ThreadPoolExecutor(1) as other:
            with attended.store.engine.begin() as to:
                erasing.erase(to, table)
                writing = other.submit(sign, attended.store, table, attended.host)
                attended.settle(writing)
            writing.result()
        assert attended.present() == []


def test_a_table_is_removed_with_who_was_being_written(
    attended: Attended, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[sa.Executable] = []
    monkeypatch.setattr(attended.store, "_note", begun.append)
    for table, sign in attended.tables:
        sign(attended.store, table, attended.host)
        with attended.store.engine.begin() as to:
            to.execute(begun.pop())
            assert len(to.execute(sa.select(presence)).all()) == 1
            removing = attended.store.write(partial(erasing.erase, id=table))
            attended.settle(removing)
        removing.result()
        assert attended.present() == []


def test_moves_and_talk_do_not_wait_for_who_is_being_written(
    attended: Attended, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[sa.Executable] = []
    monkeypatch.setattr(attended.store, "_note", begun.append)
    for table, sign in attended.tables:
        sign(attended.store, table, attended.host)
        sat, said = entries.Sat(0, "Ann", attended.host), ChatLine(1, 0.0, 0, "hello", "b")
        next_version = attended.store.tables.read(table)[-1].version + 1
        with attended.store.engine.begin() as to:
            to.execute(begun.pop())
            attended.store.tables.append(table, next_version, "a", sat, "playing").result(LIMIT)
            attended.store.chat.say(table, said).result(LIMIT)


def test_who_left_is_not_written_any_more(attended: Attended) -> None:
    """A process may not have heard of it yet."""
    table, _sign = attended.tables[0]
    attended.store.attend([(table, attended.host, 10.0)])
    assert len(attended.present()) == 1
    attended.store.write(lambda to: leaving.forget(to, attended.host)).result()
    attended.store.attend([(table, attended.host, 10.0)])
    assert attended.present() == []


@pytest.mark.parametrize("rounds", [4, pytest.param(60, marks=pytest.mark.long)])
def test_removing_races_with_moves_and_talk(houses: Houses, rounds: int) -> None:
    """Whoever is first: nothing of the table is left, and nobody is answered wrongly."""
    ann = Guest(houses[0])
    ann.open("gang-of-dice", "Ann", "bot")
    for n in range(rounds):
        table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
        guests = [Guest(houses[worker % 2]) for worker in range(5)]
        for guest in guests:
            guest.token = ann.token

        def act(worker: int, table: str = table, guests: list[Guest] = guests, n: int = n) -> set[int]:
            luck, guest, told = random.Random(worker), guests[worker], set()
            if worker == 0:
                for _wait in range(n % 4):
                    guest.status(f"tables/{table}")
                return {remove(guest, table)}
            while 410 not in told:
                if worker == 1:
                    told.add(guest.post(f"tables/{table}/chat", seat=0, text="hm").status_code)
                else:
                    seat = luck.randrange(2)
                    told.add(
                        guest.play(table, seat, luck.choice(["stake 1", "stop", "reroll 1"])).status_code
                    )
            return told

        with ThreadPoolExecutor(5) as crowd:
            told = set().union(*crowd.map(act, range(5)))
        assert told <= {200, 403, 409, 410, 422}
        store = inside(houses[0])
        assert not [row for row in rows(store, chat) if row.table_id == table]
        lines = [row for row in rows(store, log) if row.table_id == table]
        assert sorted(row.version for row in lines) == list(range(1, len(lines) + 1))
        assert {row.entry for row in lines} == {'{"type":"removed"}'}
        assert {Guest(house).status(f"tables/{table}") for house in houses} == {410}


def test_removals_are_counted(ann: Guest) -> None:
    counted = metrics.tables_removed.labels("host")._value
    before = counted.get()
    remove(ann, ann.open("gang-of-dice", "Ann", "bot"))
    assert counted.get() == before + 1
