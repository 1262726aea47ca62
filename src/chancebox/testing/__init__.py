"""
Tests for games, also for those that live outside our repository; they need no test runner.

    from chancebox import testing
    from my_game import GAME

    def test_my_game() -> None:
        testing.check(GAME)

or `python -m chancebox.testing my-game`.
"""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from chancebox.engine.game.game import Game
from chancebox.games import game as find
from chancebox.testing import contract, lessons, odds, playthroughs, stories, thumbs

FOR_EACH_NUMBER = (
    *contract.FOR_EACH_NUMBER,
    *stories.FOR_EACH_NUMBER,
    *thumbs.FOR_EACH_NUMBER,
    *odds.FOR_EACH_NUMBER,
)
"""What must hold for each number of players: functions of a game and that number."""
ONCE = (*contract.ONCE, *lessons.ONCE)
"""What must hold for a game as a whole: functions of a game."""


class Check(NamedTuple):
    """One thing that must hold: its name says what, `run` raises `BadGame` if it does not."""

    name: str
    run: Callable[[], None]


def checks(game: Game, golden: Path | None = None) -> Iterator[Check]:
    """List all that must hold for a game; with a folder of golden files, also that it goes as they tell."""
    for one in ONCE:
        yield Check(_named(one), partial(one, game))
    for seats in game.all_seats:
        for each in FOR_EACH_NUMBER:
            yield Check(f"{_named(each)}, {seats} seats", partial(each, game, seats))
        if golden:
            yield Check(
                f"golden playthroughs are the same, {seats} seats",
                partial(playthroughs.golden_playthroughs_are_the_same, golden, game, seats),
            )


def check(game: Game | str, golden: str | Path | None = None, say: Callable[[str], None] = print) -> None:
    """Check a game, and say what is being checked; raise `BadGame` with a sentence for its author."""
    found = find(game) if isinstance(game, str) else game
    for one in checks(found, Path(golden) if golden else None):
        say(one.name)
        one.run()


def _named(function: Callable[..., None]) -> str:
    return function.__name__.replace("_", " ")
