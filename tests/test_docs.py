"""Documents that are made from the program, or name its parts, say what is there."""

import doctest
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import chancebox
import children
from chancebox import api, bots
from helpers import script

ROOT = Path(__file__).parent.parent
SOURCE = Path(chancebox.__file__).parent
PACKAGES = sorted(
    folder.name
    for folder in SOURCE.iterdir()
    if (folder / "__init__.py").exists() and folder.name not in ("games", "kept")
)


def test_the_page_of_the_library_is_current() -> None:
    api = script("api")
    assert api.TARGET.read_text("utf-8") == api.page(), "docstrings have changed; run: make api"


def test_the_page_of_the_library_leaves_nothing_out() -> None:
    assert script("api").missing() == set(), (
        "chancebox.api offers these; add them to CHAPTERS in tools/api.py"
    )


BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
PAGES_WITH_EXAMPLES = [page for page in PAGES if "```pycon" in page.read_text("utf-8")]
API = ROOT / "docs" / "api.md"


def chapters(page: Path) -> Iterator[str]:
    """Split a page at its headings of the second level."""
    yield from re.split(r"^(?=## )", page.read_text("utf-8"), flags=re.M)


def blocks(text: str, kind: str) -> list[str]:
    return [block for found, block in BLOCK.findall(text) if found == kind]


def imported(chapter: str) -> dict[str, Any]:
    """Import what a chapter of the page of the library begins with, as it is written there."""
    named: dict[str, Any] = {}
    for block in blocks(chapter, "python")[:1]:
        exec(block, named)
    return named


def complaints(examples: list[str], named: dict[str, Any]) -> str:
    """Run examples one after the other; … stands for whatever comes there."""
    told: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for example in examples:
        text = example.replace("…", "...")
        found = doctest.DocTestParser().get_doctest(text, named, "example", None, None)
        runner.run(found, out=told.append, clear_globs=False)
    return "".join(told)


@pytest.mark.parametrize("page", PAGES_WITH_EXAMPLES, ids=lambda page: page.stem)
def test_what_examples_print_is_what_the_pages_say(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for chapter in chapters(page):
        named = imported(chapter) if page == API else {}
        assert not complaints(blocks(chapter, "pycon"), named)


def test_a_page_that_promises_what_does_not_come_is_found() -> None:
    assert "Expected:\n    [1, ...]" in complaints([">>> [2, 3]\n[1, …]\n"], {})
    assert not complaints([">>> [1, 2, 3]\n[1, …]\n"], {})


def test_the_program_in_the_readme_leaves_a_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert not complaints(blocks((ROOT / "README.md").read_text("utf-8"), "pycon"), {})
    assert chancebox.load("evening.chance.json").notation[2] == "B stake 2"


def test_every_name_on_the_page_of_the_library_is_imported_as_it_says() -> None:
    names = 0
    for chapter in list(chapters(API))[1:]:
        named = imported(chapter)
        headings = re.findall(r"^### `(\w+)|^`(\w+)` = ", chapter, flags=re.M)
        assert {one or other for one, other in headings} == {*named} - {"__builtins__"}
        names += len(headings)
    assert names > 40


def test_the_bot_in_the_document_on_bots_plays_a_game(tmp_path: Path) -> None:
    (block,) = blocks((ROOT / "docs" / "bots.md").read_text("utf-8"), "python")
    file = tmp_path / "my_bot.py"
    file.write_text(block, "utf-8")
    match = chancebox.new("gang-of-dice", seats=2, seed=1)
    player = bots.bot(f"{file}:MyBot", seed=1)
    while match.to_act:
        seat = match.to_act[0]
        match.play(seat, bots.ask(player, match, seat))
    assert match.result


def test_the_library_names_what_it_offers_before_it_is_loaded() -> None:
    program = (
        "import sys, chancebox\n"
        "assert {'new', 'Match', '__version__'} <= set(dir(chancebox)), dir(chancebox)\n"
        "assert 'new' in chancebox.__all__\n"
        "assert not {'numpy', 'numba', 'msgspec', 'chancebox.api'} & set(sys.modules)\n"
        "from chancebox import *\n"
        "assert new('pig', seats=2).seats == 2\n"
        "chancebox.nwe\n"
    )
    done = children.run([sys.executable, "-c", program])
    assert "AttributeError: module 'chancebox' has no attribute 'nwe'" in done.stderr
    assert chancebox.__all__ == api.__all__
    assert all(getattr(chancebox, name) is getattr(api, name) for name in api.__all__)


def test_a_type_checker_refuses_what_the_library_does_not_have(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        'import chancebox as cb\n\nmatch: cb.Match = cb.new("pig", 2)\ncb.nwe("pig", 2)\n', "utf-8"
    )
    mypy = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--cache-dir", str(tmp_path)]
    done = children.run([*mypy, str(file)], env={**os.environ, "MYPYPATH": str(SOURCE.parent)})
    (line,) = [line for line in done.stdout.splitlines() if ": error: " in line]
    assert line.endswith('mine.py:4: error: Module has no attribute "nwe"  [attr-defined]')


def modules_named(package: str) -> set[str]:
    """Read the first column of a package's table in docs/architecture.md."""
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    _before, found, section = text.partition(f"### In `{package}/`\n")
    assert found, (
        f"docs/architecture.md has no table for {package}/: add a heading ### In `{package}/` and one"
    )
    rows = re.findall(r"^\| (`.*?) \|", re.split(r"^##", section, flags=re.M)[0], flags=re.M)
    return {name for row in rows for name in re.findall(r"`(\w+)`", row)}


def test_the_page_of_modules_is_current() -> None:
    modules = script("modules")
    assert modules.TARGET.read_text("utf-8") == modules.page(), "docstrings have changed; run: make modules"


def test_each_module_says_what_it_is_for() -> None:
    told = script("modules").told
    silent = [
        str(file.relative_to(SOURCE))
        for file in SOURCE.rglob("*.py")
        if file.stem != "__init__" and not {*file.parts} & {"games", "kept", "migrations"} and not told(file)
    ]
    assert not silent


def test_each_script_is_in_the_table_of_those() -> None:
    there = {file.stem for file in (SOURCE / "web" / "static").glob("*.js") if ".min" not in file.name}
    assert modules_named("web/static") == there


def test_the_glossary_says_each_word_once_and_names_modules_that_are_there() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text("utf-8")
    words = [
        word.strip() for row in re.findall(r"^\| ([^|`]+) \|", text, flags=re.M) for word in row.split(",")
    ]
    words = [word for word in words if word != "word"]
    assert len(words) > 80
    assert len(words) == len(set(words))
    named = re.findall(rf"`((?:{'|'.join(PACKAGES)})(?:\.[a-z_]+)+)(?:\.[A-Z]\w*)?`", text)
    gone = sorted(name for name in named if not (SOURCE / name.replace(".", "/")).with_suffix(".py").exists())
    assert named
    assert not gone, f"docs/glossary.md: no such modules any more: {', '.join(gone)}"
