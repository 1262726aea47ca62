"""
Gang of Dice, the part that can be solved: stakes and re-rolls while two players are in.

See `duel`. Whoever comes first plays for what the best answer leaves; whoever comes second plays for
the chance to beat what lies there, with the stake that is worth most.
"""

import numpy as np

from chancebox.engine.rules.hands import hand_number, pack
from chancebox.games.gang_of_dice.advice.duel import HANDS, STAKES, Chances, Duel, solved_duel
from chancebox.games.gang_of_dice.rules.odds import MOST, TOTALS
from chancebox.games.gang_of_dice.rules.records import (
    STAKE,
    THROWS,
    VALID,
    WAITING,
    Box,
    Position,
    dice_in,
    total,
)
from chancebox.games.gang_of_dice.rules.rounds import most_dice
from chancebox.games.gang_of_dice.rules.thumb import goal_to_beat, keep_dice


def advise(box: Box, s: Position, seat: int) -> int | None:
    """Take the stake, or keep the dice, with the best chance to win the game."""
    others = [other for other in range(s.seats) if other != seat and s.players[other].out == 0]
    solved = solved_duel(box, s.finale)
    if len(others) != 1 or solved is None:
        return None
    if s.step == STAKE:
        worth = _stakes(box, solved, s, seat, others[0])
        return 1 + int(np.argmax(worth))
    dice = s.players[seat].dice
    if dice_in(dice) > MOST:
        return None
    return keep_dice(s, dice, pack(HANDS[_best_keep(box, solved, s, seat, others[0])]))


def _stakes(box: Box, solved: Duel, s: Position, seat: int, other: int) -> list[float]:
    """Return what each stake is worth."""
    stakes = STAKES[: most_dice(box, s)]
    lead, centre = _before_stakes(box, s, seat, other)
    if s.players[other].turn == WAITING:
        return [float(solved.stake(s.round, s.warning, stake, lead, centre)[0]) for stake in stakes]
    played = dice_in(s.players[other].dice)
    worth = []
    for stake in stakes:
        ends, spoilt = solved.answer(s.round, s.warning, played, stake, lead, centre)
        left = ends[min(total(s.players[other].dice), TOTALS - 1)] if _is_valid(s, other) else spoilt
        worth.append(1 - float(left[0]))
    return worth


def _best_keep(box: Box, solved: Duel, s: Position, seat: int, other: int) -> int:
    """Find the part of the hand on the table that is best kept; of equals the largest."""
    dice = list(s.players[seat].dice)
    n = sum(dice)
    if s.players[other].turn == WAITING:
        ends, spoilt = solved.results(s.round, s.warning, n, *_before_stakes(box, s, seat, other))
    else:
        ends = (np.arange(TOTALS)[:, None] >= goal_to_beat(s, n)).astype(np.float64)
        spoilt = np.zeros(1)
    kept = solved.cards[s.warning].keep(ends, spoilt, n, THROWS - s.throws)[:, 0]
    parts = [hand for hand in range(hand_number(pack(dice)) + 1) if _is_part(HANDS[hand], dice)]
    return max(parts, key=lambda hand: (kept[hand], hand))


def _is_part(hand: list[int], dice: list[int]) -> bool:
    return all(n <= of for n, of in zip(hand, dice, strict=True))


def _is_valid(s: Position, seat: int) -> bool:
    return s.players[seat].turn == VALID


def _before_stakes(box: Box, s: Position, seat: int, other: int) -> tuple[Chances, Chances]:
    """Return the lead of the first and the centre as they were before the first stake."""
    owned = [s.players[one].stock + dice_in(s.players[one].dice) for one in (seat, other)]
    centre = s.centre + box.token * s.tokens
    lead = owned[0] - owned[1]
    if s.players[other].turn != WAITING:
        lead = -lead
        if not _is_valid(s, other):
            centre -= dice_in(s.players[other].dice)
    return np.array([float(lead)]), np.array([float(centre)])
