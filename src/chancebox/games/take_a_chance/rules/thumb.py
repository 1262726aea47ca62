"""
Take a Chance by rule of thumb: buy what pays for itself, and keep the last ticket until ahead.

Everything is weighed in one money: what it brings now, and for a card also what it adds to each of
the rolls to come. A card costs nothing in the end, since its printed value counts; it costs a turn.
"""

from chancebox.engine.rules.hands import CERTAIN, HAND_BITS, hand_number, pack
from chancebox.engine.rules.records import Row
from chancebox.games.take_a_chance.rules import aims
from chancebox.games.take_a_chance.rules.aims import COUNTS, SPREAD, learn, plan, roll_chance
from chancebox.games.take_a_chance.rules.auction import PASS
from chancebox.games.take_a_chance.rules.cards import card_in, discounted, price, purchases
from chancebox.games.take_a_chance.rules.patterns import FACES, KINDS, formed
from chancebox.games.take_a_chance.rules.records import (
    ADD_DIE,
    AGAIN,
    BIDDING,
    BUY_AND_ROLL,
    CHARMS,
    HALF,
    OPENING,
    POOL,
    PURCHASE,
    SLOTS,
    TAKE,
    TURN,
    Box,
    Position,
    worth,
)
from chancebox.games.take_a_chance.rules.rolls import ADD_ONE, WITH_CHARM, dice_with, payout, scoring
from chancebox.games.take_a_chance.rules.tickets import DO, OR
from chancebox.games.take_a_chance.rules.turns import (
    AUCTION,
    PLAY_TICKET,
    ROLL_ANYWAY,
    ROLL_DICE,
    SPEND_BOTH,
    can_auction,
    for_sale,
)

NOTES = aims.NOTES
CENTS = 64  # money is weighed in parts of a hundred dollars
TICKET = 8 * CENTS
"""What a ticket brings beside a roll, on average."""
NEVER = -(1 << 40)
PLACE = 100
"""A worth times this, plus an action: so one number tells both."""


def decide(box: Box, s: Position, seat: int, notes: Row, buffer: Row, stream: Row) -> int:
    if s.step == TURN:
        return best_turn(box, s, seat, notes)
    if s.step == AGAIN:
        return best_again(box, s, seat, notes)
    if s.step == TAKE:
        return best_kind(box, s, seat)
    if s.step == PURCHASE:
        return best_purchase(box, s, seat, notes, purchases(box, s)) % PLACE
    if s.step == HALF:
        return (
            DO
            if deed_worth(box, s, seat, notes, s.deed) >= deed_worth(box, s, seat, notes, s.deed + OR)
            else OR
        )
    if s.step == OPENING or s.step == BIDDING:
        return best_bid(box, s, seat, notes)
    return ADD_ONE if s.step == ADD_DIE else ROLL_ANYWAY


