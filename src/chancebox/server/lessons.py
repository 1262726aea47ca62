"""
What is said to somebody who learns a game by playing it.

Which lines were told follows from the learner's own moments: every decision that was asked for told the first
line whose moment it was. So nothing has to be stored, and a lesson goes on after a restart, a reload or a move
taken back as if nothing had been. What was worked out is remembered with the session, so that a moment is
looked at once.
"""

from typing import Any, NamedTuple

from chancebox.engine.contract import CHANCE
from chancebox.engine.lessons import Scene, due
from chancebox.engine.match import Event, Match
from chancebox.engine.texts import _
from chancebox.server.sessions import Session


class Taught(NamedTuple):
    """How far somebody has come."""

    events: list[Event]
    """All that was played by the last moment that was looked at,"""
    asked: bool
    """and whether the learner was asked then."""
    scene: int
    """The events there were at the latest scene."""
    told: list[int]
    """The lines that were told in the scenes before that one,"""
    due: list[int]
    """and those whose moment that one is: the first for sure, the others if the learner has time."""


NOTHING = Taught([], False, -1, [], [])


def lesson(session: Session, eyes: int) -> dict[str, Any] | None:
    """Return what is said to a learner now; nothing at other tables, and to others."""
    table, match = session.table, session.table.match
    taught = table.game.lesson if table.is_lesson and eyes < table.seats else None
    if taught is None or match is None:
        return None
    now = _follow(session, match, eyes)
    cards = [(n, taught.LINES[n]) for n in now.due]
    return {
        # As the learner counts: what others do in secret is not in it.
        "scene": table.visibility.count(eyes, max(0, now.scene)),
        "of": len(taught.LINES),
        "told": now.told,
        "cards": [
            {"line": n, "text": _(line.text), "at": [part.format(me=eyes) for part in line.at]}
            for n, line in cards
        ],
    }


def _follow(session: Session, match: Match, eyes: int) -> Taught:
    """Go on from the last moment that is known, or from the beginning if it was taken back."""
    known = session.taught.get(eyes, NOTHING)
    if match.events[: len(known.events)] != known.events:
        known = NOTHING
    for n in session.table.moments:
        if n > len(known.events) or known is NOTHING:
            known = _look(known, match.fork(n), eyes)
    session.taught[eyes] = known
    return known


def _look(before: Taught, match: Match, eyes: int) -> Taught:
    """Look at a moment: it is a scene if the learner is asked something new."""
    asked = eyes in match.to_act
    # What others decide at the same time puts no new question.
    by_others = all(event.seat not in (eyes, CHANCE) for event in match.events[len(before.events) :])
    if not asked or (before.asked and by_others):
        return before._replace(events=match.events, asked=asked)
    told = before.told + before.due[:1]
    happened = match.happenings(eyes, max(0, before.scene))
    scene = Scene(match.view(eyes), eyes, tuple(one for _n, ones in happened for one in ones))
    taught = match.game.lesson
    lines = due(taught.LINES, scene, told) if taught else []
    return Taught(match.events, asked, len(match.events), told, lines)
