"""The log of Take a Chance: what happened, in sentences, as one viewer may know it."""

from chancebox.engine.boxes import Box
from chancebox.engine.dice import shows
from chancebox.engine.texts import _
from chancebox.games.take_a_chance.auction import PASS
from chancebox.games.take_a_chance.cards import card_in
from chancebox.games.take_a_chance.names import (
    card_name,
    charm_name,
    deed_text,
    kind_name,
    money,
    ticket_name,
    ticket_text,
)
from chancebox.games.take_a_chance.patterns import FACES, formed
from chancebox.games.take_a_chance.rolls import ADD_ONE, STOP, WITH_CHARM, payout, pictured
from chancebox.games.take_a_chance.table import (
    ADD_DIE,
    AGAIN,
    BIDDING,
    CARDS,
    CHARM,
    CHARMS,
    CONSOLATION,
    EXTRA_THROW,
    FIRST_PLAYER,
    FIRST_TICKET,
    HALF,
    LAST_TICKET,
    OPENING,
    POOL_SLOTS,
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
from chancebox.games.take_a_chance.tickets import OR
from chancebox.games.take_a_chance.turns import AUCTION, END_TURN, SPEND_BOTH


def sentence(
    box: Box, before: Position, after: Position, seat: int, action: int, viewer: int, names: list[str]
) -> str:
    """Tell an event and what followed from it."""
    told = [_tell(box, before, after, seat, action, viewer, names)]
    if before.step not in (FIRST_PLAYER, PURPLE, REFILL):
        told += _tell_bought(box, before, after, names)
        told += _tell_paid(before, after, names)
        told += _tell_settled(box, before, after, action, names)
    told += _tell_risen(box, before, after)
    told += _tell_end(before, after, names)
    return " ".join(part for part in told if part)


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
        return _tell_ticket(box, after, action, s, who)
    if s.step == HALF:
        chosen = box.data.ticket[s.ticket - 1].otherwise
        return (
            _("{who} takes the OR half: {text}").format(who=who, text=deed_text(chosen))
            if action == OR
            else ""
        )
    if s.step in (OPENING, BIDDING):
        text = _("{who} passes.") if action == PASS else _("{who} bids {amount}.")
        return text.format(who=names[seat], amount=money(action))
    if s.step == CONSOLATION:
        text = _("{who} does not roll.") if action == END_TURN else _("{who} rolls instead.")
        return text.format(who=who)
    if s.step == ADD_DIE:
        return _("{who} adds a die with a kept ticket.").format(who=who) if action == ADD_ONE else ""
    if s.step == CHARM:
        return _("The charm die shows: {charm}.").format(charm=charm_name(box.data.charm[action].id))
    return _tell_dice(s, after, action, who)


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
        return _("{who} spends the kept ticket to buy and roll.").format(who=who)
    if action >= AUCTION:
        card = card_name(box, card_in(s, STACK + action - AUCTION))
        return _("{who} puts {card} up for auction.").format(who=who, card=card)
    return ""


def _tell_ticket(box: Box, after: Position, action: int, s: Position, who: str) -> str:
    ticket = box.data.ticket[action]
    told = _("{who} turns over {ticket}: {text}").format(
        who=who, ticket=ticket_name(ticket), text=ticket_text(ticket)
    )
    if ticket.otherwise is None:
        return told
    told = _("{ticket} OR: {text}").format(ticket=told, text=deed_text(ticket.otherwise))
    if after.player == s.player and after.deed == FIRST_TICKET + 2 * action + OR:
        told = _("{ticket} Nothing can be bought, so the OR half counts.").format(ticket=told)
    return told


def _tell_dice(s: Position, after: Position, action: int, who: str) -> str:
    dice = [shows(action, face) for face in range(FACES)]
    if s.step == THROW and s.throws and any(s.dice):
        text = _("{who} throws {dice}: now {all}.")
        return text.format(who=who, dice=dice_words(dice), all=dice_words(list(after.dice)))
    if s.step == THROW:
        return _("{who} throws {dice}.").format(who=who, dice=dice_words(dice))
    if s.step != AGAIN or action == STOP:
        return ""
    spent = s.players[s.player].kept[EXTRA_THROW] > after.players[s.player].kept[EXTRA_THROW]
    told = [_("{who} spends a kept ticket for a third throw.")] if spent else []
    if any(dice):
        told.append(_("{who} picks up {dice}."))
    if action >= WITH_CHARM:
        told.append(_("{who} picks up the charm die."))
    return " ".join(told).format(who=who, dice=dice_words(dice))


# What followed


def _tell_bought(box: Box, before: Position, after: Position, names: list[str]) -> list[str]:
    told = []
    for seat in range(before.seats):
        was, now = before.players[seat], after.players[seat]
        had, has = list(was.owned), list(now.owned)
        for card in range(CARDS) if has != had else ():
            if has[card // CHARMS] & ~had[card // CHARMS] & 1 << (card % CHARMS):
                text = _("{who} buys {card} for {amount}.")
                paid = was.cash - now.cash
                told.append(text.format(who=names[seat], card=card_name(box, card), amount=money(paid)))
    return told


def _tell_paid(before: Position, after: Position, names: list[str]) -> list[str]:
    """Tell what a ticket made others pay or get: some may not have had enough."""
    if before.step != TICKET:
        return []
    told = []
    for seat in range(before.seats):
        paid = before.players[seat].cash - after.players[seat].cash
        if seat != before.player and paid:
            text = _("{who} pays {amount}.") if paid > 0 else _("{who} gets {amount}.")
            told.append(text.format(who=names[seat], amount=money(abs(paid))))
    return told


def _tell_settled(box: Box, before: Position, after: Position, action: int, names: list[str]) -> list[str]:
    """Tell what a roll that has just ended paid; its dice still lie there."""
    if not before.throws or after.throws:
        return []
    player = before.players[before.player]
    kinds = formed(list(after.dice), before.same_number) & pictured(box.fields, player)
    if not kinds:
        return [_("The roll pays nothing.")]
    kind = action if before.step == TAKE else lowest(kinds)
    paid = payout(box.fields, player, kind) * box.fields.deeds[before.deed].times
    text = _("{who} collects {amount} for {kind}.")
    told = [text.format(who=names[before.player], amount=money(paid), kind=kind_name(kind))]
    for seat in range(before.seats):
        bonus = after.players[seat].cash - before.players[seat].cash
        bonus -= paid if seat == before.player else 0
        if bonus:
            text = _("{who} collects {amount} for the charm.")
            told.append(text.format(who=names[seat], amount=money(bonus)))
    return told


def _tell_risen(box: Box, before: Position, after: Position) -> list[str]:
    """Tell a card of a former Pool that fills a gap: everybody knows it."""
    if before.pile or after.sunk >= before.sunk or not before.turns:
        return []
    place = _("the Pool") if after.due & POOL_SLOTS or _changed_pool(before, after) else _("the stack")
    card = card_name(box, before.under[0] - 1)
    return [_("{card} comes up from under the pile for {place}.").format(card=card, place=place)]


def _changed_pool(before: Position, after: Position) -> bool:
    return list(before.pool) != list(after.pool)


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
