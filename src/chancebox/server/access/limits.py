"""How much may be asked for by one visitor, from one address, and of the whole house."""

import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from typing import NamedTuple, NoReturn

from chancebox.engine.game.texts import _
from chancebox.server.monitoring import metrics
from chancebox.server.tables.errors import TooMuch

MOST_KEYS = 20_000
NO_LIMIT = 10**9
FOR_WATCHERS = 0.75
"""Of what may be going on from one address, what those may take who only watch."""
VISITOR, ADDRESS, HOUSE = "visitor", "address", "house"


class Bucket:
    """So many at once, and so many a second after that; for one who asks."""

    def __init__(self, burst: float, per_second: float) -> None:
        self.burst = burst
        self.per_second = per_second
        self._left, self._then = float(burst), time.monotonic()

    def take(self, many: float = 1) -> bool:
        """Take so many out if they are in; return whether they were."""
        enough = self.left >= many
        if enough:
            self._left -= many
        return enough

    def charge(self, many: float) -> None:
        """Take so many out, also if they are not in: what was done has its price."""
        self._left = self.left - many

    @property
    def left(self) -> float:
        """How many are in; fewer than none where somebody owes."""
        now = time.monotonic()
        self._left = min(self.burst, self._left + (now - self._then) * self.per_second)
        self._then = now
        return self._left


class Limit:
    """A bucket for everybody who asks, as long as they are remembered."""

    def __init__(self, burst: float, per_second: float) -> None:
        self.burst = burst
        self.per_second = per_second
        self._parts = 1
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str, many: float = 1) -> bool:
        """Take so many from somebody's bucket if they are in; return whether they were."""
        return self.of(key).take(many)

    def of(self, key: str) -> Bucket:
        """Return somebody's bucket."""
        bucket = self._buckets.pop(key, None) or self.bucket()
        self._buckets[key] = bucket
        if len(self._buckets) > MOST_KEYS:
            self._buckets.popitem(last=False)
        return bucket

    def bucket(self) -> Bucket:
        """Fill a bucket for one more."""
        return Bucket(self._part(self.burst), self.per_second / self._parts)

    def share(self, parts: int) -> None:
        """Allow one of so many parts: others allow the rest."""
        if parts != self._parts:
            self._parts = parts
            for bucket in self._buckets.values():
                bucket.burst, bucket.per_second = self._part(self.burst), self.per_second / parts

    def _part(self, burst: float) -> float:
        return max(1.0, burst / self._parts)


class Rate(NamedTuple):
    """So many at once, and so many a second after that."""

    burst: float
    per_second: float


class Budget:
    """
    What may be asked for of one thing: by each visitor, from each address, and by all together.

    Whoever has used up their own part takes nothing from that of the house, so that others get theirs.
    """

    name = ""
    """As the numbers for who runs the house call it."""

    def __init__(self, *, visitor: Rate | None = None, address: Rate, house: Rate) -> None:
        self.limits = {ADDRESS: Limit(*address), HOUSE: Limit(*house)}
        if visitor:
            self.limits = {VISITOR: Limit(*visitor), **self.limits}

    def take(self, visitor: str, address: str, many: float = 1) -> None:
        """Take so many for somebody, who may have no token yet; refuse if it is too much."""
        for whose, bucket in self._buckets(visitor, address):
            if not bucket.take(many):
                self._refuse(whose)

    def check(self, visitor: str, address: str) -> None:
        """Refuse somebody for whom nothing is left."""
        for whose, bucket in self._buckets(visitor, address):
            if bucket.left <= 0:
                self._refuse(whose)

    def charge(self, visitor: str, address: str, many: float) -> None:
        """Take what something has cost, also if it was more than was left."""
        for _whose, bucket in self._buckets(visitor, address):
            bucket.charge(many)

    def _buckets(self, visitor: str, address: str) -> Iterator[tuple[str, Bucket]]:
        keys = {VISITOR: visitor, ADDRESS: address, HOUSE: HOUSE}
        return ((whose, limit.of(keys[whose])) for whose, limit in self.limits.items() if keys[whose])

    def _refuse(self, whose: str) -> NoReturn:
        metrics.refused.labels(self.name, whose).inc()
        raise TooMuch(
            _("So much is going on in this house just now; please wait a moment.")
            if whose == HOUSE
            else _("That was a lot at once; please wait a moment.")
        )

    def share(self, parts: int) -> None:
        """Allow one of so many parts: others allow the rest."""
        for limit in self.limits.values():
            limit.share(parts)


class ConcurrentLimit:
    """Those who are here now, counted by where they come from."""

    name = ""

    def __init__(self, each: int) -> None:
        self.each = each
        self._here: dict[str, int] = {}

    def __len__(self) -> int:
        return sum(self._here.values())

    def enter(self, key: str) -> bool:
        """Let one more in, unless so many from there are in already; return whether it is in."""
        here = self._here.get(key, 0)
        if here >= self.each:
            metrics.refused.labels(self.name, ADDRESS).inc()
            return False
        self._here[key] = here + 1
        return True

    def is_kept_for_seats(self, key: str) -> bool:
        """Return whether what is left there is for those who play: others only watch."""
        return self._here.get(key, 0) > self.each * FOR_WATCHERS

    def leave(self, key: str) -> None:
        """Count one less."""
        left = self._here.get(key, 0) - 1
        if left > 0:
            self._here[key] = left
        else:
            self._here.pop(key, None)

    @contextmanager
    def within(self, key: str) -> Iterator[None]:
        """Stay in for a while; refuse if it is too full."""
        if not self.enter(key):
            raise TooMuch(_("Too much is going on from your address; please close a page or wait a moment."))
        try:
            yield
        finally:
            self.leave(key)


