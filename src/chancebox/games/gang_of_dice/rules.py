"""
Gang of Dice: the rules. The ids in the comments are those of rules.md.

A round: a warning is revealed; in turn each player stakes dice, throws them and may re-roll
twice; the highest result that did not meet the warning takes every die that was played.
"""

from typing import Any

from chancebox.engine.contract import CHANCE
from chancebox.engine.dice import HANDFUL, MOST_THROWS, draw_throw, list_throws, shows, throw_weight
from chancebox.engine.records import Record, Row, Rows, int8, int16, int32, several
from chancebox.engine.seats import clockwise
from chancebox.engine.streams import below

SEATS = 4
ROUNDS = 12
WARNINGS = 18
FACES = 6
BOSS = 0  # the other faces are their values, 1 to 5

# What a warning asks about, and when.
TOTAL, RUN, DIFFERENT, EQUAL, SHOWING = range(5)
EXPLOSION, BOMB = 0, 1
LIGHT, DARK = 0, 1

# What is going on.
FIRST_PLAYER, REVEAL, STAKE, THROW, AGAIN = range(5)

# How a player's turn of this round came out.
WAITING, VALID, INVALID = 0, 1, 2

# How a game ends.
ALL_ROUNDS, LAST_ONE, NOBODY_LEFT = 1, 2, 3

STOP = 100  # beside the numbers of dice to re-roll
THROWS = 3
MOST_CHOICES = 40
LAST_ACTION = STOP
MOST_OUTCOMES = MOST_THROWS


class Warning(Record):
    back: int = int8("LIGHT or DARK")
    fuse: int = int8("EXPLOSION or BOMB")
    kind: int = int8("what the condition is about")
    n: int = int8("how much of it is too much")
    values: int = int8("for SHOWING: the values that count, one bit each")


class Box(Record):
    warnings: Rows[Warning] = several(Warning, "the warning cards", WARNINGS)
    light_rounds: int = int8("rounds played with light cards; the rest with dark ones")
    token: int = int8("dice that a token is worth")
    dice: Row = int8("dice in play, by number of players", SEATS + 1)
    stock: Row = int16("what each player starts with, counted in dice, by number of players", SEATS + 1)
    finale: Rows[Row] = int8("tokens added in the last rounds, by option", 2, 3)


class Player(Record):
    stock: int = int16("dice and tokens behind the screen, counted in dice")
    dice: Row = int8("dice played in this round, by face", FACES)
    turn: int = int8("WAITING, VALID or INVALID in this round")
    out: int = int8("the round after which the player was eliminated, 0 if still in")


class Position(Record):
    pending: int = int16("who is asked, one bit per seat", by_seat=True)
    ended: int = int8("how the game ended, 0 if it goes on")
    seats: int = int8("number of players")
    finale: int = int8("option: which finale is played")
    open_stocks: int = int8("option: everybody sees all stocks")
    step: int = int8("what is going on")
    round: int = int8("the round, from 1")
    first: int = int8("who begins this round", seat=True)
    player: int = int8("whose turn it is", seat=True)
    warning: int = int8("the card in force")
    revealed: int = int32("cards revealed so far, one bit each", bits=WARNINGS)
    centre: int = int16("dice in the centre")
    tokens: int = int8("tokens in the centre")
    throws: int = int8("throws made in this turn")
    asked: int = int8("the face whose dice may be picked up for a re-roll")
    again: Row = int8("dice picked up for a re-roll, by face", FACES)
    falling: int = int8("dice thrown that have not come to rest")
    players: Rows[Player] = several(Player, "the players", SEATS, by_seat=True)


def start(box: Box, s: Position, seats: int, options: Any) -> None:
    s.seats = seats
    s.finale = options.finale
    s.open_stocks = options.open_stocks
    for seat in range(seats):
        s.players[seat].stock = box.stock[seats]  # GD-03
    s.step = FIRST_PLAYER
    s.pending = 1 << CHANCE


def play(box: Box, s: Position, seat: int, action: int) -> None:
    if s.step == FIRST_PLAYER:
        s.first = action  # GD-11
        begin_round(box, s)
    elif s.step == REVEAL:
        reveal(s, action)
    elif s.step == STAKE:
        stake(s, action)
    elif s.step == THROW:
        come_to_rest(box, s, action)
    elif action == STOP:
        end_turn(box, s)
    else:
        pick_up(s, action)


