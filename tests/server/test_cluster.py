"""The race of `benchmarks/cluster.py`, in small: kills, restarts and lost hints under load."""

import importlib
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from databases import running

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.mark.long
def test_processes_that_race_and_die_stay_one_house(monkeypatch: pytest.MonkeyPatch) -> None:
    # By the path its processes find the module again.
    monkeypatch.setattr(sys, "path", [*sys.path, str(BENCHMARKS)])
    cluster = importlib.import_module("cluster")
    # One of its own, since it is restarted.
    race = partial(
        cluster.race_in, processes=2, tables=4, commands=300, players=6, drop=0.3, restarts=1, kills=2
    )
    # In a thread, since a browser of other tests may have a loop in this one.
    with running() as database, ThreadPoolExecutor(1) as thread:
        came = thread.submit(race, database).result()
    assert came["wrong"] == []
    assert came["acknowledged"] > 50
