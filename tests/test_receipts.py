"""Receipts: those of every version verify for ever, and nothing in one can be altered unnoticed."""

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest

import chancebox as cb
from chancebox.cli import main
from chancebox.engine.game.boxes import load_box
from chancebox.engine.game.errors import BadRecord
from chancebox.engine.match import files
from chancebox.engine.proofs import tellings
from chancebox.engine.proofs.receipts import OrdinaryRecord, WrongReceipt, check_dice, check_rules
from chancebox.engine.proofs.sealed import with_digest
from chancebox.games import game, names
from chancebox.terminal.verify import judge
from receipts.folder import DAYS, REAL, RECEIPTS
from receipts.malforming import MALFORMED, OF_ENTERED, OF_LINKS, malformed
from receipts.tampering import DISHONEST, GRINDING, Grind, alterations

GANG = next(file for file in RECEIPTS if file.name == "gang-of-dice.chance.json")
ALL = [*RECEIPTS, *REAL, *DAYS]


def forged(data: dict[str, Any]) -> str:
    """Write a receipt with the digest that fits."""
    return files.as_text(with_digest(data))


@pytest.mark.parametrize("file", RECEIPTS, ids=lambda file: file.name)
def test_a_receipt_verifies_for_ever(file: Path) -> None:
    checked = check_dice(file.read_text("utf-8"))
    found = game(checked.file.game)
    if checked.file.version == found.version and checked.file.box.digest == load_box(found).digest:
        assert judge(file.read_text("utf-8"), "") == (checked, "", "")
    else:
        assert judge(file.read_text("utf-8"), "").unknown


def test_there_is_a_receipt_of_every_game() -> None:
    assert {json.loads(file.read_text("utf-8"))["game"] for file in RECEIPTS} == set(names())


def unnoticed(file: Path) -> list[str]:
    """List alterations of a receipt that are not found."""
    passed = []
    for what, altered in alterations(file.read_text("utf-8"), random.Random(1), most=100):
        try:
            check_dice(altered)
        except BadRecord:
            continue
        passed.append(what)
    return passed


@pytest.mark.wide
@pytest.mark.parametrize("file", RECEIPTS, ids=lambda file: file.name)
def test_every_alteration_is_found(file: Path) -> None:
    assert unnoticed(file) == []


@pytest.mark.parametrize("grind", GRINDING, ids=lambda grind: grind.__name__)
@pytest.mark.parametrize("file", RECEIPTS, ids=lambda file: file.name)
def test_a_dishonest_house_is_caught(file: Path, grind: Grind) -> None:
    with pytest.raises(WrongReceipt):
        check_dice(grind(json.loads(file.read_text("utf-8"))))


@pytest.mark.parametrize("file", ALL, ids=lambda file: f"{file.parent.name}-{file.name}")
def test_a_malformed_receipt_is_refused(file: Path) -> None:
    made = malformed(file.read_text("utf-8"), {**MALFORMED, **OF_LINKS, **OF_ENTERED})
    assert len(made) >= len(MALFORMED) - 4, "those of dice are missing where there are none"
    taken = []
    for what, text in made.items():
        try:
            check_dice(text)
        except OrdinaryRecord:
            taken.append(f"{what}: ordinary")
        except BadRecord:
            continue
        else:
            taken.append(what)
    assert taken == []


def test_a_house_cannot_add_links_to_a_move_until_the_dice_please() -> None:
    made = malformed(GANG.read_text("utf-8"), OF_LINKS)
    with pytest.raises(WrongReceipt, match="Several links came with the move at event"):
        check_dice(made["two links with one move"])


def test_what_was_asked_must_be_what_the_rules_ask() -> None:
    """A house that rolls fewer dice than the rules ask for, as they follow from the seal, is found out."""
    data = json.loads(GANG.read_text("utf-8"))
    line = next(line for line in data["sealed"]["dealt"] if line.get("dice", 0) in range(2, 12))
    less = copy.deepcopy(data)
    shorter = next(one for one in less["sealed"]["dealt"] if one["event"] == line["event"])
    shorter["dice"] -= 1
    shorter["rolled"].pop()
    checked = check_dice(forged(less))
    with pytest.raises(WrongReceipt, match="rules ask for something else"):
        check_rules(checked, game("gang-of-dice"), load_box(game("gang-of-dice")))


@pytest.mark.parametrize(
    ("alter", "said"),
    [
        (
            lambda data: data["events"].__setitem__(_throw(data), "* dice 5"),
            "cannot be played|another outcome",
        ),
        (lambda data: data["result"].__setitem__("winners", [3]), "other winners"),
        (
            lambda data: data["sealed"]["dealt"][_whose(data)].__setitem__("whose", 2),
            "decision of somebody else",
        ),
    ],
)
def test_what_is_told_must_be_what_came_up(alter: Any, said: str) -> None:
    data = json.loads(GANG.read_text("utf-8"))
    alter(data)
    checked = check_dice(forged(data))
    with pytest.raises(BadRecord, match=said):
        check_rules(checked, game("gang-of-dice"), load_box(game("gang-of-dice")))