def choices(box: Box, s: Position, seat: int, out: Row) -> int:
    if seat == CHANCE:
        return outcomes(box, s, out)
    if s.step == STAKE:
        most = most_dice(box, s)
        for i in range(most):
            out[i] = i + 1
        return most
    # GD-R09: stopping is offered first; a re-roll takes at least one die, so that the last face
    # asked about is bound to give if no other did.
    dice = s.players[seat].dice
    least = 1 if is_last_face(s) and dice_in(s.again) == 0 else 0
    n = 0
    for i in range(least, dice[s.asked] + 1):
        out[n] = i
        n += 1
    if is_first_face(s):
        out[n] = STOP
        n += 1
    return n


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
    """Tell the faces that lie on the table, one bit each."""
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


# Dice and warnings; Boss counts as a die but has no value (GD-01).


def dice_in(dice: Row) -> int:
    n = 0
    for face in range(FACES):
        n += dice[face]
    return n


def total(dice: Row) -> int:
    n = 0
    for value in range(1, FACES):
        n += value * dice[value]
    return n


def meets(box: Box, warning: int, dice: Row) -> bool:
    """Ask whether dice meet the condition that must be avoided (GD-30 to GD-36)."""
    kind = box.warnings[warning].kind
    reached = 0
    if kind == TOTAL:
        reached = total(dice)
    elif kind == RUN:
        reached = longest_run(dice)
    elif kind == DIFFERENT:
        for value in range(1, FACES):
            reached += dice[value] > 0
    elif kind == EQUAL:
        for value in range(1, FACES):
            reached = max(reached, dice[value])
    else:
        for value in range(1, FACES):
            reached += dice[value] * (box.warnings[warning].values >> value & 1)
    return reached >= box.warnings[warning].n


def longest_run(dice: Row) -> int:
    """Count the longest row of consecutive values; 5 and 1 do not meet (GD-R06)."""
    longest = 0
    length = 0
    for value in range(1, FACES):
        length = length + 1 if dice[value] else 0
        longest = max(longest, length)
    return longest


# Chance


def back_due(box: Box, s: Position) -> int:
    """The light cards lie on the dark ones (GD-05)."""
    return LIGHT if s.round <= box.light_rounds else DARK


def is_left(box: Box, s: Position, card: int) -> bool:
    """Any card of the due back that has not been seen may come up: three never will (GD-05)."""
    return box.warnings[card].back == back_due(box, s) and not s.revealed >> card & 1


def outcomes(box: Box, s: Position, out: Row) -> int:
    if s.step == THROW:
        return list_throws(handful(s), FACES, out)
    most = s.seats if s.step == FIRST_PLAYER else WARNINGS
    n = 0
    for i in range(most):
        if weight(box, s, i):
            out[n] = i
            n += 1
    return n


def weight(box: Box, s: Position, outcome: int) -> int:
    if s.step == THROW:
        return throw_weight(outcome, handful(s), FACES)
    if s.step == FIRST_PLAYER:
        return 1 if 0 <= outcome < s.seats else 0
    return 1 if 0 <= outcome < WARNINGS and is_left(box, s, outcome) else 0


def draw(box: Box, s: Position, stream: Row) -> int:
    if s.step == THROW:
        return draw_throw(handful(s), FACES, stream)
    if s.step == FIRST_PLAYER:
        return below(stream, s.seats)
    card = below(stream, WARNINGS)
    while not is_left(box, s, card):
        card = below(stream, WARNINGS)
    return card


# What is hidden, and the end


def hide(box: Box, s: Position, viewer: int) -> None:
    """Nothing is secret: stocks follow from open play (GD-R11), unseen cards are not drawn yet."""


def guess(box: Box, s: Position, viewer: int, stream: Row) -> None:
    pass


def standing(box: Box, s: Position, out: Row) -> None:
    for seat in range(s.seats):
        player = s.players[seat]
        if player.out == 0 or (s.ended == NOBODY_LEFT and player.out == s.round):
            out[seat] = player.stock  # GD-40, GD-42, GD-R08
        else:
            out[seat] = player.out - ROUNDS - 1
