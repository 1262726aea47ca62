"""
The log of Take a Chance: what happened, in sentences, as one viewer may know it.

One event may have several things follow: a card comes up, is the only one that can be paid, is
bought, and the next one fills its gap. So the event is played once more, one thing after the other.
"""

from collections.abc import Iterator

from chancebox.engine.boxes import Box
from chancebox.engine.dice import shows
from chancebox.engine.records import as_bytes, of_bytes
from chancebox.engine.texts import _
from chancebox.games.take_a_chance.rules import act
from chancebox.games.take_a_chance.rules.auction import HIGHER, PASS
from chancebox.games.take_a_chance.rules.cards import card_in
from chancebox.games.take_a_chance.rules.patterns import FACES, formed
from chancebox.games.take_a_chance.rules.records import (
    ADD_DIE,
    AGAIN,
    BIDDING,
    CARDS,
    CHARM,
    CHARMS,
    CONSOLATION,
    DISCOUNT,
    EXTRA_THROW,
    FIRST_PLAYER,
    HALF,
    LAST_TICKET,
    NEXT,
    OPENING,
    PURCHASE,
    PURPLE,
    REFILL,
    STACK,
    STACK_SLOTS,
    TAKE,
    THROW,
    TICKET,
    TURN,
    Position,
    lowest,
)
from chancebox.games.take_a_chance.rules.rolls import ADD_ONE, STOP, WITH_CHARM, payout, pictured
from chancebox.games.take_a_chance.rules.tickets import OR, has_or
from chancebox.games.take_a_chance.rules.turns import AUCTION, END_TURN, SPEND_BOTH, go_on
from chancebox.games.take_a_chance.text.names import (
    card_name,
    charm_name,
    deed_text,
    kept_name,
    kind_name,
    money,
    ticket_name,
    ticket_text,
)


def sentence(
    box: Box, before: Position, after: Position, seat: int, action: int, viewer: int, names: list[str]
) -> str:
    """Tell an event and what followed from it."""
    first, *following = _steps(box, before, seat, action)
    told = [_tell(box, *first, seat, action, viewer, names)]
    told += _tell_paid(box, *first, names)
    told += _tell_settled(box, *first, action, names)
    for was, now in (first, *following):
        told += _tell_bought(box, was, now, names)
        told += _tell_sunk(was, now)
        told += _tell_risen(box, was, now, names)
        told += _tell_in_vain(box, was, now)
    told += _tell_end(before, after, names)
    return " ".join(part for part in told if part)


def _steps(box: Box, before: Position, seat: int, action: int) -> Iterator[tuple[Position, Position]]:
    """Play an event once more; give the table before and after each thing that happened."""
    was, now = before, _copy(before)
    act(box.fields, now, seat, action)
    yield was, now
    while now.step == NEXT:
        was, now = now, _copy(now)
        go_on(box.fields, now)
        yield was, now


def _copy(s: Position) -> Position:
    copy: Position = of_bytes(Position, as_bytes(s))
    return copy


def dice_words(dice: list[int]) -> str:
    """Write dice from high to low: `6 6 4 1`."""
    return " ".join(str(face + 1) for face in range(FACES - 1, -1, -1) for _die in range(dice[face]))


