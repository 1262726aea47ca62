"""
Who does the work of a simulation: threads here, or Ray wherever it runs.

A run is cut into units of consecutive game numbers. A cluster takes units and answers each of them;
answers are handed over by number, so that nothing depends on who is quicker, or on how the run was cut.
"""

import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import Enum
from types import TracebackType
from typing import TYPE_CHECKING, Any, Protocol, Self

from chancebox.engine.game.errors import BadSetup
from chancebox.engine.game.texts import _
from chancebox.lab.files.results import Results

if TYPE_CHECKING:
    from chancebox.lab.simulator import Simulator

MOST_WORKERS = 1024
FEW = 64
"""Games of the first unit, if they are played by compiled code."""
MANY = 1 << 18
"""Games of a unit at most: its rows are held in memory."""
MANY_EVENTS = 1 << 21
"""Events of a unit at most, about, if they are kept."""


class Keep(Enum):
    """What is kept of games; each keeps what those before it keep."""

    COUNTS = 0
    GAMES = 1
    EVENTS = 2
    NOTATION = 3

    @property
    def has_events(self) -> bool:
        return self.value >= Keep.EVENTS.value


@dataclass(frozen=True)
class Job:
    """What the workers of a run do."""

    simulator: "Simulator"
    seed: int
    keep: Keep

    def do(self, first: int, games: int) -> tuple[Any, float]:
        """Play games number `first` and on; return a `Tally` or `Results`, and the seconds it took."""
        begun = time.perf_counter()
        if self.keep == Keep.COUNTS:
            part: Any = self.simulator.play(self.seed, first, games)
        else:
            part = self.simulator.record(self.seed, first, games, self.keep)
        return part, time.perf_counter() - begun


class Cluster(Protocol):
    """Takes units of work; to be closed when the run is over."""

    workers: int
    unit_seconds: float
    """How long a unit shall take: often enough for a progress bar, rare enough to cost nothing."""
    most_games: int
    """Games of a unit at most."""

    def submit(self, job: Job, first: int, games: int) -> Callable[[], tuple[Any, float]]:
        """Begin a unit; what is returned waits for its answer."""
        ...

    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class LocalCluster:
    """The threads of this process: compiled code lets go of Python's lock."""

    unit_seconds = 0.1
    most_games = MANY

    def __init__(self, workers: int | None = None) -> None:
        self.workers = cores() if workers is None else check_workers(workers)
        self._pool = ThreadPoolExecutor(self.workers)

    def submit(self, job: Job, first: int, games: int) -> Callable[[], tuple[Any, float]]:
        return self._pool.submit(job.do, first, games).result

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._pool.shutdown(cancel_futures=True)


class GpuCluster(LocalCluster):
    """The GPU of this machine, which takes one unit after the other: only counts come back from it."""

    most_games = 1 << 28

    def __init__(self) -> None:
        super().__init__(workers=1)


def open_cluster(name: str, workers: int | None = None) -> Cluster:
    """Open a cluster by its name: `local`, `ray` or `ray://host:port`."""
    if name == "local":
        return LocalCluster(workers)
    if name == "ray" or name.startswith("ray://"):
        from chancebox.lab.clusters.ray_cluster import RayCluster

        return RayCluster(name if name != "ray" else None, workers)
    raise BadSetup(
        _("There is no cluster {name!r}; there are local, ray and ray://host:port.").format(name=name)
    )


def play_in_order(cluster: Cluster, job: Job, first: int, games: int) -> Iterator[Any]:
    """Play from game `first` up to so many games, and hand over what was kept, by number."""
    least = FEW if job.simulator.is_compiled else 1
    size = least
    running: deque[tuple[int, Callable[[], tuple[Any, float]]]] = deque()
    while first < games or running:
        while first < games and len(running) < 2 * cluster.workers:
            unit = min(size, games - first)
            running.append((unit, cluster.submit(job, first, unit)))
            first += unit
        unit, answer = running.popleft()
        part, seconds = answer()
        size = min(4 * size, int(unit * cluster.unit_seconds / seconds), cluster.most_games)
        if isinstance(part, Results) and part.seats is not None:
            size = min(size, MANY_EVENTS * unit // len(part.seats))
        size = max(size, least)
        yield part


def check_workers(workers: int) -> int:
    """Return the number of workers if there can be so many."""
    if not 1 <= workers <= MOST_WORKERS:
        raise BadSetup(
            _("There can be 1 to {most:,} workers, not {workers}.").format(most=MOST_WORKERS, workers=workers)
        )
    return workers


def cores() -> int:
    """Count the cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
