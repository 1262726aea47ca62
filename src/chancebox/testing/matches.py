"""Random matches to look at."""

import itertools
import random
from collections.abc import Iterator, Mapping
from functools import cache

from chancebox.engine.game.errors import BadGame
from chancebox.engine.game.game import Game
from chancebox.engine.match.chance import Seeded
from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import SPECTATOR
from chancebox.engine.rules.records import Memory


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


@cache
def _some_match(game: Game, seats: int, seed: int) -> Match:
    sets = list(option_sets(game, seats))
    return random_match(game, seats, seed, sets[seed % len(sets)])


def some_matches(game: Game, seats: int, n: int = 4) -> list[Match]:
    """Return finished matches, all options in turn; many checks look at the same ones, leave them so."""
    return [_some_match(game, seats, seed) for seed in range(n)]


def some_positions(match: Match, n: int = 8) -> list[Memory]:
    """Return positions of a match, from its start to its end."""
    rng = random.Random(len(match.events))
    moments = rng.sample(range(len(match.events)), min(n, len(match.events)))
    return [match.fork(moment).position() for moment in moments]


def hidden(match: Match, n: int, viewer: int) -> Memory:
    """Return the position after n events as a viewer knows it."""
    return match.fork(n).position(viewer)


def viewers(match: Match) -> list[int]:
    """Return everybody who may look: the seats, and somebody who watches."""
    return [*range(match.seats), SPECTATOR]


def broken(match: Match, problem: str, n: int | None = None) -> BadGame:
    """Make the refusal of a game, with the moment of the match that showed it."""
    where = f"{match.game.name}, {match.seats} seats"
    if n is not None:
        event = f" ({match.notation[n]})" if n < len(match.events) else ""
        where += f", event {n}{event}"
    return BadGame(f"{where}: {problem}")
