"""
Lessons: how a game is learned by playing it.

A lesson is data of a game: on which deal it is played, and lines. A line is one sentence, the moment at
which it matters, and the thing on the board that it is about. Moments are found in what the learner may know
and in nothing else: a scene is made from the view of a hidden record, and from happenings told to this seat.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from chancebox.engine.game.happenings import Happening
from chancebox.engine.match.match import Event, Match
from chancebox.engine.rules.contract import CHANCE


class Scene(NamedTuple):
    """What a learner looks at when a decision is awaited."""

    v: dict[str, Any]
    """The view of the own seat."""
    me: int
    happened: tuple[Happening, ...]
    """What was told since the last scene."""

    def told(self, *kinds: type[Happening]) -> bool:
        """Return whether one of these has just happened, to whomever."""
        return any(isinstance(one, kinds) for one in self.happened)

    def told_of_me(self, *kinds: type[Happening]) -> bool:
        """Return whether one of these has just happened to the learner."""
        return any(isinstance(one, kinds) and getattr(one, "seat", None) == self.me for one in self.happened)


class Line(NamedTuple):
    """One sentence of a lesson."""

    text: str
    """Marked for translators."""
    when: Callable[[Scene], bool]
    """Whether this is the moment; best if it comes sooner or later whatever the learner does."""
    at: tuple[str, ...]
    """What it points at, as CSS selectors of which the first that is there counts; `{me}` is the own seat."""


def always(_scene: Scene) -> bool:
    """From the first scene on."""
    return True


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
