"""
chance it: the turns of a 6 and of the CHANCE IT action, and the market.

Both actions go in turn order (CI-27, CI-R22), and what happens in them happens one after another
(CI-R03). A turn of a 6 owes a market action, one of CHANCE IT none; in both a card may be used.
"""

from chancebox.engine.rules.bits import lowest
from chancebox.engine.rules.records import Row
from chancebox.games.chance_it.rules.cards import lay_down, list_cards, usable
from chancebox.games.chance_it.rules.dice_actions import give_card
from chancebox.games.chance_it.rules.elimination import eliminate, end_if_alone, end_if_decided
from chancebox.games.chance_it.rules.records import (
    BUY,
    DISCARD,
    FLASH,
    LAY_OUT,
    MARKET_DIE,
    NEXT_ACTION,
    NOBODY,
    PASS,
    USE,
    Box,
    Position,
    next_of,
)


def go_on(box: Box, s: Position) -> None:
    """Ask the player whose turn it is; if nothing is left to do, go to the next one."""
    if end_if_alone(s):
        return  # CI-R07
    if s.owed and s.market == 0 and (s.pile | s.discards):
        s.step = LAY_OUT  # CI-R01: discards have come back
    elif s.player != NOBODY and (may_trade(s) or (s.may_use and usable(box, s, s.player))):
        if is_bound_to_discard(box, s):
            discard(s, lowest(s.market))
        else:
            s.pending = 1 << s.player
    elif s.waiting:
        begin_turn(s)
    else:
        s.player = NOBODY
        s.owed = 0  # CI-R01: what was skipped is not made up for
        s.done += 1
        if not end_if_decided(box, s):  # CI-R05, CI-R06
            s.step = NEXT_ACTION


def begin_turn(s: Position) -> None:
    """Take the next participant clockwise from the starting player's seat (CI-27, CI-R11, CI-R12)."""
    s.player = next_of(s, s.waiting, s.first)
    s.waiting &= ~(1 << s.player)
    s.owed = 1 if s.action == MARKET_DIE else 0
    s.may_use = 1


def may_trade(s: Position) -> bool:
    """Return whether the player has a market action; without any card it is skipped (CI-R01)."""
    return s.owed > 0 and s.market != 0


def list_actions(box: Box, s: Position, out: Row) -> int:
    """List cards to use; then, with a market action due, to buy or discard; else to pass."""
    n = 0
    if s.may_use:
        n = list_cards(usable(box, s, s.player), USE, out, n)
    if not may_trade(s):
        out[n] = PASS  # CI-R15
        return n + 1
    n = list_cards(affordable(box, s), BUY, out, n)
    return list_cards(s.market, DISCARD, out, n)


def affordable(box: Box, s: Position) -> int:
    """Return the cards on offer that the player can pay in full and in coins (CI-30)."""
    cards = 0
    left = s.market
    while left:
        card = lowest(left)
        left &= left - 1
        cards |= (box.cards[card].price <= s.players[s.player].coins) << card
    return cards


def is_bound_to_discard(box: Box, s: Position) -> bool:
    """Return whether one action alone is possible: to discard the only card, too dear (CI-31)."""
    alone = may_trade(s) and s.market & (s.market - 1) == 0
    return alone and affordable(box, s) == 0 and not (s.may_use and usable(box, s, s.player))


def act(box: Box, s: Position, action: int) -> None:
    s.pending = 0
    if action >= DISCARD:
        discard(s, action - DISCARD)
    elif action >= BUY:
        buy(box, s, action - BUY)
    elif action == PASS:
        s.may_use = 0
    else:
        use(box, s, action - USE)


def use(box: Box, s: Position, card: int) -> None:
    """Use a card that lies in front of the player: one in each action (CI-35, CI-37, CI-R17)."""
    s.used |= 1 << card
    s.may_use = 0
    s.owed += box.cards[card].again  # CI-39
    give_card(box, s, s.player, card)
    eliminate(s)


def buy(box: Box, s: Position, card: int) -> None:
    s.players[s.player].coins -= box.cards[card].price  # CI-30
    s.market &= ~(1 << card)
    if box.cards[card].serves == FLASH:
        give_card(box, s, s.player, card)  # CI-33, CI-R20
        eliminate(s)
        lay_down(s, 1 << card)
    else:
        s.players[s.player].cards |= 1 << card
        s.bought |= 1 << card
        s.bought_now |= 1 << card
    end_market_action(s)


def discard(s: Position, card: int) -> None:
    s.market &= ~(1 << card)
    lay_down(s, 1 << card)
    end_market_action(s)


def end_market_action(s: Position) -> None:
    """Refill the market when it is empty, and before anything else (CI-32, CI-R19)."""
    s.owed -= 1
    if s.market == 0:
        s.step = LAY_OUT
