"""Hints and reasons: from the own seat's knowledge, to whom they are due, if the host allows."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from chancebox.bots import Evaluation, Thought, question
from chancebox.server.house.house import House
from chancebox.server.thinking.workers import Answer, PackedQuestion
from children import wait_until
from server.guests import Guest, play_out, seated, settled


class WorkerPool:
    """Workers who find all choices equal, and remember what they were asked."""

    def __init__(self, waits: bool = False) -> None:
        self.asked: list[PackedQuestion] = []
        self.waits = waits

    async def ask(self, asked: PackedQuestion, *_turn: object, **_kind: object) -> Answer:
        self.asked.append(asked)
        evaluated = () if self.waits else tuple(Evaluation(action, 0.5, 0.02, 100) for action in (3, 2, 1))
        return Answer(Thought(3, evaluated, 300, 0.1), self.waits)

    def close(self) -> None:
        """Nobody works here."""


def house_of(client: TestClient) -> House:
    found: House = client.app.state.house  # type: ignore[attr-defined]
    return found


@pytest.fixture
def workers(house: TestClient, monkeypatch: pytest.MonkeyPatch) -> WorkerPool:
    made = WorkerPool()
    monkeypatch.setattr(house_of(house).kernel, "workers", made)
    return made


def test_a_hint_names_the_two_best_moves_from_what_the_seat_knows(
    house: TestClient, ann: Guest, workers: WorkerPool
) -> None:
    table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    seat = ann.state(table)["to_act"][0]
    answer = ann.post(f"tables/{table}/seats/{seat}/hint")
    assert answer.status_code == 200
    told = answer.json()
    assert [one["move"] for one in told["best"]] == ["stake 3", "stake 2"]
    assert told["best"][0]["text"] == "Stake 3 dice: 50 of 100 games won from here"
    assert "300" in told["why"]
    match = house_of(house).kernel.sessions[table].table.playing
    assert workers.asked[0].bot == "master"
    assert workers.asked[0].position == question(match, seat).position.tobytes()
    assert ann.state(table)["version"] == told["version"], "a hint changes nothing"


def test_a_hint_by_the_rule_of_thumb_says_so(ann: Guest, workers: WorkerPool) -> None:
    workers.waits = True
    table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    seat = ann.state(table)["to_act"][0]
    told = ann.post(f"tables/{table}/seats/{seat}/hint").json()
    assert [one["move"] for one in told["best"]] == ["stake 3"]
    assert "rule of thumb" in told["why"]


def test_hints_are_for_those_who_are_asked(ann: Guest, ben: Guest, workers: WorkerPool) -> None:
    table = seated(ann, ben, "gang-of-dice")
    ann.post(f"tables/{table}/hints", allowed=True)
    seat = ann.state(table)["to_act"][0]
    asked, other = (ann, ben) if seat == 0 else (ben, ann)
    assert asked.post(f"tables/{table}/seats/{seat}/hint").status_code == 200
    assert other.post(f"tables/{table}/seats/{seat}/hint").status_code == 403
    assert other.post(f"tables/{table}/seats/{1 - seat}/hint").status_code == 409
    assert len(workers.asked) == 1


def test_among_strangers_the_host_decides_about_hints(ann: Guest, ben: Guest, workers: WorkerPool) -> None:
    table = seated(ann, ben, "gang-of-dice")
    seat = ann.state(table)["to_act"][0]
    asked = (ann, ben)[seat]
    assert ann.state(table)["hints"] is False
    assert asked.post(f"tables/{table}/seats/{seat}/hint").status_code == 409
    assert ben.post(f"tables/{table}/hints", allowed=True).status_code == 403
    assert ann.post(f"tables/{table}/hints", allowed=True).status_code == 200
    assert asked.post(f"tables/{table}/seats/{seat}/hint").status_code == 200
    assert ann.post(f"tables/{table}/hints", allowed=False).status_code == 200
    assert asked.post(f"tables/{table}/seats/{seat}/hint").status_code == 409


def test_whether_hints_are_allowed_survives_a_restart(house: TestClient, ann: Guest, ben: Guest) -> None:
    table = seated(ann, ben, "gang-of-dice")
    ann.post(f"tables/{table}/hints", allowed=True)
    house_of(house).kernel.sessions.clear()
    assert ann.state(table)["hints"] is True


@pytest.mark.parametrize("allowed", [False, True])
def test_a_rematch_keeps_what_was_decided_about_hints(ann: Guest, ben: Guest, allowed: bool) -> None:
    """Its seats are taken from the beginning, though not by people of one device."""
    table = seated(ann, ben, "second-chance")
    ann.post(f"tables/{table}/hints", allowed=allowed)
    play_out(table, ann, ben)
    rematch = ben.post(f"tables/{table}/rematch").json()["table"]
    assert ben.state(rematch)["hints"] is allowed


def test_a_bot_tells_its_reasons_to_those_who_knew_as_much(ann: Guest, workers: WorkerPool) -> None:
    table = ann.open("gang-of-dice", "Ann", "bot", start=True)
    settled(table, ann)
    if not workers.asked:  # the bot comes second
        ann.play(table, 0, "stake 1")
        ann.play(table, 0, "stop")
    told: list[Any] = []

    def has_told() -> bool:
        told[:] = [one for one in ann.get(f"tables/{table}/reasons", seat=0) if one["events"]]
        return bool(told)

    wait_until(has_told, "the bot's reasons")
    assert "Stake 3 dice: 50 of 100 games won from here" in told[0]["text"]
    assert told[0]["text"].startswith(ann.state(table)["seats"][1]["name"])
    again = [one for one in ann.get(f"tables/{table}/reasons") if one["events"]]
    assert again[: len(told)] == told, "in Gang of Dice everybody can know all stocks"
