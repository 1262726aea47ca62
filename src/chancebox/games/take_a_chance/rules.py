"""
Take a Chance: the rules. The ids in the comments are those of rules.md.

A turn is one of three: buy a card, roll the dice, or play a ticket. What a turn or a ticket asks
for is a deed; `go_on` does what is still due of it, one step after the other.
"""

from typing import Any

from chancebox.engine.contract import CHANCE
from chancebox.engine.dice import draw_throw, list_throws, throw_weight
from chancebox.engine.records import Row
from chancebox.engine.streams import below
from chancebox.games.take_a_chance.auction import bid, list_bids, open_auction
from chancebox.games.take_a_chance.cards import (
    buy,
    discard_top,
    fill_next,
    is_left,
    leave_pile,
    list_purchases,
    own,
    purchases,
    put_down,
)
from chancebox.games.take_a_chance.patterns import FACES
from chancebox.games.take_a_chance.rolls import (
    add_die,
    begin_roll,
    come_to_rest,
    list_again,
    list_kinds,
    lowest,
    show_charm,
    take,
    throw_again,
)
from chancebox.games.take_a_chance.table import (
    ADD_DIE,
    AGAIN,
    BIDDING,
    BOTH,
    BUY,
    BUY_AND_ROLL,
    CARDS,
    CHARM,
    CHARMS,
    CONSOLATION,
    FIRST_PLAYER,
    HALF,
    HIDDEN,
    LAST_TICKET,
    LONG_ENOUGH,
    NEXT,
    OPENING,
    POOL,
    POOL_SLOTS,
    PURCHASE,
    PURPLE,
    PURPLE_CARD,
    REFILL,
    ROLL,
    SLOTS,
    STACK,
    STACK_SLOTS,
    TAKE,
    THROW,
    TICKET,
    TURN,
    Box,
    Position,
    ask_chance,
    ask_player,
    cards_of,
    clockwise,
    worth,
)
from chancebox.games.take_a_chance.tickets import OR, begin_deed, can_do, has_or, turn_over

__all__ = ["Box", "Position"]

# What may be done in a turn, beside the purchases: a slot, or a slot plus WITH_DISCOUNT.
ROLL_DICE = 2 * SLOTS
PLAY_TICKET = ROLL_DICE + 1
AUCTION = ROLL_DICE + 2  # plus the slot of the Pool, 0 to 2
SPEND_BOTH = AUCTION + POOL
FROM_STACK_ONLY = STACK_SLOTS | STACK_SLOTS << SLOTS
END_TURN = 0  # after an auction; 1 is to roll

MOST_CHOICES = 1000  # bids
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
    if s.step == THROW:
        come_to_rest(box, s, action)
    elif s.step == AGAIN:
        throw_again(box, s, action)
    elif s.step == TURN:
        take_turn(box, s, seat, action)
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
    if s.step == NEXT:
        go_on(box, s)


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


def go_on(box: Box, s: Position) -> None:
    """Do what is due, until somebody is asked or the game is over."""
    while s.step == NEXT:
        if s.due:
            fill_next(s)  # TC-11
        elif s.discard:
            discard_top(s)
        elif s.turns == 0:
            deal_on(box, s)
        elif s.buys:
            go_shopping(box, s)
        elif s.consolation:
            s.consolation = 0
            ask_player(s, CONSOLATION)  # TC-R24: the gap in the Pool is filled by now
        elif s.rolls:
            begin_roll(box, s)  # TC-R14: what was bought counts
        elif s.another and s.players[s.player].tickets:
            ask_chance(s, TICKET)  # TC-19, TC-R12
        else:
            end_turn(box, s)


# Set-up


def deal_purple(s: Position, card: int) -> None:
    leave_pile(s, card)
    own(s.players[s.owner], card)  # TC-02
    s.owner += 1
    if s.owner == s.seats:
        s.owner = 0
        s.due = STACK_SLOTS  # TC-03
        s.step = NEXT


