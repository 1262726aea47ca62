"""
Write docs/modules.md, every module in its room with the first sentence of its docstring: `make modules`.

A test compares; so a module is described where it is written, and nowhere else.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "chancebox"
TARGET = ROOT / "docs" / "modules.md"
LEFT_OUT = ("games", "kept", "migrations")
"""The folders of games are of one shape, which CONTRIBUTING.md tells; migrations tell themselves."""
HEAD = """\
# Modules

Made from docstrings by `make modules`. Rooms stand in the order of their imports: each may use those above.
"""
ORDER = (
    *(f"engine/{room}" for room in ("rules", "builds", "game", "match", "proofs", "checks")),
    *("gpu", "bots", "bots/thinking", "bots/networks", "reviews"),
    *("lab", "lab/files", "lab/clusters", "lab/training", "lab/pages", "envs", "testing", "web"),
    *(
        f"server/{room}"
        for room in ("monitoring", "tables", "store", "store/databases", "access", "thinking")
    ),
    *(f"server/{room}" for room in ("house", "screens", "web", "processes")),
    "terminal",
)


def main() -> None:
    """Write the page."""
    TARGET.write_text(page(), encoding="utf-8")


def page() -> str:
    """Return the page."""
    rooms = {"": SOURCE} | {name: SOURCE / name for name in sorted(_rooms(), key=_rank)}
    return "\n".join([HEAD, *(line for name, folder in rooms.items() for line in _table(name, folder))])


def _rooms() -> Iterator[str]:
    for folder in SOURCE.rglob("*"):
        name = folder.relative_to(SOURCE).as_posix()
        if (folder / "__init__.py").exists() and not {*name.split("/")} & {*LEFT_OUT}:
            yield name


def _rank(name: str) -> tuple[int, str]:
    return (ORDER.index(name) if name in ORDER else -1, name)


def _table(name: str, folder: Path) -> Iterator[str]:
    files = sorted(file for file in folder.glob("*.py") if file.stem != "__init__" or not name)
    yield f"## `{name or 'chancebox'}/`\n"
    if about := told(folder / "__init__.py"):
        yield f"{about}\n"
    if files:
        yield "| module | what it is for |\n|---|---|"
        yield from (f"| `{file.stem}` | {told(file)} |" for file in files if file.stem != "__init__")
        yield ""


def told(file: Path) -> str:
    """Return the first sentence of a module's docstring."""
    text = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    return " ".join(text.split("\n\n")[0].split()).rstrip(".").replace("|", "\\|")


if __name__ == "__main__":
    main()
