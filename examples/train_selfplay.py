"""Learn Gang of Dice by playing against oneself, with nothing but NumPy, in a few minutes on one core.

    python examples/train_selfplay.py
    python examples/train_selfplay.py --updates 200 --out gang.npz

An actor-critic: a small network tells for each decision how likely every action shall be and how well
the game will go; both are corrected by how it went. Thousands of decisions a step come from
`chancebox.envs.vector`, in which the agent plays all seats; then it meets players who act at random.
"""

import argparse
import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

import chancebox.envs
from chancebox.engine.game.observations import features
from chancebox.envs.batch import action_count
from chancebox.games import game

Array = NDArray[Any]

NAME = "gang-of-dice"
SEATS = 2
GAMES, STEPS = 512, 64
HIDDEN = 96
LAMBDA = 0.95
ENTROPY = 0.01
RATE = 1.5e-3
CLASSES = {"step": 5, "warning": 18, "asked": 6}
"""Numbers of an observation that name something, and how many things: spread out for the network."""
SCALES = {"stock": 48, "centre": 24, "round": 12, "dice": 6, "again": 6, "out": 12, "throws": 3}
"""How large some of the others may become."""


class Senses:
    """Turns observations into what a network likes: numbers about 1, and classes spread out."""

    def __init__(self) -> None:
        names = [feature.name for feature in features(game(NAME))]
        self._classes = [(names.index(name), np.arange(n)) for name, n in CLASSES.items()]
        self._plain = np.array([i for i, name in enumerate(names) if name not in CLASSES])
        words = [names[i].split(".")[-1].split("[")[0] for i in self._plain]
        self._scales = np.array([1 / SCALES.get(word, 1) for word in words], np.float32)
        self.length = len(self._plain) + sum(CLASSES.values())

    def __call__(self, observations: Array) -> Array:
        plain = observations[:, self._plain] * self._scales
        spread = [observations[:, i, None] == classes for i, classes in self._classes]
        return np.concatenate([plain, *spread], axis=1).astype(np.float32)


class Network:
    """Two layers with two heads, and Adam to correct them."""

    def __init__(self, inputs: int, actions: int, rng: np.random.Generator) -> None:
        first = {
            "in": rng.normal(0, inputs**-0.5, (inputs, HIDDEN)),
            "in0": np.zeros(HIDDEN),
            "act": rng.normal(0, 0.01, (HIDDEN, actions)),
            "act0": np.zeros(actions),
            "win": rng.normal(0, 0.01, (HIDDEN, 1)),
            "win0": np.zeros(1),
        }
        self.weights: dict[str, Any] = {name: w.astype(np.float32) for name, w in first.items()}
        self._mean = {name: np.zeros_like(w) for name, w in self.weights.items()}
        self._square = {name: np.zeros_like(w) for name, w in self.weights.items()}
        self._updates = 0

    def think(self, inputs: Array, masks: Array) -> tuple[Array, Array, Array]:
        """Return what is going on inside, how likely each action shall be, and how the game will go."""
        w = self.weights
        inside = np.maximum(inputs @ w["in"] + w["in0"], 0)
        logits = np.where(masks, inside @ w["act"] + w["act0"], -1e9)
        likely = np.exp(logits - logits.max(axis=1, keepdims=True))
        likely /= likely.sum(axis=1, keepdims=True)
        return inside, likely, np.tanh(inside @ w["win"] + w["win0"])[:, 0]

    def learn(self, inputs: Array, masks: Array, actions: Array, results: Array) -> None:
        """Make what went better than expected likelier, and expect what happened."""
        n = len(actions)
        inside, likely, hopes = self.think(inputs, masks)
        gains = results - hopes
        gains = (gains - gains.mean()) / (gains.std() + 1e-6)
        logs = np.log(likely + 1e-9)
        spread = -(likely * logs).sum(axis=1, keepdims=True)
        on_logits = likely * gains[:, None]
        on_logits[np.arange(n), actions] -= gains
        on_logits += ENTROPY * likely * (logs + spread)
        on_win = ((hopes - results) * (1 - hopes**2))[:, None]
        on_inside = (on_logits @ self.weights["act"].T + on_win @ self.weights["win"].T) * (inside > 0)
        self._correct(
            {
                "in": inputs.T @ on_inside / n,
                "in0": on_inside.mean(axis=0),
                "act": inside.T @ on_logits / n,
                "act0": on_logits.mean(axis=0),
                "win": inside.T @ on_win / n,
                "win0": on_win.mean(axis=0),
            }
        )

    def _correct(self, slopes: dict[str, Array]) -> None:
        self._updates += 1
        fade = 1 - 0.9**self._updates, 1 - 0.999**self._updates
        for name, slope in slopes.items():
            self._mean[name] += 0.1 * (slope - self._mean[name])
            self._square[name] += 0.001 * (slope**2 - self._square[name])
            step = self._mean[name] / fade[0] / (np.sqrt(self._square[name] / fade[1]) + 1e-7)
            self.weights[name] -= np.float32(RATE) * step


