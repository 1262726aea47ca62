"""
Race the compiled rules of two checkouts: random play on one core.

    git worktree add ../older v0.1.0
    python benchmarks/rules.py ../older .

Each checkout plays in a process of its own. They take turns with the same numbered games, so that whatever
else the machine does disturbs both alike; of each the best turn counts. The first line of a game is its first
compilation, with an empty cache. Both must find the same: numbered games are part of what users can rely on.
"""

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table as Grid

SEATS = {
    "pig": 2,
    "gang-of-dice": 3,
    "chance-it": 4,
    "second-chance": 4,
    "take-a-chance": 4,
    "take-it-or-leave-it": 4,
}
TURN = 0.15
"""Seconds that the first checkout plays in a turn."""


def play() -> None:
    """Answer each line "game seats games" with events, seconds of CPU, and what was found."""
    from chancebox.games import game
    from chancebox.lab.clusters.clusters import Keep
    from chancebox.lab.simulator import Simulator

    known: dict[str, Simulator] = {}
    for line in sys.stdin:
        name, seats, games = line.split()
        begun = time.thread_time()
        if name not in known:
            known[name] = Simulator(game(name), int(seats))
            known[name].prepare(Keep.COUNTS)
        tally = known[name].play(1, 0, int(games))
        took = time.thread_time() - begun
        found = hashlib.sha256(tally.lengths.tobytes() + tally.wins.tobytes() + tally.endings.tobytes())
        print(int(tally.sums[0]), took, found.hexdigest(), flush=True)


class Checkout:
    """The rules of a source tree, in a process of its own."""

    def __init__(self, tree: str, cache: str) -> None:
        # The games of the tests lie beside them, and are found by an entry point there.
        path = os.pathsep.join(str(Path(tree).resolve() / part) for part in ("src", "tests"))
        env = {**os.environ, "PYTHONPATH": path, "CHANCEBOX_CACHE": cache}
        command = [sys.executable, __file__, "--play"]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env
        )

    def play(self, name: str, games: int) -> tuple[float, float, str]:
        """Play so many games; return events a second in millions, seconds, and what was found."""
        assert self._process.stdin
        assert self._process.stdout
        print(name, SEATS[name], games, file=self._process.stdin, flush=True)
        events, took, found = self._process.stdout.readline().split()
        return int(events) / float(took) / 1e6, float(took), found

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait()


def race(name: str, checkouts: list[Checkout], turns: int) -> list[str]:
    """Let two checkouts play a game in turns; return a row of the table."""
    compiled = [checkout.play(name, 1)[1] for checkout in checkouts]
    games = 100
    while (took := checkouts[0].play(name, games)[1]) < TURN / 4:
        games *= 4
    games = int(games * TURN / took) + 1
    played = [[checkout.play(name, games) for checkout in checkouts] for _turn in range(turns)]
    before, after = (max(turn[one][0] for turn in played) for one in range(2))
    same = len({found for turn in played for _rate, _took, found in turn}) == 1
    times = [f"{seconds:.1f}" for seconds in compiled]
    return [name, *times, f"{before:.1f}", f"{after:.1f}", f"{after / before:.2f} x", "yes" if same else "NO"]


def main() -> int:
    parser = argparse.ArgumentParser(description="Race the compiled rules of two checkouts.")
    parser.add_argument("trees", nargs="*", help="an older checkout, and a newer one")
    parser.add_argument("--turns", type=int, default=6)
    parser.add_argument("--play", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.play:
        play()
        return 0
    if len(given.trees) != 2:
        parser.error("two checkouts are raced")
    grid = Grid(title="random play on one core, by CPU time: s to compile, million events/s")
    for column in ("game", "s before", "s after", "before", "after", "", "same games"):
        grid.add_column(column, justify="left" if column == "game" else "right")
    same = True
    with tempfile.TemporaryDirectory() as cache:
        checkouts = [Checkout(tree, f"{cache}/{n}") for n, tree in enumerate(given.trees)]
        for name in SEATS:
            row = race(name, checkouts, given.turns)
            same &= row[-1] == "yes"
            grid.add_row(*row)
        for checkout in checkouts:
            checkout.close()
    Console(width=110).print(grid)
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
