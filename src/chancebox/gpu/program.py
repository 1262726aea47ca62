"""The C++ of a game, complete: the translated rules between what is written by hand."""

from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, TypeAlias

from chancebox.engine import contract, streams, winners
from chancebox.engine.game import Game
from chancebox.gpu.translator import NUMBER, Kind, Program

STREAM, COUNT, PICK, RANKS = Kind("Stream"), Kind("Count"), Kind("Pick"), Kind("Ranks")
LIST, BYTES, FLOATS = Kind("List"), Kind("Bytes"), Kind("Floats")
"""Rows that kernels lend, as in prelude.cpp."""
BOX, POSITION, OPTIONS = Kind("Box"), Kind("Position"), Kind("Options")
"""The records of a game, whichever it is."""
More: TypeAlias = tuple[tuple[str, tuple[Any, ...]], ...]
"""Functions that a kernel calls: the name that it has for each, then the function and the kinds of its arguments."""

PLAYING: dict[str, tuple[Any, ...]] = {
    "start": (contract.start, BOX, POSITION, NUMBER, OPTIONS),
    "count": (contract.choices, BOX, POSITION, NUMBER, COUNT),
    "pick": (contract.choices, BOX, POSITION, NUMBER, PICK),
    "draw": (contract.draw, BOX, POSITION, STREAM),
    "play": (contract.play, BOX, POSITION, NUMBER, NUMBER),
    "standing": (contract.standing, BOX, POSITION, RANKS),
    "begin": (streams.begin, STREAM, NUMBER, NUMBER, NUMBER),
    "below": (streams.below, STREAM, NUMBER),
    "share_win": (winners.share_win, RANKS, NUMBER, RANKS),
}


@cache
def source(game: Game, kernels: str, more: More = ()) -> str:
    """Translate the rules of a game, and put a file of kernels after them; `more` is what it asks beside PLAYING."""
    program = Program(game)
    own = {BOX: program.box, POSITION: program.position, OPTIONS: program.options}
    names = {}
    for word, (function, *kinds) in {**PLAYING, **dict(more)}.items():
        assert isinstance(function, FunctionType)
        names[word] = program.function(function, *(own.get(kind, kind) for kind in kinds)).name
    defined = [f"#define rules_{word} {name}" for word, name in names.items()]
    defined.append(f"#define HAS_STEP {int('step' in game.rules.Position.fields)}")
    longest = f"#define MOST_CHOICES {game.rules.MOST_CHOICES}"
    return "\n".join([longest, _text("prelude"), program.text(), *defined, _text("games"), _text(kernels)])


def _text(name: str) -> str:
    return (Path(__file__).parent / f"{name}.cpp").read_text(encoding="utf-8")
