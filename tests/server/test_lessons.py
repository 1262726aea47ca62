"""Learning by playing: what is told, when, to whom, and that it knows nothing that its learner does not."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from chancebox.engine.game import parts
from chancebox.engine.game.errors import BadGame
from chancebox.engine.game.lessons import Line
from chancebox.engine.game.texts import PSEUDO, reading
from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import SPECTATOR
from chancebox.engine.rules.records import plain
from chancebox.games import game, names
from chancebox.server.access.limits import unlimited
from chancebox.server.access.visitors import COOKIE
from chancebox.server.screens.lessons import lesson
from chancebox.server.web.app import create_app
from chancebox.testing import lessons as checks
from chancebox.testing.lessons import ME
from server.guests import Guest, settled
from server.learners import Learner

LESSONS = names()
FIVE_MINUTES = 18
"""Decisions that somebody makes in about five minutes, with some reading between them."""
LONGEST = 100
"""Letters that fit on the card of a phone."""


@pytest.mark.parametrize("name", LESSONS)
def test_each_line_is_told_within_five_minutes(name: str) -> None:
    learner = Learner(name)
    read: set[int] = set()
    for n, told in enumerate(learner.decisions()):
        read |= {card["line"] for card in told["cards"]}
        if len(read) == told["of"]:
            assert n < FIVE_MINUTES
            return
    raise AssertionError(f"never told: {set(range(told['of'])) - read}")


@pytest.mark.parametrize("name", LESSONS)
def test_who_never_taps_is_told_a_line_a_decision_and_all_of_them_once(name: str) -> None:
    lines: list[int] = []
    for told in Learner(name).decisions():
        assert told["told"] == lines
        assert not set(lines) & {card["line"] for card in told["cards"]}
        lines += [card["line"] for card in told["cards"][:1]]
    assert sorted(lines) == list(range(told["of"]))


@pytest.mark.parametrize("name", LESSONS)
@pytest.mark.parametrize("seed", range(3))
def test_whatever_one_plays_all_is_told_unless_one_is_out_early(name: str, seed: int) -> None:
    learner = Learner(name, clumsy=True, seed=seed)
    read: set[int] = set()
    decisions = 0
    for told in learner.decisions():
        read |= {card["line"] for card in told["cards"]}
        decisions += 1
    assert len(read) == told["of"] or decisions < FIVE_MINUTES


@pytest.mark.parametrize("name", LESSONS)
def test_lines_are_short_sentences_and_point_at_something(name: str) -> None:
    taught = game(name).lesson
    assert taught
    assert 8 <= len(taught.LINES) <= 14
    for line in taught.LINES:
        assert line.text[0].isupper()
        assert line.text.endswith((".", "!"))
        assert len(line.text) <= LONGEST, line.text
        assert line.at
        assert all(re.fullmatch(r"[#.\[][\w-].*", part.format(me=0)) for part in line.at)


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_speaks_the_learners_language(name: str) -> None:
    learner = Learner(name)
    before = learner.told()["cards"][0]["text"]
    with reading(PSEUDO):
        assert learner.told()["cards"][0]["text"] == f"⟦{before}⟧"
    assert learner.told()["cards"][0]["text"] == before


def test_moments_are_counted_as_the_learner_counts() -> None:
    learner = Learner("take-it-or-leave-it")
    before = learner.told()["scene"]
    learner.table.visibility._secrets.insert(0, (0, 1))  # as if another had done that in secret
    assert learner.told()["scene"] == before - 1


def test_only_who_learns_is_told() -> None:
    learner = Learner("gang-of-dice")
    assert lesson(learner.session, SPECTATOR) is None
    learner.table.dealer = "house"
    assert lesson(learner.session, ME) is None


def test_a_move_taken_back_takes_its_line_back() -> None:
    learner = Learner("gang-of-dice")
    before = learner.told()
    match, moments = learner.match, list(learner.table.moments)
    learner.move()
    after = learner.told()
    assert after != before
    learner.table.match, learner.table.moments = match, moments
    assert learner.told() == before


def test_a_line_that_never_comes_and_one_that_peeps_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    found = game("take-a-chance")
    taught = found.lesson
    assert taught
    never = Line("Never.", lambda _scene: False, (".board",))
    monkeypatch.setattr(taught, "LINES", (*taught.LINES, never))
    with pytest.raises(BadGame, match=r"is never told: Never\."):
        checks.each_line_of_its_lesson_is_told(found)
    # A view that forgot to hide: the stacks of the others lie open in it.
    open_view = found.viewer.view
    monkeypatch.setattr(Match, "view", lambda match, me: open_view(match.box, plain(match.position()), me))
    peeps = Line("Peeps.", lambda scene: "Purple" in str(scene.v["players"][1]["stack"]), (".board",))
    monkeypatch.setattr(taught, "LINES", (peeps,))
    with pytest.raises(BadGame, match="looks at what the learner cannot see"):
        checks.its_lesson_does_not_look_at_what_is_hidden(found)


# In the house.


def begin(client: TestClient, name: str, once: str = "") -> tuple[Guest, str]:
    """Tap Learn by playing; return who does, and the table."""
    guest = Guest(client)
    client.cookies.clear()
    answer = client.post(f"/learn/{name}", data={"once": once}, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    guest.token = answer.cookies[COOKIE]
    client.cookies.clear()
    return guest, answer.headers["location"].removeprefix("/t/")


def frame(guest: Guest, table: str) -> dict[str, Any]:
    settled(table, guest)
    sent: dict[str, Any] = guest.house.get(f"/t/{table}/frames", headers=guest.headers).json()
    return sent


def play(guest: Guest, table: str) -> list[Any]:
    """Play the first choice again and again; return all that was told."""
    told = []
    for _decision in range(12):
        told.append(frame(guest, table)["lesson"])
        choices = guest.get(f"tables/{table}/choices", seat=0)["choices"]
        if not choices:
            break
        assert guest.play(table, 0, choices[0]["action"]).status_code == 200
    state = settled(table, guest)
    return [*told, guest.get(f"tables/{table}/view", seat=0)["view"], state["to_act"]]


@pytest.mark.wide
@pytest.mark.parametrize("name", LESSONS)
def test_who_decides_the_same_is_dealt_the_same(house: TestClient, name: str) -> None:
    assert play(*begin(house, name)) == play(*begin(house, name))


def test_the_first_page_offers_lessons_and_tapping_twice_opens_one(house: TestClient) -> None:
    page = house.get("/").text
    assert all(f'formaction="/learn/{name}"' in page for name in LESSONS)
    once = "3d0e5bd6-5b70-4d6c-9ac3-3c8a7d0f6a11"
    assert begin(house, "chance-it", once)[1] == begin(house, "chance-it", once)[1]


def test_a_lesson_goes_on_after_a_restart(folder: Path) -> None:
    with TestClient(create_app(folder, limits=unlimited())) as client:
        guest, table = begin(client, "gang-of-dice")
        play(guest, table)
        before = frame(guest, table)["lesson"]
        assert before["told"]
    with TestClient(create_app(folder, limits=unlimited())) as client:
        guest.house = client
        assert frame(guest, table)["lesson"] == before


def test_at_other_tables_nothing_is_taught(house: TestClient, ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "bot", start=True)
    assert frame(ann, table)["lesson"] is None
    assert 'class="lesson"' not in house.get(f"/t/{table}").text
    stranger, learning = Guest(house), begin(house, "gang-of-dice")[1]
    assert frame(stranger, learning)["lesson"] is None


def test_a_rematch_is_a_real_game(house: TestClient) -> None:
    guest, table = begin(house, "gang-of-dice")
    session = house.app.state.house.kernel.sessions[table]  # type: ignore[attr-defined]
    assert session.table.is_lesson
    state = settled(table, guest)
    while state["stage"] != "over":
        choices = guest.get(f"tables/{table}/choices", seat=0)["choices"]
        assert guest.play(table, 0, choices[0]["action"]).status_code == 200
        state = settled(table, guest)
    following = guest.post(f"tables/{table}/rematch").json()["table"]
    assert not house.app.state.house.kernel.sessions[following].table.is_lesson  # type: ignore[attr-defined]


# Games without one.


@pytest.mark.parametrize("name", ["pig", "hush", "liars-dice"])
def test_a_game_may_do_without(house: TestClient, name: str) -> None:
    assert game(name).lesson is None
    answer = house.post(f"/learn/{name}", follow_redirects=False)
    assert answer.status_code == 404
    assert "There is no lesson" in json.loads(answer.text)["error"]


def test_a_broken_lesson_leaves_the_first_page_alone(
    house: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = game("pig").story
    monkeypatch.setattr(module, "LINES", (), raising=False)
    with pytest.raises(BadGame, match=r"text\.py does not define SEATS, SEED, OPTIONS"):
        _found = parts.require(module, parts.Lesson, "text.py")
    monkeypatch.setitem(vars(game("chance-it")), "lesson", None)
    page = house.get("/").text
    assert "/learn/chance-it" not in page
    assert "/learn/gang-of-dice" in page
    monkeypatch.delitem(vars(game("chance-it")), "lesson")
    monkeypatch.setattr(parts, "require", _broken)
    page = house.get("/").text
    assert "/learn/chance-it" not in page
    assert "/learn/gang-of-dice" in page


def _broken(*_arguments: object) -> None:
    raise BadGame("broken")
