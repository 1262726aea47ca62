"""Golden playthroughs, ours (`chancebox.testing.playthroughs`) and as OpenSpiel tells them.

make golden GAME=liars-dice     writes those of a game anew; read the difference before you commit it
make golden                     writes those of all games
"""

import sys
from pathlib import Path

from chancebox.engine.game.game import Game
from chancebox.testing.playthroughs import golden_playthroughs_are_the_same, write_golden

GOLDEN = Path(__file__).parent / "golden"


def command(game: Game) -> str:
    """Return what writes a game's golden files."""
    return f"make golden GAME={game.name}"


def compare(game: Game, seats: int) -> None:
    """Compare a game with its golden file."""
    golden_playthroughs_are_the_same(GOLDEN, game, seats, command(game))


if __name__ == "__main__":
    from chancebox.games import game
    from conftest import ROOMS
    from envs import spiel_playthroughs

    for name in sys.argv[1:] or ROOMS:
        for file in [*write_golden(GOLDEN, game(name)), *spiel_playthroughs.write(name)]:
            print(file.relative_to(Path.cwd()) if file.is_relative_to(Path.cwd()) else file)