def _throw(data: dict[str, Any]) -> int:
    return next(n for n, line in enumerate(data["events"]) if line.startswith("* dice"))


def _whose(data: dict[str, Any]) -> int:
    return next(n for n, line in enumerate(data["sealed"]["dealt"]) if line.get("whose", 2) != 2)


# Who contributes from when on.


def changes(name: str) -> list[tuple[str, int, list[int], int | None]]:
    file = next(file for file in RECEIPTS if file.name == f"{name}.chance.json")
    found = tellings.changes(check_dice(file.read_text("utf-8")))
    return [(one.what, one.event, one.seats, one.device) for one in found]


def test_a_chain_that_begins_after_the_start_is_told_with_its_seats_and_the_move() -> None:
    assert changes("gang-of-dice-lost-and-handed") == [("new chain", 21, [0], 0), ("chain", 40, [1], 2)]
    assert changes("gang-of-dice-one-device") == [("chain", 2, [0, 1], 0)]
    assert changes("gang-of-dice-fork") == [("chain", 30, [0], 0)]


def test_a_seat_that_stops_and_begins_to_contribute_is_told() -> None:
    assert changes("gang-of-dice-stopped") == [("stops", 24, [1], None), ("contributes", 41, [1], 0)]


@pytest.mark.parametrize("name", names())
def test_who_contributes_all_the_time_is_told_nothing(name: str) -> None:
    assert changes(name) == []


# The command.


def test_the_command_names_who_began_and_stopped_to_contribute(capsys: pytest.CaptureFixture[str]) -> None:
    handed, stopped = (
        GANG.with_name(f"gang-of-dice-{how}.chance.json") for how in ("lost-and-handed", "stopped")
    )
    main(["verify", str(handed)])
    told = capsys.readouterr().out
    assert "Device 0 began a new chain before event 21 (Ann)." in told
    assert "Device 2 began a chain before event 40, after the start (Ben)." in told
    main(["verify", str(stopped)])
    told = capsys.readouterr().out
    assert "From event 24 on Ben contributed nothing." in told
    assert "From event 41 on Ben contributed, by device 0." in told
    main(["verify", "--json", str(stopped)])
    assert json.loads(capsys.readouterr().out)["changes"] == [
        {"event": 24, "what": "stops", "players": ["Ben"], "device": None},
        {"event": 41, "what": "contributes", "players": ["Ben"], "device": 0},
    ]


