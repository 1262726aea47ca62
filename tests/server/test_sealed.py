"""Sealed tables: what is committed, what a link may be, and what nobody gets to know before the end."""

import json
import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from chancebox.cli import main
from chancebox.engine.game.boxes import load_box
from chancebox.engine.match.match import Match
from chancebox.engine.proofs import receipts, sealed, sealing, tellings
from chancebox.engine.rules.contract import CHANCE
from chancebox.games import game, names
from chancebox.server.access.limits import unlimited
from chancebox.server.store.databases.sqlite import FILE
from chancebox.server.tables import entries, moves
from chancebox.server.tables.dealers import Dealers
from chancebox.server.tables.seals import MOST_TIPS, Seal
from chancebox.server.tables.table import Step, Table
from chancebox.server.web.app import create_app
from receipts.sealing import Sealing, play_on, receipt, sealed_table
from server.guests import Guest, play_out, play_until, seated
from server.processes import Server

WHOLE = 100_000


@pytest.fixture
def ann(house: TestClient) -> Sealing:
    return Sealing(house)


@pytest.fixture
def ben(house: TestClient) -> Sealing:
    return Sealing(house)


def verified(text: str) -> receipts.Checked:
    """Check a receipt, dice and rules."""
    checked = receipts.check_dice(text)
    found = game(checked.file.game)
    receipts.check_rules(checked, found, load_box(found))
    return checked


def secret_of(house: TestClient, table: str) -> bytes:
    secret: bytes = house.app.state.house.kernel.dealers.open_secret(table)  # type: ignore[attr-defined]
    return secret


@pytest.mark.wide
@pytest.mark.parametrize("name", names())
def test_a_game_ends_with_a_receipt_that_verifies(ann: Sealing, ben: Sealing, name: str) -> None:
    table = sealed_table(ann, ben, name, *["bot"] * max(1, game(name).seats[0] - 2))
    shown = ann.state(table)["seal"]["commitment"]
    assert ann.house.get(f"/api/v1/tables/{table}/record").status_code == 409
    assert play_on(table, WHOLE, ann, ben)
    checked = verified(receipt(ann, table))
    assert checked.seal.commitment == shown
    contributed = {who for dealt in checked.dealt for who in tellings.contributors(checked, dealt)}
    assert contributed == {"Ann", "Ben"}


def test_who_decides_at_the_same_time_contributes_together(ann: Sealing, ben: Sealing) -> None:
    table = sealed_table(ann, ben, "chance-it", "bot")
    assert play_on(table, WHOLE, ann, ben)
    checked = verified(receipt(ann, table))
    assert any(tellings.contributors(checked, dealt) == ["Ann", "Ben"] for dealt in checked.dealt[6:])


# Links.


def unchanged(guest: Sealing, table: str, before: Any) -> bool:
    return bool(guest.state(table) == before)


def test_a_wrong_or_old_link_is_refused_and_nothing_changes(ann: Sealing, ben: Sealing) -> None:
    table = sealed_table(ann, ben, "gang-of-dice")
    play_until(table, [0], ann, ben)
    before = ann.state(table)
    seat, due = 0, ann.next_link(table)
    choices = ann.get(f"tables/{table}/choices", seat=seat)["choices"]
    used = ann.chain[ann.chain.index(due) - 1]
    skipped = ann.chain[ann.chain.index(due) + 1]
    for link in (used, skipped, "00" * 32, ben.next_link(table), ann.chain[0]):
        answer = ann.play(table, seat, choices[0]["action"], link=link)
        assert answer.status_code == 409
        assert "not the next link" in answer.json()["error"]
        assert unchanged(ann, table, before)
    answer = ann.play(table, seat, choices[0]["action"], link="")
    assert answer.status_code == 409
    assert "send its next link" in answer.json()["error"]
    assert unchanged(ann, table, before)
    for link in ("zz", due[:-1], due.upper() if due.upper() != due else "A" * 64):
        assert ann.play(table, seat, choices[0]["action"], link=link).status_code == 422
        assert unchanged(ann, table, before)
    assert ann.play(table, seat, choices[0]["action"], link=due).status_code == 200


def test_a_link_without_a_tip_is_refused(house: TestClient) -> None:
    guest = Guest(house)
    table = guest.open("gang-of-dice", "Ann", "Anton", start=True)
    seat = guest.state(table)["to_act"][0]
    answer = guest.play(table, seat, "stake 1", link="00" * 32)
    assert answer.status_code == 409
    assert "no tip" in answer.json()["error"]
    assert guest.play(table, seat, "stake 1").status_code == 200, "who does not care just plays"


