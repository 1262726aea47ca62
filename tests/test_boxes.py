"""Boxes: a wrong file says where, what, and what would be right."""

import re
from pathlib import Path

import pytest

import chancebox as cb
from chancebox.engine.game.boxes import load_box, parse_box
from chancebox.games import game

GANG = game("gang-of-dice")
TEXT = (GANG.folder / "box.toml").read_text("utf-8")


def line_of(text: str, wanted: str, nth: int = 1) -> int:
    lines = [n for n, line in enumerate(text.splitlines(), start=1) if line == wanted]
    return lines[nth - 1]


def refusal(text: str) -> str:
    with pytest.raises(cb.BadBox) as caught:
        parse_box(GANG, text, "mine.toml")
    return str(caught.value)


def without_card(name: str) -> str:
    return re.sub(rf'\[\[warning\]\]\nid = "{name}".*?(?=\[\[|\Z)', "", TEXT, flags=re.S)


@pytest.mark.parametrize(
    ("card", "message"),
    [("L05", "12 cards with a light back, not 11"), ("D02", "6 cards with a dark back, not 5")],
)
def test_counts_of_the_rule_book_are_checked(card: str, message: str) -> None:
    assert message in refusal(without_card(card))


def test_a_wrong_word_names_line_entry_and_what_would_be_right() -> None:
    text = TEXT.replace('fuse = "explosion"', 'fuse = "rocket"', 1)
    message = refusal(text)
    line = line_of(text, 'fuse = "rocket"')
    assert message.startswith(f"mine.toml, line {line}, warning[2].fuse:")
    assert message.endswith("it can be: bomb, explosion")


def test_a_wrong_number_names_its_line() -> None:
    wrong = "tokens = [1, 99, 2]"
    text = TEXT.replace("tokens = [1, 1, 2]", wrong)
    assert f"line {line_of(text, wrong)}, finale[1].tokens[2]: " in refusal(text)


def test_an_unknown_key_lists_the_known_ones() -> None:
    text = TEXT.replace("n = 7\n", "n = 7\nnumber = 8\n", 1)
    message = refusal(text)
    assert "number" in message
    assert "the entry has: " in message
    assert "fuse" in message


def test_a_missing_key_is_named() -> None:
    assert "`fuse`" in refusal(TEXT.replace('fuse = "bomb"\n', "", 1))


def test_broken_toml_names_the_line() -> None:
    assert "line 8" in refusal(TEXT.replace("dice = 36", "dice = = 36", 1))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('id = "L02"', 'id = "L01"', "L01 is there twice"),
        ("values = [4, 5]\n", "", "lists its values"),
        ("values = [4, 5]", "values = [4, 4]", "listed twice"),
        ("n = 7", "n = 7\nvalues = [1]", "other kinds have none"),
        ("dice = 9", "dice = 10", "need more than 36 dice"),
        ("tokens = 9\n", "tokens = 10\n", "need more than 42"),
        ("players = 4", "players = 3", "2, 3 and 4 players"),
        ("tokens = [1, 2, 3]", "tokens = [1, 2]", "three numbers each"),
        ("dice = 36", "dice = 35", "36"),
    ],
)
def test_what_does_not_fit_is_refused(old: str, new: str, message: str) -> None:
    assert old in TEXT
    assert message in refusal(TEXT.replace(old, new, 1))


def test_a_box_of_ones_own_is_played_with(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(TEXT.replace("n = 7", "n = 9"), "utf-8")
    match = cb.new("gang-of-dice", 2, dealer="ask", box=mine)
    match.play(cb.CHANCE, "first A")
    match.play(cb.CHANCE, "card L01")
    assert match.view()["warning"]["condition"] == "a total of 9 or more"


def test_a_record_refuses_another_box(tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(TEXT.replace("n = 7", "n = 9"), "utf-8")
    record = tmp_path / "match.chance.json"
    cb.new("gang-of-dice", 2, seed=1, box=mine).save(record)
    other = tmp_path / "other.toml"
    other.write_text(TEXT, "utf-8")
    with pytest.raises(cb.BadRecord, match="another box"):
        cb.load(record, box=other)
    assert cb.load(record, box=mine).box.data.warning[0].n == 9
    assert cb.load(record).box.data.warning[0].n == 9, "it brings its box along"


def test_notes_do_not_change_the_hash_but_numbers_do() -> None:
    usual = load_box(GANG).digest
    assert parse_box(GANG, TEXT.replace("the back is inferred", "so we think"), "x").digest == usual
    assert parse_box(GANG, TEXT.replace("n = 7", "n = 8"), "x").digest != usual


@pytest.mark.parametrize("content", [b"\xff\xfe", None])
def test_an_unreadable_file_is_refused(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "box.toml"
    if content:
        file.write_bytes(content)
    with pytest.raises(cb.BadBox, match="cannot be read"):
        load_box(GANG, file)
