"""A study as one HTML page."""

from html import escape
from itertools import groupby
from statistics import NormalDist

import numpy as np

from chancebox.engine.game.game import seat_letter
from chancebox.engine.game.texts import _, listed, n_, number
from chancebox.lab.findings import Z95, Estimate, ShareFound
from chancebox.lab.luck import Contest
from chancebox.lab.pages import charts
from chancebox.lab.pages.charts import as_share, p, part_text, percent
from chancebox.lab.study import Item, Study

SHOWN = 10
"""Items at each end of a long list; the whole of it is folded."""
COLUMNS = 40
"""Of the chart of lengths, at most."""


def page(study: Study) -> str:
    """Write the page."""
    plan = study.plan
    title = _("A study of {game}").format(game=_(plan.game.title))
    about = _(
        "{games:,} games with {seats} players, all playing like this: {bot}. Decisions and deals are from"
        " further games."
        " What is found is about such players: people who play better may meet another game."
    ).format(games=plan.games, seats=plan.seats, bot=bot_name(plan.bot))
    return charts.page(
        title,
        p(about)
        + "".join(f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in summary(study))}</ul>")
        + _seats(study)
        + _length(study)
        + _endings(study)
        + _items(study)
        + _decisions(study)
        + _luck(study)
        + _how(study),
    )


def bot_name(bot: str) -> str:
    """Name a bot within a sentence."""
    kind, _colon, budget = bot.partition(":")
    if kind == "searcher":
        return _("a searcher that plays out {n} games for a move").format(n=budget)
    return {"thumb": _("the rule of thumb"), "random": _("random play")}.get(kind, bot)


def summary(study: Study) -> list[str]:
    """Say in a few sentences what was found."""
    length = study.findings.length
    told = [line for line in (seats_sentence(study),) if line]
    told.append(
        _(
            "A game takes {mean:.1f} ± {error:.1f} events; half of all games take {median:.0f} or fewer."
        ).format(**length)
    )
    why, share = max(study.endings.items(), key=lambda one: one[1].share)
    told.append(
        _("Most often it ends so: {why}; in {share} of all games.").format(why=_(why), share=percent(share))
    )
    if study.decisions:
        told.append(decisions_sentence(study))
    return told + [contest_sentence(contest) for contest in study.contests]


def seats_sentence(study: Study) -> str:
    """
    Name a seat that wins more often than one of several does by luck; nothing if there is none.

    That seats with any letter win alike says nothing of the order of play: where it is drawn who begins, who
    begins may win more often, and has each letter equally often.
    """
    shares = study.findings.win_shares
    even = sum(share.share for share in shares) / len(shares)
    best = max(range(len(shares)), key=lambda seat: shares[seat].share)
    several = NormalDist().inv_cdf(1 - 0.025 / len(shares)) / Z95
    if all(abs(share.share - even) <= several * (share.high - share.low) / 2 for share in shares):
        return ""
    return _("Seat {seat} wins most: {share}; even would be {even:.1%}.").format(
        seat=seat_letter(best), share=percent(shares[best]), even=even
    )


def decisions_sentence(study: Study) -> str:
    """Say which decision matters most, once and in a whole game."""
    once = study.decisions[0]
    text = _("The weightiest decision is “{name}”: the best choice wins {worth} more than one at random.")
    told = text.format(name=once.name, worth=points(once.worth))
    often = max(study.decisions, key=lambda decision: decision.worth_per_game.value)
    if often is not once:
        text = _("In a whole game “{name}” is worth more, for it comes {n:.1f} times: {worth} each time.")
        told += " " + text.format(name=often.name, n=often.per_game.value, worth=points(often.worth))
    return told


def contest_sentence(contest: Contest) -> str:
    """Say what luck and skill have to do with it."""
    better, worse = map(bot_name, contest.bots)
    text = _(
        "Between {better} and {worse}, {skill} of the result is due to who plays and {luck} to luck;"
        " the former wins {share} of their games."
    )
    luck = Estimate(1 - contest.skill.value, contest.skill.error)
    return text.format(
        better=better,
        worse=worse,
        skill=part_text(contest.skill),
        luck=part_text(luck),
        share=percent(contest.share),
    )


def points(estimate: Estimate) -> str:
    """Write a difference of shares with its error."""
    return _("{value:.1f} ± {error:.1f} points").format(
        value=100 * estimate.value, error=100 * estimate.error
    )


def _points_of(share: ShareFound) -> str:
    text = _("{value:.1f} points ({low:.1f}–{high:.1f})")
    return text.format(value=100 * share.share, low=100 * share.low, high=100 * share.high)


def _seats(study: Study) -> str:
    shares = study.findings.win_shares
    even = sum(share.share for share in shares) / len(shares)
    rows = [(_("Seat {seat}").format(seat=seat_letter(seat)), share) for seat, share in enumerate(shares)]
    label = _("Share of wins by seat")
    found = seats_sentence(study)
    about = _(
        "Seats are counted by their letters here, not by the order of play: what it is worth to begin is"
        " another question."
    )
    return charts.section(
        _("Do seats win alike?"),
        p(found) if found else "",
        p(about),
        charts.dots(rows, label, even),
        charts.interval_note(),
    )


