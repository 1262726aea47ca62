"""What the things of Take a Chance are called, in notation and for people."""

from collections.abc import Sequence

from chancebox.engine.game.boxes import Box
from chancebox.engine.game.texts import _, mark, n_
from chancebox.games.take_a_chance.box import KINDS, Deed, Ticket
from chancebox.games.take_a_chance.rules.records import CHARMS
from chancebox.games.take_a_chance.text.happenings import Keep
from chancebox.games.take_a_chance.text.tray import faces

KIND_IDS = tuple(kind.replace("of-a-kind", "alike") for kind in KINDS)
"""The kinds of rolls in notation, in the order of the rules."""
KIND_SHORTS = {
    "pair": mark("pair"),
    "two-pairs": mark("two pairs"),
    "three-pairs": mark("three pairs"),
    "four-pairs": mark("four pairs"),
    "three-alike": mark("three alike"),
    "two-triples": mark("two triples"),
    "full-house": mark("full house"),
    "four-alike": mark("four alike"),
    "four-plus-three": mark("4 + 3"),
    "five-alike": mark("five alike"),
    "seven-alike": mark("seven alike"),
    "straight-of-4": mark("straight of 4"),
    "straight-of-5": mark("straight of 5"),
    "straight-of-6": mark("straight of 6"),
}
"""What people call them: one name, on cards, buttons and lists."""
KIND_NAMES = {
    **KIND_SHORTS,
    "pair": mark("a pair"),
    "full-house": mark("a full house"),
    "straight-of-4": mark("a straight of 4"),
    "straight-of-5": mark("a straight of 5"),
    "straight-of-6": mark("a straight of 6"),
}
"""The same within a sentence."""
COLOUR_NAMES = {
    "purple": mark("Purple"),
    "orange": mark("Orange"),
    "red": mark("Red"),
    "green": mark("Green"),
    "blue": mark("Blue"),
    "yellow": mark("Yellow"),
}
CHARM_NAMES = {
    "horseshoe": mark("horseshoe"),
    "four-leaf-clover": mark("four-leaf clover"),
    "wishbone": mark("wishbone"),
    "rabbits-foot": mark("rabbit's foot"),
    "ladybug": mark("ladybug"),
    "lucky-penny": mark("lucky penny"),
}
TICKET_NAMES = {
    "shop-and-throw": mark("Shop and Throw"),
    "pool-sale": mark("Pool Sale"),
    "inside-tip": mark("Inside Tip"),
    "fresh-colour": mark("Fresh Colour"),
    "matching-set": mark("Matching Set"),
    "double-deal": mark("Double Deal"),
    "shopping-spree": mark("Shopping Spree"),
    "extra-die": mark("Extra Die"),
    "two-extra-dice": mark("Two Extra Dice"),
    "third-throw": mark("Third Throw"),
    "double-pay": mark("Double Pay"),
    "two-rolls": mark("Two Rolls"),
    "windfall": mark("Windfall"),
    "dividend": mark("Dividend"),
    "fee": mark("Fee"),
    "birthday": mark("Birthday"),
    "your-treat": mark("Your Treat"),
    "new-pool": mark("New Pool"),
    "pocket-money": mark("Pocket Money"),
    "spare-die": mark("Spare Die"),
    "extra-throw": mark("Extra Throw"),
    "both-at-once": mark("Both at Once"),
    "coupon": mark("Coupon"),
}
KEEPS: tuple[Keep, ...] = ("spare-die", "extra-throw", "buy-and-roll", "discount")
"""What tickets are kept for, as the rules number it."""
WHAT = {
    ("anywhere", "any"): mark("a card from your stack or the Pool"),
    ("stack", "any"): mark("a card from your stack"),
    ("pool", "any"): mark("a card from the Pool"),
    ("anywhere", "owned"): mark("a card of a colour you own"),
    ("stack", "owned"): mark("a card of a colour you own from your stack"),
    ("pool", "owned"): mark("a card of a colour you own from the Pool"),
    ("anywhere", "new"): mark("a card of a colour you do not own"),
    ("stack", "new"): mark("a card of a colour you do not own from your stack"),
    ("pool", "new"): mark("a card of a colour you do not own from the Pool"),
}


def money(hundreds: int) -> str:
    """Write an amount that the rules count in hundreds: `$1,500`."""
    return dollars(100 * hundreds)


def dollars(amount: int) -> str:
    return _("${n:,}").format(n=amount)


