"""
Rounds of self-play: so many decisions in many games, and what each was worth in the end.

Some seats are played by the rule of thumb: at first all, so that learning begins with sensible games, later a
few, so that the network meets others than itself. The network plays as the bot does: by the rule of thumb,
unless another choice seems better beyond doubt. Now and then a choice is made that is neither, so that more
is seen.

What a seat knows after its decision is a sample, and what any seat knows while somebody is asked is another:
so the network can be asked at any moment. The target of a sample is the share of the win, approached step by
step: of what the same seat thought at its later decisions, those further away count less and less
(TD(lambda)). A choice that was only tried says nothing about the decisions before it.
"""

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from chancebox.gpu.selfplay import SelfPlay
from chancebox.lab.training.net import Net

ROWS = 1 << 17
"""Rows that are evaluated at a time."""


@dataclass(frozen=True)
class Manner:
    """How a round is played."""

    thumbs: float
    """The part of the seats that the rule of thumb plays, in games that begin."""
    doubt: float
    """By so much of a win a choice must seem better than that of the rule of thumb to be made."""
    tries: float
    """The part of the decisions that are only tried: half of them at random, half what seems best."""
    lasting: float
    """How much of what comes later counts: lambda."""


@dataclass
class Round:
    """Samples of a round: what seats knew (records as bytes), who knew it, and its target."""

    play: SelfPlay
    known: Any
    viewers: Any
    targets: Tensor
    finished: int
    """Games that were over."""
    won: Tensor
    """Shares won by seats of the network in games with both, and what would have been even."""


class RoundPlayer:
    """Plays rounds of one number of seats."""

    def __init__(self, play: SelfPlay, device: str) -> None:
        self.play = play
        self._device = device
        self._every = torch.arange(play.games, device=device)
        self._thumbs = torch.ones((play.games, play.seats), dtype=torch.bool, device=device)
        """The seats that the rule of thumb plays."""

    def round(self, net: Net, steps: int, manner: Manner) -> Round:
        """Play so many decisions in each game."""
        play, every = self.play, self._every
        arrays, games, seats = play.arrays, play.games, play.seats
        known = arrays.empty((2, steps, games, play.record), "uint8")
        viewers = arrays.empty((2, steps, games), "int64")
        expected = torch.empty((steps, games), device=self._device)
        tried = torch.empty((steps, games), dtype=torch.bool, device=self._device)
        overs = torch.empty((steps, games), dtype=torch.bool, device=self._device)
        shares = torch.empty((steps, games, seats), device=self._device)
        asked = torch.empty((2, steps, games), dtype=torch.bool, device=self._device)
        won = torch.zeros(2, device=self._device)
        for step in range(steps):
            # While somebody is asked, one of the seats looks at the game.
            looking = torch.randint(seats, (games,), device=self._device)
            viewers[0, step] = arrays.from_dlpack(looking)
            known[0, step] = play.look(viewers[0, step])
            turns = torch.from_dlpack(play.turns).clone()
            thumb = self._thumbs[every, turns]
            asked[:, step] = ~torch.stack([self._thumbs[every, looking], thumb])
            advice = torch.from_dlpack(play.advise())
            attempts = play.attempt()
            places = torch.from_dlpack(attempts.places)
            worth = evaluate(net, play, attempts.known, play.turns[attempts.places])
            ended = torch.from_dlpack(attempts.worth)
            worth = torch.where(ended < 0, worth, ended)
            best = _highest(worth, places, games)
            advised = torch.nonzero(torch.from_dlpack(attempts.actions) == advice[places])[:, 0]
            taught = torch.empty_like(best).scatter(0, places[advised], advised)
            sure = ~thumb & (worth[best] > worth[taught] + manner.doubt)
            meant = torch.where(sure, best, taught)
            luck = torch.rand(games, device=self._device)
            anything = _highest(torch.rand_like(worth), places, games)
            chosen = torch.where(
                luck < manner.tries, torch.where(luck < manner.tries / 2, best, anything), meant
            )
            rows = arrays.from_dlpack(chosen)
            viewers[1, step] = play.turns
            known[1, step] = attempts.known[rows]
            expected[step] = worth[meant]
            tried[step] = chosen != meant
            over, share = play.advance(arrays.ascontiguousarray(attempts.actions[rows]))
            overs[step] = torch.from_dlpack(over.view("int8")) != 0
            shares[step] = torch.from_dlpack(share)
            won += self._begin_anew(overs[step], shares[step], manner.thumbs)
        targets = trace_back(torch.from_dlpack(viewers), expected, tried, overs, shares, manner.lasting)
        told = ~torch.isnan(targets) & (asked | (manner.thumbs == 1.0))
        flat = arrays.from_dlpack(torch.nonzero(told.reshape(-1))[:, 0])
        return Round(
            play,
            known.reshape(-1, play.record)[flat],
            viewers.reshape(-1)[flat],
            targets[told],
            int(overs.sum()),
            won,
        )

    def _begin_anew(self, over: Tensor, shares: Tensor, part: float) -> Tensor:
        """Seat the rule of thumb in games that begin; return what the network won of those that are over."""
        mine = ~self._thumbs & over[:, None]
        mixed = (mine.any(1) & (self._thumbs & over[:, None]).any(1))[:, None]
        even = shares.sum(1, keepdim=True) / shares.shape[1]
        won = torch.stack([(shares * mine * mixed).sum(), (even * mine * mixed).sum()])
        fresh = torch.rand(self._thumbs.shape, device=self._device) < part
        self._thumbs = torch.where(over[:, None], fresh, self._thumbs)
        return won


