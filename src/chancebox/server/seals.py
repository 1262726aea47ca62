"""
The seal of a table, folded from its log: what was committed to, and the links that were shown.

The secret is not in here. Devices are visitors: who holds seats and has shown the tip of a chain.
"""

import hashlib
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from chancebox.engine import sealed
from chancebox.engine.files import SharedLine
from chancebox.engine.sealed import Sealed, Share
from chancebox.engine.texts import _
from chancebox.server.errors import NotNow, Refused, WrongLink

HEX = re.compile(r"[0-9a-f]{64}", re.ASCII)
MOST_TIPS = 2000
"""Tips that a table takes; a browser that keeps nothing shows one for each time it loads the page."""


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
        self._waiting: list[Share] = []

    # What is refused.

    def check_tip(self, tip: str) -> str:
        """Return a tip if it can be one."""
        if len(self.shares) >= MOST_TIPS and sum(bool(line.tip) for line in self.shares) >= MOST_TIPS:
            raise NotNow(_("This table has taken so many tips that it takes no more."))
        return _check_hex(tip)

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

    def start(self, seats: dict[str, list[int]], host: str, link: str) -> None:
        """Follow the start: who holds which seats then, and the link of who started."""
        self.chains = {visitor: chain for visitor, chain in self.chains.items() if visitor in seats}
        self._devices = {visitor: n for n, visitor in enumerate(self.chains)}
        self.opening = [
            SharedLine(device=self._devices[visitor], seats=seats[visitor], tip=chain.tip)
            for visitor, chain in self.chains.items()
        ]
        tips = [Share(line.device, bytes.fromhex(line.tip)) for line in self.opening]
        self._transcript = sealed.begin(bytes.fromhex(self.table), bytes.fromhex(self.commitment), tips)
        if link:
            self.opening.append(SharedLine(device=self._devices[host], seats=seats[host], link=link))
            self._show(host, link)

    def move(self, visitor: str, seat: int, link: str, events: int) -> None:
        """Follow a decision that was made after so many events."""
        if link:
            device = self._devices[visitor]
            self.shares.append(SharedLine(before=events, device=device, seats=[seat], link=link))
            self._show(visitor, link)

    def _show(self, visitor: str, link: str) -> None:
        self.chains[visitor] = Chain(self.chains[visitor].tip, link)
        self._waiting = self._with(visitor, link)

    def deal(self, dealt: int) -> None:
        """Follow so many chance events: what waited has gone into them."""
        if dealt:
            self._transcript = sealed.go_on(self._transcript, self._waiting)
            self._waiting = []
            self._dealt += dealt

    def undo(self, visitor: str, link: str, events: int) -> None:
        """Take a link back with its decision; there are so many events again."""
        if link:
            n = max(n for n, line in enumerate(self.shares) if line.link == link)
            del self.shares[n]
            self._waiting = [share for share in self._waiting if share.value.hex() != link]
            if (chain := self.chains.get(visitor)) and chain.last == link:
                self.chains[visitor] = Chain(chain.tip, sealed.digest(bytes.fromhex(link)).hex())
        for line in self.shares:
            line.before = min(line.before or 0, events)

    # What follows.

    def dealer(self, secret: bytes, visitor: str = "", link: str = "") -> Sealed:
        """Return who deals what follows, after a decision with this link of this device."""
        return Sealed(secret, sealed.go_on(self._transcript, self._with(visitor, link)), self._dealt)

    def _with(self, visitor: str, link: str) -> list[Share]:
        if not link:
            return self._waiting
        return [*self._waiting, Share(self._devices[visitor], bytes.fromhex(link))]


def public_name(table: str) -> str:
    """Return the name of a table in its receipt; its id would be a key to it, and to its rematch."""
    return hashlib.sha256(f"chancebox table\n{table}".encode()).hexdigest()[:32]


def _check_hex(value: str) -> str:
    if not HEX.fullmatch(value):
        raise Refused(_("A tip or link is 32 bytes, written as 64 digits 0 to 9 and a to f."))
    return value
