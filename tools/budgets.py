"""
Print what a grandmaster with less time gives away alone in Second Chance, as one with much more time sees it.

Run it as `python tools/budgets.py [SECONDS]`. One bot plays series; one decision of some is also put to the
others, and to a grandmaster with far more time, which says how likely the series is met after each
of their choices. What was not among its last few counts as the worst of those, so that somebody who chooses
badly gives away more than is told here.
"""

import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from random import Random
from statistics import mean, stdev

from chancebox.bots import bot
from chancebox.bots.interface import Question, question
from chancebox.bots.networks.grandmaster import Grandmaster
from chancebox.engine.match.chance import Seeded
from chancebox.engine.match.match import Match
from chancebox.games import game

PLAYS = "grandmaster:1000"
ASKED = ("learned", "grandmaster:1000", "grandmaster:4000", "grandmaster:10000")
LARGE = 60_000
EVERY = 6
"""One decision of so many is looked at."""
FIRST = 100_000
"""The number of the first series: not those of the ladder."""

Losses = list[float]
"""What each of those asked gives away with a decision, as a part of a series."""


def main(seconds: float) -> None:
    """Play on all cores until so much time is over, and print a table."""
    cores = os.cpu_count() or 1
    until = time.time() + seconds
    with ProcessPoolExecutor(cores) as pool:
        parts = pool.map(play, range(FIRST, FIRST + cores), repeat(cores), repeat(until))
        series = [losses for part in parts for losses in part]
    found = [losses for one in series for losses in one]
    each = EVERY * len(found) / len(series)
    print(f"{len(found):,} decisions of {len(series):,} series; points of a series met:\n")
    print(f"| bot | gives away in a decision | in {each:.0f} of them, a series |\n|---|--:|--:|")
    for name, lost in zip(ASKED, zip(*found, strict=True), strict=True):
        error = 1.96 * stdev(lost) / len(lost) ** 0.5
        print(f"| {name} | {100 * mean(lost):.3f} ± {100 * error:.3f} | {100 * each * mean(lost):.1f} |")


def play(first: int, step: int, until: float) -> list[list[Losses]]:
    """Play series from this number on, at least one; return what was given away in each of them."""
    found = [list(look_at(first))]
    while time.time() < until:
        found.append(list(look_at(first + step * len(found))))
    return found


def look_at(number: int) -> Iterator[Losses]:
    """Play a series; tell what was given away in some of its decisions."""
    match = Match(game("second-chance"), 1, dealer=Seeded(number), build="compiled")
    player, chance = bot(PLAYS, number), Random(number)
    while match.to_act:
        asked = question(match, 0)
        if len(asked.choices) > 1 and chance.randrange(EVERY) == 0:
            yield compare(asked, number)
        match.play(0, player.choose(asked))


def compare(asked: Question, number: int) -> Losses:
    """Ask everybody; return what each of them gives away."""
    thought = Grandmaster(2 * number, LARGE).think(asked)  # with luck of its own
    shares = {one.action: one.share for one in thought.evaluations}
    best, worst = max(shares.values()), min(shares.values())
    return [best - shares.get(bot(name, number).choose(asked), worst) for name in ASKED]


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 600.0)
