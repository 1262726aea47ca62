"""
Gang of Dice: rounds and turns. The ids in the comments are those of rules.md.

A round: a warning is revealed; in turn each player stakes dice, throws them and may re-roll
twice; the highest result that did not meet the warning takes every die that was played.
"""

from chancebox.engine.rules.contract import CHANCE
from chancebox.engine.rules.dice import HANDFUL, shows
from chancebox.engine.rules.records import Row
from chancebox.engine.rules.seats import clockwise
from chancebox.games.gang_of_dice.rules.records import (
    AGAIN,
    ALL_ROUNDS,
    EXPLOSION,
    FACES,
    INVALID,
    LAST_ONE,
    NOBODY_LEFT,
    REVEAL,
    ROUNDS,
    STAKE,
    THROW,
    THROWS,
    VALID,
    WAITING,
    Box,
    Position,
    dice_in,
    total,
)
from chancebox.games.gang_of_dice.rules.warnings import meets

# The round


def begin_round(box: Box, s: Position) -> None:
    s.round += 1
    late = s.round - (ROUNDS - 2)
    if late >= 0:
        s.tokens += box.finale[s.finale][late]  # GD-20
    s.step = REVEAL  # GD-10
    s.pending = 1 << CHANCE


def reveal(s: Position, warning: int) -> None:
    """Turn over a card; only now the dice of the last round leave the table."""
    s.warning = warning
    s.revealed |= 1 << warning
    for seat in range(s.seats):
        player = s.players[seat]
        player.turn = WAITING
        for face in range(FACES):
            player.dice[face] = 0
    begin_turn(s, s.first)


def end_round(box: Box, s: Position) -> None:
    winner = round_winner(s)
    if winner >= 0:
        take_all(box, s, winner)
        s.first = winner  # GD-11
    # GD-19, GD-R02: without a winner the centre stays as it is and the same player begins again.
    eliminate(s)
    left = 0
    for seat in range(s.seats):
        left += s.players[seat].out == 0
    if left == 0:
        end_game(s, NOBODY_LEFT)  # GD-R08
    elif s.round == ROUNDS:
        end_game(s, ALL_ROUNDS)  # GD-40
    elif left == 1:
        end_game(s, LAST_ONE)  # GD-42
    else:
        if s.players[s.first].out:
            s.first = next_in(s, s.first)
        begin_round(box, s)


def round_winner(s: Position) -> int:
    """Find the highest valid result; then more dice, then the earlier turn (GD-17)."""
    winner = -1
    best = -1
    seat = s.first
    for _ in range(s.seats):
        player = s.players[seat]
        if player.turn == VALID:
            # No result comes near 1,000, no roll near 1,000 dice: totals decide, then dice.
            result = 1000 * total(player.dice) + dice_in(player.dice)
            if result > best:
                winner = seat
                best = result
        seat = clockwise(s, seat)
    return winner


def take_all(box: Box, s: Position, winner: int) -> None:
    """Give the winner every die played, the centre and the own dice included (GD-18, GD-20)."""
    prize = s.centre + box.token * s.tokens
    for seat in range(s.seats):
        if s.players[seat].turn == VALID:
            prize += dice_in(s.players[seat].dice)
    s.players[winner].stock += prize
    s.centre = 0
    s.tokens = 0


def eliminate(s: Position) -> None:
    """Whoever has nothing left when the dice are awarded is out (GD-41, GD-R07)."""
    for seat in range(s.seats):
        player = s.players[seat]
        if player.out == 0 and player.stock == 0:
            player.out = s.round


def end_game(s: Position, ending: int) -> None:
    s.ended = ending
    s.pending = 0


# A turn


def begin_turn(s: Position, seat: int) -> None:
    s.player = seat
    s.throws = 0
    s.step = STAKE
    s.pending = 1 << seat


def most_dice(box: Box, s: Position) -> int:
    """Limit a stake to what the player owns and what dice are free, but allow one (GD-R05)."""
    free = box.dice[s.seats] - s.centre
    for seat in range(s.seats):
        if s.players[seat].turn == VALID:
            free -= dice_in(s.players[seat].dice)
    return max(1, min(s.players[s.player].stock, free))


def stake(s: Position, dice: int) -> None:
    s.players[s.player].stock -= dice  # GD-12
    throw(s, dice)


def throw(s: Position, dice: int) -> None:
    s.throws += 1
    s.falling = dice
    s.step = THROW
    s.pending = 1 << CHANCE


def handful(s: Position) -> int:
    """Count the dice that the next chance event tells about."""
    return min(s.falling, HANDFUL)


def come_to_rest(box: Box, s: Position, outcome: int) -> None:
    player = s.players[s.player]
    s.falling -= handful(s)
    for face in range(FACES):
        player.dice[face] += shows(outcome, face)
    if s.falling > 0:
        return
    exploded = box.warnings[s.warning].fuse == EXPLOSION and meets(box, s.warning, player.dice)
    if exploded or s.throws == THROWS:
        end_turn(box, s)  # GD-13, GD-14
    else:
        s.asked = -1
        ask_next_face(s)
        s.step = AGAIN
        s.pending = 1 << s.player


def pick_up(s: Position, dice: int) -> None:
    """Pick up dice of the face asked about; after the last face, throw what was picked up."""
    s.again[s.asked] = dice
    if not is_last_face(s):
        ask_next_face(s)
        return
    picked = dice_in(s.again)
    player = s.players[s.player]
    for face in range(FACES):
        player.dice[face] -= s.again[face]
        s.again[face] = 0
    throw(s, picked)


def end_turn(box: Box, s: Position) -> None:
    player = s.players[s.player]
    if meets(box, s.warning, player.dice):
        player.turn = INVALID  # GD-14, GD-15
        s.centre += dice_in(player.dice)  # GD-16
    else:
        player.turn = VALID
    following = next_in(s, s.player)
    if s.players[following].turn == WAITING:
        begin_turn(s, following)
    else:
        end_round(box, s)


def faces_showing(dice: Row) -> int:
    """Return the faces that lie on the table, one bit each."""
    faces = 0
    for face in range(FACES):
        faces |= (dice[face] > 0) << face
    return faces


def is_first_face(s: Position) -> bool:
    return faces_showing(s.players[s.player].dice) & ((1 << s.asked) - 1) == 0


def is_last_face(s: Position) -> bool:
    return faces_showing(s.players[s.player].dice) >> (s.asked + 1) == 0


def ask_next_face(s: Position) -> None:
    faces = faces_showing(s.players[s.player].dice)
    s.asked += 1
    while not faces >> s.asked & 1:
        s.asked += 1


# Seats


def next_in(s: Position, seat: int) -> int:
    """Find the next player clockwise who is still in (GD-11); it may be the same one."""
    seat = clockwise(s, seat)
    while s.players[seat].out:
        seat = clockwise(s, seat)
    return seat
