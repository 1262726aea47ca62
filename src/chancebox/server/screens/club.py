"""
The club of a house: a page under a secret link, for those who were given it.

The link follows from a key of the house and the name of the club: it stays the same over restarts, and a club
of another name has another one. Whoever came by it is known again by a cookie. What the page shows was
shown to the club by its hosts. It is read by a few questions that are each bounded, however many games
there were.
"""

import asyncio
import hmac
import time
from contextlib import suppress
from typing import Any, NamedTuple

import sqlalchemy as sa
from starlette.requests import HTTPConnection

from chancebox.engine.game.errors import BadSetup
from chancebox.engine.game.happenings import Score
from chancebox.engine.game.naming import tidy_name
from chancebox.engine.game.texts import _
from chancebox.games import game, names
from chancebox.server.house.house import House
from chancebox.server.store.database import Taken
from chancebox.server.store.schema import groups, members, placings, results, tables
from chancebox.server.tables import permissions
from chancebox.server.tables.errors import Refused
from chancebox.server.tables.table import LOBBY, Table

COOKIE = "club"
LONGEST = 40
OPEN_FOR = 24 * 3600.0
"""Seconds after which a table at which people still sit down is not shown any more."""
MOST_TABLES, MOST_GROUPS, MOST_PEOPLE = 12, 8, 12
LAST_GAMES = 500
"""Games from which standings over all groups are counted."""


class Club:
    """A club by its name, and the key in its link."""

    def __init__(self, name: str, secret: str) -> None:
        self.name = name
        self.key = hmac.digest(bytes.fromhex(secret), f"club\n{name}".encode(), "sha256").hex()[:32]

    @property
    def path(self) -> str:
        return f"/club/{self.key}"

    def opens(self, key: str) -> bool:
        """Return whether this is the key."""
        return hmac.compare_digest(self.key.encode(), key.encode())


def read_name(name: str) -> str:
    """Return the name of a club as it is shown; refuse one that is too long."""
    shown = tidy_name(name)
    if len(shown) > LONGEST or (name and not shown):
        raise BadSetup(_("--club takes a name of at most {n} letters.").format(n=LONGEST))
    return shown


def club_of(request: HTTPConnection, key: str = "") -> Club | None:
    """Return the club of somebody who came by its link, or names its key; nothing for others."""
    found: Club | None = getattr(request.app.state, "club", None)
    return found if found and found.opens(key or request.cookies.get(COOKIE, "")) else None


async def show_table(house: House, table: Table, shown: bool, visitor: str) -> None:
    """Show a table to the club, or do not."""
    permissions.check("club", table, permissions.Asker(visitor))

    def work(to: sa.Connection) -> None:
        own = results.c.table_id == table.id
        if not to.execute(results.update().where(own).values(is_shown=shown)).rowcount:
            row = {"table_id": table.id, "group_id": "", "number": 0, "game": table.game.name}
            fresh = {"opened": time.time(), "ended": None, "decisions": 0, "is_kept": True}
            to.execute(results.insert().values({**row, **fresh, "is_shown": shown}))

    while True:
        with suppress(Taken):  # by the same command, sent twice: now there is a row to write
            await asyncio.wrap_future(house.store.write(work))
            return


class Leader(NamedTuple):
    """Somebody in the standings over all groups of the club."""

    place: int
    name: str
    wins: int
    games: int
    average: float


class ClubRecord(NamedTuple):
    """
    The best score with which somebody won a game; who, only if the table was shown to the club.

    Bots set no records, and nobody does for whom a bot stood in. Who plays alone beats nobody, and may count
    otherwise than several do.
    """

    game: str
    score: int | None
    what: str
    name: str
    decisions: int


def open_tables(house: House) -> list[str]:
    """List tables that are shown and at which people are sitting down, the latest first."""
    query = (
        sa.select(results.c.table_id)
        .join(tables, tables.c.id == results.c.table_id)
        .where(
            results.c.is_shown.is_(True),
            results.c.ended.is_(None),
            results.c.opened > time.time() - OPEN_FOR,
            tables.c.stage == LOBBY,
        )
        .order_by(results.c.opened.desc())
        .limit(MOST_TABLES)
    )
    return [row.table_id for row in house.store.read(lambda source: source.execute(query).all())]


