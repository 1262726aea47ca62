"""
Badges: small honours for what happened to somebody in a game, never for how often somebody played.

A badge is data: what it is called, how it is earned, which happenings it watches, and a function that looks
at a tale. A tale is a finished game as one seat may know it, so no badge tells a secret. A game has its
own in `badges.py`; those that can be earned in every game are here.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar

from chancebox.engine.game.happenings import Ended, Happening, Score
from chancebox.engine.game.texts import mark

Counts = dict[tuple[int, str], int]
Kind = TypeVar("Kind", bound=Happening)


class Tale(NamedTuple):
    """A finished game as one seat knows it."""

    me: int
    seats: int
    winners: tuple[int, ...]
    happened: tuple[Happening, ...]
    """All that was told to this seat, in order."""
    first: Counts
    """What could be counted on the table at the beginning."""
    score: Score | None = None
    """What decides the game, if it can be counted."""

    @property
    def won(self) -> bool:
        """Whether this seat won, alone or with others, against somebody."""
        return self.me in self.winners and self.seats > 1

    def mine(self, kind: type[Kind]) -> list[Kind]:
        """List what happened of a kind to this seat."""
        return [
            one for one in self.happened if isinstance(one, kind) and getattr(one, "seat", None) == self.me
        ]

    @property
    def final_score(self) -> int | None:
        """What this seat has in the end of what decides the game, if that can be counted."""
        if self.score is None:
            return None
        return sum(times * self.count(what) for what, times in self.score.parts.items())

    def count(self, what: str) -> int:
        """Return how many of something this seat has in the end."""
        return self.first.get((self.me, what), 0) + sum(
            by for one in self.happened for seat, name, by in one.changes() if (seat, name) == (self.me, what)
        )


class Badge(NamedTuple):
    """An honour, and when it is earned."""

    key: str
    """Its name in addresses and in the store, and of its picture; it never changes."""
    title: str
    """Marked for translators,"""
    text: str
    """and so is the sentence that says how it is earned."""
    watches: tuple[type[Happening], ...]
    """Without one of these it is not earned."""
    is_earned: Callable[[Tale], bool]


def earned(badges: Iterable[Badge], tale: Tale) -> list[Badge]:
    """List the badges that a seat has earned in a game."""
    kinds = {type(one) for one in tale.happened}
    return [
        badge
        for badge in badges
        if any(issubclass(kind, badge.watches) for kind in kinds) and badge.is_earned(tale)
    ]


def _shared(tale: Tale) -> bool:
    return tale.won and len(tale.winners) > 1


def _came_from_behind(tale: Tale) -> bool:
    """Look at the score in the middle of its changes: was this seat last then, alone, of three or more?"""
    if tale.score is None or tale.winners != (tale.me,) or tale.seats < 3:
        return False
    scores = [tale.score.of(tale.first, seat) for seat in range(tale.seats)]
    standings: list[list[int]] = []
    for one in tale.happened:
        moved = [(seat, tale.score.parts.get(what, 0) * by) for seat, what, by in one.changes()]
        for seat, by in moved:
            if 0 <= seat < tale.seats:
                scores[seat] += by
        # A stake is no loss before the dice have fallen.
        if one.stage and any(by for _seat, by in moved):
            standings.append(list(scores))
    if not standings:
        return False
    then = standings[len(standings) // 2]
    worst = max(then) if tale.score.fewest else min(then)
    return then[tale.me] == worst and then.count(worst) == 1


COMMON = (
    Badge(
        "shared-throne",
        mark("Room for two"),
        mark("Share a win. The throne creaks, but it holds."),
        (Ended,),
        _shared,
    ),
    Badge(
        "from-the-cellar",
        mark("Up from the cellar"),
        mark("Be last of all, alone, when the game is half over, and win it alone."),
        (Ended,),
        _came_from_behind,
    ),
)
"""What can be earned in every game."""
