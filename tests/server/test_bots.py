"""Bots in their processes: slow, dead and wrong ones do not stop a table, many do not stop each other."""

import asyncio
import multiprocessing
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from chancebox import new
from chancebox.bots import Thought, question
from chancebox.server.access.limits import unlimited
from chancebox.server.thinking.workers import (
    EACH,
    HEAVIEST,
    Answer,
    Crowded,
    Overtaken,
    PackedQuestion,
    WorkerPool,
    answer,
    compile_for,
    pack,
)
from chancebox.server.web.app import create_app
from children import LIMIT, run
from loops import run_loop
from server import clerks
from server.guests import Guest, play_out


@pytest.fixture(
    params=[(clerks.hang, 0.02), (clerks.die, LIMIT), (clerks.cheat, LIMIT)], ids=["hang", "die", "cheat"]
)
def bad_house(request: pytest.FixtureRequest, folder: Path) -> Iterator[TestClient]:
    work, patience = request.param
    pool = WorkerPool(patience=patience, work=work)
    with TestClient(create_app(folder, workers=pool, limits=unlimited())) as client:
        yield client


def test_a_bad_bot_is_replaced_and_the_game_ends(bad_house: TestClient) -> None:
    ann = Guest(bad_house)
    table = ann.open("second-chance", "Ann", "bot", start=True)
    play_out(table, ann)


def test_a_question_holds_what_its_seat_knows_and_no_more() -> None:
    match = new("take-it-or-leave-it", 3, seed=4)
    seat = match.to_act[0]
    asked = pack(question(match, seat), "random", 1)
    assert asked.position == match.position(seat).tobytes() != match.position().tobytes()
    assert answer(asked).action in [int(action) for action in match.choices(seat)]
    assert answer(asked) == answer(asked)


