"""Who reads the log learns what went wrong, and nothing by which a table is found or a seat is taken."""

import asyncio
import gc
import itertools
import json
import logging
import random
import threading
import urllib.error
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from attack.running import Running
from chancebox.bots.interface import Thought
from chancebox.server.access.limits import unlimited
from chancebox.server.house import drivers
from chancebox.server.house.house import House
from chancebox.server.house.kernel import Kernel
from chancebox.server.house.tidying import Tidying
from chancebox.server.monitoring.logs import sign
from chancebox.server.tables.days import day_of
from chancebox.server.tables.errors import NotNow
from chancebox.server.thinking.reviews import ReviewDesk
from chancebox.server.thinking.workers import Answer, Crowded, NoAnswer, PackedQuestion, WorkerPool, answer
from chancebox.server.web import app
from children import wait_until
from noted import noting
from server.guests import Guest, play_out, seated

NAME = "Annabelle"
IMPOSSIBLE = Answer(Thought(123_456, (), 0, 0.0))


class Broken(WorkerPool):
    """Bots with which everything goes wrong that is told them, one after the other."""

    def begin(self, *wrong: Exception | Answer) -> None:
        self._wrong = itertools.chain(wrong, itertools.repeat(wrong[-1]))

    async def ask(self, asked: PackedQuestion, *_whose: Any, **_more: Any) -> Answer:
        if asked.bot != "searcher":
            return Answer(answer(asked._replace(bot="random")))
        found = next(self._wrong)
        if isinstance(found, Exception):
            raise found
        return found


class Blind:
    """Somebody for whom nothing can be drawn."""

    visitor = "a stranger"
    address = "192.0.2.1"

    def __init__(self, error: Exception) -> None:
        self._error = error

    def changed(self) -> None:
        raise self._error

    def said(self, _line: object) -> None:
        """Listen."""

    def hurry(self) -> None:
        """Go."""

    def give_way(self) -> None:
        """Make room."""

    def dismiss(self) -> None:
        """Go, and do not come back."""


def failing(error: Exception) -> Callable[..., Any]:
    def fail(*_given: object, **_more: object) -> None:
        raise error

    return fail


def lines_of(told: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in told.splitlines()]


def test_no_line_of_the_log_holds_a_key_or_a_name(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(drivers, "HURRY", 0.0)
    monkeypatch.setattr(app, "TIDYING", 0.01)
    workers = Broken()
    with (
        noting() as noted,
        TestClient(
            app.create_app(folder, workers=workers, limits=unlimited()), raise_server_exceptions=False
        ) as client,
    ):
        house: House = client.app.state.house  # type: ignore[attr-defined]
        ann, ben = Guest(client), Guest(client)
        over = seated(ann, ben, "gang-of-dice")
        play_out(over, ann, ben)
        group = ann.post(f"tables/{over}/group").json()["group"]
        players = [{"kind": "person", "name": NAME}, {"kind": "open"}, {"kind": "bot", "bot": "searcher"}]
        table = ann.post("tables", game="gang-of-dice", players=players, options={}).json()["table"]
        keys = [
            over,
            table,
            group,
            house.kernel.sessions[table].code,
            ann.post(f"tables/{table}/seats/0/code").json()["code"],
            ann.post(f"groups/{group}/members/0/code").json()["code"],
            *(guest.token for guest in (ann, ben)),
            *(house.visitors.read(guest.token) for guest in (ann, ben)),
            NAME,
        ]
        words = " ".join(keys)
        error, refusal = RuntimeError(words), NotNow(words)

        def is_noted(event: str) -> bool:
            return f'"event": "{event}' in noted.getvalue()

        # Bots.
        workers.begin(Crowded(), NoAnswer(), IMPOSSIBLE, error, refusal)
        ann.post(f"tables/{table}/seats/1/arrange", player={"kind": "bot", "bot": "searcher"})
        ann.post(f"tables/{table}/seats/2/arrange", player={"kind": "bot", "bot": "searcher"})
        assert ann.post(f"tables/{table}/start").status_code == 200
        luck = random.Random(1)
        wait_until(lambda: is_noted("bot stopped"), "bots that stop", lambda: ann.step(table, luck))

        # What is drawn, reviewed, asked for, tidied.
        async def watch() -> None:
            session = await house.kernel.session(table)
            session.enter(Blind(error))
            session.notify()

        assert client.portal
        client.portal.call(watch)
        wait_until(lambda: is_noted("drawing failed"), "a drawing")
        monkeypatch.setattr(ReviewDesk, "_make", failing(error))
        ann.get(f"tables/{over}/review")
        wait_until(lambda: is_noted("review failed"), "a review")
        house.kernel.sessions.pop(over)
        monkeypatch.setattr(Kernel, "_read", failing(error))
        assert client.get(f"/api/v1/tables/{over}?token={ann.token}").status_code == 500
        monkeypatch.setattr(Tidying, "go_on", failing(error))
        wait_until(lambda: is_noted("tidying failed"), "tidying")
        house.masters._leads = failing(ValueError(words))
        house.masters._play(day_of(date(2026, 11, 16)))
        house.store._note_trouble(OSError(f"disk I/O error\nDETAIL: {words}"))

        # What nobody catches, and what libraries note.
        async def lose() -> None:
            loop = asyncio.get_running_loop()
            loop.call_soon(failing(error), *keys)

            async def fail() -> None:
                raise error from refusal

            task = loop.create_task(fail(), name=words)
            await asyncio.wait([task])
            del task
            gc.collect()

        client.portal.call(lose)
        wait_until(lambda: is_noted("Exception in callback"), "a callback")
        thread = threading.Thread(target=failing(error), name=words)
        thread.start()
        thread.join()
        logging.getLogger("somebody.elses").warning("cannot reset %r", words)
        logging.getLogger("somebody.elses").error(error)
    printed = "".join(capfd.readouterr())
    lines = lines_of(noted.getvalue())
    assert {line["event"] for line in lines} >= {
        *("bot hurried", "bot replaced", "bot wrong", "bot failed", "bot refused", "bot stopped"),
        *("drawing failed", "review failed", "request failed", "tidying failed", "master failed"),
        *("store failed", "nobody caught an error", "cannot reset", "RuntimeError"),
        "Task exception was never retrieved",
    }
    for key in keys:
        assert key not in noted.getvalue()
        assert key not in printed
    signs = {line["table"] for line in lines if line["event"].startswith(("bot", "drawing"))}
    assert signs == {sign(table)}, "its lines belong together"
    assert sign(table) not in table


def test_an_error_is_told_by_its_kind_and_where_it_came_from(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with noting() as noted, Running(folder) as house:
        table, token = house.open("Ann", "Anton")
        house.house.kernel.sessions.clear()

        def read(_house: House, id: str) -> None:
            try:
                raise KeyError(id)
            except KeyError as error:
                raise ExceptionGroup(id, [RuntimeError(token)]) from error

        monkeypatch.setattr(Kernel, "_read", read)
        with pytest.raises(urllib.error.HTTPError):
            house.call(f"/api/v1/tables/{table}", token=token)
    told = noted.getvalue()
    [line] = [one for one in lines_of(told) if one["event"] == "Exception in ASGI application"]
    for shown in ("KeyError", "ExceptionGroup", "RuntimeError", "test_logs.py", "kernel.py"):
        assert shown in line["error"]
    assert table not in told
    assert token not in told
