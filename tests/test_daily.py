"""`chancebox daily`: the deal of the day in the terminal, by the same rules as in the browser."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest

from chancebox.cli import main
from chancebox.server.house.house import House
from chancebox.server.processes import local
from chancebox.server.store.databases.lock import Lock
from chancebox.server.store.databases.stores import open_store
from chancebox.server.tables import days
from chancebox.terminal.screen import out

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)
"""A day of Second Chance, which is played alone."""


@pytest.fixture(autouse=True)
def _noon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(days, "now", lambda: NOON)


def type_in(monkeypatch: pytest.MonkeyPatch, *typed: str, then: str = "") -> None:
    """Type some lines, then the same again and again, or leave."""
    lines = iter(typed)

    def typed_next(_prompt: str = "") -> str:
        line = next(lines, then)
        if not line:
            raise EOFError
        return line

    monkeypatch.setattr(out, "input", typed_next)


def play(folder: Path, *more: str) -> int:
    """Run the command in a thread of its own: in this one a browser's loop may be running."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(main, ["daily", "--data", str(folder), *more]).result()


def test_one_can_leave_and_go_on_and_the_first_try_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_in(monkeypatch, "1", "1")
    assert play(tmp_path, "--name", "Ann") == 0
    said = capsys.readouterr().out
    assert "it counts" in said
    assert "chancebox daily" in said.split("Go on later with:")[1]
    type_in(monkeypatch, then="1")
    assert play(tmp_path) == 0
    said = capsys.readouterr().out
    assert "it counts" in said
    assert "Chancebox, deal of 16 November 2026: Second Chance" in said
    assert "The first result of this house." in said
    type_in(monkeypatch, then="1")
    assert play(tmp_path) == 0
    said = capsys.readouterr().out
    assert "This is practice." in said
    assert "result of this house" not in said


def test_past_days_are_practice_and_days_to_come_are_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_in(monkeypatch, "undo", "1", "undo", "1")
    assert play(tmp_path, "--archive", "2026-11-11") == 0
    assert "This is practice." in capsys.readouterr().out
    assert play(tmp_path, "--archive", "2026-11-17") != 0


def test_bots_sit_there_as_in_the_browser(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_in(monkeypatch, then="1")
    assert play(tmp_path, "--archive", "2026-11-15") == 0
    told = capsys.readouterr().out
    store = open_store(tmp_path)
    try:
        house = House(store)
        (table,) = store.tables.all_of(store.key(local.KEY)[: local.LENGTH])
        played = house.kernel.fold(table, store.tables.read(table)).playing
    finally:
        store.close()
    assert played.game.name == "gang-of-dice"
    assert played.result is not None
    # Lines are broken where the terminal ends.
    assert "".join(played.log(0)[-1].split()) in "".join(told.split()), "what the log has was shown"


def test_a_folder_in_use_is_explained(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lock = Lock(tmp_path)
    try:
        assert play(tmp_path) == 1
    finally:
        lock.release()
    assert "on its first page" in capsys.readouterr().out
