"""Bots under attack: a disk that fails, moves that do not count, a house full of masters, nobody there."""

import asyncio
import errno
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
import sqlalchemy as sa

from chancebox.engine.game.errors import IllegalAction
from chancebox.server.house import drivers
from chancebox.server.house.bodies import BotChoice
from chancebox.server.house.commands import Asking
from chancebox.server.house.drivers import ROUNDS
from chancebox.server.house.house import House
from chancebox.server.house.kernel import Act
from chancebox.server.house.sessions import RESTING, Session
from chancebox.server.monitoring import metrics
from chancebox.server.screens import frames
from chancebox.server.store.databases.stores import open_store
from chancebox.server.tables import moves, settings
from chancebox.server.tables.errors import Full, NotNow, NotYours, Stale, TooMuch
from chancebox.server.tables.phrases import ChatLine
from chancebox.server.tables.places import Wish
from chancebox.server.tables.table import Step, Table
from chancebox.server.thinking.workers import (
    Answer,
    Crowded,
    NoAnswer,
    Overtaken,
    PackedQuestion,
    WorkerPool,
    answer,
)
from loops import run_loop

ANN = "ann"


class Fakes(WorkerPool):
    """WorkerPool who answer by chance, once for each time they are let go, unless something is wrong."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[PackedQuestion] = []
        self.wrong: list[Exception] = []
        self.turns = asyncio.Semaphore(0)

    async def ask(
        self, asked: PackedQuestion, whose: str = "", stands: Callable[[], bool] = bool, hint: bool = False
    ) -> Answer:
        self.asked.append(asked)
        if self.wrong:
            raise self.wrong.pop(0)
        await self.turns.acquire()
        return Answer(answer(asked._replace(bot="random")))

    def let_go(self, times: int = 10_000) -> None:
        for _time in range(times):
            self.turns.release()


class Somebody:
    """Somebody who watches a table."""

    visitor = "spectator"
    address = "192.0.2.1"

    def changed(self) -> None:
        """Look."""

    def said(self, line: ChatLine) -> None:
        """Listen."""

    def hurry(self) -> None:
        """Go."""

    def give_way(self) -> None:
        """Go, for somebody else."""

    def dismiss(self) -> None:
        """Go, and do not come back."""


async def until(true: Callable[[], object]) -> None:
    while not true():
        await asyncio.sleep(0.001)


def in_a_house(folder: Path, scenario: Callable[[House, Fakes], Awaitable[None]]) -> None:
    async def play() -> None:
        workers = Fakes()
        house = House(open_store(folder), workers)
        try:
            await asyncio.wait_for(scenario(house, workers), 60)
        finally:
            await house.close()

    run_loop(play())


async def started(house: House, *bots: str) -> Session:
    """Start a table of bots and, for an empty name, people of Ann's."""
    wishes = [Wish("bot", bot=bot) if bot else Wish("person", f"Ann {n}") for n, bot in enumerate(bots)]
    session = await house.opening.open("gang-of-dice", wishes, {}, ANN, "open")
    await house.kernel.do(session, "start", lambda table: moves.start(table, ANN))
    return session


async def take_over(house: House, session: Session, seat: int, visitor: str) -> None:
    body = BotChoice(id=f"{visitor}-{seat}", bot="thumb")
    await house.commands.give("take-over", Asking(session, visitor, body, seat))


def is_over(session: Session) -> bool:
    return session.table.stage == "over"


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drivers, "FIRST_WAIT", 0.001)
    monkeypatch.setattr(drivers, "LONGEST_WAIT", 0.01)
    monkeypatch.setattr(drivers, "HURRY", 0.0)


# What goes wrong is waited out.

SECRET = "everybody's hand"
WRONG = [
    Full("the disk is full"),
    OSError(errno.EMFILE, "Too many open files"),
    sa.exc.OperationalError("INSERT INTO log", {"entry": SECRET}, Exception("disk I/O error")),
    RuntimeError(SECRET),
]


