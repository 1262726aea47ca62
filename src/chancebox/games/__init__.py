"""The rooms of the house: one folder per game, found by being there."""

import importlib
import pkgutil
from functools import cache

from chancebox.engine.errors import UnknownGame
from chancebox.engine.game import Game
from chancebox.engine.texts import _


def names(*, test_only: bool = False) -> list[str]:
    """
    Name the games, without those that exist for tests alone unless asked for.

    >>> "gang-of-dice" in names(), "pig" in names(), "pig" in names(test_only=True)
    (True, False, True)
    """
    every = [folder.replace("_", "-") for folder in _folders(tuple(__path__))]
    return sorted(name for name in every if test_only or not game(name).test_only)


def game(name: str) -> Game:
    """
    Find a game by its name, `gang-of-dice`.

    >>> game("gang-of-dice").title
    'Gang of Dice'
    """
    folder = name.strip().lower().replace("-", "_").replace(" ", "_")
    if folder not in _folders(tuple(__path__)):
        raise UnknownGame(
            _("There is no game {name!r}; there are: {names}.").format(name=name, names=", ".join(names()))
        )
    return _found(folder)


@cache
def _folders(paths: tuple[str, ...]) -> frozenset[str]:
    """Look for rooms, once: a page that lists the games must not search the disk for each of them."""
    return frozenset(module.name for module in pkgutil.iter_modules(paths) if module.ispkg)


@cache
def _found(folder: str) -> Game:
    found: Game = importlib.import_module(f"{__name__}.{folder}").GAME
    return found
