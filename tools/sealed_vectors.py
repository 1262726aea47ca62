"""Writes the test vectors in docs/sealed-dice.md: `python tools/sealed_vectors.py`."""

import json
import re
from pathlib import Path
from typing import Any

from chancebox.engine.proofs import sealed
from chancebox.engine.proofs.sealed import Share, Source

TARGET = Path(__file__).parent.parent / "docs" / "sealed-dice.md"
SEED, OTHER, SECRET, TABLE = b"\x07" * 32, b"\x09" * 32, b"\x2a" * 32, b"\x01" * 16


def vectors() -> dict[str, Any]:
    """Compute every step once, from bytes that are easy to write down."""
    chain, other = sealed.chain(SEED), sealed.chain(OTHER)
    commitment = sealed.digest(SECRET)
    opened = sealed.begin(TABLE, commitment, [Share(0, chain[0])])
    moved = sealed.go_on(opened, [Share(0, chain[1])])
    both = sealed.go_on(moved, [Share(1, other[1]), Share(0, chain[2])])
    return {
        "tip of device 0": chain[0].hex(),
        "its first two links": [chain[1].hex(), chain[2].hex()],
        "commitment": commitment.hex(),
        "T at the start": opened.hex(),
        "T with the first link": moved.hex(),
        "first link of device 1": other[1].hex(),
        "T with links of both": both.hex(),
        "twenty dice of 6 faces, n = 0": " ".join(map(str, Source(SECRET, moved, 0).roll(20, 6))),
        "forty dice of 6 faces, n = 1": " ".join(map(str, Source(SECRET, moved, 1).roll(40, 6))),
        "ten dice of 20 faces, n = 2": " ".join(map(str, Source(SECRET, moved, 2).roll(10, 20))),
        "place in the list for weights 1 1 1, n = 3 to 10": _draws(both, [1, 1, 1], range(3, 11)),
        "place in the list for weights 7 0 2 1, n = 3 to 10": _draws(both, [7, 0, 2, 1], range(3, 11)),
        "place for weights 2 ** 52 and 2 ** 52 - 1, n = 11 to 18": _draws(
            both, [2**52, 2**52 - 1], range(11, 19)
        ),
    }


def _draws(transcript: bytes, weights: list[int], numbers: range) -> str:
    return " ".join(str(Source(SECRET, transcript, n).draw(weights)) for n in numbers)


def page() -> str:
    """Put the vectors into the last block of the page."""
    block = "```json\n" + json.dumps(vectors(), indent=1) + "\n```\n"
    return re.sub(r"```json\n(?:[^`]*\n)?```\n\Z", lambda _found: block, TARGET.read_text("utf-8"))


if __name__ == "__main__":
    TARGET.write_text(page(), "utf-8")
