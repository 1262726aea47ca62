"""How far somebody has come who learns a game by playing it."""

from collections.abc import Sequence
from typing import NamedTuple

from chancebox.engine.game.lessons import Line, Scene
from chancebox.engine.match.match import Event, Match
from chancebox.engine.rules.contract import CHANCE


class Taught(NamedTuple):
    """How far a learner has come."""

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


NOTHING = Taught([], False, 0, [], [])


def look(before: Taught, match: Match, lines: Sequence[Line], me: int) -> Taught:
    """
    Look at the next moment that a learner saw, which is a scene if something new is asked.

    Each scene tells one line: the first that was not told before and whose moment has come.
    """
    asked = me in match.to_act
    # What others decide at the same time puts no new question.
    by_others = all(event.seat not in (me, CHANCE) for event in match.events[len(before.events) :])
    if not asked or (before.asked and by_others):
        return before._replace(events=match.events, asked=asked)
    told = before.told + before.due[:1]
    happened = tuple(one for _n, ones in match.happenings(me, before.scene) for one in ones)
    scene = Scene(match.view(me), me, happened)
    due = [n for n, line in enumerate(lines) if n not in told and line.when(scene)]
    return Taught(match.events, asked, len(match.events), told, due)
