"""Gang of Dice: what is hidden. The ids in the comments are those of rules.md."""

from chancebox.engine.rules.records import Row
from chancebox.games.gang_of_dice.rules.records import Box, Position


def hide(box: Box, s: Position, viewer: int) -> None:
    """Nothing is secret: stocks follow from open play (GD-R11), unseen cards are not drawn yet."""


def guess(box: Box, s: Position, viewer: int, stream: Row) -> None:
    pass
