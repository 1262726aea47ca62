"""
How an ordinary table fares while a hostile client does what it can (`tests/attack/hostile.py`).

    make attack ARGS="--seconds 30"

Wanted on a quiet machine: moves of the ordinary table stay below 50 ms (95 %, by the clock).
"""

import argparse
import sys
import tempfile
from pathlib import Path

# In the place of this folder, where `attack` would be this file.
sys.path[0] = str(Path(__file__).parent.parent / "tests")

from attack.ordinary import measure, slow, summary  # noqa: E402
from server.processes import Server  # noqa: E402

WANTED = 0.05


def main() -> int:
    """Measure, and tell whether it is good enough."""
    parser = argparse.ArgumentParser(description="Attack a house beside an ordinary table.")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--no-limits", action="store_true", help="for comparison: a house that allows all")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder), limits=not given.no_limits) as server:
        measured = measure(server, given.seconds, moves=100)
        server.stop()
    print(summary(measured))
    found = slow([move.clock for move in measured.during])
    print(f"wanted: 95 % below {WANTED * 1000:.0f} ms by the clock; it is {found * 1000:.0f} ms")
    return 0 if found < WANTED else 1


if __name__ == "__main__":
    sys.exit(main())
