"""Random matches for the tests that run on every game, and a reader in another language."""

import gettext
import itertools
import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache

from chancebox.engine import texts
from chancebox.engine.chance import Seeded
from chancebox.engine.game import Game
from chancebox.engine.match import Match
from chancebox.games import game as find_game


def option_sets(game: Game, seats: int) -> Iterator[dict[str, str]]:
    """Go through every combination of options that a table of this size may choose."""
    offered = [option for option in game.options if not option.seats or seats in option.seats]
    for values in itertools.product(*(option.values for option in offered)):
        chosen = {option.name: value for option, value in zip(offered, values, strict=True)}
        opened = any(chosen[option.name] != option.default for option in offered if option.seats)
        if seats in game.seats or opened:
            yield game.check_options(chosen, seats)


def random_match(
    game: Game,
    seats: int,
    seed: int,
    options: Mapping[str, str] | None = None,
    events: int = 10**9,
    build: str = "plain",
) -> Match:
    """Play at random to the end, or until there are so many events."""
    options = game.usual_options(seats) if options is None else options
    match = Match(game, seats, options=options, dealer=Seeded(seed), build=build)
    rng = random.Random(seed)
    rules = game.build("plain")
    while match.to_act and len(match.events) < events:
        seat = rng.choice(match.to_act)
        match.play(seat, rng.choice(rules.choices(match.box, match.position(), seat)))
    return match


@contextmanager
def reading(language: gettext.NullTranslations) -> Iterator[None]:
    """Speak this language within the block."""
    token = texts._reader.set(language)
    try:
        yield
    finally:
        texts._reader.reset(token)


@cache
def _some_match(room: str, seats: int, seed: int) -> Match:
    found = find_game(room)
    sets = list(option_sets(found, seats))
    return random_match(found, seats, seed, sets[seed % len(sets)])


def some_matches(room: str, seats: int, n: int = 4) -> list[Match]:
    """Return finished matches, all options in turn; many tests look at the same ones, leave them so."""
    return [_some_match(room, seats, seed) for seed in range(n)]
