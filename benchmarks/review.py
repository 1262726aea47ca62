"""How long the review of a four-seat game takes on one core, and how exact it is.

Run it as `python benchmarks/review.py [GAME …] [--depth normal]`. Games are played by the searcher, the rule
of thumb, somebody at random, and the searcher: decisions that differ from the rule of thumb make the work.
"""

import argparse
import time

from chancebox.bots import bot, question
from chancebox.engine.match.chance import Seeded
from chancebox.engine.match.match import Match
from chancebox.games import game, names
from chancebox.reviews.reviewing import reviewing

PLAYERS = ("searcher:300", "thumb", "random", "searcher:300")
HEAD = ("game", "events", "first look", "whole", "of one share", "of luck", "games")


def play(name: str, seed: int) -> Match:
    """Play a game among bots."""
    found = game(name)
    seats = min(len(PLAYERS), found.seats[-1])
    match = Match(found, seats, options=found.usual_options(seats), dealer=Seeded(seed), build="compiled")
    players = [bot(PLAYERS[seat], seat) for seat in range(seats)]
    while match.to_act:
        seat = match.to_act[0]
        match.play(seat, players[seat].choose(question(match, seat)))
    return match


def measure(name: str, depth: str) -> list[str]:
    """Review a game; count by processor time, since the machine may be shared."""
    for _look in reviewing(play(name, 1), "quick"):
        pass  # compiles
    match = play(name, 7)
    begun = time.process_time()
    looks = reviewing(match, depth)
    look = next(looks)
    first = time.process_time() - begun
    *_looks, look = looks
    took = time.process_time() - begun
    worst = 100 * max(map(max, look.errors))
    luck = 100 * max(seat.luck.error for seat in look.seats)
    return [
        name,
        str(len(match.events)),
        f"{first:.1f} s",
        f"{took:.1f} s",
        f"± {worst:.1f}",
        f"± {luck:.1f}",
        f"{look.games:,}",
    ]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=names())
    parser.add_argument("--depth", default="normal")
    given = parser.parse_args()
    print(f"| {' | '.join(HEAD)} |")
    print("|" + "---|" * len(HEAD))
    for name in given.games:
        print(f"| {' | '.join(measure(name, given.depth))} |", flush=True)
