"""
Gang of Dice: what lies on the table, as records. The ids in the comments are those of rules.md.

Dice are counted by face; Boss counts as a die but has no value (GD-01).
"""

from chancebox.engine.rules.records import Record, Row, Rows, int8, int16, int32, several

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