def _tell(
    box: Box, s: Position, after: Position, seat: int, action: int, viewer: int, names: list[str]
) -> str:
    who = names[s.player]
    if s.step == FIRST_PLAYER:
        return _("{who} begins.").format(who=names[action])
    if s.step == PURPLE:
        return _("{who} gets {card}.").format(who=names[s.owner], card=card_name(box, action))
    if s.step == REFILL:
        return _tell_refill(box, s, action, viewer, names)
    if s.step == TURN:
        return _tell_turn(box, s, action, who)
    if s.step == TICKET:
        return _tell_ticket(box, after, action, who)
    if s.step == HALF:
        chosen = box.data.ticket[s.ticket - 1].otherwise
        return (
            _("{who} takes the OR half: {text}").format(who=who, text=deed_text(chosen))
            if action == OR
            else ""
        )
    if s.step in (OPENING, BIDDING):
        if action == HIGHER:
            return ""  # the bid that it belongs to follows
        text = _("{who} passes.") if action == PASS else _("{who} bids {amount}.")
        return text.format(who=names[seat], amount=money(s.floor + action))
    if s.step == CONSOLATION:
        text = _("{who} does not roll.") if action == END_TURN else _("{who} rolls instead.")
        return text.format(who=who)
    if s.step == ADD_DIE:
        text = _("{who} spends {ticket} for one more die.") if action == ADD_ONE else ""
        return text.format(who=who, ticket=kept_name(box, "spare-die"))
    if s.step == CHARM:
        return _("The charm die shows: {charm}.").format(charm=charm_name(box.data.charm[action].id))
    return _tell_dice(box, s, after, action, who)


def _tell_refill(box: Box, s: Position, card: int, viewer: int, names: list[str]) -> str:
    if not s.due & STACK_SLOTS:
        return _("{card} comes into the Pool.").format(card=card_name(box, card))
    who = names[s.owner]
    if viewer == s.owner:
        return _("{who} draws {card} for the stack.").format(who=who, card=card_name(box, card))
    # While the stacks are dealt nobody needs to hear of each card.
    return _("{who} draws a card for the stack.").format(who=who) if s.turns else ""


def _tell_turn(box: Box, s: Position, action: int, who: str) -> str:
    if action == SPEND_BOTH:
        text = _("{who} spends {ticket} to buy and roll.")
        return text.format(who=who, ticket=kept_name(box, "buy-and-roll"))
    if action >= AUCTION:
        card = card_name(box, card_in(s, STACK + action - AUCTION))
        return _("{who} puts {card} up for auction.").format(who=who, card=card)
    return ""


def _tell_ticket(box: Box, after: Position, action: int, who: str) -> str:
    ticket = box.data.ticket[action]
    told = _("{who} turns over {ticket}: {text}").format(
        who=who, ticket=ticket_name(ticket), text=ticket_text(ticket)
    )
    if ticket.otherwise is None:
        return told
    told = _("{ticket} OR: {text}").format(ticket=told, text=deed_text(ticket.otherwise))
    if after.step != HALF:
        told = _("{ticket} Nothing can be bought, so the OR half counts.").format(ticket=told)
    return told


def _tell_dice(box: Box, s: Position, after: Position, action: int, who: str) -> str:
    dice = [shows(action, face) for face in range(FACES)]
    if s.step == THROW and s.throws and any(s.dice):
        text = _("{who} throws {dice}: now {all}.")
        return text.format(who=who, dice=dice_words(dice), all=dice_words(list(after.dice)))
    if s.step == THROW:
        return _("{who} throws {dice}.").format(who=who, dice=dice_words(dice))
    if s.step != AGAIN or action == STOP:
        return ""
    spent = s.players[s.player].kept[EXTRA_THROW] > after.players[s.player].kept[EXTRA_THROW]
    told = [_("{who} spends {ticket} for a third throw.")] if spent else []
    if any(dice):
        told.append(_("{who} picks up {dice}."))
    if action >= WITH_CHARM:
        told.append(_("{who} picks up the charm die."))
    ticket = kept_name(box, "extra-throw")
    return " ".join(told).format(who=who, dice=dice_words(dice), ticket=ticket)


# What followed


