"""
Who is at a table: whoever is connected, or asked for something a moment ago.

Presence is not in the log. After a restart nobody is connected yet, so for a while everybody
counts as there: otherwise the first to come back could give all other seats to bots. Where several
processes share a store, each hears from it who is connected to the others.
"""

import time
from collections import Counter
from collections.abc import Callable, Mapping

GRACE = 10.0
"""Seconds without a request or connection until somebody counts as away."""
GRACE_AT_START = 45.0
"""Seconds after a table came into memory in which nobody counts as away."""
EVERYBODY = ""
"""In place of a visitor: nobody counts as away."""
SOMEBODY = "*"
"""In place of a visitor: people watch who do not sit there."""


class Presence:
    """Who is at one table."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._since = clock()
        self._seen: dict[str, float] = {}
        self._connected: Counter[str] = Counter()
        self._elsewhere: dict[str, float] = {}
        """Who is there as other processes know, and until when that is good."""

    def share(self) -> None:
        """Let the store say for how long nobody counts as away."""
        self._since = float("-inf")

    def hear(self, present: Mapping[str, float]) -> None:
        """Note who is there as the store says, and for how many seconds."""
        now = self._clock()
        self._elsewhere = {visitor: now + seconds for visitor, seconds in present.items()}

    def here(self) -> dict[str, float]:
        """Return who is there as this process knows, and for how many seconds that is good."""
        now = self._clock()
        seen = {visitor: GRACE - (now - at) for visitor, at in self._seen.items() if now - at < GRACE}
        return seen | dict.fromkeys(self._connected, GRACE)

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
        seen, now = self._seen.get(visitor), self._clock()
        return (
            visitor in self._connected
            or (seen is not None and now - seen < GRACE)
            or self._elsewhere.get(visitor, now) > now
        )

    def is_present(self, visitor: str) -> bool:
        """Return whether a visitor is there."""
        if not visitor:
            return False
        now = self._clock()
        if visitor in self._connected or now - self._since < GRACE_AT_START:
            return True
        if max(self._elsewhere.get(visitor, now), self._elsewhere.get(EVERYBODY, now)) > now:
            return True
        return now - self._seen.get(visitor, now - GRACE) < GRACE
