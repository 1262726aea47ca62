"""
What is kept of a game when it is over: who came where, in two small tables of the store beside the log.

It is written in the transaction of the line that ends the game, so it stands there exactly once, whichever
process wrote that line. A log could tell the same, but a page that sums up hundreds of games cannot read
hundreds of logs. A table that becomes the first of a group has its result written again, with the members.
"""

import secrets
from collections.abc import Callable, Container, Sequence
from typing import TYPE_CHECKING, NamedTuple

import sqlalchemy as sa

from chancebox.engine.game.happenings import Score
from chancebox.engine.game.naming import looks_like
from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import CHANCE, SPECTATOR
from chancebox.engine.rules.records import plain
from chancebox.server.store.schema import groups, members, placings, results
from chancebox.server.tables.standings import MOST_MEMBERS

if TYPE_CHECKING:
    from chancebox.server.tables.table import Table


class Placing(NamedTuple):
    """Who sat at a seat, and where they came in."""

    name: str
    visitor: str
    is_bot: bool
    place: int
    has_won: bool
    score: int | None
    stood_in: bool
    """Whether a bot played for them at some time."""


class TableOutcome(NamedTuple):
    """How a game ended."""

    game: str
    group: str
    decisions: int
    placings: list[Placing]
    invited: frozenset[str] = frozenset()
    """For whom the table was opened: who is not a member any more has left, and does not come in again."""


def outcome_of(table: "Table", match: Match) -> TableOutcome | None:
    """Return how a match of a table ended; nothing if it did not, or if it was no whole game from people."""
    result = match.result
    if result is None or table.is_lesson or table.before:
        return None
    scores = scores_of(match) if may_set_records(table) else []
    placed = [
        Placing(
            place.name,
            place.visitor,
            place.kind == "bot",
            result.places[seat],
            seat in result.winners,
            scores[seat] if scores else None,
            seat in table.stood_in,
        )
        for seat, place in enumerate(table.places)
    ]
    decisions = sum(event.seat != CHANCE for event in match.events)
    return TableOutcome(table.game.name, table.group, decisions, placed, frozenset(table.invited))


def may_set_records(table: "Table") -> bool:
    """Return whether scores compare with others: not with own components, nor where the deal was known."""
    return not table.box.text and (not table.day or table.counts)


def scores_of(match: Match) -> list[int]:
    """Return the score that decided, by seat; nothing where a game has none that can be counted."""
    score: Score | None = getattr(match.game.story, "DECIDES", None)
    if score is None:
        return []
    counts = match.game.story.counts(match.box, plain(match.position(SPECTATOR)))
    return [score.of(dict(counts), seat) for seat in range(len(match.result.places if match.result else ()))]


# In the transaction of what leads to it.


def expect(to: sa.Connection, id: str, game: str, group: str, number: int, at: float) -> None:
    """Note a table of a group that was just opened."""
    row = {"table_id": id, "game": game, "group_id": group, "number": number, "opened": at}
    fresh = {"ended": None, "decisions": 0, "is_kept": True, "is_shown": _is_shown(to, group)}
    to.execute(results.insert().values(row | fresh))
    to.execute(groups.update().where(groups.c.id == group).values(latest=at))


def entering(outcome: TableOutcome) -> Callable[[sa.Connection, str, float], None]:
    """Return what writes how a game ended, with the line that ended it."""
    return lambda to, table, at: enter(to, table, outcome, at)


def handing(name: str, giver: str, visitor: str) -> Callable[[sa.Connection, str, float], None]:
    """Return what lets a member's place go along, with the line by which a seat goes to another device."""
    return lambda to, table, _at: hand(to, table, name, giver, visitor)


