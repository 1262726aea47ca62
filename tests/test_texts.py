"""Every text for people can be translated: in a language of marks nothing is left in English."""

import gettext
import io
import re
from importlib import import_module

import pytest
from rich.console import Console

import chancebox as cb
from chancebox.engine.texts import _, n_
from chancebox.games import game
from helpers import random_match, reading


class Marks(gettext.NullTranslations):
    """A language in which every text stands between marks; placeholders stay."""

    def gettext(self, message: str) -> str:
        return "‹" + re.sub(r"[A-Za-z](?![^{]*\})", "x", message) + "›"

    def ngettext(self, one: str, many: str, number: int) -> str:
        return self.gettext(one if number == 1 else many)


def test_each_reader_has_a_language_of_the_own() -> None:
    assert _("Bomb") == "Bomb"
    with reading(Marks()):
        assert _("Bomb") == "‹xxxx›"
        assert n_("{n} die", "{n} dice", 2) == "‹{n} xxxx›"
    assert _("Bomb") == "Bomb"


@pytest.mark.parametrize("name", cb.names())
def test_log_board_and_result_speak_the_readers_language(name: str) -> None:
    found = game(name)
    match = random_match(found, found.seats[-1], 3)
    names = import_module(f"{found.package}.text.names")
    printed = " ".join(getattr(names, "PRINTED", ()))
    with reading(Marks()):
        console = Console(width=120, record=True, file=io.StringIO())
        for n in range(0, len(match.events), 9):
            console.print(found.terminal.board(match.fork(n).view(0), match.names, 0))
        shown = console.export_text() + " ".join(match.log())
        assert match.result
        shown += match.result.why
    left = set(re.findall(r"[A-Za-z]{3,}", shown)) - set(printed.split())
    assert {word for word in left if set(word.lower()) != {"x"}} == set()


@pytest.mark.parametrize("name", [name for name in cb.names() if name != "second-chance"])
def test_what_views_remember_they_remember_by_the_reader(name: str) -> None:
    match = random_match(game(name), game(name).seats[-1], 3)
    before = match.view(0)
    with reading(Marks()):
        assert "‹" in str(match.view(0))
    assert match.view(0) == before
    assert "‹" not in str(before)
