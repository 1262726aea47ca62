"""Through whose eyes a visitor sees a table."""

from typing import NamedTuple

from chancebox.engine.rules.contract import SPECTATOR
from chancebox.server.house.sessions import Session
from chancebox.server.tables import throws
from chancebox.server.tables.table import OVER


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
