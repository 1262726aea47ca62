"""Locks between processes: files that the system lets go of when a process ends, however it ends."""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

PAUSE = 0.02
"""Seconds between two looks whether a lock is free."""
PATIENCE = 120.0
"""Seconds after which somebody who holds a lock is taken to hang."""

if sys.platform == "win32":
    import msvcrt

    def take(file: int) -> None:
        """Lock an open file, or raise BlockingIOError where somebody else holds it."""
        # A byte far behind what may be written there, since what is locked cannot be read.
        os.lseek(file, 1 << 20, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except PermissionError as error:
            raise BlockingIOError from error
        finally:
            os.lseek(file, 0, os.SEEK_SET)

else:
    import fcntl

    def take(file: int) -> None:
        """Lock an open file, or raise BlockingIOError where somebody else holds it."""
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def alone(path: Path, done: Callable[[], bool], patience: float = PATIENCE) -> Iterator[None]:
    """
    Do what follows while nobody else does, or when it is done already.

    It spares work, and is no promise: who waits too long goes on, and so does everybody where a file
    system knows no locks.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    give_up = time.monotonic() + patience
    try:
        while not done() and time.monotonic() < give_up:
            try:
                take(file)
                break
            except BlockingIOError:
                time.sleep(PAUSE)
            except OSError:
                break
        yield
    finally:
        os.close(file)
