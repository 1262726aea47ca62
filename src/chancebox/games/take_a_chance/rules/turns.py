"""
Turns: dealing, what may be done in a turn, and the end.

What a turn or a ticket asks for is a deed; `go_on` does the next step of what is still due of it.
"""

from chancebox.engine.rules.bits import lowest
from chancebox.engine.rules.records import Row
from chancebox.engine.rules.seats import clockwise
from chancebox.games.take_a_chance.rules.auction import open_auction
from chancebox.games.take_a_chance.rules.cards import (
    FROM_STACK_ONLY,
    buy,
    discard_top,
    fill_next,
    leave_pile,
    list_purchases,
    own,
    purchases,
)
from chancebox.games.take_a_chance.rules.records import (
    BOTH,
    BUY,
    BUY_AND_ROLL,
    CONSOLATION,
    LAST_TICKET,
    LONG_ENOUGH,
    NEXT,
    POOL,
    POOL_SLOTS,
    PURCHASE,
    ROLL,
    SLOTS,
    STACK_SLOTS,
    TICKET,
    TURN,
    Box,
    Position,
    ask_chance,
    ask_player,
)
from chancebox.games.take_a_chance.rules.rolls import begin_roll
from chancebox.games.take_a_chance.rules.tickets import OR, begin_deed, has_or

# What may be done in a turn, beside the purchases: a slot, or a slot plus WITH_DISCOUNT.
ROLL_DICE = 2 * SLOTS
PLAY_TICKET = ROLL_DICE + 1
AUCTION = ROLL_DICE + 2  # plus the slot of the Pool, 0 to 2
SPEND_BOTH = AUCTION + POOL
END_TURN, ROLL_ANYWAY = 0, 1  # after an auction that somebody else won


def go_on(box: Box, s: Position) -> None:
    """Do one thing that is due."""
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
    """Return whether a Pool card can be put up; opening takes $100 (TC-R22)."""
    there = s.pool[0] | s.pool[1] | s.pool[2]
    return s.auctions != 0 and there != 0 and s.players[s.player].cash > 0


def for_sale(box: Box, s: Position) -> int:
    """Return what can simply be bought; the Pool not, if its cards are auctioned (TC-50)."""
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


def take_turn(box: Box, s: Position, action: int) -> None:
    if action < ROLL_DICE:
        s.buys = 1
        buy(box, s, action)
    elif action == ROLL_DICE:
        begin_deed(box, s, ROLL)
    elif action == PLAY_TICKET:
        ask_chance(s, TICKET)
    elif action == SPEND_BOTH:
        s.players[s.player].kept[BUY_AND_ROLL] -= 1
        begin_deed(box, s, BOTH)
    else:
        open_auction(s, action - AUCTION)


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
