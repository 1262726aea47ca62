"""Every game as PettingZoo's makers want it, and without telling an agent what it may not know."""

import random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from chancebox import envs
from chancebox.engine.game.errors import BadSetup, IllegalAction
from chancebox.engine.match.chance import THINKING, stream
from chancebox.engine.rules.contract import SPECTATOR
from chancebox.games import game
from envs.suites import COMPILED, ENVS
from helpers import has_secrets

for package in ("gymnasium", "pettingzoo", "PIL"):
    pytest.importorskip(package, reason=ENVS)

from envs.suites import (  # noqa: E402
    api_test,
    parallel_api_test,
    render_test,
    seed_test,
    turn_based_aec_to_parallel,
)

if TYPE_CHECKING:
    from chancebox.envs.agents import Agents

pytestmark = pytest.mark.wide(case=COMPILED)


def test_api(room: str, seats: int) -> None:
    api_test(envs.aec(room, seats), num_cycles=200)


def test_seeds(room: str) -> None:
    seats = game(room).all_seats[-1]
    seed_test(lambda: envs.aec(room, seats), num_cycles=100)


def test_parallel_api(room: str) -> None:
    parallel_api_test(turn_based_aec_to_parallel(envs.aec(room, game(room).all_seats[-1])), num_cycles=100)


def test_render(room: str) -> None:
    seats = game(room).all_seats[-1]

    def make(render_mode: str | None = None) -> "Agents":
        return envs.aec(room, seats, render_mode=render_mode)

    render_test(make)


def played(env: "Agents", seed: int, steps: int) -> random.Random:
    """Play so many steps at random; the game may be over before."""
    rng = random.Random(seed)
    env.reset(seed=seed)
    for _step in range(steps):
        _observation, _reward, over, _cut, info = env.last()
        if over:
            break
        env.step(rng.choice(np.flatnonzero(info["action_mask"]).tolist()))
    return rng


@pytest.mark.wide(case="hush")
def test_an_agent_is_told_the_same_in_every_world_that_it_could_be_in(room: str, seats: int) -> None:
    """Observation and mask of all seats must not change if what they cannot know does."""
    env = envs.aec(room, seats)
    other_env = envs.aec(room, seats)._one
    plain = game(room).build("plain")
    differ = False
    for seed in range(2):
        rng = random.Random(seed)
        env.reset(seed=seed)
        for step in range(80):
            s = env._one.position()
            for seat in range(seats):
                told = other_env.look(s, seat)
                world = s.copy()
                plain.hide(other_env.box, world, seat)
                plain.guess(other_env.box, world, seat, stream(seed, THINKING, step))
                differ |= world.tobytes() != s.tobytes()
                for one, other in zip(told, other_env.look(world, seat), strict=True):
                    np.testing.assert_array_equal(one, other)
            _observation, _reward, over, _cut, info = env.last()
            if over:
                break
            env.step(rng.choice(np.flatnonzero(info["action_mask"]).tolist()))
    assert differ == has_secrets(room, seats), "no world was another one"


def test_what_last_tells_is_what_observe_tells(room: str) -> None:
    """`last` comes from the step, `observe` from a call of its own."""
    seats = game(room).all_seats[-1]
    env = envs.aec(room, seats)
    for seed in range(4):
        played(env, seed, 5 + 7 * seed)
        seat = int(env._one.asked[0])
        observation, _reward, over, _cut, info = env.last()
        if not over:
            expected, mask = env._one.observe(seat)
            np.testing.assert_array_equal(observation, expected)
            np.testing.assert_array_equal(info["action_mask"], mask)


def test_the_result_is_the_reward(room: str, seats: int) -> None:
    """Winners gain what the others lose; the rules say who won."""
    env = envs.aec(room, seats)
    for seed in range(3):
        played(env, seed, 10**6)
        ranks = game(room).build("plain").standing(env._one.box, env._one.position())
        best = max(0, *ranks) if len(ranks) > 1 else max(0, ranks[0])
        rewards = [env.rewards[agent] for agent in env.possible_agents]
        if seats > 1:
            assert sum(rewards) == pytest.approx(0, abs=1e-6)
            assert all((reward > 0) <= (rank == best) for reward, rank in zip(rewards, ranks, strict=True))
            alone = ranks.count(best) == 1
            assert not alone or rewards[ranks.index(best)] == 1
        else:
            assert rewards == [1.0 if ranks[0] == best else -1.0]


def test_an_impossible_action_loses() -> None:
    env = envs.aec("gang-of-dice", 3)
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(0)  # nobody may stake nothing
    assert all(env.terminations.values())
    assert env.rewards.pop(agent) == -1
    assert list(env.rewards.values()) == [0.5, 0.5]


def test_games_of_a_seed_differ_and_come_again() -> None:
    env = envs.aec("gang-of-dice", 3)
    first = []
    for seed in (5, None, None, 5, None):
        env.reset(seed=seed)
        first.append((env.agent_selection, env.last()[0].tolist()))
    assert first[0] == first[3]
    assert first[1] == first[4]
    assert len({str(game) for game in first}) > 1


def test_a_picture_shows_what_a_spectator_sees() -> None:
    env = envs.aec("hush", 4, render_mode="ansi")
    env.reset(seed=1)
    s = env._one.position(viewer=SPECTATOR)
    assert env.render() == f"{s['cards'][0].tolist()} {s['chosen'][0].tolist()}\n"
    assert s["cards"].tolist() == [[-1] * 4]


def test_refusals() -> None:
    with pytest.raises(BadSetup, match="2 to 4 players"):
        envs.aec("gang-of-dice", 7)
    with pytest.raises(BadSetup, match="render mode 'svg'"):
        envs.aec("gang-of-dice", 3, render_mode="svg")
    env = envs.aec("gang-of-dice", 3)
    env.reset()
    with pytest.raises(IllegalAction, match="must act"):
        env.step(None)