def test_an_ordinary_record_is_not_called_a_wrong_receipt(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ordinary = tmp_path / "ordinary"
    cb.new("gang-of-dice", seats=2, seed=7).save(ordinary)
    assert main(["verify", str(ordinary)]) == 4
    told = " ".join(capsys.readouterr().out.split())
    assert "This is an ordinary record: its table was not sealed." in told
    assert "chancebox replay plays it again" in told
    assert "This receipt is wrong." not in told
    assert main(["verify", "--json", str(ordinary)]) == 4
    data = json.loads(capsys.readouterr().out)
    assert (data["right"], data["ordinary"], data["problem"]) == (None, True, None)


@pytest.mark.parametrize("file", [GANG, REAL[0], DAYS[0]], ids=lambda file: file.parent.name)
def test_a_receipt_whose_seal_was_cut_out_is_not_called_ordinary(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = json.loads(file.read_text("utf-8"))
    del data["sealed"], data["digest"]
    (tmp_path / "cut").write_text(files.as_text(data), "utf-8")
    assert main(["verify", str(tmp_path / "cut")]) == 1
    assert "The seal of this record was taken away" in capsys.readouterr().out


def test_what_was_not_replayed_is_told_as_it_was_computed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without the rules nobody knows whether the file's words for a throw are true."""
    data = json.loads(GANG.read_text("utf-8"))
    n = _throw(data)
    rolled = next(line["rolled"] for line in data["sealed"]["dealt"] if line["event"] == n)
    data["events"][n] = "* dice of lies"
    data["version"] += 1
    (tmp_path / "older").write_text(forged(data), "utf-8")
    assert main(["verify", str(tmp_path / "older")]) == 3
    told = capsys.readouterr().out
    assert "lies" not in told
    assert " ".join(map(str, rolled)) in told


def test_the_command_says_who_contributed_and_what_the_dice_did(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(GANG)]) == 0
    told = capsys.readouterr().out
    assert "The dice are right." in told
    assert "← Ann" in told
    assert "← nobody" in told
    assert "not that luck was just" in told
    assert main(["verify", "--json", str(GANG)]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["right"] is data["replayed"] is True
    assert {name for event in data["events"] for name in event["contributed"]} == {"Ann", "Ben"}
    assert [one["whose"] for one in data["dice"]][:3] == ["", "Ann", "Ben"]


def test_the_exit_status_tells(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = GANG.read_text("utf-8")
    wrong, older, ordinary = (tmp_path / name for name in ("wrong", "older", "ordinary"))
    wrong.write_text(text.replace('"rolled": [\n    ', '"rolled": [\n    9', 1), "utf-8")
    assert main(["verify", str(wrong)]) == 1
    assert "This receipt is wrong." in capsys.readouterr().out
    assert main(["verify", "--json", str(wrong)]) == 1
    assert json.loads(capsys.readouterr().out)["problem"]
    data = json.loads(text)
    older.write_text(forged({**data, "version": data["version"] - 1}), "utf-8")
    assert main(["verify", str(older)]) == 3
    assert "Not checked: whether the rules asked" in capsys.readouterr().out
    cb.new("gang-of-dice", seats=2, seed=7).save(ordinary)
    assert main(["verify", str(ordinary)]) == 4
    assert "its table was not sealed" in capsys.readouterr().out
    assert main(["verify", str(tmp_path / "nothing")]) == 2
    (tmp_path / "noise").write_bytes(b"\xff\x00")
    assert main(["verify", str(tmp_path / "noise")]) == 2


def test_a_receipt_is_a_record_like_any_other(capsys: pytest.CaptureFixture[str]) -> None:
    match = cb.load(GANG)
    assert match.result
    assert main(["replay", str(GANG)]) == 0
    assert "win" in capsys.readouterr().out


def test_a_protocol_of_tomorrow_is_refused_kindly() -> None:
    data = json.loads(GANG.read_text("utf-8"))
    data["sealed"]["protocol"] = 3
    with pytest.raises(WrongReceipt, match="protocol 3; this program knows 1 and 2"):
        check_dice(forged(data))


def test_tallies_count_every_die_once() -> None:
    checked = check_dice(GANG.read_text("utf-8"))
    (_all, dice), *players = tellings.tallies(checked)
    assert dice.dice == sum(dealt.line.dice for dealt in checked.dealt)
    assert dice.dice == sum(tally.dice for _name, tally in players), "in this game every throw is somebody's"
    assert sum(dice.counts) == dice.dice


# Real dice.


@pytest.mark.parametrize("file", REAL, ids=lambda file: file.name)
def test_a_receipt_of_real_dice_says_what_was_entered(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = file.read_text("utf-8")
    verdict = judge(text, "")
    assert not verdict.problem
    assert main(["verify", str(file)]) == verdict.status
    told = capsys.readouterr().out
    assert "What the house dealt is right." in told
    assert "entered by people" in told
    assert ", corrected once" in told
    assert main(["verify", "--json", str(file)]) == verdict.status
    events = json.loads(capsys.readouterr().out)["events"]
    assert {event["text"].split()[1] for event in events if event["entered"] is None} & {
        "first",
        "card",
        "draw",
    } or ("second-chance" in file.name)
    assert any(event["entered"] == ["Ann"] for event in events)


def test_there_is_a_receipt_of_real_dice_of_every_game() -> None:
    assert {json.loads(file.read_text("utf-8"))["game"] for file in REAL} == set(names())


@pytest.mark.wide
@pytest.mark.parametrize("file", REAL, ids=lambda file: file.name)
def test_every_alteration_of_real_dice_is_found(file: Path) -> None:
    assert unnoticed(file) == []


def pretended(data: dict[str, Any]) -> str:
    """A house that deals at a sealed table calls a card entered."""
    line = data["sealed"]["dealt"][0]
    line["entered"] = [0]
    return forged(data)


@pytest.mark.parametrize("grind", DISHONEST, ids=lambda grind: grind.__name__)
@pytest.mark.parametrize(
    "file", [file for file in REAL if "second" not in file.name], ids=lambda file: file.name
)
def test_a_dishonest_house_is_caught_with_real_dice(file: Path, grind: Grind) -> None:
    with pytest.raises(WrongReceipt):
        check_dice(grind(json.loads(file.read_text("utf-8"))))


def test_nothing_is_entered_at_a_sealed_table() -> None:
    with pytest.raises(WrongReceipt, match="where the house dealt"):
        check_dice(pretended(json.loads(GANG.read_text("utf-8"))))


def test_a_hidden_card_is_not_entered() -> None:
    file = next(file for file in REAL if "take-it" in file.name)
    data = json.loads(file.read_text("utf-8"))
    data["sealed"]["dealt"][1]["entered"] = [0]
    judged = judge(forged(data), "")
    if not judged.unknown:
        assert "nobody could enter it" in judged.problem or "follows from the seal" in judged.problem


def test_cards_that_the_house_deals_are_not_entered() -> None:
    """Else a house could call every card entered, and choose it."""
    file = next(file for file in REAL if "gang" in file.name)
    data = json.loads(file.read_text("utf-8"))
    assert data["dealer"]["kind"] == "real"
    line = [line for line in data["sealed"]["dealt"] if len(line.get("outcomes", [])) > 1][-1]
    assert "entered" not in line
    line["entered"] = []
    judged = judge(forged(data), "")
    assert "follows from the seal" in judged.problem or "was for the house to deal" in judged.problem


@pytest.mark.parametrize("entered", [[0, 0], [1, 0], [7]])
def test_who_entered_is_told_once_and_in_order(entered: list[int]) -> None:
    data = json.loads(next(file for file in REAL if "gang" in file.name).read_text("utf-8"))
    next(line for line in data["sealed"]["dealt"] if "entered" in line)["entered"] = entered
    with pytest.raises(WrongReceipt, match="cannot have come up"):
        check_dice(forged(data))