def deal_on(box: Box, s: Position) -> None:
    """After the stack of one player deal that of the next one, then the Pool (TC-04)."""
    if s.owner + 1 < s.seats:
        s.owner += 1
        s.due = STACK_SLOTS
    elif s.pool[0] == 0:
        s.due = POOL_SLOTS
    else:
        s.player = s.first
        begin_turn(box, s)


# A turn


def begin_turn(box: Box, s: Position) -> None:
    s.turns += 1
    s.ticket = 0
    s.deed = BUY
    s.another = 0
    if can_choose(box, s):
        ask_player(s, TURN)
    else:
        begin_deed(box, s, ROLL)  # TC-R02


def can_choose(box: Box, s: Position) -> bool:
    return s.players[s.player].tickets > 0 or can_auction(s) or for_sale(box, s) != 0


def can_auction(s: Position) -> bool:
    """Ask whether a Pool card can be put up; opening takes $100 (TC-R22)."""
    there = s.pool[0] | s.pool[1] | s.pool[2]
    return s.auctions != 0 and there != 0 and s.players[s.player].cash > 0


def for_sale(box: Box, s: Position) -> int:
    """Tell what can simply be bought; the Pool not, if its cards are auctioned (TC-50)."""
    return purchases(box, s) & (FROM_STACK_ONLY if s.auctions else -1)


def list_turn(box: Box, s: Position, out: Row) -> int:
    player = s.players[s.player]
    n = list_purchases(for_sale(box, s), out)
    out[n] = ROLL_DICE
    n += 1
    if player.tickets:
        out[n] = PLAY_TICKET
        n += 1
    if can_auction(s):
        for slot in range(POOL):
            if s.pool[slot]:
                out[n] = AUCTION + slot
                n += 1
    # The kept ticket buys at a fixed price, from the Pool too (TC-R23).
    if player.kept[BUY_AND_ROLL] and purchases(box, s):
        out[n] = SPEND_BOTH
        n += 1
    return n


def take_turn(box: Box, s: Position, seat: int, action: int) -> None:
    if action < ROLL_DICE:
        buy(box, s, action)
        s.buys = 0
    elif action == ROLL_DICE:
        begin_deed(box, s, ROLL)
    elif action == PLAY_TICKET:
        ask_chance(s, TICKET)
    elif action == SPEND_BOTH:
        s.players[s.player].kept[BUY_AND_ROLL] -= 1
        begin_deed(box, s, BOTH)
    else:
        open_auction(s, seat, action - AUCTION)


def go_shopping(box: Box, s: Position) -> None:
    """Ask what to buy; nobody is asked about a single card."""
    found = purchases(box, s)
    if found & (found - 1):
        ask_player(s, PURCHASE)
    elif found:
        buy(box, s, lowest(found))
    elif has_or(box, s):
        begin_deed(box, s, s.deed + OR)  # TC-R29
    else:
        s.buys = 0  # TC-R15


def console(box: Box, s: Position, action: int) -> None:
    if action == END_TURN:
        s.step = NEXT
    else:
        begin_deed(box, s, ROLL)


def end_turn(box: Box, s: Position) -> None:
    if s.finale and s.player == s.last:
        s.ended = s.finale
        s.step = TURN
        s.pending = 0
        return
    if not s.finale:
        if s.players[s.player].tickets == 0:
            begin_finale(s, LAST_TICKET)  # TC-30, TC-R10
        elif s.turns >= box.most_turns * s.seats:
            begin_finale(s, LONG_ENOUGH)  # TC-R33
    s.player = clockwise(s, s.player)
    begin_turn(box, s)


def begin_finale(s: Position, why: int) -> None:
    """From the left neighbour to this player, everybody has one more turn (TC-R16)."""
    s.finale = why
    s.last = s.player


# Chance


def outcomes(box: Box, s: Position, out: Row) -> int:
    if s.step == THROW:
        return list_throws(s.falling, FACES, out)
    most = CARDS
    if s.step == FIRST_PLAYER:
        most = s.seats
    elif s.step == TICKET:
        most = box.kinds
    elif s.step == CHARM:
        most = CHARMS
    n = 0
    for i in range(most):
        if weight(box, s, i):
            out[n] = i
            n += 1
    return n


