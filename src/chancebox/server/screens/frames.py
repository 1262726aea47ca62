"""
What one viewer gets to see of a table: a frame.

Everything in a frame comes from `Match.view`, `moves` and `happenings` for that viewer, which work
on records that were hidden first. Frames are made here for the live page, for its beats (the moments
on the way to the present), for single moments of the log and for replays, so there is one place
where a secret could slip through, and none.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple, TypeVar, overload

import msgspec

from chancebox.engine.game import badges
from chancebox.engine.game.game import MARKS, seat_letter
from chancebox.engine.game.happenings import SMALL, Happening, flights
from chancebox.engine.game.texts import _, language, listed, n_
from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import CHANCE, SPECTATOR
from chancebox.engine.rules.records import plain
from chancebox.server.house.own_results import badges_of, is_own
from chancebox.server.house.sessions import Session
from chancebox.server.screens.lessons import lesson
from chancebox.server.screens.qr import qr_code
from chancebox.server.screens.score_chart import Chart, draw
from chancebox.server.screens.seating import sides
from chancebox.server.screens.tally import tally
from chancebox.server.screens.turning_points import TurningPoint, standings, turning_points
from chancebox.server.tables import throws
from chancebox.server.tables.errors import NotFound
from chancebox.server.tables.tables import LOBBY, OVER, Table
from chancebox.web import render
from chancebox.web.parts import Board, put_together

K = TypeVar("K")
V = TypeVar("V")
MOST_BEATS = 12
"""Moments that a page is shown before the present; of more, the last ones."""
MOST_KEPT = 40
"""Drawings and stories of one version of a table: more than eyes, fewer than addresses to ask from."""


class Chair(NamedTuple):
    """A seat as the page shows it."""

    seat: int
    letter: str
    mark: str
    name: str
    kind: str
    bot: str
    stand_in: str
    mine: bool
    away: bool
    stopped: bool
    """Whether its bot did not get on and has stopped."""
    asked: bool
    place: int
    """In the final ranking, 0 before."""


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


class Moment(NamedTuple):
    """What an event brought, as somebody may know it."""

    events: int
    """How many events there had been then,"""
    noticed: int
    """and how many of them these eyes had noticed."""
    happened: list[dict[str, Any]]
    ones: list[Happening]
    """The same as a program knows it."""


class Sight(NamedTuple):
    """Through whose eyes somebody looks; the curtain names the seat whose turn it is to look."""

    eyes: int
    curtain: int | None


def look(session: Session, visitor: str, wanted: int | None) -> Sight:
    """
    Find out which seat a visitor sees the table from.

    Who holds one seat looks from there. Several people on one device take turns: the seat that is
    asked looks, and where it sees something that the last one must not, a curtain comes first.
    """
    table = session.table
    mine = [seat for seat in table.seats_of(visitor) if seat not in table.stand_ins]
    if not mine or table.match is None:
        return Sight(SPECTATOR, None)
    if len(mine) == 1:
        return Sight(mine[0], None)
    eyes = wanted if wanted in mine else SPECTATOR
    if table.stage == OVER:
        # Nothing is secret any more: who opens the table again sees it as one of those who played.
        return Sight(mine[0] if eyes == SPECTATOR else eyes, None)
    asked = [seat for seat in mine if seat in table.match.to_act]
    waited = throws.awaited(table)
    if waited is not None and waited.thrower in mine:
        # Who throws takes the device.
        asked = [waited.thrower]
    if eyes in asked or not asked:
        return Sight(eyes, None)
    if table.match.same_sight(eyes, asked[0]):
        return Sight(asked[0], None)
    return Sight(eyes, asked[0])


def frame(session: Session, visitor: str, wanted: int | None, base: str, door: str = "") -> dict[str, Any]:
    """Draw a table for a visitor, in one piece."""
    drawn = draw_frame(session, visitor, wanted, base, door)
    return {**drawn, "html": str(drawn["html"])}


def draw_frame(
    session: Session, visitor: str, wanted: int | None, base: str, door: str = ""
) -> dict[str, Any]:
    """
    Draw a table for a visitor as a board of parts, with what the page needs to know about it.

    `base` is the address that others reach; without one, `door` says what can be done about it (`network`).
    """
    table = session.table
    sight = look(session, visitor, wanted)
    match = table.match
    drawn: dict[str, Any] = {
        "version": table.version_for(visitor),
        "stage": table.stage,
        "eyes": sight.eyes,
        "seats": table.seats_of(visitor),
        "html": _html(session, visitor, sight, base, door),
        "link": link_to(session, base),
        "hints": table.hints,
        "odds": table.odds,
        "host": visitor == table.host,
        "removable": table.can_remove(visitor),
        "seal": table.seal.known_to(visitor) if table.seal else None,
        "curtain": None,
        "turn": False,
        "name": "",
        "asked": 0,
        "won": False,
        "lesson": lesson(session, sight.eyes),
    }
    if match is not None:
        waited = throws.awaited(table)
        is_throwing = waited is not None and waited.visitor == visitor and sight.curtain is None
        drawn["turn"] = sight.eyes in match.to_act or is_throwing
        drawn["name"] = "" if sight.eyes == SPECTATOR else table.places[sight.eyes].name
        asked = max(table.asked.values()) if is_throwing else table.asked.get(sight.eyes, 0)
        drawn["asked"] = table.version_for(visitor, asked or None)
        if sight.curtain is not None:
            drawn["curtain"] = {"seat": sight.curtain, "name": table.places[sight.curtain].name}
        # Several people on one device hear of a victory when one of them has won.
        drawn["won"] = bool(match.result and {*table.seats_of(visitor), sight.eyes} & {*match.result.winners})
    return drawn


def story(session: Session, eyes: int, since: int) -> list[Moment]:
    """Return what happened after so many events that these eyes noticed, as they may know it."""
    match, visibility = session.table.match, session.table.visibility
    if match is None:
        return []
    key = (language(), eyes, min(since, len(match.events)))
    if key not in session.stories:
        happened = match.happenings(eyes, visibility.find(eyes, since))
        moments = [
            Moment(n, visibility.count(eyes, n), [_staged(session, match, one) for one in ones], ones)
            for n, ones in happened
        ]
        _keep(session.stories, key, moments)
    return session.stories[key]


def _staged(session: Session, match: Match, one: Happening) -> dict[str, Any]:
    """
    Describe a happening to the page: what it was, how it is shown and heard, and how the log tells it.

    Once for all who know the same of it: what somebody knows is in the happening, and nothing else.
    """
    key = (language(), msgspec.json.encode(one))
    if key not in session.staged:
        text = match.game.story.sentence(match.box, one, match.names)
        moved = flights(one.changes(), one.supply)
        shown = {"stage": one.stage, "flights": moved, "sound": one.sound, "pieces": one.pieces}
        _keep(session.staged, key, {**msgspec.to_builtins(one), **shown, "text": text})
    return session.staged[key]


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


def _log_line(table: Table, moment: Moment) -> LogLine:
    told = [one for one in moment.happened if one["text"]]
    seats = {one.get("seat") for one in told}
    rounds = [number for one in moment.happened if (number := one.get("round"))]
    text = " ".join(filter(None, [*(one["text"] for one in told), throws.remark(table, moment.events - 1)]))
    seat = seats.pop() if len(seats) == 1 else None
    return LogLine(moment.noticed, text, seat, rounds[-1] if rounds else None)


def _news(session: Session, eyes: int, since: int) -> list[str]:
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
    if key not in session.retold:
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
        _keep(session.retold, key, Retold(lines, chart, honours))
    return session.retold[key]


def _honours(session: Session, visitor: str, eyes: int) -> list[badges.Badge]:
    """List what a seat has earned, for who has played all of it."""
    own = eyes != SPECTATOR and is_own(session.table, eyes, visitor)
    return retell(session, eyes).honours if own else []


def beats(session: Session, visitor: str, sight: Sight, since: int) -> list[dict[str, Any]]:
    """
    Draw the table at each moment after so many events that deserves one, with what happened by then.

    What is small is shown together with what follows. The last moment is the present, and needs no
    picture of its own.
    """
    noticed = session.table.visibility.count(sight.eyes)
    found: list[tuple[int | None, list[dict[str, Any]]]] = []
    waiting: list[dict[str, Any]] = []
    for moment in story(session, sight.eyes, since):
        waiting += moment.happened
        is_large = any(one["stage"] not in SMALL for one in moment.happened)
        if is_large and moment.noticed < noticed:
            found.append((moment.events, waiting))
            waiting = []
    if waiting:
        found.append((None, waiting))
    return [
        {
            "happened": happened,
            "html": None if n is None else _beat(session, visitor, sight.eyes, n, happened),
        }
        for n, happened in found[-MOST_BEATS:]
    ]


def _beat(session: Session, visitor: str, eyes: int, n: int, happened: list[dict[str, Any]]) -> Board:
    key = ("beat", language(), eyes, n, tuple(session.table.seats_of(visitor)))
    if key not in session.rendered:
        match = session.table.playing.fork(n)
        news = [one["text"] for one in happened if one["text"]]
        _keep(session.rendered, key, _board(session, match, visitor, Sight(eyes, None), news=news))
    return session.rendered[key]


def moment(session: Session, eyes: int, n: int, whole: bool = False) -> str:
    """Draw the table as it was after so many events that these eyes noticed, or of the whole game."""
    visibility = session.table.visibility
    if not whole and not 0 <= n <= visibility.count(eyes):
        raise NotFound(
            _("There were {n} events; there is no moment {asked}.").format(n=visibility.count(eyes), asked=n)
        )
    match = session.table.playing.fork(n if whole else visibility.find(eyes, n))
    return str(_board(session, match, "", Sight(eyes, None), moment=n))


def chairs(session: Session, visitor: str, match: Match | None) -> list[Chair]:
    """Describe the seats."""
    table = session.table
    result = match.result if match else None
    asked = match.to_act if match else ()
    return [
        Chair(
            seat=seat,
            letter=seat_letter(seat),
            mark=MARKS[seat],
            name=place.name,
            kind=place.kind,
            bot=place.bot,
            stand_in=table.stand_ins.get(seat, ""),
            mine=bool(visitor) and place.visitor == visitor,
            away=table.stage != OVER and session.is_away(seat),
            stopped=session.has_stopped(seat),
            asked=seat in asked,
            place=result.places[seat] if result else 0,
        )
        for seat, place in enumerate(table.places)
    ]


def _seated(session: Session, match: Match, thrower: int | None) -> list[Chair]:
    """Describe the seats on a board, where nobody is somebody's: once for all who look."""
    key = (len(match.events), thrower)
    if key not in session.seated:
        seated = chairs(session, "", match)
        if thrower is not None:
            seated[thrower] = seated[thrower]._replace(asked=True)
        session.seated[key] = seated
    return session.seated[key]


