"""The deal of a day as somebody may see it: theirs, everybody's, and what can be shared of it."""

import asyncio
from collections.abc import Mapping
from datetime import date, timedelta
from typing import NamedTuple

from chancebox.engine.game.game import Game
from chancebox.engine.game.texts import _, day_text, n_, number
from chancebox.games import game
from chancebox.server.house.house import House
from chancebox.server.store.deals import Try
from chancebox.server.tables.days import Day, Outcome, day_of, is_fewest_best, today

MOST_BARS = 9
"""Bars of a distribution: a phone has room for no more."""
NEW, PLAYING, DONE, PAST = "new", "playing", "done", "past"
"""How far somebody is with a day; it is past where it was not played on its day."""
SEEN = (DONE, PAST)
"""When results are shown: before, they would tell what is possible."""
SQUARES = 10
"""Of the bar in a text to share."""
LISTED = 30
"""Days of the archive on a page."""


class Bar(NamedTuple):
    """How many have a score from one number to another."""

    low: int
    high: int
    results: int
    height: float
    """From 0 to 1."""
    mine: bool
    master: bool


class Look(NamedTuple):
    """All that one visitor may know of the deal of a day."""

    day: Day
    game: Game
    commitment: str
    secret: str
    """Nothing before the day is over."""
    tried: Try | None
    stage: str
    finished: int
    """How many have."""
    bars: list[Bar]
    master: Outcome | None
    better_than: int | None
    """Percent of the others whose result is not as good."""
    streak: int

    @property
    def outcome(self) -> Outcome | None:
        """How this visitor played it."""
        return self.tried.outcome if self.tried else None

    @property
    def score_name(self) -> str:
        """What is counted, as people call it."""
        return _(self.game.story.DECIDES.name)

    @property
    def score_text(self) -> str:
        """The score of this visitor, with what is counted."""
        score = number(self.outcome.score) if self.outcome else ""
        return _("{head}: {text}").format(head=self.score_name, text=score)

    @property
    def fewest_best(self) -> bool:
        """Whether less is better."""
        return is_fewest_best(self.game)

    @property
    def seats_text(self) -> str:
        """Say against how many bots it is."""
        return against(self.day.seats)

    @property
    def options_text(self) -> str:
        """Say which options are not the usual ones."""
        usual = self.game.usual_options(self.day.seats)
        chosen = [
            option for option in self.game.options if self.day.options[option.name] != usual[option.name]
        ]
        return " · ".join(
            _("{head}: {text}").format(head=_(one.title), text=one.value_title(self.day.options[one.name]))
            for one in chosen
        )

    @property
    def place_text(self) -> str:
        """Say how this visitor did at the table."""
        return place_text(self.outcome, self.day.seats) if self.outcome else ""

    @property
    def better_text(self) -> str:
        """Say how this visitor did in the house."""
        return better_text(self.better_than)

    @property
    def share_text(self) -> str:
        """What can be sent to others: it tells nothing of what was dealt."""
        if self.outcome is None:
            return ""
        filled = round(SQUARES * (self.better_than or 0) / 100)
        lines = [
            _("Chancebox, deal of {day}: {game}").format(
                day=day_text(self.day.name), game=_(self.game.title)
            ),
            # Where there is nobody to compare with, there is no bar.
            *(["▰" * filled + "▱" * (SQUARES - filled)] if self.better_than is not None else []),
            f"{self.score_text} · {self.place_text}",
        ]
        if self.master:
            lines[-1] += " · " + _("the master: {n}").format(n=number(self.master.score))
        return "\n".join(lines)


def against(seats: int) -> str:
    """Say against how many bots somebody plays at a table of so many."""
    others = seats - 1
    return n_("against {n} bot", "against {n} bots", others).format(n=others) if others else _("alone")


def better_text(percent: int | None) -> str:
    """Say how many of the others in a house did no better; nothing where there are none."""
    if percent is None:
        return _("The first result of this house.")
    return _("As good as or better than {n} % of the others in this house.").format(n=percent)


def place_text(outcome: Outcome, seats: int) -> str:
    """Say how somebody did at a table of so many."""
    if seats == 1:
        return _("made it") if outcome.place == 1 else _("not this time")
    return _("place {n} of {all}").format(n=outcome.place, all=seats)


async def look(house: House, day: Day, visitor: str) -> Look:
    """Find what a visitor may know of a day; who has finished it lets the master play it, too."""
    found = await asyncio.to_thread(glance, house, day, visitor)
    if found.stage not in SEEN or not found.finished:
        return found
    # Who only looks at an old day costs nothing.
    master = await house.masters.look(day, begin=found.stage == DONE)
    scores = await asyncio.to_thread(house.store.days.scores_of, day.name)
    return found._replace(master=master, bars=bars(scores, found.outcome, master))


