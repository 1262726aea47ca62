"""
chance it: what lies on the table, as records. The ids in the comments are those of rules.md.

Sets of cards and of seats are integers with one bit for each member.
"""

from chancebox.engine.rules.contract import CHANCE
from chancebox.engine.rules.records import Record, Row, Rows, int8, int16, int32, several
from chancebox.engine.rules.seats import clockwise

SEATS = 6
CARDS = 30
ALL_CARDS = (1 << CARDS) - 1
MARKET = 4
DICE = 5
FACES = 6

# What a card waits for, and the rows of the action board: the faces 1 to 6 stand for themselves.
FLASH = 0
MARKET_DIE = 6
CHANCE_IT_ACTION = 7

# The guide cards.
NOT_YET, IN, OUT, CHANCE_IT = range(4)
HIDDEN = -1

# What is going on.
FIRST_PLAYER, LAY_OUT, ROLL, GUIDE, NEXT_ACTION, SERVE, REROLL, TURN, END_ROUND, OVER = range(10)

# What a player does with a card; each is followed by 30 numbers, one for each card.
USE, BUY, DISCARD = 0, 32, 64
PASS = 30

# How a game ends.
STARS, LAST_ONE, NOBODY_LEFT = 1, 2, 3

NOBODY = -1


class Gains(Record):
    hearts: int = int8("hearts taken; below 0: put back")
    coins: int = int8("coins taken")
    stars: int = int8("stars taken")


class Card(Record):
    serves: int = int8("FLASH, the face of a die, or CHANCE_IT_ACTION")
    price: int = int8("coins it costs")
    gains: Gains = several(Gains, "what its owner takes")
    attack: int = int8("hearts that every other participant puts back")
    again: int = int8("market actions it gives")


class Box(Record):
    cards: Rows[Card] = several(Card, "the market cards", CARDS)
    serving: Row = int32("the cards by what they wait for", CHANCE_IT_ACTION + 1)
    again: int = int32("the cards that give market actions")
    board: Rows[Gains] = several(Gains, "what the rows of the action board give", CHANCE_IT_ACTION + 1)
    gain: Rows[Row] = int8(
        "coins for an OUT player, by sheet and number of OUT players", SEATS + 1, SEATS + 1
    )
    pay: Rows[Row] = int8("coins asked of a participant, by sheet and their number", SEATS + 1, SEATS + 1)
    all_out: int = int8("hearts each one loses when everybody is OUT")
    coins: int = int8("coins at the start")
    hearts: int = int8("hearts at the start")
    stars: int = int8("stars at the start")
    goal: int = int8("stars that end the game")


class Player(Record):
    coins: int = int32("coins")
    hearts: int = int32("hearts")
    stars: int = int32("stars")
    cards: int = int32("market cards in front of the player", bits=CARDS)
    guide: int = int8("the guide card of this round; NOT_YET if none")
    served: int = int8("chosen for the die at hand: 0 not yet, 1 + the card, or 1 + PASS")


class Position(Record):
    pending: int = int16("who is asked, one bit per seat", by_seat=True)
    ended: int = int8("how the game ended, 0 if it goes on")
    seats: int = int8("number of players")
    step: int = int8("what is going on")
    round: int = int16("the round, from 1")
    first: int = int8("who holds the starting-player marker", seat=True)
    living: int = int8("who is still in the game, one bit per seat", by_seat=True)
    sheet: int = int8("the stakes sheet in force, by its number of players")
    forced: int = int8("who must play IN at the next choice of guide cards, one bit per seat", by_seat=True)
    playing: int = int8("who takes part in the action round, one bit per seat", by_seat=True)
    dice: Row = int8("dice at the action board, by face", FACES + 1)
    action: int = int8("the row of the action board that is carried out: a face or CHANCE_IT_ACTION")
    done: int = int8("dice of that row already carried out")
    waiting: int = int8(
        "participants whose turn of this action is still to come, one bit per seat", by_seat=True
    )
    player: int = int8("whose turn it is in a 6 or in the CHANCE IT action, or NOBODY", seat=True)
    owed: int = int8("market actions that this player still has")
    may_use: int = int8("1 if this player may still use a card in this action")
    pile: int = int32("cards in the face-down pile, one bit each", bits=CARDS)
    market: int = int32("cards on offer, one bit each", bits=CARDS)
    discards: int = int32("cards on the discard pile, one bit each", bits=CARDS)
    discarded: int = int8("1 + the newest card of the discard pile, which lies on top; 0 if there is none")
    used: int = int32("cards used by who has or last had them in this round, one bit each", bits=CARDS)
    bought: int = int32("cards bought in this round, one bit each", bits=CARDS)
    bought_now: int = int32("cards bought in this very action, one bit each", bits=CARDS)
    players: Rows[Player] = several(Player, "the players", SEATS, by_seat=True)


def is_in(seats: int, seat: int) -> bool:
    return seats >> seat & 1 == 1


def next_of(s: Position, seats: int, seat: int) -> int:
    """Return the first of these seats clockwise from this one, itself included; there is one."""
    while not is_in(seats, seat):
        seat = clockwise(s, seat)
    return seat


def ask_chance(s: Position, step: int) -> None:
    s.step = step
    s.pending = 1 << CHANCE
