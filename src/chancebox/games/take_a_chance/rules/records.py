"""
What lies on the table of Take a Chance: the records, and what everything is called.

Money is counted in hundreds of dollars, the smallest bill. A card is its colour times six plus
its charm: each charm is there once in every colour (TC-01).
"""

from chancebox.engine.rules.bits import members
from chancebox.engine.rules.contract import CHANCE
from chancebox.engine.rules.records import Record, Row, Rows, int8, int16, int32, several
from chancebox.games.take_a_chance.rules.patterns import FACES, KINDS

SEATS = 5
COLOURS = 6
CHARMS = 6
CARDS = COLOURS * CHARMS
PURPLES = CHARMS  # the cards of Purple, with which everybody starts, come first
TICKET_KINDS = 36

# Where a card can be bought: three slots of the own stack, then three of the Pool.
STACK, POOL = 3, 3
SLOTS = STACK + POOL
STACK_SLOTS, POOL_SLOTS = 0b000111, 0b111000
HIDDEN = -1

# Bits of what a purchase may be: place and colour.
FROM_STACK, FROM_POOL = 1, 2
OWNED_COLOUR, NEW_COLOUR = 1, 2

# What a kept ticket is good for.
NOT_KEPT = -1
SPARE_DIE, EXTRA_THROW, BUY_AND_ROLL, DISCOUNT = range(4)
KEEPS = 4

# Deeds that are no ticket's; those of ticket t are FIRST_TICKET + 2t and, for its OR half, one more.
BUY, ROLL, BOTH = range(3)
FIRST_TICKET = 3
DEEDS = FIRST_TICKET + 2 * TICKET_KINDS

# What is going on. NEXT: the rules look for what is due, nobody ever waits in it.
NEXT, FIRST_PLAYER, PURPLE, REFILL, TURN, TICKET, HALF, PURCHASE = range(8)
OPENING, BIDDING, CONSOLATION, ADD_DIE, THROW, CHARM, AGAIN, TAKE = range(8, 16)

# How a game ends: why the final round began.
LAST_TICKET, LONG_ENOUGH = 1, 2


class Deed(Record):
    """Something to be done in this order: money, a new Pool, purchases, rolls, another ticket."""

    collect: int = int16("from the Bank")
    per_colour: int = int16("from the Bank, for each colour owned")
    fee: int = int16("to the Bank")
    from_each: int = int16("from every opponent")
    to_each: int = int16("to every opponent")
    new_pool: int = int8("1: the Pool is exchanged")
    buys: int = int8("cards to buy")
    places: int = int8("FROM_STACK and FROM_POOL")
    colours: int = int8("OWNED_COLOUR and NEW_COLOUR")
    half: int = int8("1: at half the printed price")
    off: int = int16("below the printed price")
    rolls: int = int8("rolls to make")
    extra_dice: int = int8("dice added to these rolls")
    throws: int = int8("throws of each of these rolls")
    times: int = int8("how often the Bank pays")
    another: int = int8("1: then another ticket is played")


class Colour(Record):
    value: int = int16("printed price")
    pictured: int = int16("kinds of rolls on the cards, one bit each")
    pays: Row = int16("what a card pays for each kind", KINDS)


class Box(Record):
    colours: Rows[Colour] = several(Colour, "the cards, by colour", COLOURS)
    deeds: Rows[Deed] = several(Deed, "all that can be done in a turn", DEEDS)
    kinds: int = int8("kinds of tickets")
    copies: Row = int8("tickets of each kind", TICKET_KINDS)
    keeps: Row = int8("what the ticket is kept for, or NOT_KEPT", TICKET_KINDS)
    or_half: Row = int8("1 if the ticket has an OR half", TICKET_KINDS)
    discount: int = int16("what the kept discount takes off")
    black_dice: int = int8("dice in every roll")
    most_dice: int = int8("dice in the box")
    cash: int = int16("cash at the start")
    bonus: int = int16("charm bonus for each card")
    usual_tickets: Row = int8("tickets of each player, by number of players", SEATS + 1)
    tickets: Row = int8("tickets of each player, by option; 0: as usual", 3)
    most_turns: int = int16("turns of each player before the final round begins by itself")


