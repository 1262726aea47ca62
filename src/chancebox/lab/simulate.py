"""
Simulations: many games of random play on all cores.

Work is cut into units of consecutive game numbers. Each game has streams of its own, so that the
same seed gives the same result whatever the number of cores and whoever finishes first. Compiled
code lets go of Python's lock, hence threads.
"""

import os
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

import numpy as np

from chancebox.engine.boxes import Box, load_box
from chancebox.engine.builds import Compiled, Report, silent
from chancebox.engine.chance import DEALING, THINKING, check_seed, stream_key
from chancebox.engine.errors import BadSetup
from chancebox.engine.game import Game
from chancebox.engine.texts import _
from chancebox.lab import playout
from chancebox.lab.findings import Findings, Tally, counts

MOST_GAMES = 2**32
FIRST_UNIT = 64
UNIT_SECONDS = 0.1
"""A unit of work takes about this long: often enough for a progress bar, rare enough to cost nothing."""


class Simulator:
    """A game with its box and options, ready to be played many times."""

    def __init__(
        self,
        game: Game,
        seats: int,
        *,
        options: Mapping[str, str] | None = None,
        box: Box | None = None,
        build: str = "compiled",
        report: Report = silent,
    ) -> None:
        self.game = game
        self.seats = game.check_seats(seats)
        self.options = game.check_options(options or {}, seats)
        self.box = box or load_box(game)
        self._options = game.options_record(self.options)
        compiled = game.build(build, report)
        assert isinstance(compiled, Compiled)
        self._kernel = compiled.kernels(playout, playout.ENTRANCES)

    def play(self, seed: int, first: int, games: int) -> Tally:
        """Play games number `first` and on, on this thread."""
        rules = self.game.rules
        tally = Tally()
        keys = np.array([*stream_key(seed, DEALING), *stream_key(seed, THINKING)], np.int64)
        room = counts(max(rules.MOST_CHOICES, rules.MOST_OUTCOMES))
        states = np.zeros(2, rules.Position.dtype)
        self._kernel.play_many(
            self.box.memory,
            self._options,
            states,
            self.seats,
            first,
            games,
            keys,
            room,
            tally.wins,
            tally.endings,
            tally.lengths,
            tally.sums,
        )
        return tally

    def run(
        self,
        games: int,
        seed: int,
        workers: int | None = None,
        progress: Callable[[int], None] = lambda _games: None,
    ) -> Findings:
        """Play so many games on so many cores; `progress` is told how many are done."""
        if not 1 <= games <= MOST_GAMES:
            raise BadSetup(
                _("A simulation has 1 to {most} games, not {games}.").format(most=MOST_GAMES, games=games)
            )
        workers = _check_workers(workers)
        check_seed(seed)
        begun = time.perf_counter()
        tally = Tally()
        for part in self._units(games, seed, workers):
            tally.add(part)
            progress(int(tally.endings.sum()))
        return Findings(
            game=self.game.name,
            seats=self.seats,
            games=games,
            seed=seed,
            workers=workers,
            box=self.box.digest,
            options=self.options,
            seconds=time.perf_counter() - begun,
            tally=tally,
            endings=self.game.words.ENDINGS,
        )

    def _units(self, games: int, seed: int, workers: int) -> Iterator[Tally]:
        """Play in units on all workers, and hand over each unit as it is finished."""
        size = FIRST_UNIT
        first = 0
        running: dict[Future[tuple[Tally, float]], int] = {}
        with ThreadPoolExecutor(workers) as pool:
            while first < games or running:
                while first < games and len(running) < 2 * workers:
                    unit = min(size, games - first)
                    running[pool.submit(self._timed, seed, first, unit)] = unit
                    first += unit
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    unit = running.pop(future)
                    tally, seconds = future.result()
                    size = max(FIRST_UNIT, min(4 * size, int(unit * UNIT_SECONDS / seconds)))
                    yield tally

    def _timed(self, seed: int, first: int, games: int) -> tuple[Tally, float]:
        begun = time.perf_counter()
        tally = self.play(seed, first, games)
        return tally, time.perf_counter() - begun


def cores() -> int:
    """Count the cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _check_workers(workers: int | None) -> int:
    if workers is None:
        return cores()
    if not 1 <= workers <= 1024:
        raise BadSetup(_("There can be 1 to 1,024 workers, not {workers}.").format(workers=workers))
    return workers
