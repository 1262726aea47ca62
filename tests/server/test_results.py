"""What is kept of a finished game: the score that decided, as everybody could see it in the end."""

import random

import pytest

import chancebox as cb
from chancebox.engine.match.match import Match
from chancebox.engine.rules.records import plain
from chancebox.games import game, names
from chancebox.server.store.results import scores_of


def played_out(name: str, seed: int) -> Match:
    """Play a match at random to its end."""
    match = cb.new(name, seats=max(2, game(name).seats[0]), seed=seed)
    luck = random.Random(seed)
    while match.to_act:
        seat = luck.choice(match.to_act)
        match.play(seat, luck.choice(match.choices(seat)))
    return match


@pytest.mark.parametrize("name", names())
def test_in_the_end_everybody_sees_the_score(name: str) -> None:
    match = played_out(name, 3)
    assert match.result
    scores = scores_of(match)
    score = getattr(match.game.story, "DECIDES", None)
    if score is None:
        assert scores == []
        return
    assert len(scores) == len(match.result.places)
    for seat, told in enumerate(scores):
        counts = dict(match.game.story.counts(match.box, plain(match.position(seat))))
        assert score.of(counts, seat) == told
    assert any(scores)
