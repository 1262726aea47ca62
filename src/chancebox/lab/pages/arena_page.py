"""The arena's report as one HTML page."""

from html import escape

from chancebox.engine.game.texts import _, listed, number
from chancebox.lab.arena import ArenaReport
from chancebox.lab.pages import charts
from chancebox.lab.pages.charts import p
from chancebox.lab.scores import mean_share


def page(report: ArenaReport) -> str:
    """Write the page."""
    meeting, data = report.meeting, report.as_json()
    title = _("{game}, {seats} seats").format(game=_(meeting.game.title), seats=meeting.seats)
    rows = [
        (
            row["bot"],
            f"{number(row['share']):.1%}",
            f"{number(row['low']):.1%} – {number(row['high']):.1%}",
            f"{row['elo']:+.0f} ± {row['elo_error']:.0f}",
            f"{number(row['ms_per_move']):.1f}",
        )
        for row in data["bots"]
    ]
    heads = (_("Bot"), _("Wins"), _("95 % interval"), _("Elo"), _("ms per move"))
    played = _("{games:,} games: {deals:,} deals, each in {orders} orders of the seats. Seed {seed}.").format(
        games=report.games, deals=len(report.deals), orders=len(meeting.lineups), seed=meeting.seed
    )
    options = listed(f"{name} = {value}" for name, value in meeting.options.items())
    shares = report.score.shares()
    named = zip(meeting.bots, shares, strict=True)
    label = _("Share of wins by bot, with 95 % intervals")
    return charts.page(
        title,
        p(played)
        + p(options)
        + charts.html_table(heads, rows)
        + charts.section(_("Share of wins"), charts.bars(named, label, 1 / len(shares)))
        + charts.section(_("How it settled"), _course(report)),
    )


def _course(report: ArenaReport) -> str:
    """Draw how the first bot's share and its interval have changed with the number of deals."""
    values = [report.score.raw(0, deal) for deal in report.score.deals]
    n = len(values)
    if n < 2:
        return ""
    step = max(1, n // 200)
    told = [(k, mean_share(values[:k])) for k in range(max(2, n // 50), n + 1, step)]

    def point(k: int, share: float) -> str:
        return f"{100 * k / n:.1f} {100 - 100 * share:.1f}"

    upper = [point(k, share.high) for k, share in told]
    lower = [point(k, share.low) for k, share in reversed(told)]
    middle = [point(k, share.share) for k, share in told]
    even = 100 - 100 / len(report.meeting.bots)
    drawn = [
        f'<path class="even" d="M0 {even:.1f}H100"/>',
        f'<path class="band" d="M{"L".join(upper + lower)}Z"/>',
        f'<path class="path" d="M{"L".join(middle)}"/>',
    ]
    label = _("Share of wins of the first bot by number of deals, with its 95 % interval")
    caption = _("{bot}: from 0 to 100 % of the wins, from the first deal to the last").format(
        bot=report.meeting.bots[0]
    )
    return charts.drawing(100, drawn, label) + f'<p class="note">{escape(caption)}</p>'
