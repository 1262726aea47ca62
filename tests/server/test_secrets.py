"""
Nothing that only one seat may know ever reaches another: every frame, page and answer is searched.

Two proofs for each game. First: in a random game, each thing sent to B and to a spectator is
compared with what would have been sent had A's secrets been others that fit all they know. Second:
what A alone is shown as secret (ids of cards in the hand or stack) is searched for in what is sent.
"""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from chancebox.engine.match.chance import THINKING, stream
from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import SPECTATOR
from chancebox.games import game, names
from chancebox.server.access.limits import unlimited
from chancebox.server.house.sessions import Session
from chancebox.server.screens import frames
from chancebox.server.screens.boards import draw_moment
from chancebox.server.screens.drawings import drawings_of
from chancebox.server.web.app import create_app
from noted import noting
from server.boards import receive
from server.guests import Guest, play_some, seated

WORLDS = 3


def other_worlds(match: Match, viewer: int, first: int) -> list[Match]:
    """The same match for this viewer, with other secrets; none where a viewer knows everything."""
    known = match.position(viewer)
    worlds = set()
    for number in range(first, first + WORLDS):
        s = known.copy()
        match.game.build("plain").guess(match.box, s, viewer, stream(number, THINKING, 0))
        worlds.add(s.tobytes())
    changed = []
    for world in sorted(worlds - {match._history[-1]}):
        changed.append(match.fork())
        changed[-1]._history = [*match._history[:-1], world]
    return changed


def everything(session: Session, visitor: str, eyes: int) -> str:
    """All that the house would tell this visitor about the present position."""
    match = session.table.playing
    drawings_of(session).boards.clear()
    drawings_of(session).stories.clear()
    parts: list[Any] = [
        frames.frame(session, visitor, eyes, "http://x"),
        draw_moment(session, eyes, session.table.visibility.count(eyes)),
        match.view(eyes),
    ]
    if eyes != SPECTATOR:
        parts += [match.moves(eyes), [str(choice) for choice in match.choices(eyes)]]
    return json.dumps(parts)


@pytest.mark.parametrize("name", names())
def test_frames_do_not_depend_on_what_their_viewer_may_not_know(folder: Path, name: str) -> None:
    seats = max(2, game(name).seats[0])
    with TestClient(create_app(folder, limits=unlimited())) as client:
        ann, ben = Guest(client), Guest(client)
        table = seated(ann, ben, name, *["Cleo"] * (seats - 2))
        session: Session = client.app.state.house.kernel.sessions[table]  # type: ignore[attr-defined]
        luck = random.Random(11)
        compared = 0
        for step in range(60):
            match = session.table.playing
            for eyes, visitor in ((1, session.table.places[1].visitor), (SPECTATOR, "")):
                # Stories tell events that other worlds did not have; they have tests of their own.
                match.happenings = lambda *_a: []  # type: ignore[method-assign]
                others = other_worlds(match, eyes, 1000 * step)
                shown = everything(session, visitor, eyes) if others else ""
                for other in others:
                    other.happenings = lambda *_a: []  # type: ignore[method-assign]
                    compared += 1
                    session.table.match = other
                    assert everything(session, visitor, eyes) == shown
                    session.table.match = match
            del match.happenings
            if all(guest.step(table, luck) is None for guest in (ann, ben)):
                break
        if game(name).name in ("take-it-or-leave-it", "take-a-chance"):
            assert compared > 50, "no world was another one"


def secrets_of(name: str, view: dict[str, Any], seat: int) -> set[str]:
    """What this seat alone may know, by ids and words that show in texts."""
    if name == "take-it-or-leave-it":
        return {card[what] for card in view["hand"] for what in ("id", "text")}
    if name == "take-a-chance":
        stack = view["players"][seat]["stack"]
        return {card["id"] for card in stack if card}
    return set()


@pytest.mark.parametrize("name", ["take-a-chance", "take-it-or-leave-it"])
def test_ids_of_secret_cards_are_in_nothing_that_others_get(folder: Path, name: str) -> None:
    with TestClient(create_app(folder, limits=unlimited())) as client:
        ann, ben, stranger = Guest(client), Guest(client), Guest(client)
        table = seated(ann, ben, name)
        luck = random.Random(7)
        seen = 0
        latest: dict[Guest, Any] = {}
        with (
            client.websocket_connect(f"/t/{table}/live", headers=ben.headers) as his,
            client.websocket_connect(f"/t/{table}/live") as watching,
        ):
            for _step in range(80):
                secret = secrets_of(name, ann.get(f"tables/{table}/view", seat=0)["view"], 0)
                known = json.dumps(ben.get(f"tables/{table}/view", seat=1))
                secret = {id for id in secret if json.dumps(id) not in known}
                for socket, guest in ((his, ben), (watching, stranger)):
                    # What Ann does in secret brings nobody else a frame.
                    if guest.state(table)["version"] > latest.get(guest, {"version": 0})["version"]:
                        latest[guest] = _until(socket, guest.state(table)["version"])
                got = [json.dumps(told) for told in latest.values()]
                got += [client.get(f"/t/{table}").text, known]
                got += [json.dumps(guest.get(f"tables/{table}")) for guest in (ben, stranger)]
                for text in got:
                    assert not any(_mentions(text, id) for id in secret)
                seen += len(secret)
                if all(guest.step(table, luck) is None for guest in (ann, ben)):
                    break
        assert seen > 100


def _until(socket: Any, version: int) -> Any:
    while True:
        told = receive(socket)
        if told.get("version", 0) >= version:
            # The log tells what was played long ago too; only the present is searched.
            return {key: value for key, value in told.items() if key != "log"}


def _mentions(text: str, id: str) -> bool:
    return f'"{id}"' in text or f"&#34;{id}&#34;" in text or f">{id}<" in text


def test_secrets_are_in_no_log_and_no_error_page(
    folder: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with (
        noting() as lines,
        TestClient(create_app(folder, limits=unlimited()), raise_server_exceptions=False) as client,
    ):
        ann = Guest(client)
        table = ann.open("take-it-or-leave-it", "Ann", "bot", start=True)
        assert play_some(table, 40, ann, seed=3) > 20

        def broken(*_arguments: object, **_more: object) -> None:
            raise RuntimeError("inner secret")

        monkeypatch.setattr("chancebox.server.web.pages.render.page", broken)
        answer = client.get("/", headers={"accept": "text/html"})
        assert answer.status_code == 500
        assert "inner secret" not in answer.text
    told = "".join([lines.getvalue(), *capfd.readouterr()])
    assert "request failed" in told
    assert ann.token not in told
    assert "take w" not in told
