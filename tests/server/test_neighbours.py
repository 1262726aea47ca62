"""Several processes at one store: whoever asks where, there is one house."""

import itertools
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import httpx2 as httpx
import pytest
from starlette.testclient import TestClient

from chancebox.engine.match import files
from chancebox.games import game, names
from chancebox.server.access.limits import ADDRESS, Limits, unlimited
from chancebox.server.house import neighbours
from chancebox.server.house.house import House
from chancebox.server.store.databases.sharing import SharedStore
from chancebox.server.tables.names import command_key
from chancebox.server.web.app import create_app
from children import wait_until
from receipts.sealing import Sealing, play_on, receipt, sealed_table
from server.guests import Guest, play_out, play_some, play_until, seated, settled
from server.test_live import frame, until
from server.test_review import quick_work, set_desk, slow_work
from server.test_review import until as until_review
from server.test_sealed import verified
from server.throwers import Thrower

Houses = tuple[TestClient, TestClient]
Walker = TypeVar("Walker", bound="Wanderer")


@pytest.fixture
def houses(shared: str) -> Iterator[Houses]:
    """Two houses that are one."""
    with (
        TestClient(create_app(shared, limits=unlimited()), raise_server_exceptions=False) as one,
        TestClient(create_app(shared, limits=unlimited()), raise_server_exceptions=False) as two,
    ):
        for house in (one, two):
            # Routes are built by the first request; two at once in one process disturb each other there.
            house.post("/api/v1/tables")
        yield one, two


class Wanderer(Guest):
    """A guest whose every request goes to another process than the one before."""

    turn: Iterator[TestClient]

    def _ask(self, *arguments: Any, **more: Any) -> httpx.Response:
        self.house = next(self.turn)
        return super()._ask(*arguments, **more)


class SealingWanderer(Wanderer, Sealing):
    """One whose device takes a share in the dice."""


class ThrowingWanderer(Wanderer, Thrower):
    """One with dice of their own."""


def wander(kind: type[Walker], houses: Houses) -> Walker:
    """Let somebody come who asks both in turn."""
    guest = kind(houses[0])
    guest.turn = itertools.cycle(houses)
    return guest


@pytest.fixture
def ann(houses: Houses) -> Guest:
    return wander(Wanderer, houses)


@pytest.fixture
def ben(houses: Houses) -> Guest:
    return wander(Wanderer, houses)


def inside(house: TestClient) -> House:
    found: House = house.app.state.house  # type: ignore[attr-defined]
    return found


def log_of(house: TestClient, table: str) -> list[tuple[int, str]]:
    return [(line.version, line.command) for line in inside(house).store.tables.read(table)]


# Playing.


@pytest.mark.long
@pytest.mark.parametrize("name", names())
def test_a_whole_game_is_played_through_both(houses: Houses, ann: Guest, ben: Guest, name: str) -> None:
    table = seated(ann, ben, name, *["bot"] * max(0, game(name).seats[0] - 2))
    if name in ("take-it-or-leave-it", "take-a-chance"):
        assert play_some(table, 60, ann, ben) > 10
    else:
        play_out(table, ann, ben)
    versions = [version for version, _command in log_of(houses[0], table)]
    assert versions == list(range(1, len(versions) + 1))
    told = [Guest(house).get(f"tables/{table}/follow") for house in houses]
    assert told[0] == told[1]


@pytest.mark.parametrize("name", ["gang-of-dice", "chance-it"])
def test_sealed_dice_go_through_both_and_verify(houses: Houses, name: str) -> None:
    ann, ben = (wander(SealingWanderer, houses) for _guest in range(2))
    table = sealed_table(ann, ben, name, *["bot"] * max(0, game(name).seats[0] - 2))
    assert play_on(table, 2000, ann, ben)
    texts = {receipt(Guest(house), table) for house in houses}
    assert len(texts) == 1
    assert verified(texts.pop()).dealt


def test_real_dice_are_entered_and_corrected_at_both(houses: Houses) -> None:
    ann = wander(ThrowingWanderer, houses)
    table = ann.lay("gang-of-dice", "Ann", "Anton")
    luck = random.Random(4)
    corrected = 0
    for _step in range(80):
        assert ann.step(table, luck) is not None or ann.state(table)["stage"] == "over"
        throw = ann.state(table)["throw"]
        for pad in throw["pads"] if throw else ():
            if pad.get("was") and corrected < 3:
                other = " ".join("2" if face != "2" else "3" for face in pad["was"].split())
                corrected += ann.enter(table, other, back=0).status_code == 200
    assert corrected
    told = [Guest(house).get(f"tables/{table}/follow") for house in houses]
    assert told[0] == told[1]


