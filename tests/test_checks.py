"""Whoever writes a game is told what is wrong in a sentence with the file, before a compiler tries."""

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from chancebox import testing
from chancebox.engine.checks import checks
from chancebox.engine.game.errors import BadGame
from chancebox.engine.game.game import Game
from chancebox.games import game
from chancebox.testing import playthroughs, stories, thumbs
from chancebox.testing.__main__ import main
from copies import changed_game, copy_game

RECORDS, ROUNDS, SECRETS = "rules/records.py", "rules/rounds.py", "rules/secrets.py"


@pytest.fixture(autouse=True)
def _own_path() -> Iterator[None]:
    before = list(sys.path)
    yield
    sys.path[:] = before


SEATS_IMPORT = "from chancebox.engine.rules.seats import clockwise"
WRONG = [
    # What has to be there.
    (SECRETS, "def hide(", "def hides(", r"ImportError: cannot import name 'hide'"),
    ("rules/__init__.py", "import guess, hide, uncovers", "import guess, uncovers", r"not define hide"),
    (
        SECRETS,
        "def hide(box: Box, s: Position, viewer: int)",
        "def hide(s: Position, viewer: int)",
        r"rules/secrets.py, line \d+: hide\(s, viewer\) is called as hide\(box, s, viewer\)",
    ),
    (
        SECRETS,
        "def hide(box: Box, s: Position, viewer: int)",
        "def hide(s: Position, box: Box, viewer: int)",
        r"hide\(s, box, viewer\) is called as hide\(box, s, viewer\)",
    ),
    (
        "rules/thumb.py",
        "notes: Row, buffer: Row, stream: Row)",
        "notes: Row, buffer: Row)",
        r"rules/thumb.py, line \d+: decide\(.*\) is called as decide\(box, s, seat, notes, buffer, stream\)",
    ),
    ("rules/thumb.py", "NOTES = 1", "NOTE = 1", r"rules/thumb.py does not define NOTES"),
    # Records.
    (RECORDS, "    ended: int =", "    over: int =", r"rules/records.py: Position has no field 'ended'"),
    (RECORDS, "pending: int = int16(", "pending: int = int8(", r"`pending` has a bit for chance"),
    (RECORDS, '"the players", SEATS,', '"the players", 8 * SEATS, 4,', r"has \d+ bytes; at most 1024"),
    # Fields and names.
    (
        ROUNDS,
        "s.pending = 0",
        "s.pendng = 0",
        r"rules/rounds.py, line \d+: Position has no 'pendng'; do you mean 'pending'\?",
    ),
    (
        SECRETS,
        "draw_throw(player.left,",
        "draw_throw(player.lefts,",
        r"rules/secrets.py, line \d+: Player has no 'lefts'; do you mean 'left'\?",
    ),
    (ROUNDS, "s.players[loser].out", "s.players[loser].outt", r"Player has no 'outt'; do you mean 'out'\?"),
    ("rules/__init__.py", "options.wild_ones", "options.wild_one", r"do you mean 'wild_ones'\?"),
    (ROUNDS, "counted(s) >=", "count(s) >=", r"there is no 'count'; do you mean 'counted'\?"),
    # What compiled rules cannot do.
    (ROUNDS, "s.round += 1", "s.round += 1 / 1", r"rules/rounds.py, line \d+: .* a fraction"),
    (ROUNDS, "s.round += 1", "s.round += int(0.5 + 1)", r"0.5 is none"),
    (ROUNDS, "s.round += 1", "s.round += len([1])", r"rules cannot make a list"),
    (ROUNDS, "s.round += 1", "print(s)", r"rules cannot call print"),
    (ROUNDS, "s.round += 1", "s.round += s.players[-1].left", r"an index below 0 is none"),
    (ROUNDS, "s.round += 1", "s.round += sum(x for x in s.players)", r"rules cannot make a generator"),
    # Imports.
    (
        ROUNDS,
        "from chancebox.engine.rules.seats import clockwise",
        "from random import random\nfrom chancebox.engine.rules.seats import clockwise",
        r"rules/rounds.py, line \d+: rules import from rules and from .*engine.rules alone, not from random",
    ),
    (
        ROUNDS,
        "from chancebox.engine.rules.seats",
        "import os\nfrom chancebox.engine.rules.seats",
        r"write `from … import",
    ),
    (
        SECRETS,
        "from chancebox.engine.rules.dice",
        "from . import chance\nfrom chancebox.engine.rules.dice",
        r"whole name",
    ),
    *(
        (ROUNDS, SEATS_IMPORT, f"{line}\n{SEATS_IMPORT}", rf"rules/rounds.py, line \d+: {sentence}")
        for line, sentence in (
            ("from chancebox.engine.rules.dice import *", r"write the names that you need instead of `\*`"),
            (
                "from chancebox.engine.game.texts import _",
                r"rules import from rules and from chancebox.engine.rules alone",
            ),
            ("from chancebox.engine.rules import dice", r"of chancebox.engine.rules rules import from these"),
            ("from chancebox.engine.rules.contract import choices", r"choices is what a game says itself"),
            ("if True:\n    from random import random", r"functions and imports stand at the left margin"),
            ("if True:\n    def one() -> int:\n        return 1", r"functions and imports stand at the left"),
            ("one = lambda: 1", r"write a function with `def`"),
            ("def one() -> int:\n    return 1\n\ndef one() -> int:\n    return 2", r"'one' is there more"),
            ("def two() -> int:\n    return 2\n\ntwo = 2", r"'two' is there more than once"),
            ("def max(a: int, b: int) -> int:\n    return a", r"'max' means what it means in Python"),
            ("from chancebox.engine.rules.dice import shows as len", r"'len' means what it means in Python"),
            ("async def one() -> int:\n    return 1", r"rules wait for nothing"),
            ("@staticmethod\ndef one() -> int:\n    return 1", r"rules have no decorators"),
            ("def one(a: 'Positon') -> int:\n    return 1", r"there is no 'Positon'; do you mean 'Position'"),
        )
    ),
    (ROUNDS, "s.round += 1", "import random", r"an import inside a function"),
    (ROUNDS, "s.round += 1", "clockwise = clockwise(1, 2)", r"'clockwise' is a variable here and cannot be"),
    # What games show.
    (
        "rules/__init__.py",
        "MOST_CHOICES = LAST_ACTION + 1",
        "MOST_CHOICES = 20",
        r"rules/__init__.py, line \d+: choices: MOST_CHOICES is 20, but it lists \d+ \(event \d+ of a random",
    ),
    (
        "rules/__init__.py",
        "MOST_OUTCOMES = 252",
        "MOST_OUTCOMES = 251",
        r"MOST_OUTCOMES is 251, .* lists 252",
    ),
    (
        "rules/__init__.py",
        "LAST_ACTION = SEATS * MOST_DICE * FACES\nMOST_CHOICES = LAST_ACTION + 1",
        "LAST_ACTION = 50\nMOST_CHOICES = 200",
        r"LAST_ACTION is 50",
    ),
    (
        "rules/__init__.py",
        "        out[n] = number\n",
        "        out[n] = 1000 - number\n",
        r"choices: it does not list in ascending order",
    ),
    (ROUNDS, "        s.ended = LAST_ONE  # LD-13\n", "", r"`ended` says why it is over"),
    ("rules/__init__.py", "    s.seats = seats\n", "    s.seats = seats + 1\n", r"it does not set s.seats"),
    (
        ROUNDS,
        "    while s.players[seat].left == 0:",
        "    while s.players[seat + 9].left == 0:",
        r"IndexError",
    ),
]


