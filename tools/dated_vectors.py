"""Writes the test vectors in docs/daily.md: `python tools/dated_vectors.py`."""

import json
import re
from pathlib import Path

from chancebox.engine.match.chance import Draw, Throw
from chancebox.engine.proofs.dated import Drawn, comes_up

TARGET = Path(__file__).parent.parent / "docs" / "daily.md"
SECRET = b"\x2a" * 32


def vectors() -> dict[str, str]:
    """Compute every rule once."""
    five = Throw(5, 6)
    throws = [comes_up(SECRET, "throw 1 0 1", [Drawn(five, 0)] * k, five) for k in range(2)]
    return {
        "five dice of 6 faces, label throw 1 0 1, k = 0": _told(throws[0]),
        "five dice of 6 faces, label throw 1 0 1, k = 1": _told(throws[1]),
        "ten dice of 20 faces, label throw 1 0 1, k = 0": _told(
            comes_up(SECRET, "throw 1 0 1", [], Throw(10, 20))
        ),
        "outcomes 1 to 5, weights 1 2 1 2 1, label cards, drawn to the end": _drawn(
            "cards", [1, 2, 1, 2, 1], 7
        ),
        "the same, but one copy of outcome 2 goes elsewhere after two draws": _drawn(
            "cards", [1, 2, 1, 2, 1], 6, gone=2
        ),
        "outcomes 1 to 3, weights 1 1 1, label wheel, put back after each of ten draws": _drawn(
            "wheel", [1, 1, 1], 10, back=True
        ),
        "outcomes 1 to 3, weights 500 500 500, label heavy, put back after each of ten draws": _drawn(
            "heavy", [500, 500, 500], 10, back=True
        ),
    }


def _drawn(label: str, weights: list[int], draws: int, back: bool = False, gone: int = 0) -> str:
    left, earlier, came = list(weights), list[Drawn](), list[int]()
    for n in range(draws):
        if n == 2 and gone and left[gone - 1]:
            left[gone - 1] -= 1
        due = Draw(list(range(1, len(left) + 1)), list(left))
        came += comes_up(SECRET, label, earlier, due)
        earlier.append(Drawn(due, came[-1]))
        left[came[-1] - 1] -= not back
    return _told(came)


def _told(numbers: list[int]) -> str:
    return " ".join(map(str, numbers))


def page() -> str:
    """Put the vectors into the last block of the page."""
    block = "```json\n" + json.dumps(vectors(), indent=1) + "\n```\n"
    return re.sub(r"```json\n(?:[^`]*\n)?```\n\Z", lambda _found: block, TARGET.read_text("utf-8"))


if __name__ == "__main__":
    TARGET.write_text(page(), "utf-8")
