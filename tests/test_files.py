"""Record files and position texts: what is wrong with a file is said, and nothing half-written stays."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import chancebox as cb
from chancebox.games import game
from helpers import random_match


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "match.chance.json"
    random_match(game("gang-of-dice"), 3, 1, events=60).save(file)
    return file


def edit(file: Path, **changes: Any) -> Path:
    data = json.loads(file.read_text("utf-8"))
    data.update(changes)
    file.write_text(json.dumps(data), "utf-8")
    return file


def test_a_record_is_readable(record: Path) -> None:
    data = json.loads(record.read_text("utf-8"))
    assert data["game"] == "gang-of-dice"
    assert data["events"][0].startswith("* first ")
    assert data["events"][1].startswith("* card ")
    assert not record.with_name(record.name + ".part").exists()


@pytest.mark.parametrize("version", [0, 2, 99])
def test_another_format_is_refused(record: Path, version: int) -> None:
    with pytest.raises(cb.BadRecord, match=f"record format {version}.*reads format 1"):
        cb.load(edit(record, chancebox_record=version))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"version": 0}, "no rules of version 0"),
        ({"game": "monopoly"}, "no game 'monopoly'"),
        ({"seats": 9}, "2 to 4 players"),
        ({"events": ["* first A", "A stake 1"]}, r"Event 2 of the record \(A stake 1\)"),
        ({"events": ["Z stake 1"]}, "'Z' is no seat"),
        ({"events": ["* first A", "* card L01", "B stake 1"]}, "not your turn"),
        ({"events": ["* first A", "* card L01", "A stake 99"]}, "not possible"),
        ({"events": ["nonsense"]}, "Event 1"),
        ({"events": [7]}, "events"),
        ({"colour": "red"}, "colour"),
        ({"dealer": {"kind": "cheat"}}, "dealer"),
        ({"position": "pig/1 x"}, "no position of gang-of-dice"),
    ],
)
def test_a_wrong_record_says_what_is_wrong(record: Path, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(cb.ChanceboxError, match=message):
        cb.load(edit(record, **changes))


@pytest.mark.parametrize("content", ["", "{", "[]", '"x"', "{}", '{"chancebox_record": "1"}', "[" * 100_000])
def test_what_is_no_record_is_refused(tmp_path: Path, content: str) -> None:
    file = tmp_path / "x.chance.json"
    file.write_text(content, "utf-8")
    with pytest.raises(cb.BadRecord):
        cb.load(file)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(cb.BadRecord, match="cannot be read"):
        cb.load(tmp_path / "no.chance.json")


def test_a_match_from_a_position_can_be_saved(tmp_path: Path) -> None:
    match = random_match(game("gang-of-dice"), 3, 1, events=60)
    again = cb.at(cb.position_text(match.game, match.box, match.position()), seed=3)
    seat = again.to_act[0]
    again.play(seat, again.choices(seat)[0])
    again.save(tmp_path / "x.chance.json")
    loaded = cb.load(tmp_path / "x.chance.json")
    assert loaded.position().tobytes() == again.position().tobytes()


POSITION = "gang-of-dice/1 {digest} pending=1 seats=2 step=2 round=1 players.stock=48,48,0,0"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no game"),
        ("pig", "no position"),
        ("gang-of-dice/9 {digest}", "version 1"),
        ("gang-of-dice/1", "another box"),
        ("gang-of-dice/1 0000", "another box"),
        (POSITION + " stars=1", "no field 'stars'"),
        (POSITION + " again=1,2", "takes 6 whole numbers"),
        (POSITION + " centre=many", "takes 1 whole numbers"),
        (POSITION + " round=300", "too large"),
    ],
)
def test_a_wrong_position_is_refused(text: str, message: str) -> None:
    digest = cb.load_box(game("gang-of-dice")).digest
    with pytest.raises(cb.ChanceboxError, match=message):
        cb.at(text.format(digest=digest))


@given(st.text(max_size=60))
def test_any_text_is_a_position_or_refused(text: str) -> None:
    digest = cb.load_box(game("pig")).digest
    with pytest.raises(cb.ChanceboxError):
        cb.at(f"pig/1 {digest} {text}x")


def test_who_is_named_in_a_file_can_be_told_from_others(record: Path) -> None:
    names = ["Ann", "A\u034fnn\ufe0f", "\u202e\x1b[2JEve"]
    assert cb.load(edit(record, names=names)).names == ["Ann", "Ann 2", "[2JEve"]
