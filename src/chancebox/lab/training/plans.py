"""Plans of learning, how far they are, and what all ways of learning share."""

from dataclasses import dataclass

import torch

from chancebox.lab.training.net import Net

RATE, LAST_RATE = 1e-3, 3e-5
SMOOTH = 0.998
"""What is kept is the mean of the network over some hundred steps: it plays better than the last one."""


@dataclass(frozen=True)
class TrainingPlan:
    """How to learn."""

    minutes: float = 10.0
    rounds: int = 0
    """If there are any, so many rounds instead: then the same seed learns the same on the same machine."""
    seed: int = 1
    games: int = 4096
    """In step, at each number of seats."""
    steps: int = 128
    """Decisions in each game of a round."""
    batch: int = 16384
    """Samples from which one step is learned."""
    hidden: int = 256
    """Units of the first layer."""
    doubt: float = 0.02
    """By so much of a win a choice must seem better than that of the rule of thumb, in the end."""
    without: tuple[str, ...] = ()
    """Fields that the network is not given."""
    pause: float = 60.0
    """Seconds after which the network is kept, again and again."""


@dataclass(frozen=True)
class TrainingProgress:
    """How far it is."""

    seconds: float
    decisions: int
    games: int
    loss: float
    share: float
    """
    Won of even, in games with seats of the rule of thumb; nan where there were none: 1 is as good as that.
    Of who learns fates: how good these were, as a part of the best.
    """


def rate_at(done: float) -> float:
    """Return how fast to learn when so much of the plan is done."""
    rate: float = RATE * (LAST_RATE / RATE) ** done
    return rate


def part_done(plan: TrainingPlan, seconds: float, rounds: int) -> float:
    """Return how much of the plan is done, from 0 to 1."""
    if plan.rounds:
        return rounds / plan.rounds
    return seconds / (60 * plan.minutes) if plan.minutes else 1.0


def keep_mean(smooth: Net, net: Net) -> None:
    """Move the mean of a network by one step."""
    with torch.no_grad():
        for kept, new in zip(smooth.parameters(), net.parameters(), strict=True):
            kept.lerp_(new, 1 - SMOOTH)
