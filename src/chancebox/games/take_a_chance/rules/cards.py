"""
Cards: what can be bought and for how much, and how the gaps are filled.

The draw pile has no order. Cards that nobody has seen are alike until one is drawn; what is
discarded unseen (two players) simply stays among them. Only a Pool that was put under the pile is
known, card for card, to everybody who remembers it.
"""

from chancebox.engine.rules.bits import lowest
from chancebox.engine.rules.records import Row
from chancebox.games.take_a_chance.rules.records import (
    CARDS,
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
    STACK_SLOTS,
    Box,
    Player,
    Position,
    ask_chance,
)

WITH_DISCOUNT = SLOTS
"""Added to a slot: the purchase spends a kept discount."""
FROM_STACK_ONLY = STACK_SLOTS | STACK_SLOTS << WITH_DISCOUNT


def card_in(s: Position, slot: int) -> int:
    """Look into a slot of the stack whose turn it is, or of the Pool; below 0 if nothing is there."""
    if slot < STACK:
        return s.players[s.player].stack[slot] - 1
    return s.pool[slot - STACK] - 1


def own(player: Player, card: int) -> None:
    player.owned[card // CHARMS] |= 1 << (card % CHARMS)


# Prices


def price(box: Box, s: Position, card: int) -> int:
    """Take off what the ticket says; never below 0."""
    terms = box.deeds[s.deed]
    dollars = box.colours[card // CHARMS].value
    if terms.half:
        dollars //= 2
    return max(0, dollars - terms.off)


def discounted(box: Box, dollars: int) -> int:
    """Take off the kept discount, after all others (TC-R28)."""
    return max(0, dollars - box.discount)


def is_offered(box: Box, s: Position, slot: int, card: int) -> bool:
    """Return whether the deed allows to buy this card, whatever it costs."""
    terms = box.deeds[s.deed]
    place = FROM_STACK if slot < STACK else FROM_POOL
    colour = OWNED_COLOUR if s.players[s.player].owned[card // CHARMS] else NEW_COLOUR
    return terms.places & place != 0 and terms.colours & colour != 0


def purchases(box: Box, s: Position) -> int:
    """Return what the deed allows to buy and the player can pay: a bit for each slot, then with discount."""
    player = s.players[s.player]
    found = 0
    for slot in range(SLOTS):
        card = card_in(s, slot)
        if card < 0 or not is_offered(box, s, slot, card):
            continue
        full = price(box, s, card)
        if full <= player.cash and leaves_enough(box, s, slot, full, 0):
            found |= 1 << slot
        if player.kept[DISCOUNT] > 0 and full > 0:  # TC-R11: not to be spent without effect
            less = discounted(box, full)
            if less <= player.cash and leaves_enough(box, s, slot, less, 1):
                found |= 1 << (slot + WITH_DISCOUNT)
    return found


def leaves_enough(box: Box, s: Position, slot: int, paid: int, spent: int) -> bool:
    """Of two purchases the first must leave enough for another card that is in sight now (TC-R30)."""
    if s.buys < 2:
        return True
    player = s.players[s.player]
    left = player.cash - paid
    if player.kept[DISCOUNT] > spent:
        left += box.discount
    others = 0
    for other in range(SLOTS):
        card = card_in(s, other)
        if other != slot and card >= 0 and is_offered(box, s, other, card):
            others += price(box, s, card) <= left
    return others > 0


def can_hope(box: Box, s: Position) -> bool:
    """
    Return whether a card that the player could pay may be there after a new Pool (TC-R29).

    Any card that the player has not seen may come, one in a stack of somebody else too: if that were
    left out, who is asked would tell it. When the pile ends, the known cards below it follow.
    """
    if purchases(box, s) & FROM_STACK_ONLY:
        return True
    if s.pile > 0 and can_hope_for_unseen(box, s):
        return True
    come = s.pile
    for i in range(s.sunk):
        if come < POOL and can_pay(box, s, s.under[i] - 1):
            return True
        come += 1
    for slot in range(POOL):
        if s.pool[slot]:
            if come < POOL and can_pay(box, s, s.pool[slot] - 1):
                return True
            come += 1
    return False


def can_hope_for_unseen(box: Box, s: Position) -> bool:
    for card in range(CARDS):
        if is_left(s, card) and can_pay(box, s, card):
            return True
    for seat in range(s.seats):
        other = s.players[seat]
        for slot in range(STACK):
            unseen = seat != s.player and other.stack[slot] > 0 and not other.known >> slot & 1
            if unseen and can_pay(box, s, other.stack[slot] - 1):
                return True
    return False


def can_pay(box: Box, s: Position, card: int) -> bool:
    """Return whether the player could buy this card from the Pool, with a kept discount or without."""
    player = s.players[s.player]
    dollars = price(box, s, card)
    if player.kept[DISCOUNT] > 0:
        dollars = discounted(box, dollars)
    return is_offered(box, s, STACK, card) and dollars <= player.cash


def list_purchases(found: int, out: Row) -> int:
    """Write the bits of `purchases` as actions."""
    n = 0
    for purchase in range(2 * SLOTS):
        if found >> purchase & 1:
            out[n] = purchase
            n += 1
    return n


def buy(box: Box, s: Position, purchase: int) -> None:
    """Pay the Bank and take the card (TC-10); the gap will be filled (TC-11)."""
    discount = purchase // SLOTS
    slot = purchase % SLOTS
    player = s.players[s.player]
    dollars = price(box, s, card_in(s, slot))
    if discount:
        player.kept[DISCOUNT] -= 1
        dollars = discounted(box, dollars)
    player.cash -= dollars
    s.buys -= 1
    own(player, card_in(s, slot))
    leave_gap(s, slot)


def leave_gap(s: Position, slot: int) -> None:
    """Take a card away; its place is to be filled."""
    if slot < STACK:
        s.players[s.player].stack[slot] = 0
    else:
        s.pool[slot - STACK] = 0
    s.owner = s.player
    s.due = 1 << slot
    s.discard = 1 if s.seats == 2 else 0  # TC-41, TC-R19
    s.step = NEXT


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
    slot = lowest(s.due)
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
