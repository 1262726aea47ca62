"""The C++ of a game, complete: the translated rules between what is written by hand."""

from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from chancebox.engine.game.game import Game
from chancebox.engine.rules import contract, streams, winners
from chancebox.engine.rules.contract import CHANCE, MOST_SEATS
from chancebox.gpu.ranges import Range
from chancebox.gpu.translator import Program
from chancebox.gpu.values import Kind

STREAM, COUNT, PICK, RANKS = Kind("Stream"), Kind("Count"), Kind("Pick"), Kind("Ranks")
LIST, BYTES, FLOATS = Kind("List"), Kind("Bytes"), Kind("Floats")
NOTES = Kind("Notes")
"""Rows that kernels lend, as in prelude.cpp."""
BOX, POSITION, OPTIONS = Kind("Box"), Kind("Position"), Kind("Options")
"""The records of a game, whichever it is."""
More: TypeAlias = tuple[tuple[str, tuple[Any, ...]], ...]
"""Functions that a kernel calls: its name for each, then the function and the kinds of the arguments."""

SEATS, SEAT, ANYBODY = Range(1, MOST_SEATS), Range(0, MOST_SEATS - 1), Range(0, CHANCE)
WORDS = Range(0, streams.WORD)
LENGTHS = Range(0, 1 << 20)
"""Of lists of choices; none is so long."""
ACTION = "draw"
"""What rules list, or draw."""

PLAYING: dict[str, tuple[Any, ...]] = {
    "start": (contract.start, BOX, POSITION, SEATS, OPTIONS),
    "draw": (contract.draw, BOX, POSITION, STREAM),
    "play": (contract.play, BOX, POSITION, ANYBODY, ACTION),
    "standing": (contract.standing, BOX, POSITION, RANKS),
    "begin": (streams.begin, STREAM, WORDS, WORDS, WORDS),
    "below": (streams.below, STREAM, LENGTHS),
    "share_win": (winners.share_win, RANKS, SEATS, RANKS),
}


ONE_LIST: dict[str, tuple[Any, ...]] = {"list": (contract.choices, BOX, POSITION, SEAT, LIST)}
TWICE: dict[str, tuple[Any, ...]] = {
    "count": (contract.choices, BOX, POSITION, SEAT, COUNT),
    "pick": (contract.choices, BOX, POSITION, SEAT, PICK),
}
SHORT = 64
"""Choices of which a list is kept; where there may be more, rules list twice, to count and to pick."""
LARGE = 512
"""Bytes of a position from which on a thread plays more games than one: there an event takes long enough."""
MORE_GAMES = 4


@cache
def source(game: Game, kernels: str, more: More = ()) -> str:
    """Translate rules, and put a file of kernels after them; `more` is what it calls beside PLAYING."""
    program = Program(game)
    own = {BOX: program.box, POSITION: program.position, OPTIONS: program.options}
    choosing = ONE_LIST if game.rules.MOST_CHOICES <= SHORT else TWICE
    asked = {**dict(more), **choosing, **PLAYING}
    names = program.translate(
        {word: (one, *(own.get(kind, kind) for kind in kinds)) for word, (one, *kinds) in asked.items()}
    )
    defined = [f"#define rules_{word} {name}" for word, name in names.items()]
    defined.append(f"#define HAS_STEP {int('step' in game.rules.Position.fields)}")
    defined.append(f"#define GAMES_EACH {MORE_GAMES if game.rules.Position.dtype.itemsize > LARGE else 1}")
    defined.append(f"#define SHORT_LISTS {int(choosing is ONE_LIST)}")
    sizes = {
        "MOST_CHOICES": game.rules.MOST_CHOICES,
        "ENTRY": program.entry,
    }
    lengths = [f"#define {word} {size}" for word, size in sizes.items()]
    return "\n".join([*lengths, _text("prelude"), program.text(), *defined, _text("games"), _text(kernels)])


def _text(name: str) -> str:
    return (Path(__file__).parent / f"{name}.cpp").read_text(encoding="utf-8")
