"""
What is said to somebody who learns a game by playing it.

Which lines were told follows from the learner's own moments: every decision that was asked for told the
first line whose moment it was. So nothing has to be stored, and a lesson goes on after a restart, a reload or
a move taken back as if nothing had been. What was worked out is remembered with the session, so that a
moment is looked at once.
"""

from collections.abc import Sequence
from typing import Any

from chancebox.engine.game.lessons import Line
from chancebox.engine.game.texts import _
from chancebox.engine.match.learning import NOTHING, Taught, look
from chancebox.engine.match.match import Match
from chancebox.server.house.sessions import Session
from chancebox.server.screens.drawings import drawings_of


def lesson(session: Session, eyes: int) -> dict[str, Any] | None:
    """Return what is said to a learner now; nothing at other tables, and to others."""
    table, match = session.table, session.table.match
    taught = table.game.lesson if table.is_lesson and eyes < table.seats else None
    if taught is None or match is None:
        return None
    now = _follow(session, match, taught.LINES, eyes)
    cards = [(n, taught.LINES[n]) for n in now.due]
    return {
        # As the learner counts: what others do in secret is not in it.
        "scene": table.visibility.count(eyes, now.scene),
        "of": len(taught.LINES),
        "told": now.told,
        "cards": [
            {"line": n, "text": _(line.text), "at": [part.format(me=eyes) for part in line.at]}
            for n, line in cards
        ],
    }


def _follow(session: Session, match: Match, lines: Sequence[Line], eyes: int) -> Taught:
    """Go on from the last moment that is known, or from the beginning if it was taken back."""
    known = drawings_of(session).taught.get(eyes, NOTHING)
    if match.events[: len(known.events)] != known.events:
        known = NOTHING
    for n in session.table.moments:
        if n > len(known.events) or known is NOTHING:
            known = look(known, match.fork(n), lines, eyes)
    drawings_of(session).taught[eyes] = known
    return known
