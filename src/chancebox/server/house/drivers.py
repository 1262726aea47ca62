"""
What makes the bots of a table move.

A driver is at work while a bot is asked and somebody looks. What goes wrong (a full disk, no more
descriptors) is waited out and tried again. What does not get on although nothing went wrong is
stopped after a few rounds, and the table is told.

With real dice no bot decides in the moment in which a throw is entered, since it could not be corrected
any more. It decides after one of the people who are asked with it; where bots alone are asked, after
somebody has said that the throw is right, or after a while.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import NamedTuple, Protocol

from chancebox import bots
from chancebox.bots import BUDGETED, Question
from chancebox.engine.game.errors import ChanceboxError, IllegalAction, OutOfTurn
from chancebox.engine.game.texts import _
from chancebox.server.access import costs
from chancebox.server.house.sessions import Session
from chancebox.server.monitoring import metrics
from chancebox.server.monitoring.logs import note
from chancebox.server.tables import moves, throws
from chancebox.server.tables.errors import Full, Gone, NotNow, Stale, TooMuch
from chancebox.server.tables.names import house_command
from chancebox.server.tables.permissions import Asker, check
from chancebox.server.tables.table import PLAYING, Step, Table
from chancebox.server.thinking.workers import (
    Answer,
    Crowded,
    NoAnswer,
    Overtaken,
    PackedQuestion,
    WorkerPool,
    answer,
    pack,
)

FIRST_WAIT, LONGEST_WAIT = 0.2, 10.0
"""Seconds after a failure until a bot tries again; twice as many after each further one."""
ROUNDS = 3
"""How often a bot may answer the same question until it counts as stopped."""
ASIDE = 3
"""For how many failures a process waits that leaves the bots to another one, until it looks again."""
HURRY = 1.0
"""Seconds before the rule of thumb stands in: at its own pace it would give a full house more to do."""
LONGEST_GAME = 20_000
"""Events after which bots play no more: with somebody's own box a game may have no end."""
SECOND_LOOK = 10.0
"""Seconds for which a bot leaves a throw of real dice open, unless somebody says that it is right."""
PATIENT = 3
"""Failures in a row of which people are not told: most pass at once."""


class PutQuestion(NamedTuple):
    """A question put to a bot: to which seat, since which version of the table, to which bot."""

    seat: int
    since: int
    bot: str


class HouseLike(Protocol):
    """What a driver needs of the house."""

    workers: WorkerPool
    second_look: float
    """Seconds for which bots leave a throw of real dice open to correction."""

    async def do(self, session: Session, command: str, act: Callable[[Table], Step]) -> int:
        """Change a table."""

    async def leads(self, name: str) -> bool:
        """Return whether something is for this process to do."""


