"""
A batch: so many games of one kind in step, as arrays; what all environments are made of.

The seats decide one after another. Each step takes a decision for every game and brings it to the
next one; the kernel in `stepping` does all of it in one call.
"""

import secrets
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from chancebox.engine.boxes import Box, load_box
from chancebox.engine.builds import Compiled, Report, silent
from chancebox.engine.chance import DEALING, THINKING, stream_key
from chancebox.engine.errors import BadSetup
from chancebox.engine.game import Game
from chancebox.engine.records import Memory
from chancebox.engine.texts import _
from chancebox.envs import stepping
from chancebox.envs.observations import features, table

MOST_GAMES = 2**20


class Stepped(NamedTuple):
    """What a step brought, a row for each game; the arrays are new."""

    observations: Memory
    """What the seat that is asked may know; where a game is over, what the last one may."""
    masks: Memory
    """1 for each action that is possible."""
    rewards: Memory
    """For each game and seat."""
    overs: Memory
    finished: Memory
    """The games that are over."""
    finals: Memory
    """Their last observations, if new games have begun in their places."""


def action_count(game: Game) -> int:
    """
    Count the actions of a game's environments.

    Where the rules number decisions from 0 to LAST_ACTION, an action is that number and always means
    the same. Rules that pack several numbers into one have no such limit: there, action i is the
    i-th of what is possible now, in ascending order.
    """
    rules = game.rules
    return rules.LAST_ACTION + 1 if is_by_number(game) else rules.MOST_CHOICES


def is_by_number(game: Game) -> bool:
    """Ask whether actions are the numbers that the rules give them."""
    return hasattr(game.rules, "LAST_ACTION")


class Batch:
    """
    Games in step.

    `alone` is the seat that decides while all others play at random; without it every seat is asked.
    With `again` a new game begins wherever one is over.
    """

    def __init__(
        self,
        game: Game,
        seats: int,
        games: int = 1,
        *,
        options: Mapping[str, str] | None = None,
        box: Box | None = None,
        alone: int | None = None,
        again: bool = False,
        build: str = "compiled",
        report: Report = silent,
    ) -> None:
        self.game = game
        self.seats = game.check_seats(seats)
        self.options = game.usual_options(seats) if options is None else game.check_options(options, seats)
        self.box = box or load_box(game)
        self.games = _check_games(games)
        if alone is not None and alone not in range(seats):
            raise BadSetup(
                _("There is no seat {seat}; this table has seats {first} to {last}.").format(
                    seat=alone, first=0, last=seats - 1
                )
            )
        self.features = len(features(game))
        self.actions = action_count(game)

        self._states = np.zeros(stepping.FIRST + games, game.rules.Position.dtype)
        self._plan = np.zeros(stepping.PLAN, np.int64)
        self._plan[: stepping.AFRESH] = (
            games,
            seats,
            self.actions,
            is_by_number(game),
            stepping.NOBODY if alone is None else alone,
            again,
        )
        self.asked = np.zeros(games, np.int64)
        """The seat that is asked in each game; who decided last where a game is over."""
        self._decided = np.zeros(games, np.int64)
        compiled = game.build(build, report)
        assert isinstance(compiled, Compiled)
        self._kernel = compiled.kernels(stepping, stepping.ENTRANCES)
        self._given = (
            self.box.memory,
            game.options_record(self.options),
            self._states,
            self._states.view(np.int8),
            table(game, seats),
            self._plan,
            np.zeros(games, np.int64),
            np.zeros(games, np.int64),
            self.asked,
            np.zeros(game.rules.MOST_CHOICES, np.int64),
        )
        self.seed(secrets.randbits(64))

    def seed(self, seed: int) -> None:
        """Let the next game be the first one dealt from this seed."""
        keys = (*stream_key(seed, DEALING), *stream_key(seed, THINKING))
        self._plan[stepping.KEYS : stepping.NEXT] = keys
        self._plan[stepping.NEXT] = 0

    def reset(self, seed: int | None = None) -> Stepped:
        """Begin every game anew; without a seed the deal goes on where the last one ended."""
        if seed is not None:
            self.seed(seed)
        self._plan[stepping.AFRESH] = True
        began = self.step(0)
        self._plan[stepping.AFRESH] = False
        return began

    def step(self, actions: Memory | int) -> Stepped:
        """Take one decision in every game; an action that is not possible loses the game."""
        games, n = self.games, self.features
        self._decided[:] = actions
        observations = np.empty(games * n, np.int32)
        masks = np.empty(games * self.actions, np.int8)
        rewards = np.empty(games * self.seats, np.float32)
        overs = np.empty(games, np.int8)
        finals = np.empty(games * n, np.int32)
        finished = np.empty(games, np.int64)
        ended = self._kernel.enter_step(
            *self._given, observations, masks, self._decided, rewards, overs, finals, finished
        )
        return Stepped(
            observations.reshape(games, n),
            masks.reshape(games, self.actions),
            rewards.reshape(games, self.seats),
            overs.view(np.bool_),
            finished[:ended],
            finals.reshape(games, n)[:ended],
        )

    def observe(self, seat: int, game: int = 0) -> Memory:
        """Tell what any seat may know of a game."""
        observation = np.empty(self.features, np.int32)
        box, _options, states, raw, layout, *_rest = self._given
        self._kernel.enter_observe(box, states, raw, layout, game, seat, observation)
        return observation

    def position(self, game: int = 0, viewer: int | None = None) -> Memory:
        """Copy a position; for a viewer, what that viewer may know of it."""
        s = self._states[stepping.FIRST + game : stepping.FIRST + game + 1].copy()
        if viewer is not None:
            self.game.build("plain").hide(self.box, s, viewer)
        return s


def _check_games(games: int) -> int:
    if not 1 <= games <= MOST_GAMES:
        raise BadSetup(
            _("A batch has 1 to {most} games, not {games}.").format(most=MOST_GAMES, games=games)
        )
    return games
