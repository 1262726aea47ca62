"""
The seal of a table, folded from its log: what was committed to, and the links that were shown.

The secret is not in here. Devices are visitors: who holds seats and has shown the tip of a chain.
"""

import hashlib
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from chancebox.engine.game.texts import _
from chancebox.engine.match.files import SharedLine
from chancebox.engine.proofs import sealed
from chancebox.engine.proofs.sealed import Sealed, Share
from chancebox.engine.rules.contract import CHANCE
from chancebox.server.tables import entries
from chancebox.server.tables.entries import Entry
from chancebox.server.tables.errors import NotNow, Refused, WrongLink

if TYPE_CHECKING:
    from chancebox.server.tables.table import Table

HEX = re.compile(r"[0-9a-f]{64}", re.ASCII)
MOST_TIPS = 200
"""Tips that a visitor may show in a row, without a link: who keeps nothing shows one with each page."""


class Chain(NamedTuple):
    """How far a device has shown its chain."""

    tip: str
    last: str
    """The link shown last, or the tip."""


class Seal:
    """What is known to all of the seal of one table."""

    def __init__(self, table: str, commitment: str, given: int, dealt: int) -> None:
        self.table = public_name(table)
        self.commitment = commitment
        self.given = given
        """Events that were played before the table was opened,"""
        self._dealt = dealt
        """and chance events so far, those included."""
        self.chains: dict[str, Chain] = {}
        self.opening: list[SharedLine] = []
        self.shares: list[SharedLine] = []
        self._devices: dict[str, int] = {}
        self._transcript = b""
        """Nothing before the start."""
        self._waiting: list[SharedLine] = []
        """The very lines of `opening` and `shares` whose links no chance has followed yet."""
        self._tips: set[str] = set()
        """All that were ever shown here,"""
        self._unused: dict[str, int] = {}
        """and how many each visitor has shown since their last link."""

    # What is refused.

    def check_tip(self, visitor: str, tip: str) -> str:
        """Return a tip if it can be one of a chain that nobody has shown here."""
        if _check_hex(tip) in self._tips:
            raise NotNow(_("This tip was shown at this table before; make a new chain, and show its tip."))
        if self._unused.get(visitor, 0) >= MOST_TIPS:
            raise NotNow(
                _(
                    "This device has shown {n} tips in a row and no link;"
                    " go on with its last chain, or hand the seat to another device."
                ).format(n=MOST_TIPS)
            )
        return tip

    def check_link(self, visitor: str, link: str) -> str:
        """Return the link that came with a command if it is due: the next one of that device."""
        chain = self.chains.get(visitor)
        if chain is None:
            if link:
                raise NotNow(_("This device has shown no tip yet; links come after it."))
            return ""
        if not link:
            raise WrongLink(
                _("This device has sealed its share of the dice: send its next link, or a new tip first.")
            )
        if hashlib.sha256(bytes.fromhex(_check_hex(link))).hexdigest() != chain.last:
            raise WrongLink(
                _("This is not the next link of the chain that your device has sealed; nothing has changed.")
            )
        return link

    def known_to(self, visitor: str) -> dict[str, Any]:
        """Return what a visitor may know: the commitment, and how far their own chain was shown."""
        chain = self.chains.get(visitor)
        return {
            "protocol": sealed.PROTOCOL,
            "table": self.table,
            "commitment": self.commitment,
            "tip": chain.tip if chain else None,
            "last": chain.last if chain else None,
        }

    # The fold.

    def commit(self, visitor: str, tip: str, seats: list[int], holders: Sequence[str], events: int) -> None:
        """Follow a device that shows a tip, when there were so many events."""
        if self._transcript:
            device = self._devices.setdefault(visitor, len(self._devices))
            self.shares.append(SharedLine(before=events, device=device, seats=seats, tip=tip))
        else:
            # Who has stood up again is forgotten.
            self.chains = {known: chain for known, chain in self.chains.items() if known in holders}
        self.chains[visitor] = Chain(tip, tip)
        self._tips.add(tip)
        self._unused[visitor] = self._unused.get(visitor, 0) + 1

    def start(self, seats: dict[str, list[int]], host: str, link: str) -> None:
        """Follow the start: who holds which seats then, and the link of who started."""
        self.chains = {visitor: chain for visitor, chain in self.chains.items() if visitor in seats}
        self._devices = {visitor: n for n, visitor in enumerate(self.chains)}
        self.opening = [
            SharedLine(device=self._devices[visitor], seats=seats[visitor], tip=chain.tip)
            for visitor, chain in self.chains.items()
        ]
        tips = map(_share, self.opening)
        self._transcript = sealed.begin(bytes.fromhex(self.table), bytes.fromhex(self.commitment), tips)
        if link:
            line = SharedLine(device=self._devices[host], seats=seats[host], link=link)
            self.opening.append(line)
            self._show(host, line)

    def move(self, visitor: str, seat: int, link: str, events: int) -> None:
        """Follow a decision that was made after so many events."""
        if link:
            line = SharedLine(before=events, device=self._devices[visitor], seats=[seat], link=link)
            self.shares.append(line)
            self._show(visitor, line)

    def _show(self, visitor: str, line: SharedLine) -> None:
        # A start that is only tried out has a copy of its own: what both share stays as it is.
        self.chains[visitor] = Chain(self.chains[visitor].tip, line.link)
        self._waiting = [*self._waiting, line]
        self._unused = {**self._unused, visitor: 0}

    def enter(self, entered: int, events: int) -> None:
        """
        Follow chance events that people entered, or took back to correct them (fewer than none).

        Nothing goes into them, so links go on waiting; but they count. There are so many events now.
        """
        self._dealt += entered
        for line in self.shares:
            line.before = min(line.before or 0, events)

    def deal(self, dealt: int) -> None:
        """Follow so many chance events: what waited has gone into them."""
        if dealt:
            self._transcript = sealed.go_on(self._transcript, map(_share, self._waiting))
            self._waiting = []
            self._dealt += dealt

    def undo(self, visitor: str, seat: int, gone: Sequence[int]) -> None:
        """Follow a decision of a seat that was taken back: the events of these numbers are gone."""
        # A decision is known by its event: its link may be another one by now than it came with.
        undone = (gone[0], self._devices.get(visitor), [seat])
        for n, line in enumerate(self.shares):
            if line.link and (line.before, line.device, line.seats) == undone:
                self._take_back(visitor, n)
                break
        for line in self.shares:
            before = line.before or 0
            line.before = before - sum(number < before for number in gone)

    def _take_back(self, visitor: str, n: int) -> None:
        """
        Take a link back with the decision of this line.

        Others at the same device may have decided since then. A chain has no gaps, so it is always the
        latest link that goes, and those decisions slide down by one; but not beyond a new tip.
        """
        undone = self.shares.pop(n)
        link = undone.link
        for line in self.shares[n:]:
            if line.device == undone.device:
                if line.tip:
                    break
                link, line.link = line.link, link
        else:
            self.chains[visitor] = Chain(self.chains[visitor].tip, sealed.digest(bytes.fromhex(link)).hex())
        self._waiting = [line for line in self._waiting if line is not undone]

    # What follows.

    def dealer(self, secret: bytes, visitor: str = "", link: str = "") -> Sealed:
        """Return who deals what follows, after a decision with this link of this device."""
        waiting = [_share(line) for line in self._waiting]
        if link:
            waiting.append(Share(self._devices[visitor], bytes.fromhex(link)))
        return Sealed(secret, sealed.go_on(self._transcript, waiting), self._dealt)


