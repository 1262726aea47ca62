"""Boxes of people's own at tables: handed in, read by all, kept, recorded, played on with."""

import json
import re
import time
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import chancebox as cb
from chancebox.bots import question
from chancebox.cli import main
from chancebox.engine.game.boxes import load_box, own_box
from chancebox.games import game, names
from chancebox.server.access.limits import unlimited
from chancebox.server.tables import entries
from chancebox.server.tables.dealers import Dealers
from chancebox.server.tables.table import Table
from chancebox.server.thinking.workers import WorkerPool, answer, pack
from chancebox.server.web.app import create_app
from server.boards import receive
from server.guests import BOT, Guest, play_out, play_some

GANG = game("gang-of-dice")
TEXT = (GANG.folder / "box.toml").read_text("utf-8")
MINE = "# mine & <b>yours</b>\n" + re.sub(r"(?m)^n = (\d)$", r"n = 1\1", TEXT)
"""Every condition is met later: a total of 17 or more."""
PERSON = {"kind": "person", "name": "Ann"}


def open_own(guest: Guest, *players: dict[str, str], box: str = MINE, name: str = "gang-of-dice") -> str:
    answered = guest.post("tables", game=name, players=players, options={}, start=True, box=box)
    assert answered.status_code == 201, answered.text
    return str(answered.json()["table"])


def test_a_table_plays_with_the_box_of_its_host(ann: Guest, stranger: Guest) -> None:
    table = open_own(ann, PERSON, {"kind": "person", "name": "Anton"})
    assert stranger.state(table)["own_box"] is True
    shown = stranger.get(f"tables/{table}/view")["view"]["warning"]
    assert shown["n"] >= 10, shown
    usual = ann.open("gang-of-dice", "Ann", "bot", start=True)
    assert ann.state(usual)["own_box"] is False


def test_everybody_can_read_the_box_as_nothing_but_text(ann: Guest, stranger: Guest) -> None:
    table = open_own(ann, PERSON, BOT)
    answered = stranger.house.get(f"/t/{table}/box", headers={"accept": "text/html"})
    assert answered.text == MINE
    assert answered.headers["content-type"] == "text/plain; charset=utf-8"
    assert answered.headers["x-content-type-options"] == "nosniff"
    assert "default-src 'none'" in answered.headers["content-security-policy"]
    usual = ann.open("gang-of-dice", "Ann", "bot", start=True)
    assert ann.house.get(f"/t/{usual}/box").text == TEXT
    assert ann.house.get("/box/gang-of-dice").text == TEXT
    assert ann.house.get("/box/no-such-game").status_code == 404
    assert ann.house.get("/t/nowhere/box").status_code == 404


def test_lobby_and_table_say_that_an_own_box_is_played(ann: Guest) -> None:
    wishes = [PERSON, {"kind": "open"}]
    waiting = ann.post("tables", game="gang-of-dice", players=wishes, box=MINE).json()["table"]
    playing = open_own(ann, PERSON, BOT)
    usual = ann.open("gang-of-dice", "Ann", "bot", start=True)
    for table, told in ((waiting, True), (playing, True), (usual, False)):
        with ann.house.websocket_connect(f"/t/{table}/live") as socket:
            html = receive(socket)["html"]
        assert (f"/t/{table}/box" in html) == told
        assert (f"/t/{table}/box" in ann.house.get(f"/t/{table}").text) == told, "beside the rules"


def test_what_is_wrong_names_the_line_and_what_would_be_right(ann: Guest) -> None:
    def refusal(text: str) -> str:
        answered = ann.post("tables", game="gang-of-dice", players=[PERSON, BOT], box=text)
        assert answered.status_code == 422
        return str(answered.json()["error"])

    wrong = TEXT.replace('fuse = "bomb"', 'fuse = "rocket"', 1)
    line = wrong.splitlines().index('fuse = "rocket"') + 1
    assert refusal(wrong).startswith(f"own box, line {line}, warning[1].fuse: ")
    assert refusal(wrong).endswith("it can be: bomb, explosion")
    assert "line 8" in refusal(TEXT.replace("dice = 36", "dice = = 36", 1))
    short = TEXT[: TEXT.rindex("[[warning]]")]
    assert "6 cards with a dark back, not 5" in refusal(short)
    more = TEXT + "colour = 1\n"
    assert refusal(more).startswith(f"own box, line {len(more.splitlines())}, warning[18].colour: ")
    assert refusal(more).endswith("the entry has: id, back, fuse, kind, n, values, status, note")


def test_a_box_that_plays_like_the_games_is_the_games(ann: Guest) -> None:
    table = open_own(ann, PERSON, BOT, box="# only a remark\n" + TEXT)
    assert ann.state(table)["own_box"] is False
    assert own_box(GANG, "# only a remark\n" + TEXT) is load_box(GANG)


@pytest.mark.parametrize("name", names())
def test_every_game_takes_its_own_box_with_another_number(ann: Guest, name: str) -> None:
    text = (game(name).folder / "box.toml").read_text("utf-8")
    changed = {
        "chance-it": ("coins = 8", "coins = 9"),
        "gang-of-dice": ("n = 7", "n = 8"),
        "second-chance": ('name = "', 'name = "my '),
        "take-a-chance": ("cash = ", "cash = 1"),
        "take-it-or-leave-it": ("points = ", "points = 9 # "),
    }
    old, new = changed[name]
    assert old in text
    seats = game(name).seats[0] if game(name).seats[0] > 1 else 2
    table = open_own(ann, PERSON, *[BOT] * (seats - 1), box=text.replace(old, new, 1), name=name)
    assert ann.state(table)["own_box"]


