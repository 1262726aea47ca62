"""
Games in step, as arrays: what all environments are made of.

The seats of a game decide one after another. Each step takes a decision in every game and brings it
to the next one; the kernel in `stepping` does all of it in one call.
"""

import secrets
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from chancebox.engine.builds.builds import Report, silent
from chancebox.engine.game.boxes import Box, load_box
from chancebox.engine.game.errors import BadSetup
from chancebox.engine.game.game import Game
from chancebox.engine.game.observations import features, layout
from chancebox.engine.game.texts import _
from chancebox.engine.match.chance import DEALING, THINKING, stream_key
from chancebox.engine.rules.records import Memory
from chancebox.envs import stepping

MOST_GAMES = 2**20


class StepResult(NamedTuple):
    """What a step brought, a row for each game; the arrays are new."""

    observations: Memory
    """What the seat that is asked may know."""
    masks: Memory
    """1 for each action that is possible."""
    rewards: Memory
    """For each seat."""
    overs: Memory
    finished: Memory
    """The games that were over; others have begun in their places."""
    finals: Memory
    """The last observations of those."""


def action_count(game: Game) -> int:
    """
    Count the actions of a game's environments.

    Where the rules number decisions from 0 to LAST_ACTION, an action is that number and always means
    the same. Rules that pack several numbers into one have no such limit: there, action i is the
    i-th of what is possible now, in ascending order.
    """
    rules = game.rules
    return int(rules.LAST_ACTION + 1 if is_by_number(game) else rules.MOST_CHOICES)


def is_by_number(game: Game) -> bool:
    """Return whether actions are the numbers that the rules give them."""
    return hasattr(game.rules, "LAST_ACTION")


class Games:
    """
    Positions and streams of so many games, and the kernel that steps them.

    `alone` is the seat that decides while all others play at random; without it every seat is asked.
    With `again` a new game begins wherever one is over.
    """

    def __init__(
        self,
        game: Game,
        seats: int,
        games: int,
        *,
        options: Mapping[str, str] | None,
        box: Box | None,
        alone: int | None,
        again: bool,
        build: str,
        report: Report,
    ) -> None:
        self.game = game
        self.seats = game.check_seats(seats)
        self.options = game.usual_options(seats) if options is None else game.check_options(options, seats)
        self.box = box or load_box(game)
        self.games = check_games(games)
        self.features = len(features(game))
        self.actions = action_count(game)
        self.asked = np.zeros(games, np.int64)
        """The seat that is asked in each game; who decided last where one is over."""

        self._states = np.zeros(stepping.FIRST + games, game.rules.Position.dtype)
        self._decided = np.zeros(games, np.int64)
        self._buffer = np.zeros(game.rules.MOST_CHOICES, np.int64)
        self._plan = np.zeros(stepping.PLAN, np.int64)
        self._plan[: stepping.AFRESH] = (
            games,
            seats,
            self.actions,
            is_by_number(game),
            stepping.NOBODY if alone is None else check_seat(alone, seats),
            again,
        )
        self._kernel = game.compiled(build, report).kernels(stepping)
        self._given = (
            self.box.memory,
            game.options_record(self.options),
            self._states,
            self._states.view(np.int8),
            layout(game, seats),
            self._plan,
            np.zeros(games, np.int64),
            np.zeros(games, np.int64),
            self.asked,
            self._buffer,
        )
        self.seed(secrets.randbits(64))

    def seed(self, seed: int) -> None:
        """Let the next game be the first one dealt from this seed."""
        self._plan[stepping.KEYS : stepping.NEXT] = (*stream_key(seed, DEALING), *stream_key(seed, THINKING))
        self._plan[stepping.NEXT] = 0

    def observe(self, seat: int, game: int = 0) -> tuple[Memory, Memory]:
        """Return what any seat may know of a game, and do in it."""
        observation = np.empty(self.features, np.int32)
        mask = np.empty(self.actions, np.int8)
        box, _options, states, raw, places, plan, *_rest, buffer = self._given
        self._kernel.enter_observe(box, states, raw, places, plan, buffer, game, seat, observation, mask)
        return observation, mask

    def position(self, game: int = 0, viewer: int | None = None) -> Memory:
        """Copy a position; for a viewer, what that viewer may know of it."""
        s = self._states[stepping.FIRST + game : stepping.FIRST + game + 1].copy()
        if viewer is not None:
            self.game.build("plain").hide(self.box, s, viewer)
        return s


