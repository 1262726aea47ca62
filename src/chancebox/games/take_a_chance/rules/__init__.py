"""
Take a Chance: the rules. The ids in the comments are those of rules.md.

A turn is one of three: buy a card, roll the dice, or play a ticket. Here is what happens at each
step; how it happens is told in turns, cards, rolls, tickets and auction.
"""

from typing import Any

from chancebox.engine.rules.contract import CHANCE
from chancebox.engine.rules.records import Row
from chancebox.engine.rules.streams import below
from chancebox.games.take_a_chance.rules.auction import bid, list_bids
from chancebox.games.take_a_chance.rules.cards import buy, leave_pile, list_purchases, purchases, put_down
from chancebox.games.take_a_chance.rules.chance import draw, falling, outcomes, weight
from chancebox.games.take_a_chance.rules.patterns import FACES
from chancebox.games.take_a_chance.rules.records import (
    ADD_DIE,
    AGAIN,
    BIDDING,
    CARDS,
    CHARM,
    CONSOLATION,
    FIRST_PLAYER,
    HALF,
    NEXT,
    OPENING,
    PURCHASE,
    PURPLE,
    REFILL,
    TAKE,
    THROW,
    TICKET,
    TURN,
    Box,
    Position,
    ask_chance,
    cards_of,
    worth,
)
from chancebox.games.take_a_chance.rules.rolls import (
    add_die,
    come_to_rest,
    list_again,
    list_kinds,
    pick_again,
    show_charm,
    take,
    throw_again,
)
from chancebox.games.take_a_chance.rules.secrets import guess, hide, shows, uncovers
from chancebox.games.take_a_chance.rules.tickets import begin_deed, turn_over
from chancebox.games.take_a_chance.rules.turns import console, deal_purple, go_on, list_turn, take_turn

__all__ = ["FACES", "Box", "Position", "draw", "falling", "guess", "hide", "shows", "uncovers", "weight"]

MOST_CHOICES = 2 * 3**3 * 2**3  # re-rolls of 6 6 5 5 4 4 3 2 1, each with the charm die or without
MOST_OUTCOMES = 2002  # throws of nine dice


def start(box: Box, s: Position, seats: int, options: Any) -> None:
    s.seats = seats
    s.auctions = options.auctions
    s.charm_die = options.charm_die
    s.same_number = options.same_number_groups
    tickets = box.tickets[options.tickets]
    for seat in range(seats):
        s.players[seat].cash = box.cash  # TC-05
        s.players[seat].tickets = tickets if tickets else box.usual_tickets[seats]  # TC-06, TC-40, TC-57
    for ticket in range(box.kinds):
        s.unseen[ticket] = box.copies[ticket]
    s.pile = CARDS
    ask_chance(s, FIRST_PLAYER)


def play(box: Box, s: Position, seat: int, action: int) -> None:
    act(box, s, seat, action)
    while s.step == NEXT:
        go_on(box, s)


def act(box: Box, s: Position, seat: int, action: int) -> None:
    """Do what was decided or came up, and nothing that follows from it."""
    if s.step == THROW:
        come_to_rest(box, s, action)
    elif s.step == AGAIN:
        throw_again(box, s, action)
    elif s.step == TURN:
        take_turn(box, s, action)
    elif s.step == REFILL:
        leave_pile(s, action)
        put_down(s, action, 0)
    elif s.step == TAKE:
        take(box, s, action)
    elif s.step == TICKET:
        turn_over(box, s, action)
    elif s.step == HALF:
        begin_deed(box, s, s.deed + action)
    elif s.step == PURCHASE:
        buy(box, s, action)
    elif s.step == CHARM:
        show_charm(box, s, action)
    elif s.step == OPENING or s.step == BIDDING:
        bid(s, seat, action)
    elif s.step == CONSOLATION:
        console(box, s, action)
    elif s.step == ADD_DIE:
        add_die(box, s, action)
    elif s.step == PURPLE:
        deal_purple(s, action)
    else:
        s.first = action  # TC-07
        s.step = PURPLE


def choices(box: Box, s: Position, seat: int, out: Row) -> int:
    if seat == CHANCE:
        return outcomes(box, s, out)
    if s.step == AGAIN:
        return list_again(s, out)
    if s.step == TAKE:
        return list_kinds(box, s, out)
    if s.step == TURN:
        return list_turn(box, s, out)
    if s.step == PURCHASE:
        return list_purchases(purchases(box, s), out)
    if s.step == OPENING or s.step == BIDDING:
        return list_bids(s, seat, out)
    out[0] = 0
    out[1] = 1
    return 2


def pick(box: Box, s: Position, seat: int, stream: Row, buffer: Row) -> int:
    """Take any of the choices; of the dice that may be thrown again there are hundreds of sets."""
    if s.step == AGAIN:
        return pick_again(s, stream)
    return buffer[below(stream, choices(box, s, seat, buffer))]


def standing(box: Box, s: Position, out: Row) -> None:
    """Rank by dollars; the last two digits, the number of cards owned, break ties (TC-31)."""
    for seat in range(s.seats):
        player = s.players[seat]
        out[seat] = 100 * worth(box, player) + cards_of(player)