class Player(Record):
    cash: int = int32("cash")
    owned: Row = int8("cards owned in each colour: their charms, one bit each", COLOURS, bits=CHARMS)
    stack: Row = int8("cards of the stack plus 1; 0 none, HIDDEN not to be known", STACK)
    known: int = int8("stack slots whose card all have seen before, one bit each", bits=STACK)
    tickets: int = int8("tickets in the pile")
    kept: Row = int8("kept tickets, by what they are good for", KEEPS)


class Position(Record):
    pending: int = int16("who is asked, one bit per seat", by_seat=True)
    ended: int = int8("how the game ended, 0 if it goes on")
    seats: int = int8("number of players")
    auctions: int = int8("option: Pool cards are auctioned")
    charm_die: int = int8("option: the charm die is thrown")
    same_number: int = int8("option: groups of a roll may share a number")
    step: int = int8("what is going on")
    turns: int = int16("turns begun; 0 while the cards are dealt")
    first: int = int8("who began", seat=True)
    player: int = int8("whose turn it is", seat=True)
    finale: int = int8("why the final round began, 0 if it did not")
    last: int = int8("who has the last turn of the final round", seat=True)

    drawn: Row = int8(
        "cards taken from the draw pile in each colour: their charms, one bit each", COLOURS, bits=CHARMS
    )
    pile: int = int8("cards in the draw pile that nobody has seen")
    sunk: int = int8("cards of a former Pool below them")
    under: Row = int8("these cards plus 1, from the top", CARDS)
    pool: Row = int8("cards of the Pool plus 1, 0 none", POOL)
    owner: int = int8("whose stack is filled", seat=True)
    due: int = int8("slots to fill, one bit each", bits=SLOTS)
    discard: int = int8("cards to discard unseen after that")

    unseen: Row = int8("tickets of each kind that nobody has seen", TICKET_KINDS)
    ticket: int = int8("the ticket turned over last in this turn, plus 1")
    deed: int = int8("what the player is doing")
    buys: int = int8("cards still to buy")
    rolls: int = int8("rolls still to make")
    another: int = int8("1: another ticket follows")

    dice: Row = int8("dice on the table, by number", FACES)
    falling: int = int8("dice in the air")
    throws: int = int8("throws made in this roll; 0: no roll is going on")
    spare: int = int8("dice added to this roll by kept tickets")
    charm: int = int8("what the charm die shows, plus 1")
    charm_throws: int = int8("throws of the charm die in this roll")
    charm_falling: int = int8("1: the charm die is in the air")

    lot: int = int8("Pool slot of the card under the hammer, from 0")
    bid: int = int32("the highest bid")
    floor: int = int32("what the next bid must exceed: the highest bid, and what its bidder went up to since")
    bidder: int = int8("who made it", seat=True)
    bidders: int = int8("who has not passed, one bit each", by_seat=True)
    consolation: int = int8("1: the auctioneer did not win and may roll")

    players: Rows[Player] = several(Player, "the players", SEATS, by_seat=True)


def ask_player(s: Position, step: int) -> None:
    s.step = step
    s.pending = 1 << s.player


def ask_chance(s: Position, step: int) -> None:
    s.step = step
    s.pending = 1 << CHANCE


def colours_of(player: Player) -> int:
    n = 0
    for colour in range(COLOURS):
        n += player.owned[colour] != 0
    return n


def cards_of(player: Player) -> int:
    n = 0
    for colour in range(COLOURS):
        n += members(player.owned[colour])
    return n


def worth(box: Box, player: Player) -> int:
    """Add the printed values to the cash; what is left in the stack counts for nothing (TC-31)."""
    total = player.cash
    for colour in range(COLOURS):
        total += members(player.owned[colour]) * box.colours[colour].value
    return total