def test_a_box_survives_a_restart(folder: Path) -> None:
    with TestClient(create_app(folder, limits=unlimited())) as house:
        ann = Guest(house)
        table = open_own(ann, PERSON, {"kind": "person", "name": "Anton"})
        seen = ann.get(f"tables/{table}/view")
        token = ann.token
    own_box.cache_clear()
    with TestClient(create_app(folder, limits=unlimited())) as house:
        ann = Guest(house)
        ann.token = token
        assert ann.get(f"tables/{table}/view") == seen
        assert house.get(f"/t/{table}/box").text == MINE
        assert play_out(table, ann) > 5


def test_the_record_of_a_finished_game_brings_its_box_along(
    ann: Guest, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = open_own(ann, PERSON, {"kind": "person", "name": "Anton"})
    play_out(table, ann)
    record = ann.get(f"tables/{table}/record")
    assert record["box"]["text"] == MINE
    file = tmp_path / "evening.chance.json"
    file.write_text(json.dumps(record), "utf-8")
    own_box.cache_clear()
    match = cb.load(file)
    assert match.result
    assert match.box.text == MINE
    assert main(["replay", str(file)]) == 0
    assert "or more" in capsys.readouterr().out
    spoilt = {**record, "box": {**record["box"], "text": TEXT}}
    file.write_text(json.dumps(spoilt), "utf-8")
    with pytest.raises(cb.BadRecord, match="another box"):
        cb.load(file)


def test_a_record_from_the_terminal_brings_its_box_along(tmp_path: Path) -> None:
    mine, file = tmp_path / "mine.toml", tmp_path / "match.chance.json"
    mine.write_text(MINE, "utf-8")
    cb.new("gang-of-dice", 2, seed=1, box=mine).save(file)
    mine.unlink()
    assert cb.load(file).box.text == MINE
    cb.new("gang-of-dice", 2, seed=1).save(file)
    assert "text" not in json.loads(file.read_text("utf-8"))["box"], "everybody has the game's"


def test_rematch_and_fork_play_with_the_same_box(ann: Guest) -> None:
    table = open_own(ann, PERSON, {"kind": "person", "name": "Anton"})
    play_out(table, ann)
    again = ann.post(f"tables/{table}/rematch").json()["table"]
    forked = ann.post(f"tables/{table}/fork", events=9, seat=0, name="Ann").json()["table"]
    for other in (again, forked):
        assert other != table
        assert ann.state(other)["own_box"]
        assert ann.house.get(f"/t/{other}/box").text == MINE
    assert play_some(forked, 5, ann), "it goes on"


@pytest.mark.parametrize("bot", ["random", "thumb"])
def test_bots_get_the_box(ann: Guest, bot: str) -> None:
    """Whoever thinks with the game's box takes `n or more` for less, and stops too early to be right."""
    table = open_own(ann, PERSON, {"kind": "bot", "bot": bot}, {"kind": "bot", "bot": bot})
    play_out(table, ann)
    assert ann.state(table)["result"]


def test_a_question_brings_the_box_to_another_process() -> None:
    match = cb.Match(GANG, 2, box=own_box(GANG, MINE), dealer=cb.Seeded(3))
    asked = pack(question(match, match.to_act[0]), "thumb", 1)
    assert asked.own_box == MINE
    usual = asked._replace(own_box="")
    assert answer(asked).action != answer(usual).action, "other cards, another stake"
    workers = WorkerPool()
    try:
        # The worker has a process of its own; it answers as we do.
        assert workers._ask(asked).thought.action == answer(asked).action
        assert workers._ask(usual).thought.action == answer(usual).action
    finally:
        workers.close()


def test_a_table_whose_box_is_no_box_any_more_is_outdated(ann: Guest) -> None:
    table = open_own(ann, PERSON, BOT)
    opened = ann.house.app.state.house.store.tables.read(table)[0].entry  # type: ignore[attr-defined]
    assert isinstance(opened, entries.Opened)
    assert opened.own_box == MINE
    opened.own_box = "goal = 3\n"
    with pytest.raises(cb.ChanceboxError, match="rules or components that this house does not have"):
        Table(table, opened, Dealers(b""))


def test_logs_written_before_boxes_were_in_them_are_read() -> None:
    match entries.read(
        '{"type":"opened","game":"gang-of-dice","rules":1,"box":"96c2f0210a89c23f","options":{},'
        '"places":[],"host":"h","dealer":"house","events":[]}'
    ):
        case entries.Opened(own_box=text):
            assert text == ""
        case other:
            raise AssertionError(other)


def test_hints_come_with_the_box(ann: Guest) -> None:
    table = open_own(ann, PERSON, {"kind": "person", "name": "Anton"})
    seat = ann.state(table)["to_act"][0]
    begun = time.monotonic()
    answered = ann.post(f"tables/{table}/seats/{seat}/hint")
    assert answered.status_code in (200, 409), (answered.text, time.monotonic() - begun)
    if answered.status_code == 200:
        moves = ann.get(f"tables/{table}/choices", seat=seat)["moves"]
        assert answered.json()["best"][0]["move"] in moves
