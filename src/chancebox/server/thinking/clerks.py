"""
A clerk: one process for what has time, beside the tables and never in their way.

It works at the lowest priority, on one thing after the other. It is hired when there is something to do, and
sent home after; a house that closes hires nobody.
"""

import asyncio
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from chancebox.server.thinking.workers import Work, Worker

NICE = 19
Made = TypeVar("Made")


def deliver(make: Callable[[Any], Iterator[str]], pipe: Connection) -> None:
    """Make what is asked for, until the house closes the pipe: its parts as they come, then None."""
    with suppress(OSError, AttributeError):
        os.nice(NICE)
    try:
        while True:
            asked = pipe.recv()
            try:
                for part in make(asked):
                    pipe.send(part)
                pipe.send(None)
            except (BrokenPipeError, EOFError):
                return
            except Exception as error:  # said at home; the process goes on
                pipe.send(type(error).__name__)
    except (EOFError, KeyboardInterrupt, BrokenPipeError):
        return


class Clerk:
    """Hires the process, and waits for it in a thread of its own."""

    def __init__(self, work: Work, name: str) -> None:
        self._work, self._name = work, name
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._hiring = threading.Lock()
        self._worker: Worker | None = None
        self.is_closing = False

    def run(self, make: Callable[..., Made], *given: Any) -> "asyncio.Future[Made]":
        """Run something in the thread that waits for the process."""
        return asyncio.get_running_loop().run_in_executor(self._thread, make, *given)

    def follow(self, asked: object, patience: float) -> Iterator[str]:
        """Ask for something, and yield its parts as they come; none if the house closes."""
        with self._hiring:
            if not self.is_closing and (self._worker is None or not self._worker.process.is_alive()):
                self._worker = Worker(self._work, f"chancebox-{self._name}")
            worker = self._worker
        if worker is not None:
            yield from worker.follow(asked, patience)

    @property
    def is_hired(self) -> bool:
        """Whether there is a process."""
        return self._worker is not None

    def rest(self) -> None:
        """Send the process home: it holds a game compiled, and perhaps nobody asks for long."""
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.stop()

    def close(self) -> None:
        """Stop what is being made, for good."""
        with self._hiring:
            self.is_closing = True
        self.rest()
        self._thread.shutdown(wait=False, cancel_futures=True)