class Driver:
    """Makes the bots of one table move when it is their turn, and asks the master for hints there."""

    def __init__(self, session: Session, house: HouseLike, key: bytes, drives: bool = True) -> None:
        self._session = session
        self._house = house
        self._key = key
        self._task: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()
        self._closed = not drives
        self._stuck: set[PutQuestion] = set()
        """Questions that a bot did not get past."""
        self.failing = False
        """Whether the bots have failed several times in a row; they go on trying."""
        self.hurried = False
        """Whether the rule of thumb stood in for the last bot, because too many think just now."""

    @property
    def is_busy(self) -> bool:
        """Whether a bot is thinking, moving or waiting to try again."""
        return self._task is not None and not self._task.done()

    @property
    def stopped(self) -> list[int]:
        """The seats whose bots have stopped: they did not get past the question that stands."""
        return [put.seat for put in self._put_questions() if put in self._stuck]

    def go_on(self) -> None:
        """Let the bots move if they are asked; called when somebody looks."""
        if not self._closed and not self.is_busy and self._next() is not None:
            self._task = asyncio.get_running_loop().create_task(costs.measured(self._drive()))

    def changed(self) -> None:
        """Look at the table again; who waits to try again does so now."""
        self._changed.set()
        self.go_on()

    async def close(self) -> None:
        """Stop for good."""
        self._closed = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    # Which question is next.

    def _put_questions(self) -> Iterator[PutQuestion]:
        """List the questions that stand and are put to bots."""
        table = self._session.table
        if table.stage == PLAYING and len(table.playing.events) < LONGEST_GAME:
            for seat in table.playing.to_act:
                if seat < table.seats and (bot := table.bot_at(seat)):
                    yield PutQuestion(seat, table.asked.get(seat, 0), bot)

    def _next(self) -> PutQuestion | None:
        """
        Find the next question; none while people decide first.

        Nor while nobody looks, so that bots alone do not play for nobody.
        """
        if not self._session.is_watched() or throws.people_decide_first(self._session.table):
            return None
        return next((put for put in self._put_questions() if put not in self._stuck), None)

    def _stands(self, put: PutQuestion) -> bool:
        return put in self._put_questions()

    # Going on, whatever happens.

    async def _drive(self) -> None:
        failures = rounds = 0
        last: PutQuestion | None = None
        while (put := self._next()) is not None:
            if put != last:
                last, rounds = put, 0
                await self._leave_open(put)
                continue
            rounds += 1
            try:
                if not await self._house.leads(f"bots/{self._id}"):
                    rounds = 0
                    await self._rest(ASIDE)
                    continue
                await self._turn(put)
            except (Overtaken, Gone):
                continue
            except Exception as error:
                if isinstance(error, ChanceboxError) and not isinstance(error, Full):
                    # A refusal: asking the same again would be refused again.
                    note("bot refused", logging.WARNING, table=self._id, seat=put.seat, bot=put.bot)
                else:
                    failures += 1
                    rounds = 0
                    self._note_failure(put, error, failures)
                    await self._rest(failures)
                    continue
            failures = 0
            self._set_failing(False)
            if not self._stands(put):
                continue
            if rounds < ROUNDS:
                await self._rest(rounds)
            else:
                self._stop(put)

    async def _leave_open(self, put: PutQuestion) -> None:
        """Wait while a throw can be corrected that this bot would decide behind, but not for long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self._house.second_look):
                while self._stands(put) and throws.awaited(self._session.table):
                    self._changed.clear()
                    await self._changed.wait()

    def _note_failure(self, put: PutQuestion, error: Exception, failures: int) -> None:
        # Only the kind of an error is told: its text may hold what was about to be written.
        kind = type(error).__name__
        note("bot failed", logging.WARNING, table=self._id, seat=put.seat, error=kind, failures=failures)
        metrics.bots_failed.inc()
        self._set_failing(failures > PATIENT)

    def _set_failing(self, failing: bool) -> None:
        if failing != self.failing:
            self.failing = failing
            self._session.notify()

    async def _rest(self, times: int) -> None:
        """Wait, longer each time, or until the table has changed."""
        self._changed.clear()
        with suppress(TimeoutError):
            seconds = min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(times - 1, 20))
            await asyncio.wait_for(self._changed.wait(), seconds)

    def _stop(self, put: PutQuestion) -> None:
        note("bot stopped", logging.WARNING, table=self._id, seat=put.seat, bot=put.bot, rounds=ROUNDS)
        metrics.bots_stopped.inc()
        self._stuck = {one for one in self._stuck if self._stands(one)} | {put}
        self._session.notify()

    # One turn.

    async def _turn(self, put: PutQuestion) -> None:
        """Let a bot answer its question, and play what it decided."""
        session, table = self._session, self._session.table
        question = bots.question(table.playing, put.seat)
        asked = pack(question, put.bot, self._seed(put.seat))
        begun = time.perf_counter()
        answered = await self._ask(put, asked)
        metrics.thinking.observe(time.perf_counter() - begun)
        session.warming = answered.waits
        try:
            if await self._move(put, answered.thought.action):
                session.reasons.note(question, answered.thought)
        except (IllegalAction, OutOfTurn):
            note("bot wrong", table=self._id, bot=put.bot, seat=put.seat)
            await self._move(put, answer(asked._replace(bot="random")).action)

    async def _ask(self, put: PutQuestion, asked: PackedQuestion) -> Answer:
        """Ask a bot; chance replaces one that dies or hangs, the rule of thumb one that finds no place."""
        try:
            answered = await self._house.workers.ask(asked, self._whose, partial(self._stands, put))
        except NoAnswer:
            # The table goes on whatever happens to a bot.
            note("bot replaced", logging.WARNING, table=self._id, bot=asked.bot, seat=put.seat)
            metrics.bots_replaced.inc()
            return Answer(answer(asked._replace(bot="random")))
        except Crowded:
            if asked.bot not in BUDGETED:
                raise
            if not self.hurried:
                note("bot hurried", logging.WARNING, table=self._id, bot=asked.bot, seat=put.seat)
            self.hurried = True
            metrics.bots_hurried.inc()
            await asyncio.sleep(HURRY)
            return await self._ask(put, asked._replace(bot="thumb"))
        self.hurried = asked.bot != put.bot
        return answered

    async def _move(self, put: PutQuestion, action: int) -> bool:
        """
        Play what a bot decided; return whether it was still asked.

        The command names the question, so that it is answered once, whoever thought about it.
        """

        def act(table: Table) -> Step:
            # Somebody may have taken a move back, or come back, while the bot was thinking.
            if table.asked.get(put.seat) != put.since or not table.bot_at(put.seat):
                raise Stale(_("The table has changed meanwhile."), table.version)
            return moves.play(table, put.seat, action)

        try:
            await self._house.do(self._session, house_command(f"bot-{put.seat}-{put.since}"), act)
        except Stale:
            return False
        return True

    # Hints.

    async def hint(self, seat: int, visitor: str) -> tuple[Question, Answer]:
        """Ask the master what it would do in somebody's place, knowing what they know."""
        table = self._session.table
        check("hint", table, Asker(visitor, seat))
        if not table.hints:
            raise NotNow(_("The host has not allowed hints at this table."))
        if seat not in table.playing.to_act:
            raise NotNow(_("Hints are for those whose turn it is."))
        question = bots.question(table.playing, seat)
        asked = pack(question, "master", self._seed(seat))
        since = table.asked.get(seat)

        def stands() -> bool:
            return table.asked.get(seat) == since

        try:
            return question, await self._house.workers.ask(asked, visitor, stands, hint=True)
        except Crowded:
            raise TooMuch(_("Many people ask for hints just now; please try again in a moment.")) from None
        except Overtaken:
            raise Stale(_("The table has changed meanwhile."), table.version_for(visitor)) from None
        except (NoAnswer, OSError):
            raise NotNow(_("The master found no answer in time; please try again.")) from None

    # Who the bots are.

    @property
    def _id(self) -> str:
        return self._session.table.id

    @property
    def _whose(self) -> str:
        """Whose turn it is when a bot of this table is: many tables of one host wait for each other."""
        return self._session.table.host or self._id

    def _seed(self, seat: int) -> int:
        """
        Seed a bot's thoughts such that nobody outside can foresee them.

        In a lesson they are fixed; all who play the deal of a day meet the same.
        """
        table = self._session.table
        if table.is_lesson and table.game.lesson:
            return bots.bot_seed(table.game.lesson.SEED, seat)
        if table.day:
            return table.day_seed(seat)
        return bots.bot_seed(self._key, seat, self._id)
