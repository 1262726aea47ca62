"""What must hold for odds: possible numbers, about what can be done, blind to what is hidden."""

import random
from collections.abc import Callable, Iterator

from chancebox.engine.game.errors import BadGame, ChanceboxError
from chancebox.engine.game.game import Game
from chancebox.engine.game.odds import Odd, odds_at
from chancebox.engine.match import chance
from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import CHANCE
from chancebox.testing.matches import some_matches

MOMENTS = 8
"""Moments of each game that are looked at,"""
WORLDS = 3
"""and worlds that are put in the place of each."""
ASKED = 3
"""Moves that are asked about at each moment, beside the list."""


def _questions(game: Game, seats: int) -> Iterator[tuple[Match, int]]:
    """Stop random games where somebody is asked."""
    if game.odds is None:
        return
    for seed, match in enumerate(some_matches(game, seats)):
        rng = random.Random(seed)
        moments = rng.sample(range(len(match.events)), min(MOMENTS, len(match.events)))
        for fork in (match.fork(moment) for moment in sorted(moments)):
            if CHANCE not in fork.to_act:
                yield fork, rng.choice(fork.to_act)


def _moves(match: Match, seat: int, n: int) -> list[str | None]:
    """Ask about all choices, and about some moves of the menu."""
    menu = match.moves(seat)
    return [None, *random.Random(n).sample(menu, min(ASKED, len(menu)))]


def odds_are_possible_and_about_what_can_be_done(game: Game, seats: int) -> None:
    """Chances lie between 0 and 1, errors tell of samples, and what reads as a move is one."""
    for n, (match, seat) in enumerate(_questions(game, seats)):
        for move in _moves(match, seat, n):
            for odd in match.odds(seat, move):
                if problem := _problem(odd):
                    raise BadGame(f"{game.name}: the odds {odd} {problem}")
                if odd.about != move and odd.about.split()[0] in _verbs(match, seat):
                    _check_playable(match, seat, odd)


def _problem(odd: Odd) -> str:
    if not odd.about or not odd.meaning:
        return "are about nothing, or mean nothing"
    if not odd.unit and not 0 <= odd.value <= 1:
        return "are no chance"
    if odd.exact != (odd.error == 0):
        return "are exact with an error, or sampled without one"
    low, high = odd.interval
    return "" if low <= float(odd.value) <= high and 0 <= odd.share <= 1 else "lie outside of their interval"


def _verbs(match: Match, seat: int) -> set[str]:
    return {move.split()[0] for move in match.moves(seat)}


def _check_playable(match: Match, seat: int, odd: Odd) -> None:
    try:
        match.fork(dealer=chance.Ask()).play(seat, odd.about)
    except ChanceboxError as error:
        raise BadGame(f"{match.game.name}: odds are about {odd.about!r}, which is refused: {error}") from None


def odds_do_not_look_at_what_is_hidden(game: Game, seats: int) -> None:
    """Fill what the seat cannot know with guesses: the odds stay."""
    build = game.build("plain")
    for n, (match, seat) in enumerate(_questions(game, seats)):
        known = match.position(seat)
        for move in _moves(match, seat, n):
            told = odds_at(game, match.box, known, seat, move)
            for guess in range(WORLDS):
                world = known.copy()
                build.guess(match.box, world, seat, chance.stream(guess, chance.THINKING, n))
                if odds_at(game, match.box, world, seat, move) != told:
                    raise BadGame(f"{game.name}: its odds look at what seat {seat} cannot see")


FOR_EACH_NUMBER: tuple[Callable[[Game, int], None], ...] = (
    odds_are_possible_and_about_what_can_be_done,
    odds_do_not_look_at_what_is_hidden,
)
