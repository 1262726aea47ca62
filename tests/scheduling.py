"""
Which worker runs which test: all tests that compile a game run on one, and compile it once.

The mark `xdist_group` would say so too, but it is written into a name of the test that newer versions of
pytest do not read. Schedulers are a public part of xdist, and know tests by their ids; so the game is read
from the id: `tests/test_every_game.py::test_x[chance-it-3]`, `tests/games/test_chance_it_end.py::test_y`.
"""

import os
import re
import time
from collections.abc import Iterable
from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling

HOMES = {
    "tests/test_arena.py": "pig",
    "tests/test_builds.py": "pig",
    "tests/test_checks.py": "liars-dice",
    "tests/test_cli.py": "gang-of-dice",
    "tests/test_datasets.py": "gang-of-dice",
    "tests/test_foresight.py": "second-chance",
    "tests/test_guests.py": "liars-dice",
    "tests/test_review.py": "pig",
    "tests/test_search.py": "pig",
    "tests/test_simulator.py": "gang-of-dice",
    "tests/test_study.py": "gang-of-dice",
    "tests/test_terminal.py": "gang-of-dice",
    "tests/test_thumb.py": "gang-of-dice",
    "tests/server/test_review.py": "gang-of-dice",
    "tests/envs/test_gymnasium.py": "gang-of-dice",
    "tests/envs/test_openspiel.py": "hush",
    "tests/envs/test_pettingzoo.py": "gang-of-dice",
    "tests/envs/test_selfplay.py": "gang-of-dice",
}
"""The game of those tests in a file that name none."""
TOGETHER = ("tests/server/test_durability.py", "tests/test_clusters.py")
"""Tests that are best not disturbed, whatever game they play."""
BROWSER = "tests/browser/"
"""Here servers compile: a file is a group, and so is each game in it, since some take minutes."""
LONGEST = (
    "gang-of-dice",
    "take-it-or-leave-it",
    "tests/browser/test_tables.py",
    "tests/browser/test_engines.py",
    "tests/browser/test_access.py",
    "tests/browser/test_pseudo.py",
    "tests/browser/test_by_ear.py",
    "tests/browser/test_real_dice.py",
    "tests/browser/test_keyboard.py",
    "tests/browser/test_strong_bots.py",
    "tests/browser/test_second_chance.py",
    "take-a-chance",
    "liars-dice",
    "tests/browser/test_sealed.py",
    "tests/server/test_groups.py",
    "second-chance",
    "chance-it",
    "tests/server/test_neighbours.py",
    "tests/server/test_daily.py",
    "tests/browser/test_learning.py",
    "pig",
    "tests/browser/test_offline.py",
    "tests/browser/test_listening.py",
    "tests/server/test_postgres.py",
    "tests/browser/test_chance_it.py",
    "tests/browser/test_take_it_or_leave_it.py",
    "tests/server/test_bots.py",
    "tests/browser/test_take_a_chance.py",
    "tests/browser/test_staging.py",
    "tests/server/test_durability.py",
    "tests/test_clusters.py",
    "tests/server/test_tables.py",
    "tests/browser/test_plain_board.py",
    "tests/server/test_schema.py",
    "hush",
)
"""What takes longest comes first, so that all workers end at about the same time; browsers beside games."""


UNTIL = "CHANCEBOX_LONG_UNTIL"
"""Until when tests of the long lane begin, as `date +%s` tells the time; without it at any time."""


def skip_if_late(item: pytest.Item) -> None:
    """Skip a test of the long lane once its time is over: on a busy machine a run ends, too."""
    if UNTIL in os.environ and item.get_closest_marker("long") and time.time() > float(os.environ[UNTIL]):
        pytest.skip("the time of the long lane is over on this machine")


def group(test: str, games: Iterable[str]) -> str:
    """Return the game that a test compiles, or else its file."""
    file, _colons, name = test.partition("::")
    if file in TOGETHER:
        return file
    played = _game_in(name.partition("[")[2], games)
    if file.startswith(BROWSER):
        return f"{file} {played}".strip()
    return played or _game_in(file.replace("_", "-"), games) or HOMES.get(file, file)


def _game_in(text: str, games: Iterable[str]) -> str:
    return next((game for game in games if re.search(rf"(?<![a-z]){game}(?![a-z])", text)), "")


def rank(test: str, games: Iterable[str]) -> int:
    """Return the place of a test's group in the order in which groups are handed out."""
    found = group(test, games).partition(" ")[0]
    return LONGEST.index(found) if found in LONGEST else len(LONGEST)


class ByGame(LoadScopeScheduling):  # type: ignore[misc, unused-ignore]
    """Hands out whole groups, in the order in which they were collected."""

    def __init__(self, config: pytest.Config, log: Any, games: Iterable[str]) -> None:
        config.option.loadscopereorder = False  # by the number of tests, which says little about time
        super().__init__(config, log)
        self._games = tuple(games)

    def _split_scope(self, nodeid: str) -> str:
        return group(nodeid, self._games)

    def remove_node(self, node: Any) -> str | None:
        """
        Hand what a dead worker has left to others, and return the test in which it died.

        That test is not tried again, since it would kill the next worker too. Groups that are done are not
        handed out again, as xdist's own way does: whoever is given nothing to do waits for good.
        """
        work: dict[str, dict[str, bool]] = self.assigned_work.pop(node)
        left = [(tests, test) for tests in work.values() for test, done in tests.items() if not done]
        if not left:
            return None
        tests, died = left[0]
        tests[died] = True
        self.workqueue.update({name: tests for name, tests in work.items() if not all(tests.values())})
        for other in self.assigned_work:
            self._reschedule(other)
        return died

    def _reschedule(self, node: Any) -> None:
        """Give a worker enough to do: it begins a test when it knows which one is next, or that none is."""
        if node not in self.registered_collections:  # it takes a dead one's place, and still looks for tests
            return
        super()._reschedule(node)
        while not node.shutting_down and self._pending_of(self.assigned_work[node]) < 2:
            super()._reschedule(node)
