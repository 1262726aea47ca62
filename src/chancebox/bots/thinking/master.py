"""
The master: the searcher with a larger budget, and with exact help where a game's folder offers it.

A game may have an `advice.py`, ordinary Python. Its `advise(box, s, seat)` returns the action that is right
by itself in a part of the game that can be solved, or None: the master measures all other choices by
that one and not by the rule of thumb. Its `focus(position)` leaves away from a position what need not be
thought about. Both see what the seat may know, and nothing else.
"""

import math

from chancebox.bots.interface import Question
from chancebox.bots.thinking.search import Search, Searcher
from chancebox.engine.rules.records import plain

BUDGET = 10_000


class Master(Searcher):
    """The searcher with exact help."""

    width = 24

    def __init__(self, seed: int, budget: int = BUDGET, seconds: float = math.inf) -> None:
        super().__init__(seed, budget, seconds)

    def begin_search(self, question: Question) -> Search:
        """Think about what matters alone."""
        search = super().begin_search(question)
        advice = question.game.advice
        if advice and hasattr(advice, "focus"):
            advice.focus(search.states[:1])
        return search

    def solved(self, search: Search) -> int | None:
        """Return what is right by itself, in a part of the game that can be solved."""
        advice = search.question.game.advice
        if advice and hasattr(advice, "advise"):
            s = plain(search.question.position.copy())
            action = advice.advise(search.question.box.fields, s, search.question.seat)
            return None if action is None else int(action)
        return None

    def usual(self, search: Search) -> int:
        """Take what is solved, and otherwise the rule of thumb's choice."""
        solved = self.solved(search)
        return super().usual(search) if solved is None else solved
