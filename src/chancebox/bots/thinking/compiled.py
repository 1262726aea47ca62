"""The kernels of bots, compiled for a game, with the notes taken for one box; of each thread its own."""

import threading
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from chancebox.bots.interface import Question
from chancebox.bots.thinking import kernels
from chancebox.engine.builds import kernels as rule_kernels
from chancebox.engine.builds.builds import Report, silent
from chancebox.engine.game.boxes import Box
from chancebox.engine.game.game import Game
from chancebox.engine.match.chance import THINKING, stream
from chancebox.engine.rules.records import Memory

Kept = TypeVar("Kept")
MOST_BOXES = 8
"""Boxes whose notes are kept: tables may play with many different ones."""

_THREAD = threading.local()
"""Compiled kernels by game and box; of each thread its own, since notes are written while thinking."""


class CompiledKernels:
    """Compiled kernels of a game, with the notes taken for one box."""

    def __init__(self, game: Game, box: Box, report: Report) -> None:
        self._build = game.compiled(report=report)
        self.kernel: Any = self._build.kernels(kernels)
        self.notes = np.zeros(game.thumb.NOTES, np.int64)
        self.buffer = np.zeros(max(game.rules.MOST_CHOICES, game.rules.MOST_OUTCOMES), np.int64)

    def decide(self, question: Question, luck: Memory, expert: bool = False) -> int:
        """Decide by the rule of thumb, or as the expert."""
        given = question.box.memory, question.position, question.seat, int(expert)
        return int(self.kernel.enter_decide(*given, self.notes, self.buffer, luck))

    def rate(self, question: Question, expert: bool = False) -> dict[int, int]:
        """Return how good every choice looks at first sight, by the rule of thumb or to the expert."""
        listed = np.array(question.choices, np.int64)
        ratings = np.zeros_like(listed)
        given = question.box.memory, question.position, question.seat, int(expert)
        self.kernel.enter_rate(*given, listed, self.notes, ratings)
        return dict(zip(question.choices, ratings.tolist(), strict=True))

    def hide(self, question: Question, states: Memory) -> None:
        """Erase once more what the seat may not know, from the first of some positions."""
        self._build.hide(question.box, states[:1], question.seat)

    def choices_in_a_world(self, question: Question, seat: int, world: int) -> list[int]:
        """List what a seat may do in a world that fits what the asked one knows."""
        s = question.position.copy()
        self._build.guess(question.box, s, question.seat, stream(world, THINKING, question.number))
        return self._build.choices(question.box, s, seat)


def compiled_kernels(game: Game, box: Box, report: Report = silent) -> CompiledKernels:
    """Return the kernels for a game and a box; this compiles the game if that was not done before."""
    kept: dict[tuple[str, str], CompiledKernels] = _THREAD.__dict__.setdefault("kept", {})
    return take_or_make(kept, (game.key, box.digest), lambda: CompiledKernels(game, box, report))


def take_or_make(kept: dict[tuple[str, str], Kept], key: tuple[str, str], make: Callable[[], Kept]) -> Kept:
    """Return what is kept under a key, or make it; what nobody took for longest goes when there are many."""
    taken = kept.pop(key, None)
    if taken is None:
        taken = make()
        if len(kept) >= MOST_BOXES:
            del kept[next(iter(kept))]
    kept[key] = taken
    return taken


def is_compiled(game: Game) -> bool:
    """Return whether a game's kernels lie compiled in the cache; if not, the first search compiles them."""
    return game.compiled().is_built(kernels)


def can_search(game: Game) -> bool:
    """Return whether all that a search runs lies compiled in the cache: these kernels and the rules."""
    build = game.compiled()
    return build.is_built(kernels) and build.is_built(rule_kernels)


def compile_all(game: Game, box: Box) -> None:
    """Compile all that a search runs."""
    compiled_kernels(game, box)
    game.compiled().kernels(rule_kernels)
