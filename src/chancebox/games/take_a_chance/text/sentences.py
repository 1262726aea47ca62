"""How the log tells what happens in Take a Chance."""

from chancebox.engine.game.boxes import Box
from chancebox.engine.game.happenings import Ended, Happening
from chancebox.engine.game.texts import _, listed
from chancebox.games.take_a_chance.rules.records import LAST_TICKET
from chancebox.games.take_a_chance.text.happenings import (
    Began,
    BeganFinale,
    Bid,
    Bought,
    ChoseHalf,
    Collected,
    Consoled,
    DealtPurple,
    Discarded,
    Drew,
    Expired,
    FilledPool,
    GotBonus,
    GotFromBank,
    GotFromOpponent,
    Keep,
    NothingToBuy,
    OpenedAuction,
    PaidBank,
    PaidOpponent,
    Passed,
    PickedUp,
    RolledNothing,
    SankPool,
    SpentTicket,
    Threw,
    ThrewCharm,
    TurnedOver,
    WonAuction,
)
from chancebox.games.take_a_chance.text.names import (
    card_name,
    charm_name,
    deed_text,
    dice_words,
    dollars,
    kept_name,
    kind_name,
    ticket_name,
    ticket_text,
)


def sentence(box: Box, happening: Happening, names: list[str]) -> str:
    """Write a happening as a line of the log; much is told by what stands before or after it."""
    match happening:
        case Began(seat):
            return _("{who} begins.").format(who=names[seat])
        case DealtPurple(seat, card):
            return _("{who} gets {card}.").format(who=names[seat], card=card_name(box, card))
        case BeganFinale(seat, ending):
            return _finale_sentence(ending, names[seat])
        case Expired(seat, keeps):
            tickets = listed(kept_name(box, keep) for keep in keeps)
            return _("{who} has not spent: {tickets}.").format(who=names[seat], tickets=tickets)
        case Ended():
            return _("The game is over.")
    return (
        _card_sentence(box, happening, names)
        or _auction_sentence(box, happening, names)
        or _ticket_sentence(box, happening, names)
        or _roll_sentence(box, happening, names)
    )


def _finale_sentence(ending: int, who: str) -> str:
    why = _("Everybody has played for very long.")
    if ending == LAST_TICKET:
        why = _("{who} has played the last ticket.").format(who=who)
    return " ".join([why, _("Everybody has one more turn.")])


def _card_sentence(box: Box, happening: Happening, names: list[str]) -> str:
    match happening:
        case Drew():
            return _draw_sentence(box, happening, names[happening.seat])
        case FilledPool(_slot, card, from_under):
            text = _("{card} comes into the Pool.")
            if from_under:
                text = _("{card} comes up from under the pile into the Pool.")
            return text.format(card=card_name(box, card))
        case Discarded(int(card)):
            return _("{card} leaves the game from under the pile.").format(card=card_name(box, card))
        case SankPool():
            return _("The Pool goes under the draw pile.")
        case Bought(seat, card, price=price, coupon=coupon):
            text = _("{who} buys {card} for {amount}.")
            if coupon:
                text = _("{who} spends {ticket} and buys {card} for {amount}.")
            ticket = kept_name(box, "discount")
            return text.format(
                who=names[seat], card=card_name(box, card), amount=dollars(price), ticket=ticket
            )
        case NothingToBuy():
            return _in_vain_sentence(box, happening)
    return ""


def _draw_sentence(box: Box, drew: Drew, who: str) -> str:
    if drew.card is None:
        # While the stacks are dealt nobody needs to hear of each card.
        return "" if drew.dealt else _("{who} draws a card for the stack.").format(who=who)
    text = _("{who} draws {card} for the stack.")
    if drew.from_under:
        text = _("{card} comes up from under the pile for the stack of {who}.")
    return text.format(who=who, card=card_name(box, drew.card))


