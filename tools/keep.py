"""
Keep the rules of a game as they are, before they change: `make keep GAME=gang-of-dice`.

Copies the folder of the game into `chancebox/kept`, under the number of its version. After that, raise the
version in the game's declaration and change what there is to change.
"""

import argparse
import re
import shutil
import sys
from pathlib import Path


def keep(package: Path, name: str) -> Path:
    """Copy a game's folder within a package `chancebox`; return where it lies now."""
    folder = name.replace("-", "_")
    source = package / "games" / folder
    declaration = source / "__init__.py"
    if not declaration.exists():
        raise SystemExit(f"There is no game {name} in {package / 'games'}.")
    found = re.search(r"^    version=(\d+),$", declaration.read_text(encoding="utf-8"), re.M)
    if not found:
        raise SystemExit(f"{declaration} does not say its version.")
    kept = package / "kept" / f"{folder}_{found[1]}"
    if kept.exists():
        raise SystemExit(
            f"Version {found[1]} of {name} is kept already; raise the version before the next change."
        )
    shutil.copytree(source, kept, ignore=shutil.ignore_patterns("__pycache__"))
    for file in (file for file in kept.rglob("*") if file.suffix == ".py"):
        text = file.read_text(encoding="utf-8")
        file.write_text(
            text.replace(f"chancebox.games.{folder}", f"chancebox.kept.{kept.name}"), encoding="utf-8"
        )
    declaration = kept / "__init__.py"
    text = declaration.read_text(encoding="utf-8")
    declaration.write_text(
        text.replace("    package=__name__,\n", "    package=__name__,\n    kept=True,\n"), encoding="utf-8"
    )
    return kept


def main() -> int:
    """Keep one game, or say what is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--package", type=Path, default=Path(__file__).parents[1] / "src" / "chancebox")
    parsed = parser.parse_args()
    kept = keep(parsed.package, parsed.game)
    print(
        f"Kept in {kept}; now raise the version in {parsed.package / 'games' / kept.name.rpartition('_')[0]}."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
