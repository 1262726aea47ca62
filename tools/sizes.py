"""
Refuse what has grown too large to be found one's way in: `make check` runs it.

A room has at most 16 modules, a module 400 lines, a class 20 public methods; names of classes are unique
outside of the folders of games. What is larger still is listed with its size: it may shrink, and not grow.
"""

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src" / "chancebox"
MOST_MODULES, MOST_LINES, MOST_METHODS = 16, 400, 20
PUBLIC_FACES = {"Match", "Game"}
"""Classes that programs of others use: broad on purpose."""
NOT_OURS = ("games", "kept")
STILL = {
    "src/chancebox/games/take_it_or_leave_it/rules": 17,
    "src/chancebox/cli.py": 497,
    "src/chancebox/engine/checks/checks.py": 409,
    "src/chancebox/engine/game/game.py": 403,
    "src/chancebox/engine/match/match.py": 664,
    "src/chancebox/engine/proofs/receipts.py": 425,
    "src/chancebox/games/take_a_chance/text/happenings.py": 447,
    "src/chancebox/server/house/groups.py": 478,
    "src/chancebox/server/tables/table.py": 432,
    "src/chancebox/server/web/api.py": 564,
    "Session": 21,
    "Table": 21,
}
"""What was larger when the rule came, with its size; of classes the number of modules that have one."""
_seen: set[str] = set()


def main() -> int:
    """Say what is too large; return the exit status."""
    found = [*large_rooms(), *large_modules(), *broad_classes(), *names_twice()]
    gone = [f"{name} is not too large any more: take it out of STILL." for name in STILL if name not in _seen]
    print(*found, *gone, sep="\n", end="\n" if found or gone else "")
    return int(bool(found or gone))


def is_allowed(name: str, size: int, most: int) -> bool:
    """Return whether a size is allowed: by the rule, or since it was larger still when the rule came."""
    if size > most:
        _seen.add(name)
    return size <= STILL.get(name, most)


def sources() -> Iterator[Path]:
    """List our modules."""
    return (file for file in sorted(SOURCE.rglob("*.py")) if "migrations" not in file.parts)


def large_rooms() -> Iterator[str]:
    """Find folders with too many modules."""
    rooms: defaultdict[Path, int] = defaultdict(int)
    for file in sources():
        rooms[file.parent] += file.stem != "__init__"
    for room, modules in rooms.items():
        if not is_allowed(_name(room), modules, MOST_MODULES):
            yield f"{_name(room)}/ has {modules} modules; a room has at most {MOST_MODULES}."


def large_modules() -> Iterator[str]:
    """Find modules with too many lines."""
    for file in sources():
        lines = len(file.read_text(encoding="utf-8").splitlines())
        if not is_allowed(_name(file), lines, MOST_LINES):
            yield f"{_name(file)} has {lines} lines; a module has at most {MOST_LINES}."


def broad_classes() -> Iterator[str]:
    """Find classes with too many public methods."""
    for file, node in _classes():
        methods = [one for one in node.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)]
        public = sum(not one.name.startswith("_") for one in methods)
        if node.name not in PUBLIC_FACES and not is_allowed(node.name, public, MOST_METHODS):
            yield f"{_name(file)}: {node.name} has {public} public methods; at most {MOST_METHODS}."


def names_twice() -> Iterator[str]:
    """Find classes of one name in several modules."""
    places: defaultdict[str, list[str]] = defaultdict(list)
    for file, node in _classes():
        if not {*file.relative_to(SOURCE).parts} & {*NOT_OURS} and not node.name.startswith("_"):
            places[node.name].append(_name(file))
    for name, files in places.items():
        if not is_allowed(f"class {name}", len(files), 1):
            yield f"{name} is a class in {' and in '.join(files)}; two things never share a name."


def _classes() -> Iterator[tuple[Path, ast.ClassDef]]:
    for file in sources():
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                yield file, node


def _name(path: Path) -> str:
    return path.relative_to(SOURCE.parent.parent).as_posix()


if __name__ == "__main__":
    sys.exit(main())
