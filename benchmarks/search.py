"""How many games the searcher plays out in a second of one core, from the middle of a game.

Run it as `python benchmarks/search.py [GAMES PER MOVE]`.
"""

import sys
import time

from chancebox.bots import Question, bot, question
from chancebox.bots.thinking.search import Searcher
from chancebox.engine.match.chance import Seeded
from chancebox.engine.match.match import Match
from chancebox.games import game, names

QUESTIONS = 12


def middle(name: str, seats: int) -> list[Question]:
    """Play a game by rule of thumb, and take the questions of its middle fifth."""
    found = game(name)
    match = Match(found, seats, options=found.usual_options(seats), dealer=Seeded(3), build="compiled")
    players = [bot("thumb", seat) for seat in range(seats)]
    asked = []
    while match.to_act:
        one = question(match, match.to_act[0])
        asked.append(one)
        match.play(one.seat, players[one.seat].choose(one))
    return [one for one in asked[len(asked) * 2 // 5 : len(asked) * 3 // 5] if len(one.choices) > 1]


def playouts_per_second(name: str, seats: int, budget: int) -> float:
    """Count by processor time: the machine may be shared."""
    asked = middle(name, seats)[:QUESTIONS]
    Searcher(1, 64).think(asked[0])  # compiles
    begun = time.process_time()
    games = sum(Searcher(1, budget).think(one).games for one in asked)
    return games / (time.process_time() - begun)


if __name__ == "__main__":
    allowed = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    for name in names():
        for seats in sorted({max(2, game(name).seats[0]), min(4, game(name).seats[-1])}):
            print(
                f"{name}, {seats} seats: {playouts_per_second(name, seats, allowed):,.0f} playouts/s",
                flush=True,
            )