def glance(house: House, day: Day, visitor: str) -> Look:
    """Find what a visitor may know of a day, but for the master."""
    tries, scores = house.store.days.tries_of(visitor), house.store.days.scores_of(day.name)
    tried = house.tries.of(visitor, day.name)
    stage = DONE if tried and tried.is_over else PLAYING if tried else PAST if day.is_over else NEW
    own = tried.outcome if tried else None
    found, days = game(day.game), house.kernel.dealers.days
    return Look(
        day=day,
        game=found,
        commitment=days.commitment(day.name),
        secret=days.open_secret(day.name).hex() if day.is_over else "",
        tried=tried,
        stage=stage,
        finished=sum(scores.values()),
        bars=bars(scores, own, None) if stage in SEEN else [],
        master=None,
        better_than=better_than(scores, own, is_fewest_best(found)),
        streak=streak(tries, today()),
    )


def today_for(house: House, visitor: str) -> Look:
    """Return what the card of the first page shows."""
    return glance(house, day_of(today()), visitor)


def bars(scores: Mapping[int, int], own: Outcome | None, master: Outcome | None) -> list[Bar]:
    """
    Sort scores into bars of the same width.

    >>> [(bar.low, bar.high, bar.results) for bar in bars({3: 1, 4: 2, 20: 1}, Outcome(4, 1), None)][:2]
    [(3, 4, 3), (5, 6, 0)]
    """
    marked = [one.score for one in (own, master) if one]
    if not scores:
        return []
    low, high = min([*scores, *marked]), max([*scores, *marked])
    width = -(-(high - low + 1) // MOST_BARS)
    ranges = [(start, start + width - 1) for start in range(low, high + 1, width)]
    counts = [sum(n for score, n in scores.items() if a <= score <= b) for a, b in ranges]
    return [
        Bar(
            a, b, count, round(count / max(counts), 3),
            own is not None and a <= own.score <= b, master is not None and a <= master.score <= b,
        )
        for (a, b), count in zip(ranges, counts, strict=True)
    ]  # fmt: skip


def better_than(scores: Mapping[int, int], own: Outcome | None, fewest: bool) -> int | None:
    """
    Return the percentage of the others who did no better; none where there are no others.

    >>> better_than({1: 1, 5: 2, 9: 1}, Outcome(5, 1), fewest=False)
    67
    """
    if own is None or sum(scores.values()) < 2:
        return None
    others = {**scores, own.score: scores.get(own.score, 1) - 1}
    no_better = sum(
        n for score, n in others.items() if (score >= own.score if fewest else score <= own.score)
    )
    return round(100 * no_better / sum(others.values()))


def streak(tries: list[Try], now: date) -> int:
    """
    Count the days in a row that were finished, up to today or yesterday.

    >>> played = [Try(f"2026-11-{n}", "", Outcome(1, 1)) for n in (15, 14, 12)]
    >>> streak(played, date(2026, 11, 16)), streak(played, date(2026, 11, 17))
    (2, 0)
    """
    finished = {one.day for one in tries if one.outcome}
    day = now if now.isoformat() in finished else now - timedelta(1)
    days = 0
    while day.isoformat() in finished:
        days += 1
        day -= timedelta(1)
    return days


class PastDay(NamedTuple):
    """A line of the archive."""

    name: str
    title: str
    result: str
    """How this visitor did, if they played it."""


async def archive(house: House, visitor: str) -> list[PastDay]:
    """List past days, the latest first: for as long as somebody plays here, or a week."""
    tries, played = await asyncio.to_thread(
        lambda: (house.store.days.tries_of(visitor), house.store.days.played_days(LISTED))
    )
    own = {one.day: one for one in tries}
    now = today()
    names = {(now - timedelta(back)).isoformat() for back in range(1, 8)} | {*played} | {*list(own)[:LISTED]}
    past = sorted((name for name in names if name < now.isoformat()), reverse=True)[:LISTED]
    return [_past(name, own.get(name)) for name in past]


def _past(name: str, tried: Try | None) -> PastDay:
    day = day_of(date.fromisoformat(name))
    outcome = tried.outcome if tried else None
    return PastDay(name, _(game(day.game).title), place_text(outcome, day.seats) if outcome else "")


def tomorrow(house: House) -> tuple[str, str]:
    """Return the next day and what the house commits to for it."""
    name = (today() + timedelta(1)).isoformat()
    return name, house.kernel.dealers.days.commitment(name)
