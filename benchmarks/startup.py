"""How long one waits: for help, for the first page, for the first compile of each game, for a warm start.

    make startup

Each figure is the best of several runs of a real process; the compile starts with an empty cache.
Python's own start is the peer that tells how fast this machine is at the moment.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request

from chancebox.games import names

REPEATS = 5
CHANCEBOX = [sys.executable, "-m", "chancebox"]


def seconds(command: list[str], cache: str, repeats: int) -> float:
    """Run a command so often and return its best time."""
    times = []
    for _ in range(repeats):
        begun = time.perf_counter()
        subprocess.run(command, env={**os.environ, "CHANCEBOX_CACHE": cache}, check=True, capture_output=True)
        times.append(time.perf_counter() - begun)
    return min(times)


def first_page(data: str) -> float:
    """Start the house and return when its first page has come."""
    begun = time.perf_counter()
    command = [*CHANCEBOX, "serve", "--no-browser", "--port", "0", "--data", data]
    house = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert house.stdout
        address = house.stdout.readline().split()[-1]
        urllib.request.urlopen(address).read()
        return time.perf_counter() - begun
    finally:
        house.terminate()
        house.wait()


def main() -> None:
    """Measure and print a table, or JSON if asked for."""
    with tempfile.TemporaryDirectory() as cache:
        found = {
            "python": seconds([sys.executable, "-c", "pass"], cache, REPEATS),
            "chancebox --help": seconds([*CHANCEBOX, "--help"], cache, REPEATS),
            "first page, empty data folder": first_page(f"{cache}/data"),
            "first page": min(first_page(f"{cache}/data") for _ in range(REPEATS)),
        }
        for name in names():
            command = [*CHANCEBOX, "simulate", name, "--games", "1", "--seed", "1"]
            found[f"simulate {name}, first time"] = seconds(command, cache, 1)
            found[f"simulate {name}, warm"] = seconds(command, cache, REPEATS)
    if "--json" in sys.argv:
        print(json.dumps({what: round(took, 3) for what, took in found.items()}, indent=1))
        return
    for what, took in found.items():
        print(f"{what:45} {took:7.2f} s  {took / found['python']:7.1f} x python")


if __name__ == "__main__":
    main()
