"""
Cards: what can be bought and for how much, and how the gaps are filled.

The draw pile has no order. Cards that nobody has seen are alike until one is drawn; what is
discarded unseen (two players) simply stays among them. Only a Pool that was put under the pile is
known, card for card, to everybody who remembers it.
"""

from chancebox.games.take_a_chance.table import (
    BUY,
    CHARMS,
    DISCOUNT,
    FROM_POOL,
    FROM_STACK,
    NEW_COLOUR,
    NEXT,
    OWNED_COLOUR,
    POOL,
    POOL_SLOTS,
    REFILL,
    SLOTS,
    STACK,
    Box,
    Player,
    Position,
    ask_chance,
)

WITH_DISCOUNT = SLOTS
"""Added to a slot: the purchase spends a kept discount."""


def card_in(s: Position, slot: int) -> int:
    """Look into a slot of the stack whose turn it is, or of the Pool; below 0 if nothing is there."""
    if slot < STACK:
        return s.players[s.player].stack[slot] - 1
    return s.pool[slot - STACK] - 1


def own(player: Player, card: int) -> None:
    player.owned[card // CHARMS] |= 1 << (card % CHARMS)


# Prices


def price(box: Box, deed: int, card: int, discount: int) -> int:
    """Take off what the ticket says, then the kept discount (TC-R28); never below 0."""
    terms = box.deeds[deed]
    dollars = box.colours[card // CHARMS].value
    if terms.half:
        dollars //= 2
    dollars -= terms.off
    if discount:
        dollars -= box.discount
    return max(0, dollars)


def is_offered(box: Box, s: Position, deed: int, slot: int) -> bool:
    """Ask whether the deed allows to buy the card in this slot, whatever it costs."""
    card = card_in(s, slot)
    if card < 0:
        return False
    places = box.deeds[deed].places
    if s.auctions and deed == BUY:
        places = FROM_STACK  # TC-50; tickets buy from the Pool at a fixed price (TC-R23)
    place = FROM_STACK if slot < STACK else FROM_POOL
    owned = s.players[s.player].owned[card // CHARMS]
    colour = OWNED_COLOUR if owned else NEW_COLOUR
    return places & place != 0 and box.deeds[deed].colours & colour != 0


def may_buy(box: Box, s: Position, deed: int, buys: int, slot: int, discount: int) -> bool:
    """Ask whether the card in this slot can be bought and paid, as the first of so many."""
    if not is_offered(box, s, deed, slot):
        return False
    player = s.players[s.player]
    if discount and (player.kept[DISCOUNT] == 0 or price(box, deed, card_in(s, slot), 0) == 0):
        return False  # TC-R11: not to be spent without effect
    left = player.cash - price(box, deed, card_in(s, slot), discount)
    if left < 0:
        return False
    if buys < 2:
        return True
    # TC-R30: another card that is in sight now must be payable from what is left.
    saved = 1 if player.kept[DISCOUNT] > discount else 0
    others = 0
    for other in range(SLOTS):
        if other != slot and is_offered(box, s, deed, other):
            others += price(box, deed, card_in(s, other), saved) <= left
    return others > 0


def purchases(box: Box, s: Position, deed: int, buys: int) -> int:
    """Count the purchases that are possible, with and without a discount."""
    n = 0
    for slot in range(SLOTS):
        n += may_buy(box, s, deed, buys, slot, 0)
        n += may_buy(box, s, deed, buys, slot, 1)
    return n


def only_purchase(box: Box, s: Position, deed: int, buys: int) -> int:
    for slot in range(SLOTS):
        if may_buy(box, s, deed, buys, slot, 0):
            return slot
    # Only the discount makes a card payable.
    for slot in range(SLOTS):
        if may_buy(box, s, deed, buys, slot, 1):
            return slot + WITH_DISCOUNT
    return -1


def buy(box: Box, s: Position, purchase: int) -> None:
    """Pay the Bank and take the card (TC-10); the gap will be filled (TC-11)."""
    discount = purchase // SLOTS
    slot = purchase % SLOTS
    player = s.players[s.player]
    player.cash -= price(box, s.deed, card_in(s, slot), discount)
    player.kept[DISCOUNT] -= discount
    s.buys -= 1
    hand_over(s, slot, s.player)


def hand_over(s: Position, slot: int, buyer: int) -> None:
    own(s.players[buyer], card_in(s, slot))
    clear(s, slot)
    s.owner = s.player
    s.due = 1 << slot
    s.discard = 1 if s.seats == 2 else 0  # TC-41, TC-R19
    s.step = NEXT


def clear(s: Position, slot: int) -> None:
    if slot < STACK:
        s.players[s.player].stack[slot] = 0
    else:
        s.pool[slot - STACK] = 0


# The draw pile


def is_left(s: Position, card: int) -> bool:
    return not s.drawn[card // CHARMS] >> (card % CHARMS) & 1


def leave_pile(s: Position, card: int) -> None:
    s.drawn[card // CHARMS] |= 1 << (card % CHARMS)
    s.pile -= 1


def fill_next(s: Position) -> None:
    """Fill the lowest slot that is due: by chance, from the known cards below, or not at all."""
    if s.pile > 0:
        ask_chance(s, REFILL)
    elif s.sunk > 0:
        put_down(s, rise(s), 1)
    else:
        s.due = 0


def put_down(s: Position, card: int, known: int) -> None:
    """Lay a card into the lowest slot that is due."""
    slot = 0
    while not s.due >> slot & 1:
        slot += 1
    s.due &= ~(1 << slot)
    if slot < STACK:
        owner = s.players[s.owner]
        owner.stack[slot] = card + 1
        owner.known = (owner.known & ~(1 << slot)) | (known << slot)
    else:
        s.pool[slot - STACK] = card + 1
    s.step = NEXT


def rise(s: Position) -> int:
    """Take the top one of the known cards."""
    card = s.under[0] - 1
    s.sunk -= 1
    for i in range(s.sunk):
        s.under[i] = s.under[i + 1]
    s.under[s.sunk] = 0
    return card


def discard_top(s: Position) -> None:
    """Two players: the top card leaves the game and nobody looks (TC-41)."""
    s.discard = 0
    if s.pile > 0:
        s.pile -= 1
    elif s.sunk > 0:
        rise(s)


def exchange_pool(s: Position) -> None:
    """Put the Pool under the draw pile in slot order; three cards will be turned up (TC-R29)."""
    for slot in range(POOL):
        if s.pool[slot]:
            s.under[s.sunk] = s.pool[slot]
            s.sunk += 1
            s.pool[slot] = 0
    s.due = POOL_SLOTS
