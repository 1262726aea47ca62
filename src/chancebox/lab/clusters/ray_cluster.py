"""
Simulations on Ray: on this machine, or on a cluster that runs elsewhere.

Units are Ray tasks. Ray starts a task again when its worker dies, and whatever Ray gives up we hand in
anew; a unit is the same whoever plays it. A node whose program differs from ours would play other
games, so it computes the digest of the run itself, and is refused if that is another one.
"""

import logging
import os
import pickle
import socket
import tempfile
import warnings
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Self

from chancebox.bots import FILE
from chancebox.engine.game.boxes import pack_box
from chancebox.engine.game.errors import BadSetup, ChanceboxError
from chancebox.engine.game.texts import _
from chancebox.lab.clusters.clusters import MANY, Job, Keep, check_workers

CONNECT_SECONDS = 3.0
"""Seconds until a machine that does not answer counts as unreachable; who answers may be slow after that."""
QUIET: dict[str, Any] = {"logging_level": logging.ERROR, "log_to_driver": False}
TOKENS = ("RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH")
RETRIES = 5
"""How often Ray itself starts a unit again."""
TRIES = 4
"""How often we knock at a cluster, and how often a unit is handed in."""


@dataclass(frozen=True)
class PackedJob:
    """A job as it travels: a game and compiled code stay at home, a box and bots' files go along."""

    game: str
    seats: int
    options: tuple[tuple[str, str], ...]
    box_name: str
    box: Any
    bots: tuple[str, ...]
    bot_files: tuple[tuple[str, bytes], ...]
    """Bots that are files: the name of each and what is in it."""
    seed: int
    keep: int
    digest: str
    """That of the manifest, which the node must find as well."""


def pack(job: Job) -> PackedJob:
    """Pack a job for its travel."""
    from chancebox.lab.simulator import manifest_digest

    simulator = job.simulator
    bot_files = sorted({bot for bot in simulator.bots if FILE in bot})
    return PackedJob(
        game=simulator.game.name,
        seats=simulator.seats,
        options=tuple(simulator.options.items()),
        box_name=simulator.box.name,
        box=simulator.box.data,
        bots=simulator.bots,
        bot_files=tuple((bot, Path(bot.rpartition(":")[0]).read_bytes()) for bot in bot_files),
        seed=job.seed,
        keep=job.keep.value,
        digest=manifest_digest(simulator.manifest(job.seed)),
    )


def unpack(packed: PackedJob) -> Job:
    """Make the job again, on whatever machine; refuse if it would play other games."""
    from chancebox.games import game
    from chancebox.lab.simulator import Simulator, manifest_digest

    found = game(packed.game)
    here = {bot: _write_bot(bot, source) for bot, source in packed.bot_files}
    simulator = Simulator(
        found,
        packed.seats,
        options=dict(packed.options),
        box=pack_box(found, packed.box, packed.box_name),
        bots=[here.get(bot, bot) for bot in packed.bots],
    )
    manifest = simulator.manifest(packed.seed) | {"bots": list(packed.bots)}
    if manifest_digest(manifest) != packed.digest:
        raise BadSetup(_("A node of the cluster has another version of Chancebox, Python, NumPy or numba."))
    job = Job(simulator, packed.seed, Keep(packed.keep))
    simulator.prepare(job.keep)
    return job


def _write_bot(bot: str, source: bytes) -> str:
    """Write a bot's file where it can be loaded from, and name the bot accordingly."""
    path, _colon, word = bot.rpartition(":")
    folder = Path(tempfile.mkdtemp(prefix="chancebox-bot-"))
    (folder / Path(path).name).write_bytes(source)
    return f"{folder / Path(path).name}:{word}"


@cache
def _unpacked(text: bytes) -> Job:
    return unpack(pickle.loads(text))


def play_unit(packed: bytes, first: int, games: int) -> tuple[Any, float]:
    """Play a unit on a node; a refusal is an answer too."""
    try:
        return _unpacked(packed).do(first, games)
    except ChanceboxError as error:
        return error, 0.0


