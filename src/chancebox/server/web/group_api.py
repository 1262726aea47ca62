"""The JSON API of groups and of the club: found a group, open its next table, agree on a series, leave."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from pydantic import Field

from chancebox.engine.game.texts import _
from chancebox.server.house.bodies import REFUSALS, CommandBody, Strict
from chancebox.server.house.groups import MOST_GAMES, MOST_IN_SERIES, Coming
from chancebox.server.screens.club import club_of, show_table
from chancebox.server.tables.errors import NotFound
from chancebox.server.tables.standings import MOST_MEMBERS, Group, ratings, standings
from chancebox.server.web.dependencies import TheHouse, TheSession, Visitor, address_of, limits_of

router = APIRouter(prefix="/api/v1", responses=REFUSALS)

MemberNumber = Annotated[int, Field(ge=0, le=10_000)]


class NextTable(CommandBody):
    """The next table of a group."""

    number: Annotated[int, Field(ge=1, le=MOST_GAMES + 1)]
    """Which game of the group it is; whoever names the same one comes to the same table."""
    game: Annotated[str, Field(max_length=40)]
    members: Annotated[list[MemberNumber], Field(min_length=1, max_length=MOST_MEMBERS)]
    """Who comes; the others are left out."""
    bots: Annotated[int, Field(ge=0, le=7)] = 0
    bot: Annotated[str, Field(max_length=40)] = "thumb"
    free: Annotated[int, Field(ge=0, le=7)] = 0
    """Seats for whoever else has the link of the group."""
    aside: bool = False
    """Whether the last table may be left unfinished (the host)."""


class SeriesWish(CommandBody):
    """What a group agrees to play: best of n games, or n games; of one game, or of any (an evening)."""

    kind: Literal["best", "games"]
    games: Annotated[int, Field(ge=1, le=MOST_IN_SERIES)]
    game: Annotated[str, Field(max_length=40)] = ""


class Showing(CommandBody):
    """Whether the club sees something; whoever did not come by its link names its key."""

    shown: bool
    key: Annotated[str, Field(max_length=64)] = ""


class GroupName(Strict):
    """A group, by its id, which is a key to it."""

    group: str


@router.post("/tables/{table}/group")
async def found(
    body: CommandBody, request: Request, session: TheSession, house: TheHouse, visitor: Visitor
) -> GroupName:
    """Make a group of those who played here, with a link and a running score; the same one if it is there."""
    limits_of(request).groups.take(visitor, address_of(request))
    return GroupName(group=await house.groups.found(session, visitor))


@router.get("/groups/{group}")
async def look(group: str, house: TheHouse, visitor: Visitor) -> dict[str, Any]:
    """Return who belongs to a group, its games and how its members stand."""
    return describe(await house.groups.look(group), visitor)


@router.post("/groups/{group}/tables")
async def open_next(
    group: str, body: NextTable, request: Request, house: TheHouse, visitor: Visitor
) -> dict[str, str]:
    """Open the next table, with the members who come and with bots; it begins when all have come."""
    limits_of(request).opening.take(visitor, address_of(request))
    coming = Coming(body.number, body.game, body.members, body.bots, body.bot, body.free, body.aside)
    return {"table": await house.groups.open_next(group, coming, visitor)}


@router.post("/groups/{group}/series")
async def plan(
    group: str, body: SeriesWish, request: Request, house: TheHouse, visitor: Visitor
) -> GroupName:
    """Agree on a series; it begins with the next game."""
    limits_of(request).groups.take(visitor, address_of(request))
    await house.groups.plan(group, body.kind, body.games, body.game, visitor)
    return GroupName(group=group)


@router.post("/groups/{group}/series/end")
async def end_series(
    group: str, body: CommandBody, request: Request, house: TheHouse, visitor: Visitor
) -> GroupName:
    """End a series before its time (the host)."""
    limits_of(request).groups.take(visitor, address_of(request))
    await house.groups.end_series(group, visitor)
    return GroupName(group=group)


@router.post("/groups/{group}/members/{number}/code")
async def offer_place(
    group: str, number: MemberNumber, request: Request, house: TheHouse, visitor: Visitor
) -> dict[str, str]:
    """Make a code by which your place in the group moves to another device, good for ten minutes."""
    limits_of(request).groups.take(visitor, address_of(request))
    return {"code": await house.groups.offer(group, number, visitor)}


@router.post("/groups/{group}/members/{number}/leave")
async def leave(
    group: str, number: MemberNumber, body: CommandBody, house: TheHouse, visitor: Visitor
) -> GroupName:
    """Leave a group, or let somebody go (the host): the name is erased there, results stay."""
    await house.groups.leave(group, number, visitor)
    return GroupName(group=group)


@router.post("/groups/{group}/remove")
async def remove(group: str, body: CommandBody, house: TheHouse, visitor: Visitor) -> GroupName:
    """Remove a group with its standings, for everybody and for good (the host); its tables stay."""
    await house.groups.remove(group, visitor)
    return GroupName(group=group)


@router.post("/groups/{group}/club")
async def show_group(
    group: str, body: Showing, request: Request, house: TheHouse, visitor: Visitor
) -> GroupName:
    """Show a group to the club of the house, or do not (the host, who knows the club's link)."""
    limits_of(request).groups.take(visitor, address_of(request))
    if club_of(request, body.key) is None:
        raise NotFound(_("There is nothing here."))
    await house.groups.show(group, body.shown, visitor)
    return GroupName(group=group)


@router.post("/tables/{table}/club")
async def show_to_club(
    body: Showing, request: Request, session: TheSession, house: TheHouse, visitor: Visitor
) -> dict[str, str]:
    """Show a table to the club of the house, or do not (the host, who knows the club's link)."""
    limits_of(request).groups.take(visitor, address_of(request))
    if club_of(request, body.key) is None:
        raise NotFound(_("There is nothing here."))
    await show_table(house, session.table, body.shown, visitor)
    return {"table": session.table.id}


def describe(group: Group, visitor: str) -> dict[str, Any]:
    """Describe a group as plain data; no device is named."""
    own = {one.number for one in group.of(visitor)}
    running = group.running
    return {
        "group": group.id,
        "yours": sorted(own),
        "host": group.host,
        "members": [{"number": one.number, "name": one.name} for one in group.members.values() if one.name],
        "series": running._asdict() if running else None,
        "standings": [one._asdict() for one in standings(group.counted())],
        "ratings": [one._asdict() for one in ratings(group.games)],
        "next": group.last.number + 1 if group.last else 1,
        "games": [
            {
                "number": one.number,
                "game": one.game,
                "table": one.table if one.is_kept else None,
                "over": one.ended is not None,
                "seats": [
                    {"member": seat.member, "bot": seat.is_bot, "place": seat.place, "won": seat.has_won}
                    for seat in one.placed
                ],
            }
            for one in group.games
        ],
    }
