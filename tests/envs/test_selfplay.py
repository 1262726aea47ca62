"""The example learns, in the little time that a test has."""

import importlib.util
from pathlib import Path

import pytest

from envs.suites import ENVS

pytest.importorskip("gymnasium", reason=ENVS)

EXAMPLE = Path(__file__).parents[2] / "examples" / "train_selfplay.py"


def test_a_few_lessons_beat_random_players() -> None:
    spec = importlib.util.spec_from_file_location("train_selfplay", EXAMPLE)
    assert spec
    assert spec.loader
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    untaught = example.train(0, 1e9, seed=1, games=64)
    assert 0.35 < example.win_share(untaught, 200, seed=1) < 0.65, "random against random"
    taught = example.train(25, 1e9, seed=1, games=64)
    assert example.win_share(taught, 200, seed=1) > 0.8
