"""A finished game as one seat may know it: what badges are earned by."""

from chancebox.engine.game.badges import Tale
from chancebox.engine.match.match import Match
from chancebox.engine.rules.records import plain


def tell(match: Match, seat: int) -> Tale:
    """Return a finished game as a seat knows it."""
    result, story = match.result, match.game.story
    assert result is not None, "a tale has an end"
    return Tale(
        seat,
        match.seats,
        result.winners,
        tuple(one for _n, ones in match.happenings(seat) for one in ones),
        story.counts(match.box, plain(match.fork(0).position(seat))),
        getattr(story, "DECIDES", None),
    )
