"""
Exact shares of the win where little is left to happen: every outcome by its weight, every decision by the
rule of thumb. Where that would take too many positions, or the rule of thumb itself throws dice, nothing
is returned, and games are played on instead.
"""

import numpy as np

from chancebox.bots.thinking.compiled import CompiledKernels
from chancebox.engine.game.boxes import Box
from chancebox.engine.game.game import Game
from chancebox.engine.match.chance import THINKING, stream
from chancebox.engine.rules.bits import ASKED
from chancebox.engine.rules.contract import CHANCE
from chancebox.engine.rules.records import Memory, plain
from chancebox.engine.rules.winners import WHOLE, share_win

MOST_POSITIONS = 1500
"""Looked at for one value; they take some hundredths of a second."""


class TooLong(Exception):
    """More lies ahead than can be looked at, or a decision is left to chance."""


class Solver:
    """Values of one game that are known exactly; what was found is kept."""

    def __init__(self, game: Game, box: Box, thumb: CompiledKernels) -> None:
        self._build = game.compiled()
        self._dtype = game.rules.Position.dtype
        self._box = box
        self._thumb = thumb
        self._known: dict[bytes, Memory] = {}
        self._left = 0

    def shares(self, position: Memory) -> Memory | None:
        """Return every seat's share of winning; nothing where that cannot be known exactly."""
        self._left = MOST_POSITIONS
        try:
            return self._solve(position.tobytes())
        except (TooLong, RecursionError):
            return None

    def _solve(self, known: bytes) -> Memory:
        if known in self._known:
            return self._known[known]
        self._left -= 1
        if self._left < 0:
            raise TooLong
        s = np.frombuffer(bytearray(known), self._dtype)
        pending = plain(s).pending
        if not pending:
            value = self._end(s)
        elif pending >> CHANCE & 1:
            value = self._chance(s, known)
        else:
            seat = int(ASKED[pending])
            value = self._solve(self._after(known, seat, self._decide(s, seat)))
        self._known[known] = value
        return value

    def _end(self, s: Memory) -> Memory:
        shares = [0] * plain(s).seats
        share_win(self._build.standing(self._box, s), len(shares), shares)
        return np.array(shares) / WHOLE

    def _chance(self, s: Memory, known: bytes) -> Memory:
        outcomes = self._build.outcomes(self._box, s)
        if len(outcomes) > self._left:
            raise TooLong
        total = sum(weight for _outcome, weight in outcomes)
        value = np.zeros(plain(s).seats)
        for outcome, weight in outcomes:
            value += self._solve(self._after(known, CHANCE, outcome)) * (weight / total)
        return value

    def _after(self, known: bytes, seat: int, action: int) -> bytes:
        s = np.frombuffer(bytearray(known), self._dtype)
        self._build.play(self._box, s, seat, action)
        return s.tobytes()

    def _decide(self, s: Memory, seat: int) -> int:
        luck = stream(0, THINKING, 0)
        before = luck.copy()
        thumb = self._thumb
        action = int(thumb.kernel.enter_decide(self._box.memory, s, seat, 0, thumb.notes, thumb.buffer, luck))
        if (luck != before).any():
            raise TooLong
        return action