def pick(likely: Array, rng: np.random.Generator) -> Array:
    """Draw an action for each game."""
    drawn: Array = (likely.cumsum(axis=1) > rng.random((len(likely), 1)) * 0.999999).argmax(axis=1)
    return drawn


def train(updates: int, seconds: float, seed: int, games: int = GAMES, quiet: bool = False) -> Network:
    """Play against oneself and learn from it, so often and so long at most."""
    rng = np.random.default_rng(seed)
    env = chancebox.envs.vector(NAME, games, SEATS)
    senses = Senses()
    network = Network(senses.length, action_count(game(NAME)), rng)
    observations, info = env.reset(seed=seed)
    begun = time.perf_counter()
    every = np.arange(games)
    for update in range(updates):
        played = []
        for _step in range(STEPS):
            inputs, masks, seats = senses(observations), info["action_mask"], info["seat"]
            _inside, likely, hopes = network.think(inputs, masks)
            actions = pick(likely, rng)
            observations, _reward, over, _cut, info = env.step(actions)
            played.append((inputs, masks, seats, actions, hopes, over, info["rewards"]))

        # How it went, from the last decision back: results where a game was over, else hopes.
        _inside, _likely, hope = network.think(senses(observations), info["action_mask"])
        went = np.zeros((games, SEATS), np.float32)
        went[every, info["seat"]] = hope
        went[every, 1 - info["seat"]] = -hope
        results = []
        for _inputs, _masks, seats, _actions, hopes, over, rewards in reversed(played):
            went[over] = rewards[over]
            results.append(went[every, seats])
            went[every, seats] = LAMBDA * went[every, seats] + (1 - LAMBDA) * hopes
        results.reverse()
        for quarter in range(4):
            part = slice(quarter * STEPS // 4, (quarter + 1) * STEPS // 4)
            inputs, masks, _seats, actions, *_rest = (
                np.concatenate(column) for column in zip(*played[part], strict=True)
            )
            network.learn(inputs, masks, actions, np.concatenate(results[part]))

        if not quiet and update % 100 == 99:
            took = time.perf_counter() - begun
            decisions = (update + 1) * STEPS * games
            share = win_share(network, 400, seed)
            print(f"{took:6.0f} s  {decisions / 1e6:6.1f} million decisions  wins {share:.0%} against random")
        if time.perf_counter() - begun > seconds:
            break
    return network


def win_share(network: Network, games: int, seed: int) -> float:
    """Play against random players, in each seat in turn; tell how many games are won."""
    senses = Senses()
    rng = np.random.default_rng(seed)
    wins = counted = 0.0
    for seat in range(SEATS):
        env = chancebox.envs.vector(NAME, games // SEATS, SEATS, seat=seat, opponents="random")
        observations, info = env.reset(seed=seed + 1)
        # The first game of each place and no other: short ones must not count more often.
        waiting = np.ones(games // SEATS, np.bool_)
        while waiting.any():
            _inside, likely, _hopes = network.think(senses(observations), info["action_mask"])
            observations, rewards, over, _cut, info = env.step(pick(likely, rng))
            wins += (rewards[over & waiting] == 1).sum()
            counted += (over & waiting).sum()
            waiting &= ~over
    return wins / counted


def main() -> None:
    """Train, tell how well it plays, and keep what was learned if asked to."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--updates", type=int, default=10**9, help="how often to learn")
    parser.add_argument("--seconds", type=float, default=240, help="how long to learn at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", help="file for the network (.npz)")
    given = parser.parse_args()
    network = train(given.updates, given.seconds, given.seed)
    print(f"{win_share(network, 10_000, given.seed):.1%} of 10,000 games won against random players")
    if given.out:
        np.savez(given.out, **network.weights)


if __name__ == "__main__":
    main()
