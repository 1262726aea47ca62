"""A run of tests gets over a worker that dies."""

import sys
from pathlib import Path

import pytest

from children import run

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
