"""Random matches for the tests that run on every game, and a reader in another language."""

import gettext
from collections.abc import Iterator
from contextlib import contextmanager

from chancebox.engine import texts
from chancebox.engine.match import Match
from chancebox.games import game as find_game
from chancebox.testing import matches
from chancebox.testing.matches import option_sets, random_match

__all__ = ["option_sets", "random_match", "reading", "some_matches"]


def some_matches(room: str, seats: int, n: int = 4) -> list[Match]:
    """Return finished matches, all options in turn; many tests look at the same ones, leave them so."""
    return matches.some_matches(find_game(room), seats, n)


@contextmanager
def reading(language: gettext.NullTranslations) -> Iterator[None]:
    """Speak this language within the block."""
    token = texts._reader.set(language)
    try:
        yield
    finally:
        texts._reader.reset(token)