def public_name(table: str) -> str:
    """Return the name of a table in its receipt; its id would be a key to it, and to its rematch."""
    return hashlib.sha256(f"chancebox table\n{table}".encode()).hexdigest()[:32]


def _share(line: SharedLine) -> Share:
    return Share(line.device, bytes.fromhex(line.tip or line.link))


def _check_hex(value: str) -> str:
    if not HEX.fullmatch(value):
        raise Refused(_("A tip or link is 32 bytes, written as 64 digits 0 to 9 and a to f."))
    return value


def follow(seal: Seal, entry: Entry, table: "Table", events: int) -> None:
    """Follow what an entry shows of chains, when there were so many events."""
    match entry:
        case entries.Committed():
            seats = table.seats_of(entry.visitor)
            seal.commit(entry.visitor, entry.tip, seats, list(table.seats_by_visitor), events)
        case entries.Started():
            seal.start(table.seats_by_visitor, table.host, entry.link)
            seal.deal(dealt(entry.events[seal.given :]))
        case entries.Moved():
            seal.move(table.places[entry.seat].visitor, entry.seat, entry.link, events)
            seal.deal(dealt(entry.events))
        case entries.Undone():
            # What was kept is of other seats.
            since = range(events - entry.events, events)
            gone = [n for n in since if table.playing.events[n].seat == entry.seat]
            seal.undo(table.places[entry.seat].visitor, entry.seat, gone)
        case entries.Entered():
            seal.enter(1, events + 1)
        case entries.Corrected():
            seal.enter(entry.event + 1 - events, entry.event + 1)
        case entries.WentOn():
            seal.deal(dealt(entry.events))


def dealt(events: entries.Events) -> int:
    """Count chance events."""
    return sum(seat == CHANCE for seat, _action in events)
