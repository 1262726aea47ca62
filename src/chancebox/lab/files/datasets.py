"""
Simulations on disk: one Parquet file with a row for each game, and if wished one for their events.

While a run goes on its rows lie in `NAME.parts`, a folder of whole Parquet files of consecutive games,
beside a manifest that says what run they belong to. A part is written under another name and renamed
when the disk has it, so that whatever is named as a part is whole; a run that was killed goes on behind
the last one. At the end all are copied into one file, in row groups of one size: its bytes do not depend
on how the work was cut. Then the folder goes.
"""

import json
import os
import shutil
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TextIO

from chancebox.engine.game.errors import BadSetup
from chancebox.engine.game.texts import _
from chancebox.lab.clusters.clusters import Cluster, Job, Keep, play_in_order
from chancebox.lab.files.results import Results
from chancebox.lab.findings import Tally

if TYPE_CHECKING:
    from chancebox.lab.files.parquet import Writer
    from chancebox.lab.simulator import Simulator

ENDING = ".parquet"
GAMES, EVENTS = "games", "events"
MANIFEST = "run.json"
KEY = b"chancebox"
"""Under this name a Parquet file tells its run."""
ROW_GROUP = 1 << 18
PART_ROWS = 1 << 22
PART_SECONDS = 10.0
"""A part is closed after so many rows or seconds: what a killed run loses at most."""


class Dataset:
    """The file of a run, with its folder of parts while the run goes on."""

    def __init__(self, out: str | Path, simulator: "Simulator", seed: int, keep: Keep, games: int) -> None:
        self.path = check_name(out)
        self.folder = _folder(self.path)
        self.simulator = simulator
        self.seed = seed
        self.keep = keep
        self.games = games
        self.kinds = [EVENTS, GAMES] if keep.has_events else [GAMES]
        """Games come last: where they are, the rest is."""
        self._manifest = simulator.manifest(seed) | {"keep": keep.name.lower()}
        self._lock: TextIO | None = None

    def target(self, kind: str) -> Path:
        """Name a file of the finished run: events lie beside the games."""
        return self.path if kind == GAMES else self.path.with_suffix(f".{kind}{ENDING}")

    def __enter__(self) -> Self:
        """Make the folder ready, and keep others away; refuse if anything there belongs to another run."""
        for target in map(self.target, self.kinds):
            if target.exists() and _run_of(target) != self._final:
                raise BadSetup(
                    _("{path} is there already and is not from this run; choose another name.").format(
                        path=target
                    )
                )
        if self.is_finished:
            return self
        with _writing(self.path):
            self.folder.mkdir(exist_ok=True)
            manifest = self.folder / MANIFEST
            if not manifest.exists():
                whole = self.folder / f"{MANIFEST}.tmp"
                whole.write_text(json.dumps(self._manifest, indent=1), "utf-8")
                whole.replace(manifest)
            elif _read_manifest(self.folder) != self._manifest:
                raise BadSetup(
                    _(
                        "{folder} holds the parts of another run. The command of that run goes on with it;"
                        " or remove the folder, or choose another name."
                    ).format(folder=self.folder)
                )
            self._lock = _lock(manifest)
            for leftover in self.folder.glob("*.tmp"):
                leftover.unlink()
        return self

    def __exit__(self, *_error: object) -> None:
        """Let others in; a run of which nothing was played leaves nothing."""
        if self._lock:
            if not self._parts(GAMES):
                shutil.rmtree(self.folder, ignore_errors=True)
            self._lock.close()

    @property
    def is_finished(self) -> bool:
        return all(self.target(kind).exists() for kind in self.kinds)

    @property
    def done(self) -> int:
        """How many games are there, from the first on."""
        if self.is_finished:
            return self.games
        return max((after for after, _path in self._parts(GAMES)), default=0)

    @property
    def _final(self) -> dict[str, Any]:
        return self._manifest | {"games": self.games}

    def _parts(self, kind: str) -> list[tuple[int, Path]]:
        """List the parts in order, each with the number of the game behind its last."""
        paths = sorted(self.folder.glob(f"{kind}-*{ENDING}"))
        return [(int(path.stem.rpartition("-")[2]), path) for path in paths]

    def play(self, cluster: Cluster, progress: Callable[[int], None]) -> None:
        """Play what is missing; whatever interrupts it, games that were written stay."""
        job = Job(self.simulator, self.seed, self.keep)
        part = FilePart(self, self.done)
        try:
            for results in play_in_order(cluster, job, part.after, self.games):
                with _undisturbed():
                    part.add(results)
                progress(part.after)
                if part.is_full:
                    part.close()
                    part = FilePart(self, part.after)
        finally:
            part.close()

    def finish(self) -> Tally:
        """Put the parts together if that is not done, and count what is in them."""
        from chancebox.lab.files import parquet

        if not self.is_finished:
            with _writing(self.path):
                for kind, path in [(kind, self._join(kind)) for kind in self.kinds]:
                    path.replace(self.target(kind))
                _settle(self.path.parent)
        shutil.rmtree(self.folder, ignore_errors=True)
        return parquet.tally(self.path, self.simulator)

    def _join(self, kind: str) -> Path:
        """Copy all parts into one file, which does not have its name yet."""
        from chancebox.lab.files import parquet

        path = self.folder / f"{kind}.tmp"
        metadata = {KEY: json.dumps(self._final, sort_keys=True).encode()}
        parts = (part for _after, part in self._parts(kind))
        with parquet.Writer(path, parquet.schema(self.simulator, kind, self.keep, metadata)) as writer:
            for table in parquet.regroup(parts, ROW_GROUP, self.games):
                writer.write(table.replace_schema_metadata(metadata))
        return path


