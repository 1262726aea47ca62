"""
Where bots think: in processes of their own, which may hang or die without hurting a table.

A worker is asked one question at a time over a pipe. Whoever does not answer in time is killed
and replaced, and the caller is told, who then lets the random bot decide. Questions wait in three
lines: for quick bots, for hints, and for bots that think long. Each line is served in turn, and in
it everybody who asks. One worker is kept free of long thoughts, so that quick bots stay quick.
"""

import asyncio
import multiprocessing
import os
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import NamedTuple

import numpy as np

from chancebox.bots import BUDGETED, WITH_WEIGHTS, Question, Thought, bot
from chancebox.bots.networks.learned import compile_network, is_learned_compiled
from chancebox.bots.reasons import think
from chancebox.bots.thinking.compiled import can_search, compile_all
from chancebox.engine.game.boxes import load_box, own_box
from chancebox.engine.game.game import Game
from chancebox.games import game
from chancebox.server.monitoring import metrics
from chancebox.server.thinking.queues import FairQueue

PATIENCE = 10.0
"""Seconds until a bot is given up."""
LOADING = 3
"""How many times as long a worker may take for its first question about a game: it loads the game first."""
MOST_WORKERS = 8
"""Processes that are started on a machine with many cores, unless its owner wants more."""
EACH = 8
"""Long thoughts that wait for each worker; a thought takes a second at most, so nobody waits much longer."""
MOST_QUICK = 1000
"""Quick thoughts that wait; they take some thousandths of a second."""
HEAVIEST = 1 << 30
"""Bytes of memory after which a worker is replaced by a fresh one."""


class PackedQuestion(NamedTuple):
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
    """What a bot decided and thought."""

    thought: Thought
    waits: bool = False
    """The rule of thumb stood in, since the bot was not compiled yet."""
    memory: int = 0
    """The most bytes that the worker has held."""


class NoAnswer(Exception):
    """A bot died, or did not answer in time."""


class Crowded(Exception):
    """So many questions wait already that this one did not find a place."""


class Overtaken(Exception):
    """The table moved on before anybody thought about the question."""


def pack(question: Question, bot_name: str, seed: int) -> PackedQuestion:
    """Put a question for a bot in a form that travels."""
    position = question.position.tobytes()
    own = question.box.text
    return PackedQuestion(bot_name, seed, question.game.key, position, question.seat, question.number, own)


def answer(asked: PackedQuestion) -> Thought:
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
    compile_all(found, load_box(found))
    compile_network(found)


def is_ready(bot_name: str, found: Game) -> bool:
    """Return whether all that a bot thinks with lies compiled in the cache."""
    searches, learned = bot_name in BUDGETED, bot_name in WITH_WEIGHTS
    return (not searches or can_search(found)) and (not learned or is_learned_compiled(found))


def work(pipe: Connection) -> None:
    """Answer questions until the house closes the pipe."""
    try:
        while True:
            asked: PackedQuestion = pipe.recv()
            # Compiling takes some seconds, once on a machine; until then the rule of thumb stands in.
            waits = not is_ready(asked.bot, game(asked.game))
            thought = answer(asked._replace(bot="thumb") if waits else asked)
            pipe.send(Answer(thought, waits, held_memory()))
    except (EOFError, KeyboardInterrupt, BrokenPipeError):
        return


def held_memory() -> int:
    """Return the most bytes this process has held; 0 where the system does not tell."""
    # Linux counts what our parent held in `getrusage`, and tells what is ours elsewhere.
    with suppress(OSError, StopIteration), open("/proc/self/status", encoding="ascii") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith("VmHWM:"))
    try:
        import resource
    except ImportError:  # Windows
        return 0
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return held if sys.platform == "darwin" else held * 1024


def usual_workers() -> int:
    """Return how many workers suit this machine: one for each core, and one for the quick in any case."""
    return max(2, min(MOST_WORKERS, os.cpu_count() or 1))


class Worker:
    """One process that thinks."""

    def __init__(self, work: Work, name: str = "chancebox-bot") -> None:
        # Spawned, not forked: a fork would inherit the server's sockets and locks.
        spawn = multiprocessing.get_context("spawn")
        self._loaded: set[str] = set()
        self._stopping = threading.Lock()
        self._pipe, theirs = spawn.Pipe()
        self.process = spawn.Process(target=work, args=(theirs,), daemon=True, name=name)
        try:
            self.process.start()
        except BaseException:
            self._pipe.close()
            raise
        finally:
            theirs.close()

    def ask(self, asked: PackedQuestion, patience: float) -> Answer:
        """Ask, and wait no longer than that, unless the game has to be loaded first."""
        try:
            self._pipe.send(asked)
            if self._pipe.poll(patience if asked.game in self._loaded else patience * LOADING):
                answered: Answer = self._pipe.recv()
                self._loaded.add(asked.game)
                return answered
        except (EOFError, OSError) as error:
            raise NoAnswer from error
        raise NoAnswer

    def follow(self, asked: object, patience: float) -> Iterator[str]:
        """Ask for something that comes in parts, and yield them; None is the end, a bare word an error."""
        try:
            self._pipe.send(asked)
            while self._pipe.poll(patience):
                part: str | None = self._pipe.recv()
                if part is None:
                    return
                if part.isidentifier():
                    raise NoAnswer(part)
                yield part
        except (EOFError, OSError) as error:
            raise NoAnswer from error
        raise NoAnswer

    def stop(self) -> None:
        """End the process, whatever it is doing; a second time does nothing."""
        # Who asks and who closes the house may both want its end, in threads of their own.
        with self._stopping:
            if self._pipe.closed:
                return
            self.process.kill()
            self.process.join(1)
            # Last: whoever waits at the pipe hears of the end first.
            self._pipe.close()


