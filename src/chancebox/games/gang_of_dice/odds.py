"""
Gang of Dice: the chance that thrown dice meet the warning, and that they beat whoever leads the round.

One throw is weighed, the next one: what is thrown again after it is another decision. Up to a handful of
dice every throw is looked at; more are sampled.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache

import numpy as np

from chancebox.engine.game.boxes import Box
from chancebox.engine.game.odds import Odd, chance, sampled
from chancebox.engine.game.texts import _
from chancebox.engine.rules.dice import HANDFUL
from chancebox.games.gang_of_dice.rules.records import FACES, STAKE, Position, dice_in, total
from chancebox.games.gang_of_dice.rules.rounds import most_dice, round_winner
from chancebox.games.gang_of_dice.rules.warnings import meets
from chancebox.games.gang_of_dice.text import notation

LISTED = 8
"""Stakes told about at once; of larger ones each when it is asked for."""
SAMPLES = 2000

Dice = tuple[int, ...]
"""How many dice show each face."""


def odds(box: Box, s: Position, seat: int) -> list[Odd]:
    """Tell about each usual stake, or each usual way to throw again."""
    if s.step == STAKE:
        moves = [f"stake {n}" for n in range(1, min(LISTED, most_dice(box.fields, s)) + 1)]
    else:
        moves = [move for move in notation.moves(box, s, seat) if move.startswith("reroll")]
    return [odd for move in moves for odd in odds_of(box, s, seat, move)]


def odds_of(box: Box, s: Position, seat: int, move: str) -> list[Odd]:
    """Tell what the throw may bring that this move leads to; nothing if it leads to none."""
    actions = notation.read(box, s, seat, move)
    there = tuple(s.players[seat].dice)
    if s.step == STAKE:
        kept, thrown = there, actions[0]
        invalid, leads = _("the first throw meets the warning"), _("the first throw beats who leads")
    else:
        kept, thrown = _kept(s, there, actions)
        invalid, leads = _("this throw meets the warning"), _("this throw beats who leads")
    if thrown == 0:
        return []
    leader = round_winner(s)
    to_beat = _result(tuple(s.players[leader].dice)) if leader >= 0 else -1
    met, beaten, all_throws = _weigh(box, s.warning, kept, thrown, to_beat)
    told = [(_("invalid"), invalid, met)] + ([(_("leads"), leads, beaten)] if leader >= 0 else [])
    if thrown > HANDFUL:
        return [sampled(move, label, meaning, n, all_throws) for label, meaning, n in told]
    return [chance(move, label, meaning, Fraction(n, all_throws)) for label, meaning, n in told]


def _kept(s: Position, there: Dice, actions: list[int]) -> tuple[Dice, int]:
    """Take the dice away that are picked up: those that were before, and one number for each face to come."""
    picked = [s.again[face] for face in range(FACES)]
    showing = [face for face in range(FACES) if there[face] and face >= s.asked]
    if len(actions) == len(showing):
        for face, n in zip(showing, actions, strict=True):
            picked[face] = n
    else:
        return there, 0  # to stop, or a part of a move
    return tuple(have - n for have, n in zip(there, picked, strict=True)), sum(picked)


@lru_cache(maxsize=256)
def _weigh(box: Box, warning: int, kept: Dice, thrown: int, to_beat: int) -> tuple[int, int, int]:
    """Count the throws that meet the warning, those that do not and beat a result, and all."""
    met = beaten = 0
    throws = 0
    for throw, weight in _throws(thrown) if thrown <= HANDFUL else _samples(thrown):
        dice = [have + n for have, n in zip(kept, throw, strict=True)]
        throws += weight
        if meets(box.fields, warning, dice):
            met += weight
        elif _result(dice) > to_beat:
            beaten += weight
    return met, beaten, throws


def _result(dice: Sequence[int]) -> int:
    """Compare by total, then by dice (GD-17); level with both, the earlier one keeps the lead."""
    return 1000 * total([*dice]) + dice_in([*dice])


@lru_cache(maxsize=HANDFUL)
def _throws(n: int) -> tuple[tuple[Dice, int], ...]:
    """List all throws of n dice with their weights."""
    return tuple(_spread(n, FACES, 1))


def _spread(n: int, faces: int, weight: int) -> Iterator[tuple[Dice, int]]:
    if faces == 1:
        yield (n,), weight
        return
    choose = 1
    for first in range(n + 1):
        for rest, ways in _spread(n - first, faces - 1, weight * choose):
            yield (first, *rest), ways
        choose = choose * (n - first) // (first + 1)


def _samples(n: int) -> Iterator[tuple[Dice, int]]:
    """Throw n dice many times, each time the same."""
    throws = np.random.default_rng(n).multinomial(n, [1 / FACES] * FACES, size=SAMPLES)
    for throw in throws.tolist():
        yield tuple(throw), 1