def _tell_bought(box: Box, was: Position, now: Position, names: list[str]) -> list[str]:
    if was.step == PURPLE:
        return []
    for seat in range(was.seats):
        before, after = was.players[seat], now.players[seat]
        had, has = list(before.owned), list(after.owned)
        for card in range(CARDS) if has != had else ():
            if has[card // CHARMS] & ~had[card // CHARMS] & 1 << (card % CHARMS):
                text = _("{who} buys {card} for {amount}.")
                if after.kept[DISCOUNT] < before.kept[DISCOUNT]:
                    text = _("{who} spends {ticket} and buys {card} for {amount}.")
                return [
                    text.format(
                        who=names[seat],
                        card=card_name(box, card),
                        amount=money(before.cash - after.cash),
                        ticket=kept_name(box, "discount"),
                    )
                ]
    return []


def _tell_paid(box: Box, was: Position, now: Position, names: list[str]) -> list[str]:
    """Tell what a ticket made others pay or get, and its player if the ticket does not say how much."""
    if was.step not in (TICKET, HALF) or now.step != NEXT:
        return []
    says = box.fields.deeds[now.deed]
    changes = [now.players[seat].cash - was.players[seat].cash for seat in range(was.seats)]
    # What the player paid to others, or got from them, is told by their changes.
    from_bank = sum(changes)
    told = []
    if from_bank != says.collect - says.fee:
        told.append(_tell_change(names[was.player], from_bank))
    for seat, change in enumerate(changes):
        if seat != was.player and change:
            told.append(_tell_change(names[seat], change))
    return told


def _tell_change(who: str, change: int) -> str:
    text = _("{who} gets {amount}.") if change > 0 else _("{who} pays {amount}.")
    return text.format(who=who, amount=money(abs(change)))


def _tell_settled(box: Box, was: Position, now: Position, action: int, names: list[str]) -> list[str]:
    """Tell what a roll that has just ended paid; its dice still lie there."""
    if not was.throws or now.throws:
        return []
    player = was.players[was.player]
    kinds = formed(list(now.dice), was.same_number) & pictured(box.fields, player)
    if not kinds:
        return [_("The roll pays nothing.")]
    kind = action if was.step == TAKE else lowest(kinds)
    paid = payout(box.fields, player, kind) * box.fields.deeds[was.deed].times
    text = _("{who} collects {amount} for {kind}.")
    told = [text.format(who=names[was.player], amount=money(paid), kind=kind_name(kind))]
    for seat in range(was.seats):
        bonus = now.players[seat].cash - was.players[seat].cash
        bonus -= paid if seat == was.player else 0
        if bonus:
            text = _("{who} collects {amount} for the charm.")
            told.append(text.format(who=names[seat], amount=money(bonus)))
    return told


def _tell_sunk(was: Position, now: Position) -> list[str]:
    return [_("The Pool goes under the draw pile.")] if now.sunk > was.sunk else []


def _tell_risen(box: Box, was: Position, now: Position, names: list[str]) -> list[str]:
    """Tell a card of a former Pool that comes up from under the pile: everybody knows it."""
    if now.sunk >= was.sunk:
        return []
    text = _("{card} leaves the game from under the pile.")
    if was.due & STACK_SLOTS:
        text = _("{card} comes up from under the pile for the stack of {who}.")
    elif was.due:
        text = _("{card} comes up from under the pile into the Pool.")
    return [text.format(card=card_name(box, was.under[0] - 1), who=names[was.owner])]


def _tell_in_vain(box: Box, was: Position, now: Position) -> list[str]:
    """Tell that a ticket asks for a purchase, and nothing can be bought."""
    shopping = was.step == NEXT and was.turns and was.buys and not was.due and not was.discard
    bought = list(was.players[was.player].owned) != list(now.players[was.player].owned)
    if not shopping or bought or now.step == PURCHASE:
        return []
    if not has_or(box.fields, was):
        return [_("Nothing can be bought.")]
    text = _("Nothing can be bought, so the OR half counts: {text}")
    return [text.format(text=deed_text(box.data.ticket[was.ticket - 1].otherwise))]


def _tell_end(before: Position, after: Position, names: list[str]) -> list[str]:
    told = []
    if after.finale and not before.finale:
        text = _("Everybody has played for very long.")
        if after.finale == LAST_TICKET:
            text = _("{who} has played the last ticket.").format(who=names[after.last])
        told += [text, _("Everybody has one more turn.")]
    if after.ended:
        told.append(_("The game is over."))
    return told
