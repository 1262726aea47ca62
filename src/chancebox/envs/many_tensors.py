"""
Many games for Gymnasium on a GPU: observations, masks and rewards are tensors, and never leave it.

As `many`, with the same games for the same seed and actions, but for two things: tensors are of the library
that is named, handed over by DLPack without a copy; and of games that are over, `info["final_obs"]` has a row
for each of those in `info["finished"]`, instead of one for each game.
"""

import importlib
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from chancebox.engine.game.boxes import Box
from chancebox.engine.game.errors import BadSetup
from chancebox.engine.game.game import Game
from chancebox.engine.game.texts import _, listed
from chancebox.envs.batch import check_seat, usual_seats
from chancebox.envs.many import check_opponents
from chancebox.envs.on_gpu import GpuBatch, Stepped
from chancebox.envs.spaces import action_space, observation_space
from chancebox.games import game as find_game
from chancebox.gpu.machines import Machine

LIBRARIES = {"torch": "torch", "jax": "jax.dlpack", "cupy": "cupy", "numpy": "numpy"}
"""Where each library has its `from_dlpack`; NumPy's tensors are no GPU's, and for trying only."""


class TensorVector(VectorEnv[Any, Any, Any]):
    """So many games; `info["action_mask"]` says what may be done in each."""

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 -- as Gymnasium declares it

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
        tensors: str = "torch",
        machine: Machine | None = None,
    ) -> None:
        found = find_game(game) if isinstance(game, str) else game
        seats = usual_seats(found) if seats is None else seats
        check_opponents(opponents)
        self._tensor = _from_dlpack(tensors)
        alone = None if opponents is None else check_seat(seat, seats)
        self._batch = GpuBatch(found, seats, num_envs, options=options, box=box, alone=alone, machine=machine)
        self.num_envs = num_envs
        self.single_observation_space = observation_space(found)
        self.single_action_space = action_space(found)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin all games; without a seed the deal goes on where the last games ended."""
        super().reset(seed=seed)
        stepped = self._batch.reset(seed)
        return self._tensor(stepped.observations), self._info(stepped)

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Take one decision in every game; an action that is not possible loses that game."""
        arrays = self._batch.arrays
        acting = self._batch.asked.copy()
        chosen = arrays.from_dlpack(actions) if hasattr(actions, "__dlpack__") else arrays.asarray(actions)
        stepped = self._batch.step(chosen)
        info = self._info(stepped)
        if len(stepped.finished):
            info |= {
                "final_obs": self._tensor(stepped.finals),
                "_final_obs": self._tensor(stepped.overs),
                "finished": self._tensor(stepped.finished),
            }
        rewards = arrays.take_along_axis(stepped.rewards, acting[:, None], 1)[:, 0]
        truncated = arrays.zeros(self.num_envs, np.bool_)
        told = (stepped.observations, rewards, stepped.overs, truncated)
        observations, reward, over, cut = (self._tensor(one) for one in told)
        return observations, reward, over, cut, info

    def _info(self, stepped: Stepped) -> dict[str, Any]:
        return {
            "action_mask": self._tensor(stepped.masks),
            "seat": self._tensor(self._batch.asked.copy()),
            "rewards": self._tensor(stepped.rewards),
        }


def _from_dlpack(name: str) -> Callable[[Any], Any]:
    """Find how a library takes arrays over."""
    if name not in LIBRARIES:
        raise BadSetup(
            _("There are no tensors of {name!r}; there are: {names}.").format(
                name=name, names=listed(LIBRARIES)
            )
        )
    if not find_spec(name):
        raise BadSetup(_("Tensors of {name} need {name}, which is not installed.").format(name=name))
    take: Callable[[Any], Any] = importlib.import_module(LIBRARIES[name]).from_dlpack
    return take
