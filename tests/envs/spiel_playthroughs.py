"""Playthroughs as OpenSpiel tells them, of every game; `tests/playthroughs.py` writes them."""

import re
import warnings
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from chancebox.envs.ids import open_spiel_name
from chancebox.games import game

FOLDER = Path(__file__).parent / "playthroughs"
SEED = 2026


def file_of(room: str) -> Path:
    return FOLDER / f"{room}.txt"


def told(room: str, actions: list[int] | None = None) -> str:
    """Write out a game: of these actions, or of random ones."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        generate = import_module("open_spiel.python.algorithms.generate_playthrough")

    import_module("chancebox.envs.spiel")
    text: str = generate.playthrough(open_spiel_name(game(room)), actions, seed=SEED)
    # What may come up is in our own golden files; here thousands of outcomes would hide the game.
    return re.sub(
        r"(?m)^(ChanceOutcomes\(\)|LegalActions\(\)|StringLegalActions\(\)) = (.{300}).*$", r"\1 = \2 …", text
    )


def retold(room: str) -> str:
    """Write out the stored game again."""
    return told(room, [int(action) for action in re.findall(r"(?m)^action: (\d+)$", stored(room))])


def stored(room: str) -> str:
    """Read the stored game."""
    file = file_of(room)
    assert file.exists(), (
        f"{file} is missing. Run `make golden GAME={room}`, read what it wrote, and commit it."
    )
    return file.read_text("utf-8")


def write(room: str) -> list[Path]:
    """Write a game anew; return the files, none where OpenSpiel is not installed."""
    if not find_spec("pyspiel"):
        return []
    FOLDER.mkdir(exist_ok=True)
    file_of(room).write_text(told(room), encoding="utf-8")
    return [file_of(room)]
