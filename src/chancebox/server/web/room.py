"""
Who may watch a table when not all can: who sits there, and of all others every address as many as another.

Many people may share an address (a school, a club), and one person may hold many sockets. So no address has
a number of its own: alone it may fill a table, and gives up places when others come.
"""

from collections import Counter

from chancebox.engine.game.texts import _
from chancebox.server.access.limits import ADDRESS, Limits
from chancebox.server.house.sessions import Session, Watcher
from chancebox.server.monitoring import metrics
from chancebox.server.tables.errors import TooMuch


def check_room(session: Session, visitor: str, address: str, limits: Limits) -> None:
    """Make room at a table for one more who watches; refuse where there is none."""
    if session.table.seats_of(visitor):
        is_full = sum(watcher.visitor == visitor for watcher in session.watchers) >= limits.tabs
        what, whose = "tabs", "table"
    elif limits.at_once.is_kept_for_seats(address):
        is_full, what, whose = True, "spectators", ADDRESS
    else:
        is_full, what, whose = not _make_room(session, address, limits.spectators), "spectators", "table"
    if is_full:
        metrics.refused.labels(what, whose).inc()
        raise TooMuch(_("So many watch this table that there is no room; please come back later."))


def _make_room(session: Session, address: str, most: int) -> bool:
    """Return whether one more of an address finds room, if need be in place of one of the largest crowd."""
    strangers = _strangers(session)
    if len(strangers) < most:
        return True
    crowds = Counter(watcher.address for watcher in strangers)
    largest, many = crowds.most_common(1)[0] if crowds else ("", 0)
    # Only if both have as many afterwards, or nearly so: else they would push each other out in turns.
    if many <= crowds[address] + 1:
        return False
    pushed = next(watcher for watcher in strangers if watcher.address == largest)
    session.watchers.discard(pushed)
    pushed.give_way()
    metrics.dropped.labels("crowded").inc()
    return True


def _strangers(session: Session) -> list[Watcher]:
    """List those who watch and do not sit at the table."""
    seated = {place.visitor for place in session.table.places if place.visitor}
    return [watcher for watcher in session.watchers if watcher.visitor not in seated]