@dataclass
class Limits:
    """
    What a server allows; plenty for people, not enough to guess codes or to flood a table.

    Many people may share an address (a school, a club), so an address may do more than a visitor.
    """

    requests: Budget = field(
        default_factory=lambda: Budget(visitor=Rate(200, 40), address=Rate(300, 60), house=Rate(6000, 1200))
    )
    """Requests that change something."""
    looking: Budget = field(
        default_factory=lambda: Budget(visitor=Rate(400, 40), address=Rate(600, 60), house=Rate(12_000, 1200))
    )
    """Requests that change nothing; a page with its files is fifteen."""
    work: Budget = field(
        default_factory=lambda: Budget(
            visitor=Rate(6000, 250), address=Rate(10_000, 400), house=Rate(60_000, 4000)
        )
    )
    """Milliseconds of the processor, for all that is asked for (`costs`); a move takes ten to twenty."""
    bodies: Budget = field(default_factory=lambda: Budget(address=Rate(2e6, 250e3), house=Rate(40e6, 5e6)))
    """Bytes of what is sent."""
    opening: Budget = field(
        default_factory=lambda: Budget(visitor=Rate(20, 0.3), address=Rate(30, 0.5), house=Rate(300, 10))
    )
    """New tables."""
    joining: Budget = field(
        default_factory=lambda: Budget(visitor=Rate(30, 0.5), address=Rate(60, 2), house=Rate(1000, 50))
    )
    """Seats that are taken."""
    talking: Budget = field(
        default_factory=lambda: Budget(visitor=Rate(6, 0.5), address=Rate(60, 5), house=Rate(1000, 100))
    )
    """Lines of chat."""
    codes: Budget = field(default_factory=lambda: Budget(address=Rate(10, 0.2), house=Rate(200, 4)))
    """Codes that are tried: a new visitor is made at will, so they are counted by address."""
    hints: Budget = field(
        default_factory=lambda: Budget(visitor=Rate(5, 0.2), address=Rate(30, 1), house=Rate(100, 4))
    )
    """Hints: each takes a second of thinking."""
    reviews: Budget = field(default_factory=lambda: Budget(address=Rate(12, 0.1), house=Rate(120, 1)))
    """Reviews that are begun: each takes half a minute of one core that nobody else wants."""
    odds: Budget = field(
        default_factory=lambda: Budget(visitor=Rate(60, 15), address=Rate(300, 60), house=Rate(2000, 200))
    )
    """Questions about odds: each takes some milliseconds of arithmetic."""
    boxes: Budget = field(default_factory=lambda: Budget(address=Rate(20, 0.1), house=Rate(200, 1)))
    """Boxes of people's own: each may fill 48 kB of the disk."""
    exports: Budget = field(
        default_factory=lambda: Budget(visitor=Rate(3, 0.01), address=Rate(10, 0.05), house=Rate(60, 0.5))
    )
    """Files with all that concerns somebody: many tables are read for it."""
    groups: Budget = field(
        default_factory=lambda: Budget(visitor=Rate(12, 0.1), address=Rate(30, 0.5), house=Rate(300, 5))
    )
    """Groups that are founded, and what they agree on."""
    messages: Limit = field(default_factory=lambda: Limit(burst=30, per_second=5))
    """What one socket may say."""
    bytes: Limit = field(default_factory=lambda: Limit(burst=4096, per_second=512))
    """The same in bytes: a message is a dozen, a sign of life ten."""
    at_once: ConcurrentLimit = field(default_factory=lambda: ConcurrentLimit(100))
    """Requests that are being answered or wait, and sockets, per address."""
    connections: ConcurrentLimit = field(default_factory=lambda: ConcurrentLimit(150))
    """Open connections per address, whatever they are for."""
    connections_in_all: int = 2000
    spectators: int = 100
    """Per table."""
    tabs: int = 20
    """Per table and visitor with a seat."""
    waiting: int = 500_000
    """Letters that wait for one slow socket,"""
    waiting_in_all: int = 100_000_000
    """and for all of them."""
    patience: float = 10.0
    """Seconds in which a request must have come."""
    reading: float = 30.0
    """Seconds in which a reader must have read what waits for it."""

    def __post_init__(self) -> None:
        for one in fields(self):
            limit = getattr(self, one.name)
            if isinstance(limit, Budget | ConcurrentLimit):
                limit.name = one.name

    def share(self, processes: int) -> None:
        """Allow what is left to this process where so many serve the house; a socket's budget is its own."""
        for budget in self.budgets():
            budget.share(processes)

    def budgets(self) -> list[Budget]:
        """List all budgets."""
        found = (getattr(self, one.name) for one in fields(self))
        return [limit for limit in found if isinstance(limit, Budget)]


def unlimited() -> Limits:
    """Allow everything that takes no more than its share, for measurements."""
    free = Limits(
        connections_in_all=NO_LIMIT,
        spectators=NO_LIMIT,
        tabs=NO_LIMIT,
        messages=Limit(NO_LIMIT, NO_LIMIT),
        bytes=Limit(NO_LIMIT, NO_LIMIT),
        at_once=ConcurrentLimit(NO_LIMIT),
        connections=ConcurrentLimit(NO_LIMIT),
    )
    for budget in free.budgets():
        for limit in budget.limits.values():
            limit.burst = limit.per_second = NO_LIMIT
    return free
