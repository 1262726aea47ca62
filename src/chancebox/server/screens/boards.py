"""Boards: a typed page of what one viewer may know, built by four functions, and drawn by templates."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, overload

from chancebox.engine.game import badges
from chancebox.engine.game.game import Game
from chancebox.engine.game.happenings import Happening
from chancebox.engine.game.texts import _
from chancebox.engine.match.match import Match, Result
from chancebox.engine.rules.contract import CHANCE, SPECTATOR
from chancebox.engine.rules.records import plain
from chancebox.server.house.sessions import Session
from chancebox.server.screens.drawings import drawings_of
from chancebox.server.screens.lobby import score_line
from chancebox.server.screens.retelling import Retold, honours, retell
from chancebox.server.screens.seating import Chair, Side, seated, sides
from chancebox.server.screens.sight import Sight
from chancebox.server.screens.stories import latest_news, tally
from chancebox.server.tables import moves, throws
from chancebox.server.tables.errors import NotFound
from chancebox.server.tables.table import Table
from chancebox.web import render
from chancebox.web.parts import Board


class Moves(Sequence[str]):
    """The moves of a seat, listed when a template first asks: most boards do without the list."""

    def __init__(self, match: Match, seat: int) -> None:
        self._match, self._seat = match, seat

    @cached_property
    def _listed(self) -> list[str]:
        return self._match.moves(self._seat)

    def __len__(self) -> int:
        return len(self._listed)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        return self._listed[index]

    def words(self, move: str) -> str:
        """Describe a move as people would, for a button; games whose notation has words need nothing else."""
        match, seat = self._match, self._seat
        describe = getattr(match.game.notation, "words", None)
        told: str = describe(match.box, plain(match.position(seat)), seat, move) if describe else move
        return told[:1].upper() + told[1:]


@dataclass(frozen=True)
class Seating:
    """Who sits where, as one of them sees it."""

    me: int | None
    chairs: Sequence[Chair]
    sides: Sequence[Side]
    spectator: bool
    shared: bool
    """Whether several people look at this device: every question names the one who is asked."""
    host: bool
    away: Sequence[Chair]
    """Own seats for which a bot plays."""
    hand_to: Chair | None
    """Who shall look next at this device."""


@dataclass(frozen=True)
class Asked:
    """What is asked, and who is waited for."""

    asked: bool
    waiting: Sequence[Chair]
    deciding: Sequence[Chair]
    waited: throws.Awaited | None
    """A throw of real dice."""
    throws_here: bool
    throws_mine: bool
    pads: Sequence[throws.Pad]
    moves: Sequence[str]
    warming: bool
    hurried: bool
    failing: bool


@dataclass(frozen=True)
class News:
    """What happened, up to the moment that is shown."""

    moment: int | None
    passing: bool
    news: Sequence[str]
    over: bool
    result: Result | None
    winners: Sequence[str]
    won: bool
    score: str
    retold: Retold | None
    honours: Sequence[badges.Badge]
    tally: Callable[[int, str], int]
    happened: Callable[[], dict[str, Happening]]
    since: Callable[[str], list[Happening]]
    noticed: Callable[[], int]
    before: Callable[[], Any]


@dataclass(frozen=True)
class Permitted:
    """What may be done beside answering."""

    undo: bool
    hints: bool


@dataclass(frozen=True)
class Page:
    """All that a board is drawn from; templates place it and decide nothing."""

    game: Game
    table: Table
    v: Any
    """The view of the game."""
    seating: Seating
    question: Asked
    news: News
    permitted: Permitted

    def names(self) -> dict[str, Any]:
        """Return what templates call these things."""
        found = {"game": self.game, "table": self.table, "v": self.v, "own_box": bool(self.table.box.text)}
        for group in (self.seating, self.question, self.news, self.permitted):
            found |= vars(group)
        return found


@dataclass
class Shown:
    """What is to be drawn: which match, for whom, and whether it is the present."""

    session: Session
    match: Match
    visitor: str
    sight: Sight
    moment: int | None = None
    passing: Sequence[str] | None = None
    """The news of a moment that passes by."""

    @cached_property
    def is_present(self) -> bool:
        return self.moment is None and self.passing is None

    @cached_property
    def is_asked(self) -> bool:
        return self.is_present and self.sight.eyes in self.match.to_act

    @cached_property
    def waited(self) -> throws.Awaited | None:
        """The throw of real dice that the table waits for."""
        return throws.awaited(self.session.table) if self.is_present else None

    @cached_property
    def chairs(self) -> list[Chair]:
        # Who throws real dice is waited for like who decides.
        return seated(self.session, self.match, None if self.waited is None else self.waited.thrower)


def draw_board(shown: Shown) -> Board:
    """Draw a board: the present, a moment of the log, or, with its own news, one that passes by."""
    table, match = shown.session.table, shown.match
    page = Page(
        table.game,
        table,
        match.view(shown.sight.eyes),
        who_sits(shown),
        what_is_asked(shown),
        what_happened(shown),
        what_is_permitted(shown),
    )
    return render.board(table.game, keep=drawings_of(shown.session).parts.keep, **page.names())


def who_sits(shown: Shown) -> Seating:
    """Return who sits where."""
    eyes, curtain = shown.sight
    found, mine = shown.chairs, shown.session.table.seats_of(shown.visitor)
    me = None if eyes == SPECTATOR else eyes
    is_handed = curtain is not None and me is not None and shown.is_present
    return Seating(
        me=me,
        chairs=found,
        sides=sides(found, me),
        spectator=me is None,
        shared=len(mine) > 1,
        host=shown.is_present and shown.session.acts_as_host(shown.visitor),
        away=[found[seat] for seat in mine if found[seat].stand_in],
        hand_to=found[curtain] if is_handed and curtain is not None else None,
    )


def what_is_asked(shown: Shown) -> Asked:
    """Return the question that stands, and what can be answered."""
    session, visitor, waited = shown.session, shown.visitor, shown.waited
    eyes, curtain = shown.sight
    driver = session.driver if shown.is_present else None
    is_looking = shown.is_present and curtain is None
    return Asked(
        asked=shown.is_asked,
        waiting=[chair for chair in shown.chairs if chair.asked and chair.seat != eyes],
        deciding=[shown.chairs[seat] for seat in shown.match.to_act if seat != CHANCE],
        waited=waited,
        throws_here=waited is not None and waited.visitor == visitor and curtain is None,
        throws_mine=waited is not None and waited.thrower in session.table.seats_of(visitor),
        pads=throws.pads(session.table, visitor, session.acts_as_host(visitor)) if is_looking else [],
        moves=Moves(shown.match, eyes) if shown.is_asked else (),
        warming=shown.is_present and session.warming,
        hurried=driver is not None and driver.hurried,
        failing=driver is not None and driver.failing,
    )


def what_happened(shown: Shown) -> News:
    """Return what led to this moment, and how it ended if it did."""
    session, match, table = shown.session, shown.match, shown.session.table
    eyes, result, mine = shown.sight.eyes, match.result, table.seats_of(shown.visitor)
    count, find = table.visibility.count, table.visibility.find
    ends_here = shown.is_present and result is not None
    news = shown.passing
    if shown.is_present:
        before = table.events_before_news(shown.visitor)
        news = latest_news(session, eyes, count(eyes, before))

    def latest() -> int:
        """Count the events up to the last one that these eyes noticed."""
        return find(eyes, count(eyes, len(match.events)))

    return News(
        moment=shown.moment,
        passing=shown.passing is not None,
        news=news or [],
        over=not match.to_act,
        result=result,
        winners=[shown.chairs[seat].name for seat in result.winners] if result else [],
        # Where several people look at one page, nobody is "you": the winner has a name.
        won=bool(result and eyes in result.winners) and mine == [eyes],
        # Told before anybody has decided anything, and in the end.
        score=score_line(table) if shown.is_present and (result or not _has_decided(match)) else "",
        retold=retell(session, eyes) if ends_here else None,
        honours=honours(session, shown.visitor, eyes) if ends_here else [],
        tally=lambda seat, what: tally(match, eyes, drawings_of(session).tallies)[seat, what],
        happened=lambda: _happened(match, eyes, latest()),
        since=lambda kind: _since(match, eyes, latest(), kind),
        noticed=lambda: count(eyes, len(match.events)),
        before=lambda: match.fork(max(0, latest() - 1)).view(eyes),
    )


def what_is_permitted(shown: Shown) -> Permitted:
    """Return what may be done beside answering."""
    table = shown.session.table
    return Permitted(
        undo=shown.is_present and moves.can_undo(table, shown.sight.eyes),
        hints=shown.is_asked and table.hints,
    )


def draw_moment(session: Session, eyes: int, n: int, whole: bool = False) -> str:
    """Draw the table as it was after so many events that these eyes noticed, or of the whole game."""
    visibility = session.table.visibility
    if not whole and not 0 <= n <= visibility.count(eyes):
        raise NotFound(
            _("There were {n} events; there is no moment {asked}.").format(n=visibility.count(eyes), asked=n)
        )
    match = session.table.playing.fork(n if whole else visibility.find(eyes, n))
    return str(draw_board(Shown(session, match, "", Sight(eyes, None), moment=n)))


def _has_decided(match: Match) -> bool:
    return any(event.seat != CHANCE for event in match.events)


def _happened(match: Match, eyes: int, events: int) -> dict[str, Happening]:
    """Return what the last of so many events brought, by kind, for boards that light it up."""
    told = match.happenings(eyes, max(0, events - 1), events)
    return {type(one).__name__: one for _n, ones in told for one in ones}


def _since(match: Match, eyes: int, events: int, kind: str) -> list[Happening]:
    """Return what has happened from the last happening of a kind on, for boards that show how it went."""
    told: list[Happening] = []
    for n in reversed(range(events)):
        happened = [one for _n, ones in match.happenings(eyes, n, n + 1) for one in ones]
        told = [*happened, *told]
        kinds = [type(one).__name__ for one in happened]
        if kind in kinds:
            return told[len(kinds) - 1 - kinds[::-1].index(kind) :]
    return []