class WaitingQuestion(NamedTuple):
    """A question that waits for its turn."""

    asked: PackedQuestion
    stands: Callable[[], bool]
    answer: asyncio.Future[Answer]


def always() -> bool:
    """Return that a question stands whatever happens."""
    return True


class WorkerPool:
    """A few workers, started when they are needed, which share the questions of all tables."""

    def __init__(self, workers: int | None = None, patience: float = PATIENCE, work: Work = work) -> None:
        self._work = work
        self.patience = patience
        self.replaced = 0
        self.workers = workers or usual_workers()
        self._most_long = max(1, self.workers - 1)
        self._busy = 0
        self._long = 0
        """How many are busy with long thoughts."""
        self._quick: FairQueue[WaitingQuestion] = FairQueue(MOST_QUICK)
        self._hints: FairQueue[WaitingQuestion] = FairQueue(EACH * self._most_long)
        self._bots: FairQueue[WaitingQuestion] = FairQueue(EACH * self._most_long)
        self._lines = deque([self._quick, self._hints, self._bots])
        """The one whose turn is next comes first."""
        self._threads = ThreadPoolExecutor(self.workers, thread_name_prefix="bots")
        self._lock = threading.Lock()
        """Held by the thread that looks who is there, starts a worker or compiles."""
        self._idle: list[Worker] = []
        self._all: set[Worker] = set()
        self._closing = False
        self._compiling: dict[str, SpawnProcess] = {}

    async def ask(
        self, asked: PackedQuestion, whose: str = "", stands: Callable[[], bool] = always, hint: bool = False
    ) -> Answer:
        """
        Ask a bot, and wait for the turn of whose question it is.

        Raise NoAnswer if the bot fails, Crowded if too many wait, and Overtaken if the question does not
        stand any more when its turn comes.
        """
        waiting = WaitingQuestion(asked, stands, asyncio.get_running_loop().create_future())
        gone = self._line(asked, hint).put(whose, waiting)
        if gone is not None and not gone.answer.done():
            gone.answer.set_exception(Crowded())
        self._serve()
        return await waiting.answer

    def _line(self, asked: PackedQuestion, hint: bool) -> FairQueue[WaitingQuestion]:
        if asked.bot not in BUDGETED:
            return self._quick
        return self._hints if hint else self._bots

    def _serve(self) -> None:
        """Give the next questions to those who are free."""
        loop = asyncio.get_running_loop()
        while not self._closing and self._busy < self.workers and (waiting := self._next()):
            long = waiting.asked.bot in BUDGETED
            self._busy += 1
            self._long += long
            thinking = loop.run_in_executor(self._threads, self._ask, waiting.asked)
            thinking.add_done_callback(partial(self._end, waiting.answer, long))
        metrics.bots_waiting.set(sum(len(line) for line in self._lines))

    def _next(self) -> WaitingQuestion | None:
        """Take the next question that still stands; the line it stood in goes to the end of the lines."""
        for line in list(self._lines):
            if line is not self._quick and self._long >= self._most_long:
                continue
            while waiting := line.take():
                if waiting.answer.done():  # whoever asked has gone
                    continue
                if waiting.stands():
                    self._lines.remove(line)
                    self._lines.append(line)
                    return waiting
                waiting.answer.set_exception(Overtaken())
        return None

    def _end(self, answer: asyncio.Future[Answer], long: bool, thinking: asyncio.Future[Answer]) -> None:
        self._busy -= 1
        self._long -= long
        error = NoAnswer() if thinking.cancelled() else thinking.exception()
        if not answer.done():
            if error is None:
                answer.set_result(thinking.result())
            else:
                answer.set_exception(error)
        self._serve()

    # In a thread for each worker, since asking takes a while.

    def _ask(self, asked: PackedQuestion) -> Answer:
        worker = self._find()
        try:
            answered = worker.ask(asked, self.patience)
        except NoAnswer:
            self._let_go(worker)
            self.replaced += 1
            raise
        if answered.memory > HEAVIEST:
            self._let_go(worker)
        else:
            self._idle.append(worker)
        if answered.waits:
            self._compile(asked.game)
        return answered

    def _find(self) -> Worker:
        """Find a worker that is free, or start one; who died while nobody asked is forgotten."""
        with self._lock:
            while self._idle:
                worker = self._idle.pop()
                if worker.process.is_alive():
                    return worker
                self._let_go(worker)
            if self._closing:
                raise NoAnswer
            worker = Worker(self._work)
            self._all.add(worker)
            return worker

    def _let_go(self, worker: Worker) -> None:
        worker.stop()
        self._all.discard(worker)

    def _compile(self, name: str) -> None:
        """Let a process compile what the bots of a game think with; one at a time, to spare memory."""
        with self._lock:
            at_work = any(process.is_alive() for process in self._compiling.values())
            if name not in self._compiling and not at_work and not self._closing:
                spawn = multiprocessing.get_context("spawn")
                self._compiling[name] = spawn.Process(target=compile_for, args=(name,), daemon=True)
                self._compiling[name].start()

    def close(self) -> None:
        """Send everybody home."""
        self._closing = True
        with self._lock:
            for worker in list(self._all):
                worker.stop()
            for compiling in self._compiling.values():
                compiling.kill()
        for line in self._lines:
            while waiting := line.take():
                if not waiting.answer.done():
                    waiting.answer.set_exception(NoAnswer())
        self._threads.shutdown(wait=False, cancel_futures=True)
