"""Hush: a test game for what pig has not: hidden cards and secret decisions at the same time.

Each seat draws a card that it alone sees. Then all choose in secret, in any order, to fold or to
dare; when all have chosen, cards of the daring are shown and the highest card among them wins.
"""

from chancebox.engine.game.game import Game

GAME = Game(
    package=__name__,
    title="Hush",
    pitch="Dare with a high card.",
    author="",
    publisher="",
    seats=range(2, 5),
    minutes=(1, 1),
    age=3,
    hidden="Your card is yours.",
    version=1,
    test_only=True,
)