def test_a_tip_is_of_those_who_sit_there(ann: Sealing, house: TestClient) -> None:
    table = ann.open("gang-of-dice", "Ann", "open")
    stranger = Guest(house)
    assert stranger.post(f"tables/{table}/tip", tip="00" * 32).status_code == 403
    assert ann.post(f"tables/{table}/tip", tip="00" * 31).status_code == 422
    assert ann.post(f"tables/{table}/tip", tip="0g" * 32).status_code == 422
    ann.commit(table)
    assert ann.state(table)["seal"]["tip"] == ann.chain[0]
    assert stranger.state(table)["seal"]["tip"] is None


def test_the_same_command_again_gives_the_same_dice(ann: Sealing, ben: Sealing) -> None:
    table = sealed_table(ann, ben, "gang-of-dice")
    seat = ann.state(table)["to_act"][0]
    mover = (ann, ben)[seat]
    body = {"seat": seat, "move": "stake 2", "link": mover.next_link(table), "id": "once"}
    told = mover.post(f"tables/{table}/moves", **body)
    view = ann.get(f"tables/{table}/view")
    assert mover.post(f"tables/{table}/moves", **body).json() == told.json()
    assert ann.get(f"tables/{table}/view") == view


def test_a_move_that_is_refused_keeps_its_link(ann: Sealing, ben: Sealing) -> None:
    table = sealed_table(ann, ben, "gang-of-dice")
    seat = ann.state(table)["to_act"][0]
    mover = (ann, ben)[seat]
    due = mover.next_link(table)
    assert mover.play(table, seat, "stake 40").status_code == 422
    assert mover.play(table, seat, "stake 2", version=0).status_code == 409
    assert mover.next_link(table) == due
    assert mover.play(table, seat, "stake 2").status_code == 200
    assert mover.next_link(table) != due


def test_what_is_taken_back_takes_its_link_along(ann: Sealing, ben: Sealing) -> None:
    table = sealed_table(ann, ben, "chance-it", "bot")
    play_until_asked = ann.state(table)
    assert 0 in play_until_asked["to_act"]
    due = ann.next_link(table)
    assert ann.play(table, 0, "in").status_code == 200
    assert ann.next_link(table) != due
    ben.commit(table)  # a tip of somebody else changes nothing about it
    assert ann.post(f"tables/{table}/seats/0/undo").status_code == 200
    assert ann.next_link(table) == due
    assert ann.play(table, 0, "out").status_code == 200
    assert play_on(table, WHOLE, ann, ben)
    checked = verified(receipt(ann, table))
    assert sum(share.link == due for share in checked.seal.shares) == 1


class Played:
    """A table in memory alone, whose devices (a letter for each seat) have chains that are known."""

    def __init__(self, name: str = "chance-it", devices: str = "abc") -> None:
        found, dealers = game(name), Dealers(b"key")
        self.opened = entries.Opened(
            game=found.name,
            rules=found.version,
            box=load_box(found).digest,
            options=found.check_options({}, len(devices)),
            places=[
                entries.Place("person", seat, "", device)
                for seat, device in zip("KLMN", devices, strict=False)
            ],
            host="a",
            dealer="sealed",
            seal=dealers.commitment("t"),
        )
        self.log: list[entries.Entry] = []
        self.dealers = dealers
        self.table = Table("t", self.opened, dealers)
        self.devices = devices
        self.chains: dict[str, list[str]] = {}
        for device in sorted(set(devices)):
            self.commit(device)
        self.apply(moves.start(self.table, "a", self.next_link("a")))

    def apply(self, step: Step) -> None:
        self.log.append(step.entry)
        self.table.apply(*step)

    def commit(self, device: str) -> None:
        """Show the tip of a new chain."""
        seed = sealed.digest(f"{len(self.log)} {device}".encode())
        self.chains[device] = [link.hex() for link in sealed.chain(seed)]
        self.apply(moves.commit(self.table, self.chains[device][0], device))

    @property
    def seal(self) -> Seal:
        assert self.table.seal
        return self.table.seal

    def next_link(self, device: str) -> str:
        chain = self.chains[device]
        return chain[chain.index(self.seal.chains[device].last) + 1]

    def move(self, seat: int, move: str | int) -> None:
        device = self.devices[seat]
        self.apply(moves.move(self.table, seat, move, None, device, self.next_link(device)))

    def undo(self, seat: int) -> None:
        self.apply(moves.undo(self.table, seat))
        self.check_log()

    def play_out(self) -> None:
        """Make random decisions until the game is over."""
        luck = random.Random(1)
        while self.table.playing.to_act:
            seat = luck.choice(self.table.playing.to_act)
            self.move(seat, luck.choice(self.table.playing.moves(seat)))

    def check_log(self) -> None:
        """Read the log again: it gives the same seal."""
        again = Table("t", self.opened, self.dealers)
        for entry in self.log:
            again.apply(entries.read(entries.write(entry)))
        assert again.seal
        assert vars(again.seal) == vars(self.seal)

    def receipt(self) -> str:
        """Write the receipt of the finished game."""
        self.check_log()
        opened = receipts.OpenedSeal(
            bytes.fromhex(self.seal.table),
            self.dealers.open_secret("t"),
            self.seal.given,
            self.seal.opening,
            self.seal.shares,
        )
        return sealing.write(self.table.playing, ["person"] * len(self.devices), opened)

    def go_on(self, dealt: int) -> None:
        """Play the first move that is offered until chance was asked so often."""
        while len(self.dealt) < dealt:
            seat = self.table.playing.to_act[0]
            self.move(seat, self.table.playing.moves(seat)[0])

    @property
    def dealt(self) -> list[int]:
        return [action for seat, action in self.table.playing.events if seat == CHANCE]


