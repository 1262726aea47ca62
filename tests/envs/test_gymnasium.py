"""Every game as Gymnasium's makers want it: one seat against bots, and many games in step."""

import random
from pathlib import Path

import numpy as np
import pytest

from chancebox import envs
from chancebox.engine.game.errors import BadSetup, GameOver
from chancebox.engine.rules.records import Memory
from chancebox.envs.batch import Batch
from chancebox.envs.ids import gymnasium_id
from chancebox.games import game
from envs.suites import COMPILED, ENVS, build_for

for package in ("gymnasium", "pettingzoo", "PIL"):
    pytest.importorskip(package, reason=ENVS)

from envs.suites import check_env, gymnasium  # noqa: E402

pytestmark = pytest.mark.wide(case=COMPILED)


@pytest.mark.wide
def test_check_env(room: str) -> None:
    envs.register()
    check_env(gymnasium.make(gymnasium_id(game(room))).unwrapped)


@pytest.mark.long
def test_check_env_alone() -> None:
    check_env(gymnasium.make("chancebox/SecondChance-v0", seats=1).unwrapped)


def some_action(rng: random.Random, mask: Memory) -> int:
    return rng.choice(np.flatnonzero(mask).tolist())


def test_a_game_against_bots_ends(room: str) -> None:
    for seat in (0, game(room).all_seats[-1] - 1):
        env = gymnasium.make(gymnasium_id(game(room)), seats=game(room).all_seats[-1], seat=seat)
        rng = random.Random(seat)
        observation, info = env.reset(seed=3)
        over = False
        while not over:
            assert observation[0] == seat
            observation, reward, over, _cut, info = env.step(some_action(rng, info["action_mask"]))
        assert -1 <= float(reward) <= 1
        assert not info["action_mask"].any()


def test_refusals() -> None:
    with pytest.raises(BadSetup, match="no bot 'nobody'"):
        gymnasium.make("chancebox/GangOfDice-v0", opponents="nobody")
    with pytest.raises(BadSetup, match="2 opponents, not 1"):
        gymnasium.make("chancebox/GangOfDice-v0", seats=3, opponents=["random"])
    with pytest.raises(BadSetup, match="no seat 3"):
        gymnasium.make("chancebox/GangOfDice-v0", seats=3, seat=3)
    with pytest.raises(BadSetup, match="not compiled"):
        envs.vector("gang-of-dice", 4, 3, opponents="master")
    with pytest.raises(BadSetup, match="1 to 1048576 games"):
        envs.vector("gang-of-dice", 0, 3)


def test_a_game_that_is_over_takes_nothing_more() -> None:
    env = gymnasium.make("chancebox/Pig-v0").unwrapped
    env.reset(seed=1)
    env.step(2)  # there is no such action
    with pytest.raises(GameOver, match="reset"):
        env.step(0)


def test_a_game_that_others_end_at_once_is_passed_over(tmp_path: Path) -> None:
    """With a goal of 1 the first seat often wins before the second is asked."""
    short = tmp_path / "short.toml"
    short.write_text((game("pig").folder / "box.toml").read_text("utf-8").replace("goal = 100", "goal = 1"))
    env = envs.vector("pig", 64, 2, opponents="random", seat=1, box=short)
    _observations, info = env.reset(seed=1)
    for _step in range(5):
        assert (info["seat"] == 1).all()
        assert info["action_mask"].any(axis=1).all()
        *_rest, info = env.step(np.ones(64, np.int64))


# Many games in step


@pytest.mark.wide
def test_many_games_are_the_games_one_by_one(room: str, seats: int) -> None:
    """Each game of a batch, and those that follow it, must be what an environment of one game plays."""
    found = game(room)
    many = Batch(found, seats, 3, build=build_for(room))
    one = envs.aec(room, seats)
    told = many.reset(seed=9)
    rngs = [random.Random(n) for n in range(3)]
    moves: list[list[int]] = [[], [], []]
    finals: dict[int, tuple[Memory, Memory]] = {}
    for _step in range(2000):
        actions = [some_action(rng, mask) for rng, mask in zip(rngs, told.masks, strict=True)]
        for n, action in enumerate(actions):
            if n not in finals:
                moves[n].append(action)
        told = many.step(np.array(actions))
        for game_number, last in zip(told.finished.tolist(), told.finals, strict=True):
            finals.setdefault(game_number, (last, told.rewards[game_number]))
        if len(finals) == 3:
            break
    for n in range(3):
        one.reset(seed=9)
        for _earlier in range(n):
            one.reset()
        for action in moves[n]:
            acting = one.agent_selection
            assert one.infos[acting]["action_mask"][action]
            one.step(action)
        if n in finals:
            observation, rewards = finals[n]
            np.testing.assert_array_equal(one.observe(acting), observation)
            assert [one.rewards[agent] for agent in one.possible_agents] == rewards.tolist()
    assert finals, "no game has ended"


def test_make_vec_plays_one_seat_against_random_ones() -> None:
    env = gymnasium.make_vec("chancebox/GangOfDice-v0", num_envs=64, seats=4, seat=2)
    rng = np.random.default_rng(1)
    observations, info = env.reset(seed=1)
    wins = games = 0
    for _step in range(400):
        assert (info["seat"] == 2).all()
        assert observations in env.observation_space
        actions = np.argmax(info["action_mask"] * rng.random(info["action_mask"].shape), axis=1)
        observations, rewards, over, _cut, info = env.step(actions)
        games += over.sum()
        wins += (rewards[over] == 1).sum()
    assert games > 300
    assert 0.15 < wins / games < 0.35, "random against random: about a quarter"


def test_a_step_tells_the_last_sight_of_games_that_are_over() -> None:
    env = envs.vector("pig", 8, 2)
    env.reset(seed=1)
    _observations, rewards, over, _cut, info = env.step(np.array([0, 1, 0, 1, 0, 1, 0, 2]))
    assert over.tolist() == [False] * 7 + [True]
    assert info["_final_obs"].tolist() == over.tolist()
    assert info["final_obs"][7] in env.single_observation_space
    assert info["final_obs"][0] is None
    assert rewards[7] == -1
    assert info["rewards"][7].tolist() == [-1, 1]


@pytest.mark.parametrize("name", ["gang-of-dice", "chance-it"])
def test_vectors_come_again(name: str) -> None:
    first, second = (envs.vector(name, 16, 3) for _ in range(2))
    for env in (first, second):
        env.reset(seed=4)
    for _step in range(50):
        rows = []
        for env in (first, second):
            env.action_space.seed(_step)
            observations, rewards, _over, _cut, info = env.step(env.action_space.sample())
            rows.append((observations.tobytes(), rewards.tobytes(), info["action_mask"].tobytes()))
        assert rows[0] == rows[1]