class FilePart:
    """Consecutive games on their way to the disk; the files are opened with the first of them."""

    def __init__(self, dataset: Dataset, first: int) -> None:
        self.after = first
        self._first = first
        self._dataset = dataset
        self._rows = 0
        self._begun = time.monotonic()
        self._writers: dict[str, Writer] = {}
        self._is_whole = True

    @property
    def is_full(self) -> bool:
        return self._rows >= PART_ROWS or time.monotonic() - self._begun >= PART_SECONDS

    def add(self, results: Results) -> None:
        """Write some games."""
        from chancebox.lab.files import parquet

        dataset = self._dataset
        self._is_whole = False  # until all of it is written
        with _writing(dataset.path):
            for kind in dataset.kinds:
                if kind not in self._writers:
                    path = dataset.folder / f"{kind}-{self._first}.tmp"
                    schema = parquet.schema(dataset.simulator, kind, dataset.keep, {})
                    self._writers[kind] = parquet.Writer(path, schema)
                table = parquet.arrow_table(dataset.simulator, dataset.seed, results, kind, dataset.keep)
                self._writers[kind].write(table)
                self._rows += len(table)
        self.after += len(results)
        self._is_whole = True

    def close(self) -> None:
        """Give the files their names if they are whole; else leave nothing of them."""
        try:
            if self._is_whole:
                with _writing(self._dataset.path):
                    self._name()
        finally:
            for writer in self._writers.values():
                with suppress(OSError):
                    writer.discard()

    def _name(self) -> None:
        for writer in self._writers.values():
            writer.close()
        for kind, writer in self._writers.items():
            name = f"{kind}-{self._first:012d}-{self.after:012d}{ENDING}"
            writer.path.replace(self._dataset.folder / name)
        if self._writers:
            _settle(self._dataset.folder)
        self._writers = {}


def check_name(out: str | Path) -> Path:
    """See that a file of this name can be written by what is installed here."""
    path = Path(out)
    if path.suffix != ENDING:
        raise BadSetup(
            _("The rows of a simulation go to a file that ends in {ending}, unlike {path}.").format(
                ending=ENDING, path=path
            )
        )
    try:
        str(path).encode()
    except UnicodeError:  # Arrow writes to no such file
        raise BadSetup(
            _("{path} cannot be written: its name is no UTF-8.").format(path=ascii(str(path)))
        ) from None
    if find_spec("pyarrow") is None:
        raise BadSetup(
            _("Parquet files need pyarrow, which is not installed; `pip install chancebox[lab]` installs it.")
        )
    return path


def begun_seed(out: str | Path) -> int | None:
    """Find the seed of a run of this name that was begun; None if there is none."""
    seed = (_read_manifest(_folder(Path(out))) or {}).get("seed")
    return seed if isinstance(seed, int) else None


def _folder(path: Path) -> Path:
    return path.with_name(f"{path.name}.parts")


def _read_manifest(folder: Path) -> dict[str, Any] | None:
    try:
        manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return manifest if isinstance(manifest, dict) else None


def _run_of(path: Path) -> Any:
    """Read what run a finished file is from."""
    from chancebox.lab.files import parquet

    return json.loads(parquet.metadata(path).get(KEY, b"null"))


def _lock(path: Path) -> TextIO:
    """Keep other processes away from a run, as long as this one lives."""
    file = path.open(encoding="utf-8")
    with suppress(ImportError):
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise BadSetup(
                _("Another process is writing {folder} just now.").format(folder=path.parent)
            ) from None
    return file


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Let Ctrl-C wait for rows that are being written: half of them would spoil the part."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard: list[int] = []
    usual = signal.signal(signal.SIGINT, lambda number, _frame: heard.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
    if heard:
        signal.raise_signal(signal.SIGINT)


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    """Say to people what the disk refused."""
    try:
        yield
    except OSError as error:
        raise BadSetup(
            _(
                "{path} cannot be written: {error}. What was written before stays; when the disk takes more,"
                " the same command goes on from there."
            ).format(path=path, error=os.strerror(error.errno) if error.errno else error)
        ) from None


def _settle(folder: Path) -> None:
    """Wait until the disk knows the names in a folder; not everywhere can folders be asked for that."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
