"""
Print how likely it is for a strong player alone in Second Chance to end a game with 0, 1, 2 … empty squares.

In parts of 1,000, as `USUAL` in rules/fates.py has them; from the series that `python tools/ladder.py` has
played. Run it as `python tools/usual.py [BOT]`.
"""

import sys
from itertools import chain

from chancebox.games.second_chance.rules.fates import USUAL
from ladder import LONGER, all_series

MOST = len(USUAL) - 1


def main(name: str) -> None:
    ended = [min(empty, MOST) for empty in chain(*all_series(name))]
    if not ended:
        sys.exit(f"No series of {name} are known. Try: python tools/ladder.py 60 second-chance")
    shares = [round(1000 * ended.count(empty) / len(ended)) for empty in range(MOST)]
    print((*shares, 1000 - sum(shares)), f"# {len(ended):,} games")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else LONGER[0])
