"""Random matches for the tests that run on every game, what was not translated, and our scripts."""

import importlib.util
from pathlib import Path
from types import ModuleType

from chancebox.engine.match.match import Match
from chancebox.games import game as find_game
from chancebox.testing import matches
from chancebox.testing.matches import option_sets, random_match

__all__ = ["has_secrets", "option_sets", "random_match", "script", "some_matches", "unmarked"]


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


def unmarked(text: str) -> str:
    """Return what of a text for a reader of the pseudo-language was not translated."""
    depth, left = 0, []
    for letter in text:
        depth += (letter == "⟦") - (letter == "⟧")
        left.append(letter if depth == 0 and letter != "⟧" else " ")
    return "".join(left)


def script(name: str) -> ModuleType:
    """Import a script of tools/, which is no package."""
    spec = importlib.util.spec_from_file_location(name, Path(__file__).parent.parent / "tools" / f"{name}.py")
    assert spec
    assert spec.loader
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made
