"""What must hold for chance: weights, throws and samples agree, and what came up is what shows."""

import math
from fractions import Fraction

from chancebox.engine.game.game import Game
from chancebox.engine.match import chance
from chancebox.engine.rules.contract import CHANCE
from chancebox.engine.rules.dice import throw_weight
from chancebox.testing.matches import (
    broken,
    some_matches,
)

LISTED = 300
"""Chance events with more outcomes than this are left out where each outcome would be played."""
DOUBT = math.log(1e6)
"""Samples are called wrong if right ones look so in less than one case of a million."""


def weights_are_exact_and_cover_what_is_listed(game: Game, seats: int) -> None:
    """Weigh what came up, what may, and what can not."""
    build = game.build()
    for match in some_matches(game, seats, 2):
        for n, (seat, action) in enumerate(match.events):
            if seat != CHANCE or n % 5:
                continue
            s, box = match.fork(n).position(), match.box
            exact = dict(chance.outcomes(build, box, s))
            if sum(exact.values()) != 1 or any(share <= 0 for share in exact.values()):
                raise broken(match, "something is listed that cannot come up", n)
            whole = sum(build.weight(box, s, outcome) for outcome in exact)
            if exact.get(action) != Fraction(build.weight(box, s, action), whole):
                raise broken(match, "something came up that is not listed, or has another weight", n)
            for wrong in (-1, max(exact) + 1, 1 << 31):
                if wrong not in exact and build.weight(box, s, wrong):
                    raise broken(match, f"{wrong} has a weight, but is not listed", n)


def throws_are_those_of_the_dice_that_fall(game: Game, seats: int) -> None:
    """Where rules say how many dice fall, compare what may come up with all throws of so many dice."""
    build = game.build()
    compared = {(0, 0)}
    for match in some_matches(game, seats, 2):
        for n, (seat, _action) in enumerate(match.events):
            s, box = match.fork(n).position(), match.box
            dice, faces = build.falling(box, s) if seat == CHANCE else (0, 0)
            if (dice, faces) in compared:
                continue
            compared.add((dice, faces))
            listed = build.outcomes(box, s)
            if any(weight != throw_weight(throw, dice, faces) for throw, weight in listed):
                raise broken(match, f"something else may come up than with the {dice} dice that fall", n)
            if sum(weight for _throw, weight in listed) != faces**dice:
                raise broken(match, f"not every throw of the {dice} dice that fall is listed", n)


def samples_follow_the_weights(game: Game, seats: int) -> None:
    """Draw often from every kind of chance event, and compare what came up with the weights (chi-square)."""
    match = some_matches(game, seats, 1)[0]
    build = game.build("compiled")
    tested: set[int] = set()
    for n, (seat, _action) in enumerate(match.events):
        s = match.fork(n).position()
        exact = chance.outcomes(build, match.box, s) if seat == CHANCE else []
        if not 1 < len(exact) <= LISTED or len(exact) in tested or len(tested) > 8:
            continue
        tested.add(len(exact))
        luck = chance.stream(11, chance.DEALING, n)
        drawn = [build.draw(match.box, s, luck) for _ in range(60 * len(exact) + 2000)]
        if not set(drawn) <= {outcome for outcome, _share in exact}:
            raise broken(match, "something was drawn that is not listed", n)
        if not _follows(drawn, exact):
            raise broken(match, "what is drawn does not follow the weights", n)
    if not tested and any(seat == CHANCE for seat, _action in match.events):
        raise broken(match, f"no chance event has 2 to {LISTED} outcomes; there is nothing to compare")


def _follows(drawn: list[int], exact: list[tuple[int, Fraction]]) -> bool:
    """
    Compare samples with exact shares.

    The sum of squares exceeds n + 2√(n·x) + 2x with a probability below exp(-x), for n degrees of freedom
    (Laurent and Massart). Rare outcomes are counted together, as the approximation asks for.
    """
    pairs = [(drawn.count(outcome), float(share) * len(drawn)) for outcome, share in exact]
    rare = [pair for pair in pairs if pair[1] < 5]
    pairs = [pair for pair in pairs if pair[1] >= 5]
    if rare:
        pairs.append((sum(seen for seen, _ in rare), sum(expected for _, expected in rare)))
    freedom = len(pairs) - 1
    found = sum((seen - expected) ** 2 / expected for seen, expected in pairs)
    return freedom < 1 or found < freedom + 2 * math.sqrt(freedom * DOUBT) + 2 * DOUBT


def the_outcome_played_is_the_outcome_that_shows(game: Game, seats: int) -> None:
    """Play every outcome: each leads to a position of its own, nothing is re-rolled, dropped or replaced."""
    build = game.build()
    for match in some_matches(game, seats, 2):
        for n, (seat, _action) in enumerate(match.events):
            s = match.fork(n).position()
            listed = build.choices(match.box, s, seat)
            if seat != CHANCE or len(listed) > LISTED or n % 3:
                continue
            after = set()
            for outcome in listed:
                world = s.copy()
                build.play(match.box, world, seat, outcome)
                after.add(world.tobytes())
            if len(after) != len(listed):
                raise broken(match, "two outcomes lead to the same position", n)
