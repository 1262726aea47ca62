"""A table of several languages: each reads it in the own, and nothing that is kept depends on one."""

import sqlite3
from contextlib import closing
from typing import Any

import pytest
from starlette.testclient import TestClient

from chancebox.engine.game.texts import LANGUAGES, PSEUDO
from chancebox.server.tables.phrases import PHRASES
from helpers import unmarked
from server import boards
from server.guests import Guest
from server.test_review import house_of

PSEUDO_READER = {"accept-language": PSEUDO}


def receive(socket: Any, key: str) -> Any:
    """Wait for a message with a part."""
    while key not in (message := boards.receive(socket)):
        pass
    return message[key]


def told(socket: Any, n: int) -> tuple[str, list[str]]:
    """Wait until so many events were told; return the board, and the lines of the log on the way."""
    lines: list[str] = []
    while (frame := boards.receive(socket)).get("told", 0) < n:
        lines += [line[1] for line in frame.get("log", {}).get("lines", [])]
    return frame["html"], lines + [line[1] for line in frame["log"]["lines"]]


@pytest.mark.parametrize(
    ("headers", "language"),
    [
        ({}, "en"),
        ({"accept-language": "de-CH,de;q=0.9,en;q=0.5"}, "de"),
        ({"accept-language": "en;q=0.2,nl;q=0.9"}, "nl"),
        ({"accept-language": "tlh"}, "en"),
        ({"accept-language": "tlh;q=,;;,=,de;q=nonsense," * 999}, "en"),
        ({"cookie": "language=fr", "accept-language": "de"}, "fr"),
        ({"cookie": "language=../../etc", "accept-language": "de"}, "de"),
    ],
)
def test_pages_are_written_for_who_asks(house: TestClient, headers: dict[str, str], language: str) -> None:
    page = house.get("/", headers=headers).text
    assert f'<html lang="{language}"' in page
    for code, name in LANGUAGES.items():
        assert f'<option value="{code}" lang="{code}" translate="no">{name}</option>' in page


def test_each_reads_the_same_table_in_the_own_language(house: TestClient, ann: Guest, ben: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "open", start=False)
    ben.sit(table, 1, "Ben")
    with (
        house.websocket_connect(f"/t/{table}/live", headers=ann.headers) as english,
        house.websocket_connect(f"/t/{table}/live", headers={**ben.headers, **PSEUDO_READER}) as marked,
    ):
        assert "⟦" not in receive(english, "html")
        assert "⟦" in receive(marked, "html")
        ann.post(f"tables/{table}/start")
        n = 0
        # Whoever acts, everybody is told in the own language.
        for player in range(2):
            n = len(house_of(house).kernel.sessions[table].table.playing.events)
            (board, lines), (marked_board, marked_lines) = told(english, n), told(marked, n)
            assert lines
            assert [line.replace("⟦", "").replace("⟧", "") for line in marked_lines] == lines
            assert all(line.startswith("⟦") for line in marked_lines)
            assert "⟦" not in board
            assert "⟦" in marked_board
            if player == 0:
                actor = ann.state(table)["to_act"][0]
                assert [ann, ben][actor].play(table, actor, "stake 1").status_code == 200


def test_phrases_are_read_in_the_own_language(house: TestClient, ann: Guest, ben: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "open")
    ben.sit(table, 1, "Ben")
    with (
        house.websocket_connect(f"/t/{table}/live", headers=ann.headers) as english,
        house.websocket_connect(f"/t/{table}/live", headers={**ben.headers, **PSEUDO_READER}) as marked,
    ):
        assert ben.post(f"tables/{table}/chat", seat=1, phrase="well-played").status_code == 200
        assert receive(english, "chat")[0]["text"] == "Well played!"
        assert receive(marked, "chat")[0]["text"] == "⟦Well played!⟧"
        # What people write themselves is nobody's to translate, also where it looks like a phrase.
        ben.post(f"tables/{table}/chat", seat=1, text="Well played!")
        assert receive(marked, "chat")[0]["text"] == "Well played!"
    assert [line["text"] for line in ann.get(f"tables/{table}/chat")] == ["Well played!"] * 2


@pytest.mark.parametrize("wrong", [{"phrase": "shout"}, {"phrase": "hello", "text": "x"}, {"phrase": ""}, {}])
def test_unknown_phrases_are_refused(ann: Guest, wrong: dict[str, str]) -> None:
    table = ann.open("gang-of-dice", "Ann", "open")
    refused = ann.post(f"tables/{table}/chat", seat=0, **wrong)
    assert refused.status_code == 400
    assert ann.get(f"tables/{table}/chat") == []


def test_errors_are_written_for_who_asks(house: TestClient) -> None:
    for path, accept in (("/t/nothing", "text/html"), ("/api/v1/tables/nothing", "*/*")):
        answer = house.get(path, headers={**PSEUDO_READER, "accept": accept})
        assert answer.status_code == 404
        assert "⟦" in answer.text


def test_nothing_that_is_kept_depends_on_a_language(house: TestClient, tmp_path: Any) -> None:
    """A whole evening in the language of marks leaves no mark in the store, nor in a record."""
    ann = Guest(house, PSEUDO)
    table = ann.open("gang-of-dice", "", "bot", start=True)
    ann.post(f"tables/{table}/chat", seat=0, phrase=next(iter(PHRASES)))
    while (state := ann.state(table))["stage"] != "over":
        if 0 in state["to_act"]:
            ann.play(table, 0, ann.get(f"tables/{table}/choices", seat=0)["moves"][-1])
    record = house.get(f"/api/v1/tables/{table}/record", headers=ann.headers).text
    assert "⟦" in ann.state(table)["result"]["why"]
    assert "⟦" not in record
    store = house.app.state.house.store  # type: ignore[attr-defined]
    with closing(sqlite3.connect(store.engine.url.database)) as file:
        dump = "\n".join(file.iterdump())
    assert "⟦" not in dump
    assert "hello" in dump
    assert unmarked("⟦a⟦b⟧⟧c").strip() == "c"
