"""
Charts for pages that stand alone: no script, nothing from elsewhere, readable in light and dark.

Drawings stretch with the page and hold no text; labels and numbers stand beside them as ordinary text,
so that they stay readable on a phone and can be read out.
"""

from collections.abc import Callable, Iterable, Sequence
from html import escape

from chancebox.engine.game.texts import _, language, number
from chancebox.lab.findings import Estimate, ShareFound

STYLE = """
:root { color-scheme: light dark; --ink: #2b2420; --paper: #f7f1e5; --felt: #2f6b4f; --line: #b9a98c;
 --gold: #a8741a }
@media (prefers-color-scheme: dark) {
 :root { --ink: #efe6d5; --paper: #221d19; --felt: #7fc7a2; --line: #6b5f4d; --gold: #dba44a }
}
body { font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
 max-width: 52rem; margin: 2rem auto; padding: 0 1rem }
h1, h2, h3 { line-height: 1.2 } h2 { margin-top: 2.5rem } h3 { margin-bottom: .3rem }
table { border-collapse: collapse } th, td { text-align: right; padding: .2rem .8rem .2rem 0 }
th:first-child, td:first-child { text-align: left } .wide { overflow-x: auto }
td, th { font-variant-numeric: tabular-nums } summary { cursor: pointer; padding: .3rem 0 }
.chart { margin: .8rem 0 } .row { display: grid; grid-template-columns: 15rem 1fr 10.5rem; gap: 0 .8rem;
 align-items: center; min-height: 1.9rem }
.row svg { width: 100%; height: 1.3rem; overflow: visible } .row .value { text-align: right }
.value { font-variant-numeric: tabular-nums; white-space: nowrap }
.label { overflow-wrap: anywhere; line-height: 1.25 }
.tall svg { width: 100%; height: 9rem; display: block }
.ends { display: flex; justify-content: space-between }
.ends, .note { font-size: .875rem }
svg * { vector-effect: non-scaling-stroke }
.even { stroke: var(--line); stroke-dasharray: 4 4 } .bar { fill: var(--felt) }
.whisker, .path { stroke: var(--ink); fill: none; stroke-width: 2 } .band { fill: var(--felt); opacity: .25 }
.dot { stroke: var(--felt); stroke-width: 9; stroke-linecap: round }
.p0 { fill: var(--felt); background: var(--felt) } .p1 { fill: var(--gold); background: var(--gold) }
.p2 { fill: var(--line); background: var(--line) }
.key i { display: inline-block; width: .8em; height: .8em; margin-right: .3em }
.key span { display: inline-block; margin-right: 1.2em }
@media (max-width: 38rem) {
 .row { grid-template-columns: 1fr auto; margin-bottom: .5rem } .row svg { grid-row: 2; grid-column: 1 / 3 }
}
"""

NamedShares = Iterable[tuple[str, ShareFound]]


def page(title: str, body: str) -> str:
    """Write a whole page."""
    return (
        f'<!doctype html><html lang="{language()}"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}</style></head>'
        f"<body><h1>{escape(title)}</h1>{body}</body></html>\n"
    )


def section(title: str, *parts: str) -> str:
    """Write a section; texts come as `p` makes them."""
    return f"<h2>{escape(title)}</h2>{''.join(parts)}"


def p(text: str, kind: str = "") -> str:
    """Write a paragraph."""
    return f'<p class="{kind}">{escape(text)}</p>' if kind else f"<p>{escape(text)}</p>"


def percent(share: ShareFound) -> str:
    """Write a share with its interval."""
    return f"{number(share.share):.1%} ({number(100 * share.low):.1f}–{number(100 * share.high):.1f})"


def part_text(part: Estimate) -> str:
    """Write a part of something with its error."""
    return f"{number(part.value):.1%} ± {number(part.error):.1%}"


def as_share(estimate: Estimate) -> ShareFound:
    """Take a number with its error as a share with its interval."""
    return ShareFound(estimate.value, estimate.value - estimate.error, estimate.value + estimate.error)


def bars(
    rows: NamedShares, label: str, even: float | None = None, write: Callable[[ShareFound], str] = percent
) -> str:
    """Draw shares from 0 as bars with whiskers; a broken line marks what is even."""
    listed = list(rows)
    top = max(*(share.high for _name, share in listed), even or 0, 1e-9)
    drawn = []
    for name, share in listed:
        x, low, high = (max(0.0, min(100.0, 100 * v / top)) for v in (share.share, share.low, share.high))
        marks = f'<rect class="bar" width="{x:.1f}" y="4" height="12"/>{_line(even, 0, top)}'
        drawn.append(_row(name, write(share), f'{marks}<path class="whisker" d="M{low:.1f} 10H{high:.1f}"/>'))
    return _chart(label, drawn)


