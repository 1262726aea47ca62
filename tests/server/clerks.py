"""
What processes of a house do in tests, in place of thinking.

A process imports the module of its work before it begins. So this one imports little: the tests of a
house take a second to load, and some of them start a dozen processes.
"""

import os
import time
from contextlib import suppress
from multiprocessing.connection import Connection

from chancebox.bots.interface import Thought
from chancebox.server.thinking.workers import Answer

IMPOSSIBLE = Answer(Thought(123_456, (), 0, 0.0))


# Bots.


def hang(pipe: Connection) -> None:
    """Take questions and never answer, until whoever asks is gone."""
    while True:
        pipe.recv()


def die(pipe: Connection) -> None:
    """Take a question and fall over; not each time, since every fall costs the start of a process."""
    for _answered in range(4):
        pipe.recv()
        pipe.send(IMPOSSIBLE)
    pipe.recv()
    os._exit(1)


def cheat(pipe: Connection) -> None:
    """Answer with something that is not possible."""
    while True:
        pipe.recv()
        pipe.send(IMPOSSIBLE)


def weigh(pipe: Connection) -> None:
    """Answer with the own process, and say that it holds as much memory as the question's number tells."""
    while True:
        asked = pipe.recv()
        pipe.send(Answer(Thought(os.getpid(), (), 0, 0.0), memory=asked.number))


# Reviews.


def tell(look: str, pipe: Connection) -> None:
    """Send a look, and that it was the last one."""
    with suppress(EOFError):
        while pipe.recv():
            pipe.send(look)
            pipe.send(None)


def tell_on_and_on(look: str, pipe: Connection) -> None:
    """Send a look again and again, and never an end."""
    pipe.recv()
    with suppress(BrokenPipeError):
        while True:
            pipe.send(look)
            time.sleep(0.05)


def fall(pipe: Connection) -> None:
    """Fall over the first game."""
    pipe.recv()
    os._exit(1)


# The master's game of a day.


def know(pipe: Connection) -> None:
    """Know the result at once."""
    pipe.recv()
    pipe.send("event 1")
    pipe.send("17 1")
    pipe.send(None)
