"""A group as the store has it: read anew for every look, and erased where somebody leaves or removes it."""

import sqlalchemy as sa

from chancebox.server.store.schema import groups, members, offers, placings, series
from chancebox.server.store.schema import results as games
from chancebox.server.tables.standings import Group, Member, Placed, Played, Series


def read_group(source: sa.Connection, id: str) -> Group | None:
    """Read a group; nothing if there is none."""
    row = source.execute(sa.select(groups).where(groups.c.id == id)).first()
    if row is None:
        return None
    of_group = sa.select(members).where(members.c.group_id == id).order_by(members.c.number)
    people = {one.number: Member(one.number, one.name, one.visitor) for one in source.execute(of_group)}
    agreed = sa.select(series).where(series.c.group_id == id).order_by(series.c.first)
    planned = [Series(one.first, one.kind, one.games, one.game) for one in source.execute(agreed)]
    return Group(row.id, row.host, row.club, row.founded, people, read_games(source, id), planned)


def read_games(source: sa.Connection, id: str) -> list[Played]:
    """Read the games of a group in order."""
    of_group = sa.select(games).where(games.c.group_id == id).order_by(games.c.number)
    rows = source.execute(of_group).all()
    query = (
        sa.select(placings)
        .join(games, games.c.table_id == placings.c.table_id)
        .where(games.c.group_id == id)
        .order_by(placings.c.seat)
    )
    placed: dict[str, list[Placed]] = {}
    for one in source.execute(query):
        seat = Placed(
            one.seat, one.member, one.name, one.is_bot, one.place, one.has_won, one.stood_in, one.luck
        )
        placed.setdefault(one.table_id, []).append(seat)
    return [
        Played(
            row.number,
            row.table_id,
            row.game,
            row.opened,
            row.ended,
            row.is_kept,
            tuple(placed.get(row.table_id, ())),
        )
        for row in rows
    ]


def forget_member(to: sa.Connection, id: str, number: int) -> None:
    """Erase a member's name and device; if it was the host, the next one is; if it was the last, all goes."""
    own = members.c.group_id == id, members.c.number == number
    to.execute(members.update().where(*own).values(name="", visitor=""))
    void(to, id, number)
    of_group = sa.select(games.c.table_id).where(games.c.group_id == id)
    theirs = placings.c.table_id.in_(of_group), placings.c.member == number
    to.execute(placings.update().where(*theirs).values(name=""))
    left = sa.select(members.c.number).where(members.c.group_id == id, members.c.name != "")
    here = [row.number for row in to.execute(left.order_by(members.c.number))]
    if not here:
        erase_group(to, id)
        return
    gone = groups.c.id == id, groups.c.host == number
    to.execute(groups.update().where(*gone).values(host=here[0]))


def erase_group(to: sa.Connection, id: str, before: float | None = None) -> None:
    """Erase a group, or only if nothing happened there since a time; its tables and their results stay."""
    old = [groups.c.latest < before] if before is not None else []
    if not to.execute(groups.delete().where(groups.c.id == id, *old)).rowcount:
        return
    to.execute(members.delete().where(members.c.group_id == id))
    to.execute(series.delete().where(series.c.group_id == id))
    to.execute(offers.delete().where(offers.c.table_id == id))
    bare = sa.select(games.c.table_id).where(games.c.group_id == id, games.c.is_kept.is_(False))
    to.execute(placings.delete().where(placings.c.table_id.in_(bare)))
    to.execute(games.delete().where(games.c.group_id == id, games.c.is_kept.is_(False)))
    of_group = sa.select(games.c.table_id).where(games.c.group_id == id)
    to.execute(placings.update().where(placings.c.table_id.in_(of_group)).values(member=None))
    to.execute(games.update().where(games.c.group_id == id).values(group_id="", number=0, is_shown=False))


def void(to: sa.Connection, id: str, number: int) -> None:
    """Void the codes of a place that were not used."""
    gone = offers.c.table_id == id, offers.c.seat == number, offers.c.command == ""
    to.execute(offers.delete().where(*gone))
