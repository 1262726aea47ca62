"""What a study of Second Chance calls things."""

from chancebox.engine.game.boxes import Box
from chancebox.engine.game.texts import _, mark
from chancebox.games.second_chance.rules.records import DRAW, DRAW_START, FIRST_START, SECOND
from chancebox.games.second_chance.text.names import shape_words

DECISIONS = {
    DRAW_START: mark("where the start shape lies"),
    DRAW: mark("which shape to draw, and where"),
    SECOND: mark("where the second chance or the 1 goes"),
}


def names(box: Box) -> list[tuple[str, str]]:
    """Name the items by group; number 0 is no shape."""
    shapes = [(_("Shapes, when drawn"), shape_words(box, 1 + i)) for i in range(len(box.data.shape))]
    unused = [("", "")] * (FIRST_START - 1 - len(shapes))
    starts = [
        (_("Start shapes, when dealt"), shape_words(box, FIRST_START + i)) for i in range(len(box.data.start))
    ]
    return [("", ""), *shapes, *unused, *starts]