@pytest.mark.parametrize("error", WRONG, ids=lambda error: type(error).__name__)
def test_bots_go_on_when_the_disk_does(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    async def scenario(house: House, workers: Fakes) -> None:
        session = await started(house, "thumb", "thumb")
        append, tries, is_full = house.store.tables.append, 0, True

        def failing(*given: object, **more: object) -> object:
            nonlocal tries
            tries += 1
            if is_full:
                raise error
            return append(*given, **more)  # type: ignore[arg-type]

        monkeypatch.setattr(house.store.tables, "append", failing)
        workers.let_go()
        await until(lambda: tries >= 6)
        assert session.driver
        assert session.driver.failing
        assert "cannot move just now" in frames.frame(session, ANN, None, "")["html"]
        is_full = False
        await until(lambda: is_over(session))
        assert not session.driver.failing

    before = metrics.bots_failed._value.get()
    with caplog.at_level(logging.WARNING):
        in_a_house(folder, scenario)
    told = [vars(record).get("facts", {}) for record in caplog.records if record.message == "bot failed"]
    assert len(told) >= 6
    assert metrics.bots_failed._value.get() - before == len(told)
    assert told[0]["error"] == type(error).__name__
    assert SECRET not in caplog.text + str(told)


def test_bots_go_on_when_there_are_descriptors_again(folder: Path) -> None:
    async def scenario(house: House, workers: Fakes) -> None:
        workers.wrong = [OSError(errno.EMFILE, "Too many open files")] * 5
        session = await started(house, "thumb", "thumb")
        workers.let_go()
        await until(lambda: is_over(session))

    in_a_house(folder, scenario)


def test_who_waits_to_try_again_is_woken_by_a_change(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drivers, "FIRST_WAIT", 3600.0)
    monkeypatch.setattr(drivers, "LONGEST_WAIT", 3600.0)

    async def scenario(house: House, workers: Fakes) -> None:
        workers.wrong = [OSError(errno.EMFILE, "Too many open files")]
        session = await started(house, "thumb", "thumb")
        await until(lambda: workers.asked and not workers.wrong)
        await asyncio.sleep(0)
        await house.kernel.do(session, "hints", lambda table: settings.advise(table, False))
        await until(lambda: len(workers.asked) == 2)

    in_a_house(folder, scenario)


def test_a_house_closes_while_its_bots_wait_to_try_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drivers, "FIRST_WAIT", 3600.0)

    async def scenario(house: House, workers: Fakes) -> None:
        workers.wrong = [OSError(errno.EMFILE, "Too many open files")]
        await started(house, "thumb", "thumb")
        await until(lambda: workers.asked)

    in_a_house(folder, scenario)


# What does not get on is stopped.


def without_effect(monkeypatch: pytest.MonkeyPatch, house: House) -> Callable[[], None]:
    """Let moves of bots count as done already, as when somebody took their ids; return what ends that."""
    do = house.kernel.do

    async def done_already(session: Session, command: str, act: Act) -> int:
        return session.table.version if "bot" in command else await do(session, command, act)

    monkeypatch.setattr(house.kernel, "do", done_already)
    return lambda: monkeypatch.setattr(house.kernel, "do", do)


def refused(monkeypatch: pytest.MonkeyPatch, house: House) -> Callable[[], None]:
    """Let every move be refused; return what ends that."""
    play = moves.play

    def refuse(table: Table, seat: int, move: int | str) -> Step:
        raise IllegalAction("never")

    monkeypatch.setattr(moves, "play", refuse)
    return lambda: monkeypatch.setattr(moves, "play", play)


def never_asked(monkeypatch: pytest.MonkeyPatch, house: House) -> Callable[[], None]:
    """Let the table call every answer stale; return what ends that."""
    do = house.kernel.do

    async def stale(session: Session, command: str, act: Act) -> int:
        if "bot" in command:
            raise Stale("stale", session.table.version)
        return await do(session, command, act)

    monkeypatch.setattr(house.kernel, "do", stale)
    return lambda: monkeypatch.setattr(house.kernel, "do", do)


