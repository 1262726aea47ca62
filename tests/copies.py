"""Copies of games under other names, changed a little: broken ones, and ones to be installed."""

import importlib
import itertools
import shutil
import sys
from pathlib import Path

from chancebox.engine.game.game import Game
from chancebox.games import game
from children import run

_numbers = itertools.count(1)


def copy_game(room: str, folder: Path, package: str) -> Path:
    """Copy a game's folder as a package of another name; return where it lies."""
    found = game(room)
    target = folder / package
    shutil.copytree(found.folder, target, ignore=shutil.ignore_patterns("__pycache__"))
    for file in target.rglob("*.py"):
        file.write_text(file.read_text("utf-8").replace(found.package, package), "utf-8")
    return target


def changed_game(room: str, folder: Path, file: str, before: str, after: str) -> Game:
    """Copy a game, change one thing in it, and import its declaration."""
    package = f"copy_{next(_numbers)}"
    target = copy_game(room, folder, package) / file
    text = target.read_text("utf-8")
    assert before in text, f"{file} of {room} does not say {before!r}"
    target.write_text(text.replace(before, after), "utf-8")
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    made: Game = importlib.import_module(package).GAME
    return made


PROJECT = """
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "{name}"
version = "1.0"

[project.entry-points."chancebox.games"]
{name} = "{package}:GAME"

[tool.hatch.build.targets.wheel]
packages = ["{package}"]
"""


def install_game(room: str, folder: Path, package: str) -> Path:
    """Install a copy of a game as its author's readers would, with pip; return the folder that has it."""
    project, site = folder / "project", folder / "site"
    declaration = copy_game(room, project, package) / "__init__.py"
    declaration.write_text(declaration.read_text("utf-8").replace("    test_only=True,\n", ""), "utf-8")
    name = package.replace("_", "-")
    (project / "pyproject.toml").write_text(PROJECT.format(name=name, package=package), "utf-8")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index"]
    done = run([*pip, "--no-deps", "--no-build-isolation", "--target", str(site), str(project)])
    assert done.returncode == 0, done.stderr
    return site
