"""How fast environments step, beside those of others, in one run and on one core.

    python benchmarks/envs.py [--seconds 10] [--json]

Contenders take turns in short slices and are judged by their best one, as in `chancebox bench`. All play
at random among what is possible: PettingZoo's connect four as it is offered; Pgx's backgammon within one
compiled function. Gymnasium's own measure follows, in slices too; it knows no masks and mostly tries what
is impossible, which ends games at once, so it is also run with a space that draws from what is possible.
What is not installed is left out.
"""

import argparse
import importlib
import json
import os
import random
import warnings
from typing import Any

if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

import gymnasium
import numba
import numpy as np
from gymnasium.spaces import MultiDiscrete
from gymnasium.utils.performance import benchmark_vector_step

import chancebox.envs
from chancebox.lab.benchmark import SLICES, Run, race

GAME, SEATS, GAMES = "gang-of-dice", 3, 4096


@numba.njit
def pick(masks: Any, draws: Any) -> Any:
    """Draw one of the possible actions in each game."""
    games, actions = masks.shape
    chosen = np.zeros(games, np.int64)
    for game in range(games):
        possible = 0
        for action in range(actions):
            possible += masks[game, action]
        left = int(draws[game] * possible)
        for action in range(actions):
            left -= masks[game, action]
            if left < 0:
                chosen[game] = action
                break
    return chosen


class Possible(MultiDiscrete):
    """A space that draws from what is possible now."""

    masks: Any

    def sample(self, *_args: Any, **_kwargs: Any) -> Any:
        """Draw an action for each game."""
        return pick(self.masks, self.np_random.random(len(self.masks)))


class Masked(gymnasium.vector.VectorWrapper):
    """Says to its space what is possible."""

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        self.action_space = self._possible = Possible(env.action_space.nvec)

    def reset(self, **kwargs: Any) -> Any:
        """Begin all games."""
        observations, info = self.env.reset(**kwargs)
        self._possible.masks = info["action_mask"]
        return observations, info

    def step(self, actions: Any) -> Any:
        """Take one step in all games."""
        told = self.env.step(actions)
        self._possible.masks = told[-1]["action_mask"]
        return told


def agents(env: Any) -> Run:
    """Step an environment of PettingZoo's kind."""
    env.reset(seed=1)

    def run(steps: int) -> int:
        for _step in range(steps):
            observation, _reward, over, cut, info = env.last()
            if over or cut:
                env.reset()
                observation, _reward, over, cut, info = env.last()
            masked = observation if isinstance(observation, dict) else info
            env.step(random.choice(np.flatnonzero(masked["action_mask"]).tolist()))
        return steps

    return run


def many() -> Run:
    """Step many games at once."""
    env = chancebox.envs.vector(GAME, GAMES, SEATS)
    rng = np.random.default_rng(1)
    masks = env.reset(seed=1)[1]["action_mask"]

    def run(steps: int) -> int:
        nonlocal masks
        for _step in range(-(-steps // GAMES)):
            masks = env.step(pick(masks, rng.random(GAMES)))[-1]["action_mask"]
        return -(-steps // GAMES) * GAMES

    return run


def connect_four() -> dict[str, Run]:
    """PettingZoo's connect four, if it is installed."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            module = importlib.import_module("pettingzoo.classic.connect_four_v3")
        except ImportError:
            return {}
        return {"PettingZoo, connect four": agents(module.env())}


def backgammon() -> dict[str, Run]:
    """Pgx's backgammon, if it is installed."""
    os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false")
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    try:
        jax = importlib.import_module("jax")
        pgx = importlib.import_module("pgx")
        wrappers = importlib.import_module("pgx.experimental.wrappers")
    except ImportError:
        return {}
    env = pgx.make("backgammon")
    step = wrappers.auto_reset(env.step, env.init)

    def one(state: Any, key: Any) -> Any:
        choosing, rolling = jax.random.split(key)
        logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        return step(state, jax.random.categorical(choosing, logits), rolling)

    stepped = jax.jit(lambda states, key: jax.vmap(one)(states, jax.random.split(key, GAMES)))
    states = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(1), GAMES))
    keys = iter(range(10**9))

    def run(steps: int) -> int:
        nonlocal states
        for _step in range(-(-steps // GAMES)):
            states = stepped(states, jax.random.key(next(keys)))
        jax.block_until_ready(states)
        return -(-steps // GAMES) * GAMES

    run(1)
    return {f"Pgx, backgammon, {GAMES:,} games": run}


def main() -> None:
    """Measure, and print a table or JSON."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=10, help="for each contender")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    contenders = {
        "Chancebox, Gang of Dice, AEC": agents(chancebox.envs.aec(GAME, SEATS)),
        **connect_four(),
        f"Chancebox, Gang of Dice, {GAMES:,} games": many(),
        **backgammon(),
    }
    speeds, _ratios = race(contenders, given.seconds)
    found = {name: (speed.events_per_s, speed.median_events_per_s) for name, speed in speeds.items()}
    vector = chancebox.envs.vector(GAME, GAMES, SEATS)
    for name, env in (("possible actions", Masked(vector)), ("any actions", vector)):
        rates = [benchmark_vector_step(env, given.seconds / SLICES, seed) for seed in range(SLICES)]
        found[f"Gymnasium's benchmark_vector_step, {name}"] = max(rates), float(np.median(rates))
    if given.json:
        print(
            json.dumps(
                {name: [round(best), round(median)] for name, (best, median) in found.items()}, indent=1
            )
        )
        return
    print(f"{'steps/s':60} {'best':>12} {'median':>12}")
    for name, (best, median) in found.items():
        print(f"{name:60} {best:12,.0f} {median:12,.0f}")


if __name__ == "__main__":
    main()
