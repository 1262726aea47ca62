"""What people do in a game: begin it, move, take back, and show what their share in the dice is."""

import copy

from chancebox.engine.game.errors import NothingToUndo
from chancebox.engine.game.texts import _
from chancebox.engine.match.chance import Dealer
from chancebox.engine.match.match import Event, Match
from chancebox.server.tables import entries
from chancebox.server.tables.dealers import DATED
from chancebox.server.tables.entries import Entry
from chancebox.server.tables.errors import NotNow, Stale
from chancebox.server.tables.permissions import (
    check_lobby,
)
from chancebox.server.tables.seals import Seal
from chancebox.server.tables.table import OVER, Step, Table


def start(table: Table, visitor: str, link: str = "") -> Step:
    """Begin, once every seat is taken."""
    check_lobby(table)
    return _begin(table, _check_link(table, visitor, link))


def start_by_itself(table: Table) -> Step:
    """Begin a rematch to which all have come; nobody shows a link for that."""
    check_lobby(table)
    return _begin(table, "")


def _begin(table: Table, link: str) -> Step:
    if any(place.kind == "open" for place in table.places):
        raise NotNow(_("There are open seats: wait for people, or seat bots there."))
    seal = copy.copy(table.seal)
    if seal is not None:
        seal.start(table.seats_by_visitor, table.host, link)
    match = table.replayed(table.fresh(), table.before)
    match = match.fork(dealer=_dealer(table, match, seal))
    match.deal()
    return Step(entries.Started(_plain(match.events), link), match)


def move(table: Table, seat: int, move: int | str, version: int | None, visitor: str, link: str = "") -> Step:
    """Play a move for the person at a seat."""
    if seat in table.stand_ins:
        raise NotNow(_("A bot plays for you; take your seat back first."))
    asked = table.asked.get(seat)
    if version is not None and asked is not None:
        now = table.version_for(visitor)
        if not table.version_for(visitor, asked) <= version <= now:
            raise Stale(_("The table has changed meanwhile; look again before you move."), now)
    return play(table, seat, move, visitor, _check_link(table, visitor, link))


def play(table: Table, seat: int, move: int | str, visitor: str = "", link: str = "") -> Step:
    """Play a move for whoever decides at a seat; a bot shows no link."""
    match = table.playing.fork(dealer=_dealer(table, table.playing, table.seal, visitor, link))
    n = len(match.events)
    match.play(seat, move)
    return Step(entries.Moved(seat, _plain(match.events[n:]), link), match)


def undo(table: Table, seat: int) -> Step:
    """Take back the last move of a seat, whole."""
    match, taken = table.playing, _last_move(table, seat)
    if not taken:
        raise NothingToUndo(_("There is no decision of yours to take back now."))
    if not match.can_take_back(taken):
        raise NothingToUndo(_("That decision uncovered something or ended the game, so it stands."))
    since = match.events[taken[0] :]
    kept = _plain([event for n, event in enumerate(since, taken[0]) if n not in taken])
    # Nothing is written that could not be followed.
    return Step(entries.Undone(seat, len(since), kept), table.replayed(match.fork(taken[0]), kept))


def can_undo(table: Table, seat: int) -> bool:
    """Return whether the last move can be taken back by this seat, whole."""
    taken = _last_move(table, seat)
    return bool(taken) and table.playing.can_take_back(taken)


def _last_move(table: Table, seat: int) -> list[int]:
    """
    List the events of the last move, if it was made by this seat; none if a bot plays there.

    What others did in secret since then does not count: whoever were refused because of it would
    know of it.
    """
    last = _last_of(table, seat)
    if not isinstance(last, entries.Moved) or last.seat != seat or seat in table.stand_ins:
        return []
    taken = table.visibility.noticed(seat, len(last.events))
    return taken if all(table.playing.events[n].seat == seat for n in taken) else []


def _last_of(table: Table, seat: int) -> Entry:
    """Return the latest entry of this seat that came after what everybody noticed last, or that."""
    own = (entry for entry in reversed(table.latest[1:]) if getattr(entry, "seat", None) == seat)
    return next(own, table.latest[0])


def deal_on(table: Table, visitor: str) -> Step:
    """Let the house deal what it owes; nothing where bots are asked."""
    match = table.playing.fork(dealer=_dealer(table, table.playing, table.seal))
    n = len(match.events)
    match.deal()
    return Step(entries.WentOn(visitor, _plain(match.events[n:])), match)


def commit(table: Table, tip: str, visitor: str) -> Step:
    """Show the tip of a device's chain."""
    if table.seal is None:
        raise NotNow(_("This table is not sealed: it takes no tips."))
    if table.stage == OVER:
        raise NotNow(_("The game is over; nothing can be played any more."))
    return Step(entries.Committed(visitor, table.seal.check_tip(visitor, tip)))


def _check_link(table: Table, visitor: str, link: str) -> str:
    """Return the link that came with a command; refuse one that is wrong, or that is missing."""
    if table.seal is not None and table.seats_of(visitor):
        return table.seal.check_link(visitor, link)
    if link:
        raise NotNow(_("This table is not sealed, or you do not sit here: it takes no links."))
    return ""


def _dealer(table: Table, match: Match, seal: Seal | None, visitor: str = "", link: str = "") -> Dealer:
    """Find who deals what follows in a match."""
    if table.dealer == DATED:
        return table.dealers.dated(match, table.day)
    return table.dealers.dealer(table.dealer, table.game, table.id, seal, visitor, link)


def _plain(events: list[Event]) -> entries.Events:
    return [(seat, action) for seat, action in events]
