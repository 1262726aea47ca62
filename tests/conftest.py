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


def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Fail a whole run in which a clause of some rules.md is named by no test."""
    whole = not config.option.keyword and not config.option.markexpr and not config.option.file_or_dir
    if not whole or hasattr(config, "workerinput"):
        return
    named = {id for item in items for mark in item.iter_markers("clause") for id in mark.args}
    ledger = {
        id for room in ROOMS for id in CLAUSE.findall((game(room).folder / "rules.md").read_text("utf-8"))
    }
    if missing := sorted(ledger - named):
        raise pytest.UsageError(f"clauses without a test: {' '.join(missing)}")
    if unknown := sorted(named - ledger):
        raise pytest.UsageError(f"tests name clauses that no rules.md has: {' '.join(unknown)}")