class Batch(Games):
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
        build: str = "compiled",
        report: Report = silent,
    ) -> None:
        super().__init__(
            game, seats, games, options=options, box=box, alone=alone, again=True, build=build, report=report
        )

    def reset(self, seed: int | None = None) -> StepResult:
        """Begin every game anew; without a seed the deal goes on where the last one ended."""
        if seed is not None:
            self.seed(seed)
        self._plan[stepping.AFRESH] = True
        began = self.step(self._decided)
        self._plan[stepping.AFRESH] = False
        return began

    def step(self, actions: Memory) -> StepResult:
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
        return StepResult(
            observations.reshape(games, n),
            masks.reshape(games, self.actions),
            rewards.reshape(games, self.seats),
            overs.view(np.bool_),
            finished[:ended],
            finals.reshape(games, n)[:ended],
        )


class OneGame(Games):
    """One game, as fast as one can be stepped from Python; when it is over, it is over."""

    def __init__(
        self,
        game: Game,
        seats: int,
        *,
        options: Mapping[str, str] | None = None,
        box: Box | None = None,
        build: str = "compiled",
        report: Report = silent,
    ) -> None:
        super().__init__(
            game, seats, 1, options=options, box=box, alone=None, again=False, build=build, report=report
        )
        self.rewards = np.zeros(seats, np.float32)
        """For each seat, what the last step was worth."""
        self._rest = (
            self._decided,
            self.rewards,
            np.zeros(1, np.int8),
            np.zeros(0, np.int32),
            np.zeros(1, np.int64),
        )

    def reset(self, seed: int | None = None) -> tuple[Memory, Memory]:
        """Begin a game; return what the seat that is asked may know and do."""
        if seed is not None:
            self.seed(seed)
        self._plan[stepping.AFRESH] = True
        observation, mask, _over = self.step(0)
        self._plan[stepping.AFRESH] = False
        return observation, mask

    def step(self, action: int) -> tuple[Memory, Memory, bool]:
        """Take a decision; return what the next seat may know and do, and whether the game is over."""
        self._decided[0] = action
        observation = np.empty(self.features, np.int32)
        mask = np.empty(self.actions, np.int8)
        over = self._kernel.enter_step(*self._given, observation, mask, *self._rest)
        return observation, mask, over > 0

    def look(self, s: Memory, seat: int) -> tuple[Memory, Memory]:
        """Return what a seat may know of any position, and do in it; it takes the place of the game's."""
        self._states[stepping.FIRST] = s[0]
        return self.observe(seat)

    def choices(self, mask: Memory) -> list[int]:
        """List what the seat that is asked may do, in the numbers of the rules."""
        listed: list[int] = self._buffer[: np.count_nonzero(mask)].tolist()
        return listed


def usual_seats(game: Game) -> int:
    """The smallest table at which there is somebody to play against, or else the smallest one."""
    return min((seats for seats in game.seats if seats > 1), default=game.seats[0])


def check_seat(seat: int, seats: int) -> int:
    """Return the seat if it is at this table."""
    if seat not in range(seats):
        raise BadSetup(
            _("There is no seat {seat}; this table has seats {first} to {last}.").format(
                seat=seat, first=0, last=seats - 1
            )
        )
    return seat


def check_games(games: int) -> int:
    """Return the number of games if there can be so many in step."""
    if not 1 <= games <= MOST_GAMES:
        raise BadSetup(_("A batch has 1 to {most} games, not {games}.").format(most=MOST_GAMES, games=games))
    return games
