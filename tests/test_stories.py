"""Stories: what happened is told from what its viewer may know, and all of it is told."""

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from chancebox.engine import chance
from chancebox.engine.contract import CHANCE, SPECTATOR
from chancebox.engine.happenings import Happening
from chancebox.engine.match import Match
from chancebox.engine.records import Memory, plain
from chancebox.games import game
from helpers import some_matches

WORLDS = 3
TRIED = 24
"""Actions that are tried in another world."""


def hidden(match: Match, n: int, viewer: int) -> Memory:
    s = match._position(n)
    match._build.hide(match.box, s, viewer)
    return s


def looks_the_same(match: Match, n: int, viewer: int, luck: random.Random) -> Iterator[int]:
    """Other actions in other worlds after which the viewer would see the same as after event n."""
    build, box = match._build, match.box
    seat, action = match.events[n]
    known, shown = hidden(match, n, viewer), hidden(match, n + 1, viewer).tobytes()
    for _world in range(WORLDS):
        world = known.copy()
        build.guess(box, world, viewer, chance.stream(luck.getrandbits(32), chance.THINKING, n))
        possible = build.choices(box, world, seat)
        for other in luck.sample(possible, min(TRIED, len(possible))):
            s = world.copy()
            build.play(box, s, seat, other)
            build.hide(box, s, viewer)
            if other != action and s.tobytes() == shown:
                yield other


def test_worlds_that_look_the_same_tell_the_same_story(room: str, seats: int) -> None:
    assert leaks(some_matches(room, seats, 2), game(room).story.happenings) == []


def leaks(matches: list[Match], happenings: Any) -> list[str]:
    """Find events of which a story tells more than the viewer sees."""
    luck = random.Random(1)
    found = []
    for match in matches:
        for n, (seat, action) in enumerate(match.events):
            if luck.random() < 0.5:
                continue
            for viewer in [*range(match.seats), SPECTATOR]:
                before, after = plain(hidden(match, n, viewer)), plain(hidden(match, n + 1, viewer))
                told = happenings(match.box, before, seat, action, after, viewer)
                for other in looks_the_same(match, n, viewer, luck):
                    if happenings(match.box, before, seat, other, after, viewer) != told:
                        found.append(f"{match.notation[n]} as seen by {viewer}")
    return found


def test_a_story_that_tells_a_secret_is_found() -> None:
    class Told(Happening, frozen=True):
        action: int

    def leaky(_box: Any, _before: Any, _seat: int, action: int, _after: Any, _viewer: int) -> list[Happening]:
        return [Told(action)]

    assert leaks(some_matches("hush", 3, 2), leaky)


def test_a_story_is_given_nothing_but_hidden_records(room: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = some_matches(room, game(room).all_seats[-1], 1)[0]
    given: list[tuple[bytes, bytes]] = []

    def note(_box: Any, before: Any, _seat: int, _action: int, after: Any, _viewer: int) -> list[Happening]:
        given.append((bytes(before), bytes(after)))
        return []

    monkeypatch.setattr(game(room).story, "happenings", note)
    for viewer in (0, SPECTATOR):
        given.clear()
        match.happenings(viewer)
        seen = [hidden(match, n, viewer).tobytes() for n in range(len(match.events) + 1)]
        assert given == list(pairwise(seen))


def test_happenings_account_for_every_change_of_what_can_be_counted(room: str, seats: int) -> None:
    story = game(room).story
    for match in some_matches(room, seats, 2):
        for viewer in (0, SPECTATOR):
            happened = dict(match.happenings(viewer))
            for n in range(len(match.events)):
                before = story.counts(match.box, plain(hidden(match, n, viewer)))
                after = story.counts(match.box, plain(hidden(match, n + 1, viewer)))
                moved: dict[tuple[int, str], int] = {}
                for one in happened.get(n + 1, []):
                    for seat, what, by in one.changes():
                        moved[seat, what] = moved.get((seat, what), 0) + by
                changed = {key: after[key] - before[key] for key in before.keys() & after.keys()}
                told = {key: by for key, by in moved.items() if by}
                assert told == {key: by for key, by in changed.items() if by}, match.notation[n]


def test_happenings_are_plain_data_and_every_one_can_be_written(room: str, seats: int) -> None:
    told = set()
    for match in some_matches(room, seats, 2):
        for viewer in (0, SPECTATOR):
            for _n, happened in match.happenings(viewer):
                for one in happened:
                    assert msgspec.json.decode(msgspec.json.encode(one))["kind"] == type(one).__name__
                    told.add(type(one).__name__)
                    assert isinstance(match.game.story.sentence(match.box, one, match.names), str)
        last = match.happenings()[-1]
        assert last[0] == len(match.events)
        assert type(last[1][-1]).__name__ == "Ended", "a story ends with its end"


def test_chance_and_seats_are_told_apart(room: str) -> None:
    """A decision in secret is told to others without what was decided."""
    match = some_matches(room, game(room).all_seats[-1], 1)[0]
    for n, (seat, _action) in enumerate(match.events):
        if seat != CHANCE and match.is_secret(n):
            others = [viewer for viewer in [*range(match.seats), SPECTATOR] if viewer != seat]
            assert all(n + 1 not in dict(match.happenings(viewer, n)) for viewer in others)