@pytest.mark.parametrize(("file", "before", "after", "sentence"), WRONG)
def test_rules_that_cannot_be_compiled_say_why(
    file: str, before: str, after: str, sentence: str, tmp_path: Path
) -> None:
    wrong = changed_game("liars-dice", tmp_path, file, before, after)
    with pytest.raises(BadGame) as caught:
        checks.check_rules(wrong)
    assert re.search(sentence, str(caught.value)), caught.value


def test_a_function_called_by_way_of_its_module_is_refused_with_its_line(tmp_path: Path) -> None:
    wrong = changed_game(
        "liars-dice", tmp_path, "rules/thumb.py", "import choices\n", "import choices, rounds\n"
    )
    file = wrong.folder / "rules/thumb.py"
    file.write_text(f"{file.read_text('utf-8')}\n\ndef one(s: int) -> int:\n    return rounds.one(s)\n")
    with pytest.raises(BadGame, match=r"rules/thumb.py, line \d+: write `from … import names`"):
        checks.check_rules(wrong)


def test_a_file_of_rules_that_nobody_imports_and_nobody_can_is_named(tmp_path: Path) -> None:
    wrong = changed_game("liars-dice", tmp_path, "rules.md", "#", "#")
    (wrong.folder / "rules/later.py").write_text("def one(:\n", "utf-8")
    with pytest.raises(BadGame, match=r"rules/later.py.* cannot be imported: SyntaxError"):
        checks.check_rules(wrong)


