"""
What a viewer can count.

A seat may decide in several small actions that nobody else sees: dice laid on tasks, one by one, while
all score in secret. How many they are tells about a hand, also when all is uncovered. So they count for
nobody else: not in the version of the table, not in the number of its events, and no frame is sent.
"""

from collections import Counter
from collections.abc import Collection

from chancebox.engine.match.match import Match

ALL = -1
NOBODY = -2


class Visibility:
    """Who noticed which events of a match, and which entries of a table's log."""

    def __init__(self) -> None:
        self._events: list[int] = []
        """Per event: the seat that alone knows of it, or ALL."""
        self._secrets: list[tuple[int, int]] = []
        """Of these, the few of which one seat alone knows: number and seat."""
        self._entries: list[tuple[int, int]] = []
        """The entries of which one seat alone knows, or nobody: version and seat."""
        self.latest = ALL
        """The seat that alone knows of the latest entry, or ALL."""
        self._rewritten: int | None = None
        """The first event that the latest entry took back, if it did."""

    def follow(self, match: Match | None, version: int, rewritten: int | None = None) -> None:
        """Follow the log by one entry, which may have taken events back: from which on, it says."""
        self.latest = ALL
        self._rewritten = rewritten
        n = len(match.events) if match else 0
        gone = self._events[rewritten:] if rewritten is not None else self._events[n:]
        del self._events[len(self._events) - len(gone) :]
        new = [
            match.events[i].seat if match.is_secret(i) else ALL
            for i in range(len(self._events), n)
            if match is not None
        ]
        kept = len(self._events)
        self._secrets = [secret for secret in self._secrets if secret[0] < kept]
        self._secrets += [(i, seat) for i, seat in enumerate(new, kept) if seat != ALL]
        self._events += new
        # Where somebody takes a decision back, what others did in secret since then stays.
        changed = (Counter(gone) - Counter(new)) | (Counter(new) - Counter(gone)) if gone else {*new}
        if len(changed) == 1:
            self.latest = next(iter(changed))
        if self.latest != ALL:
            self._entries.append((version, self.latest))

    def overlook(self, version: int) -> None:
        """Follow the log by an entry that changes nothing on the table: it counts for nobody."""
        self._entries.append((version, NOBODY))

    def version(self, version: int, seats: Collection[int]) -> int:
        """Count the entries up to a version that somebody who holds these seats noticed."""
        return version - sum(1 for at, seat in self._entries if at <= version and seat not in seats)

    def count(self, eyes: int, events: int | None = None) -> int:
        """Count the events that these eyes noticed, of all or of the first so many."""
        n = len(self._events) if events is None else min(events, len(self._events))
        return n - sum(at < n and seat != eyes for at, seat in self._secrets)

    def noticed(self, eyes: int, last: int) -> list[int]:
        """List the last so many events that these eyes noticed."""
        found = [n for n, seat in enumerate(self._events) if seat in (ALL, eyes)]
        return found[len(found) - last :] if last <= len(found) else []

    def still_told(self, eyes: int, told: int) -> int:
        """Count the events that these eyes were told of and that the latest entry did not take back."""
        return min(told, self.count(eyes, self._rewritten))

    def find(self, eyes: int, noticed: int) -> int:
        """Find the number of events when these eyes had noticed so many; beyond them, as many more."""
        n = noticed
        for at, seat in self._secrets:
            # Each that they did not notice, and that came before, lies between.
            n += at < n and seat != eyes
        return n
