"""What a box of Gang of Dice holds, and how it is packed for the rules."""

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from chancebox.engine.game.boxes import Entry, Problem
from chancebox.engine.game.texts import _
from chancebox.games.gang_of_dice.rules import records

Few = Annotated[int, msgspec.Meta(ge=1, le=60)]
Value = Annotated[int, msgspec.Meta(ge=1, le=5)]

KINDS = {
    "total": records.TOTAL,
    "run": records.RUN,
    "different": records.DIFFERENT,
    "equal": records.EQUAL,
    "odd": records.SHOWING,
    "showing": records.SHOWING,
}
BACKS = {"light": 12, "dark": 6}
REMOVED = 3


class Warning(Entry, frozen=True):
    """One warning card: `n` or more of its kind is too much."""

    id: Annotated[str, msgspec.Meta(pattern=r"^[A-Z]\d\d$")]
    back: Literal["light", "dark"]
    fuse: Literal["explosion", "bomb"]
    kind: Literal["total", "run", "different", "equal", "odd", "showing"]
    n: Few
    values: tuple[Value, ...] = ()
    """For `showing` alone: the values of which n dice are too many."""


class Stock(Entry, frozen=True):
    """What is on the table for one number of players."""

    players: Literal[2, 3, 4]
    dice: Annotated[int, msgspec.Meta(ge=1, le=36)]
    tokens: Annotated[int, msgspec.Meta(ge=0, le=42)]
    dice_in_play: Annotated[int, msgspec.Meta(ge=1, le=36)]


class Finale(Entry, frozen=True):
    """Tokens that join the centre in rounds 10, 11 and 12."""

    tokens: tuple[Annotated[int, msgspec.Meta(ge=0, le=14)], ...]


class Supply(Entry, frozen=True):
    """What the box holds."""

    dice: Literal[36]
    tokens: Literal[42]
    token_worth: Annotated[int, msgspec.Meta(ge=1, le=9)]


class File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`box.toml`."""

    supply: Supply
    stock: list[Stock]
    finale: list[Finale]
    warning: list[Warning]


def check(data: File) -> Iterator[Problem]:
    """Compare with what the rule book fixes."""
    yield from _check_warnings(data.warning)
    if [stock.players for stock in data.stock] != [2, 3, 4]:
        yield Problem(("stock",), _("there must be three entries, for 2, 3 and 4 players"))
    if [len(finale.tokens) for finale in data.finale] != [3, 3]:
        message = _("there must be two entries with three numbers each: 1/1/2, then 1/2/3")
        yield Problem(("finale",), message)
    for i, stock in enumerate(data.stock):
        yield from _check_stock(i, stock, data)


def pack(data: File, box: records.Box) -> None:
    """Fill the record."""
    for packed, card in zip(box.warnings, data.warning, strict=True):
        packed.back = records.DARK if card.back == "dark" else records.LIGHT
        packed.fuse = records.BOMB if card.fuse == "bomb" else records.EXPLOSION
        packed.kind = KINDS[card.kind]
        packed.n = card.n
        for value in (1, 3, 5) if card.kind == "odd" else card.values:
            packed.values |= 1 << value
    box.light_rounds = BACKS["light"] - REMOVED
    box.token = data.supply.token_worth
    for stock in data.stock:
        box.dice[stock.players] = stock.dice_in_play
        box.stock[stock.players] = stock.dice + stock.tokens * data.supply.token_worth
    for row, finale in zip(box.finale, data.finale, strict=True):
        for i, tokens in enumerate(finale.tokens):
            row[i] = tokens


def _check_warnings(warnings: list[Warning]) -> Iterator[Problem]:
    found: Counter[str] = Counter(card.back for card in warnings)
    for back, wanted in BACKS.items():
        if found[back] != wanted:
            message = _("there must be {wanted} cards with a light back, not {found}")
            if back == "dark":
                message = _("there must be {wanted} cards with a dark back, not {found}")
            yield Problem(("warning",), message.format(wanted=wanted, found=found[back]))
    seen: set[str] = set()
    for i, card in enumerate(warnings):
        if card.id in seen:
            message = _("{id} is there twice; every card needs an id of its own").format(id=card.id)
            yield Problem(("warning", i, "id"), message)
        seen.add(card.id)
        if (card.kind == "showing") != bool(card.values):
            message = _("{id}: a card of kind showing lists its values, other kinds have none")
            yield Problem(("warning", i, "values"), message.format(id=card.id))
        if len(set(card.values)) != len(card.values):
            message = _("{id}: a value is listed twice").format(id=card.id)
            yield Problem(("warning", i, "values"), message)


def _check_stock(i: int, stock: Stock, data: File) -> Iterator[Problem]:
    if stock.players * stock.dice > stock.dice_in_play:
        message = _("{players} players with {dice} dice need more than {there} dice in play").format(
            players=stock.players, dice=stock.dice, there=stock.dice_in_play
        )
        yield Problem(("stock", i, "dice"), message)
    aside = max((sum(finale.tokens) for finale in data.finale), default=0)
    if stock.players * stock.tokens + aside > data.supply.tokens:
        message = _(
            "{players} players with {tokens} tokens and {aside} set aside need more than {there}"
        ).format(players=stock.players, tokens=stock.tokens, aside=aside, there=data.supply.tokens)
        yield Problem(("stock", i, "tokens"), message)