def trace_back(
    who: Tensor, expected: Tensor, tried: Tensor, overs: Tensor, shares: Tensor, lasting: float
) -> Tensor:
    """
    Return the targets of both kinds of samples, by step and game; nan where nothing is known yet.

    `who` has who looked before and who decided at each step, `expected` what the decision that was meant
    seemed worth. What is known of each seat's future is carried backwards through the steps.
    """
    _kinds, steps, games = who.shape
    ahead = torch.full((games, shares.shape[2]), torch.nan, device=expected.device)
    targets = torch.empty_like(who, dtype=torch.float32)
    every = torch.arange(games, device=expected.device)
    for step in reversed(range(steps)):
        ahead = torch.where(overs[step][:, None], shares[step], ahead)
        decided = who[1, step]
        target = ahead[every, decided]
        targets[1, step] = target
        carried = expected[step] + lasting * (target - expected[step])
        ahead[every, decided] = torch.where(tried[step] | torch.isnan(target), expected[step], carried)
        targets[0, step] = ahead[every, who[0, step]]
    return targets


def evaluate(net: Net, play: SelfPlay, known: Any, viewers: Any) -> Tensor:
    """Return what a network thinks of positions: shares of the win."""
    found = []
    for first in range(0, len(known), ROWS):
        rows = play.arrays.arange(first, min(first + ROWS, len(known)))
        with torch.no_grad():
            found.append(torch.sigmoid(net(inputs(play, known, rows, viewers))))
    return torch.cat(found)


def inputs(play: SelfPlay, known: Any, rows: Any, viewers: Any) -> Tensor:
    """Return inputs of a network; on a processor in 32 bits, which it multiplies faster."""
    encoded = torch.from_dlpack(play.encode(known, rows, viewers))
    return encoded if encoded.is_cuda else encoded.float()


def _highest(worth: Tensor, places: Tensor, games: int) -> Tensor:
    """Find the row of each game that is worth most; of several, any."""
    highest = torch.full((games,), -1e9, device=worth.device).scatter_reduce(0, places, worth, "amax")
    rows = torch.nonzero(worth == highest[places])[:, 0]
    return torch.zeros(games, dtype=torch.int64, device=worth.device).scatter(0, places[rows], rows)