@pytest.mark.parametrize("trick", [without_effect, refused, never_asked])
def test_a_bot_that_does_not_get_on_stops_and_the_host_seats_another(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    trick: Callable[[pytest.MonkeyPatch, House], Callable[[], None]],
) -> None:
    async def scenario(house: House, workers: Fakes) -> None:
        end = trick(monkeypatch, house)
        before = metrics.bots_stopped._value.get()
        session = await started(house, "searcher", "searcher")
        workers.let_go()
        await until(lambda: session.driver and session.driver.stopped)
        assert session.driver
        await until(lambda: not session.driver or not session.driver.is_busy)
        assert len(workers.asked) == ROUNDS, "it does not spin"
        assert metrics.bots_stopped._value.get() == before + 1
        [seat] = session.driver.stopped
        name = session.table.places[seat].name
        for visitor, way_out in ((ANN, "You can seat another bot"), ("ben", "The host can seat another bot")):
            html = frames.frame(session, visitor, None, "")["html"]
            assert f"The bot {name} has stopped" in html
            assert way_out in html
            assert ("Seat another bot</button>" in html) is (visitor == ANN)

        await house.kernel.session(session.table.id)
        await asyncio.sleep(0.01)
        assert len(workers.asked) == ROUNDS, "looking does not set it going again"

        house.kernel.sessions.clear()
        session = await house.kernel.session(session.table.id)
        await until(lambda: session.driver and session.driver.stopped)
        assert len(workers.asked) == 2 * ROUNDS, "after a restart it tries again, and stops again"

        end()
        with pytest.raises(NotYours):
            await take_over(house, session, seat, "ben")
        with pytest.raises(NotNow):
            await take_over(house, session, 1 - seat, ANN)
        await take_over(house, session, seat, ANN)
        await until(lambda: is_over(session))
        assert "has stopped" not in frames.frame(session, ANN, None, "")["html"]
        bots = {asked.bot for asked in workers.asked if asked.seat == seat}
        assert bots == {"searcher", "thumb"}

    with caplog.at_level(logging.WARNING):
        in_a_house(folder, scenario)
    assert [record.message for record in caplog.records].count("bot stopped") == 2


def test_after_a_restart_the_same_questions_stand(folder: Path) -> None:
    """Otherwise every answer of a bot is stale, and it thinks about the same question for ever."""

    async def scenario(house: House, workers: Fakes) -> None:
        session = await started(house, "thumb", "thumb")
        for _move in range(12):
            version = session.table.version
            workers.let_go(1)
            await until(lambda version=version: session.table.version > version)  # type: ignore[misc]
            assert house.kernel._read(session.table.id).table.asked == session.table.asked

    in_a_house(folder, scenario)


# A full house.


def test_a_master_without_a_place_plays_by_the_rule_of_thumb(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario(house: House, workers: Fakes) -> None:
        workers.wrong = [Crowded()]
        session = await started(house, "master", "master")
        workers.let_go(1)
        await until(lambda: len(workers.asked) == 3)
        assert [asked.bot for asked in workers.asked] == ["master", "thumb", "master"]
        assert "some play by the rule of thumb" in frames.frame(session, ANN, None, "")["html"]
        workers.let_go(1)
        await until(lambda: len(workers.asked) == 4)
        assert "rule of thumb" not in frames.frame(session, ANN, None, "")["html"]

    with caplog.at_level(logging.WARNING):
        in_a_house(folder, scenario)
    assert [record.message for record in caplog.records].count("bot hurried") == 1


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (Crowded(), TooMuch),
        (Overtaken(), Stale),
        (NoAnswer(), NotNow),
        (OSError(errno.EMFILE, "Too many open files"), NotNow),
    ],
    ids=lambda case: getattr(case, "__name__", type(case).__name__),
)
def test_who_gets_no_hint_is_told_why(folder: Path, wrong: Exception, told: type[Exception]) -> None:
    async def scenario(house: House, workers: Fakes) -> None:
        session = await started(house, "", "")
        workers.wrong = [wrong]
        with pytest.raises(told, match=r"try again|changed"):
            await house.kernel.driver(session).hint(session.table.playing.to_act[0], ANN)

    in_a_house(folder, scenario)


# Nobody looks.


def test_bots_rest_while_nobody_looks_and_go_on_when_somebody_does(folder: Path) -> None:
    async def scenario(house: House, workers: Fakes) -> None:
        session = await started(house, "master", "thumb")
        await until(lambda: len(workers.asked) == 1)
        assert session.driver
        session.used -= RESTING
        workers.let_go()
        await until(lambda: not session.driver or not session.driver.is_busy)
        assert len(workers.asked) == 1, "the thought that was begun is played, and no other"
        version = session.table.version

        session.used -= 10_000
        house.forget_idle()
        assert not house.kernel.sessions, "a table at rest leaves the memory"

        again = await house.kernel.session(session.table.id)
        assert again.table.version == version
        await until(lambda: is_over(again))

    in_a_house(folder, scenario)


def test_bots_play_on_while_somebody_watches(folder: Path) -> None:
    async def scenario(house: House, workers: Fakes) -> None:
        session = await started(house, "master", "thumb")
        somebody = Somebody()
        session.enter(somebody)
        while not is_over(session):
            session.used -= 10_000
            version = session.table.version
            workers.let_go(1)
            await until(lambda version=version: session.table.version > version)  # type: ignore[misc]
        session.leave(somebody)

    in_a_house(folder, scenario)