def test_a_decision_is_taken_back_at_the_other(houses: Houses, ann: Guest, ben: Guest) -> None:
    table = seated(ann, ben, "chance-it", "bot")
    play_until(table, [0, 1], ann, ben)
    one, two = Guest(houses[0]), Guest(houses[1])
    one.token = two.token = ann.token
    with houses[0].websocket_connect(f"/t/{table}/live", headers=ann.headers) as socket:
        version = frame(socket)["version"]
        assert one.play(table, 0, "out").status_code == 200
        assert two.post(f"tables/{table}/seats/0/undo").status_code == 200
        assert 0 in one.state(table)["to_act"]
        until(socket, version + 2)
    assert two.play(table, 0, "out").status_code == 200
    assert ben.play(table, 1, "out").status_code == 200
    assert one.post(f"tables/{table}/seats/0/undo").status_code == 422


def test_hand_over_goes_through_both(houses: Houses, ann: Guest, ben: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    play_some(table, 3, ann)
    code = ann.post(f"tables/{table}/seats/1/code").json()["code"]
    answer = ben.post("codes", code=code, id="mine")
    assert answer.status_code == 200
    assert ben.post("codes", code=code, id="mine").json() == answer.json(), "asked again elsewhere"
    assert ben.post("codes", code=code).status_code == 404
    assert [place["yours"] for place in ben.state(table)["seats"]] == [False, True]
    assert [place["yours"] for place in ann.state(table)["seats"]] == [True, False]


def test_a_code_is_good_once_wherever_it_is_typed(houses: Houses, ann: Guest) -> None:
    luck = ThreadPoolExecutor(4)
    for _round in range(5):
        table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
        code = ann.post(f"tables/{table}/seats/1/code").json()["code"]
        guests = [Guest(houses[n % 2]) for n in range(4)]
        answers = list(luck.map(lambda guest, code=code: guest.post("codes", code=code), guests))
        assert sorted(answer.status_code for answer in answers) == [200, 404, 404, 404]
    luck.shutdown()


def test_a_code_does_not_come_back_with_its_seat(ann: Guest, ben: Guest, houses: Houses) -> None:
    """Who used it and gave the seat back cannot take it again by the same code."""
    table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    first = ann.post(f"tables/{table}/seats/1/code").json()["code"]
    assert ben.post("codes", code=first).status_code == 200
    second = ben.post(f"tables/{table}/seats/1/code").json()["code"]
    assert ann.post("codes", code=second).status_code == 200
    assert ben.post("codes", code=first).status_code == 404


def test_who_looked_at_an_older_version_is_told_so(ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    state = ann.state(table)
    seat = state["to_act"][0]
    assert ann.play(table, seat, "stake 1", version=state["version"]).status_code == 200
    late = ann.play(table, seat, "stake 1", version=state["version"])
    assert late.status_code in (409, 422)


def test_a_command_is_done_once_wherever_it_comes(houses: Houses, ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    seat = ann.state(table)["to_act"][0]
    both = [Guest(house) for house in houses]
    for guest in both:
        guest.token = ann.token
    with ThreadPoolExecutor(2) as crowd:
        answers = list(crowd.map(lambda guest: guest.play(table, seat, "stake 1", id="same"), both))
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json() == answers[1].json()
    assert len(log_of(houses[0], table)) == 3


def test_a_table_is_opened_once_wherever_it_is_asked_for(houses: Houses) -> None:
    both = [Guest(house) for house in houses]
    id = "0b3a3c8e-7c1b-4d0e-9a2f-1f2e3d4c5b6a"
    body = {"id": id, "game": "gang-of-dice", "players": [{"kind": "person", "name": "Ann"}, {"kind": "bot"}]}
    with ThreadPoolExecutor(2) as crowd:
        answers = list(crowd.map(lambda guest: guest.post("tables", **body), both))
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json() == answers[1].json()


@pytest.mark.parametrize("commands", [200, pytest.param(2000, marks=pytest.mark.long)])
def test_racing_commands_make_one_history(houses: Houses, ann: Guest, commands: int) -> None:
    """Everybody is told the truth: what was acknowledged is there, what was refused is not."""
    tables = [ann.open("gang-of-dice", "Ann", "Anton", start=True) for _table in range(3)]
    acknowledged: list[tuple[str, str, int]] = []
    refused: list[tuple[str, str]] = []
    numbers = itertools.count()

    def play(worker: int) -> None:
        luck = random.Random(worker)
        guest = Guest(houses[worker % 2])
        guest.token = ann.token
        while (n := next(numbers)) < commands:
            table = luck.choice(tables)
            state = guest.state(table)
            if not state["to_act"]:
                continue
            seat = luck.choice(state["to_act"])
            choices = guest._ask("GET", f"tables/{table}/choices", {"seat": seat})
            offered = choices.json().get("choices") if choices.status_code == 200 else None
            if not offered:
                continue
            answer = guest.play(
                table, seat, luck.choice(offered)["action"], version=state["version"], id=f"r{n}"
            )
            if answer.status_code == 200:
                acknowledged.append((table, f"r{n}", answer.json()["version"]))
            else:
                assert answer.status_code in (409, 422), answer.text
                refused.append((table, f"r{n}"))

    with ThreadPoolExecutor(6) as crowd:
        list(crowd.map(play, range(6)))
    visitor = ann.token.rpartition(".")[0]
    written = {table: {command: version for version, command in log_of(houses[0], table)} for table in tables}
    for table, id, version in acknowledged:
        assert written[table][command_key("move", visitor, id)] == version
    for table, id in refused:
        assert command_key("move", visitor, id) not in written[table]
    assert len(acknowledged) > commands / 20
    for table in tables:
        told = [Guest(house).state(table) for house in houses]
        assert told[0] == told[1]
        assert sorted(written[table].values()) == list(range(1, len(written[table]) + 1))


# Watching.


def test_sockets_at_both_see_every_version(houses: Houses, ann: Guest, ben: Guest) -> None:
    table = seated(ann, ben, "gang-of-dice")
    with (
        houses[0].websocket_connect(f"/t/{table}/live") as here,
        houses[1].websocket_connect(f"/t/{table}/live") as there,
    ):
        begun = [frame(here), frame(there)]
        assert begun[0]["version"] == begun[1]["version"]
        play_some(table, 6, ann, ben)
        last = ann.state(table)["version"]
        seen: list[dict[int, Any]] = []
        for socket in (here, there):
            versions: dict[int, Any] = {}
            while not versions or max(versions) < last:
                told = frame(socket)
                versions[told["version"]] = (told["html"], told["beats"], told["log"])
            seen.append(versions)
        assert set(seen[0]) == set(seen[1])
        for version in range(begun[0]["version"] + 1, last + 1):
            assert seen[0][version] == seen[1][version]


def test_what_is_said_is_heard_at_both(houses: Houses, ann: Guest, ben: Guest) -> None:
    table = seated(ann, ben, "gang-of-dice")
    with houses[0].websocket_connect(f"/t/{table}/live") as here:
        frame(here)
        guest = Guest(houses[1])
        guest.token = ben.token
        assert guest.post(f"tables/{table}/chat", seat=1, text="hello", id="h").status_code == 200
        while "chat" not in (told := here.receive_json()):
            pass
        assert told["chat"][0]["text"] == "hello"
    assert ben.post(f"tables/{table}/chat", seat=1, text="hello", id="h").json()["number"] == 1
    both = [Guest(house) for house in houses]
    for one in both:
        one.token = ben.token
    with ThreadPoolExecutor(6) as crowd:
        numbers = list(
            crowd.map(
                lambda n: both[n % 2].post(f"tables/{table}/chat", seat=1, text=f"line {n}").json()["number"],
                range(12),
            )
        )
    assert sorted(numbers) == list(range(2, 14))
    assert both[0].get(f"tables/{table}/chat") == both[1].get(f"tables/{table}/chat")


def test_a_lost_hint_costs_a_second_and_no_move(
    houses: Houses, ann: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SharedStore, "_hear", lambda _store, _payload: None)
    table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    with houses[0].websocket_connect(f"/t/{table}/live") as watching:
        version = frame(watching)["version"]
        guest = Guest(houses[1])
        guest.token = ann.token
        assert guest.play(table, guest.state(table)["to_act"][0], "stake 1").status_code == 200
        until(watching, version + 1)


def test_a_hint_is_enough(houses: Houses, ann: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    with houses[0].websocket_connect(f"/t/{table}/live") as watching:
        version = frame(watching)["version"]

        async def rest(_neighbours: object, _pulses: int) -> None:
            return

        monkeypatch.setattr(neighbours.Neighbours, "_pulse", rest)
        guest = Guest(houses[1])
        guest.token = ann.token
        assert guest.play(table, guest.state(table)["to_act"][0], "stake 1").status_code == 200
        until(watching, version + 1)


def test_waiting_requests_wake_at_the_other(houses: Houses, ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    waiting = Guest(houses[0])
    version = waiting.state(table)["version"]
    with ThreadPoolExecutor(1) as one:
        following = one.submit(waiting.get, f"tables/{table}/follow", since=version)
        session = inside(houses[0]).kernel.sessions[table]
        wait_until(lambda: session.watchers, "somebody who waits")
        mover = Guest(houses[1])
        mover.token = ann.token
        assert mover.play(table, mover.state(table)["to_act"][0], "stake 1").status_code == 200
        assert following.result()["version"] == version + 1


# People coming and going.


def test_presence_is_known_at_both(houses: Houses, ann: Guest, ben: Guest) -> None:
    table = seated(ann, ben, "gang-of-dice")
    host = Guest(houses[1])
    host.token = ann.token
    host.state(table)
    visitor = ben.token.rpartition(".")[0]
    with houses[0].websocket_connect(f"/t/{table}/live", headers=ben.headers) as socket:
        frame(socket)
        for house in houses:
            inside(house).kernel.sessions[table].presence._seen.clear()
        store = inside(houses[1]).store
        assert isinstance(store, SharedStore)
        wait_until(lambda: visitor in store.glance([table])[table].present, "a row for Ben")
        end_grace(store, table)
        assert not host.state(table)["seats"][1]["away"]
        assert host.post(f"tables/{table}/seats/1/bot", bot="random").status_code == 409
    with store.engine.begin() as to:  # some seconds later
        to.exec_driver_sql("UPDATE presence SET until = until - 1000")
    inside(houses[0]).kernel.sessions[table].presence._seen.clear()
    assert host.state(table)["seats"][1]["away"]
    assert host.post(f"tables/{table}/seats/1/bot", bot="random").status_code == 200


def end_grace(store: SharedStore, table: str) -> None:
    """Let the time go by in which nobody counts as away."""
    with store.engine.begin() as to:
        to.exec_driver_sql("UPDATE presence SET until = 0 WHERE visitor = ''")


def test_nobody_counts_as_away_at_a_table_that_comes_into_memory(
    houses: Houses, ann: Guest, ben: Guest
) -> None:
    table = seated(ann, ben, "gang-of-dice")
    for house in houses:
        inside(house).kernel.sessions.clear()
    store = inside(houses[0]).store
    with store.engine.begin() as to:
        to.exec_driver_sql("DELETE FROM presence")
    for _ask in range(2):
        assert not ann.state(table)["seats"][1]["away"], "at whichever of the two"


def test_a_rematch_begins_when_all_came_to_any(houses: Houses, ann: Guest, ben: Guest) -> None:
    table = seated(ann, ben, "gang-of-dice")
    play_out(table, ann, ben)
    one, two = Guest(houses[0]), Guest(houses[1])
    one.token, two.token = ann.token, ben.token
    again = one.post(f"tables/{table}/rematch").json()["table"]
    assert one.state(again)["awaited"] == [1]
    assert two.post(f"tables/{table}/rematch").json()["table"] == again
    assert {guest.state(again)["stage"] for guest in (one, two)} == {"playing"}


# Bots.


def test_bots_move_once_whoever_thinks(houses: Houses, ann: Guest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing says whose they are, both processes think, and one of the answers counts."""
    monkeypatch.setattr(neighbours.Neighbours, "leads", lambda _self, _name: True)
    table = ann.open("gang-of-dice", "Ann", "bot", "bot", start=True)
    with (
        houses[0].websocket_connect(f"/t/{table}/live"),
        houses[1].websocket_connect(f"/t/{table}/live"),
    ):

        def moves() -> list[str]:
            lines = inside(houses[0]).store.tables.read(table)
            return [line.command for line in lines if line.command.startswith("/bot-")]

        # Ann may begin, and a turn of hers has as many decisions as she stakes dice, and more.
        def enough() -> bool:
            return len(moves()) >= 8 or ann.state(table)["stage"] == "over"

        wait_until(enough, "moves of bots", lambda: play_some(table, 1, ann))
        settled(table, ann)
    commands = moves()
    assert commands
    assert len(commands) == len(set(commands))
    assert Guest(houses[0]).state(table) == Guest(houses[1]).state(table)


def test_the_bots_of_a_process_that_died_go_on_elsewhere(
    houses: Houses, ann: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(neighbours, "LEASE", 1.0)
    store = inside(houses[0]).store
    assert isinstance(store, SharedStore)
    table = ann.open("gang-of-dice", "bot", "bot", "Ann")
    with store.engine.begin() as to:
        row = f"('bots/{table}', 'a process that died', extract(epoch from clock_timestamp()) + 2)"
        to.exec_driver_sql(f"INSERT INTO leases VALUES {row}")
    assert ann.post(f"tables/{table}/start").status_code == 200
    luck = random.Random(1)

    def go_on() -> bool:
        """Let Ann decide as long as it is her turn; return whether somebody else makes the bots move now."""
        ann.step(table, luck)
        with store.engine.connect() as source:
            query = f"SELECT holder FROM leases WHERE name = 'bots/{table}'"
            return bool(source.exec_driver_sql(query).scalar() != "a process that died")

    wait_until(go_on, "bots that go on")


def test_a_lease_is_held_by_one(houses: Houses) -> None:
    one, two = (inside(house).store for house in houses)
    assert isinstance(one, SharedStore)
    assert isinstance(two, SharedStore)
    assert one.take_lease("x", 60)
    assert one.take_lease("x", 60)
    assert not two.take_lease("x", 60)
    one.give_back()
    assert two.take_lease("x", 0)
    assert one.take_lease("x", 60)


# Limits.


def test_each_process_allows_its_share(houses: Houses, shared: str) -> None:
    limits = Limits()
    with TestClient(create_app(shared, limits=limits)):
        wait_until(lambda: limits.codes.limits[ADDRESS].bucket().burst < 4, "three processes that share")
        assert limits.messages.bucket().burst == limits.messages.burst
    bucket = limits.codes.limits[ADDRESS].bucket()
    limits.share(1)
    assert limits.codes.limits[ADDRESS].bucket().burst == 3 * bucket.burst


def test_a_process_that_is_gone_counts_no_more(houses: Houses) -> None:
    one, two = (inside(house).store for house in houses)
    assert isinstance(one, SharedStore)
    assert isinstance(two, SharedStore)
    wait_until(lambda: one.count_processes() == two.count_processes() == 2, "both")
    now = "extract(epoch from clock_timestamp())"
    with one.engine.begin() as to:
        to.exec_driver_sql(f"INSERT INTO leases VALUES ('process/dead', 'dead', {now} - 1)")
    assert one.count_processes() == 2
    with one.engine.begin() as to:
        to.exec_driver_sql(f"UPDATE leases SET until = {now} + 60 WHERE holder = 'dead'")
    assert one.count_processes() == 3


# After the end.


def test_records_and_receipts_are_the_same_at_both(houses: Houses, ann: Guest, ben: Guest) -> None:
    table = seated(ann, ben, "gang-of-dice")
    play_out(table, ann, ben)
    texts = [house.get(f"/api/v1/tables/{table}/record").text for house in houses]
    assert texts[0] == texts[1]
    assert files.parse(texts[0], "record")


def test_a_review_is_made_once_and_there_at_both(houses: Houses, ann: Guest, ben: Guest) -> None:
    for house in houses:
        desk = set_desk(house, quick_work)
        desk._leads = inside(house).kernel.peers.leads
    table = seated(ann, ben, "gang-of-dice")
    play_out(table, ann, ben)
    one, two = (until_review(Guest(house), table, "done") for house in houses)
    assert one == two


def test_a_review_goes_on_elsewhere_when_its_process_dies(
    houses: Houses, ann: Guest, ben: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(neighbours, "LEASE", 1.0)
    monkeypatch.setattr(neighbours, "TRUST", 0.2)
    table = seated(ann, ben, "gang-of-dice")
    play_out(table, ann, ben)
    for house, work in zip(houses, (slow_work, quick_work), strict=True):
        desk = set_desk(house, work)
        desk._leads = inside(house).kernel.peers.leads
    until_review(Guest(houses[0]), table, "working")
    other = Guest(houses[1])
    assert other.get(f"tables/{table}/review")["state"] != "done"
    inside(houses[0]).reviews.close()
    until_review(other, table, "done")
