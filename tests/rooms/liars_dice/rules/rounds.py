"""Liar's Dice: rounds and challenges. The ids in the comments are those of rules.md."""

from chancebox.engine.rules.contract import CHANCE
from chancebox.engine.rules.dice import shows
from chancebox.engine.rules.records import Row
from chancebox.engine.rules.seats import clockwise
from rooms.liars_dice.rules.records import (
    BID,
    FACES,
    LAST_ONE,
    THROW,
    Position,
    bid_count,
    bid_face,
    matching,
)


def next_player(s: Position, seat: int) -> int:
    seat = clockwise(s, seat)
    while s.players[seat].left == 0:  # LD-12
        seat = clockwise(s, seat)
    return seat


def begin_round(s: Position, opener: int) -> None:
    s.round += 1
    s.bid = 0
    s.player = opener
    s.step = THROW
    s.thrower = next_player(s, s.seats - 1)
    s.pending = 1 << CHANCE


def come_to_rest(s: Position, throw: int) -> None:
    for face in range(FACES):
        s.players[s.thrower].dice[face] = shows(throw, face)
    following = next_player(s, s.thrower)
    if following > s.thrower:
        s.thrower = following
        return
    for seat in range(s.seats):
        if s.players[seat].left == 0:  # LD-12: until now the last dice lay open
            clear(s.players[seat].dice)
    s.thrower = 0
    s.step = BID
    s.pending = 1 << s.player


def clear(dice: Row) -> None:
    for face in range(FACES):
        dice[face] = 0


def bid(s: Position, number: int) -> None:
    s.bid = number
    s.bidder = s.player
    s.player = next_player(s, s.player)
    s.pending = 1 << s.player


def counted(s: Position) -> int:
    """Count the dice that the bid speaks of, everybody's."""
    n = 0
    for seat in range(s.seats):
        n += matching(s, s.players[seat].dice, bid_face(s.bid))  # LD-08
    return n


def challenge(s: Position) -> None:
    is_true = counted(s) >= bid_count(s.bid)
    loser = s.player if is_true else s.bidder  # LD-09, LD-10
    s.players[loser].left -= 1
    if s.players[loser].left == 0:
        s.players[loser].out = s.round
    opener = loser if s.players[loser].left else next_player(s, loser)  # LD-11
    if next_player(s, opener) == opener:
        s.ended = LAST_ONE  # LD-13
        s.pending = 0
    else:
        begin_round(s, opener)
