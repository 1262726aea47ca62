"""How fast simulations reach the disk, and whether memory stays the same however many there are.

    python benchmarks/lab.py [GAMES]

Each line is a real process of `chancebox simulate` on one worker, the start of Python and the joining of
all parts included; memory is the most that the system has seen of it.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pyarrow.parquet as pq

CHANCEBOX = [sys.executable, "-m", "chancebox", "simulate"]


def measure(folder: Path, *arguments: str) -> tuple[float, float]:
    """Run a simulation; return its seconds and its megabytes."""
    begun = time.perf_counter()
    command = [*CHANCEBOX, *arguments, "--workers", "1", "--seed", "1", "--out", "games.parquet"]
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _pid, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return time.perf_counter() - begun, used.ru_maxrss / 1024


def rows_in(folder: Path) -> tuple[int, float]:
    """Count the rows of all files, and their megabytes."""
    files = list(folder.glob("*.parquet"))
    rows = sum(pq.read_metadata(file).num_rows for file in files)
    return rows, sum(file.stat().st_size for file in files) / 1e6


def main(most: int) -> None:
    """Measure, from few games to many."""
    runs = [(["pig"], games) for games in (most // 10, most)]
    runs += [(["gang-of-dice"], most // 10), (["gang-of-dice", "--bots", "thumb"], most // 100)]
    runs += [(["gang-of-dice", "--events"], most // 100)]
    runs += [(["gang-of-dice", "--events", "notation"], most // 1000)]
    print("| simulation | games | rows | seconds | rows/s | file, MB | memory, MB |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    for arguments, games in runs:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            measure(folder, *arguments, "--games", "1")  # compiles
            (folder / "games.parquet").unlink()
            (folder / "games.events.parquet").unlink(missing_ok=True)
            seconds, memory = measure(folder, *arguments, "--games", str(games))
            rows, size = rows_in(folder)
        told = f"| {' '.join(arguments)} | {games:,} | {rows:,} | {seconds:.1f} | {rows / seconds:,.0f} "
        print(f"{told}| {size:.1f} | {memory:.0f} |", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 20_000_000)