def test_undo_is_no_way_to_other_dice() -> None:
    """Taken back and played again, a decision leads to the dice that would have come at first."""
    straight, hesitant = Played(), Played()
    for seat in range(3):
        straight.move(seat, "in")
        if seat < 2:
            hesitant.move(seat, "out")
            hesitant.undo(seat)
        hesitant.move(seat, "in")
    opening = len(straight.dealt)
    for played in (straight, hesitant):
        played.go_on(opening + 3)
    assert hesitant.dealt == straight.dealt
    assert len(straight.dealt) >= opening + 3, "dice have fallen since"


def test_the_order_of_decisions_made_at_the_same_time_changes_no_dice() -> None:
    """Who comes first is up to the network, and to the house: it must not matter."""
    dealt = []
    for order in ((0, 1, 2), (2, 0, 1), (1, 2, 0)):
        played = Played()
        for seat in order:
            played.move(seat, "chance")
        opening = len(played.dealt)
        played.go_on(opening + 3)
        dealt.append(played.dealt)
    assert dealt[0] == dealt[1] == dealt[2]
    assert len(dealt[0]) >= opening + 3, "dice have fallen since"


# Taken back, while what others did in secret stays.


def in_secret(devices: str) -> Played:
    """Play Take it or Leave it until both lay dice on tasks in secret, one by one."""
    played, luck = Played("take-it-or-leave-it", devices), random.Random(1)
    while True:
        match = played.table.playing
        if len(match.to_act) == 2 and all(secret_steps(match, seat, 2) for seat in range(2)):
            return played
        seat = luck.choice(match.to_act)
        played.move(seat, luck.choice([move for move in match.moves(seat) if move != "pass"] or ["pass"]))


def secret_steps(match: Match, seat: int, n: int) -> list[str]:
    """Find so many moves after which the seat is still asked and nobody else knows; none if there are not."""
    for move in match.moves(seat):
        tried = match.fork()
        tried.play(seat, move)
        if tried.to_act == match.to_act and tried.is_secret(len(tried.events) - 1):
            rest = secret_steps(tried, seat, n - 1) if n > 1 else []
            if len(rest) == n - 1:
                return [move, *rest]
    return []


def step(played: Played, seat: int) -> str:
    """Do something small in secret; return the link that was shown with it."""
    match, link = played.table.playing, played.next_link(played.devices[seat])
    steps = secret_steps(match, seat, 2) or secret_steps(match, seat, 1)
    played.move(seat, steps[0])
    return link


def shown(played: Played, since: int) -> list[tuple[int, int, str]]:
    """Return what was shown since an event: before which event after that one, by which seats, and what."""
    return [
        ((line.before or 0) - since, line.seats[0], line.tip or line.link)
        for line in played.seal.shares
        if (line.before or 0) >= since
    ]


