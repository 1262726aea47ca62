"""
Learning fates (see `engine.traits`): a network plays alone, and learns how its games end.

There is nobody to meet, so nothing need be guessed or hidden, and this processor is quick enough: all cores
play, each with a desk of its own, then all of them learn from what became of it, in turns.
"""

import copy
import os
import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from chancebox.bots.networks import fates
from chancebox.bots.networks.weights import Weights, load_weights
from chancebox.engine.game.boxes import load_box
from chancebox.engine.game.game import Game
from chancebox.engine.game.inputs import FINE, count_inputs, make_codes
from chancebox.engine.match.chance import DEALING, THINKING, stream_key
from chancebox.engine.rules.records import Memory
from chancebox.engine.rules.traits import CERTAIN
from chancebox.lab.training import alone
from chancebox.lab.training.net import Net
from chancebox.lab.training.plans import TrainingPlan, TrainingProgress, keep_mean, part_done, rate_at

VALUES = 128
"""A trait is less than this, and not below 0."""
GAMES = 512
"""Games that a core plays at a time."""
LATER = 50
"""How much counts what is known after the next decision, in parts of 100; at first all does."""
BEGINNING = 0.25
"""The part of the time that is called so."""


class FatePlayer:
    """Plays games of one seat on one core."""

    def __init__(self, game: Game, seed: int) -> None:
        self._game = game
        self._kernel: Any = game.compiled().kernels(alone)
        self._states = np.zeros(fates.ROOM, game.rules.Position.dtype)
        self._options = game.options_record(game.usual_options(1))
        self._box = load_box(game).memory
        self._keys = np.array([*stream_key(seed, DEALING), *stream_key(seed, THINKING)], np.int64)
        rows = GAMES * alone.LONGEST
        self._traits = np.zeros(rows * game.traits.TRAITS, np.int8)
        self._likely = np.zeros(rows * game.traits.FATES, np.float32)

    def play(self, weights: Weights, numbers: range, later: int) -> tuple[Memory, Memory]:
        """Play the games of these numbers, if any; return traits after each decision, and likely fates."""
        traits, ends = self._game.traits.TRAITS, self._game.traits.FATES
        desk = fates.make_desk(self._game, weights)
        told, likely = [np.zeros((0, traits), np.int8)], [np.zeros((0, ends), np.float16)]
        for first in numbers[::GAMES]:
            games = min(GAMES, numbers.stop - first)
            given = self._box, self._states, self._options, first, games, self._keys, later, desk
            n = self._kernel.play_alone(*given, self._traits, self._likely)
            told.append(self._traits.reshape(-1, traits)[:n].copy())
            likely.append(self._likely.reshape(-1, ends)[:n].astype(np.float16))
        return np.concatenate(told), np.concatenate(likely)


def learn_fates(
    game: Game, plan: TrainingPlan, out: Path, report: Callable[[TrainingProgress], None]
) -> None:
    """Learn, and write weights to a file again and again; what lies there is learned on from."""
    torch.manual_seed(plan.seed)
    torch.set_num_threads(1)  # the other cores play meanwhile
    before = load_weights(out, game) if out.exists() else None
    about: dict[str, Any] = before.about if before else {"game": game.name, "version": game.version}
    runs = [*about.get("runs", []), {"plan": asdict(plan), "decisions": 0, "games": 0}]
    players = [FatePlayer(game, plan.seed + 1000 * len(runs)) for _ in range(os.cpu_count() or 1)]
    net = Net.from_weights(before) if before else new_net(game, plan, players[0])
    smooth = copy.deepcopy(net)
    optimizer = torch.optim.Adam(net.parameters())
    good = [game.traits.reached(None, fate) for fate in range(game.traits.FATES)]
    worth = np.array(good, np.float32) / CERTAIN
    begun = kept = time.monotonic()
    done, played = 0.0, 0
    with ThreadPoolExecutor(len(players)) as pool:
        ahead = begin_round(pool, players, net, plan, 0, later_at(1.0 if before else 0.0))
        while done < 1.0:
            found = [one.result() for one in ahead]
            runs[-1]["games"] += plan.games
            later = later_at(1.0 if before else done)
            ahead = begin_round(pool, players, net, plan, runs[-1]["games"], later)
            for group in optimizer.param_groups:
                group["lr"] = rate_at(done)
            traits, likely = (np.concatenate(parts) for parts in zip(*found, strict=True))
            loss = study(net, smooth, optimizer, traits, likely, in_steps(worth), plan.batch)
            runs[-1]["decisions"] += len(likely)
            now = time.monotonic()
            played += 1
            done = part_done(plan, now - begun, played)
            if done >= 1.0 or now - kept >= plan.pause:
                kept = now
                smooth.weights(about | {"doubt": plan.doubt, "runs": runs}).save(out)
                share = float((likely @ worth).mean())
                report(TrainingProgress(now - begun, runs[-1]["decisions"], runs[-1]["games"], loss, share))