class RayCluster:
    """A Ray that is there already, or one for this run alone."""

    unit_seconds = 1.0
    most_games = MANY

    def __init__(self, address: str | None = None, workers: int | None = None) -> None:
        self._ray: Any = _load_ray()
        if workers is not None:
            check_workers(workers)
        if address is None:
            self._start(workers)
        else:
            self._connect(address)
        self.workers = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        self._unit = self._ray.remote(num_cpus=1, max_retries=RETRIES)(play_unit)
        self._packed: dict[int, tuple[Job, Any]] = {}

    def _connect(self, address: str) -> None:
        server = _check_address(address)
        try:
            # Ray itself would wait for minutes where nobody is.
            socket.create_connection(server, CONNECT_SECONDS).close()
            self._enter(address)
        except Exception as error:  # whatever Ray thinks of it
            raise BadSetup(
                _("The cluster {address} cannot be reached: {error}").format(
                    address=address, error=_last_line(error)
                )
            ) from None

    def _enter(self, address: str) -> None:
        """Be let in: a Ray with much to do cannot always start a process for who comes, and says so."""
        with warnings.catch_warnings(action="ignore"):
            for _try in range(TRIES - 1):
                with suppress(RuntimeError):
                    self._ray.init(address, **QUIET)
                    return
                self._ray.shutdown()
            self._ray.init(address, **QUIET)

    def _start(self, workers: int | None) -> None:
        """Use the Ray of this machine if one runs, and start one if not."""
        with warnings.catch_warnings(action="ignore"):
            try:
                self._ray.init("auto", **QUIET)
            except ConnectionError:
                self._ray.init("local", num_cpus=workers, include_dashboard=False, **QUIET)

    def submit(self, job: Job, first: int, games: int) -> Callable[[], tuple[Any, float]]:
        if id(job) not in self._packed:
            self._packed[id(job)] = job, self._ray.put(pickle.dumps(pack(job)))
        packed = self._packed[id(job)][1]
        begun = self._unit.remote(packed, first, games)
        return lambda: self._wait(begun, packed, first, games)

    def _wait(self, begun: Any, packed: Any, first: int, games: int) -> tuple[Any, float]:
        errors = self._ray.exceptions
        for _try in range(TRIES):
            try:
                part, seconds = self._ray.get(begun)
            except errors.RayTaskError as error:
                # The unit itself failed, and would again.
                raise BadSetup(
                    _("A node of the cluster cannot play: {error}").format(error=_last_line(error))
                ) from None
            except errors.RayError as error:
                lost = error
                begun = self._unit.remote(packed, first, games)
                continue
            if isinstance(part, ChanceboxError):
                raise part
            return part, seconds
        raise BadSetup(
            _("The cluster lost games {first} to {last} again and again: {error}").format(
                first=first, last=first + games - 1, error=_last_line(lost)
            )
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        with warnings.catch_warnings(action="ignore"):
            self._ray.shutdown()


def _load_ray() -> Any:
    if find_spec("ray") is None or find_spec("grpc") is None:
        raise BadSetup(_("Ray is not installed here; `pip install chancebox[cluster]` installs it."))
    if any(name in os.environ for name in TOKENS) or (Path.home() / ".ray" / "auth_token").exists():
        # Where a token lies Ray guards what it starts, but would not show it to what it connects to.
        os.environ.setdefault("RAY_AUTH_MODE", "token")
    # Ray and what it brings warn about themselves when they are imported.
    with warnings.catch_warnings(action="ignore"):
        import ray

        return ray


def _check_address(address: str) -> tuple[str, int]:
    host, _colon, port = address.removeprefix("ray://").rpartition(":")
    if not (host and port.isascii() and port.isdigit() and int(port) < 65536):
        raise BadSetup(
            _("A cluster's address is written ray://host:port, not {address}.").format(address=address)
        )
    return host, int(port)


def _last_line(error: object) -> str:
    return str(error).strip().splitlines()[-1] if str(error).strip() else type(error).__name__
