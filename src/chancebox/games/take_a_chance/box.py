"""What a box of Take a Chance holds, and how it is packed for the rules."""

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from chancebox.engine.game.boxes import Entry, Problem
from chancebox.engine.game.texts import _
from chancebox.games.take_a_chance.rules import patterns, records

Name = Annotated[str, msgspec.Meta(pattern=r"^[a-z]+(-[a-z]+)*$", max_length=30)]
Dollars = Annotated[int, msgspec.Meta(ge=0, le=100_000, multiple_of=100)]
Dice = Annotated[int, msgspec.Meta(ge=0, le=7)]
Count = Annotated[int, msgspec.Meta(ge=0, le=36)]

KINDS = {
    "pair": patterns.PAIR,
    "two-pairs": patterns.TWO_PAIRS,
    "three-pairs": patterns.THREE_PAIRS,
    "four-pairs": patterns.FOUR_PAIRS,
    "three-of-a-kind": patterns.THREE,
    "two-triples": patterns.TWO_TRIPLES,
    "full-house": patterns.FULL_HOUSE,
    "four-of-a-kind": patterns.FOUR,
    "four-plus-three": patterns.FOUR_PLUS_THREE,
    "five-of-a-kind": patterns.FIVE,
    "seven-of-a-kind": patterns.SEVEN,
    "straight-of-4": patterns.STRAIGHT_4,
    "straight-of-5": patterns.STRAIGHT_5,
    "straight-of-6": patterns.STRAIGHT_6,
}
Kind = Literal[
    "pair", "two-pairs", "three-pairs", "four-pairs", "three-of-a-kind", "two-triples", "full-house",
    "four-of-a-kind", "four-plus-three", "five-of-a-kind", "seven-of-a-kind", "straight-of-4",
    "straight-of-5", "straight-of-6",
]  # fmt: skip
PLACES = {
    "anywhere": records.FROM_STACK | records.FROM_POOL,
    "stack": records.FROM_STACK,
    "pool": records.FROM_POOL,
}
COLOURS = {
    "any": records.OWNED_COLOUR | records.NEW_COLOUR,
    "owned": records.OWNED_COLOUR,
    "new": records.NEW_COLOUR,
}
KEEPS = {
    "spare-die": records.SPARE_DIE,
    "extra-throw": records.EXTRA_THROW,
    "buy-and-roll": records.BUY_AND_ROLL,
    "discount": records.DISCOUNT,
}
TICKETS = 36
LOWEST, HIGHEST = 1000, 6000
SHORT, LONG = 1, 2


class Supply(Entry, frozen=True):
    """What the box holds beside cards and tickets."""

    black_dice: Literal[2]
    white_dice: Literal[7]
    cash: Annotated[int, msgspec.Meta(ge=0, le=1_000_000, multiple_of=100)]
    charm_bonus: Dollars


class Tickets(Entry, frozen=True):
    """How many tickets each player gets."""

    usual: Annotated[int, msgspec.Meta(ge=1, le=7)]
    two_players: Annotated[int, msgspec.Meta(ge=1, le=18)]
    short: Annotated[int, msgspec.Meta(ge=1, le=7)]
    long: Annotated[int, msgspec.Meta(ge=1, le=7)]


class Limit(Entry, frozen=True):
    """What keeps a game from going on for ever."""

    turns: Annotated[int, msgspec.Meta(ge=1, le=200)]


class Charm(Entry, frozen=True):
    """A lucky charm; it is on one card of each colour and on one side of the charm die."""

    id: Name


class Colour(Entry, frozen=True):
    """The six cards of a colour: what they cost and what they pay."""

    id: Name
    value: Annotated[int, msgspec.Meta(ge=LOWEST, le=HIGHEST, multiple_of=200)]
    pays: dict[Kind, Annotated[int, msgspec.Meta(ge=100, le=100_000, multiple_of=100)]]


class Deed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a ticket, or its OR half, has its player do: in this order."""

    collect: Dollars = 0
    per_colour: Dollars = 0
    fee: Dollars = 0
    from_each: Dollars = 0
    to_each: Dollars = 0
    new_pool: bool = False
    buy: Annotated[int, msgspec.Meta(ge=0, le=2)] = 0
    place: Literal["anywhere", "stack", "pool"] = "anywhere"
    colours: Literal["any", "owned", "new"] = "any"
    half_price: bool = False
    off: Dollars = 0
    roll: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    extra_dice: Dice = 0
    throws: Literal[2, 3] = 2
    times: Annotated[int, msgspec.Meta(ge=1, le=9)] = 1
    another: bool = False


class Ticket(Entry, frozen=True):
    """A kind of ticket."""

    id: Annotated[str, msgspec.Meta(pattern=r"^TK\d\d$")]
    name: Name
    count: Count
    do: Deed
    otherwise: Deed | None = None
    """Its OR half."""
    keep: Literal["spare-die", "extra-throw", "buy-and-roll", "discount"] | None = None
    discount: Dollars = 0
    """For a ticket that is kept as a discount."""


class File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`box.toml`."""

    supply: Supply
    tickets: Tickets
    limit: Limit
    charm: list[Charm]
    colour: list[Colour]
    ticket: list[Ticket]


