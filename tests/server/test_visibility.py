"""Events are counted as if every one of them were looked at."""

import random
from typing import Any, cast

from chancebox.engine.match.match import Event, Match
from chancebox.server.tables.visibility import Visibility


class SomeMatch:
    """A match in which seats below 3 act in secret."""

    def __init__(self, seats: list[int]) -> None:
        self.events = [Event(seat, 0) for seat in seats]

    def is_secret(self, n: int) -> bool:
        return self.events[n].seat < 3


def follow(visibility: Visibility, seats: list[int], *more: Any) -> None:
    visibility.follow(cast(Match, SomeMatch(seats)), 1, *more)


def test_events_are_counted_and_found_as_by_looking_at_each() -> None:
    luck = random.Random(1)
    for _case in range(100):
        seats = luck.choices(range(6), k=luck.randrange(12))
        visibility = Visibility()
        follow(visibility, seats)
        if luck.random() < 0.5:
            back = luck.randrange(len(seats) + 1)
            seats = seats[:back] + luck.choices(range(6), k=luck.randrange(4))
            follow(visibility, seats, back)
        for eyes in range(4):
            noticed = [seat >= 3 or seat == eyes for seat in seats]
            for n in range(len(seats) + 3):
                assert visibility.count(eyes, n) == sum(noticed[:n])
            assert visibility.count(eyes) == sum(noticed)
            for told in range(sum(noticed) + 1):
                first = next(n for n in range(len(seats) + 1) if sum(noticed[:n]) == told)
                assert visibility.find(eyes, told) == first
