"""
A game for PettingZoo: each seat is an agent, and they are asked one after another.

Seats that decide at the same time are asked in the order of their numbers; none sees what the
others chose before all have. Chance is dealt by the environment.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Box as Space
from gymnasium.spaces import Discrete
from pettingzoo import AECEnv  # type: ignore[import-untyped, unused-ignore]

from chancebox.engine.game.boxes import Box
from chancebox.engine.game.errors import IllegalAction
from chancebox.engine.game.game import Game
from chancebox.engine.game.texts import _
from chancebox.engine.rules.contract import SPECTATOR
from chancebox.engine.rules.records import Memory
from chancebox.envs import pictures
from chancebox.envs.batch import OneGame
from chancebox.envs.ids import edition
from chancebox.envs.spaces import action_space, check_mode, observation_space


class Agents(AECEnv[str, Memory, int | None]):  # type: ignore[misc, unused-ignore]
    """One game; `info["action_mask"]` says what the agent may do."""

    def __init__(
        self,
        game: Game,
        seats: int,
        *,
        options: Mapping[str, str] | None = None,
        box: Box | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.metadata = {
            "name": f"{game.package.rpartition('.')[2]}_v{edition(game)}",
            "render_modes": pictures.MODES,
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.render_mode = check_mode(render_mode)
        self._one = OneGame(game, seats, options=options, box=box)
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._spaces = {agent: observation_space(game) for agent in self.possible_agents}
        self._actions = {agent: action_space(game) for agent in self.possible_agents}
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Space:
        """Return the range of each number of an observation."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return how many actions there are; few of them are possible at a time."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a game; without a seed the deal goes on where the last game ended."""
        observation, mask = self._one.reset(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: self._no_actions() for agent in self.agents}
        self._skip_agent_selection = None
        self._ask(observation, mask)

    def step(self, action: int | None) -> None:
        """Let the selected agent act; an action that is not possible loses the game."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalAction(_("Whoever is asked must act; None is for those whose game is over."))
        self.infos[agent] = self._no_actions()
        self._cumulative_rewards[agent] = 0.0
        observation, mask, over = self._one.step(action)
        if over:
            self._observation = observation
            for other, reward in zip(self.agents, self._one.rewards.tolist(), strict=True):
                self.rewards[other] = reward
                self.terminations[other] = True
            self._accumulate_rewards()
            self._deads_step_first()
        else:
            self._ask(observation, mask)

    def observe(self, agent: str) -> Memory:
        """Return what this agent may know."""
        if agent == self._observer:
            return self._observation.copy()
        return self._one.observe(self._seats[agent])[0]

    def render(self) -> "str | Memory | None":
        """Show the board as somebody sees it who sits at no seat."""
        one = self._one
        s = one.position(viewer=SPECTATOR)
        return pictures.render(self.render_mode, one.game, one.box, s, SPECTATOR)

    def close(self) -> None:
        """Nothing is open."""

    def _ask(self, observation: Memory, mask: Memory) -> None:
        agent = self.possible_agents[self._one.asked[0]]
        self.agent_selection = self._observer = agent
        self._observation = observation
        self.infos[agent] = {"action_mask": mask}

    def _no_actions(self) -> dict[str, Any]:
        return {"action_mask": np.zeros(self._one.actions, np.int8)}
