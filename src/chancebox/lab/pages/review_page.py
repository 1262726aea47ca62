"""The review of a game as one HTML page."""

from collections.abc import Iterator
from html import escape

from chancebox.engine.game.game import Game, seat_letter
from chancebox.engine.game.texts import _, listed
from chancebox.lab.pages import charts
from chancebox.lab.pages.charts import p
from chancebox.reviews.drawing import share_line
from chancebox.reviews.marks import FINE, WORDS
from chancebox.reviews.report import DECISION, Moment, Number, Review, how_made, meaning

COLOURS = ("#9c3d2e", "#2b5c9e", "#33703c", "#75509e", "#8a6100", "#0d6c74", "#8f3465", "#55504a")
DARK = ("#ef9a88", "#8ab8f0", "#8fcf97", "#c9a9ee", "#e8bf5a", "#6cc9d0", "#ef9ac4", "#c9c0b4")
DASHES = ("none", "6 3", "2 3", "9 3 2 3", "12 4", "1 3", "4 2", "8 2 2 2")
"""Lines differ by more than their colour."""


def page(game: Game, review: Review) -> str:
    """Write the page."""
    title = _("Review of a game of {game}").format(game=_(game.title))
    return charts.page(
        title,
        f"<style>{_style()}</style>"
        + p(review.sentence, "sentence")
        + _lines(review)
        + _sums(review)
        + _highlights(review)
        + _all(review)
        + charts.section(_("What this means"), *(p(text) for text in meaning()), p(how_made(review), "note")),
    )


def _style() -> str:
    light = "".join(f"--s{i}: {colour};" for i, colour in enumerate(COLOURS))
    dark = "".join(f"--s{i}: {colour};" for i, colour in enumerate(DARK))
    lines = "".join(
        f".s{i} {{ stroke: var(--s{i}); stroke-dasharray: {dash} }}" for i, dash in enumerate(DASHES)
    )
    return (
        f":root {{ {light} }} @media (prefers-color-scheme: dark) {{ :root {{ {dark} }} }} {lines}"
        " polyline { fill: none; stroke-width: 2.5 } .sentence { font-size: 1.25rem }"
        " .key svg { display: inline-block; width: 2.2rem; height: .6rem; margin-right: .4rem;"
        " vertical-align: middle } .left td, .left th { text-align: left; vertical-align: top }"
        " td:not(:nth-child(3)):not(:last-child), .sums td { white-space: nowrap }"
        " .marked { list-style: none; padding: 0 } .marked li { margin: .6rem 0 }"
    )


def _lines(review: Review) -> str:
    """Draw the share of winning of each seat."""
    seats = range(len(review.names))
    drawn = [f'<path class="even" d="M0 {y}H100"/>' for y in (0, 50, 100)]
    drawn += [f'<polyline class="s{seat}" points="{share_line(review, seat)}"/>' for seat in seats]
    told = [
        _("{who}: from {first:.0f} % to {last:.0f} %").format(
            who=review.names[seat],
            first=100 * review.values[0][seat],
            last=100 * review.values[-1][seat],
        )
        for seat in seats
    ]
    key = "".join(
        '<span><svg viewBox="0 0 22 6" aria-hidden="true">'
        f'<path class="s{seat}" stroke-width="2.5" d="M0 3H22"/>'
        f"</svg>{escape(seat_letter(seat))} {escape(name)}</span>"
        for seat, name in enumerate(review.names)
    )
    start, end = _("start"), _("end")
    ends = f'<div class="ends"><span>{escape(start)}</span><span>{escape(end)}</span></div>'
    return charts.section(
        _("Share of winning"),
        charts.drawing(100, drawn, listed(told, ";")) + ends + f'<p class="key">{key}</p>',
        p(_("From 0 % at the bottom to 100 % at the top, after each event."), "note"),
    )


def _sums(review: Review) -> str:
    heads = (_("Player"), _("luck"), _("decisions"), _("others' luck"), _("others' decisions"), _("sum"))
    rows = []
    for seat in review.seats:
        booked = (seat.luck, seat.decisions, seat.others_luck, seat.others_decisions)
        won = Number(seat.end.value - seat.start.value, seat.start.error)
        rows.append((seat.name, *(one.points for one in booked), won.points))
    return charts.section(
        _("Luck and decisions, in points"),
        f'<div class="sums">{charts.html_table(heads, rows)}</div>',
        p(_("A point is a hundredth of a win. Each row adds up to what its player won or lost."), "note"),
    )


def _highlights(review: Review) -> str:
    """List what has a mark; on a phone a list is easier to read than a table."""
    lines = []
    for n, who, text, points, mark, better in _rows(review, review.highlights):
        head = _("{who}: {mark}").format(who=who, mark=mark)
        told = escape(_("{text} {points} points.").format(text=text, points=points))
        told += " " + escape(_("Better was: {better}").format(better=better)) if better else ""
        event = _("event {n}").format(n=n)
        lines.append(f"<li><b>{escape(head)}</b> <small>{escape(event)}</small><br>{told}</li>")
    return charts.section(_("What stood out"), f'<ul class="marked">{"".join(lines)}</ul>') if lines else ""


def _all(review: Review) -> str:
    """Fold all events away that changed anything."""
    moved = [one for one in review.moments if any(change.value for change in one.changes)]
    table = f'<div class="left">{charts.html_table(_heads(), _rows(review, moved))}</div>'
    return charts.folded(_("All events that changed a share"), table)


def _heads() -> tuple[str, ...]:
    return (_("Event"), _("Player"), _("What happened"), _("Points"), _("Mark"), _("Better was"))


def _rows(review: Review, moments: list[Moment]) -> Iterator[tuple[str, ...]]:
    for one in moments:
        counted = one.gain if one.kind == DECISION and one.better and one.gain else one.changes[one.touched]
        better = f"{one.better} ({counted.points})" if one.better else ""
        mark = "" if one.mark == FINE else _(WORDS[one.mark])
        who = review.names[one.touched]
        yield (str(one.n + 1), who, one.text, one.changes[one.touched].points, mark, better)
