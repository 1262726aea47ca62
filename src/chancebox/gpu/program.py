"""The C++ of a game, complete: the translated rules between what is written by hand."""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from chancebox.engine import contract, streams, winners
from chancebox.engine.game import Game
from chancebox.gpu.translator import NUMBER, Kind, Program

STREAM, COUNT, PICK, RANKS = Kind("Stream"), Kind("Count"), Kind("Pick"), Kind("Ranks")
JOB = np.dtype([(name, "i8") for name in ("seats", "first", "games", "most_events")] + [("keys", "i8", 4)])
"""What a kernel is told to do, as `Job` in kernels.cpp."""


@cache
def source(game: Game) -> str:
    """Translate the rules of a game, and put the kernels after them."""
    program = Program(game)
    box, s, options = program.box, program.position, program.options
    asked: dict[str, tuple[Any, ...]] = {
        "start": (contract.start, box, s, NUMBER, options),
        "count": (contract.choices, box, s, NUMBER, COUNT),
        "pick": (contract.choices, box, s, NUMBER, PICK),
        "draw": (contract.draw, box, s, STREAM),
        "play": (contract.play, box, s, NUMBER, NUMBER),
        "standing": (contract.standing, box, s, RANKS),
        "begin": (streams.begin, STREAM, NUMBER, NUMBER, NUMBER),
        "below": (streams.below, STREAM, NUMBER),
        "share_win": (winners.share_win, RANKS, NUMBER, RANKS),
    }
    names = {word: program.function(*given).name for word, given in asked.items()}
    defined = [f"#define rules_{word} {name}" for word, name in names.items()]
    return "\n".join([_text("prelude"), program.text(), *defined, _text("games"), _text("kernels")])


def _text(name: str) -> str:
    return (Path(__file__).parent / f"{name}.cpp").read_text(encoding="utf-8")
