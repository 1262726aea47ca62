"""How much one visitor or address may ask for: buckets that fill up again with time, and crowds."""

import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields

from chancebox.engine.texts import _
from chancebox.server.errors import TooMuch

MOST_KEYS = 20_000
NO_LIMIT = 10**9


class Bucket:
    """So many at once, and so many a second after that; for one who asks."""

    def __init__(self, burst: float, per_second: float) -> None:
        self.burst = burst
        self.per_second = per_second
        self._left, self._then = float(burst), time.monotonic()

    def take(self, many: float = 1) -> bool:
        """Take so many out if they are in; return whether they were."""
        now = time.monotonic()
        left = min(self.burst, self._left + (now - self._then) * self.per_second)
        enough = left >= many
        self._left, self._then = left - many if enough else left, now
        return enough


class Limit:
    """A bucket for everybody who asks, as long as they are remembered."""

    def __init__(self, burst: float, per_second: float) -> None:
        self.burst = burst
        self.per_second = per_second
        self._parts = 1
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str) -> None:
        """Take one from somebody's bucket; refuse if it is empty."""
        bucket = self._buckets.pop(key, None) or self.bucket()
        self._buckets[key] = bucket
        if len(self._buckets) > MOST_KEYS:
            self._buckets.popitem(last=False)
        if not bucket.take():
            raise TooMuch(_("That was a lot at once; please wait a moment."))

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


class ConcurrentLimit:
    """Those who are here now, counted by where they come from."""

    def __init__(self, each: int) -> None:
        self.each = each
        self._here: dict[str, int] = {}

    def __len__(self) -> int:
        return sum(self._here.values())

    def enter(self, key: str) -> bool:
        """Let one more in, unless so many from there are in already; return whether it is in."""
        here = self._here.get(key, 0)
        if here >= self.each:
            return False
        self._here[key] = here + 1
        return True

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
    """What a server allows; plenty for people, not enough to guess codes or to flood a table."""

    requests: Limit = field(default_factory=lambda: Limit(burst=300, per_second=60))
    """Requests that change something, per address."""
    looking: Limit = field(default_factory=lambda: Limit(burst=600, per_second=60))
    """Requests that change nothing, per address; a page with its files is fifteen."""
    opening: Limit = field(default_factory=lambda: Limit(burst=30, per_second=0.5))
    """New tables, per address."""
    talking: Limit = field(default_factory=lambda: Limit(burst=6, per_second=0.5))
    """Lines of chat, per visitor."""
    codes: Limit = field(default_factory=lambda: Limit(burst=10, per_second=0.2))
    """Codes that are tried, per address."""
    hints: Limit = field(default_factory=lambda: Limit(burst=5, per_second=0.2))
    """Hints, per visitor: each takes a second of thinking."""
    reviews: Limit = field(default_factory=lambda: Limit(burst=12, per_second=0.1))
    """Reviews that are begun, per address: each takes half a minute of one core that nobody else wants."""
    odds: Limit = field(default_factory=lambda: Limit(burst=60, per_second=15))
    """Questions about odds, per visitor: each takes some milliseconds of arithmetic."""
    boxes: Limit = field(default_factory=lambda: Limit(burst=20, per_second=0.1))
    """Boxes of people's own, per address: each may fill 48 kB of the disk."""
    exports: Limit = field(default_factory=lambda: Limit(burst=3, per_second=0.01))
    """Files with all that concerns somebody, per visitor: many tables are read for it."""
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
    patience: float = 10.0
    """Seconds in which a request must have come."""
    reading: float = 30.0
    """Seconds in which a reader must have read what waits for it."""

    def share(self, processes: int) -> None:
        """Allow what is left to this process where so many serve the house; a socket's budget is its own."""
        for one in fields(self):
            limit = getattr(self, one.name)
            if isinstance(limit, Limit) and limit not in (self.messages, self.bytes):
                limit.share(processes)


def unlimited() -> Limits:
    """Allow everything that takes no more than its share, for measurements."""
    free = Limits(connections_in_all=NO_LIMIT, spectators=NO_LIMIT, tabs=NO_LIMIT)
    for one in fields(free):
        limit = getattr(free, one.name)
        if isinstance(limit, Limit):
            limit.burst = limit.per_second = NO_LIMIT
        elif isinstance(limit, ConcurrentLimit):
            limit.each = NO_LIMIT
    return free
