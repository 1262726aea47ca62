"""Playthroughs as OpenSpiel tells them, of every game in the registry.

python tests/envs/spiel_playthroughs.py      writes them anew; read the difference before you commit it
"""

import re
import sys
import warnings
from importlib import import_module
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
    stored = file_of(room).read_text("utf-8")
    return told(room, [int(action) for action in re.findall(r"(?m)^action: (\d+)$", stored)])


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))
    from conftest import ROOMS

    FOLDER.mkdir(exist_ok=True)
    for name in ROOMS:
        file_of(name).write_text(told(name), encoding="utf-8")
        print(file_of(name).name)