def weight(box: Box, s: Position, outcome: int) -> int:
    if s.step == THROW:
        return throw_weight(outcome, s.falling, FACES)
    if s.step == FIRST_PLAYER:
        return 1 if 0 <= outcome < s.seats else 0
    if s.step == TICKET:
        return s.unseen[outcome] if 0 <= outcome < box.kinds else 0
    if s.step == CHARM:
        return 1 if 0 <= outcome < CHARMS else 0
    most = (PURPLE_CARD + 1) * CHARMS if s.step == PURPLE else CARDS
    return 1 if 0 <= outcome < most and is_left(s, outcome) else 0


def draw(box: Box, s: Position, stream: Row) -> int:
    if s.step == THROW:
        return draw_throw(s.falling, FACES, stream)
    if s.step == FIRST_PLAYER:
        return below(stream, s.seats)
    if s.step == TICKET:
        return draw_ticket(box, s, stream)
    if s.step == CHARM:
        return below(stream, CHARMS)
    return draw_card(s, CHARMS if s.step == PURPLE else CARDS, stream)


def draw_ticket(box: Box, s: Position, stream: Row) -> int:
    there = 0
    for ticket in range(box.kinds):
        there += s.unseen[ticket]
    nth = below(stream, there)
    ticket = 0
    while nth >= s.unseen[ticket]:
        nth -= s.unseen[ticket]
        ticket += 1
    return ticket


def draw_card(s: Position, most: int, stream: Row) -> int:
    card = below(stream, most)
    while not is_left(s, card):
        card = below(stream, most)
    return card


# What is hidden, and the end


def hide(box: Box, s: Position, viewer: int) -> None:
    """Erase the stacks of the others, except cards that all have seen before (TC-03)."""
    for seat in range(s.seats):
        player = s.players[seat]
        for slot in range(STACK):
            card = player.stack[slot] - 1
            if seat != viewer and card >= 0 and not player.known >> slot & 1:
                s.drawn[card // CHARMS] &= ~(1 << (card % CHARMS))
                player.stack[slot] = HIDDEN


def guess(box: Box, s: Position, viewer: int, stream: Row) -> None:
    """Fill the stacks of the others with any cards that nobody has seen."""
    hidden = 0
    for seat in range(s.seats):
        for slot in range(STACK):
            if s.players[seat].stack[slot] == HIDDEN:
                hidden |= 1 << (STACK * seat + slot)
    deal_hidden(s, hidden, stream)
    while hidden and not is_asked_rightly(box, s):
        for place in range(STACK * s.seats):
            if hidden >> place & 1:
                card = s.players[place // STACK].stack[place % STACK] - 1
                s.drawn[card // CHARMS] &= ~(1 << (card % CHARMS))
        deal_hidden(s, hidden, stream)


def deal_hidden(s: Position, hidden: int, stream: Row) -> None:
    for place in range(STACK * s.seats):
        if hidden >> place & 1:
            card = draw_card(s, CARDS, stream)
            s.drawn[card // CHARMS] |= 1 << (card % CHARMS)
            s.players[place // STACK].stack[place % STACK] = card + 1


def is_asked_rightly(box: Box, s: Position) -> bool:
    """Ask whether the player would be asked just this: what can be bought depends on the stack."""
    if s.step == TURN and not s.ended:
        return can_choose(box, s)
    if s.step == HALF:
        return can_do(box, s)
    if s.step == PURCHASE:
        return purchases(box, s) != 0
    if s.step == REFILL and 0 < s.buys < box.deeds[s.deed].buys:
        return purchases(box, s) != 0  # TC-R30
    return True


def standing(box: Box, s: Position, out: Row) -> None:
    """Rank by dollars; the last two digits, the number of cards owned, break ties (TC-31)."""
    for seat in range(s.seats):
        player = s.players[seat]
        out[seat] = 100 * worth(box, player) + cards_of(player)
