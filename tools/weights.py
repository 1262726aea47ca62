"""
Tell what is said about the learned weights of a game, or say something else: how bots use them.

    python tools/weights.py gang-of-dice doubt=0.08 'doubts={"3": 0.2}'

`doubt` is for `learned`, `doubts` the same at certain numbers of players; `turns` and `errors` are for
the grandmaster (see docs/training.md): a number, or a table by numbers of players, such as {"1": 1} for
somebody alone. Values are JSON.
"""

import json
import sys

from chancebox.bots.networks.weights import weights_file, weights_of, with_about
from chancebox.games import game

if __name__ == "__main__":
    found = game(sys.argv[1])
    file = weights_file(found)
    if file is None:
        sys.exit(f"{found.title} has no learned weights.")
    said = {name: json.loads(value) for name, _, value in (one.partition("=") for one in sys.argv[2:])}
    weights = with_about(weights_of(found), **said)
    if said:
        weights.save(file)
    print(json.dumps(weights.about, indent=2, sort_keys=True))
