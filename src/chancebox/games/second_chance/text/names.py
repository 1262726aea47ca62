"""What Second Chance calls its shapes, squares and placements."""

from chancebox.engine.game.boxes import Box
from chancebox.engine.game.texts import _, mark
from chancebox.games.second_chance.box import Card
from chancebox.games.second_chance.rules.records import FIRST_START, SIZE

COLUMNS = "abcdefghi"
TURNED = {
    "": "",
    "r90": mark("turned right"),
    "r180": mark("upside down"),
    "r270": mark("turned left"),
    "f": mark("flipped"),
    "r90f": mark("flipped and turned right"),
    "r180f": mark("flipped upside down"),
    "r270f": mark("flipped and turned left"),
}
"""The names of ways, in words."""


def card(box: Box, shape: int) -> Card:
    """Find the card that shows a shape of this number."""
    found: Card = box.data.start[shape - FIRST_START] if shape >= FIRST_START else box.data.shape[shape - 1]
    return found


def shape_name(box: Box, shape: int) -> str:
    """Name a shape as people do: `bar of 4`."""
    return _(card(box, shape).name)


def shape_words(box: Box, shape: int) -> str:
    """Name a shape with the id on its card, for tables of all cards: `P14 (P)`."""
    shown = card(box, shape)
    return f"{shown.id} ({_(shown.name)})"


def square_text(square: int) -> str:
    """Write a square: `c5`."""
    return f"{COLUMNS[square % SIZE]}{square // SIZE + 1}"


def placement_words(box: Box, shape: int, turned: str, square: int) -> str:
    """Describe where and how a shape is drawn: `bar of 4, turned right, at c5`."""
    name, where = shape_name(box, shape), square_text(square)
    if not turned:
        return _("{shape} at {square}").format(shape=name, square=where)
    way = _(TURNED[turned])
    return _("{shape}, {way}, at {square}").format(shape=name, way=way, square=where)


def placement_text(box: Box, shape: int, turned: str, square: int) -> str:
    """Write a shape with the name of its way and the square that it is drawn at: `P14 r90f @ c5`."""
    id = card(box, shape).id
    return f"{id} {turned} @ {square_text(square)}" if turned else f"{id} @ {square_text(square)}"


def one_words(square: int) -> str:
    """Describe where the 1 is written: `the 1 at c5`."""
    return _("the 1 at {square}").format(square=square_text(square))


def one_text(square: int) -> str:
    """Write where the 1 stands: `1 @ c5`."""
    return f"1 @ {square_text(square)}"
