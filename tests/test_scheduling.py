"""A run of tests gets over a worker that dies, and over a machine that others keep busy."""

import sys
import time
from pathlib import Path

import pytest

from children import run
from scheduling import UNTIL

CONFTEST = """
from scheduling import ByGame

def pytest_xdist_make_scheduler(config, log):
    return ByGame(config, log, ())
"""
PASSING = "def test_passing(): pass\n"
DEADLY = """
import os

def test_before(): pass
def test_deadly(): os._exit(1)
def test_after(): pass
"""


@pytest.mark.parametrize("deadly", ["a", "c", "f"])
def test_a_run_gets_over_a_worker_that_dies(deadly: str, tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST)
    for name in "abcdef":
        (tmp_path / f"test_{name}.py").write_text(DEADLY if name == deadly else PASSING)
    found = ["-c", "/dev/null", "-o", f"pythonpath={Path(__file__).parent}", "--rootdir", str(tmp_path)]
    done = run([sys.executable, "-m", "pytest", "-n", "2", "-p", "no:schemathesis", *found, str(tmp_path)])
    assert "1 failed, 7 passed" in done.stdout, done.stdout + done.stderr
    assert "crashed while running" in done.stdout
    assert f"test_{deadly}.py::test_deadly" in done.stdout


LANES = """
import pytest

@pytest.mark.long
def test_long(): pass
def test_short(): pass
"""
HURRIED = """
from scheduling import skip_if_late

def pytest_runtest_setup(item):
    skip_if_late(item)
"""


@pytest.mark.parametrize(
    ("minutes", "told"), [(-1, "1 passed, 1 skipped"), (60, "2 passed"), (None, "2 passed")]
)
def test_no_long_test_begins_too_late(
    minutes: int | None, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(UNTIL, raising=False)
    if minutes is not None:
        monkeypatch.setenv(UNTIL, str(int(time.time()) + 60 * minutes))
    (tmp_path / "conftest.py").write_text(HURRIED)
    (tmp_path / "test_lanes.py").write_text(LANES)
    found = ["-c", "/dev/null", "-o", f"pythonpath={Path(__file__).parent}", "--rootdir", str(tmp_path)]
    done = run([sys.executable, "-m", "pytest", "-rs", "-p", "no:schemathesis", *found, str(tmp_path)])
    assert told in done.stdout, done.stdout + done.stderr
    assert ("the time of the long lane is over" in done.stdout) == (minutes == -1)
