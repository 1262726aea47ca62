"""Beats: the moments on the way to the present, each drawn as it was."""

import html
import itertools
import random
import re
from typing import Any

import pytest
from starlette.testclient import TestClient

from chancebox.engine.rules.contract import SPECTATOR
from chancebox.games import game, names
from chancebox.server.house.sessions import Session
from chancebox.server.screens.stories import log
from server.boards import receive
from server.guests import Guest


def frames_of(house: TestClient, ann: Guest, name: str, decisions: int = 40) -> list[dict[str, Any]]:
    """Play for everybody at one device, and keep what the page of it is sent."""
    seats = max(2, game(name).seats[0])
    table = ann.open(name, *[f"Ann {n}" for n in range(seats)], start=True)
    luck = random.Random(5)
    frames = []
    with house.websocket_connect(f"/t/{table}/live?eyes=0", headers=ann.headers) as socket:
        frames.append(receive(socket))
        for _decision in range(decisions):
            seat = ann.step(table, luck)
            if seat is None:
                break
            frames.append(receive(socket))
    return frames


def test_who_comes_gets_the_present_and_who_stays_sees_how_it_came(house: TestClient, ann: Guest) -> None:
    frames = frames_of(house, ann, "gang-of-dice", 120)
    assert frames[0]["beats"] == []
    told = [one["kind"] for frame in frames for beat in frame["beats"] for one in beat["happened"]]
    assert {"Staked", "Threw", "Revealed"} <= set(told)
    for frame in frames:
        assert all(beat["happened"] for beat in frame["beats"])
        assert all(beat["html"] for beat in frame["beats"][:-1]), "only the last one is the present"


def test_the_dice_of_a_finished_round_are_drawn_before_the_next_card(house: TestClient, ann: Guest) -> None:
    won = [
        beat
        for frame in frames_of(house, ann, "gang-of-dice", 120)
        for beat in frame["beats"]
        if "WonRound" in (kinds := [one["kind"] for one in beat["happened"]]) and "Ended" not in kinds
    ]
    assert won
    for beat in won:
        assert beat["html"], "a round is not over and gone in the same moment"
        assert 'class="result' in beat["html"]
        assert "data-move" not in beat["html"], "nothing can be played in a moment that passes by"


def test_what_is_told_in_beats_is_told_in_the_log_once(house: TestClient, ann: Guest) -> None:
    for name in names():
        frames = frames_of(house, ann, name, 25)
        for frame in frames[1:]:
            if frame["eyes"] != 0:
                continue
            told = " ".join(one["text"] for beat in frame["beats"] for one in beat["happened"] if one["text"])
            logged = " ".join(text for _n, text, *_more in frame["log"]["lines"])
            assert not frame["beats"] or logged.endswith(told)


def test_the_page_is_told_what_each_happening_sounds_like(house: TestClient, ann: Guest) -> None:
    frames = frames_of(house, ann, "gang-of-dice", 120)
    told = [one for frame in frames for beat in frame["beats"] for one in beat["happened"]]
    assert {one["sound"] for one in told if one["kind"] == "Exploded"} == {"bang"}
    throws = [one for one in told if one["kind"] == "Threw"]
    assert throws
    assert all((one["sound"], one["pieces"]) == ("throw", sum(one["dice"])) for one in throws)


def test_where_sockets_are_blocked_the_way_is_shown_too(house: TestClient, ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    first = house.get(f"/t/{table}/frames", headers=ann.headers).json()
    assert first["beats"] == []
    ann.step(table, random.Random(5))
    seen = {"since": first["version"], "seen": first["eyes"], "told": first["told"]}
    later = house.get(f"/t/{table}/frames", params=seen, headers=ann.headers).json()
    assert "Staked" in [one["kind"] for beat in later["beats"] for one in beat["happened"]]
    assert later["log"]["since"] <= first["told"]
    wild = house.get(f"/t/{table}/frames", params={"seen": 77, "told": -5}, headers=ann.headers).json()
    assert wild["beats"] == [], "other eyes, or none, begin with the present"


def test_what_was_taken_back_between_two_questions_is_gone(house: TestClient, ann: Guest) -> None:
    """As many events as before, but others: a number alone would not tell."""
    luck = random.Random(1)
    asked: list[int] = []
    while True:
        if not asked:
            table = ann.open("take-a-chance", "Ann", "Anton", "Cleo", start=True)
            session = house.app.state.house.kernel.sessions[table]  # type: ignore[attr-defined]
        seat = ann.state(table)["to_act"][0]
        choices = ann.get(f"tables/{table}/choices", seat=seat)["choices"]
        move, other = (luck.choice(choices)["action"] for _ in range(2))
        assert ann.play(table, seat, move).status_code == 200
        first = house.get(f"/t/{table}/frames", params={"eyes": seat}, headers=ann.headers).json()
        if move != other and first["eyes"] == seat and session.table.match.can_undo(seat):
            break
        asked = ann.state(table)["to_act"]
    assert ann.post(f"tables/{table}/seats/{seat}/undo").status_code == 200
    assert ann.play(table, seat, other).status_code == 200
    seen = {"since": first["version"], "eyes": seat, "seen": first["eyes"], "told": first["told"]}
    later = house.get(f"/t/{table}/frames", params=seen, headers=ann.headers).json()
    lines = [line for line in first["log"]["lines"] if line[0] <= later["log"]["since"]]
    lines += later["log"]["lines"]
    fresh = house.get(f"/t/{table}/frames", params={"eyes": seat}, headers=ann.headers).json()
    assert lines == fresh["log"]["lines"] != first["log"]["lines"]


def test_a_device_that_turns_to_the_next_person_shows_how_the_turn_ended(
    house: TestClient, ann: Guest
) -> None:
    """Where both know the same, the last throw of one is not lost when the other is asked."""
    frames = frames_of(house, ann, "gang-of-dice", 60)
    turned = [late for early, late in itertools.pairwise(frames) if early["eyes"] != late["eyes"]]
    assert turned
    assert all(frame["beats"] for frame in turned)
    hidden = frames_of(house, ann, "take-it-or-leave-it", 12)
    turned = [late for early, late in itertools.pairwise(hidden) if early["eyes"] != late["eyes"]]
    assert all(frame["beats"] == [] for frame in turned), "another hand is another story"


@pytest.mark.parametrize("name", names())
def test_the_headline_begins_with_what_was_done(house: TestClient, ann: Guest, name: str) -> None:
    """What came of it follows, such as a card that fills the gap of the one that was bought."""
    table = ann.open(name, *["Ann", "Ben", "Cleo"][: max(2, game(name).seats[0])], start=True)
    session: Session = house.app.state.house.kernel.sessions[table]  # type: ignore[attr-defined]
    luck = random.Random(2)
    with_consequences = 0
    while with_consequences < 5:
        noticed = session.table.visibility.count(SPECTATOR)
        if ann.step(table, luck) is None:
            break
        told = [line.text for line in log(session, SPECTATOR, noticed)]
        shown = house.get(f"/t/{table}/frames").json()["html"]
        headline = re.search(r'<p class="news" data-told>(.*?)</p>', shown)
        if told and headline:
            assert html.unescape(headline[1]).startswith(told[0])
            with_consequences += len(told) > 1
    assert with_consequences
