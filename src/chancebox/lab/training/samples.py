"""What is seen in games by the rule of thumb, with a slip now and then: inputs are made from it."""

from collections.abc import Iterable

import numpy as np

from chancebox.bots import bot_seed
from chancebox.bots.interface import question
from chancebox.bots.thumb import ThumbBot
from chancebox.engine.game.game import Game
from chancebox.engine.game.observations import BIT, BYTE, LONG, SEAT, SHORT, features
from chancebox.engine.match.chance import Seeded, derive_seed
from chancebox.engine.match.match import Match
from chancebox.engine.rules.records import Memory

SLIPS = 0.15
"""Decisions that are made at random, so that more is seen."""
_KINDS = {BYTE: "i1", BIT: "i1", SEAT: "i1", SHORT: "<i2", LONG: "<i4"}


def observe_games(game: Game, all_seats: Iterable[int], games: int, seed: int) -> Memory:
    """Return what all seats see in so many games of these numbers of seats, a row for each look."""
    looked = []
    for seats in all_seats:
        seen: list[list[Memory]] = [[] for _ in range(seats)]
        for number in range(games):
            for position in _positions(game, seats, derive_seed(seed, "sample", seats, number)):
                for seat in range(seats):
                    seen[seat].append(position[seat])
        looked += [observe(game, np.concatenate(seen[seat]), seat, seats) for seat in range(seats)]
    return np.concatenate(looked)


def _positions(game: Game, seats: int, seed: int) -> list[list[Memory]]:
    """Play a game; return each position as all seats know it."""
    match = Match(game, seats, options=game.usual_options(seats), dealer=Seeded(seed))
    thumbs = [ThumbBot(bot_seed(seed, seat), "plain") for seat in range(seats)]
    slips = np.random.default_rng(seed)
    found = []
    while match.result is None:
        found.append([match.position(seat) for seat in range(seats)])
        seat = match.to_act[0]
        asked = question(match, seat)
        slip = slips.random() < SLIPS
        match.play(seat, int(slips.choice(asked.choices)) if slip else thumbs[seat].choose(asked))
    found.append([match.position(seat) for seat in range(seats)])
    return found


def observe(game: Game, positions: Memory, seat: int, seats: int) -> Memory:
    """Write down what a seat sees of positions, on which the rest is hidden."""
    raw = positions.view(np.uint8).reshape(len(positions), -1)
    out = np.empty((len(positions), len(features(game))), np.int32)
    for i, feature in enumerate(features(game, seat, seats)):
        kind = np.dtype(_KINDS[feature.read])
        cells = np.ascontiguousarray(raw[:, feature.offset : feature.offset + kind.itemsize])
        value = cells.view(kind)[:, 0].astype(np.int32)
        if feature.read == BIT:
            value = value >> feature.bit & 1
        elif feature.read == SEAT:
            value = np.where((value >= 0) & (value < seats), (value - seat) % seats, -1)
        out[:, i] = value if i else seat
    return out
