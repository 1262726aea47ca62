"""
The master: the searcher with a larger budget, and with exact help where a game's folder offers it.

A game may have an `advice.py`, ordinary Python: `advise(box, s, seat)` tells the action that is right
by itself in a part of the game that can be solved, or None. The master measures all other choices by
that one and not by the rule of thumb.
"""

import math

from chancebox.bots.search import Desk, Searcher
from chancebox.engine.records import plain

BUDGET = 10_000


class Master(Searcher):
    """The searcher with exact help."""

    def __init__(self, seed: int, budget: int = BUDGET, seconds: float = math.inf) -> None:
        super().__init__(seed, budget, seconds)

    def usual(self, desk: Desk) -> int:
        """Take what is solved, and otherwise the rule of thumb's choice."""
        advice = desk.question.game.advice
        if advice is not None:
            s = plain(desk.question.position.copy())
            action = advice.advise(desk.question.box.fields, s, desk.question.seat)
            if action is not None:
                return int(action)
        return super().usual(desk)
