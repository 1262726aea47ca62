"""Receipts of deals of a day: they verify for ever, and nothing in one can be altered unnoticed."""

import json
import random
from pathlib import Path

import pytest

from chancebox.engine.game.errors import BadRecord
from chancebox.engine.match import files
from chancebox.engine.proofs.receipts import check_dice
from chancebox.engine.proofs.sealed import with_digest
from chancebox.games import game, names
from chancebox.terminal.verify import judge
from receipts.folder import DAYS
from receipts.tampering import alterations


def test_there_is_a_receipt_of_every_game() -> None:
    assert {json.loads(file.read_text("utf-8"))["game"] for file in DAYS} == set(names())


@pytest.mark.parametrize("file", DAYS, ids=lambda file: file.name)
def test_a_receipt_of_a_day_verifies_for_ever(file: Path) -> None:
    verdict = judge(file.read_text("utf-8"), "")
    assert verdict.checked
    assert verdict.status == (
        0 if verdict.checked.file.version == game(verdict.checked.file.game).version else 3
    )


@pytest.mark.parametrize("file", DAYS, ids=lambda file: file.name)
def test_every_alteration_is_found(file: Path) -> None:
    passed = []
    for what, altered in alterations(file.read_text("utf-8"), random.Random(1), most=40):
        try:
            check_dice(altered)
        except BadRecord:
            continue
        passed.append(what)
    assert passed == []


@pytest.mark.parametrize("day", ["2026-02-30", "2026-13-01", "0000-01-01", "20261116", "2026-W47-1"])
def test_a_day_that_no_calendar_has_is_no_day(day: str) -> None:
    data = json.loads(DAYS[0].read_text("utf-8"))
    data["sealed"]["day"] = day
    verdict = judge(files.as_text(with_digest(data)), "")
    assert verdict.status == 1
    assert "of which day" in verdict.problem


@pytest.mark.parametrize("file", DAYS, ids=lambda file: file.name)
def test_a_house_that_names_another_draw_is_caught_by_the_rules(file: Path) -> None:
    """Whoever may name what was drawn could choose what comes up: the rules say what was."""
    data = json.loads(file.read_text("utf-8"))
    line = next(one for one in data["sealed"]["dealt"] if one["label"] == "first" or "card" in one["label"])
    for n in range(200):
        line["label"] = f"other {n}"
        forged = files.as_text(with_digest(data))
        try:
            check_dice(forged)
        except BadRecord:
            continue
        assert judge(forged, "").status == 1, "the dice alone look right"
        return
    raise AssertionError("no other name brought the same outcome")
