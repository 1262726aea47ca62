"""
Who may do what at a table, in one place.

A command is named as in its log and in the table of commands. Whether it fits the game at this moment is
another question, which its own function answers.
"""

from collections.abc import Callable
from typing import NamedTuple

from chancebox.engine.game.texts import _, mark
from chancebox.server.tables.errors import NotNow, NotYours
from chancebox.server.tables.table import PLAYING, Table, is_full

NO_SEAT = -1


class Asker(NamedTuple):
    """Who asks for a change at a table."""

    visitor: str
    seat: int = NO_SEAT
    """The seat that it is about, if it is about one."""
    acts_as_host: bool = False
    """Whether they host the table, or sit there while the host is away."""
    gives_up: bool = False
    """Whether they want nothing but to free the seat."""


def is_host(table: Table, visitor: str) -> bool:
    """Return whether this visitor set the table up; a client without a token never did."""
    return bool(visitor) and visitor == table.host


def holds(table: Table, seat: int, visitor: str) -> bool:
    """Return whether a seat belongs to this visitor; an empty seat belongs to nobody."""
    return bool(visitor) and table.place(seat).visitor == visitor


def sits(table: Table, visitor: str) -> bool:
    """Return whether this visitor holds a seat."""
    return bool(table.seats_of(visitor))


def may_remove(table: Table, visitor: str) -> bool:
    """Return whether this visitor may remove the table now."""
    return is_host(table, visitor) and not others_play(table)


def others_play(table: Table) -> bool:
    """Return whether a game goes on in which not only the host has a share; no host ends that."""
    if is_full(table):
        return False
    others = (place.visitor for place in table.places if place.visitor)
    return table.stage == PLAYING and any(not is_host(table, visitor) for visitor in others)


# The rules, and for each command the one that holds, with what is said to those who may not.


Rule = Callable[[Table, Asker], bool]


def _everybody(_table: Table, _asker: Asker) -> bool:
    return True


def _holder(table: Table, asker: Asker) -> bool:
    return holds(table, asker.seat, asker.visitor)


def _host(table: Table, asker: Asker) -> bool:
    return is_host(table, asker.visitor)


def _host_or_leaving(table: Table, asker: Asker) -> bool:
    return _host(table, asker) or (asker.gives_up and _holder(table, asker))


def _acting_host(_table: Table, asker: Asker) -> bool:
    return asker.acts_as_host


def _seated(table: Table, asker: Asker) -> bool:
    return sits(table, asker.visitor)


def _seated_or_host(table: Table, asker: Asker) -> bool:
    return _seated(table, asker) or _host(table, asker)


CODES: dict[Rule, str] = {_holder: "not-your-seat", _seated: "not-seated", _seated_or_host: "not-seated"}
"""What programs are told of a rule that does not hold; of all others that they are not the host."""
NOT_YOUR_SEAT = mark("This is not your seat.")
MAY: dict[str, tuple[Rule, str]] = {
    "sit": (_everybody, ""),
    "arrange": (_host_or_leaving, mark("Only the host arranges the seats.")),
    "start": (_host, mark("Only the host starts the game.")),
    "move": (_holder, NOT_YOUR_SEAT),
    "undo": (_holder, NOT_YOUR_SEAT),
    "return": (_holder, NOT_YOUR_SEAT),
    "take-over": (_acting_host, mark("Only the host lets a bot take over.")),
    "throw": (_seated_or_host, mark("Only who sits at the table enters throws.")),
    "go-on": (_seated_or_host, mark("Only who sits at the table enters throws.")),
    "tip": (_seated, mark("Only who sits at the table has a share in its dice.")),
    "hints": (_host, mark("Only the host decides about hints.")),
    "odds": (_host, mark("Only the host decides about odds.")),
    "remove": (_host, mark("Only the host can remove the table.")),
    "club": (_host, mark("Only the host decides what the club sees.")),
    # These change no table, or another one.
    "look": (_holder, NOT_YOUR_SEAT),
    "hint": (_holder, NOT_YOUR_SEAT),
    "chat": (_holder, NOT_YOUR_SEAT),
    "offer": (_holder, NOT_YOUR_SEAT),
    "rematch": (_seated, mark("Only who sat here can ask for a rematch.")),
    "found": (_seated, mark("Only who sat here can found a group.")),
}


def check(command: str, table: Table, asker: Asker) -> None:
    """
    Refuse a command to those who may not give it.

    Raises:
        NotYours: the right or the seat belongs to another player.
    """
    rule, why = MAY[command]
    if not rule(table, asker):
        raise NotYours(_(why), CODES.get(rule, "not-host"))


def check_holder(table: Table, seat: int, visitor: str) -> None:
    """Refuse to look from a seat that belongs to another player."""
    check("look", table, Asker(visitor, seat))


def check_lobby(table: Table) -> None:
    """Refuse what is only possible before the start."""
    if table.match is not None:
        raise NotNow(_("The game has started already."))
