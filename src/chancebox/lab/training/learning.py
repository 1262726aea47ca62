"""
Learning a game: a network plays against itself at all numbers of seats, and learns what became of it.

What it learns is what a position is worth to a seat by what the seat knows, and nothing else; it plays what
seems worth most. Everything is drawn from one seed; how far it comes in so many minutes depends on the
machine.
"""

import copy
import math
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch

from chancebox.bots.networks.weights import load_weights
from chancebox.bots.thumb import plain_notes
from chancebox.engine.game.boxes import load_box
from chancebox.engine.game.game import Game
from chancebox.engine.game.inputs import make_codes
from chancebox.engine.game.observations import features
from chancebox.engine.rules.records import Memory
from chancebox.gpu.machines import Gpu, Machine
from chancebox.gpu.selfplay import SelfPlay
from chancebox.lab.training.net import Net
from chancebox.lab.training.plans import TrainingPlan, TrainingProgress, keep_mean, part_done, rate_at
from chancebox.lab.training.rounds import Manner, Round, RoundPlayer, inputs
from chancebox.lab.training.samples import observe_games

SAMPLED = 20
"""Games of each number of seats from which inputs are made."""
FIRST_DOUBT = 0.1
"""What a choice must seem better by than that of the rule of thumb, when the network begins to play."""
LASTING, LASTING_IN_WATCHING = 0.97, 0.99
TRIES, TRIES_IN_WATCHING = 0.03, 0.08
WATCHING, THUMBS = 0.2, 0.2
"""The part of the time in which the rule of thumb plays all seats; later, the part of the seats."""


def learn(
    game: Game, plan: TrainingPlan, out: Path, machine: Machine, report: Callable[[TrainingProgress], None]
) -> None:
    """Learn, and write weights to a file again and again; what lies there is learned on from."""
    torch.manual_seed(plan.seed)
    device = "cuda" if isinstance(machine, Gpu) else "cpu"
    before = load_weights(out, game) if out.exists() else None
    codes = codes_for(game, plan)  # even if they are known: this takes the notes of the rule of thumb
    net = (Net.from_weights(before) if before else Net(codes, plan.hidden)).to(device)
    smooth = copy.deepcopy(net)
    about: dict[str, Any] = before.about if before else {"game": game.name, "version": game.version}
    runs = [*about.get("runs", []), {"plan": asdict(plan), "decisions": 0, "games": 0}]
    notes = plain_notes(game, load_box(game))
    players = [
        RoundPlayer(
            SelfPlay(game, seats, plan.games, net.codes, notes, machine, plan.seed + 1000 * len(runs)), device
        )
        for seats in game.all_seats
    ]
    optimizer = torch.optim.Adam(net.parameters())
    begun = kept = time.monotonic()
    done, played = 0.0, 0
    while done < 1.0:
        for group in optimizer.param_groups:
            group["lr"] = rate_at(done)
        manner = _manner(plan, done, watching=before is None and done < WATCHING)
        rounds = [player.round(net, plan.steps, manner) for player in players]
        loss = _study(net, smooth, optimizer, rounds, plan.batch)
        runs[-1]["decisions"] += plan.games * plan.steps * len(players)
        runs[-1]["games"] += sum(one.finished for one in rounds)
        now = time.monotonic()
        played += 1
        done = part_done(plan, now - begun, played)
        if done >= 1.0 or now - kept >= plan.pause:
            kept = now
            smooth.weights(about | {"doubt": plan.doubt, "runs": runs}).save(out)
            won, even = (float(one) for one in sum(one.won for one in rounds))
            share = won / even if even else math.nan
            report(TrainingProgress(now - begun, runs[-1]["decisions"], runs[-1]["games"], loss, share))


def _manner(plan: TrainingPlan, done: float, watching: bool) -> Manner:
    """Return how to play when so much of the plan is done: at first it watches the rule of thumb."""
    if watching:
        return Manner(1.0, math.inf, TRIES_IN_WATCHING, LASTING_IN_WATCHING)
    return Manner(THUMBS, FIRST_DOUBT * (plan.doubt / FIRST_DOUBT) ** done, TRIES, LASTING)


def codes_for(game: Game, plan: TrainingPlan) -> Memory:
    """Find how the numbers of a game become inputs."""
    observations = observe_games(game, game.all_seats, SAMPLED, plan.seed)
    for i, feature in enumerate(features(game)):
        fields = [part.partition("[")[0] for part in feature.name.split(".")]
        if set(fields) & set(plan.without):
            observations[:, i] = 0
    return make_codes(observations)


def _study(net: Net, smooth: Net, optimizer: Any, rounds: list[Round], size: int) -> float:
    """Learn from rounds, a part of each at a time; return the mean loss, nan without samples."""
    total = sum(len(one.targets) for one in rounds)
    if not total:  # no game was over yet, so nobody knows what anything was worth
        return math.nan
    batches = max(1, total // size)
    device = rounds[0].targets.device
    parts = [torch.randperm(len(one.targets), device=device).tensor_split(batches) for one in rounds]
    losses = torch.zeros((), device=device)
    for number in range(batches):
        given, wanted = [], []
        for one, part in zip(rounds, parts, strict=True):
            rows = one.play.arrays.from_dlpack(part[number])
            given.append(inputs(one.play, one.known, rows, one.viewers))
            wanted.append(one.targets[part[number]])
        answers = net(torch.cat(given))
        loss = torch.nn.functional.binary_cross_entropy_with_logits(answers, torch.cat(wanted))
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        net.limit()
        keep_mean(smooth, net)
        losses += loss.detach()
    return float(losses / batches)
