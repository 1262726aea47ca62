"""The bot that plays by the rule of thumb, and the workshop where bots keep what they think with."""

import threading
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from chancebox.bots import kernels
from chancebox.bots.interface import Question
from chancebox.engine import kernels as ways_in
from chancebox.engine import thumb
from chancebox.engine.boxes import Box
from chancebox.engine.builds import Report, silent
from chancebox.engine.chance import THINKING, stream
from chancebox.engine.game import Game
from chancebox.engine.records import Memory, plain
from chancebox.engine.streams import below

Kept = TypeVar("Kept")
BOXES = 8
"""Boxes whose notes are kept: tables may play with many different ones."""

_BENCHES = threading.local()
"""Workshops by game and box; of each thread its own, since notes are written while thinking."""


class Workshop:
    """Compiled kernels of a game, with the notes taken for one box."""

    def __init__(self, game: Game, box: Box, report: Report) -> None:
        self._build = game.compiled(report=report)
        self.kernel: Any = self._build.kernels(kernels)
        self.notes = np.zeros(game.thumb.NOTES, np.int64)
        self.room = np.zeros(max(game.rules.MOST_CHOICES, game.rules.MOST_OUTCOMES), np.int64)

    def decide(self, question: Question, luck: Memory) -> int:
        """Decide by the rule of thumb."""
        position = question.position
        box = question.box.memory
        return int(self.kernel.enter_decide(box, position, question.seat, self.notes, self.room, luck))

    def weigh(self, question: Question) -> dict[int, int]:
        """Tell how good every choice looks at first sight."""
        listed = np.array(question.choices, np.int64)
        looks = np.zeros_like(listed)
        self.kernel.enter_weigh(
            question.box.memory, question.position, question.seat, listed, self.notes, looks
        )
        return dict(zip(question.choices, looks.tolist(), strict=True))

    def hide(self, question: Question, states: Memory) -> None:
        """Erase once more what the seat may not know, from the first of some positions."""
        self._build.hide(question.box, states[:1], question.seat)

    def choices_in_a_world(self, question: Question, seat: int, world: int) -> list[int]:
        """List what a seat may do in a world that fits what the asked one knows."""
        s = question.position.copy()
        self._build.guess(question.box, s, question.seat, stream(world, THINKING, question.number))
        return self._build.choices(question.box, s, seat)


def workshop(game: Game, box: Box, report: Report = silent) -> Workshop:
    """Open the workshop of a game and a box; this compiles the game if that was not done before."""
    benches: dict[tuple[str, str], Workshop] = _BENCHES.__dict__.setdefault("benches", {})
    return _take(benches, (game.name, box.digest), lambda: Workshop(game, box, report))


def _take(shelf: dict[tuple[str, str], Kept], key: tuple[str, str], make: Callable[[], Kept]) -> Kept:
    """Take what lies on a shelf, or make it; what nobody took for longest leaves a full one."""
    taken = shelf.pop(key, None)
    if taken is None:
        taken = make()
        if len(shelf) >= BOXES:
            del shelf[next(iter(shelf))]
    shelf[key] = taken
    return taken


def is_ready(game: Game) -> bool:
    """Ask whether a game's kernels lie compiled in the cache; if not, the first search compiles them."""
    return game.compiled().is_built(kernels)


def can_search(game: Game) -> bool:
    """Return whether all that a search runs lies compiled in the cache: kernels, and the way to the rules."""
    build = game.compiled()
    return build.is_built(kernels) and build.is_built(ways_in)


def compile_all(game: Game, box: Box) -> None:
    """Compile all that a search runs."""
    workshop(game, box)
    game.compiled().kernels(ways_in)


class ThumbBot:
    """
    Plays by the game's rule of thumb.

    It runs compiled where that is ready, and otherwise plain: slower, with the same answer.
    """

    def __init__(self, seed: int, build: str | None = None) -> None:
        self._seed = seed
        self._build = build

    def choose(self, question: Question) -> int:
        luck = stream(self._seed, THINKING, question.number)
        compiled = is_ready(question.game) if self._build is None else self._build == "compiled"
        if compiled:
            return workshop(question.game, question.box).decide(question, luck)
        return decide_plainly(question, luck.tolist())


_NOTES: dict[tuple[str, str], list[int]] = {}


def decide_plainly(question: Question, luck: list[int]) -> int:
    """Decide by the rule of thumb as ordinary Python."""
    game, seat = question.game, question.seat
    if game.thumb.__name__ == thumb.__name__:
        return question.choices[below(luck, len(question.choices))]
    notes = _take(_NOTES, (game.name, question.box.digest), lambda: [0] * game.thumb.NOTES)
    room = [0] * max(game.rules.MOST_CHOICES, game.rules.MOST_OUTCOMES)
    s = plain(question.position.copy())
    return int(game.thumb.decide(question.box.fields, s, seat, notes, room, luck))
