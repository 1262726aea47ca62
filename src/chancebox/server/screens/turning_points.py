"""
The story of a finished game in a few lines, and its score from the first event to the last.

Both come from the happenings of the whole game as one viewer may know them, so they tell no more than
the log of this viewer does. Three rules pick the lines:

1. the largest single change of the score that decides, for anybody;
2. the last change of the lead;
3. then, from the end of the game back: who was eliminated, rounds that were won, busts, and the rest
   of the large changes, until there are enough.

Only what is staged counts: a stake is no loss before the dice have fallen. So the score is looked at
whenever something staged has moved it, and stakes on the way between do not change the lead. What is
dealt and laid out before the first round decides nothing, and what the log does not tell is not told here.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from chancebox.engine.game.happenings import BUST, OUT, ROUND, Happening, Score

ENOUGH = 3
"""Lines of a story."""

Counts = dict[tuple[int, str], int]
Scores = tuple[int, ...]
Moments = Sequence[tuple[int, list[Happening]]]
"""What happened, by the number of events that the viewer had noticed by then."""


class TurningPoint(NamedTuple):
    """A happening that the story of a game names."""

    moment: int
    round: int
    """0 where a game has no rounds."""
    seat: int | None
    """Whom it concerns, if it is one seat."""
    text: str


class ScoreAt(NamedTuple):
    """The score of all seats at a moment."""

    moment: int
    scores: Scores


class _Step(NamedTuple):
    """A staged happening with what it did to the score."""

    moment: int
    round: int
    happening: Happening
    size: int
    """By how much it moved the score of the seat whose score it moved most."""
    leads: bool = False
    """Whether the lead went to somebody else in this moment, and this moved the score most."""


def standings(moments: Moments, score: Score, counts: Counts, seats: int) -> list[ScoreAt]:
    """Follow the score from the counts at the beginning through all that happened."""
    scores = tuple(score.of(counts, seat) for seat in range(seats))
    found = [ScoreAt(0, scores)]
    for moment, happened in moments:
        scores = _add(scores, (_moved(score, one, seats) for one in happened))
        if any(one.stage and any(_moved(score, one, seats)) for one in happened):
            found.append(ScoreAt(moment, scores))
    return found


def turning_points(
    moments: Moments,
    score: Score | None,
    counts: Counts,
    seats: int,
    sentence: Callable[[Happening], str],
) -> list[TurningPoint]:
    """Pick what decided a game, in the order in which it happened."""
    late = list(_steps(moments, score, counts, seats))[::-1]
    large = sorted((step for step in late if step.size), key=lambda step: -step.size)
    wanted = large[:1] + [step for step in late if step.leads][:1]
    for stage in (OUT, ROUND, BUST):
        wanted += [step for step in late if step.happening.stage == stage]
    picked: dict[int, TurningPoint] = {}
    for step in wanted + large:
        if len(picked) == ENOUGH:
            break
        if step.moment not in picked and (text := sentence(step.happening)):
            seat = getattr(step.happening, "seat", None)
            picked[step.moment] = TurningPoint(step.moment, step.round, seat, text)
    return [picked[moment] for moment in sorted(picked)]


def _steps(moments: Moments, score: Score | None, counts: Counts, seats: int) -> Iterator[_Step]:
    """List what was staged, from the first round on."""
    lead_changes = _lead_changes(moments, score, counts, seats) if score else set()
    has_rounds = any(getattr(one, "round", 0) for _n, happened in moments for one in happened)
    number = 0
    for moment, happened in moments:
        steps = []
        for one in happened:
            number = getattr(one, "round", number)
            if one.stage and (number or not has_rounds):
                size = max(map(abs, _moved(score, one, seats))) if score else 0
                steps.append(_Step(moment, number, one, size))
        if steps and moment in lead_changes:
            turn = max(steps, key=lambda step: step.size)
            steps = [step._replace(leads=step is turn) for step in steps]
        yield from steps


def _lead_changes(moments: Moments, score: Score, counts: dict[tuple[int, str], int], seats: int) -> set[int]:
    """Find the moments at which somebody else led alone than whoever did before."""
    found, leader = set(), -1
    for moment, scores in standings(moments, score, counts, seats):
        new = _leader(scores, score)
        if leader >= 0 and new >= 0 and new != leader:
            found.add(moment)
        leader = new if new >= 0 else leader
    return found


def _moved(score: Score, one: Happening, seats: int) -> Scores:
    by = [0] * seats
    for seat, what, more in one.changes():
        if 0 <= seat < seats:
            by[seat] += score.parts.get(what, 0) * more
    return tuple(by)


def _add(scores: Scores, moved: Iterable[Scores]) -> Scores:
    for by in moved:
        scores = tuple(a + b for a, b in zip(scores, by, strict=True))
    return scores


def _leader(scores: Scores, score: Score) -> int:
    """Find who leads alone; nobody: -1."""
    best = min(scores) if score.fewest else max(scores)
    return scores.index(best) if scores.count(best) == 1 and len(scores) > 1 else -1