def _html(session: Session, visitor: str, sight: Sight, base: str, door: str) -> Board:
    table = session.table
    lobby = table.stage == LOBBY
    # Players of the same kind see the same: everything the templates ask about a visitor is in here.
    kind = (language(), sight, tuple(table.seats_of(visitor)), session.acts_as_host(visitor))
    key = (*kind, base, door) if lobby else kind
    if key not in session.rendered:
        drawn = (
            _lobby(session, visitor, base, door) if lobby else _board(session, table.playing, visitor, sight)
        )
        _keep(session.rendered, key, drawn)
    return session.rendered[key]


def _keep(kept: dict[K, V], key: K, value: V) -> None:
    """Keep what others may want to see as well; not all that somebody could ask for."""
    if len(kept) >= MOST_KEPT:
        kept.clear()
    kept[key] = value


def link_to(session: Session, base: str) -> str:
    """Return the address of a table for others; nothing if they could not come."""
    return f"{base}/t/{session.table.id}" if base else ""


def _lobby(session: Session, visitor: str, base: str, door: str) -> Board:
    table = session.table
    link = link_to(session, base)
    drawn = render.page(
        "lobby.html",
        game=table.game,
        table=table,
        code=session.code,
        link=link,
        qr=qr_code(link) if link else "",
        door=door,
        inviter=next(
            (place.name for place in table.places if table.host and place.visitor == table.host), ""
        ),
        chairs=chairs(session, visitor, None),
        host=visitor == table.host,
        awaited=session.missing(),
        score=score_line(table),
    )
    return put_together([drawn])


