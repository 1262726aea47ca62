"""
An event of Take a Chance, played once more as one viewer may know it.

One event may have several things follow: a card comes up, is the only one that can be paid, is
bought, and the next one fills its gap. Most of it is open, and the rules themselves play it. Where they
would look into a stack (what can be bought?), the table after the event says how it came out.
"""

from collections.abc import Iterator

from chancebox.engine.game.boxes import Box
from chancebox.engine.game.happenings import Happening
from chancebox.engine.rules.bits import lowest
from chancebox.engine.rules.dice import shows
from chancebox.engine.rules.seats import clockwise
from chancebox.games.take_a_chance.rules import act
from chancebox.games.take_a_chance.rules.auction import HIGHER, PASS
from chancebox.games.take_a_chance.rules.cards import (
    WITH_DISCOUNT,
    buy,
    card_in,
    discard_top,
    fill_next,
    put_down,
)
from chancebox.games.take_a_chance.rules.patterns import FACES
from chancebox.games.take_a_chance.rules.records import (
    ADD_DIE,
    AGAIN,
    BIDDING,
    BUY_AND_ROLL,
    CARDS,
    CHARM,
    CHARMS,
    CONSOLATION,
    DISCOUNT,
    EXTRA_THROW,
    FIRST_PLAYER,
    HALF,
    HIDDEN,
    NEXT,
    OPENING,
    PURCHASE,
    PURPLE,
    REFILL,
    SLOTS,
    SPARE_DIE,
    STACK,
    TAKE,
    THROW,
    TICKET,
    TURN,
    Player,
    Position,
    colours_of,
)
from chancebox.games.take_a_chance.rules.rolls import ADD_ONE, STOP, WITH_CHARM, payout, scoring
from chancebox.games.take_a_chance.rules.tickets import OR, begin_deed, has_or, show_ticket
from chancebox.games.take_a_chance.rules.turns import AUCTION, ROLL_ANYWAY, ROLL_DICE, SPEND_BOTH
from chancebox.games.take_a_chance.text.happenings import (
    Began,
    Bid,
    Bought,
    ChoseHalf,
    Collected,
    Consoled,
    CouldNotRaise,
    DealtPurple,
    Discarded,
    Drew,
    FilledPool,
    GotBonus,
    GotFromBank,
    GotFromOpponent,
    KeptTicket,
    NothingToBuy,
    OpenedAuction,
    PaidBank,
    PaidOpponent,
    Passed,
    PickedUp,
    Place,
    RolledNothing,
    SankPool,
    SpentTicket,
    Stopped,
    Threw,
    ThrewCharm,
    TurnedOver,
    WonAuction,
)
from chancebox.games.take_a_chance.text.names import KEEPS

NO_DICE = (0,) * FACES


def replay(
    box: Box, s: Position, seat: int, action: int, after: Position, viewer: int, swapped: bool
) -> Iterator[Happening]:
    """
    Play an event once more on `s`, which the viewer knows; give what happens until somebody is asked.

    `swapped` lays two cards that were bought from a hidden stack into each other's places.
    """
    filled = [_filled(s, action, viewer)] if s.step == REFILL else []
    _lay_open(s, after, swapped)
    yield from filled or _done(box, s, seat, action, after)
    yield from _followed(box, s, after)


def _filled(s: Position, card: int, viewer: int) -> Happening:
    """Let a card come up; into a stack of somebody else it goes face down."""
    slot, dealt, is_seen = lowest(s.due), s.turns == 0, viewer == s.owner
    s.pile -= 1
    if slot >= STACK:
        put_down(s, card, 0)
        return FilledPool(slot - STACK, card, from_under=False)
    put_down(s, card if is_seen else HIDDEN - 1, 0)
    return Drew(s.owner, slot, card if is_seen else None, dealt, from_under=False)


# What was done, or came up


def _done(box: Box, s: Position, seat: int, action: int, after: Position) -> Iterator[Happening]:
    player = s.player
    if s.step == FIRST_PLAYER:
        yield Began(action)
    elif s.step == PURPLE:
        yield DealtPurple(s.owner, action, _printed(box, action))
        act(box.fields, s, seat, action)
    elif s.step in (TURN, PURCHASE) and action < ROLL_DICE:
        s.buys = max(1, s.buys)
        yield from _bought(box, s, action, forced=False)
    elif s.step == TURN:
        yield from _taken_turn(box, s, action)
    elif s.step == TICKET:
        yield from _turned_over(box, s, action, after)
    elif s.step == HALF:
        yield ChoseHalf(player, s.ticket - 1, action == OR)
        yield from _begun(box, s, s.deed + action)
    elif s.step in (OPENING, BIDDING):
        yield from _bid(box, s, seat, action)
    elif s.step == CONSOLATION:
        yield Consoled(player, action == ROLL_ANYWAY)
        act(box.fields, s, seat, action)
    elif s.step == ADD_DIE:
        if action == ADD_ONE:
            yield SpentTicket(player, KEEPS[SPARE_DIE])
    else:
        yield from _rolled(box, s, action)


