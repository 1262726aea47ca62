"""
What all tests share: where things are kept, which tests run on every game, and a count of the clauses.

The games in `rooms` exist for tests alone. They are found like installed ones, by an entry point: the folder
`chancebox_rooms-1.dist-info` lies beside them, on the path.
"""

import atexit
import gc
import os
import re
import shutil
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

from chancebox.games import game, names
from scheduling import ByGame, rank, skip_if_late

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HERE = Path(__file__).parent
# Kept between runs, and this checkout's own: what somebody compiled elsewhere makes no difference.
os.environ["LANGUAGE"] = "en"  # whatever this terminal speaks
os.environ.setdefault("CHANCEBOX_CACHE", str(HERE.parent / ".pytest_cache" / "chancebox"))
if "CHANCEBOX_DATA" not in os.environ:  # workers have that of the process that started them
    os.environ["CHANCEBOX_DATA"] = tempfile.mkdtemp(prefix="chancebox-test-")
    atexit.register(shutil.rmtree, os.environ["CHANCEBOX_DATA"], ignore_errors=True)

# How long something takes says nothing about whether it is right.
settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")

ROOMS = names(test_only=True)
CLAUSE = re.compile(r"\b[A-Z]{2}-(?:R?\d\d|X\d)\b")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """
    Run tests that ask for `room` on every game, those that ask for `seats` for every number too.

    The fewest and the most are enough to notice at once that something broke; those between take their time.
    """
    if {"room", "seats"} <= set(metafunc.fixturenames):
        cases = [
            pytest.param(
                room, seats, marks=() if seats in (all_seats[0], all_seats[-1]) else [pytest.mark.long]
            )
            for room in ROOMS
            for all_seats in [game(room).all_seats]
            for seats in all_seats
        ]
        metafunc.parametrize(("room", "seats"), cases)
    elif "room" in metafunc.fixturenames:
        metafunc.parametrize("room", ROOMS)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """
    Collect no garbage while tests are collected, and never look at what was found there again.

    Thousands of tests and all that they import stay to the end. Going through them took more than a third of
    the time in which every worker finds its tests, and seconds when it ended.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(tryfirst=True)  # before tests are chosen by their marks
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put a game's tests together, the longest first, and see that every clause is named by a test."""
    _narrow(items)
    items.sort(key=lambda item: rank(item.nodeid, ROOMS))
    usual = config.option.markexpr in ("", "not long")
    whole = usual and not config.option.keyword and not config.option.file_or_dir
    if whole and not hasattr(config, "workerinput"):
        _check_clauses(items)


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """One browser for all tests of a process, wherever they lie: there can be no second one."""
    from browser.conftest import launch

    with launch() as found:
        yield found


@pytest.fixture(scope="session")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """
    The folder of a house in which nothing has happened.

    Houses of most tests begin with a copy: all migrations take longer than many a test.
    """
    from chancebox.server.store.databases.stores import open_store

    folder = tmp_path_factory.mktemp("fresh")
    open_store(folder).close()
    return folder


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Start two workers more than there are cores: tests often wait, for a browser or for a server."""
    return (os.cpu_count() or 1) + 2


@pytest.hookimpl(optionalhook=True)
@pytest.hookimpl(tryfirst=True)  # before anything is prepared for it
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Begin no long test too late."""
    skip_if_late(item)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByGame:
    """Keep a game's tests on one worker."""
    return ByGame(config, log, ROOMS)


def _narrow(items: list[pytest.Item]) -> None:
    """Leave most cases of wide tests to the long lane."""
    wide: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("wide"):
            wide.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for cases in wide.values():
        mark = cases[0].get_closest_marker("wide")
        assert mark
        wanted = mark.kwargs.get("case", "gang-of-dice")
        among = (wanted,) if isinstance(wanted, str) else wanted
        kept = [item for item in cases if any(case in item.nodeid.partition("[")[2] for case in among)]
        kept = kept or cases[:1]
        for item in cases:
            if item not in kept:
                item.add_marker(pytest.mark.long)


def _check_clauses(items: list[pytest.Item]) -> None:
    named = {id for item in items for mark in item.iter_markers("clause") for id in mark.args}
    texts = [(game(room).folder / "rules.md").read_text("utf-8") for room in ROOMS]
    ledger = {id for text in texts for id in CLAUSE.findall(text)}
    if missing := sorted(ledger - named):
        raise pytest.UsageError(f"clauses without a test: {' '.join(missing)}")
    if unknown := sorted(named - ledger):
        raise pytest.UsageError(f"tests name clauses that no rules.md has: {' '.join(unknown)}")
