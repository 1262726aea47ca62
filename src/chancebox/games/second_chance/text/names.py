"""What Second Chance calls its shapes, squares and placements."""

from chancebox.engine.boxes import Box
from chancebox.engine.texts import _
from chancebox.games.second_chance.box import Card
from chancebox.games.second_chance.rules.records import FIRST_START, SIZE

COLUMNS = "abcdefghi"


def card(box: Box, shape: int) -> Card:
    """Find the card that shows a shape of this number."""
    found: Card = box.data.start[shape - FIRST_START] if shape >= FIRST_START else box.data.shape[shape - 1]
    return found


def shape_words(box: Box, shape: int) -> str:
    """Name a shape: `P14 (P)`."""
    shown = card(box, shape)
    return f"{shown.id} ({_(shown.name)})"


def square_text(square: int) -> str:
    """Write a square: `c5`."""
    return f"{COLUMNS[square % SIZE]}{square // SIZE + 1}"


def placement_text(box: Box, shape: int, turned: str, square: int) -> str:
    """Write a shape with the name of its way and the square that it is drawn at: `P14 r90f @ c5`."""
    id = card(box, shape).id
    return f"{id} {turned} @ {square_text(square)}" if turned else f"{id} @ {square_text(square)}"


def one_text(square: int) -> str:
    """Write where the 1 stands: `1 @ c5`."""
    return f"1 @ {square_text(square)}"
