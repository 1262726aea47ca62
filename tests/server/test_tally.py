"""What attentive players count is what there is, and is counted from what happened in front of all."""

import random

import pytest

from chancebox.engine.rules.contract import SPECTATOR
from chancebox.engine.rules.records import plain
from chancebox.games import names
from chancebox.server.screens.drawings import Counts
from chancebox.server.screens.stories import tally
from helpers import some_matches


@pytest.mark.parametrize("name", names())
def test_counting_along_gives_what_is_there(name: str) -> None:
    match = some_matches(name, 3, 1)[0]
    kept: dict[tuple[int, int], Counts] = {}
    luck = random.Random(3)
    for eyes in (0, SPECTATOR):
        for n in sorted(luck.sample(range(len(match.events) + 1), 12)):
            then = match.fork(n)
            seen = then.game.story.counts(then.box, plain(then.position(eyes)))
            counted = tally(then, eyes, kept)
            assert {key: counted.get(key, 0) for key in seen} == seen


def test_what_was_taken_back_is_not_counted() -> None:
    match = some_matches("gang-of-dice", 3, 1)[0]
    kept: dict[tuple[int, int], Counts] = {}
    late = tally(match, 0, kept)
    early = tally(match.fork(10), 0, kept)
    assert early != late
    assert early == tally(match.fork(10), 0, {})
