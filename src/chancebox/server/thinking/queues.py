"""Fair turns: who has much waiting waits no less for each than who has one thing waiting."""

from collections import deque
from typing import Generic, TypeVar

Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """Things that wait, so many at most; everybody who has some is served in turn."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._waiting: dict[str, deque[Item]] = {}
        """What waits, by whose it is; the first one's turn is next."""

    def __len__(self) -> int:
        return sum(len(theirs) for theirs in self._waiting.values())

    def put(self, whose: str, item: Item) -> Item | None:
        """Let something wait; where it is too much, return what has to go: the last of who has most."""
        self._waiting.setdefault(whose, deque()).append(item)
        if len(self) <= self.most:
            return None
        # Among equals it is the newcomer who has to go: the others were there before.
        longest = max(self._waiting, key=lambda who: (len(self._waiting[who]), who == whose))
        theirs = self._waiting[longest]
        gone = theirs.pop()
        if not theirs:
            del self._waiting[longest]
        return gone

    def take(self) -> Item | None:
        """Take what is next; whoever has more of it goes to the end of the line."""
        whose = next(iter(self._waiting), None)
        if whose is None:
            return None
        theirs = self._waiting.pop(whose)
        item = theirs.popleft()
        if theirs:
            self._waiting[whose] = theirs
        return item
