"""
Lessons: how a game is learned by playing it.

A lesson is data of a game: on which deal it is played, and lines. A line is one sentence, the moment at
which it matters, and the thing on the board that it is about. Moments are found in what the learner may know
and in nothing else: a scene is made from the view of a hidden record, and from happenings told to this seat.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from chancebox.engine.game.happenings import Happening


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