def _length(study: Study) -> str:
    lengths = study.findings.tally.lengths
    seen = np.flatnonzero(lengths)
    first, last = int(seen[0]), int(seen[-1])
    step = -(-(last - first + 1) // COLUMNS)
    counted = [int(lengths[at : at + step].sum()) for at in range(first, last + 1, step)]
    text = _(
        "{mean:.1f} ± {error:.1f} events on average, from {shortest} to {longest}; the median is {median}."
    )
    length = study.findings.length
    label = _("Games by their number of events")
    chart = charts.histogram(counted, first, step, label, length["median"])
    note = _("Events are decisions, dice and cards. The broken line is the median.")
    return charts.section(_("How long is a game?"), p(text.format(**length)), chart, p(note, "note"))


def _endings(study: Study) -> str:
    rows = [(_(why), share) for why, share in study.endings.items()]
    return charts.section(_("How does it end?"), charts.bars(rows, _("Share of games by how they ended")))


def _items(study: Study) -> str:
    """Show each group of items, the best first."""
    if not study.items:
        return ""
    even = sum(share.share for share in study.findings.win_shares) / study.plan.seats
    about = _(
        "The share of wins of the seats that had an item. Compare items of a group with each other: who is"
        " ahead gets more of everything, so that a share above the even one alone says little."
    )
    told = [p(about)]
    for group, items in groupby(study.items, key=lambda item: item.group):
        told.append(f"<h3>{escape(group)}</h3>" + _group(group, list(items), even))
    told.append(charts.interval_note())
    return charts.section(_("What is it worth to have it?"), *told)


def _group(group: str, items: list[Item], even: float) -> str:
    ranked = sorted(items, key=lambda item: -item.win.share)
    whole = charts.html_table(
        (group, _("Wins"), _("seats that had it")),
        ((item.name, percent(item.win), f"{number(item.held):,}") for item in ranked),
    )
    fold = charts.folded(
        n_("{n} item as a table", "All {n} as a table", len(ranked)).format(n=len(ranked)), whole
    )
    if len(ranked) <= 2 * SHOWN:
        return charts.dots([(item.name, item.win) for item in ranked], group, even) + fold
    ends = [*ranked[:SHOWN], *ranked[-SHOWN:]]
    note = _("The {n} best and the {n} worst of {all}.").format(n=SHOWN, all=len(ranked))
    return p(note, "note") + charts.dots([(item.name, item.win) for item in ends], group, even) + fold


def _decisions(study: Study) -> str:
    if not study.decisions:
        return ""
    about = _(
        "By how many points of a hundred the best choice wins more often than one taken at random, in"
        " positions of games that were played so: {bot}. The best one is picked in some guessed"
        " worlds and judged in others."
    ).format(bot=bot_name(study.plan.bot))
    rows = [(decision.name, as_share(decision.worth)) for decision in study.decisions]
    heads = (_("Decision"), _("worth"), _("per game and seat"), _("both multiplied"), _("positions"))
    cells = [
        (
            decision.name,
            points(decision.worth),
            f"{number(decision.per_game.value):.1f} ± {number(decision.per_game.error):.1f}",
            points(decision.worth_per_game),
            str(decision.positions),
        )
        for decision in study.decisions
    ]
    return charts.section(
        _("Which decisions matter?"),
        p(about),
        p(decisions_sentence(study)),
        charts.bars(rows, _("Worth of decisions"), write=_points_of),
        charts.folded(_("As a table, with how often they come"), charts.html_table(heads, cells)),
    )


def _luck(study: Study) -> str:
    about = _(
        "The same deals, played again with the players in each other's seats. A result is due to who plays as"
        " far as the better one wins in whichever seats; to the deal as far as the same seats win whoever"
        " sits there; the rest is luck that came after the decisions had parted."
    )
    told = [p(about)]
    for contest in study.contests:
        first, second = map(bot_name, contest.bots)
        parts = [
            (_("who plays"), contest.skill),
            (_("the deal"), contest.deal),
            (_("the rest"), contest.rest),
        ]
        name = _("{first} against {second}, {n:,} deals").format(first=first, second=second, n=contest.deals)
        told.append(charts.stack(name, parts, _("Parts of the variance of results")))
        told.append(p(contest_sentence(contest)))
    return charts.section(_("Luck or skill?"), *told)


def _how(study: Study) -> str:
    plan = study.plan
    command = f"chancebox study {plan.game.name} --seats {plan.seats} --games {plan.games} --seed {plan.seed}"
    if plan.bot != "thumb":
        command += f" --bots {plan.bot}"
    options = listed(f"{name} = {value}" for name, value in plan.options.items())
    text = _("The same command finds the same again, with box {box}.").format(box=plan.box.digest)
    code = f"<p><code>{escape(command)}</code></p>"
    return charts.section(_("How this was made"), code, p(text), p(options) if options else "")
