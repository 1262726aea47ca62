"""
The rooms of the house: one folder per game, found by being there, and those that were installed beside it.

A package of somebody else's adds a game by an entry point in the group `chancebox.games`:

    [project.entry-points."chancebox.games"]
    my-game = "my_game:GAME"

Earlier versions of games are in `chancebox.kept`; those of somebody else's in the group `chancebox.kept`:

    [project.entry-points."chancebox.kept"]
    "my-game@1" = "my_game_1:GAME"
"""

import importlib
import logging
import pkgutil
from functools import cache
from importlib.metadata import EntryPoint, entry_points

import chancebox.kept as kept
from chancebox.engine.game.arguments import text
from chancebox.engine.game.errors import UnknownGame
from chancebox.engine.game.game import Game
from chancebox.engine.game.texts import _, listed

GROUP = "chancebox.games"
KEPT = kept.__name__


def names(*, test_only: bool = False) -> list[str]:
    """
    Name the games, without those that exist for tests alone unless asked for.

    >>> "gang-of-dice" in names(), "pig" in names(), "pig" in names(test_only=True)
    (True, False, True)
    """
    every = {name: game(name) for name in _own_names()} | _guests(GROUP)
    return sorted(name for name, found in every.items() if test_only or not found.test_only)


def game(name: str, version: int | None = None) -> Game:
    """
    Find a game by its name, `gang-of-dice`; in an earlier version if one is named, also as `gang-of-dice@1`.

    >>> game("gang-of-dice").title
    'Gang of Dice'
    """
    name, at, wanted = text("name", name).partition("@")
    found = _newest(name)
    if version is not None:
        at, wanted = "@", str(version)
    # Compared as texts: whoever writes a number of any length, or none, gets the same clear answer.
    return _earlier(found, wanted) if at and wanted != str(found.version) else found


def kept_games() -> list[Game]:
    """List the earlier versions of games under which something may have been played."""
    own = [_found(KEPT, folder) for folder in sorted(_folders(tuple(kept.__path__)))]
    return [*own, *_guests(KEPT).values()]


def _newest(name: str) -> Game:
    folder = name.strip().lower().replace("-", "_").replace(" ", "_")
    if folder in _folders(tuple(__path__)):
        return _found(__name__, folder)
    # Only now: looking through all that is installed takes longer than finding our own.
    if found := _guests(GROUP).get(folder.replace("_", "-")):
        return found
    raise UnknownGame(
        _("There is no game {name!r}; there are: {names}.").format(name=name, names=listed(names()))
    )


def _earlier(newest: Game, version: str) -> Game:
    folder = f"{newest.name.replace('-', '_')}_{version}"
    if folder in _folders(tuple(kept.__path__)):
        return _found(KEPT, folder)
    if found := _guests(KEPT).get(f"{newest.name}@{version}"):
        return found
    raise UnknownGame(
        _("There are no rules of version {version} of {game}; today's are version {newest}.").format(
            version=version[:20], game=newest.name, newest=newest.version
        )
    )


@cache
def _folders(paths: tuple[str, ...]) -> frozenset[str]:
    """Look for rooms, once: a page that lists the games must not search the disk for each of them."""
    return frozenset(module.name for module in pkgutil.iter_modules(paths) if module.ispkg)


@cache
def _found(package: str, folder: str) -> Game:
    found: Game = importlib.import_module(f"{package}.{folder}").GAME
    return found


@cache
def _guests(group: str) -> dict[str, Game]:
    """Import the games that were installed, once; one that is broken is left out and breaks nothing else."""
    found: dict[str, Game] = {}
    for point in sorted(entry_points(group=group)):
        try:
            found[point.name] = _guest(point, {*found, *_own_names()})
        except Exception as error:  # it is somebody else's program: whatever it raises is not ours to know
            message = _("The game {name} of {package} is left out: {error}")
            package = point.dist.name if point.dist else point.value
            logging.getLogger(__name__).warning(
                message.format(name=point.name, package=package, error=error or type(error).__name__)
            )
    return found


def _own_names() -> set[str]:
    return {folder.replace("_", "-") for folder in _folders(tuple(__path__))}


def _guest(point: EntryPoint, taken: set[str]) -> Game:
    if point.name in taken:
        raise ValueError(_("there is another game of this name"))
    found = point.load()
    if not isinstance(found, Game):
        raise ValueError(_("{value} is not a Game; name the declaration").format(value=point.value))
    if found.key != point.name:
        raise ValueError(
            _("its package {package} makes it {name}; name the entry point so").format(
                package=found.package, name=found.key
            )
        )
    return found