def series_of(house: House) -> list[dict[str, Any]]:
    """Describe the groups that are shown, the latest first: who belongs to them, and their wins."""
    latest = sa.select(groups.c.id).where(groups.c.club.is_(True)).order_by(groups.c.latest.desc())
    ids = [row.id for row in house.store.read(lambda source: source.execute(latest.limit(MOST_GROUPS)).all())]
    people = sa.select(members).where(members.c.group_id.in_(ids), members.c.name != "")
    wins = (
        sa.select(
            results.c.group_id,
            placings.c.member,
            sa.func.count().label("games"),
            sa.func.sum(sa.cast(placings.c.has_won, sa.Integer)).label("wins"),
        )
        .join(placings, placings.c.table_id == results.c.table_id)
        .where(results.c.group_id.in_(ids), placings.c.member.is_not(None))
        .group_by(results.c.group_id, placings.c.member)
    )
    played = (
        sa.select(results.c.group_id, sa.func.count().label("games"))
        .where(results.c.group_id.in_(ids), results.c.ended.is_not(None))
        .group_by(results.c.group_id)
    )

    def find(source: sa.Connection) -> tuple[list[Any], list[Any], list[Any]]:
        return tuple([*source.execute(query)] for query in (people, wins, played))  # type: ignore[return-value]

    named, won, counted = house.store.read(find)
    score = {(row.group_id, row.member): row.wins for row in won}
    games = {row.group_id: row.games for row in counted}
    return [
        {
            "id": id,
            "games": games.get(id, 0),
            "members": sorted(
                ((score.get((id, row.number), 0), row.name) for row in named if row.group_id == id),
                key=lambda one: -one[0],
            ),
        }
        for id in ids
    ]


def leaders(house: House) -> list[Leader]:
    """Rank those who played in groups that are shown, by the latest of their games."""
    latest = (
        sa.select(results.c.table_id, results.c.group_id)
        .where(results.c.is_shown.is_(True), results.c.ended.is_not(None), results.c.group_id != "")
        .order_by(results.c.ended.desc())
        .limit(LAST_GAMES)
        .subquery()
    )
    query = (
        sa.select(
            members.c.visitor,
            sa.func.max(members.c.name).label("name"),
            sa.func.count().label("games"),
            sa.func.sum(sa.cast(placings.c.has_won, sa.Integer)).label("wins"),
            sa.func.avg(placings.c.place).label("average"),
        )
        .select_from(latest)
        .join(placings, placings.c.table_id == latest.c.table_id)
        .join(
            members, sa.and_(members.c.group_id == latest.c.group_id, members.c.number == placings.c.member)
        )
        .where(members.c.name != "")
        # Somebody is a device and a name: several may share one, and a name may be that of many.
        .group_by(members.c.visitor, sa.func.lower(members.c.name))
    )
    rows = house.store.read(lambda source: source.execute(query).all())
    ranked = sorted(rows, key=lambda row: (-row.wins, float(row.average), row.name))[:MOST_PEOPLE]
    ranks = [(-row.wins, float(row.average)) for row in ranked]
    return [
        Leader(1 + sum(other < rank for other in ranks), row.name, row.wins, row.games, float(row.average))
        for row, rank in zip(ranked, ranks, strict=True)
    ]


def records(house: House) -> list[ClubRecord]:
    """Find the best score and the longest game of each game that was played."""
    return [found for name in names() if (found := _record(house, name))]


def _record(house: House, name: str) -> ClubRecord | None:
    score: Score | None = getattr(game(name).story, "DECIDES", None)
    fewest = score is not None and score.fewest
    other = placings.alias()
    of_winners = (
        placings.c.game == name,
        placings.c.is_bot.is_(False),
        placings.c.score.is_not(None),
        placings.c.has_won.is_(True),
        placings.c.stood_in.is_(False),
        sa.exists().where(other.c.table_id == placings.c.table_id, other.c.seat != placings.c.seat),
    )
    order = placings.c.score.asc() if fewest else placings.c.score.desc()
    best = (
        sa.select(placings.c.score, placings.c.name, results.c.is_shown)
        .join(results, results.c.table_id == placings.c.table_id)
        .where(*of_winners)
        .order_by(order)
        .limit(1)
    )
    longest = (
        sa.select(results.c.decisions)
        .where(results.c.game == name, results.c.ended.is_not(None))
        .order_by(results.c.decisions.desc())
        .limit(1)
    )
    top = house.store.read(lambda source: source.execute(best).first())
    most = house.store.read(lambda source: source.execute(longest).scalar())
    if most is None:
        return None
    who = top.name if top is not None and top.is_shown else ""
    what = _(score.name) if score else ""
    return ClubRecord(name, top.score if top is not None else None, what, who, most)


async def describe_tables(house: House) -> list[dict[str, Any]]:
    """Describe the tables that are shown: what is played, who invites, and how many seats are open."""
    found = []
    for id in await asyncio.to_thread(open_tables, house):
        try:
            session = await house.kernel.session(id)
        except Refused:  # it has just been removed, or its rules are not here
            continue
        table = session.table
        hosts = [place.name for place in table.places if permissions.is_host(table, place.visitor)]
        free = sum(place.kind == "open" for place in table.places)
        found.append({"id": id, "game": table.game.name, "host": hosts[0] if hosts else "", "open": free})
    return found