def test_shares_move_forward_with_the_secret_steps_that_stay() -> None:
    hesitant, straight = in_secret("ab"), in_secret("ab")
    now = len(hesitant.table.playing.events)
    own = [step(hesitant, 0)]
    others = [step(hesitant, 1)]
    own.append(step(hesitant, 0))
    others.append(step(hesitant, 1))
    hesitant.undo(0)
    last = hesitant.log[-1]
    assert isinstance(last, entries.Undone)
    assert len(last.kept) == 1, "or this test shows nothing"
    assert shown(hesitant, now) == [(0, 0, own[0]), (1, 1, others[0]), (2, 1, others[1])]
    assert step(hesitant, 0) == own[1], "the same link again"
    for seat in (0, 0, 1, 1):
        step(straight, seat)
    for played in (hesitant, straight):
        played.play_out()
        verified(played.receipt())
    assert hesitant.dealt == straight.dealt


def test_a_tip_shown_after_what_was_taken_back_moves_forward_too() -> None:
    played = in_secret("ab")
    now = len(played.table.playing.events)
    step(played, 0)
    first = step(played, 1)
    played.commit("b")
    second = step(played, 1)
    played.undo(0)
    tip = played.chains["b"][0]
    assert shown(played, now) == [(0, 1, first), (1, 1, tip), (1, 1, second)]
    played.play_out()
    verified(played.receipt())


def test_two_at_one_device_take_back_without_a_gap_in_its_chain() -> None:
    played = in_secret("aa")
    now = len(played.table.playing.events)
    links = [step(played, 0), step(played, 1), step(played, 1)]
    played.undo(0)
    assert shown(played, now) == [(0, 1, links[0]), (1, 1, links[1])], "the others slide down by one"
    assert played.next_link("a") == links[2]
    assert step(played, 0) == links[2]
    played.undo(1)
    assert shown(played, now) == [(0, 1, links[0]), (1, 0, links[1])], "found by its event, not by its link"
    assert played.next_link("a") == links[2]
    played.play_out()
    verified(played.receipt())


def test_links_do_not_slide_beyond_a_new_tip() -> None:
    played = in_secret("aa")
    now = len(played.table.playing.events)
    links = [step(played, 0), step(played, 1)]
    played.commit("a")
    tip = played.chains["a"][0]
    new = step(played, 1)
    played.undo(0)
    assert shown(played, now) == [(0, 1, links[0]), (1, 0, tip), (1, 1, new)]
    assert played.seal.chains["a"].last == new
    played.play_out()
    verified(played.receipt())


def test_a_chain_that_two_devices_know_is_taken_back_by_one_alone() -> None:
    """Whoever has two seats in two browsers may show one chain in both, from different tips on."""
    played = in_secret("ab")
    made = [link.hex() for link in sealed.chain(bytes(32))]
    for device, chain in zip("ab", (made, made[1:]), strict=True):
        played.chains[device] = chain
        played.apply(moves.commit(played.table, chain[0], device))
    now = len(played.table.playing.events)
    assert step(played, 0) == made[1]
    assert step(played, 0) == step(played, 1) == made[2]
    played.undo(0)
    assert shown(played, now)[2:] == [(0, 0, made[1]), (1, 1, made[2])]
    assert (played.next_link("a"), played.next_link("b")) == (made[2], made[3])
    played.play_out()
    verified(played.receipt())


# Devices that come and go.


def test_a_tip_is_shown_once(ann: Sealing, ben: Sealing) -> None:
    table = ann.open("gang-of-dice", "Ann", "open")
    assert ben.sit(table, 1, "Ben").status_code == 200
    ann.commit(table)
    first = ann.chain[0]
    ann.commit(table)
    ben.commit(table)
    for _stage in range(2):
        for guest in (ann, ben):
            for tip in (first, ann.chain[0], ben.chain[0]):
                answer = guest.post(f"tables/{table}/tip", tip=tip)
                assert answer.status_code == 409
                assert "shown at this table before" in answer.json()["error"]
        if ann.state(table)["stage"] == "lobby":
            assert ann.start(table).status_code == 200


def test_tips_without_links_are_counted_by_who_shows_them(ann: Sealing, ben: Sealing) -> None:
    table = ann.open("gang-of-dice", "Ann", "open")
    assert ben.sit(table, 1, "Ben").status_code == 200

    def tips(guest: Sealing, start: int) -> None:
        for n in range(start, start + MOST_TIPS - 1):
            assert guest.post(f"tables/{table}/tip", tip=f"{n:064x}").status_code == 200
        guest.commit(table)
        answer = guest.post(f"tables/{table}/tip", tip="ff" * 32)
        assert answer.status_code == 409
        assert "in a row" in answer.json()["error"]

    tips(ann, 0)
    ben.commit(table)
    assert ann.start(table).status_code == 200, "her link counts"
    tips(ann, 1000)
    ben.commit(table)
    while ann.state(table)["seal"]["last"] == ann.chain[0]:
        assert not play_on(table, 1, ann, ben), "nobody is kept from playing"
    ann.commit(table)


