"""Results of games and events as Arrow tables and Parquet files; everything that needs pyarrow is here."""

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from chancebox.engine.game.game import LETTERS, seat_letter
from chancebox.engine.rules.contract import CHANCE
from chancebox.lab.clusters.clusters import Keep
from chancebox.lab.files.results import Results, count
from chancebox.lab.findings import Tally

if TYPE_CHECKING:
    from chancebox.lab.simulator import Simulator

GAMES, EVENTS = "games", "events"
NAME = pa.dictionary(pa.int8(), pa.string())
SEATS = [seat_letter(seat) for seat in range(CHANCE + 1)]
RISING = ("game", "number")
"""Columns of numbers that rise: told by their differences, they cost almost nothing."""


def schema(simulator: "Simulator", kind: str, keep: Keep, metadata: Mapping[bytes, bytes]) -> Any:
    """Name the columns of a file, and what it tells about itself."""
    if kind == EVENTS:
        columns = [("game", pa.int64()), ("number", pa.int32()), ("seat", NAME), ("action", pa.int64())]
        if keep == Keep.NOTATION:
            columns.append(("text", pa.string()))
    else:
        letters = LETTERS[: simulator.seats].lower()
        columns = [("game", pa.int64()), ("seed", pa.uint64()), ("seats", pa.int8())]
        columns += [("events", pa.int32()), ("ended", NAME)]
        columns += [(f"bot_{letter}", NAME) for letter in letters]
        columns += [(f"standing_{letter}", pa.int64()) for letter in letters]
        columns += [(f"share_{letter}", pa.float64()) for letter in letters]
    return pa.schema(columns, metadata=dict(metadata))


def arrow_table(simulator: "Simulator", seed: int, results: Results, kind: str, keep: Keep) -> Any:
    """Make an Arrow table of games, or of their events."""
    numbers = np.arange(results.first, results.first + len(results))
    if kind == EVENTS:
        assert results.seats is not None
        firsts = np.cumsum(results.lengths) - results.lengths
        columns: list[Any] = [
            np.repeat(numbers, results.lengths),
            np.arange(len(results.seats)) - np.repeat(firsts, results.lengths),
            _named(results.seats, SEATS),
            results.actions,
        ]
        if results.texts is not None:
            columns.append(results.texts)
    else:
        shares = results.shares
        columns = [numbers, np.full(len(results), seed, np.uint64), np.full(len(results), simulator.seats)]
        columns += [results.lengths, _named(results.endings, simulator.game.story.Ending.texts())]
        columns += [_named(np.zeros(len(results)), [bot]) for bot in simulator.bots]
        columns += [results.standings[:, seat] for seat in range(simulator.seats)]
        columns += [shares[:, seat] for seat in range(simulator.seats)]
    named = schema(simulator, kind, keep, {})
    arrays = [
        column if isinstance(column, pa.Array) else pa.array(column, type=field.type)
        for column, field in zip(columns, named, strict=True)
    ]
    return pa.Table.from_arrays(arrays, schema=named)


def _named(numbers: Any, names: Iterable[str]) -> Any:
    indices = pa.array(numbers.astype(np.int8))
    return pa.DictionaryArray.from_arrays(indices, pa.array(list(names), pa.string()))


class Writer:
    """A Parquet file being written: whole, and on the disk, when it is closed."""

    def __init__(self, path: Path, named: Any) -> None:
        self.path = path
        self._file = path.open("wb")
        rising = [name for name in RISING if name in named.names]
        self._writer = pq.ParquetWriter(
            self._file,
            named,
            compression="zstd",
            use_dictionary=[name for name in named.names if name not in rising],
            column_encoding=dict.fromkeys(rising, "DELTA_BINARY_PACKED"),
        )

    def write(self, rows: Any) -> None:
        """Add a table, as a row group of its own."""
        self._writer.write_table(rows.combine_chunks(), row_group_size=len(rows))

    def close(self) -> None:
        self._writer.close()
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()

    def discard(self) -> None:
        """Leave nothing, whatever state it is in."""
        self._writer.is_open = False  # it would write its end when it is forgotten
        self._file.close()
        self.path.unlink(missing_ok=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.close()
        else:
            self.discard()


def regroup(paths: Iterable[Path], size: int, games: int) -> Iterator[Any]:
    """Read files one after the other, up to a game, in tables of one size: constant memory."""
    waiting: list[Any] = []
    rows = 0
    for path in paths:
        for batch in _batches(path, size):
            some = pa.Table.from_batches([batch])
            if len(some) and some["game"][-1].as_py() >= games:
                some = some.filter(pc.less(some["game"], games))
            waiting.append(some)
            rows += len(some)
            while rows >= size:
                joined = pa.concat_tables(waiting)
                yield joined.slice(0, size)
                waiting = [joined.slice(size)]
                rows -= size
    if rows:
        yield pa.concat_tables(waiting)


def _batches(path: Path, size: int, columns: list[str] | None = None) -> Iterator[Any]:
    with pq.ParquetFile(path) as file:
        yield from file.iter_batches(batch_size=size, columns=columns)


def metadata(path: Path) -> dict[bytes, bytes]:
    """Read what a Parquet file tells about itself; nothing if it is none."""
    try:
        return dict(pq.read_schema(path).metadata or {})
    except (OSError, pa.ArrowException):
        return {}


def tally(path: Path, simulator: "Simulator") -> Tally:
    """Count the games of a file."""
    letters = LETTERS[: simulator.seats].lower()
    shares = [f"share_{letter}" for letter in letters]
    endings = {why: number for number, why in enumerate(simulator.game.story.Ending.texts())}
    total = Tally()
    for batch in _batches(path, 1 << 18, ["events", "ended", *shares]):
        ended = batch["ended"]
        meaning = np.array([endings[why] for why in ended.dictionary.to_pylist()])
        columns = np.stack([batch[name].to_numpy() for name in shares], axis=1)
        total.add(count(batch["events"].to_numpy(), meaning[ended.indices.to_numpy()], columns))
    return total
