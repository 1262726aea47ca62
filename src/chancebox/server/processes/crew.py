"""
A crew: several processes of one house on one machine, at one store and one socket.

The first process serves nobody. It keeps the socket open, starts the others, starts one again that died, and
hands on the wish to stop. Should it die itself, the others stop as if they had been asked to.
"""

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from types import FrameType
from typing import NamedTuple

SOON = 5.0
"""Seconds after its start in which a process that ends has failed to start;"""
LONGEST_PAUSE = 10.0
"""and seconds to wait at most until it is started again: after each failure twice as long as before."""

Work = Callable[[Callable[[], None]], int]
"""What each of them does: told whom to tell that it is ready, it returns its exit status."""


class CrewMember(NamedTuple):
    """A process of the crew."""

    process: SpawnProcess
    ready: Connection
    started: float


class Crew:
    """Processes that do the same work, as many as were wished for, until they are asked to stop."""

    def __init__(self, work: Work, many: int, announce: Callable[[], object]) -> None:
        self._work = work
        self._many = many
        self._announce = announce
        self._members: list[CrewMember] = []
        self._stopping = threading.Event()
        self._failures = 0

    def run(self) -> int:
        """Keep the crew at work; return the exit status when all have gone."""
        for wish in (signal.SIGINT, signal.SIGTERM):
            signal.signal(wish, self._stop)
        try:
            self._members = [self._start() for _member in range(self._many)]
            for member in self._members:
                wait([member.ready, member.process.sentinel])
            if not self._stopping.is_set():
                self._announce()
            while not self._stopping.is_set():
                wait([member.process.sentinel for member in self._members], 1.0)
                self._replace()
        finally:
            self._send_home()
        return 0

    def _start(self) -> CrewMember:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=_work, args=(self._work, theirs), name="chancebox-worker")
        process.start()
        theirs.close()
        return CrewMember(process, ours, time.monotonic())

    def _replace(self) -> None:
        """Start those again that have died."""
        for place, member in enumerate(self._members):
            if member.process.exitcode is None or self._stopping.is_set():
                continue
            member.ready.close()
            failed = time.monotonic() - member.started < SOON
            self._failures = self._failures + 1 if failed else 0
            self._stopping.wait(min(LONGEST_PAUSE, 0.25 * 2**self._failures) if failed else 0)
            if not self._stopping.is_set():
                self._members[place] = self._start()

    def _stop(self, _wish: int, _frame: FrameType | None) -> None:
        self._stopping.set()
        for member in self._members:
            with suppress(ProcessLookupError, ValueError):
                member.process.terminate()

    def _send_home(self) -> None:
        for member in self._members:
            if member.process.is_alive():
                member.process.terminate()
        for member in self._members:
            member.process.join()


def _work(work: Work, ready: Connection) -> None:
    """Work as a member of a crew, and stop with the first process."""
    end_with_parent(signal.SIGTERM)
    raise SystemExit(work(lambda: ready.send(True)))


def end_with_parent(by: signal.Signals) -> None:
    """Let this process get a signal when the one ends that started it."""
    parent = multiprocessing.parent_process()

    def follow() -> None:
        if parent is not None:
            wait([parent.sentinel])
            os.kill(os.getpid(), by)

    threading.Thread(target=follow, daemon=True).start()
