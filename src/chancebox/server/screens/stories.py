"""What happened at a table, as the viewer of a seat may know it: happenings, lines of the log, counts."""

from typing import Any, NamedTuple

import msgspec

from chancebox.engine.game.happenings import Happening, flights
from chancebox.engine.game.texts import language
from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import CHANCE
from chancebox.engine.rules.records import plain
from chancebox.server.house.sessions import Session
from chancebox.server.screens.drawings import Counts, drawings_of, keep
from chancebox.server.tables import throws
from chancebox.server.tables.table import Table


class ToldMoment(NamedTuple):
    """What an event brought, as somebody may know it."""

    events: int
    """How many events there had been then,"""
    noticed: int
    """and how many of them these eyes had noticed."""
    happened: list[dict[str, Any]]
    ones: list[Happening]
    """The same as a program knows it."""


def story(session: Session, eyes: int, since: int) -> list[ToldMoment]:
    """Return what happened after so many events that these eyes noticed, as they may know it."""
    match, visibility = session.table.match, session.table.visibility
    if match is None:
        return []
    key = (language(), eyes, min(since, len(match.events)))
    if key not in drawings_of(session).stories:
        happened = match.happenings(eyes, visibility.find(eyes, since))
        moments = [
            ToldMoment(n, visibility.count(eyes, n), [_staged(session, match, one) for one in ones], ones)
            for n, ones in happened
        ]
        keep(drawings_of(session).stories, key, moments)
    return drawings_of(session).stories[key]


def _staged(session: Session, match: Match, one: Happening) -> dict[str, Any]:
    """
    Describe a happening to the page: what it was, how it is shown and heard, and how the log tells it.

    Once for all who know the same of it: what somebody knows is in the happening, and nothing else.
    """
    key = (language(), msgspec.json.encode(one))
    if key not in drawings_of(session).staged:
        text = match.game.story.sentence(match.box, one, match.names)
        moved = flights(one.changes(), one.supply)
        shown = {"stage": one.stage, "flights": moved, "sound": one.sound, "pieces": one.pieces}
        keep(drawings_of(session).staged, key, {**msgspec.to_builtins(one), **shown, "text": text})
    return drawings_of(session).staged[key]


class LogLine(NamedTuple):
    """A line of the log, as the page gets it."""

    n: int
    """How many events the viewer had noticed then."""
    text: str
    seat: int | None
    """The seat that it is about, if it is about one."""
    round: int | None
    """The round of which it tells, if a happening says so."""


def log(session: Session, eyes: int, since: int) -> list[LogLine]:
    """Return the lines of the log after so many events that these eyes noticed."""
    return [line for moment in story(session, eyes, since) if (line := _log_line(session.table, moment)).text]


def _log_line(table: Table, moment: ToldMoment) -> LogLine:
    told = [one for one in moment.happened if one["text"]]
    seats = {one.get("seat") for one in told}
    rounds = [number for one in moment.happened if (number := one.get("round"))]
    text = " ".join(filter(None, [*(one["text"] for one in told), throws.remark(table, moment.events - 1)]))
    seat = seats.pop() if len(seats) == 1 else None
    return LogLine(moment.noticed, text, seat, rounds[-1] if rounds else None)


def latest_news(session: Session, eyes: int, since: int) -> list[str]:
    """Tell the last move that was noticed after so many events, and what came of it; or the last line."""
    visibility, events = session.table.visibility, session.table.playing.events
    who = [
        events[n].seat
        for n in range(visibility.find(eyes, since), len(events))
        if visibility.count(eyes, n) < visibility.count(eyes, n + 1)
    ]
    move = max((n for n, seat in enumerate(who) if seat != CHANCE), default=None)
    if move is None:
        return [line.text for line in log(session, eyes, since)][-1:]
    while move and who[move - 1] == who[move]:
        move -= 1
    return [line.text for line in log(session, eyes, since + move)]


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
