"""Pig, the smallest game: it proves that a folder is all a game needs, and races OpenSpiel's."""

from chancebox.engine.game.game import Game
from chancebox.engine.game.texts import mark

GAME = Game(
    package=__name__,
    title=mark("Pig"),
    pitch=mark("Roll on for more, or bank what you have before a 1 takes it."),
    author="",
    publisher="",
    seats=range(2, 9),
    minutes=(5, 10),
    age=6,
    hidden="",
    version=1,
    test_only=True,
)
