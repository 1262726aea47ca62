"""Liar's Dice: what lies on the table, as records. The ids in the comments are those of rules.md."""

from chancebox.engine.rules.records import Record, Row, Rows, int8, int16, several

SEATS = 6
FACES = 6
MOST_DICE = 5

# What is going on.
FIRST_PLAYER, THROW, BID = range(3)

# How a game ends.
LAST_ONE = 1

CHALLENGE = 0  # every other decision is a bid: more dice, or a higher face, is a higher number
HIDDEN = -1


class Box(Record):
    dice: int = int8("dice that each player begins with")


class Player(Record):
    left: int = int8("dice that the player still has")
    dice: Row = int8("how they lie, by face; the first is HIDDEN if unseen", FACES)
    out: int = int8("the round in which the last die was lost, 0 if still in")


class Position(Record):
    pending: int = int16("who is asked, one bit per seat", by_seat=True)
    ended: int = int8("LAST_ONE when it is over")
    seats: int = int8("number of players")
    wild: int = int8("option: ones count as every face")
    step: int = int8("what is going on")
    round: int = int8("the round, from 1")
    player: int = int8("who bids now, or opens the round", seat=True)
    thrower: int = int8("whose dice are thrown next", seat=True)
    bid: int = int16("the bid to beat, 0 if there is none")
    bidder: int = int8("who made it", seat=True)
    players: Rows[Player] = several(Player, "the players", SEATS, by_seat=True)


def dice_left(s: Position) -> int:
    n = 0
    for seat in range(s.seats):
        n += s.players[seat].left
    return n


def bid_number(count: int, face: int) -> int:
    """Return the number of a bid; faces are counted from 0."""
    return (count - 1) * FACES + face + 1


def bid_count(bid: int) -> int:
    return (bid - 1) // FACES + 1


def bid_face(bid: int) -> int:
    return (bid - 1) % FACES


def matching(s: Position, dice: Row, face: int) -> int:
    """Count the dice of one player that a bid on this face may count."""
    wild = dice[0] if s.wild and face > 0 else 0  # LD-14
    return dice[face] + wild
