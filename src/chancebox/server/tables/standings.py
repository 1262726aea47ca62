"""
How a group stands: counted anew from the results of its games whenever somebody looks, never kept.

Who has won more games is ahead; of those who won as many, who came in better on average. Who is equal in
both shares the place. A win that is shared counts for each who shares it. Bots play along, and take places
and wins away, but have no line of their own.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from chancebox.engine.game.texts import _
from chancebox.server.tables.errors import NotYours

BEST, ALL_GAMES = "best", "games"
KINDS = (BEST, ALL_GAMES)
"""A series is over when somebody cannot be caught any more (best of n), or after n games."""
ENOUGH = 10
"""Games of the same two members before anybody is rated."""
PRIOR = 0.3
"""How far members differ, before anything is known: a share of the win per game, one standard deviation."""
SUPPOSED = 2
"""Games of equal players that are added to how far results lie apart: ten alike are not that sure."""
NINETY = 1.645
"""Standard deviations between which nine of ten cases lie."""
MOST_MEMBERS = 16
"""Members of a group; who comes later plays, and is in nobody's table of standings."""


class Placed(NamedTuple):
    """One seat of a finished game."""

    seat: int
    member: int | None
    name: str
    is_bot: bool
    place: int
    has_won: bool
    stood_in: bool
    luck: float | None
    """What luck did for it, in shares of the win; nothing where the game was not reviewed."""


