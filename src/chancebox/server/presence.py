"""
Who is at a table: whoever is connected, or asked for something a moment ago.

Presence is not in the log. After a restart nobody is connected yet, so for a while everybody
counts as there: otherwise the first to come back could give all other seats to bots.
"""

import time
from collections import Counter
from collections.abc import Callable

GRACE = 10.0
"""Seconds without a request or connection until somebody counts as away."""
GRACE_AT_START = 45.0
"""Seconds after a table came into memory in which nobody counts as away."""


class Presence:
    """Who is at one table."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._since = clock()
        self._seen: dict[str, float] = {}
        self._connected: Counter[str] = Counter()

    def note(self, visitor: str) -> None:
        """Note that a visitor asked for something just now."""
        self._seen[visitor] = self._clock()

    def connect(self, visitor: str) -> None:
        """Note a connection that stays."""
        self._connected[visitor] += 1

    def disconnect(self, visitor: str) -> None:
        """Note that a connection has ended; its visitor may come back in a moment."""
        self._connected[visitor] -= 1
        if self._connected[visitor] <= 0:
            del self._connected[visitor]
        self.note(visitor)

    def has_come(self, visitor: str) -> bool:
        """Return whether a visitor gave a sign of life, and is there still; at the start nobody has."""
        seen = self._seen.get(visitor)
        return visitor in self._connected or (seen is not None and self._clock() - seen < GRACE)

    def is_present(self, visitor: str) -> bool:
        """Return whether a visitor is there."""
        if not visitor:
            return False
        now = self._clock()
        if visitor in self._connected or now - self._since < GRACE_AT_START:
            return True
        return now - self._seen.get(visitor, now - GRACE) < GRACE