def test_lost_storage_is_a_new_tip_that_everybody_sees(ann: Sealing, ben: Sealing) -> None:
    table = sealed_table(ann, ben, "gang-of-dice")
    assert not play_on(table, 10, ann, ben)
    ann.commit(table)
    assert play_on(table, WHOLE, ann, ben, seed=2)
    checked = verified(receipt(ann, table))
    assert [share.device for share in tellings.new_tips(checked.seal)] == [0]


def test_a_seat_that_is_handed_over_goes_on_with_a_new_device(ann: Sealing, ben: Sealing) -> None:
    table = sealed_table(ann, ben, "gang-of-dice")
    while (shown := ben.state(table)["seal"])["last"] == shown["tip"]:
        assert not play_on(table, 1, ann, ben), "Ben plays before the end"
    phone = Sealing(ann.house)
    code = ben.post(f"tables/{table}/seats/1/code").json()["code"]
    assert phone.post("codes", code=code).status_code == 200
    assert phone.state(table)["seal"]["tip"] is None
    phone.commit(table)
    assert play_on(table, WHOLE, ann, phone, seed=2)
    seal = verified(receipt(ann, table)).seal
    assert tellings.new_tips(seal) == []
    assert {share.device for share in seal.shares if share.seats == [1]} == {1, 2}


def test_a_chain_that_is_used_up_is_followed_by_another(ann: Sealing) -> None:
    table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    ann.chain = [link.hex() for link in sealed.chain(b"\x01" * 32, 3)]
    assert ann.post(f"tables/{table}/tip", tip=ann.chain[0]).status_code == 200
    assert not play_on(table, 3, ann)
    ann.commit(table)
    assert play_on(table, WHOLE, ann)
    assert len(tellings.new_tips(verified(receipt(ann, table)).seal)) == 1


def test_who_stands_up_before_the_start_is_no_device(ann: Sealing, ben: Sealing, house: TestClient) -> None:
    table = ann.open("gang-of-dice", "Ann", "open")
    ben.sit(table, 1, "Ben")
    ben.commit(table)
    ben.post(f"tables/{table}/seats/1/arrange", player={"kind": "open"})
    cleo = Sealing(house)
    cleo.sit(table, 1, "Cleo")
    cleo.commit(table)
    ann.commit(table)
    assert ann.start(table).status_code == 200
    assert play_on(table, WHOLE, ann, cleo)
    seal = verified(receipt(ann, table)).seal
    assert [(share.device, share.seats) for share in seal.opening] == [(0, [1]), (1, [0]), (1, [0])]


def test_forks_and_rematches_have_a_secret_of_their_own(ann: Sealing, ben: Sealing) -> None:
    table = sealed_table(ann, ben, "gang-of-dice")
    assert play_on(table, WHOLE, ann, ben)
    again = ann.post(f"tables/{table}/rematch").json()["table"]
    forked = ann.post(f"tables/{table}/fork", events=20, seat=0, name="Ann").json()["table"]
    seals = [ann.state(one)["seal"] for one in (table, again, forked)]
    assert len({seal["commitment"] for seal in seals}) == len({seal["table"] for seal in seals}) == 3
    ann.commit(forked)
    assert play_on(forked, WHOLE, ann)
    assert verified(receipt(ann, forked)).seal.given == 20


# Secrets.


