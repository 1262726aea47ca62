"""Random matches for the tests that run on every game, a reader in another language, and our scripts."""

import gettext
import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from chancebox.engine import texts
from chancebox.engine.match import Match
from chancebox.games import game as find_game
from chancebox.testing import matches
from chancebox.testing.matches import option_sets, random_match

__all__ = ["has_secrets", "option_sets", "random_match", "reading", "script", "some_matches"]


def some_matches(room: str, seats: int, n: int = 4) -> list[Match]:
    """Return finished matches, all options in turn; many tests look at the same ones, leave them so."""
    return matches.some_matches(find_game(room), seats, n)


def has_secrets(room: str, seats: int) -> bool:
    """Return whether somebody at the table does not know all; what was seen and remembered is known."""
    return any(
        match.fork(n).position(seat).tobytes() != match.fork(n).position().tobytes()
        for match in some_matches(room, seats)
        for n in range(len(match.events))
        for seat in range(seats)
    )


@contextmanager
def reading(language: gettext.NullTranslations) -> Iterator[None]:
    """Speak this language within the block."""
    token = texts._reader.set(language)
    try:
        yield
    finally:
        texts._reader.reset(token)


def script(name: str) -> ModuleType:
    """Import a script of docs/, which is no package."""
    spec = importlib.util.spec_from_file_location(name, Path(__file__).parent.parent / "docs" / f"{name}.py")
    assert spec
    assert spec.loader
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made