PLAIN_DEEDS = {records.BUY: Deed(buy=1), records.ROLL: Deed(roll=1), records.BOTH: Deed(buy=1, roll=1)}


def check(data: File) -> Iterator[Problem]:
    """Compare with what the rule book fixes."""
    yield from _check_names("charm", [charm.id for charm in data.charm], records.CHARMS)
    yield from _check_names("colour", [colour.id for colour in data.colour], records.COLOURS)
    yield from _check_colours(data.colour)
    yield from _check_tickets(data.ticket)


def pack(data: File, box: records.Box) -> None:
    """Fill the record; money is counted in hundreds from here on."""
    for packed, colour in zip(box.colours, data.colour, strict=True):
        packed.value = colour.value // 100
        for kind, dollars in colour.pays.items():
            packed.pays[KINDS[kind]] = dollars // 100
            packed.pictured |= 1 << KINDS[kind]
    for i, deed in PLAIN_DEEDS.items():
        _pack_deed(deed, box.deeds[i])
    box.kinds = len(data.ticket)
    for i, ticket in enumerate(data.ticket):
        box.copies[i] = ticket.count
        box.keeps[i] = KEEPS[ticket.keep] if ticket.keep else records.NOT_KEPT
        box.or_half[i] = ticket.otherwise is not None
        box.discount += ticket.discount // 100
        _pack_deed(ticket.do, box.deeds[records.FIRST_TICKET + 2 * i])
        _pack_deed(ticket.otherwise or Deed(), box.deeds[records.FIRST_TICKET + 2 * i + 1])
    box.black_dice = data.supply.black_dice
    box.most_dice = data.supply.black_dice + data.supply.white_dice
    box.cash = data.supply.cash // 100
    box.bonus = data.supply.charm_bonus // 100
    for seats in range(2, records.SEATS + 1):
        box.usual_tickets[seats] = data.tickets.two_players if seats == 2 else data.tickets.usual
    box.tickets[SHORT] = data.tickets.short
    box.tickets[LONG] = data.tickets.long
    box.most_turns = data.limit.turns


def _pack_deed(deed: Deed, packed: records.Deed) -> None:
    packed.collect = deed.collect // 100
    packed.per_colour = deed.per_colour // 100
    packed.fee = deed.fee // 100
    packed.from_each = deed.from_each // 100
    packed.to_each = deed.to_each // 100
    packed.new_pool = deed.new_pool
    packed.buys = deed.buy
    packed.places = PLACES[deed.place]
    packed.colours = COLOURS[deed.colours]
    packed.half = deed.half_price
    packed.off = deed.off // 100
    packed.rolls = deed.roll
    packed.extra_dice = deed.extra_dice
    packed.throws = deed.throws
    packed.times = deed.times
    packed.another = deed.another


def _check_names(what: str, names: list[str], wanted: int) -> Iterator[Problem]:
    if len(names) != wanted:
        message = _("there must be {wanted} entries, not {found}").format(wanted=wanted, found=len(names))
        yield Problem((what,), message)
    for i, name in enumerate(names):
        if name in names[:i]:
            message = _("{id} is there twice; every entry needs a name of its own").format(id=name)
            yield Problem((what, i, "id"), message)


def _check_colours(colours: list[Colour]) -> Iterator[Problem]:
    if colours and colours[0].id != "purple":
        yield Problem(
            ("colour", 0, "id"), _("the first colour must be purple: everybody starts with a card of it")
        )
    values = [colour.value for colour in colours]
    if values and (min(values), max(values)) != (LOWEST, HIGHEST):
        message = _("the values must go from {low} to {high}").format(low=LOWEST, high=HIGHEST)
        yield Problem(("colour",), message)
    for i, colour in enumerate(colours):
        if not colour.pays:
            message = _("{id}: a card pictures at least one roll").format(id=colour.id)
            yield Problem(("colour", i, "pays"), message)


def _check_tickets(tickets: list[Ticket]) -> Iterator[Problem]:
    there = sum(ticket.count for ticket in tickets)
    if there != TICKETS or len(tickets) > TICKETS:
        message = _("there must be {wanted} tickets in all, not {found}").format(wanted=TICKETS, found=there)
        yield Problem(("ticket",), message)
    for word in ("id", "name"):
        found = Counter(getattr(ticket, word) for ticket in tickets)
        for i, ticket in enumerate(tickets):
            if found[getattr(ticket, word)] > 1:
                message = _("{id} is there twice; every kind of ticket needs an id and a name of its own")
                yield Problem(("ticket", i, word), message.format(id=getattr(ticket, word)))
    discounts = 0
    for i, ticket in enumerate(tickets):
        discounts += ticket.keep == "discount"
        if (ticket.keep == "discount") != (ticket.discount > 0) or discounts > 1:
            message = _("one kind of ticket alone is kept as a discount, and says how much it takes off")
            yield Problem(("ticket", i, "discount"), message)
        if ticket.keep and ticket.otherwise:
            message = _("{id}: a ticket that is kept has no OR half").format(id=ticket.id)
            yield Problem(("ticket", i, "otherwise"), message)
        if ticket.otherwise and ticket.otherwise.buy:
            message = _("{id}: an OR half must be possible for everybody, so it buys nothing")
            yield Problem(("ticket", i, "otherwise"), message.format(id=ticket.id))
