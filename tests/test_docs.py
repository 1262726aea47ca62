"""Documents that are made from the program, or name its parts, say what is there."""

import re
from pathlib import Path

import pytest

import chancebox
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
    assert script("api").missing() == set(), "chancebox.api offers these; add them to CHAPTERS in docs/api.py"


def modules_named(package: str) -> set[str]:
    """Read the first column of a package's table in docs/architecture.md."""
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    _before, found, section = text.partition(f"### In `{package}/`\n")
    assert found, (
        f"docs/architecture.md has no table for {package}/: add a heading ### In `{package}/` and one"
    )
    rows = re.findall(r"^\| (`.*?) \|", re.split(r"^##", section, flags=re.M)[0], flags=re.M)
    return {name for row in rows for name in re.findall(r"`(\w+)`", row)}


@pytest.mark.parametrize("package", PACKAGES)
def test_each_module_is_in_the_table_of_its_package(package: str) -> None:
    there = {file.stem for file in (SOURCE / package).glob("*.py")} - {"__init__"}
    named = modules_named(package)
    missing, gone = sorted(there - named), sorted(named - there)
    assert not missing, (
        f"docs/architecture.md, table of {package}/: say what these modules are for: {', '.join(missing)}"
    )
    assert not gone, f"docs/architecture.md, table of {package}/: no such modules any more: {', '.join(gone)}"


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
    named = re.findall(rf"`({'|'.join(PACKAGES)})\.(\w+)", text)
    gone = sorted(
        f"{package}.{name}" for package, name in named if not (SOURCE / package / f"{name}.py").exists()
    )
    assert named
    assert not gone, f"docs/glossary.md: no such modules any more: {', '.join(gone)}"