def test_the_secret_is_nowhere_before_the_end(
    ann: Sealing, ben: Sealing, folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    table = sealed_table(ann, ben, "gang-of-dice", "bot")
    assert not play_on(table, 10, ann, ben)
    secret = secret_of(ann.house, table)
    told = [
        json.dumps(ann.state(table)),
        json.dumps(ann.get(f"tables/{table}/view", seat=0)),
        json.dumps(ann.get(f"tables/{table}/follow")),
        ann.house.get(f"/t/{table}").text,
        ann.house.get(f"/t/{table}/frames", headers=ann.headers).text,
        ann.house.get("/metrics").text,
        ann.house.get(f"/api/v1/tables/{table}/record").text,
        ann.play(table, 0, "nonsense").text,
        "".join(capfd.readouterr()),
    ]
    with sqlite3.connect(folder / FILE) as file:
        told += [row[0] for row in file.execute("SELECT entry FROM log")]
        told += [row[0] for row in file.execute("SELECT value FROM keys")]
    for text in told:
        assert secret.hex() not in text
    with sqlite3.connect(folder / FILE) as file:
        first = json.loads(file.execute("SELECT entry FROM log WHERE version = 1").fetchone()[0])
    assert first["dealer"] == "sealed"
    assert first["seal"] == sealed.digest(secret).hex() == ann.state(table)["seal"]["commitment"]


def test_links_of_others_are_not_shown_before_the_end(ann: Sealing, ben: Sealing) -> None:
    """Their number would tell how many small steps somebody took in secret."""
    table = sealed_table(ann, ben, "gang-of-dice")
    assert not play_on(table, 10, ann, ben)
    told = json.dumps(ann.state(table)) + ann.house.get(f"/t/{table}/frames", headers=ann.headers).text
    assert not any(link in told for link in ben.chain)


def test_a_receipt_does_not_lead_to_the_table(ann: Sealing, ben: Sealing) -> None:
    table = sealed_table(ann, ben, "gang-of-dice")
    assert play_on(table, WHOLE, ann, ben)
    answer = ann.house.get(f"/api/v1/tables/{table}/record")
    assert table not in answer.text
    assert table[:6] not in answer.headers["content-disposition"]


def test_a_tip_is_no_news_and_changes_no_version(ann: Sealing, ben: Sealing) -> None:
    table = sealed_table(ann, ben, "gang-of-dice")
    before = ann.state(table)
    ben.commit(table)
    assert ann.state(table) == before
    assert ben.state(table)["version"] == before["version"]


# The log.


def test_tables_of_old_go_on_unsealed(folder: Path) -> None:
    with TestClient(create_app(folder, limits=unlimited())) as client:
        ann, ben = Guest(client), Guest(client)
        table = seated(ann, ben, "gang-of-dice")
        client.app.state.house.kernel.sessions.clear()  # type: ignore[attr-defined]
        with sqlite3.connect(folder / FILE) as file:
            [(text,)] = file.execute("SELECT entry FROM log WHERE version = 1").fetchall()
            old = {name: value for name, value in json.loads(text).items() if name != "seal"}
            old["dealer"] = "house"
            file.execute("UPDATE log SET entry = ? WHERE version = 1", [json.dumps(old)])
        assert ann.state(table)["seal"] is None
        assert ann.post(f"tables/{table}/tip", tip="00" * 32).status_code == 409
        play_out(table, ann, ben)
        record = client.get(f"/api/v1/tables/{table}/record").json()
        assert "sealed" not in record
        assert "Check the dice" not in client.get(f"/t/{table}/frames").json()["html"]


def test_killed_in_the_middle_a_table_goes_on_and_its_receipt_verifies(tmp_path: Path) -> None:
    import httpx2 as httpx

    with Server(tmp_path / "data") as server, httpx.Client(timeout=60) as client:
        client.base_url = httpx.URL(server.address)
        ann, ben = Sealing(client), Sealing(client)  # type: ignore[arg-type]
        table = sealed_table(ann, ben, "gang-of-dice", "bot")
        shown = ann.state(table)["seal"]["commitment"]
        for seed in range(3):
            assert not play_on(table, 4, ann, ben, seed=seed)
            server.kill()
            server.start()
        assert ann.state(table)["seal"]["commitment"] == shown
        assert play_on(table, WHOLE, ann, ben, seed=9)
        file = tmp_path / "killed.chance.json"
        file.write_text(client.get(f"/api/v1/tables/{table}/record").text, "utf-8")
    assert main(["verify", str(file)]) == 0
    assert receipts.check_dice(file.read_text("utf-8")).seal.commitment == shown


# The page.


def test_the_house_serves_the_page_that_verifies(house: TestClient) -> None:
    answer = house.get("/verify")
    assert answer.status_code == 200
    policy = answer.headers["content-security-policy"]
    assert "script-src 'sha256-" in policy
    assert "unsafe" not in policy


def test_the_api_describes_seals(house: TestClient) -> None:
    told = house.get("/api/v1/openapi.json").json()
    assert "/api/v1/tables/{table}/tip" in told["paths"]
    assert "link" in told["components"]["schemas"]["Move"]["properties"]
