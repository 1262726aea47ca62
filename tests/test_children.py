"""The helpers of the tests themselves: children end with whoever started them, and games stay together."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from children import child, run, wait_until
from scheduling import group

SLEEPER = "import time; print('awake', flush=True); time.sleep(10_000)"
PARENT = f"""
import subprocess, sys, time
print(subprocess.Popen([sys.executable, "-c", {SLEEPER!r}], start_new_session=True).pid, flush=True)
time.sleep(10_000)
"""
STARTER = f"""
import sys, time
from children import begin
print(begin([sys.executable, "-c", {SLEEPER!r}]).pid, flush=True)
time.sleep(10_000)
"""


def is_gone(pid: int) -> bool:
    try:
        return bool(psutil.Process(pid).status() == psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return True


def said_number(process: "subprocess.Popen[str]") -> int:
    assert process.stdout
    return int(process.stdout.readline())


def test_children_hear_ctrl_c_though_we_do_not() -> None:
    """As under nohup, or with & in a script."""
    program = "import signal; print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)"
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        assert run([sys.executable, "-c", program]).stdout == "True\n"
    finally:
        signal.signal(signal.SIGINT, usual)


def test_children_end_when_their_test_fails_and_so_do_theirs() -> None:
    pids: list[int] = []

    def fail() -> None:
        with child([sys.executable, "-c", PARENT], stdout=subprocess.PIPE) as process:
            pids.extend([process.pid, said_number(process)])
            assert not any(map(is_gone, pids))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    for pid in pids:
        wait_until(lambda pid=pid: is_gone(pid), "the end of a child")  # type: ignore[misc]


def test_children_end_when_we_are_killed() -> None:
    known = [str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(known)}
    with child([sys.executable, "-c", STARTER], stdout=subprocess.PIPE, env=env) as process:
        ours = said_number(process)
        os.kill(process.pid, signal.SIGKILL)
        wait_until(lambda: is_gone(ours), "the end of what it started")


@pytest.mark.parametrize(
    ("test", "found"),
    [
        ("tests/test_every_game.py::test_x[take-it-or-leave-it-3]", "take-it-or-leave-it"),
        ("tests/test_search.py::test_x[chance-it-master]", "chance-it"),
        ("tests/test_search.py::test_x[master-take-a-chance]", "take-a-chance"),
        ("tests/games/test_second_chance_paper.py::test_x", "second-chance"),
        ("tests/games/test_chance_it_end.py::test_a_chance_in_pig", "chance-it"),
        ("src/chancebox/games/gang_of_dice/rules.py::chancebox.games.gang_of_dice.rules", "gang-of-dice"),
        (
            "tests/browser/test_tables.py::test_x[chance-it-phone]",
            "tests/browser/test_tables.py chance-it",
        ),
        ("tests/test_simulator.py::test_x", "gang-of-dice"),
        ("tests/test_dice.py::test_x[pigs]", "tests/test_dice.py"),
    ],
)
def test_a_game_is_compiled_by_one_worker(test: str, found: str) -> None:
    games = ["chance-it", "gang-of-dice", "pig", "second-chance", "take-a-chance", "take-it-or-leave-it"]
    assert group(test, games) == found
