"""What an attentive player has counted: the visible counts of a table, added up from what happened."""

from chancebox.engine.match.match import Match
from chancebox.engine.rules.records import plain

Counts = dict[tuple[int, str], int]
"""How many of what somebody has: by seat and name."""


def tally(match: Match, eyes: int, kept: dict[tuple[int, int], Counts]) -> Counts:
    """
    Return the counts as they are now, from the last ones that are kept for these eyes.

    Nothing is read from the present record: who counts knows what lay there at the beginning, and
    what was done in front of all.
    """
    n = len(match.events)
    if (eyes, n) in kept:
        return kept[eyes, n]
    since = max((m for whose, m in kept if whose == eyes and m < n), default=0)
    if (eyes, since) in kept:
        counts = dict(kept[eyes, since])
    else:
        counts = dict(match.game.story.counts(match.box, plain(match.fork(0).position(eyes))))
    for _n, ones in match.happenings(eyes, since):
        for one in ones:
            for seat, what, by in one.changes():
                counts[seat, what] = counts.get((seat, what), 0) + by
    kept[eyes, n] = counts
    return counts
