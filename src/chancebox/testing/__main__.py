"""`python -m chancebox.testing my-game`: check a game, or write its golden playthroughs."""

import argparse
import sys
from pathlib import Path

from chancebox.engine.game.errors import ChanceboxError
from chancebox.games import game
from chancebox.testing import check
from chancebox.testing.playthroughs import write_golden


def main(arguments: list[str] | None = None) -> int:
    """Run the command; return its exit status."""
    parser = argparse.ArgumentParser(prog="python -m chancebox.testing", description=__doc__)
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--golden", type=Path, metavar="FOLDER", help="compare with the playthroughs there")
    parser.add_argument(
        "--write-golden", type=Path, metavar="FOLDER", help="write them there, and check nothing"
    )
    asked = parser.parse_args(arguments)
    try:
        if asked.write_golden:
            for file in write_golden(asked.write_golden, game(asked.game)):
                print(file)
        else:
            check(asked.game, asked.golden)
    except ChanceboxError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
