"""What a box of chance it holds, and how it is packed for the rules."""

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from chancebox.engine.game.boxes import Entry, Problem
from chancebox.engine.game.texts import _
from chancebox.games.chance_it.rules import records

Few = Annotated[int, msgspec.Meta(ge=0, le=20)]
FewOrLess = Annotated[int, msgspec.Meta(ge=-20, le=20)]
Many = Annotated[int, msgspec.Meta(ge=0, le=100)]
OneOrMore = Annotated[int, msgspec.Meta(ge=1, le=100)]

WHEN = {
    "flash": records.FLASH,
    **{str(face): face for face in range(1, records.FACES + 1)},
    "chance it": records.CHANCE_IT_ACTION,
}
ROWS = ["2", "3", "4", "5", "chance it"]
SHEETS = [2, 3, 4, 5, 6]
IN_TURN = ("6", "chance it")
"""Market actions need an order of the players, which only these actions have."""


class Supply(Entry, frozen=True):
    """What the box holds. Only values count, and nothing runs short (CI-03, CI-R02)."""

    small_coins: Many
    big_coins: Many
    small_hearts: Many
    big_hearts: Many
    small_stars: Many
    big_stars: Many
    guide_cards: Literal[18]
    dice: Literal[5]


class Start(Entry, frozen=True):
    """What everybody begins with, and how many cards the market has."""

    coins: Many
    hearts: OneOrMore
    stars: Many
    market: Literal[4]


class Goal(Entry, frozen=True):
    """The stars that end the game."""

    stars: OneOrMore


class Action(Entry, frozen=True):
    """A row of the action board: what each participant takes (below 0: puts back)."""

    row: Literal["2", "3", "4", "5", "chance it"]
    hearts: FewOrLess = 0
    coins: Few = 0
    stars: Few = 0


class AllOut(Entry, frozen=True):
    """What each player puts back when everybody is OUT."""

    hearts: Few


class Cell(Entry, frozen=True):
    """One number of a stakes sheet."""

    coins: Few


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The stakes for one number of living players; every number has a provenance of its own."""

    players: Literal[2, 3, 4, 5, 6]
    gains: list[Cell]
    pays: list[Cell]


class Card(Entry, frozen=True):
    """One market card."""

    id: Annotated[str, msgspec.Meta(pattern=r"^[A-Z]\d[a-z]?$")]
    when: Literal["flash", "1", "2", "3", "4", "5", "6", "chance it"]
    price: Few
    hearts: Few = 0
    coins: Few = 0
    stars: Few = 0
    attack: Few = 0
    """Hearts that every other participant puts back."""
    again: Few = 0
    """Further market actions."""


class File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`box.toml`."""

    supply: Supply
    start: Start
    goal: Goal
    action: list[Action]
    all_out: AllOut
    sheet: list[Sheet]
    card: list[Card]


def check(data: File) -> Iterator[Problem]:
    """Compare with what the rule book fixes."""
    if data.start.stars >= data.goal.stars:
        message = _("nobody may start with the {n} stars that end the game").format(n=data.goal.stars)
        yield Problem(("start", "stars"), message)
    if [action.row for action in data.action] != ROWS:
        yield Problem(("action",), _("there must be five entries, for rows 2, 3, 4, 5 and chance it"))
    for i, action in enumerate(data.action):
        if action.row == "chance it" and action.hearts < 0:
            yield Problem(("action", i, "hearts"), _("CHANCE IT takes no hearts; it must be 0 or more"))
    if [sheet.players for sheet in data.sheet] != SHEETS:
        yield Problem(("sheet",), _("there must be five entries, for 2, 3, 4, 5 and 6 players"))
    for i, sheet in enumerate(data.sheet):
        yield from _check_sheet(i, sheet)
    if len(data.card) != records.CARDS:
        message = _("there must be {wanted} market cards, not {found}")
        yield Problem(("card",), message.format(wanted=records.CARDS, found=len(data.card)))
    seen: set[str] = set()
    for i, card in enumerate(data.card):
        if card.id.lower() in seen:
            message = _("{id} is there twice; every card needs an id of its own").format(id=card.id)
            yield Problem(("card", i, "id"), message)
        seen.add(card.id.lower())
        yield from _check_card(i, card)


def pack(data: File, box: records.Box) -> None:
    """Fill the record."""
    box.coins = data.start.coins
    box.hearts = data.start.hearts
    box.stars = data.start.stars
    box.goal = data.goal.stars
    box.all_out = data.all_out.hearts
    for action in data.action:
        _pack_gains(action, box.board[WHEN[action.row]])
    for sheet in data.sheet:
        for n, cell in enumerate(sheet.gains, start=1):
            box.gain[sheet.players][n] = cell.coins
        for n, cell in enumerate(sheet.pays, start=1):
            box.pay[sheet.players][n] = cell.coins
    for i, card in enumerate(data.card):
        packed = box.cards[i]
        packed.serves = WHEN[card.when]
        packed.price = card.price
        packed.attack = card.attack
        packed.again = card.again
        _pack_gains(card, packed.gains)
        box.serving[packed.serves] |= 1 << i
        box.again |= (card.again > 0) << i


def _pack_gains(entry: Action | Card, gains: records.Gains) -> None:
    gains.hearts = entry.hearts
    gains.coins = entry.coins
    gains.stars = entry.stars


def _check_sheet(i: int, sheet: Sheet) -> Iterator[Problem]:
    if len(sheet.gains) != sheet.players - 1:
        message = _("{n} players need {wanted} numbers here: for 1 to {wanted} of them OUT")
        yield Problem(("sheet", i, "gains"), message.format(n=sheet.players, wanted=sheet.players - 1))
    if len(sheet.pays) != sheet.players:
        message = _("{n} players need {n} numbers here: for 1 to {n} of them taking part")
        yield Problem(("sheet", i, "pays"), message.format(n=sheet.players))


def _check_card(i: int, card: Card) -> Iterator[Problem]:
    if not (card.hearts or card.coins or card.stars or card.attack or card.again):
        message = _("{id} does nothing; give it hearts, coins, stars, attack or again").format(id=card.id)
        yield Problem(("card", i), message)
    if card.again and card.when not in IN_TURN:
        message = _("{id}: only cards for a 6 or for chance it give market actions").format(id=card.id)
        yield Problem(("card", i, "again"), message)
