"""
Whether a server that is killed again and again loses a move that it has acknowledged.

    make kills ARGS="--kills 200"

Three people play table after table as fast as they can. At the end the store is read, and each move that
was acknowledged must be there at its version.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from server.test_durability import kill_under_load


def main() -> None:
    parser = argparse.ArgumentParser(description="Kill a server under load.")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--store", default="", help="the address of an empty database, in place of a folder")
    given = parser.parse_args()
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        place = given.store or Path(folder) / "data"
        moves = kill_under_load(place, Path(folder) / "data", given.kills)
    seconds = time.monotonic() - begun
    print(f"{given.kills} kills, {moves} acknowledged moves, none lost; {seconds:.0f} s")


if __name__ == "__main__":
    main()