def score_line(table: Table) -> str:
    """Say how often each has won since the first of these rematches; nothing at the first table."""
    games = table.games + (table.stage == OVER)
    if not table.games:
        return ""
    score = listed(
        _("{name} {n}").format(name=place.name, n=n)
        for place, n in zip(table.places, table.wins_so_far(), strict=True)
    )
    return n_("After one game: {score}.", "After {n} games: {score}.", games).format(n=games, score=score)


def _board(
    session: Session,
    match: Match,
    visitor: str,
    sight: Sight,
    moment: int | None = None,
    news: list[str] | None = None,
) -> Board:
    """Draw a board: the present, a moment of the log, or, with its own news, one that passes by."""
    table = session.table
    eyes = sight.eyes
    passing = news is not None
    present = moment is None and not passing
    asked = eyes in match.to_act and present
    if present:
        before = table.events_before_news(visitor)
        news = _news(session, eyes, table.visibility.count(eyes, before))
    is_host = session.acts_as_host(visitor)
    waited = throws.awaited(table) if present else None
    # Who throws real dice is waited for like who decides.
    seated = _seated(session, match, None if waited is None else waited.thrower)
    mine = table.seats_of(visitor)
    result = match.result
    spectator = eyes == SPECTATOR

    def latest() -> int:
        """Count the events up to the last one that these eyes noticed."""
        visibility = table.visibility
        return visibility.find(eyes, visibility.count(eyes, len(match.events)))

    return render.board(
        table.game,
        keep=session.parts.keep,
        game=table.game,
        table=table,
        own_box=bool(table.box.text),
        v=match.view(eyes),
        me=None if spectator else eyes,
        chairs=seated,
        sides=sides(seated, None if spectator else eyes),
        waiting=[chair for chair in seated if chair.asked and chair.seat != eyes],
        deciding=[seated[seat] for seat in match.to_act if seat != CHANCE],
        asked=asked,
        waited=waited,
        throws_here=waited is not None and waited.visitor == visitor and sight.curtain is None,
        throws_mine=waited is not None and waited.thrower in mine,
        pads=throws.pads(table, visitor, is_host) if present and sight.curtain is None else [],
        moves=Moves(match, eyes) if asked else (),
        undo=present and table.can_undo(eyes),
        over=not match.to_act,
        result=result,
        winners=[seated[seat].name for seat in result.winners] if result else [],
        # Where several people look at one page, nobody is "you": the winner has a name.
        won=bool(result and eyes in result.winners) and mine == [eyes],
        # Told before anybody has decided anything, and in the end.
        score=score_line(table) if present and (result or not _has_decided(match)) else "",
        retold=retell(session, eyes) if present and result else None,
        honours=_honours(session, visitor, eyes) if present and result else [],
        news=news or [],
        moment=moment,
        passing=passing,
        tally=lambda seat, what: tally(match, eyes, session.tallies)[seat, what],
        happened=lambda: _happened(match, eyes, latest()),
        since=lambda kind: _since(match, eyes, latest(), kind),
        noticed=lambda: table.visibility.count(eyes, len(match.events)),
        before=lambda: match.fork(max(0, latest() - 1)).view(eyes),
        spectator=spectator,
        # Several people at one device: every question names the one who is asked.
        shared=len(mine) > 1,
        host=present and is_host,
        hints=asked and table.hints,
        warming=present and session.warming,
        hurried=present and session.driver is not None and session.driver.hurried,
        failing=present and session.driver is not None and session.driver.failing,
        away=[seated[seat] for seat in mine if seated[seat].stand_in],
        hand_to=None if sight.curtain is None or spectator or not present else seated[sight.curtain],
    )


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
