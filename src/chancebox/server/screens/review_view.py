"""A review as a page shows it: numbers in words, bars and lines with their places."""

from typing import NamedTuple

from chancebox.engine.game.texts import _
from chancebox.reviews.marks import FINE, WORDS
from chancebox.reviews.report import LUCK, Moment, Number, Review, how_made, meaning
from chancebox.server.screens import score_chart
from chancebox.server.screens.score_chart import Chart
from chancebox.server.screens.turning_points import ScoreAt
from chancebox.server.tables.table import Table
from chancebox.server.thinking.reviews import Progress

TALL = 170
"""The chart is what the page is about."""
HALF = 50.0
"""A bar runs from the middle to one of both sides."""


class ShareBar(NamedTuple):
    """A number as a bar to the left or the right of the middle, with its error."""

    name: str
    text: str
    x: float
    width: float
    low: float
    high: float
    side: str


class Highlight(NamedTuple):
    """An event worth a look: what it was, and where the board shows it."""

    head: str
    text: str
    points: str
    better: str
    mark: str
    eyes: int
    moment: int
    """The board that shows it: after dice fell, before a decision."""
    plays_on: bool


class ReviewedPlayer(NamedTuple):
    """What is told of one seat."""

    seat: int
    name: str
    bars: list[ShareBar]
    others: str
    highlights: list[Highlight]
    luck: float
    decisions: float
    result: float
    """The share of the win …"""
    adjusted: float
    """… and what is left of it without all luck, for the form card."""


class DrawnReview(NamedTuple):
    """All that the page shows."""

    state: str
    done: int
    """Percent."""
    sentence: str
    chart: Chart | None
    names: list[str]
    players: list[ReviewedPlayer]
    marked: list[Highlight]
    meaning: list[str]
    how: str


def draw(table: Table, progress: Progress) -> DrawnReview:
    """Place everything that is known so far."""
    review = progress.look
    if review is None:
        return DrawnReview(progress.state, 0, "", None, [], [], [], meaning(), "")
    names = [table.places[seat].name or name for seat, name in enumerate(review.names)]
    return DrawnReview(
        state=progress.state,
        done=int(100 * review.done),
        sentence=review.sentence,
        chart=chart(review),
        names=names,
        players=_players(review, names),
        marked=[_highlight(review, one, one.touched, names) for one in review.highlights],
        meaning=meaning(),
        how=how_made(review),
    )


def chart(review: Review) -> Chart | None:
    """Draw the shares of winning in percent, from 0 to 100."""
    rows = [ScoreAt(n, tuple(round(100 * share) for share in row)) for n, row in enumerate(review.values)]
    return score_chart.draw("", rows, len(review.moments), (0, 100), TALL)


def _players(review: Review, names: list[str]) -> list[ReviewedPlayer]:
    shown_in_bars = [number for seat in review.seats for number in (seat.luck, seat.decisions)]
    widest = max(0.1, *(abs(number.value) + number.error for number in shown_in_bars))
    players = []
    for seat, found in enumerate(review.seats):
        others = _("Luck of others {luck}, decisions of others {decisions}.").format(
            luck=found.others_luck.points, decisions=found.others_decisions.points
        )
        listed = [n for n in (found.luckiest, found.unluckiest, found.costliest) if n is not None]
        bars = [_bar(_("Luck"), found.luck, widest), _bar(_("Decisions"), found.decisions, widest)]
        shown = [_highlight(review, review.moments[n], seat, names) for n in listed]
        without = found.end.value - found.luck.value - found.others_luck.value
        numbers = [found.luck.value, found.decisions.value, found.end.value, without]
        rounded = [round(number, 4) for number in numbers]
        players.append(ReviewedPlayer(seat, names[seat], bars, others, shown, *rounded))
    return players


def costliest(progress: Progress, seat: int) -> Highlight | None:
    """Return the decision of a seat that cost most, as far as the review is; none if none did."""
    review = progress.look
    n = None if review is None else review.seats[seat].costliest
    return (
        None
        if review is None or n is None
        else _highlight(review, review.moments[n], seat, list(review.names))
    )


def _bar(name: str, number: Number, widest: float) -> ShareBar:
    def place(value: float) -> float:
        return round(HALF + HALF * value / widest, 1)

    ends = sorted((HALF, place(number.value)))
    low, high = place(number.value - number.error), place(number.value + number.error)
    side = "plus" if number.value >= 0 else "minus"
    return ShareBar(name, number.points, ends[0], round(ends[1] - ends[0], 1), low, high, side)


def _highlight(review: Review, one: Moment, seat: int, names: list[str]) -> Highlight:
    """Tell an event as one seat has to see it."""
    if one.kind == LUCK:
        mark = review.luck_of(one.n, seat)
        change = one.changes[seat]
        if not mark:
            mark = "good" if change.value > 0 else "bad"
        words = {"good": _("helped most"), "bad": _("hurt most")}.get(mark) or _(WORDS[mark])
        points = _("{points} points").format(points=change.points)
        better, moment = "", one.n + 1
    else:
        mark, words, moment = one.mark, _(WORDS[one.mark]), one.n
        points, better = "", one.better
        if one.gain and one.mark != FINE:
            told = _("gave away {value:.1f} ± {error:.1f} points")
            points = told.format(value=100 * one.gain.value, error=100 * one.gain.error)
    head = _("{name}: {mark}").format(name=names[seat], mark=words)
    return Highlight(head, one.text, points, better, mark, seat, moment, moment < len(review.moments))