def rate(box: Box, s: Position, seat: int, action: int, notes: Row) -> int:
    if s.step == AGAIN:
        return again_worth(box, s, seat, notes, action % WITH_CHARM) - (action >= WITH_CHARM)
    if s.step == OPENING or s.step == BIDDING:
        # To pass, a small raise, or a bid near the printed price.
        value = box.colours[(s.pool[s.lot] - 1) // CHARMS].value
        return -min(action, abs(action - 1), abs(s.floor + action - value))
    return 0


def best_turn(box: Box, s: Position, seat: int, notes: Row) -> int:
    """Weigh the best purchase, a roll and a ticket; the last ticket ends the game, so be ahead."""
    player = s.players[seat]
    rolling = income(box, s, seat, notes, -1, 0)
    buying = best_purchase(box, s, seat, notes, for_sale(box, s))
    best = ROLL_DICE
    most = rolling
    if buying // PLACE > most:
        best = buying % PLACE
        most = buying // PLACE
    if can_auction(s):
        for slot in range(POOL):
            if s.pool[slot] and card_worth(box, s, seat, notes, s.pool[slot] - 1) // 2 > most:
                best = AUCTION + slot
                most = card_worth(box, s, seat, notes, s.pool[slot] - 1) // 2
    if player.kept[BUY_AND_ROLL] and purchases(box, s):
        both = best_purchase(box, s, seat, notes, purchases(box, s)) // PLACE + rolling
        if both > most:
            best = SPEND_BOTH
            most = both
    if (
        player.tickets > 0
        and rolling + TICKET > most
        and (player.tickets > 1 or s.finale or is_ahead(box, s, seat))
    ):
        best = PLAY_TICKET
    return best


def is_ahead(box: Box, s: Position, seat: int) -> bool:
    ahead = True
    for other in range(s.seats):
        ahead = ahead and (other == seat or worth(box, s.players[seat]) > worth(box, s.players[other]))
    return ahead


def rolls_to_come(s: Position, seat: int) -> int:
    """Guess how many rolls are left after this turn: the shortest pile of tickets tells."""
    if s.finale:
        return 0
    fewest = 99
    for other in range(s.seats):
        fewest = min(fewest, s.players[other].tickets)
    return 2 + 3 * fewest // 2


def income(box: Box, s: Position, seat: int, notes: Row, card: int, extra: int) -> int:
    """Guess what a roll brings, with one more card and extra dice: the best aim, and a little of the next."""
    player = s.players[seat]
    colour = card // CHARMS
    if card >= 0 and player.owned[colour] == 0:
        extra += 1
    dice = dice_with(box, player, extra)
    learn(notes, s.same_number, dice)
    first = second = 0
    for kind in range(KINDS):
        pays = payout(box, player, kind)
        if card >= 0:
            pays += box.colours[colour].pays[kind]
        if pays:
            hopes = pays * CENTS * roll_chance(notes, s.same_number, dice, kind) // CERTAIN
            if hopes > first:
                second = first
                first = hopes
            else:
                second = max(second, hopes)
    return first + second // 3


def card_worth(box: Box, s: Position, seat: int, notes: Row, card: int) -> int:
    """Return what a card adds to the rolls to come."""
    more = income(box, s, seat, notes, card, 0) - income(box, s, seat, notes, -1, 0)
    return more * rolls_to_come(s, seat)


def best_purchase(box: Box, s: Position, seat: int, notes: Row, offered: int) -> int:
    """Find the best purchase; tell what it is worth, times PLACE, plus the action."""
    best = NEVER * PLACE
    for purchase in range(2 * SLOTS):
        if offered >> purchase & 1:
            card = card_in(s, purchase % SLOTS)
            paid = price(box, s, card)
            if purchase >= SLOTS:
                paid = discounted(box, paid) + box.discount // 2
            bargain = (box.colours[card // CHARMS].value - paid) * CENTS
            best = max(best, (card_worth(box, s, seat, notes, card) + bargain) * PLACE + purchase)
    return best


def deed_worth(box: Box, s: Position, seat: int, notes: Row, deed: int) -> int:
    """Weigh all that a half of a ticket says."""
    says = box.deeds[deed]
    others = s.seats - 1
    money = says.collect - says.fee + others * (says.from_each - says.to_each)
    found = money * CENTS + says.rolls * says.times * income(box, s, seat, notes, -1, says.extra_dice)
    if says.another:
        found += income(box, s, seat, notes, -1, 0) + TICKET
    if says.buys and deed == s.deed:
        buying = best_purchase(box, s, seat, notes, purchases(box, s))
        found += max(0, buying // PLACE) * says.buys
    return found


def best_again(box: Box, s: Position, seat: int, notes: Row) -> int:
    """Aim at the kind with the highest expected payout, or stop."""
    packed = pack(s.dice)
    hand = learned_hand(s, notes, packed)
    best = 0
    most = best_pay(box, s, seat, formed(s.dice, s.same_number)) * CENTS
    for kind in range(KINDS):
        pays = payout(box, s.players[seat], kind)
        if pays:
            found = plan(notes, s.same_number, hand, kind)
            worth = aim_worth(box, s, seat, notes, found, pays)
            if worth > most:
                most = worth
                best = packed - notes[COUNTS + (found & (1 << HAND_BITS) - 1)]
    return best


def learned_hand(s: Position, notes: Row, packed: int) -> int:
    """Number the dice on the table, and have the plans for them at hand."""
    dice = 0
    for face in range(FACES):
        dice += s.dice[face]
    learn(notes, s.same_number, dice)
    return hand_number(packed)


def aim_worth(box: Box, s: Position, seat: int, notes: Row, found: int, pays: int) -> int:
    """Weigh a plan: if it fails, what the kept dice form by themselves still pays."""
    kept = notes[COUNTS + (found & (1 << HAND_BITS) - 1)]
    for face in range(FACES):
        notes[SPREAD + face] = kept >> 4 * face & 15
    sure = best_pay(box, s, seat, formed(notes, s.same_number))
    chance = found >> HAND_BITS
    return (chance * max(pays, sure) + (CERTAIN - chance) * sure) * CENTS // CERTAIN


def again_worth(box: Box, s: Position, seat: int, notes: Row, picked: int) -> int:
    """Weigh a re-roll by the best aim that it serves; below 0 if it serves none."""
    packed = pack(s.dice)
    hand = learned_hand(s, notes, packed)
    best = -1
    if picked == 0:
        best = best_pay(box, s, seat, formed(s.dice, s.same_number)) * CENTS
    for kind in range(KINDS):
        pays = payout(box, s.players[seat], kind)
        found = plan(notes, s.same_number, hand, kind)
        if pays and packed - notes[COUNTS + (found & (1 << HAND_BITS) - 1)] == picked:
            best = max(best, aim_worth(box, s, seat, notes, found, pays))
    return best


def best_pay(box: Box, s: Position, seat: int, kinds: int) -> int:
    most = 0
    for kind in range(KINDS):
        if kinds >> kind & 1:
            most = max(most, payout(box, s.players[seat], kind))
    return most


def best_kind(box: Box, s: Position, seat: int) -> int:
    kinds = scoring(box, s)
    best = -1
    for kind in range(KINDS):
        if kinds >> kind & 1 and (
            best < 0 or payout(box, s.players[seat], kind) > payout(box, s.players[seat], best)
        ):
            best = kind
    return best


def best_bid(box: Box, s: Position, seat: int, notes: Row) -> int:
    """Open at half the printed price; raise by the least as long as the card is worth it."""
    if s.floor > s.bid:
        return 1  # somebody has gone higher, by no rule of thumb, and must bid
    card = s.pool[s.lot] - 1
    value = box.colours[card // CHARMS].value
    if s.step == OPENING:
        return min(s.players[seat].cash, value // 2)
    limit = value + card_worth(box, s, seat, notes, card) // CENTS // 2
    return 1 if s.bid < limit else PASS
