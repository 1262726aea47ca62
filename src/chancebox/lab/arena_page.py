"""The arena's report as one HTML page: no script, nothing from elsewhere, readable in light and dark."""

from html import escape

from chancebox.engine.texts import _
from chancebox.lab.arena import Report
from chancebox.lab.scores import mean_share

STYLE = """
:root { color-scheme: light dark; --ink: #2b2420; --paper: #f7f1e5; --felt: #2f6b4f; --line: #b9a98c }
@media (prefers-color-scheme: dark) {
 :root { --ink: #efe6d5; --paper: #221d19; --felt: #7fc7a2; --line: #6b5f4d }
}
body { font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
 max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse } th, td { text-align: right; padding: .2rem .8rem .2rem 0 }
th:first-child, td:first-child { text-align: left }
svg { width: 100%; height: auto; margin: 1rem 0 } svg text { font-size: 13px; fill: var(--ink) }
.even { stroke: var(--line); stroke-dasharray: 4 4 } .bar { fill: var(--felt) }
.whisker, .path { stroke: var(--ink); fill: none; stroke-width: 2 } .band { fill: var(--felt); opacity: .25 }
"""
WIDTH = 640
LEFT = 170


def page(report: Report) -> str:
    """Write the page."""
    meeting, data = report.meeting, report.as_json()
    title = _("{game}, {seats} seats").format(game=_(meeting.game.title), seats=meeting.seats)
    rows = "".join(
        f"<tr><td>{escape(row['bot'])}</td><td>{row['share']:.1%}</td>"
        f"<td>{row['low']:.1%} – {row['high']:.1%}</td><td>{row['elo']:+.0f} ± {row['elo_error']:.0f}</td>"
        f"<td>{row['ms_per_move']:.1f}</td></tr>"
        for row in data["bots"]
    )
    heads = (_("Bot"), _("Wins"), _("95 % interval"), _("Elo"), _("ms per move"))
    played = _("{games:,} games: {deals:,} deals, each in {orders} orders of the seats. Seed {seed}.").format(
        games=report.games, deals=len(report.deals), orders=len(meeting.lineups), seed=meeting.seed
    )
    options = ", ".join(f"{name} = {value}" for name, value in meeting.options.items())
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{STYLE}</style></head><body>'
        f"<h1>{escape(title)}</h1><p>{escape(played)}</p><p>{escape(options)}</p>"
        f"<table><tr>{''.join(f'<th>{head}</th>' for head in heads)}</tr>{rows}</table>"
        f"<h2>{_('Share of wins')}</h2>{_bars(report)}"
        f"<h2>{_('How it settled')}</h2>{_course(report)}</body></html>\n"
    )


def _x(share: float) -> float:
    return LEFT + share * (WIDTH - LEFT - 10)


def _bars(report: Report) -> str:
    """Draw each bot's share of wins with its interval; the broken line is even."""
    shares = report.score.shares()
    height = 34 * len(shares) + 10
    even = _x(1 / len(shares))
    drawn = [f'<line class="even" x1="{even:.1f}" x2="{even:.1f}" y1="0" y2="{height}"/>']
    for i, (name, share) in enumerate(zip(report.meeting.bots, shares, strict=True)):
        y = 34 * i + 10
        drawn.append(f'<text x="0" y="{y + 15}">{escape(name)}</text>')
        drawn.append(
            f'<rect class="bar" x="{LEFT}" y="{y}" width="{_x(share.share) - LEFT:.1f}" height="20"/>'
        )
        drawn.append(f'<path class="whisker" d="M{_x(share.low):.1f} {y + 10}H{_x(share.high):.1f}"/>')
    return _svg(height, drawn, _("Share of wins by bot, with 95 % intervals"))


def _course(report: Report) -> str:
    """Draw how the first bot's share and its interval have changed with the number of deals."""
    values = [report.score.raw(0, deal) for deal in report.score.deals]
    n = len(values)
    if n < 2:
        return ""
    step = max(1, n // 200)
    told = [(k, mean_share(values[:k])) for k in range(max(2, n // 50), n + 1, step)]
    height = 220

    def point(k: int, share: float) -> str:
        return f"{LEFT + (WIDTH - LEFT - 10) * k / n:.1f} {height - 10 - share * (height - 20):.1f}"

    upper = [point(k, share.high) for k, share in told]
    lower = [point(k, share.low) for k, share in reversed(told)]
    middle = [point(k, share.share) for k, share in told]
    even = point(0, 1 / len(report.meeting.bots)).split()[1]
    drawn = [
        f'<line class="even" x1="{LEFT}" x2="{WIDTH - 10}" y1="{even}" y2="{even}"/>',
        f'<path class="band" d="M{"L".join(upper + lower)}Z"/>',
        f'<path class="path" d="M{"L".join(middle)}"/>',
        f'<text x="0" y="20">{escape(report.meeting.bots[0])}</text>',
    ]
    return _svg(height, drawn, _("Share of wins of the first bot by number of deals, with its 95 % interval"))


def _svg(height: int, drawn: list[str], label: str) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(label)}">{"".join(drawn)}</svg>'
    )