def test_it_is_said_before_anything_is_compiled(tmp_path: Path) -> None:
    wrong = changed_game("liars-dice", tmp_path, "rules/__init__.py", "= LAST_ACTION + 1", "= 3")
    with pytest.raises(BadGame, match="MOST_CHOICES is 3"):
        wrong.build("compiled").start(None, 2, None)  # type: ignore[arg-type]


PARTS = [
    (
        "text/story.py",
        "records.LAST_ONE, mark(",
        "2, mark(",
        r"text/story.py: the rules ended with 1; Ending has 2",
    ),
    ("text/story.py", "def counts(", "def countings(", r"text/story.py does not define counts"),
    (
        "text/notation.py",
        "def say(box: Box, s: Position,",
        "def say(box: Box,",
        r"say\(box, seat, action\) is called",
    ),
    ("view.py", "def view(", "def views(", r"view.py does not define view"),
    ("terminal.py", ", viewer: int)", ")", r"terminal.py, line \d+: board\(view, names\) is called as"),
    ("box.py", "def pack(", "def packs(", r"box.py does not define pack"),
    (
        "__init__.py",
        'default="no"',
        'default="maybe"',
        r"__init__.py: the option wild-ones has the default 'maybe'",
    ),
    ("__init__.py", "range(2, 7)", "range(2, 12)", r"__init__.py: seats is a range"),
    (
        "view.py",
        "from typing import Any",
        "from typing import Anything",
        r"view.py, line \d+ cannot be imported",
    ),
]


@pytest.mark.parametrize(("file", "before", "after", "sentence"), PARTS)
def test_other_parts_say_what_is_wrong_too(
    file: str, before: str, after: str, sentence: str, tmp_path: Path
) -> None:
    wrong = changed_game("liars-dice", tmp_path, file, before, after)
    with pytest.raises(BadGame) as caught:
        checks.check_folder(wrong)
    assert re.search(sentence, str(caught.value)), caught.value


@pytest.mark.parametrize("file", ["rules.md", "box.toml", "view.py", "box.py", "terminal.py"])
def test_a_missing_file_is_named(file: str, tmp_path: Path) -> None:
    wrong = changed_game("hush", tmp_path, "rules.md", "# Hush", "# Hush")
    (wrong.folder / file).unlink()
    with pytest.raises(BadGame, match=rf"{wrong.folder.name}/{file} is missing"):
        checks.check_folder(wrong)


