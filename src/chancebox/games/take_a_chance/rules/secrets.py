"""
What is hidden: the stacks.

Tickets and the draw pile need no hiding: what nobody has seen is not in the record yet.
"""

from chancebox.engine.rules.records import Row
from chancebox.engine.rules.seats import clockwise
from chancebox.games.take_a_chance.rules.cards import purchases
from chancebox.games.take_a_chance.rules.chance import draw_card
from chancebox.games.take_a_chance.rules.records import (
    CARDS,
    CHARM,
    CHARMS,
    FIRST_PLAYER,
    HALF,
    HIDDEN,
    PURCHASE,
    REFILL,
    SLOTS,
    STACK,
    THROW,
    TURN,
    Box,
    Position,
)
from chancebox.games.take_a_chance.rules.tickets import can_do
from chancebox.games.take_a_chance.rules.turns import ROLL_DICE, SPEND_BOTH, can_choose


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
    """Return whether the player would be asked just this: what can be bought depends on the stack."""
    if s.step == TURN and not s.ended:
        return can_choose(box, s)
    if s.step == HALF:
        return can_do(box, s)
    if s.step == PURCHASE:
        found = purchases(box, s)
        return found & (found - 1) != 0
    if s.step == REFILL and 0 < s.buys < box.deeds[s.deed].buys:
        return purchases(box, s) != 0  # TC-R30
    return True


def shows(box: Box, s: Position, outcome: int) -> int:
    """
    Whether a ticket lets somebody buy depends on the stack; so does what comes after its rolls.

    And so does whether somebody without a ticket is asked at all (TC-R02).
    """
    if s.step == FIRST_PLAYER:
        return 0
    if s.ticket or s.step not in (THROW, CHARM):
        return 1
    return 1 if s.players[clockwise(s, s.player)].tickets == 0 else 0


def uncovers(box: Box, s: Position, seat: int, action: int) -> int:
    """
    A card bought from the stack is seen by all, and a deed done shows that there was one to buy.

    Whoever comes next without a ticket is asked only if the stack has a card for the cash (TC-R02).
    """
    if s.players[clockwise(s, s.player)].tickets == 0:
        return 1
    if s.step == HALF or (s.step == TURN and action == SPEND_BOTH):
        return 1
    buys = s.step == PURCHASE or (s.step == TURN and action < ROLL_DICE)
    return 1 if buys and action % SLOTS < STACK else 0