def _taken_turn(box: Box, s: Position, action: int) -> Iterator[Happening]:
    if action == SPEND_BOTH:
        yield SpentTicket(s.player, KEEPS[BUY_AND_ROLL])
    elif action >= AUCTION:
        yield from _opened_auction(box, s, action)
        return
    act(box.fields, s, s.player, action)


def _turned_over(box: Box, s: Position, ticket: int, after: Position) -> Iterator[Happening]:
    player = s.player
    yield TurnedOver(player, ticket, s.players[player].tickets - 1)
    if box.data.ticket[ticket].keep:
        yield KeptTicket(player, ticket, box.data.ticket[ticket].keep)
    show_ticket(box.fields, s, ticket)
    if after.step == HALF:
        s.step = HALF
    elif box.fields.or_half[ticket]:
        yield NothingToBuy(player, ticket, or_counts=True, begun=False)
        yield from _begun(box, s, s.deed + OR)
    else:
        yield from _begun(box, s, s.deed)


def _begun(box: Box, s: Position, deed: int) -> Iterator[Happening]:
    """Begin a half of a ticket: money, and the exchange of the Pool."""
    player, says = s.players[s.player], box.fields.deeds[deed]
    had = [s.players[seat].cash for seat in range(s.seats)]
    pool = tuple(card - 1 for card in s.pool if card)
    begin_deed(box.fields, s, deed)
    gets = says.collect + says.per_colour * colours_of(player)
    if gets:
        yield GotFromBank(s.player, 100 * gets, stated=gets == says.collect)
    if says.fee:
        pays = min(says.fee, had[s.player] + gets)
        yield PaidBank(s.player, 100 * pays, stated=pays == says.fee)
    opponent = clockwise(s, s.player)
    while opponent != s.player:
        change = 100 * (s.players[opponent].cash - had[opponent])
        if change > 0:
            yield PaidOpponent(s.player, opponent, change)
        elif change < 0:
            yield GotFromOpponent(s.player, opponent, -change)
        opponent = clockwise(s, opponent)
    if says.new_pool and pool:
        yield SankPool(pool)


# Auctions


def _opened_auction(box: Box, s: Position, action: int) -> Iterator[Happening]:
    slot, auctioneer = action - AUCTION, s.player
    card = card_in(s, STACK + slot)
    yield OpenedAuction(auctioneer, card, slot)
    act(box.fields, s, auctioneer, action)
    if s.step != OPENING:
        # Who has just enough to open is not asked for a bid.
        yield Bid(auctioneer, 100 * s.bid)
        yield from _fell(box, s, auctioneer, card, (1 << s.seats) - 1)


def _bid(box: Box, s: Position, seat: int, action: int) -> Iterator[Happening]:
    """Pass, or bid; a large bid is made of several actions, and happens with the last of them."""
    card, bidders = s.pool[s.lot] - 1, s.bidders
    if action == PASS:
        yield Passed(seat)
        bidders &= ~(1 << seat)
    elif action != HIGHER:
        yield Bid(seat, 100 * (s.floor + action))
    act(box.fields, s, seat, action)
    yield from _fell(box, s, seat, card, bidders)


def _fell(box: Box, s: Position, seat: int, card: int, bidders: int) -> Iterator[Happening]:
    """List who dropped out after what a seat did, and who bought the card if nobody else is left."""
    for i in range(1, s.seats):
        other = (seat + i) % s.seats
        if (bidders & ~s.bidders) >> other & 1:
            yield CouldNotRaise(other)
    if s.step == NEXT:
        yield WonAuction(s.bidder, s.player, card, s.lot, 100 * s.bid, _printed(box, card))


# Rolls


def _rolled(box: Box, s: Position, action: int) -> Iterator[Happening]:
    """Throw, keep or be paid."""
    step, player = s.step, s.player
    had = [s.players[seat].cash for seat in range(s.seats)]
    if step == THROW:
        yield _thrown(s, action)
    elif step == CHARM:
        yield ThrewCharm(player, action)
    elif step == AGAIN:
        yield from _kept(box, s, action)
    act(box.fields, s, player, action)
    if s.step == NEXT:
        yield from _paid(box, s, action if step == TAKE else None, had)


def _thrown(s: Position, throw: int) -> Happening:
    dice = tuple(shows(throw, face) for face in range(FACES))
    if s.throws:
        return Threw(s.player, dice, tuple(s.dice), swept=0)
    return Threw(s.player, dice, NO_DICE, swept=sum(s.dice))


def _kept(box: Box, s: Position, picked: int) -> Iterator[Happening]:
    if picked == STOP:
        yield Stopped(s.player, tuple(s.dice))
        return
    if s.throws >= box.fields.deeds[s.deed].throws:
        yield SpentTicket(s.player, KEEPS[EXTRA_THROW])
    dice = tuple(shows(picked, face) for face in range(FACES))
    kept = tuple(lying - taken for lying, taken in zip(s.dice, dice, strict=True))
    yield PickedUp(s.player, dice, kept, charm_die=picked >= WITH_CHARM)


