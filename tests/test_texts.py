"""Every text for people can be translated: in a language of marks nothing is left unmarked."""

import io
import re
from importlib import import_module

import pytest
from rich.console import Console

import chancebox as cb
from chancebox.engine.texts import PSEUDO, _, n_, reading
from chancebox.games import game
from helpers import random_match, unmarked


def test_each_reader_has_a_language_of_the_own() -> None:
    assert _("Bomb") == "Bomb"
    with reading(PSEUDO):
        assert _("Bomb") == "⟦Bomb⟧"
        assert n_("{n} die", "{n} dice", 2) == "⟦{n} dice⟧"
    assert _("Bomb") == "Bomb"


@pytest.mark.parametrize("name", cb.names())
def test_log_board_and_result_speak_the_readers_language(name: str) -> None:
    found = game(name)
    match = random_match(found, found.seats[-1], 3)
    names = import_module(f"{found.package}.text.names")
    printed = " ".join(getattr(names, "PRINTED", ()))
    with reading(PSEUDO):
        console = Console(width=120, record=True, file=io.StringIO())
        for n in range(0, len(match.events), 9):
            console.print(found.terminal.board(match.fork(n).view(0), match.names, 0))
        shown = console.export_text() + " ".join(match.log())
        assert match.result
        shown += match.result.why
    left = set(re.findall(r"[A-Za-z]{3,}", unmarked(shown)))
    assert left - {*printed.split(), *match.names} == set()


@pytest.mark.parametrize("name", [name for name in cb.names() if name != "second-chance"])
def test_what_views_remember_they_remember_by_the_reader(name: str) -> None:
    match = random_match(game(name), game(name).seats[-1], 3)
    before = match.view(0)
    with reading(PSEUDO):
        assert "⟦" in str(match.view(0))
    assert match.view(0) == before
    assert "⟦" not in str(before)
