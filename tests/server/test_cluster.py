"""The race of `benchmarks/cluster.py`, in small: kills, restarts and lost hints under load."""

import importlib.util
import sys
from pathlib import Path

import pytest

from databases import running

FILE = Path(__file__).parents[2] / "benchmarks" / "cluster.py"


@pytest.mark.long
def test_processes_that_race_and_die_stay_one_house() -> None:
    spec = importlib.util.spec_from_file_location("cluster", FILE)
    assert spec
    assert spec.loader
    # By this name its processes find it again.
    cluster = sys.modules["cluster"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(cluster)
    # One of its own, since it is restarted.
    with running() as database:
        came = cluster.race_in(
            database, processes=2, tables=4, commands=300, players=6, drop=0.3, restarts=1, kills=2
        )
    assert came["wrong"] == []
    assert came["acknowledged"] > 50
