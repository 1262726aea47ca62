"""The pages of a group and of the club; what they change, they change through the API."""

import asyncio
import math
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from chancebox.engine.game.texts import _, listed, n_
from chancebox.games import game, names
from chancebox.server.access.visitors import YEAR
from chancebox.server.house.groups import MOST_IN_SERIES
from chancebox.server.screens import club as club_house
from chancebox.server.screens.club import COOKIE, Club, club_of
from chancebox.server.screens.qr import qr_code
from chancebox.server.screens.score_chart import Chart, draw
from chancebox.server.screens.turning_points import ScoreAt as Moment
from chancebox.server.tables.errors import NotFound
from chancebox.server.tables.standings import (
    BEST,
    ENOUGH,
    Group,
    Played,
    Series,
    Standing,
    games_of,
    is_over,
    leads_clearly,
    ratings,
    running,
    standings,
)
from chancebox.server.web.dependencies import TheHouse, Visitor
from chancebox.server.web.network import reach_of
from chancebox.web import render

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
MOST_LINES = 8
"""Lines in the chart: of a larger group, those who are ahead."""


class GameLine(NamedTuple):
    """A game of a group as the page tells it."""

    number: int
    title: str
    name: str
    table: str
    is_over: bool
    on: str
    winners: str
    places: list[tuple[int, str]]


class GroupLook(NamedTuple):
    """What a page tells of some games of a group: all of them, or those of a series."""

    verdict: str
    about: str
    is_final: bool
    rows: list[Standing]
    games: list[GameLine]
    """The latest first; those of a series are counted from its first one on."""
    before: list[GameLine]
    """Games before the series that is being played, as the group counts them."""
    chart: Chart | None


@router.get("/g/{group}")
async def group(
    group: str, request: Request, house: TheHouse, visitor: Visitor, series: int | None = None
) -> str:
    """A group: how it stands, its games, and what comes next; or one of its series that is over."""
    found = await house.groups.look(group)
    wanted = next((one for one in found.series if one.first == series), None) if series else None
    if series and wanted is None:
        raise NotFound(_("There is no such series."))
    shown = wanted or found.now
    look = look_at(found, shown)
    called = names_of(found)
    signs = initials({one.number: one.name for one in found.members.values()})
    rated = ratings(found.games)
    base, _door = reach_of(request)()
    link = f"{base}/g/{found.id}" + (f"?series={wanted.first}" if wanted else "") if base else ""
    return render.page(
        "group.html",
        group=found,
        look=look,
        about=about,
        series=wanted,
        earlier=[one for one in found.series if one != shown and _is_over(found, one)],
        names=called,
        signs=signs,
        chart_names=[called[one.member] for one in look.rows],
        chart_signs=[signs[one.member] for one in look.rows],
        titles=titles(),
        mine=found.of(visitor),
        is_host=found.is_host(visitor),
        coming=_coming(found),
        rated=rated,
        clearly=leads_clearly(rated),
        enough=ENOUGH,
        most=MOST_IN_SERIES,
        link=link,
        qr=qr_code(link) if link else "",
        club=club_of(request),
    )


@router.get("/club/{key}")
async def club(key: str, request: Request, response: Response, house: TheHouse) -> str:
    """The club of the house; for those who have its link there is one."""
    found = club_of(request, key)
    if found is None:
        raise NotFound(_("There is nothing here."))
    _know_again(found, request, response)
    groups = await asyncio.to_thread(club_house.series_of, house)
    return render.page(
        "club.html",
        club=found,
        tables=await club_house.describe_tables(house),
        groups=groups,
        leaders=await asyncio.to_thread(club_house.leaders, house),
        last=club_house.LAST_GAMES,
        records=await asyncio.to_thread(club_house.records, house),
        titles=titles(),
        # The deal of the day has a page where that is a part of the house.
        has_daily=any(getattr(route, "path", "") == "/daily" for route in request.app.routes),
    )


def _know_again(found: Club, request: Request, response: Response) -> None:
    """Let a browser keep the key, out of reach of scripts: so tables can be shown to the club."""
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, found.key, max_age=YEAR, httponly=True, samesite="lax", secure=secure)


def titles() -> dict[str, str]:
    """Return the games of the house by name."""
    return {name: _(game(name).title) for name in names()}


def names_of(found: Group) -> dict[int, str]:
    """Return what members are called; nobody knows any more who has left."""
    return {one.number: one.name or _("somebody who left") for one in found.members.values()}


