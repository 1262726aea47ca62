"""
Self-play of a network: many games in step, with everything left where it was made.

Each game stands where a seat is asked. `attempt` plays all its choices, each on a copy: in a world that fits
what the seat knew when it was first asked, as bots are asked (`bots.interface.question`), so that nothing can
be learned from what is hidden. A network says what each is worth; `advance` plays those that were chosen.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from chancebox.engine.game.boxes import Box, load_box
from chancebox.engine.game.game import Game
from chancebox.engine.game.inputs import count_inputs
from chancebox.engine.game.observations import features
from chancebox.engine.match.chance import DEALING, THINKING, stream_key
from chancebox.engine.rules import contract, thumb
from chancebox.engine.rules.records import Memory
from chancebox.gpu.layouts import aligned, layout, realigned
from chancebox.gpu.machines import Machine
from chancebox.gpu.program import BOX, LIST, NOTES, POSITION, SEAT, STREAM, More

JOB = np.dtype([(name, "i8") for name in ("games", "seats", "numbers", "inputs")] + [("keys", "i8", 4)])
"""`Job` in selfplay.cpp."""
LUCK = 2
"""Numbers of a game's luck: the streams of dealing and thinking."""
ASKED: More = (
    ("hide", (contract.hide, BOX, POSITION, SEAT)),
    ("guess", (contract.guess, BOX, POSITION, SEAT, STREAM)),
    ("thumb", (thumb.decide, BOX, POSITION, SEAT, NOTES, LIST, STREAM)),
    ("list", (contract.choices, BOX, POSITION, SEAT, LIST)),
)


class Attempts(NamedTuple):
    """What all choices of all games lead to, one after another."""

    places: Any
    """Of which game each is."""
    actions: Any
    known: Any
    """What the seat knows then: records as bytes, a row for each."""
    worth: Any
    """Its share of the win where the game is over, else -1."""


class SelfPlay:
    """So many games of one number of seats; the next one begins wherever one is over."""

    def __init__(
        self,
        game: Game,
        seats: int,
        games: int,
        codes: Memory,
        notes: Sequence[int],
        machine: Machine,
        seed: int,
        box: Box | None = None,
    ) -> None:
        self._machine = machine
        self.arrays = machine.arrays
        self.seats = seats
        self.games = games
        self.record = aligned(game.rules.Position.dtype).itemsize
        self.inputs = count_inputs(codes)
        self._most = game.rules.MOST_CHOICES
        self._numbers = len(features(game))
        if len(codes) != self._numbers:
            raise ValueError(f"{len(codes)} codes are not those of {game.name}")
        options = game.options_record(game.usual_options(seats))
        keys = (*stream_key(seed, DEALING), *stream_key(seed, THINKING))
        job = np.array([(games, seats, self._numbers, self.inputs, keys)], JOB)
        given = ((box or load_box(game)).memory, options)
        self._box, self._options = (machine.send(realigned(one)) for one in given)
        self._job, self._codes = machine.send(job), machine.send(codes)
        self._notes = self.arrays.asarray(_words(notes))
        self._layout = self.arrays.asarray(layout(game, seats))
        self._states = self.arrays.zeros(games * self.record, np.uint8)
        self._seen = self.arrays.zeros(games * seats * self.record, np.uint8)
        self._luck = self.arrays.zeros(games * LUCK, np.int64)
        self.turns = self.arrays.zeros(games, np.int64)
        """Whose turn it is in each game."""
        self._kernels = {
            name: machine.kernel(game, "selfplay", name, ASKED)
            for name in ("begin", "list", "advise", "attempt", "advance", "look", "encode")
        }
        self._next = self._world = 0
        self._begin_in(self.arrays.arange(games, dtype=np.int64))

    def advise(self) -> Any:
        """Return what the rule of thumb would do in each game."""
        actions = self.arrays.empty(self.games, np.int64)
        given = self._seen, self.turns, self._notes, self._world, actions
        self._launch("advise", self.games, self._box, self._job, *given)
        return actions

    def attempt(self) -> Attempts:
        """Try every choice of every game."""
        counts = self.arrays.empty(self.games, np.int64)
        listed = self.arrays.empty((self.games, self._most), np.int64)
        self._launch("list", self.games, self._box, self._job, self._seen, self.turns, counts, listed)
        valid = self.arrays.arange(self._most)[None, :] < counts[:, None]
        places = self.arrays.nonzero(valid)[0].astype(np.int64)
        actions = listed[valid]
        n = len(places)
        known = self.arrays.empty((n, self.record), np.uint8)
        worth = self.arrays.empty(n, np.float32)
        given = n, places, actions, self._seen, self.turns, self._world, known, worth
        self._launch("attempt", n, self._box, self._job, *given)
        self._world += self.games
        return Attempts(places, actions, known, worth)

    def advance(self, actions: Any) -> tuple[Any, Any]:
        """Play an action in each game; return which games are over, and the share of the win of each seat."""
        shares = self.arrays.zeros((self.games, self.seats), np.float32)
        overs = self.arrays.empty(self.games, np.int8)
        given = self._states, self._luck, self._seen, self.turns, actions, shares, overs
        self._launch("advance", self.games, self._box, self._job, *given)
        finished = self.arrays.flatnonzero(overs)
        if len(finished):
            self._begin_in(finished)
        return overs.view(np.bool_), shares

    def look(self, viewers: Any) -> Any:
        """Return what one seat of each game knows."""
        known = self.arrays.empty((self.games, self.record), np.uint8)
        self._launch("look", self.games, self._box, self._job, self._states, viewers, known)
        return known

    def encode(self, known: Any, rows: Any, viewers: Any) -> Any:
        """Turn some rows of what viewers know into inputs."""
        out = self.arrays.zeros((len(rows), self.inputs), np.float16)
        given = self._job, len(rows), rows, known, viewers, self._layout, self._codes
        self._launch("encode", len(rows) * self._numbers, self._box, *given, out)
        return out

    def _begin_in(self, places: Any) -> None:
        numbers = self._next + self.arrays.arange(len(places), dtype=np.int64)
        self._next += len(places)
        given = len(places), places, numbers, self._states, self._luck, self._seen, self.turns
        self._launch("begin", len(places), self._box, self._options, self._job, *given)

    def _launch(self, kernel: str, n: int, *given: Any) -> None:
        self._machine.launch(self._kernels[kernel], n, *given)


def _words(notes: Sequence[int]) -> Memory:
    """Put whole numbers into 64 bits each; Python's may be longer, compiled ones are cut like this."""
    return np.array([one & (1 << 64) - 1 for one in notes], np.uint64).view(np.int64)