def enter(to: sa.Connection, id: str, outcome: TableOutcome, at: float, number: int = 0) -> None:
    """Write how a game ended; whoever sat down at a table of a group for the first time belongs to it now."""
    before = to.execute(sa.select(results).where(results.c.table_id == id)).first()
    to.execute(placings.delete().where(placings.c.table_id == id))
    group = outcome.group
    numbers: list[int | None] = [None] * len(outcome.placings)
    # Whoever removed the group meanwhile wants nothing of it to be kept.
    if group and not lock(to, group):
        group = ""
    if group:
        numbers = admit(to, group, outcome.placings, outcome.invited)
        to.execute(groups.update().where(groups.c.id == group).values(latest=at))
    row = {
        "group_id": group,
        "number": number or (before.number if before else 0),
        "game": outcome.game,
        "opened": before.opened if before else at,
        "ended": at,
        "decisions": outcome.decisions,
        "is_kept": True,
        "is_shown": before.is_shown if before else _is_shown(to, group),
    }
    if before:
        to.execute(results.update().where(results.c.table_id == id).values(row))
    else:
        to.execute(results.insert().values(table_id=id, **row))
    to.execute(
        placings.insert(),
        [
            {
                "table_id": id,
                "seat": seat,
                "game": outcome.game,
                "member": member,
                # Who left the group while playing is forgotten there.
                "name": "" if member is None and one.name in outcome.invited else one.name,
                "is_bot": one.is_bot,
                "place": one.place,
                "has_won": one.has_won,
                "score": one.score,
                "stood_in": one.stood_in,
                "luck": None,
            }
            for seat, (one, member) in enumerate(zip(outcome.placings, numbers, strict=True))
        ],
    )


def note_luck(to: sa.Connection, id: str, lucks: Sequence[float]) -> None:
    """Note what luck did for each seat of a finished game, as its review found."""
    for seat, luck in enumerate(lucks):
        of = placings.c.table_id == id, placings.c.seat == seat
        to.execute(placings.update().where(*of).values(luck=luck))


def erase(to: sa.Connection, id: str) -> None:
    """
    Erase a table that was removed.

    A group keeps the bare result, under another id and without names, or that there was a game which was not
    over. Of all other tables nothing is kept.
    """
    to.execute(results.delete().where(results.c.table_id == id, results.c.group_id == ""))
    kept = to.execute(sa.select(results.c.table_id).where(results.c.table_id == id)).first()
    if kept is None:
        to.execute(placings.delete().where(placings.c.table_id == id))
        return
    other = secrets.token_hex(16)
    to.execute(results.update().where(results.c.table_id == id).values(table_id=other, is_kept=False))
    to.execute(placings.update().where(placings.c.table_id == id).values(table_id=other, name=""))


# Members, where a game makes them.


def lock(to: sa.Connection, group: str) -> bool:
    """Let one at a time change a group; return whether it is there."""
    query = sa.select(groups.c.id).where(groups.c.id == group).with_for_update()
    return to.execute(query).first() is not None


def admit(
    to: sa.Connection, group: str, placed: Sequence[Placing], invited: Container[str] = ()
) -> list[int | None]:
    """Find the members who sat at these seats, newcomers included; nothing for bots, and for strangers."""
    rows = to.execute(sa.select(members).where(members.c.group_id == group)).all()
    by_name = {row.name: row for row in rows if row.name}
    most = max((row.number for row in rows), default=-1)
    here, found = len(by_name), list[int | None]()
    for one in placed:
        alike = (row for name, row in by_name.items() if looks_like(one.name, [name]))
        known = by_name.get(one.name) or next(alike, None)
        if one.is_bot or not one.visitor:
            found.append(None)
        elif known is not None:
            # A name alone is no proof: a member is whoever holds the member's place.
            found.append(known.number if known.visitor == one.visitor else None)
        elif here < MOST_MEMBERS and one.name not in invited:
            most, here = most + 1, here + 1
            row = {"group_id": group, "number": most, "name": one.name, "visitor": one.visitor}
            to.execute(members.insert().values(row))
            found.append(most)
        else:
            found.append(None)
    return found


def hand(to: sa.Connection, table: str, name: str, giver: str, visitor: str) -> None:
    """Let a member's place in the group of a table go where the seat goes."""
    group = sa.select(results.c.group_id).where(results.c.table_id == table).scalar_subquery()
    own = members.c.group_id == group, members.c.visitor == giver, members.c.name == name
    to.execute(members.update().where(*own).values(visitor=visitor))


def _is_shown(to: sa.Connection, group: str) -> bool:
    """Return whether games of a group are shown to the club."""
    query = sa.select(groups.c.club).where(groups.c.id == group)
    return bool(group) and bool(to.execute(query).scalar())
