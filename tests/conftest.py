"""What all tests share: the test room beside the five, and a count of the clauses."""

import os
import re
import tempfile
from pathlib import Path

import pytest

import chancebox.games
from chancebox.games import game, names

HERE = Path(__file__).parent
chancebox.games.__path__.append(str(HERE / "rooms"))
os.environ.setdefault("CHANCEBOX_DATA", tempfile.mkdtemp(prefix="chancebox-test-"))

ROOMS = names(test_only=True)
CLAUSE = re.compile(r"\b[A-Z]{2}-(?:R?\d\d|X\d)\b")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests that ask for `room` on every game, those that ask for `seats` for every number too."""
    if {"room", "seats"} <= set(metafunc.fixturenames):
        cases = [(room, seats) for room in ROOMS for seats in game(room).all_seats]
        metafunc.parametrize(("room", "seats"), cases)
    elif "room" in metafunc.fixturenames:
        metafunc.parametrize("room", ROOMS)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep a game's tests on one worker, and see that every clause is named by a test."""
    for item in items:
        room = getattr(item, "callspec", None) and item.callspec.params.get("room")  # type: ignore[attr-defined]
        if room:
            # Each game is compiled once, not by all workers at the same time.
            item.add_marker(pytest.mark.xdist_group(room))
    whole = not config.option.keyword and not config.option.markexpr and not config.option.file_or_dir
    if whole and not hasattr(config, "workerinput"):
        _check_clauses(items)


def _check_clauses(items: list[pytest.Item]) -> None:
    named = {id for item in items for mark in item.iter_markers("clause") for id in mark.args}
    texts = [(game(room).folder / "rules.md").read_text("utf-8") for room in ROOMS]
    ledger = {id for text in texts for id in CLAUSE.findall(text)}
    if missing := sorted(ledger - named):
        raise pytest.UsageError(f"clauses without a test: {' '.join(missing)}")
    if unknown := sorted(named - ledger):
        raise pytest.UsageError(f"tests name clauses that no rules.md has: {' '.join(unknown)}")