def test_the_strong_bots_play_by_rule_of_thumb_until_they_are_compiled(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHANCEBOX_CACHE", str(tmp_path / "cache"))
    pool = WorkerPool(patience=LIMIT)
    match = new("chance-it", 3, seed=4)
    seat = match.to_act[0]
    asked = pack(question(match, seat), "master", 1)
    try:
        answered = pool._ask(asked)
        assert answered.waits
        assert answered.thought.action == answer(asked._replace(bot="thumb")).action
        assert list(pool._compiling) == ["chance-it"]
    finally:
        pool.close()


@pytest.mark.long
def test_what_was_compiled_is_all_that_a_master_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise its first thought compiles, takes too long, is given up, and so is the next one."""
    monkeypatch.setenv("CHANCEBOX_CACHE", str(tmp_path / "cache"))
    spawn = multiprocessing.get_context("spawn")
    match = new("pig", 2, seed=4)
    asked = pack(question(match, match.to_act[0]), "master", 1)
    built = []
    for target, arguments in ((compile_for, ("pig",)), (answer, (asked,))):
        process = spawn.Process(target=target, args=arguments)
        process.start()
        process.join()
        assert process.exitcode == 0
        built.append(sorted(tmp_path.rglob("built")))
    assert built[0] == built[1] != []


# Who is next.


class Held(WorkerPool):
    """WorkerPool who answer when they are let go, and remember what they began to think about."""

    def __init__(self, workers: int) -> None:
        super().__init__(workers)
        self.begun: list[int] = []
        self._held: dict[int, threading.Event] = {}

    def _ask(self, asked: PackedQuestion) -> Answer:
        self.begun.append(asked.number)
        assert self._gate(asked.number).wait(60)
        return Answer(Thought(asked.number, (), 0, 0.0))

    def _gate(self, number: int) -> threading.Event:
        return self._held.setdefault(number, threading.Event())

    def let_go(self, *numbers: int) -> None:
        for number in numbers:
            self._gate(number).set()

    def close(self) -> None:
        self.let_go(*range(1000))
        super().close()


def asked(number: int, bot: str = "master") -> PackedQuestion:
    return PackedQuestion(bot, 1, "pig", b"", 0, number)


async def until(true: Callable[[], object]) -> None:
    """Wait until something is so."""
    while not true():
        await asyncio.sleep(0.001)


def with_held(workers: int, scenario: Callable[[Held], Awaitable[None]]) -> None:
    async def play() -> None:
        pool = Held(workers)
        try:
            await asyncio.wait_for(scenario(pool), 60)
        finally:
            pool.close()

    run_loop(play())


@pytest.mark.parametrize("workers", [2, 4])
def test_a_quick_bot_does_not_wait_for_masters(workers: int) -> None:
    async def scenario(pool: Held) -> None:
        masters = [asyncio.create_task(pool.ask(asked(n), f"host {n}")) for n in range(6)]
        pool.let_go(100, 101)
        for number, bot in ((100, "thumb"), (101, "random")):
            assert (await pool.ask(asked(number, bot), "ann")).thought.action == number
        assert not any(master.done() for master in masters)
        assert len(pool.begun) == workers - 1 + 2, "one is kept free of long thoughts"
        for master in masters:
            master.cancel()

    with_held(workers, scenario)


def test_a_hung_worker_does_not_stop_the_others() -> None:
    async def scenario(pool: Held) -> None:
        hung = asyncio.create_task(pool.ask(asked(1, "thumb"), "ann"))
        masters = [asyncio.create_task(pool.ask(asked(n), f"host {n}")) for n in (2, 3, 4)]
        pool.let_go(2, 3, 4, 5)
        assert (await pool.ask(asked(5, "thumb"), "ben")).thought.action == 5
        await asyncio.gather(*masters)
        assert not hung.done()
        hung.cancel()

    with_held(2, scenario)


def test_many_quick_bots_do_not_starve_the_masters() -> None:
    async def scenario(pool: Held) -> None:
        first = [asyncio.create_task(pool.ask(asked(n, "thumb"), f"host {n}")) for n in (1, 2)]
        others = [asyncio.create_task(pool.ask(asked(n, "thumb"), f"host {n}")) for n in range(3, 50)]
        master = asyncio.create_task(pool.ask(asked(100), "ann"))
        await until(lambda: len(pool.begun) == 2)
        pool.let_go(1, 2)
        await until(lambda: 100 in pool.begun)
        assert len(pool.begun) <= 5
        for task in (*first, *others, master):
            task.cancel()

    with_held(2, scenario)


def test_hints_and_masters_take_turns() -> None:
    async def scenario(pool: Held) -> None:
        tasks = [asyncio.create_task(pool.ask(asked(n), f"host {n}")) for n in range(6)]
        hints = [asyncio.create_task(pool.ask(asked(n), f"guest {n}", hint=True)) for n in range(10, 13)]
        await until(lambda: pool.begun)
        for n in range(8):
            pool.let_go(pool.begun[n])
            await until(lambda n=n: len(pool.begun) == n + 2)  # type: ignore[misc]
        assert pool.begun == [0, 10, 1, 11, 2, 12, 3, 4, 5]
        pool.let_go(5)
        await asyncio.gather(*tasks, *hints)

    with_held(2, scenario)


def test_one_host_with_many_tables_does_not_hold_up_another() -> None:
    async def scenario(pool: Held) -> None:
        tasks = [asyncio.create_task(pool.ask(asked(n), "busy")) for n in range(6)]
        tasks.append(asyncio.create_task(pool.ask(asked(50), "ann")))
        await until(lambda: pool.begun)
        pool.let_go(0)
        await until(lambda: len(pool.begun) == 2)
        pool.let_go(1)
        await until(lambda: len(pool.begun) == 3)
        assert 50 in pool.begun
        pool.let_go(*range(100))
        await asyncio.gather(*tasks)

    with_held(2, scenario)


@pytest.mark.parametrize("hint", [False, True])
def test_who_has_most_waiting_is_told_that_it_is_too_much(hint: bool) -> None:
    async def scenario(pool: Held) -> None:
        tasks = [asyncio.create_task(pool.ask(asked(n), "busy", hint=hint)) for n in range(EACH + 1)]
        await until(lambda: pool.begun)
        with pytest.raises(Crowded):
            await pool.ask(asked(90), "busy", hint=hint)
        ann = asyncio.create_task(pool.ask(asked(91), "ann", hint=hint))
        with pytest.raises(Crowded):
            await tasks[-1]
        pool.let_go(*range(100))
        assert (await ann).thought.action == 91
        await asyncio.gather(*tasks[:-1])

    with_held(2, scenario)


def test_nobody_thinks_about_a_table_that_has_moved_on() -> None:
    async def scenario(pool: Held) -> None:
        stands = True
        first = asyncio.create_task(pool.ask(asked(1), "ann"))
        late = asyncio.create_task(pool.ask(asked(2), "ben", lambda: stands))
        gone = asyncio.create_task(pool.ask(asked(3), "carl"))
        last = asyncio.create_task(pool.ask(asked(4), "dora"))
        await until(lambda: pool.begun)
        stands = False
        gone.cancel()
        pool.let_go(1, 2, 3, 4)
        with pytest.raises(Overtaken):
            await late
        await asyncio.gather(first, last)
        assert pool.begun == [1, 4]

    with_held(2, scenario)


# Who thinks.


def test_workers_are_hired_by_need_and_let_go_when_they_are_heavy_or_dead() -> None:
    pool = WorkerPool(3, patience=60, work=clerks.weigh)

    async def process(memory: int = 0) -> int:
        return (await pool.ask(asked(memory, "thumb"))).thought.action

    async def scenario() -> None:
        first = await process()
        assert await process() == first
        assert len(pool._all) == 1, "nobody is hired while somebody is free"
        await asyncio.gather(*(process() for _question in range(20)))
        assert len(pool._all) <= 3
        heavy = await process(HEAVIEST + 1)
        assert heavy not in [worker.process.pid for worker in pool._all]
        for worker in list(pool._all):
            worker.process.kill()
            worker.process.join()
        assert await process() not in (first, heavy)
        assert pool.replaced == 0, "who died in their sleep costs nobody an answer"

    try:
        run_loop(scenario())
    finally:
        pool.close()


LARGE = """
from chancebox import new
from chancebox.bots import question
from chancebox.server.thinking import workers
if __name__ == "__main__":
    held = bytearray(b"x") * (400 << 20)
    pool = workers.WorkerPool(1)
    worker = pool._find()
    match = new("gang-of-dice", 3)
    asked = workers.pack(question(match, match.to_act[0]), "random", 1)
    print(worker.ask(asked, 300).memory, workers.held_memory())
    pool.close()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a child is not told what its parent held")
def test_what_a_house_holds_is_not_counted_against_its_workers(tmp_path: Path) -> None:
    """In a large house every worker seemed too heavy, and was replaced after each answer."""
    (tmp_path / "large.py").write_text(LARGE, "utf-8")
    said = run([sys.executable, str(tmp_path / "large.py")], check=True).stdout.split()
    theirs, ours = map(int, said)
    assert theirs < 400 << 20 < ours


def test_a_house_that_closes_answers_those_who_wait() -> None:
    async def scenario() -> None:
        pool = Held(2)
        waiting = [asyncio.create_task(pool.ask(asked(n), "ann", hint=True)) for n in range(3)]
        await until(lambda: pool.begun)
        pool.close()
        await asyncio.wait_for(asyncio.gather(*waiting, return_exceptions=True), 60)

    run_loop(scenario())
