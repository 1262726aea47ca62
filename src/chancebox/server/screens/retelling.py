"""A finished game in short."""

from typing import NamedTuple

from chancebox.engine.game import badges
from chancebox.engine.game.texts import language
from chancebox.engine.rules.contract import SPECTATOR
from chancebox.engine.rules.records import plain
from chancebox.server.house.own_results import badges_of, is_own
from chancebox.server.house.sessions import Session
from chancebox.server.screens.drawings import drawings_of, keep
from chancebox.server.screens.score_chart import Chart, draw
from chancebox.server.screens.turning_points import TurningPoint, standings, turning_points


class Retold(NamedTuple):
    """A finished game in short: its turning points, and its score as a picture."""

    lines: list[TurningPoint]
    chart: Chart | None
    honours: list[badges.Badge]
    """What the seat of these eyes has earned."""


def retell(session: Session, eyes: int) -> Retold:
    """Tell a finished game in short, as these eyes know it; once, since it stays as it was."""
    match = session.table.playing
    key = (language(), eyes, len(match.events))
    if key not in drawings_of(session).retold:
        # Not by `story`: of all that happened, three lines are told.
        count = session.table.visibility.count
        moments = [(count(eyes, n), ones) for n, ones in match.happenings(eyes)]
        told, score = match.game.story, getattr(match.game.story, "DECIDES", None)
        counts = told.counts(match.box, plain(match.fork(0).position(eyes)))
        lines = turning_points(
            moments, score, counts, match.seats, lambda one: told.sentence(match.box, one, match.names)
        )
        found = standings(moments, score, counts, match.seats) if score else []
        chart = draw(score.name, found, session.table.visibility.count(eyes)) if score else None
        winners = match.result.winners if match.result else ()
        happened = tuple(one for _n, ones in moments for one in ones)
        tale = badges.Tale(eyes, match.seats, winners, happened, counts, score)
        honours = [] if eyes == SPECTATOR else badges.earned(badges_of(match.game), tale)
        keep(drawings_of(session).retold, key, Retold(lines, chart, honours))
    return drawings_of(session).retold[key]


def honours(session: Session, visitor: str, eyes: int) -> list[badges.Badge]:
    """List what a seat has earned, for who has played all of it."""
    own = eyes != SPECTATOR and is_own(session.table, eyes, visitor)
    return retell(session, eyes).honours if own else []