class Played(NamedTuple):
    """A game of a group; who came where is known when it is over."""

    number: int
    table: str
    game: str
    opened: float
    ended: float | None
    is_kept: bool
    """Whether the table is still there."""
    placed: tuple[Placed, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether it can still be played."""
        return self.ended is None and self.is_kept


class Standing(NamedTuple):
    """How a member stands."""

    place: int
    member: int
    wins: int
    games: int
    average: float
    """The average place."""


class Series(NamedTuple):
    """What a group has agreed to play."""

    first: int
    kind: str
    games: int
    game: str
    """The one game of which all are, or nothing: an evening over several."""


class Rating(NamedTuple):
    """
    How well a member plays, as far as that can be told.

    The value is what they win beyond a fair share, in hundredths of a win per game; it lies between low and
    high in nine of ten cases.
    """

    member: int
    value: float
    low: float
    high: float
    games: int
    reviewed: int
    """Games of these from which luck could be taken away."""


def standings(games: Sequence[Played]) -> list[Standing]:
    """Rank all members who played, the best first."""
    placed = [one for game in games if game.ended for one in game.placed if one.member is not None]
    found = []
    for member in dict.fromkeys(one.member for one in placed):
        assert member is not None
        own = [one for one in placed if one.member == member]
        average = sum(one.place for one in own) / len(own)
        found.append(Standing(0, member, sum(one.has_won for one in own), len(own), average))
    found.sort(key=lambda one: (*_rank(one), one.member))
    return [one._replace(place=1 + sum(_rank(other) < _rank(one) for other in found)) for one in found]


def _rank(one: Standing) -> tuple[int, float]:
    return -one.wins, one.average


def running(games: Sequence[Played], members: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Count the wins of these members before the first game, and after each."""
    wins = dict.fromkeys(members, 0)
    yield tuple(wins.values())
    for game in games:
        if game.ended:
            for one in game.placed:
                if one.has_won and one.member in wins:
                    wins[one.member] += 1
            yield tuple(wins.values())


def games_of(series: Series, games: Sequence[Played], following: Series | None = None) -> list[Played]:
    """Return the finished games of a series, in order: those before the next one, and none after its end."""
    last = following.first if following else math.inf
    found: list[Played] = []
    for game in games:
        if series.first <= game.number < last and game.ended and not is_over(series, found):
            found.append(game)
    return found


def is_over(series: Series, games: Sequence[Played]) -> bool:
    """Return whether a series is decided by these games."""
    if len(games) >= series.games:
        return True
    wins = Counter(one.member for game in games for one in game.placed if one.has_won and not one.is_bot)
    del wins[None]
    return series.kind == BEST and max(wins.values(), default=0) > series.games // 2


def ratings(games: Sequence[Played]) -> list[Rating]:
    """
    Rate those who met often enough, the best first; nobody otherwise.

    A game tells what somebody won beyond the fair share. Where it was reviewed, all luck is taken away from
    that: luck is even in the long run, so what is left tells the same with less noise. A little doubt goes
    in before the first game (`PRIOR`), which draws few games towards the middle.
    """
    counted = [game for game in games if game.ended and any(one.has_won for one in game.placed)]
    met = Counter(pair for game in counted for pair in combinations(_rated_in(game), 2))
    often = {member for pair, times in met.items() if times >= ENOUGH for member in pair}
    found = []
    for member in often:
        own = [(game, one) for game in counted for one in game.placed if one.member == member]
        own = [(game, one) for game, one in own if member in _rated_in(game)]
        results = [_beyond_share(game, one) for game, one in own]
        mean = sum(results) / len(results)
        fair = sum(1 / len(game.placed) for game, _one in own) / len(own)
        apart = sum((result - mean) ** 2 for result in results) + SUPPOSED * fair * (1 - fair)
        known = len(results) * (len(results) - 1 + SUPPOSED) / apart
        doubt = 1 / (known + 1 / PRIOR**2)
        value, error = mean * known * doubt, NINETY * math.sqrt(doubt)
        found.append(
            Rating(
                member,
                100 * value,
                100 * (value - error),
                100 * (value + error),
                len(results),
                sum(one.luck is not None for _game, one in own),
            )
        )
    return sorted(found, key=lambda one: (-one.value, one.member))


def leads_clearly(found: Sequence[Rating]) -> bool:
    """Return whether the first of these is better than the second beyond their doubts."""
    return len(found) > 1 and found[0].low > found[1].high


def _rated_in(game: Played) -> list[int]:
    """List the members who played a game themselves, from its beginning to its end."""
    return sorted(one.member for one in game.placed if one.member is not None and not one.stood_in)


def _beyond_share(game: Played, one: Placed) -> float:
    winners = sum(other.has_won for other in game.placed)
    won = 1 / winners if one.has_won else 0.0
    return won - 1 / len(game.placed) - (one.luck or 0.0)


class Member(NamedTuple):
    """Somebody who belongs to a group; whoever left has no name any more."""

    number: int
    name: str
    visitor: str

    @property
    def is_here(self) -> bool:
        return bool(self.name)


class Group(NamedTuple):
    """A group as the store knows it now."""

    id: str
    host: int
    club: bool
    founded: float
    members: dict[int, Member]
    games: list[Played]
    """All of them in order, those that are not over included."""
    series: list[Series]

    @property
    def last(self) -> Played | None:
        """The latest game, over or not."""
        return self.games[-1] if self.games else None

    @property
    def now(self) -> Series | None:
        """The latest series, decided or not."""
        return self.series[-1] if self.series else None

    @property
    def running(self) -> Series | None:
        """The series that is being played."""
        now = self.now
        return None if now is None or is_over(now, games_of(now, self.games)) else now

    def of(self, visitor: str) -> list[Member]:
        """List the members whose places belong to a device."""
        return [one for one in self.members.values() if visitor and one.visitor == visitor]

    def is_host(self, visitor: str) -> bool:
        """Return whether the host's place belongs to this device."""
        return any(one.number == self.host for one in self.of(visitor))

    def check_member(self, visitor: str) -> None:
        """Refuse whoever does not belong to the group."""
        if not self.of(visitor):
            raise NotYours(_("Only members of the group can do that."))

    def counted(self) -> list[Played]:
        """Return the games that count now: those of the series that is being played, or all."""
        return games_of(self.running, self.games) if self.running else self.games