def in_steps(worth: Memory) -> Tensor:
    """Count what fates are worth in the least steps by which they differ, such as an empty square."""
    return torch.from_numpy(worth / np.diff(np.unique(worth)).min())


def later_at(done: float) -> int:
    """Return how much counts what is known later: the less, the more the network knows."""
    return max(LATER, round(100 - (100 - LATER) * done / BEGINNING))


def begin_round(
    pool: Executor, players: list[FatePlayer], net: Net, plan: TrainingPlan, first: int, later: int
) -> list[Any]:
    """Let all players begin with games from this number on, while the network learns from those before."""
    weights = net.weights({})
    numbers = range(first, first + plan.games)
    each = -(-plan.games // len(players))
    parts = [numbers[i * each :][:each] for i in range(len(players))]
    return [pool.submit(one.play, weights, part, later) for one, part in zip(players, parts, strict=True)]


def new_net(game: Game, plan: TrainingPlan, player: FatePlayer) -> Net:
    """Make a network that knows nothing yet, with inputs for what is seen in games by anybody."""
    traits = game.traits.TRAITS
    nothing = make_codes(np.zeros((1, traits), np.int64))
    answers = game.traits.FATES, game.traits.CHAPTERS
    seen, _likely = player.play(Net(nothing, 1, *answers).weights({}), range(GAMES), 100)
    return Net(make_codes(seen.astype(np.int64)), plan.hidden, *answers)


def study(
    net: Net, smooth: Net, optimizer: Any, traits: Memory, likely: Memory, good: Tensor, size: int
) -> float:
    """
    Learn from what was played; return the mean loss by how likely fates were.

    An error of a step in what is to be expected (see `in_steps`) counts beside that: choosing depends on it.
    """
    coded = Coded(net.codes)
    batches = max(1, len(likely) // size)
    losses = 0.0
    for rows in np.array_split(torch.randperm(len(likely)).numpy(), batches):
        answers = net(coded.inputs(traits[rows]), torch.from_numpy(traits[rows, -1].astype(np.int64)))
        targets = torch.from_numpy(likely[rows].astype(np.float32))
        loss = torch.nn.functional.cross_entropy(answers, targets)
        missed = ((torch.softmax(answers, 1) - targets) @ good).square().mean()
        optimizer.zero_grad(set_to_none=True)
        (loss + missed).backward()
        optimizer.step()
        net.limit()
        keep_mean(smooth, net)
        losses += float(loss.detach())
    return losses / batches


class Coded:
    """Turns traits into inputs, many at a time: for each value of each trait it is known which ones."""

    def __init__(self, codes: Memory) -> None:
        self._inputs = count_inputs(codes)
        self._used = np.flatnonzero(codes["count"])
        self._growing = np.flatnonzero(codes["linear"])
        self._linear = torch.from_numpy(codes["linear"][self._growing].astype(np.int64))
        above = np.clip(np.arange(VALUES) - codes["low"][:, None], 0, codes["span"][:, None])
        self._places = (codes["first"][:, None] + above // codes["step"][:, None]).reshape(-1)
        steps = above * FINE // np.maximum(1, codes["span"][:, None])
        self._parts = (steps / FINE).astype(np.float32).reshape(-1)

    def inputs(self, traits: Memory) -> Tensor:
        used, growing = (
            traits[:, which].astype(np.int32) + (which * VALUES).astype(np.int32)
            for which in (self._used, self._growing)
        )
        out = torch.zeros(len(traits), self._inputs, dtype=torch.bfloat16)  # twice as fast, and exact enough
        out.scatter_(1, torch.from_numpy(self._places[used].astype(np.int64)), 1.0)
        out[:, self._linear] = torch.from_numpy(self._parts[growing]).bfloat16()
        return out