def test_a_field_of_another_record_is_found(tmp_path: Path) -> None:
    wrong = changed_game(
        "liars-dice", tmp_path, "rules/__init__.py", "= box.dice  # LD-01", "= box.left  # LD-01"
    )
    with pytest.raises(BadGame, match="Box has no 'left'"):
        checks.check_rules(wrong)


STORIES = [
    (
        stories.happenings_are_plain_data_and_every_one_can_be_written,
        "text/story.py",
        "        happened.append(Ended(after.ended))",
        "        pass",
        "is `Ended`",
    ),
    (
        stories.happenings_account_for_every_change_of_what_can_be_counted,
        "text/story.py",
        'Change(self.seat, "dice", -1)',
        'Change(self.seat, "dice", -2)',
        "the counts moved by",
    ),
    (
        stories.worlds_that_look_the_same_tell_the_same_story,
        "text/story.py",
        "None if dice[0] == HIDDEN else tuple(faces(dice))",
        "(action,)",
        "the story tells viewer .* what it cannot see",
    ),
    pytest.param(
        thumbs.it_does_not_look_at_what_is_hidden,
        "rules/secrets.py",
        "if seat != viewer and player.left and",
        "if player.left and",
        "looks at what seat . cannot see",
        marks=pytest.mark.long,  # the search is compiled for the copy
    ),
]


@pytest.mark.parametrize(("check", "file", "before", "after", "sentence"), STORIES)
def test_what_only_playing_shows_is_found(
    check: Callable[[Game, int], None], file: str, before: str, after: str, sentence: str, tmp_path: Path
) -> None:
    """One check is enough, and it is one of all: a whole run compiles the copy three times."""
    assert check in testing.FOR_EACH_NUMBER
    wrong = changed_game("liars-dice", tmp_path, file, before, after)
    with pytest.raises(BadGame, match=sentence):
        check(wrong, wrong.all_seats[0])


def test_all_checks_together_find_what_is_wrong(tmp_path: Path) -> None:
    wrong = changed_game(
        "liars-dice", tmp_path, "text/notation.py", 'return "challenge" if', 'return "no" if'
    )
    with pytest.raises((BadGame, ValueError), match="is not understood"):
        testing.check(wrong, say=lambda _line: None)


def test_a_missing_golden_file_says_how_it_is_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hush = game("hush")
    with pytest.raises(
        BadGame, match=rf"hush-2.txt is missing. Run `.*testing hush --write-golden {tmp_path}`"
    ):
        playthroughs.golden_playthroughs_are_the_same(tmp_path, hush, 2)
    assert main(["hush", "--write-golden", str(tmp_path)]) == 0
    assert capsys.readouterr().out.split() == [str(tmp_path / f"hush-{seats}.txt") for seats in (2, 3, 4)]
    for seats in hush.all_seats:
        playthroughs.golden_playthroughs_are_the_same(tmp_path, hush, seats)
    file = tmp_path / "hush-2.txt"
    file.write_text(file.read_text("utf-8").replace("card", "cart", 1), "utf-8")
    with pytest.raises(BadGame, match=r"hush-2.txt, line \d+: the game goes another way now"):
        playthroughs.golden_playthroughs_are_the_same(tmp_path, hush, 2)


def test_the_command_says_what_it_checks_and_what_is_wrong(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refuse(_game: object) -> None:
        raise BadGame("hush/rules.py, line 3: no.")

    monkeypatch.setattr(testing, "ONCE", (refuse,))
    assert main(["hush"]) == 1
    told = capsys.readouterr()
    assert told.out == "refuse\n"
    assert told.err == "hush/rules.py, line 3: no.\n"
    assert main(["hus"]) == 1
    assert "There is no game 'hus'" in capsys.readouterr().err


def test_a_copy_that_is_not_broken_passes(tmp_path: Path) -> None:
    copy_game("liars-dice", tmp_path, "fine")
    sys.path.insert(0, str(tmp_path))
    import fine  # type: ignore[import-not-found]

    checks.check_folder(fine.GAME)
