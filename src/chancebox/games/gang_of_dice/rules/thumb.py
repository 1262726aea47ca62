"""
Gang of Dice by rule of thumb: stake and keep by the exact chance to win this round.

A goal is a total to stop at. It must beat what lies on the table, and it holds if nobody who comes
later beats it. The best stake and goal are those with the highest expected gain in dice.
"""

from chancebox.engine.rules.hands import CERTAIN, HAND_BITS, hand_number, pack
from chancebox.engine.rules.records import Row
from chancebox.games.gang_of_dice.rules import odds
from chancebox.games.gang_of_dice.rules.odds import COUNTS, MOST, TOTALS, learn, plan, stake_chance
from chancebox.games.gang_of_dice.rules.records import (
    STAKE,
    STOP,
    THROWS,
    VALID,
    WAITING,
    Box,
    Position,
    dice_in,
    total,
)
from chancebox.games.gang_of_dice.rules.rounds import is_first_face, is_last_face, most_dice

NOTES = odds.NOTES
USUAL_STAKE = 3
"""Dice that somebody who is still to come will probably play."""


def decide(box: Box, s: Position, seat: int, notes: Row, buffer: Row, stream: Row) -> int:
    learn(box, notes, s.warning, USUAL_STAKE)
    if s.step == STAKE:
        return best_stake(box, s, seat, notes)
    dice = s.players[seat].dice
    if dice_in(dice) > MOST:
        return keep_many(s, seat)
    return keep_dice(s, dice, best_keep(box, s, seat, notes))


def best_stake(box: Box, s: Position, seat: int, notes: Row) -> int:
    """Find the stake with the highest expected gain: what others lose, less the own dice if they do."""
    later = still_to_come(s, seat)
    prize = s.centre + box.token * s.tokens + later * USUAL_STAKE
    for other in range(s.seats):
        if s.players[other].turn == VALID:
            prize += dice_in(s.players[other].dice)
    best = -(1 << 62)
    stake = 1
    for n in range(1, min(MOST, most_dice(box, s)) + 1):
        learn(box, notes, s.warning, n)
        for goal in range(goal_to_beat(s, n), TOTALS):
            chance = stake_chance(notes, s.warning, n, goal)
            if chance == 0:
                break
            hopes = chance * holds(s, notes, goal, later) // CERTAIN
            gain = hopes * prize - (CERTAIN - hopes) * n
            if gain > best:
                best = gain
                stake = n
    return stake


def best_keep(box: Box, s: Position, seat: int, notes: Row) -> int:
    """Find the dice to keep for the goal with the best chance to be reached and to hold."""
    dice = s.players[seat].dice
    n = dice_in(dice)
    hand = hand_number(pack(dice))
    learn(box, notes, s.warning, n)
    later = still_to_come(s, seat)
    best = 0
    best_plan = plan(notes, s.warning, hand, 0, THROWS - s.throws)
    for goal in range(goal_to_beat(s, n), TOTALS):
        found = plan(notes, s.warning, hand, goal, THROWS - s.throws)
        if found >> HAND_BITS == 0:
            break
        hopes = (found >> HAND_BITS) * holds(s, notes, goal, later)
        if hopes > best:
            best = hopes
            best_plan = found
    return notes[COUNTS + (best_plan & (1 << HAND_BITS) - 1)]


def keep_dice(s: Position, dice: Row, keep: int) -> int:
    """Answer for the face asked about so that this part of the dice is kept."""
    if keep == pack(dice) and is_first_face(s):
        return STOP
    picked = dice[s.asked] - (keep >> 4 * s.asked & 15)
    return max(1, picked) if is_last_face(s) and dice_in(s.again) == 0 else picked


def still_to_come(s: Position, seat: int) -> int:
    n = 0
    for other in range(s.seats):
        n += other != seat and s.players[other].turn == WAITING and s.players[other].out == 0
    return n


def goal_to_beat(s: Position, n: int) -> int:
    """Return the lowest total that beats the table with n dice: level counts if they are more dice."""
    goal = 0
    for other in range(s.seats):
        player = s.players[other]
        if player.turn == VALID:
            goal = max(goal, total(player.dice) + (dice_in(player.dice) >= n))
    return goal


def holds(s: Position, notes: Row, goal: int, later: int) -> int:
    """Return the chance that nobody who comes later beats a total, if they try with the usual stake."""
    chance = CERTAIN
    if goal + 1 < TOTALS:
        for _ in range(later):
            chance = chance * (CERTAIN - stake_chance(notes, s.warning, USUAL_STAKE, goal + 1)) // CERTAIN
    return chance


def keep_many(s: Position, seat: int) -> int:
    """Play with more dice than the tables know: throw Bosses again, then stop."""
    if s.asked == 0:
        return s.players[seat].dice[0]
    if is_first_face(s):
        return STOP
    # Who has begun to pick up dice, and none so far, must pick up one of the last face.
    return 1 if is_last_face(s) and dice_in(s.again) == 0 else 0
