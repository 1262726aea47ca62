"""Bots in their processes: slow, dead and wrong ones do not stop a table."""

import os
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from chancebox import new
from chancebox.bots import Thought, question
from chancebox.server.app import create_app
from chancebox.server.limits import unlimited
from chancebox.server.thinking import Answer, Thinkers, answer, pack
from children import LIMIT
from server.guests import Guest, play_out


def hang(pipe: Connection) -> None:
    """Take questions and never answer, until whoever asks is gone."""
    while True:
        pipe.recv()


def die(pipe: Connection) -> None:
    """Take a question and fall over."""
    pipe.recv()
    os._exit(1)


def cheat(pipe: Connection) -> None:
    """Answer with something that is not possible."""
    while True:
        pipe.recv()
        pipe.send(Answer(Thought(123_456, (), 0, 0.0)))


@pytest.fixture(params=[(hang, 0.02), (die, LIMIT), (cheat, LIMIT)], ids=["hang", "die", "cheat"])
def bad_house(request: pytest.FixtureRequest, folder: Path) -> Iterator[TestClient]:
    work, patience = request.param
    thinkers = Thinkers(patience=patience, work=work)
    with TestClient(create_app(folder, thinkers=thinkers, limits=unlimited())) as client:
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
    thinkers = Thinkers(patience=LIMIT)
    match = new("chance-it", 3, seed=4)
    seat = match.to_act[0]
    asked = pack(question(match, seat), "master", 1)
    try:
        answered = thinkers._ask(asked)
        assert answered.waits
        assert answered.thought.action == answer(asked._replace(bot="thumb")).action
        assert list(thinkers._compiling) == ["chance-it"]
    finally:
        thinkers.close()