def dice_words(dice: Sequence[int]) -> str:
    """
    Write dice, counted by number, from high to low.

    >>> dice_words([1, 0, 0, 1, 0, 2])
    '6 6 4 1'
    """
    return " ".join(map(str, faces(dice)))


def kind_name(kind: int) -> str:
    return _(KIND_NAMES[KIND_IDS[kind]])


def kind_short(kind: int) -> str:
    return _(KIND_SHORTS[KIND_IDS[kind]])


def colour_name(id: str) -> str:
    return _(COLOUR_NAMES.get(id, id))


def charm_name(id: str) -> str:
    return _(CHARM_NAMES.get(id, id))


def ticket_name(ticket: Ticket) -> str:
    return _(TICKET_NAMES.get(ticket.name, ticket.name))


def kept_name(box: Box, good_for: str) -> str:
    """Name a kept ticket by what it is good for; if several kinds are, by all their names."""
    return " / ".join(ticket_name(ticket) for ticket in box.data.ticket if ticket.keep == good_for)


def kept_text(box: Box, good_for: str) -> str:
    """Say in a few words what a kept ticket is good for."""
    texts = {
        "spare-die": _("one more die in a roll"),
        "extra-throw": _("a third throw in a roll"),
        "buy-and-roll": _("buy and roll in one turn"),
        "discount": _("{amount} off a card"),
    }
    return texts[good_for].format(amount=money(box.fields.discount))


def card_id(box: Box, card: int) -> str:
    """Write a card in notation: `red-horseshoe`."""
    return f"{box.data.colour[card // CHARMS].id}-{box.data.charm[card % CHARMS].id}"


def card_name(box: Box, card: int) -> str:
    """Name a card for people: `Red horseshoe`."""
    return _("{colour} {charm}").format(
        colour=colour_name(box.data.colour[card // CHARMS].id),
        charm=charm_name(box.data.charm[card % CHARMS].id),
    )


def ticket_text(ticket: Ticket) -> str:
    """Say what a ticket has its player do, without the OR half."""
    told = [deed_text(ticket.do)]
    if ticket.keep == "spare-die":
        told.append(_("Keep this to add a die to one of your rolls."))
    elif ticket.keep == "extra-throw":
        told.append(_("Keep this for a third throw in one of your rolls."))
    elif ticket.keep == "buy-and-roll":
        told.append(_("Keep this to buy a card and roll in one of your turns."))
    elif ticket.keep == "discount":
        text = _("Keep this to pay {amount} less for one card.")
        told.append(text.format(amount=dollars(ticket.discount)))
    return " ".join(told)


def deed_text(deed: Deed) -> str:
    """Say what has to be done, a sentence for each part."""
    told = [*_money_texts(deed), *_buying_texts(deed), *_rolling_texts(deed)]
    if deed.another:
        told.append(_("Then play another ticket.") if told else _("Play another ticket."))
    return " ".join(told)


def _money_texts(deed: Deed) -> list[str]:
    texts = {
        "collect": _("Collect {amount}."),
        "per_colour": _("Collect {amount} for each colour you own."),
        "fee": _("Pay the Bank {amount}."),
        "from_each": _("Every opponent pays you {amount}."),
        "to_each": _("Pay every opponent {amount}, in turn order."),
    }
    return [
        text.format(amount=dollars(getattr(deed, word)))
        for word, text in texts.items()
        if getattr(deed, word)
    ]


def _buying_texts(deed: Deed) -> list[str]:
    told = [_("Exchange the Pool.")] if deed.new_pool else []
    what = _(WHAT[deed.place, deed.colours])
    if deed.buy and deed.half_price:
        told.append(_("Buy {what} at half the printed price.").format(what=what))
    elif deed.buy and deed.off:
        text = _("Buy {what} for {amount} less than the printed price.")
        told.append(text.format(what=what, amount=dollars(deed.off)))
    elif deed.buy:
        told.append(_("Buy {what} at the printed price.").format(what=what))
    if deed.buy == 2:
        told.append(_("Then buy another one."))
    return told


def _rolling_texts(deed: Deed) -> list[str]:
    if not deed.roll:
        return []
    told = [_("Roll.") if deed.roll == 1 else _("Make {n} rolls.").format(n=deed.roll)]
    if deed.extra_dice:
        told.append(n_("Add {n} die.", "Add {n} dice.", deed.extra_dice).format(n=deed.extra_dice))
    if deed.throws > 2:
        told.append(_("You may throw {n} times.").format(n=deed.throws))
    if deed.times > 1:
        told.append(_("The Bank pays {n} times.").format(n=deed.times))
    return told