def _in_vain_sentence(box: Box, happening: NothingToBuy) -> str:
    if not happening.or_counts:
        return _("Nothing can be bought.")
    if not happening.begun:
        return _("Nothing can be bought, so the OR half counts.")
    otherwise = box.data.ticket[happening.ticket].otherwise
    return _("Nothing can be bought, so the OR half counts: {text}").format(text=deed_text(otherwise))


def _auction_sentence(box: Box, happening: Happening, names: list[str]) -> str:
    match happening:
        case OpenedAuction(seat, card):
            return _("{who} puts {card} up for auction.").format(who=names[seat], card=card_name(box, card))
        case Bid(seat, amount):
            return _("{who} bids {amount}.").format(who=names[seat], amount=dollars(amount))
        case Passed(seat):
            return _("{who} passes.").format(who=names[seat])
        case WonAuction(seat, card=card, price=price):
            return _("{who} buys {card} for {amount}.").format(
                who=names[seat], card=card_name(box, card), amount=dollars(price)
            )
        case Consoled(seat, rolls):
            text = _("{who} rolls instead.") if rolls else _("{who} does not roll.")
            return text.format(who=names[seat])
    return ""


def _ticket_sentence(box: Box, happening: Happening, names: list[str]) -> str:
    match happening:
        case TurnedOver(seat, number):
            ticket = box.data.ticket[number]
            told = _("{who} turns over {ticket}: {text}").format(
                who=names[seat], ticket=ticket_name(ticket), text=ticket_text(ticket)
            )
            if ticket.otherwise is None:
                return told
            return _("{ticket} OR: {text}").format(ticket=told, text=deed_text(ticket.otherwise))
        case ChoseHalf(seat, number, True):
            text = deed_text(box.data.ticket[number].otherwise)
            return _("{who} takes the OR half: {text}").format(who=names[seat], text=text)
        case SpentTicket(seat, keep):
            return _spent_sentence(box, keep, names[seat])
        case GotFromBank(seat, amount, False) | PaidOpponent(opponent=seat, amount=amount):
            return _("{who} gets {amount}.").format(who=names[seat], amount=dollars(amount))
        case PaidBank(seat, amount, False) | GotFromOpponent(opponent=seat, amount=amount):
            return _("{who} pays {amount}.").format(who=names[seat], amount=dollars(amount))
    return ""


def _spent_sentence(box: Box, keep: Keep, who: str) -> str:
    texts = {
        "spare-die": _("{who} spends {ticket} for one more die."),
        "extra-throw": _("{who} spends {ticket} for a third throw."),
        "buy-and-roll": _("{who} spends {ticket} to buy and roll."),
        "discount": "",  # told with the card that was bought
    }
    return texts[keep].format(who=who, ticket=kept_name(box, keep))


def _roll_sentence(box: Box, happening: Happening, names: list[str]) -> str:
    match happening:
        case Threw(seat, dice, lying):
            text = _("{who} throws {dice}: now {all}.") if any(lying) else _("{who} throws {dice}.")
            now = [a + b for a, b in zip(lying, dice, strict=True)]
            return text.format(who=names[seat], dice=dice_words(dice), all=dice_words(now))
        case ThrewCharm(_seat, charm):
            return _("The charm die shows: {charm}.").format(charm=charm_name(box.data.charm[charm].id))
        case PickedUp(seat, dice, charm_die=charm_die):
            told = [_("{who} picks up {dice}.")] if any(dice) else []
            told += [_("{who} picks up the charm die.")] if charm_die else []
            return " ".join(told).format(who=names[seat], dice=dice_words(dice))
        case Collected(seat, roll, amount):
            return _("{who} collects {amount} for {kind}.").format(
                who=names[seat], amount=dollars(amount), kind=kind_name(roll)
            )
        case RolledNothing(seat):
            return _("No card of {who} pays for this roll.").format(who=names[seat])
        case GotBonus(seat, amount=amount):
            text = _("{who} collects {amount} for the charm.")
            return text.format(who=names[seat], amount=dollars(amount))
    return ""