def _paid(box: Box, s: Position, taken: int | None, had: list[int]) -> Iterator[Happening]:
    """List what a roll that has just ended paid; its dice still lie there."""
    player, dice, kinds = s.players[s.player], tuple(s.dice), scoring(box.fields, s)
    if not kinds:
        yield RolledNothing(s.player, dice)
        return
    kind = lowest(kinds) if taken is None else taken
    times = box.fields.deeds[s.deed].times
    paid = times * payout(box.fields, player, kind)
    cards = tuple(card for card in _cards(player) if box.fields.colours[card // CHARMS].pictured >> kind & 1)
    yield Collected(s.player, kind, 100 * paid, times, dice, cards)
    had[s.player] += paid
    for seat in range(s.seats):
        if bonus := s.players[seat].cash - had[seat]:
            lucky = tuple(card for card in _cards(s.players[seat]) if card % CHARMS == s.charm - 1)
            yield GotBonus(seat, s.charm - 1, 100 * bonus, lucky)


# What followed


def _followed(box: Box, s: Position, after: Position) -> Iterator[Happening]:
    """Go on as the rules do (`turns.go_on`) with cards and purchases, until chance or a seat is asked."""
    while s.step == NEXT:
        if s.due and s.pile:
            return
        if s.due:
            if s.sunk:
                yield _risen(s)
            fill_next(s)
        elif s.discard:
            if s.pile or s.sunk:
                yield Discarded(None if s.pile else s.under[0] - 1)
            discard_top(s)
        elif s.buys:
            yield from _went_shopping(box, s, after)
        else:
            return


def _risen(s: Position) -> Happening:
    """Take a card of a former Pool: everybody knows it."""
    slot, card = lowest(s.due), s.under[0] - 1
    if slot < STACK:
        return Drew(s.owner, slot, card, dealt=False, from_under=True)
    return FilledPool(slot - STACK, card, from_under=True)


def _went_shopping(box: Box, s: Position, after: Position) -> Iterator[Happening]:
    """Read from the table after the event whether there was a choice, one card alone, or none."""
    if cards := _new_cards(s, after):
        slot = next(slot for slot in range(SLOTS) if card_in(s, slot) in cards)
        kept, kept_after = s.players[s.player].kept, after.players[s.player].kept
        coupon = WITH_DISCOUNT if kept[DISCOUNT] > kept_after[DISCOUNT] else 0
        yield from _bought(box, s, slot + coupon, forced=True)
    elif after.step == PURCHASE and after.turns == s.turns:
        s.step = PURCHASE
    elif has_or(box.fields, s):
        yield NothingToBuy(s.player, s.ticket - 1, or_counts=True, begun=True)
        yield from _begun(box, s, s.deed + OR)
    else:
        yield NothingToBuy(s.player, s.ticket - 1, or_counts=False, begun=True)
        s.buys = 0


def _bought(box: Box, s: Position, purchase: int, forced: bool) -> Iterator[Happening]:
    slot, coupon = purchase % SLOTS, purchase >= WITH_DISCOUNT
    seat, card = s.player, card_in(s, purchase % SLOTS)
    had = s.players[seat].cash
    buy(box.fields, s, purchase)
    price = 100 * (had - s.players[seat].cash)
    if coupon:
        yield SpentTicket(seat, KEEPS[DISCOUNT])
    place: Place = "stack" if slot < STACK else "pool"
    yield Bought(seat, card, place, slot % STACK, price, _printed(box, card), coupon, forced)


# Cards


def _lay_open(s: Position, after: Position, swapped: bool) -> None:
    """Turn up the cards of a hidden stack that are bought in this event: afterwards all have seen them."""
    stack, stack_after = s.players[s.player].stack, after.players[s.player].stack
    in_sight = {*s.pool, *s.under, *stack}
    bought = [card + 1 for card in _new_cards(s, after) if card + 1 not in in_sight]
    left = [slot for slot in range(STACK) if stack[slot] == HIDDEN != stack_after[slot]]
    for slot, card in zip(left, reversed(bought) if swapped else bought, strict=False):
        stack[slot] = card


def _new_cards(s: Position, after: Position) -> list[int]:
    """List the cards that the player will own after the event and does not yet."""
    had = _cards(s.players[s.player])
    return [card for card in _cards(after.players[s.player]) if card not in had]


def _cards(player: Player) -> list[int]:
    """List the cards that somebody owns."""
    return [card for card in range(CARDS) if player.owned[card // CHARMS] >> (card % CHARMS) & 1]


def _printed(box: Box, card: int) -> int:
    """Return the printed price of a card in dollars."""
    return 100 * int(box.fields.colours[card // CHARMS].value)
