"""Stories: what happened is told from what its viewer may know, and all of it is told."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from chancebox.engine.game.game import Game
from chancebox.engine.game.happenings import Happening
from chancebox.engine.rules.contract import SPECTATOR
from chancebox.games import game
from chancebox.testing import stories
from chancebox.testing.matches import hidden
from helpers import some_matches


@pytest.mark.wide(case="hush")
@pytest.mark.parametrize("check", stories.FOR_EACH_NUMBER, ids=lambda check: check.__name__)
def test_stories_of_every_game(room: str, seats: int, check: Callable[[Game, int], None]) -> None:
    check(game(room), seats)


@pytest.mark.parametrize("name", ["hush", "liars-dice"])
def test_a_story_that_tells_a_secret_is_found(name: str) -> None:
    class Told(Happening, frozen=True):
        action: int

    def leaky(_box: Any, _before: Any, _seat: int, action: int, _after: Any, _viewer: int) -> list[Happening]:
        return [Told(action)]

    assert list(stories.leaks(some_matches(name, 3, 1)[0], leaky))


def test_a_story_is_given_nothing_but_hidden_records(room: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = some_matches(room, game(room).all_seats[-1], 1)[0]
    given: list[tuple[bytes, bytes]] = []

    def note(_box: Any, before: Any, _seat: int, _action: int, after: Any, _viewer: int) -> list[Happening]:
        given.append((bytes(before), bytes(after)))
        return []

    monkeypatch.setattr(game(room).story, "happenings", note)
    monkeypatch.setattr(match, "_stories", {})  # other tests may have asked the same match
    for viewer in (0, SPECTATOR):
        given.clear()
        match.happenings(viewer)
        seen = [hidden(match, n, viewer).tobytes() for n in range(len(match.events) + 1)]
        assert given == list(pairwise(seen))
