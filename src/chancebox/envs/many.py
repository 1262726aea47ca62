"""
Many games for Gymnasium at once, as one array of records that compiled code steps.

The agent plays one seat against compiled bots, or, without opponents, all of them: then `info["seat"]`
says for whom it decides in each game, the reward is that of the seat which has just acted, and
`info["rewards"]` has those of all. A game that is over is followed by a new one in the same step.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from chancebox.engine.game.boxes import Box
from chancebox.engine.game.errors import BadSetup
from chancebox.engine.game.game import Game
from chancebox.engine.game.texts import _, listed
from chancebox.engine.rules.contract import SPECTATOR
from chancebox.engine.rules.records import Memory
from chancebox.envs import pictures
from chancebox.envs.batch import Batch, StepResult, check_seat, usual_seats
from chancebox.envs.spaces import action_space, check_mode, observation_space
from chancebox.games import game as find_game

COMPILED_BOTS = ("random",)


class Vector(VectorEnv[Memory, Memory, Memory]):
    """So many games; `info["action_mask"]` says what may be done in each."""

    metadata = {  # noqa: RUF012 -- as Gymnasium declares it
        "render_modes": pictures.MODES,
        "render_fps": 2,
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        seats: int | None = None,
        *,
        seat: int = 0,
        opponents: str | None = "random",
        options: Mapping[str, str] | None = None,
        box: Box | None = None,
        render_mode: str | None = None,
    ) -> None:
        found = find_game(game) if isinstance(game, str) else game
        seats = usual_seats(found) if seats is None else seats
        check_opponents(opponents)
        self.render_mode = check_mode(render_mode)
        self._alone = None if opponents is None else check_seat(seat, seats)
        self._batch = Batch(found, seats, num_envs, options=options, box=box, alone=self._alone)
        self.num_envs = num_envs
        self.single_observation_space = observation_space(found)
        self.single_action_space = action_space(found)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._every = np.arange(num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Memory, dict[str, Any]]:
        """Begin all games; without a seed the deal goes on where the last games ended."""
        super().reset(seed=seed)
        stepped = self._batch.reset(seed)
        return stepped.observations, self._info(stepped)

    def step(self, actions: Memory) -> tuple[Memory, Memory, Memory, Memory, dict[str, Any]]:
        """Take one decision in every game; an action that is not possible loses that game."""
        acting = self._batch.asked.copy()
        stepped = self._batch.step(actions)
        info = self._info(stepped)
        if len(stepped.finished):
            last = np.full(self.num_envs, None, object)
            last[stepped.finished] = np.fromiter(stepped.finals, object, len(stepped.finals))
            info |= {"final_obs": last, "_final_obs": stepped.overs}
        truncated = np.zeros(self.num_envs, np.bool_)
        return stepped.observations, stepped.rewards[self._every, acting], stepped.overs, truncated, info

    def render(self) -> "tuple[str | Memory | None, ...]":  # type: ignore[override]
        """Show the board of every game as the agent, or somebody at no seat, sees it."""
        viewer = SPECTATOR if self._alone is None else self._alone
        batch = self._batch
        return tuple(
            pictures.render(self.render_mode, batch.game, batch.box, batch.position(game, viewer), viewer)
            for game in range(self.num_envs)
        )

    def _info(self, stepped: StepResult) -> dict[str, Any]:
        return {"action_mask": stepped.masks, "seat": self._batch.asked.copy(), "rewards": stepped.rewards}


def check_opponents(opponents: str | None) -> None:
    """Refuse bots that are not compiled."""
    if opponents is not None and opponents not in COMPILED_BOTS:
        raise BadSetup(
            _("Bot {name!r} is not compiled; many games at once have: {names}.").format(
                name=opponents, names=listed(COMPILED_BOTS)
            )
        )
