"""What must hold for every story: it is told from what its viewer may know, and all of it is told."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from chancebox.engine.game.game import Game
from chancebox.engine.game.happenings import Ended
from chancebox.engine.match import chance
from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import CHANCE, SPECTATOR
from chancebox.engine.rules.records import plain
from chancebox.testing.matches import broken, hidden, some_matches, viewers

WORLDS = 3
TRIED = 24
"""Actions that are tried in another world."""


def worlds_that_look_the_same_tell_the_same_story(game: Game, seats: int) -> None:
    """Replace what a viewer does not know: the happenings stay."""
    for match in some_matches(game, seats, 2):
        for n, viewer in leaks(match, game.story.happenings):
            raise broken(match, f"the story tells viewer {viewer} what it cannot see", n)


def leaks(match: Match, happenings: Callable[..., Any]) -> Iterator[tuple[int, int]]:
    """Find events of which a story tells more than a viewer sees."""
    luck = random.Random(1)
    for n, (seat, action) in enumerate(match.events):
        if luck.random() < 0.5:
            continue
        for viewer in viewers(match):
            before, after = plain(hidden(match, n, viewer)), plain(hidden(match, n + 1, viewer))
            told = happenings(match.box, before, seat, action, after, viewer)
            for other in _looks_the_same(match, n, viewer, luck):
                if happenings(match.box, before, seat, other, after, viewer) != told:
                    yield n, viewer


def _looks_the_same(match: Match, n: int, viewer: int, luck: random.Random) -> Iterator[int]:
    """Find other actions in other worlds after which the viewer would see the same as after event n."""
    build, box = match.game.build("compiled"), match.box
    seat, action = match.events[n]
    known, shown = hidden(match, n, viewer), hidden(match, n + 1, viewer).tobytes()
    tried = set()
    for _world in range(WORLDS):
        world = known.copy()
        build.guess(box, world, viewer, chance.stream(luck.getrandbits(32), chance.THINKING, n))
        if world.tobytes() in tried:  # who knows everything guesses the same again
            continue
        tried.add(world.tobytes())
        possible = build.choices(box, world, seat)
        for other in luck.sample(possible, min(TRIED, len(possible))):
            s = world.copy()
            build.play(box, s, seat, other)
            build.hide(box, s, viewer)
            if other != action and s.tobytes() == shown:
                yield other


def happenings_account_for_every_change_of_what_can_be_counted(game: Game, seats: int) -> None:
    """Add up what happenings move, and compare with the counts before and after each event."""
    for match in some_matches(game, seats, 2):
        for viewer in (0, SPECTATOR):
            happened = dict(match.happenings(viewer))
            before = game.story.counts(match.box, plain(hidden(match, 0, viewer)))
            for n in range(len(match.events)):
                after = game.story.counts(match.box, plain(hidden(match, n + 1, viewer)))
                told: dict[tuple[int, str], int] = {}
                for one in happened.get(n + 1, []):
                    for seat, what, by in one.changes():
                        told[seat, what] = told.get((seat, what), 0) + by
                told = {key: by for key, by in told.items() if by}
                seen = {key: after[key] - before[key] for key in before.keys() & after.keys()}
                seen = {key: by for key, by in seen.items() if by}
                if told != seen:
                    raise broken(match, f"the story moves {told}, but the counts moved by {seen}", n)
                before = after


def happenings_are_plain_data_and_every_one_can_be_written(game: Game, seats: int) -> None:
    """Write happenings as JSON and as sentences; the last one is `Ended`."""
    for match in some_matches(game, seats, 2):
        for viewer in (0, SPECTATOR):
            told = match.happenings(viewer)
            for n, happened in told:
                for one in happened:
                    if msgspec.json.decode(msgspec.json.encode(one))["kind"] != type(one).__name__:
                        raise broken(match, f"{one} is not plain data", n - 1)
                    if not isinstance(game.story.sentence(match.box, one, match.names), str):
                        raise broken(match, f"story.sentence has no text for {one}", n - 1)
            last = told[-1] if told else (0, [])
            if last[0] != len(match.events) or not last[1] or not isinstance(last[1][-1], Ended):
                raise broken(match, "the last happening of a game is `Ended`", len(match.events) - 1)


def secret_decisions_are_told_to_nobody_else(game: Game, seats: int) -> None:
    """Look at decisions of which nobody else may notice anything: there is no line about them."""
    match = some_matches(game, seats, 1)[0]
    for n, (seat, _action) in enumerate(match.events):
        if seat != CHANCE and match.is_secret(n):
            for viewer in viewers(match):
                if viewer != seat and n + 1 in dict(match.happenings(viewer, n)):
                    raise broken(match, f"the story tells viewer {viewer} of a decision made in secret", n)


FOR_EACH_NUMBER: tuple[Callable[[Game, int], None], ...] = (
    worlds_that_look_the_same_tell_the_same_story,
    happenings_account_for_every_change_of_what_can_be_counted,
    happenings_are_plain_data_and_every_one_can_be_written,
    secret_decisions_are_told_to_nobody_else,
)
