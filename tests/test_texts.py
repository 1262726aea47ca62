"""Every text for people can be translated: in a language of marks nothing is left unmarked."""

import io
import re
from importlib import import_module
from pathlib import Path

import pytest
from rich.console import Console

import chancebox as cb
from chancebox.engine.game.texts import PSEUDO, _, n_, reading
from chancebox.games import game
from helpers import random_match, unmarked
from test_cli import run

COMMANDS = [
    "serve",
    "backup",
    "move-store",
    "play",
    "daily",
    "simulate",
    "train",
    "arena",
    "study",
    "replay",
    "review",
    "odds",
    "verify",
    "games",
    "bench",
]
CODE = re.compile(r"\{[^}]*\}|--?[a-z-]+|[A-Z]+(\.\w+)?")
"""Values, options, and names that stand for something."""


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


def words_in(text: str) -> set[str]:
    """Return what was not translated, word by word."""
    return set(re.findall(r"[A-Za-z]{2,}", unmarked(text)))


@pytest.mark.parametrize("command", [[], *([name] for name in COMMANDS)], ids=str)
def test_help_speaks_the_readers_language(command: list[str]) -> None:
    shown = run("--language", PSEUDO, *command, "--help").stdout
    known = words_in(" ".join(["chancebox", *(command or COMMANDS)]))
    assert words_in(CODE.sub(" ", unmarked(shown))) <= known


def test_all_commands_are_looked_at() -> None:
    shown = run("--help").stdout
    assert set(re.findall(r"^    ([a-z-]+) ", shown, re.MULTILINE)) == set(COMMANDS)


@pytest.mark.parametrize("name", cb.names())
def test_the_terminal_speaks_the_readers_language(name: str, tmp_path: Path) -> None:
    typed = "\nlog\nnonsense\n1\n\n1\nundo\n1\n\n1\nodds\nquit\n"
    given = ("--language", PSEUDO, "play", name, "--people", "2", "--names", "Ann,Ben", "--seed", "3")
    shown = run(*given, typed=typed, CHANCEBOX_DATA=str(tmp_path)).stdout.replace(str(tmp_path), "")
    assert "⟦" in shown
    # Moves are typed, and so written as in English; the last line names a command and a file.
    match = random_match(game(name), game(name).seats[-1], 3)
    forks = [match.fork(n) for n in range(len(match.events))]
    moves = [choice.text for fork in forks for seat in fork.to_act for choice in fork.choices(seat)]
    printed = getattr(import_module(f"{game(name).package}.text.names"), "PRINTED", ())
    known = words_in(
        " ".join([*moves, "reroll all", *printed, "Ann Ben Clara chancebox play chance.json", name])
    )
    assert words_in(shown) - known == set()
