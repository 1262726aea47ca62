"""How much one visitor or address may ask for: buckets that fill up again with time."""

import time
from collections import OrderedDict
from dataclasses import dataclass, field, fields

from chancebox.engine.texts import _
from chancebox.server.errors import TooMuch

MOST_KEYS = 20_000


class Limit:
    """So many at once, and so many a second after that."""

    def __init__(self, burst: int, per_second: float) -> None:
        self.burst = burst
        self.per_second = per_second
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str) -> None:
        """Take one from somebody's bucket; refuse if it is empty."""
        now = time.monotonic()
        left, then = self._buckets.pop(key, (float(self.burst), now))
        left = min(self.burst, left + (now - then) * self.per_second)
        self._buckets[key] = (max(left - 1, 0.0), now)
        if len(self._buckets) > MOST_KEYS:
            self._buckets.popitem(last=False)
        if left < 1:
            raise TooMuch(_("That was a lot at once; please wait a moment."))


@dataclass
class Limits:
    """What a server allows; plenty for people, not enough to guess codes or to flood a table."""

    requests: Limit = field(default_factory=lambda: Limit(burst=300, per_second=60))
    """Requests that change something, per address."""
    opening: Limit = field(default_factory=lambda: Limit(burst=30, per_second=0.5))
    """New tables, per address."""
    talking: Limit = field(default_factory=lambda: Limit(burst=6, per_second=0.5))
    """Lines of chat, per visitor."""
    codes: Limit = field(default_factory=lambda: Limit(burst=10, per_second=0.2))
    """Codes that are tried, per address."""
    hints: Limit = field(default_factory=lambda: Limit(burst=5, per_second=0.2))
    """Hints, per visitor: each takes a second of thinking."""
    boxes: Limit = field(default_factory=lambda: Limit(burst=20, per_second=0.1))
    """Boxes of people's own, per address: each may fill 48 kB of the disk."""


def unlimited() -> Limits:
    """Allow everything, for measurements."""
    return Limits(*(Limit(10**9, 10**9) for _limit in fields(Limits)))
