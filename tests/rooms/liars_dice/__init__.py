"""Liar's Dice: a game with secrets and many choices, made by following CONTRIBUTING.md."""

from chancebox.engine.game.game import NO_YES, Game, Option
from chancebox.engine.game.texts import mark

GAME = Game(
    package=__name__,
    title=mark("Liar's Dice"),
    pitch=mark("Bid on dice that you cannot see, and call the bluff of others."),
    author="",
    publisher="",
    seats=range(2, 7),
    minutes=(10, 20),
    age=8,
    hidden=mark("You see your own dice alone, until somebody challenges."),
    version=1,
    options=(Option("wild-ones", mark("Ones count as every face"), NO_YES, default="no"),),
    test_only=True,
)
