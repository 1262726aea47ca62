"""
Games in step on a GPU: what `batch` does, with everything left where it was made.

A step is that of `stepping`, translated. Games are numbered as there, so that the same seed and the same
actions give the same games, byte for byte: where games are over, the next numbers begin in their places.
"""

import secrets
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from chancebox.engine.game.boxes import Box, load_box
from chancebox.engine.game.game import Game
from chancebox.engine.game.observations import features
from chancebox.engine.match.chance import DEALING, THINKING, stream_key
from chancebox.engine.rules import contract
from chancebox.envs import stepping
from chancebox.envs.batch import action_count, check_games, check_seat, is_by_number
from chancebox.gpu.layouts import aligned, layout, realigned
from chancebox.gpu.machines import Gpu, Machine
from chancebox.gpu.program import BOX, BYTES, FLOATS, LIST, POSITION, RANKS, SEAT, SEATS, More
from chancebox.gpu.ranges import TRUE_OR_FALSE, WIDE

JOB = np.dtype(
    [(name, "i8") for name in ("games", "seats", "actions", "by_number", "alone", "features", "next")]
    + [("keys", "i8", 4)]
)
"""`Job` in steps.cpp."""
LUCK = 2
"""Numbers of a game's luck: the streams of dealing and thinking."""
ASKED: More = (
    ("hide", (contract.hide, BOX, POSITION, SEAT)),
    ("possible", (stepping.possible, BOX, POSITION, SEAT, WIDE, TRUE_OR_FALSE, LIST)),
    ("allow", (stepping.allow, BOX, POSITION, SEAT, TRUE_OR_FALSE, LIST, BYTES, WIDE)),
    ("settle", (stepping.settle, RANKS, SEATS, RANKS, FLOATS, WIDE)),
    ("forfeit", (stepping.forfeit, FLOATS, WIDE, SEATS, SEAT)),
)


class Stepped(NamedTuple):
    """What a step brought, as `batch.StepResult`; all of it is where the games are."""

    observations: Any
    masks: Any
    rewards: Any
    overs: Any
    finished: Any
    finals: Any


class GpuBatch:
    """Many games in step; a new one begins wherever one is over."""

    def __init__(
        self,
        game: Game,
        seats: int,
        games: int,
        *,
        options: Mapping[str, str] | None = None,
        box: Box | None = None,
        alone: int | None = None,
        machine: Machine | None = None,
    ) -> None:
        self._machine = machine or Gpu()
        self.arrays = self._machine.arrays
        """NumPy, or what is like it where the games are."""
        self.game = game
        self.seats = game.check_seats(seats)
        self.options = game.usual_options(seats) if options is None else game.check_options(options, seats)
        self.games = check_games(games)
        self.features = len(features(game))
        self.actions = action_count(game)
        self.asked = self.arrays.zeros(games, np.int64)
        """The seat that is asked in each game."""

        position = aligned(game.rules.Position.dtype).itemsize
        self._alone = stepping.NOBODY if alone is None else check_seat(alone, seats)
        self._box = self._machine.send(realigned((box or load_box(game)).memory))
        self._options = self._machine.send(realigned(game.options_record(self.options)))
        self._layout = self.arrays.asarray(layout(game, seats))
        self._states = self.arrays.zeros(games * position, np.uint8)
        self._known = self.arrays.zeros(games * position, np.uint8)
        self._luck = self.arrays.zeros(games * LUCK, np.int64)
        self._every = self.arrays.arange(games, dtype=np.int64)
        self._step, self._begin, self._look, self._show = (
            self._machine.kernel(game, "steps", name, ASKED) for name in ("step", "begin", "look", "show")
        )
        self.seed(secrets.randbits(64))

    def seed(self, seed: int) -> None:
        """Let the next game be the first one dealt from this seed."""
        self._next = 0
        keys = (*stream_key(seed, DEALING), *stream_key(seed, THINKING))
        by_number = is_by_number(self.game)
        job = (self.games, self.seats, self.actions, by_number, self._alone, self.features, 0, keys)
        self._job = self._machine.send(np.array([job], JOB))

    def reset(self, seed: int | None = None) -> Stepped:
        """Begin every game anew; without a seed the deal goes on where the last one ended."""
        if seed is not None:
            self.seed(seed)
        rewards = self.arrays.zeros((self.games, self.seats), np.float32)
        overs = self.arrays.zeros(self.games, np.int8)
        self._begin_in(self._every)
        return self._seen(rewards, overs, self._every[:0], self.arrays.zeros((0, self.features), np.int32))

    def step(self, actions: Any) -> Stepped:
        """Take one decision in every game; an action that is not possible loses the game."""
        rewards = self.arrays.zeros((self.games, self.seats), np.float32)
        overs = self.arrays.empty(self.games, np.int8)
        decided = self.arrays.ascontiguousarray(actions, dtype=np.int64)
        given = self._states, self._luck, self.asked, decided, rewards, overs, self._known
        self._launch(self._step, self.games, self._box, self._job, *given)
        finished = self.arrays.flatnonzero(overs)
        finals = self._observed(finished)
        if len(finished):
            self._begin_in(finished)
        return self._seen(rewards, overs, finished, finals)

    def _launch(self, kernel: Any, n: int, *given: Any) -> None:
        self._machine.launch(kernel, n, *given)

    def _begin_in(self, places: Any) -> None:
        """Begin the next games in these places, but leave out those that are over before anybody is asked."""
        n = len(places)
        numbers = self._next + self.arrays.arange(n, dtype=np.int64)
        began = self._deal(places, numbers)
        while not bool(began.all()):
            kept = numbers[began.astype(np.bool_)]
            more = int(numbers[-1]) + 1 + self.arrays.arange(n - len(kept), dtype=np.int64)
            numbers = self.arrays.concatenate([kept, more])
            began = self._deal(places, numbers)
        self._next = int(numbers[-1]) + 1

    def _deal(self, places: Any, numbers: Any) -> Any:
        began = self.arrays.empty(len(places), np.int8)
        given = self._box, self._options, self._job, len(places), places, numbers
        self._launch(self._begin, len(places), *given, self._states, self._luck, began)
        return began

    def _seen(self, rewards: Any, overs: Any, finished: Any, finals: Any) -> Stepped:
        """Look at every game as the seat that is asked."""
        masks = self.arrays.zeros((self.games, self.actions), np.int8)
        self._launch(
            self._look, self.games, self._box, self._job, self._states, self.asked, self._known, masks
        )
        return Stepped(self._observed(self._every), masks, rewards, overs.view(np.bool_), finished, finals)

    def _observed(self, places: Any) -> Any:
        """Write down what seats know of these games."""
        out = self.arrays.empty((len(places), self.features), np.int32)
        if len(places):
            given = self._job, len(places), places, self._known, self.asked, self._layout, out
            self._launch(self._show, out.size, *given)
        return out