def dots(rows: NamedShares, label: str, even: float | None = None) -> str:
    """Draw shares as dots with whiskers, on a scale as wide as they need."""
    listed = list(rows)
    ends = [v for _name, share in listed for v in (share.low, share.high)] + ([] if even is None else [even])
    low, high = min(ends), max(ends)
    margin = max(1e-9, 0.04 * (high - low))
    low, high = low - margin, high + margin
    drawn = []
    for name, share in listed:
        x, left, right = (100 * (v - low) / (high - low) for v in (share.share, share.low, share.high))
        marks = f'{_line(even, low, high)}<path class="whisker" d="M{left:.1f} 10H{right:.1f}"/>'
        drawn.append(_row(name, percent(share), f'{marks}<path class="dot" d="M{x:.1f} 10h0"/>'))
    return _chart(label, drawn)


def histogram(counted: Sequence[int], first: int, step: int, label: str, middle: float) -> str:
    """Draw how often which number came up, in steps; a broken line marks the middle."""
    top = max(counted)
    wide = 100 / len(counted)
    drawn = [
        f'<rect class="bar" x="{i * wide:.2f}" width="{wide * 0.9:.2f}" y="{100 - 100 * n / top:.1f}"'
        f' height="{100 * n / top:.1f}"/>'
        for i, n in enumerate(counted)
        if n
    ]
    at = (middle - first) / step * wide
    drawn.append(f'<path class="even" style="stroke: var(--ink)" d="M{at:.1f} 0V100"/>')
    ends = f"<span>{first}</span><span>{first + step * len(counted)}</span>"
    return f'<div class="chart tall">{_svg(100, drawn, label)}<div class="ends">{ends}</div></div>'


def stack(name: str, parts: Sequence[tuple[str, Estimate]], label: str) -> str:
    """Draw parts of a whole in one bar, with a key."""
    total = sum(max(0.0, part.value) for _name, part in parts)
    at = 0.0
    drawn, key = [], []
    for i, (title, part) in enumerate(parts):
        wide = 100 * max(0.0, part.value) / total
        drawn.append(f'<rect class="p{i}" x="{at:.1f}" width="{wide:.1f}" y="2" height="16"/>')
        at += wide
        value = part_text(part)
        key.append(f'<span><i class="p{i}"></i>{escape(title)} <b class="value">{value}</b></span> ')
    bar = f'<div class="row">{_label(name)}{_svg(20, drawn, label)}</div>'
    return f'<div class="chart">{bar}<div class="key note">{"".join(key)}</div></div>'


def html_table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Write a table."""
    top = "".join(f"<th>{escape(head)}</th>" for head in heads)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f'<div class="wide"><table><tr>{top}</tr>{body}</table></div>'


def folded(title: str, inside: str) -> str:
    """Hide something long until somebody wants it."""
    return f"<details><summary>{escape(title)}</summary>{inside}</details>"


def drawing(height: int, drawn: Iterable[str], label: str) -> str:
    """Place a drawing of one's own, 100 wide."""
    return f'<div class="chart tall">{_svg(height, drawn, label)}</div>'


def _chart(label: str, drawn: list[str]) -> str:
    return f'<div class="chart" role="group" aria-label="{escape(label)}">{"".join(drawn)}</div>'


def _row(name: str, value: str, marks: str) -> str:
    # The numbers stand beside it: a reader of the page needs no words for the drawing.
    bar = f'<svg viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden="true">{marks}</svg>'
    return f'<div class="row">{_label(name)}{bar}<span class="value">{value}</span></div>'


def _label(name: str) -> str:
    return f'<span class="label">{escape(name)}</span>'


def _line(at: float | None, low: float, high: float) -> str:
    if at is None:
        return ""
    x = 100 * (at - low) / (high - low)
    return f'<path class="even" d="M{x:.1f} 0V20"/>'


def _svg(height: int, drawn: Iterable[str], label: str) -> str:
    return (
        f'<svg viewBox="0 0 100 {height}" preserveAspectRatio="none" role="img" aria-label="{escape(label)}">'
        f"{''.join(drawn)}</svg>"
    )


def interval_note() -> str:
    """Say what the numbers in brackets and the lines are."""
    return p(_("In brackets, and as lines: 95 % intervals. The broken line is the even share."), "note")
