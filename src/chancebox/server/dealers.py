"""
Who deals at the tables of the house.

A table names its dealer in its log; other dealers (sealed ones, or people with real dice) join
this dictionary. Whoever deals, the outcomes are written into the log before anybody sees them.
"""

import secrets

from chancebox.engine.boxes import Box
from chancebox.engine.builds import Build
from chancebox.engine.chance import DEALING, Dealer, Seeded, stream
from chancebox.engine.game import Game
from chancebox.engine.records import Memory

HOUSE, LESSON = "house", "lesson"
"""The house deals from fresh randomness; in a lesson who decides the same is always dealt the same."""


class SystemDealer:
    """Deals each event from fresh randomness of the operating system."""

    def deal(self, build: Build, box: Box, s: Memory, number: int) -> int:
        return build.draw(box, s, stream(secrets.randbits(64), DEALING, number))


DEALERS: dict[str, Dealer] = {HOUSE: SystemDealer()}


def find_dealer(name: str, game: Game) -> Dealer:
    """Find the dealer whom a table of this game names; a lesson that is no more goes on as a game."""
    if name == LESSON:
        return Seeded(game.lesson.SEED) if game.lesson else DEALERS[HOUSE]
    return DEALERS[name]
