"""
How long odds take: the list of a question, and one move, at moments of random games.

    python benchmarks/odds.py [GAMES PER GAME]

All in milliseconds of processor time. A tap shall be answered within 100 ms. The first question of a game
is slow: tables are made then.
"""

import random
import statistics
import sys
import time

from chancebox.engine.match.chance import Seeded
from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import CHANCE
from chancebox.games import game, names

MOST = 60
"""Moments of each game that are looked at."""


def measure(name: str, games: int) -> tuple[list[float], list[float]]:
    """Play random games, and time both questions at some of their moments."""
    found = game(name)
    lists, moves = [], []
    for seed in range(games):
        seats = random.Random(seed).choice(found.all_seats)
        rng = random.Random(seed)
        match = Match(found, seats, options=found.usual_options(seats), dealer=Seeded(seed))
        for _moment in range(MOST):
            asked = [seat for seat in match.to_act if seat != CHANCE]
            if not asked:
                break
            seat = rng.choice(asked)
            move = rng.choice(match.moves(seat))
            lists.append(_timed(match, seat, None))
            moves.append(_timed(match, seat, move))
            match.play(seat, move)
    return lists, moves


def _timed(match: Match, seat: int, move: str | None) -> float:
    began = time.thread_time()
    match.odds(seat, move)
    return 1000 * (time.thread_time() - began)


def main() -> None:
    """Print a line for each game."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 8
    print(f"{'ms':22}{'first':>8}{'median':>8}{'worst':>8}   one move: {'median':>8}{'worst':>8}")
    for name in names():
        if game(name).odds:
            lists, moves = measure(name, games)
            later, one = lists[1:], moves[1:]
            print(
                f"{name:22}{lists[0]:8.1f}{statistics.median(later):8.1f}{max(later):8.1f}"
                f"{'':13}{statistics.median(one):8.1f}{max(one):8.1f}"
            )


if __name__ == "__main__":
    main()
