"""
Child processes of tests: every test that starts one does it here.

A child gets the signals that a person's shell would give it, whatever the tests themselves were started
with: under `nohup`, or with `&` in a script, Ctrl-C is ignored, and that would be inherited. It has a group
of its own, which is ended with the test, be it passed or failed. And it dies with us if we are killed.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psutil

LIMIT = 300.0
"""Seconds after which a test is taken to hang. No machine is that slow, and no result depends on it."""
CHANCEBOX = [sys.executable, "-m", "chancebox"]

# Runs in the child before its program takes the place. A `preexec_fn` would run among our threads.
PRELUDE = """
import os, signal, sys
for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
    try:
        signal.signal(number, signal.SIG_DFL)
    except OSError:
        pass
signal.pthread_sigmask(signal.SIG_SETMASK, [])
if sys.platform == "linux":
    import ctypes
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG: when our parent dies
if os.getppid() != int(sys.argv[1]):
    sys.exit("the test that wanted this is gone")
os.execvp(sys.argv[2], sys.argv[2:])
"""


def begin(command: Sequence[str | Path], **more: Any) -> "subprocess.Popen[str]":
    """Start a child; whoever calls this must `end` it. Tests say `with child(...)`."""
    prelude = [sys.executable, "-I", "-S", "-c", PRELUDE, str(os.getpid())]
    return subprocess.Popen([*prelude, *command], text=True, start_new_session=True, **more)


def end(process: "subprocess.Popen[str]") -> None:
    """Kill a child and all that it started, and forget it."""
    families: list[Any] = []
    with suppress(psutil.NoSuchProcess):
        families = psutil.Process(process.pid).children(recursive=True)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    for one in families:  # some begin a group of their own
        with suppress(psutil.NoSuchProcess):
            one.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe:
            pipe.close()


@contextmanager
def child(command: Sequence[str | Path], **more: Any) -> Iterator["subprocess.Popen[str]"]:
    """Start a child for as long as the block lasts."""
    process = begin(command, **more)
    try:
        yield process
    finally:
        end(process)


def run(
    command: Sequence[str | Path], typed: str = "", check: bool = False, **more: Any
) -> "subprocess.CompletedProcess[str]":
    """Run a child to its end, with this typed into it; return what it said."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with child(command, **(pipes | more)) as process:
        said, complained = process.communicate(typed, timeout=LIMIT)
    assert not (check and process.returncode), complained
    return subprocess.CompletedProcess(process.args, process.returncode, said, complained)


def wait_until(
    holds: Callable[[], object], what: str, pause: Callable[[], object] = lambda: time.sleep(0.02)
) -> None:
    """Wait until something holds, however slow the machine is."""
    give_up = time.monotonic() + LIMIT
    while not holds():
        assert time.monotonic() < give_up, f"this never came: {what}"
        pause()
