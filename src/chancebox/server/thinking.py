"""
Where bots think: in processes of their own, which may hang or die without hurting a table.

A worker is asked one question at a time over a pipe. Whoever does not answer in time is killed
and replaced, and the caller is told, who then lets the random bot decide.
"""

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import NamedTuple

import numpy as np

from chancebox.bots import BUDGETED, Question, Thought, bot
from chancebox.bots.reasons import think
from chancebox.bots.thumb import is_ready, workshop
from chancebox.engine.boxes import load_box, own_box
from chancebox.games import game

PATIENCE = 10.0
"""Seconds until a bot is given up; a fresh worker may have to compile first."""


class Asked(NamedTuple):
    """A question as it travels: the position is hidden for the seat before it leaves."""

    bot: str
    seed: int
    game: str
    position: bytes
    seat: int
    number: int
    own_box: str = ""
    """The text of the box, where it is not the game's."""


Work = Callable[[Connection], None]
"""What a worker does with its end of the pipe."""


class Answer(NamedTuple):
    """What a bot decided and thought; `waits`: the rule of thumb stood in, since it was not compiled yet."""

    thought: Thought
    waits: bool = False


class NoAnswer(Exception):
    """A bot died, or did not answer in time."""


def pack(question: Question, bot_name: str, seed: int) -> Asked:
    """Put a question for a bot in a form that travels."""
    position = question.position.tobytes()
    own = question.box.text
    return Asked(bot_name, seed, question.game.name, position, question.seat, question.number, own)


def answer(asked: Asked) -> Thought:
    """Let the bot decide, here and now."""
    found = game(asked.game)
    box = own_box(found, asked.own_box) if asked.own_box else load_box(found)
    position = np.frombuffer(bytearray(asked.position), found.rules.Position.dtype)
    choices = found.build("plain").choices(box, position, asked.seat)
    question = Question(found, box, position, asked.seat, choices, asked.number)
    return think(bot(asked.bot, asked.seed), question)


def compile_for(name: str) -> None:
    """Compile what bots of a game think with, in a process of its own."""
    found = game(name)
    workshop(found, load_box(found))


def work(pipe: Connection) -> None:
    """Answer questions until the house closes the pipe."""
    try:
        while True:
            asked: Asked = pipe.recv()
            # Compiling takes some seconds, once on a machine; until then the rule of thumb stands in.
            waits = asked.bot in BUDGETED and not is_ready(game(asked.game))
            pipe.send(Answer(answer(asked._replace(bot="thumb") if waits else asked), waits))
    except (EOFError, KeyboardInterrupt, BrokenPipeError):
        return


class Worker:
    """One process that thinks."""

    def __init__(self, work: Work) -> None:
        # Spawned, not forked: a fork would inherit the server's sockets and locks.
        spawn = multiprocessing.get_context("spawn")
        self._pipe, theirs = spawn.Pipe()
        self.process = spawn.Process(target=work, args=(theirs,), daemon=True, name="chancebox-bot")
        self.process.start()
        theirs.close()

    def ask(self, asked: Asked, patience: float) -> Answer:
        """Ask, and wait no longer than that."""
        try:
            self._pipe.send(asked)
            if self._pipe.poll(patience):
                answered: Answer = self._pipe.recv()
                return answered
        except (EOFError, OSError) as error:
            raise NoAnswer from error
        raise NoAnswer

    def stop(self) -> None:
        """End the process, whatever it is doing."""
        self._pipe.close()
        self.process.kill()
        self.process.join(1)


class Thinkers:
    """A few workers that share the questions of all tables."""

    def __init__(self, workers: int = 1, patience: float = PATIENCE, work: Work = work) -> None:
        self._work = work
        self.patience = patience
        self.replaced = 0
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="bots")
        self._idle: list[Worker] = []
        self._all: set[Worker] = set()
        self._closing = False
        self._compiling: dict[str, SpawnProcess] = {}

    async def ask(self, asked: Asked) -> Answer:
        """Ask a bot; raise NoAnswer if it fails."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._ask, asked)

    def _ask(self, asked: Asked) -> Answer:
        try:
            worker = self._idle.pop()
        except IndexError:
            worker = self._hire()
        try:
            answered = worker.ask(asked, self.patience)
        except NoAnswer:
            worker.stop()
            self._all.discard(worker)
            self.replaced += 1
            raise
        self._idle.append(worker)
        if answered.waits:
            self._compile(asked.game)
        return answered

    def _compile(self, name: str) -> None:
        """Let a process compile what the bots of a game think with, unless one does already."""
        if name not in self._compiling and not self._closing:
            spawn = multiprocessing.get_context("spawn")
            self._compiling[name] = spawn.Process(target=compile_for, args=(name,), daemon=True)
            self._compiling[name].start()

    def _hire(self) -> Worker:
        if self._closing:
            raise NoAnswer
        worker = Worker(self._work)
        self._all.add(worker)
        return worker

    def close(self) -> None:
        """Send everybody home."""
        self._closing = True
        for worker in list(self._all):
            worker.stop()
        for compiling in self._compiling.values():
            compiling.kill()
        self._threads.shutdown(wait=False, cancel_futures=True)
