"""Where people sit around a table, as one of them sees it: me in front, the others in turn order."""

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from chancebox.engine.game.game import MARKS, seat_letter
from chancebox.engine.match.match import Match
from chancebox.server.house.sessions import Session
from chancebox.server.screens.drawings import drawings_of
from chancebox.server.tables.table import OVER

C = TypeVar("C")
LEFT, TOP, RIGHT = "left", "top", "right"
FEW = 2
"""So many others sit across the table; of more, the first and the last sit at its sides."""


class Side(NamedTuple):
    """Those who sit at one side of the table."""

    name: str
    chairs: Sequence[object]


def sides(chairs: Sequence[C], me: int | None) -> list[Side]:
    """
    Seat all but me around the table, clockwise; who only watches sees everybody there.

    >>> [(side.name, "".join(side.chairs)) for side in sides("ABCDEF", 1)]
    [('left', 'C'), ('top', 'DEF'), ('right', 'A')]
    >>> [(side.name, "".join(side.chairs)) for side in sides("ABC", 0)]
    [('top', 'BC')]
    """
    others = [*chairs] if me is None else [*chairs[me + 1 :], *chairs[:me]]
    if len(others) <= FEW:
        return [Side(TOP, others)] if others else []
    return [Side(LEFT, others[:1]), Side(TOP, others[1:-1]), Side(RIGHT, others[-1:])]


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


def seated(session: Session, match: Match, thrower: int | None) -> list[Chair]:
    """Describe the seats on a board, where nobody is somebody's: once for all who look."""
    key = (len(match.events), thrower)
    if key not in drawings_of(session).chairs:
        found = chairs(session, "", match)
        if thrower is not None:
            found[thrower] = found[thrower]._replace(asked=True)
        drawings_of(session).chairs[key] = found
    return drawings_of(session).chairs[key]
