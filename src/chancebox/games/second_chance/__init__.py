"""Second Chance: fill your grid, shape by shape, until not even a second chance fits."""

from chancebox.engine.game.game import Game
from chancebox.engine.game.texts import mark

GAME = Game(
    package=__name__,
    title=mark("Second Chance"),
    pitch=mark("Two shapes, one grid: draw what fits, and hope for a second chance when nothing does."),
    author="Uwe Rosenberg",
    publisher="Act In Games",
    seats=range(1, 7),
    minutes=(10, 15),
    age=8,
    hidden=mark("What the others draw is shown when all have drawn."),
    courtesy=True,
    version=1,
    thumb_text=mark("keeps the empty squares in one piece with a short edge"),
)