def initials(called: Mapping[int, str]) -> dict[int, str]:
    """
    Return the sign of each member: colours and marks belong to seats, and who is A today was B yesterday.

    >>> initials({0: "Ann", 1: "Ben", 2: "bob", 3: "", 4: "Cleo", 5: "Clara"})
    {0: 'A', 1: 'Be', 2: 'Bo', 3: '–', 4: 'C1', 5: 'C2'}
    """
    first = {number: name[:1].upper() for number, name in called.items()}
    two = {number: first[number] + name[1:2].lower() for number, name in called.items()}
    found: dict[int, str] = {}
    for number, letter in first.items():
        alike = [other for other in first if first[other] == letter]
        pairs = [two[other] for other in alike]
        place = alike.index(number) + 1
        longer = two[number] if len({*pairs}) == len(pairs) else f"{letter}{place}"
        found[number] = (letter if len(alike) == 1 else longer) if letter else "–"
    return found


def look_at(found: Group, series: Series | None) -> GroupLook:
    """Tell how a group stands: in a series, or in all of its games."""
    following = next((one for one in found.series if series and one.first > series.first), None)
    counted = (
        games_of(series, found.games, following) if series else [one for one in found.games if one.ended]
    )
    if not counted and series:
        # A series that has just been agreed on: what was before is still what there is to tell.
        counted, told = [one for one in found.games if one.ended], None
    else:
        told = series
    rows = standings(counted)
    is_final = told is not None and is_over(told, counted)
    games, before = _listed(found, series, following, counted if is_final else [])
    return GroupLook(
        verdict(found, rows, told, counted),
        about(series) if series else "",
        is_final,
        rows,
        games,
        before,
        _chart(rows, counted),
    )


def _listed(
    found: Group, series: Series | None, following: Series | None, final: Sequence[Played]
) -> tuple[list[GameLine], list[GameLine]]:
    """List the games of which a page tells, the latest first, and those before a series without a final."""
    shown = [one for one in found.games if one.ended or one.is_open]
    lines = [_line(found, one) for one in reversed(shown)]
    if series is None:
        return lines, []
    end = following.first if following else math.inf
    own = final or [one for one in shown if series.first <= one.number < end]
    if not own:
        # It has just been agreed on.
        return lines, []
    numbered = [_line(found, one)._replace(number=n) for n, one in enumerate(own, 1)]
    return numbered[::-1], [] if final else [line for line in lines if line.number < series.first]


def verdict(found: Group, rows: Sequence[Standing], series: Series | None, games: Sequence[Played]) -> str:
    """Say in one sentence who is ahead, or who has won."""
    called = names_of(found)
    first = [one for one in rows if one.place == 1]
    who = listed([called[one.member] for one in first], "and")
    if not first or not first[0].wins:
        ended = series is not None and is_over(series, games)
        return _("Nobody of you has won the series.") if ended else _("Nobody of you has won yet.")
    many = len(first)
    if series and is_over(series, games):
        return n_("{names} wins the series!", "{names} share the series!", many).format(names=who)
    wins = n_("{n} win", "{n} wins", first[0].wins).format(n=first[0].wins)
    after = n_("after one game", "after {n} games", len(games)).format(n=len(games))
    told = n_("{names} leads with {wins} {after}.", "{names} lead with {wins} each {after}.", many)
    return told.format(names=who, wins=wins, after=after)


def about(series: Series) -> str:
    """Say what a group has agreed to play."""
    title = _(game(series.game).title) if series.game in names() else ""
    if series.kind == BEST and title:
        return _("Best of {n}: {game}").format(n=series.games, game=title)
    if series.kind == BEST:
        return _("Best of {n}, of any games").format(n=series.games)
    if title:
        return n_("A series of one game: {game}", "A series of {n} games: {game}", series.games).format(
            n=series.games, game=title
        )
    return n_("An evening of one game", "An evening of {n} games", series.games).format(n=series.games)


def _is_over(found: Group, series: Series) -> bool:
    following = next((one for one in found.series if one.first > series.first), None)
    played = games_of(series, found.games, following)
    return bool(played) and (following is not None or is_over(series, played))


def _line(found: Group, played: Played) -> GameLine:
    called = names_of(found)

    def name(one: Any) -> str:
        return called[one.member] if one.member is not None else one.name or _("a guest")

    winners = listed([name(one) for one in played.placed if one.has_won], "and")
    return GameLine(
        played.number,
        _(game(played.game).title) if played.game in names() else played.game,
        played.game,
        played.table if played.is_kept else "",
        played.ended is not None,
        datetime.fromtimestamp(played.ended or played.opened, UTC).date().isoformat(),
        winners,
        [(one.place, name(one)) for one in sorted(played.placed, key=lambda one: one.place)],
    )


def _chart(rows: Sequence[Standing], games: Sequence[Played]) -> Chart | None:
    """Draw the wins after each game, a line for each of those who are ahead."""
    shown = [one.member for one in rows[:MOST_LINES]]
    points = [Moment(n, wins) for n, wins in enumerate(running(games, shown))]
    return draw(_("wins"), points, len(games))


def _coming(found: Group) -> list[int]:
    """List who is expected at the next table: whoever sat at the last one."""
    last = next((one for one in reversed(found.games) if one.placed), None)
    return [one.member for one in last.placed if one.member is not None] if last else []
