"""What a box of Second Chance holds, and how it is packed for the rules."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

import msgspec

from chancebox.engine.game.boxes import Entry, Problem, ShortName
from chancebox.engine.game.texts import _
from chancebox.games.second_chance import shapes
from chancebox.games.second_chance.rules import records
from chancebox.games.second_chance.rules.drawing import WINDOW

Lines = Annotated[
    tuple[Annotated[str, msgspec.Meta(pattern=r"^[#.]+$")], ...], msgspec.Meta(min_length=1, max_length=8)
]


class Card(Entry, frozen=True):
    """A shape: its squares row by row, and in how many different ways it can be drawn."""

    id: str
    name: ShortName
    squares: Lines
    ways: Literal[1, 2, 4, 8]


class StartCard(Card, frozen=True):
    """One start card."""

    id: Annotated[str, msgspec.Meta(pattern=r"^S\d\d$")]


class ShapeCard(Card, frozen=True):
    """A shape with all the cards that show it."""

    id: Annotated[str, msgspec.Meta(pattern=r"^P\d\d$")]
    cards: Annotated[int, msgspec.Meta(ge=1, le=40)]


class GridSize(Entry, frozen=True):
    """The squared paper."""

    size: Literal[9]


class Supply(Entry, frozen=True):
    """How many cards there are, of how many squares."""

    start_cards: Literal[13]
    start_squares: Literal[8]
    shape_cards: Literal[40]
    most_squares: Literal[7]


class File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`box.toml`."""

    grid: GridSize
    supply: Supply
    start: list[StartCard]
    shape: list[ShapeCard]


def check(data: File) -> Iterator[Problem]:
    """Compare with what the rule book fixes."""
    supply = data.supply
    if len(data.start) != supply.start_cards:
        message = _("there must be {wanted} start shapes, not {found}").format(
            wanted=supply.start_cards, found=len(data.start)
        )
        yield Problem(("start",), message)
    cards = sum(card.cards for card in data.shape)
    if cards != supply.shape_cards:
        message = _("there must be {wanted} shape cards in all, not {found}").format(
            wanted=supply.shape_cards, found=cards
        )
        yield Problem(("shape",), message)
    yield from _check_cards("start", data.start, supply.start_squares, supply.start_squares)
    yield from _check_cards("shape", data.shape, 1, supply.most_squares)


def _check_cards(kind: str, cards: Sequence[Card], least: int, most: int) -> Iterator[Problem]:
    ids: set[str] = set()
    seen: dict[frozenset[shapes.Picture], str] = {}
    for i, card in enumerate(cards):
        if card.id in ids:
            message = _("{id} is there twice; every shape needs an id of its own").format(id=card.id)
            yield Problem((kind, i, "id"), message)
        ids.add(card.id)
        if wrong := _wrong(card, least, most):
            message = _("{head}: {text}").format(head=card.id, text=wrong)
            yield Problem((kind, i, "squares"), message)
            continue
        ways = shapes.ways(card.squares)
        if card.ways != len(ways):
            message = _("{id} can be drawn in {found} ways, not {said}; is a square missing?").format(
                id=card.id, found=len(ways), said=card.ways
            )
            yield Problem((kind, i, "ways"), message)
        same = seen.setdefault(frozenset(ways), card.id)
        if same != card.id:
            message = _("{id} is {same} turned or flipped; every shape is listed once").format(
                id=card.id, same=same
            )
            yield Problem((kind, i, "squares"), message)


def _wrong(card: Card, least: int, most: int) -> str:
    """Say what is wrong with a drawing; nothing if all is well."""
    rows = card.squares
    found = len(shapes.squares(rows))
    if len({len(row) for row in rows}) != 1:
        return _("all rows must be equally long; fill them up with dots")
    if not least <= found <= most:
        wanted = str(most) if least == most else _("{least} to {most}").format(least=least, most=most)
        return _("it has {found} squares; there must be {wanted}").format(found=found, wanted=wanted)
    if any("#" not in line for line in (rows[0], rows[-1], *(column for column in shapes.turn(rows)))):
        return _("the first and last row and every column need a square; leave empty ones out")
    if max(len(rows), len(rows[0])) > WINDOW:
        return _("it is longer than {most} squares").format(most=WINDOW)
    if not shapes.is_connected(rows):
        return _("its squares must hang together by their sides")
    return ""


def pack(data: File, box: records.Box) -> None:
    """Fill the record."""
    card = 0
    for number, shape in enumerate(data.shape, start=1):
        _pack_shape(shape, box.shapes[number])
        box.shapes[number].cards = shape.cards
        for copy in range(shape.cards):
            box.deck[card] = number
            box.copy[card] = copy
            card += 1
    for number, start in enumerate(data.start, start=records.FIRST_START):
        _pack_shape(start, box.shapes[number])
        box.shapes[number].cards = 1


def _pack_shape(card: Card, packed: records.Shape) -> None:
    ways = shapes.ways(card.squares)
    packed.squares = len(shapes.squares(card.squares))
    packed.ways = len(ways)
    for way, turned in zip(packed.way, ways, strict=False):
        way.height = len(turned)
        way.width = len(turned[0])
        way.first = turned[0].index(shapes.FILLED)
        squares = shapes.squares(turned)
        for i in range(records.MOST_SQUARES):
            row, column = squares[min(i, len(squares) - 1)]
            way.steps[i] = records.SIZE * row + column
