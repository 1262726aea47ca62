"""
Write docs/findings: what networks found out about the games, in numbers.

Run it as `python docs/findings.py [GAMES [GAME …]]`. So many games are played in which `learned` has all
seats. Told is how it opens, how much worse other openings seem to it, and where it departs from the rule of
thumb: how often, and how much more of a win it expects. That is what the network thinks, not what was won.
"""

import sys
from collections import defaultdict
from pathlib import Path

from chancebox.bots import bot_seed
from chancebox.bots.interface import Question, question, words
from chancebox.bots.learned import Learned
from chancebox.bots.thumb import ThumbBot
from chancebox.bots.weights import weights_file, weights_of
from chancebox.engine.chance import Seeded
from chancebox.engine.game import Game
from chancebox.engine.match import Match
from chancebox.games import game, names

FOLDER = Path(__file__).parent / "findings"
GAMES = 200
SHOWN = 12
RARE = 3
"""What happened less often than this is not told."""

HEAD = """# {title}: what the network found out

{games} games of {seats} players among `learned` bots (weights `{digest}`), made by
`python docs/findings.py {games} {name}`. Numbers are games of 100 that the network expects to win or lose by
it; they are its opinion, and [the arena](../training.md) says how good that is. Only differences count: such
a network tells better which of two choices is worth more than what a game that has just begun is worth.
"""


class Tally:
    """How often something was done, and what it seemed worth in all."""

    def __init__(self) -> None:
        self.times = 0
        self.worth = 0.0

    def add(self, worth: float) -> None:
        self.times += 1
        self.worth += worth

    @property
    def mean(self) -> float:
        return self.worth / self.times


def usual_seats(found: Game) -> int:
    """Two players, or four where two need an option."""
    return 2 if 2 in found.seats else 4


class Findings:
    """What was seen in games of one kind."""

    def __init__(self, found: Game) -> None:
        self.found = found
        self.decisions = 0
        self.openings: dict[str, Tally] = defaultdict(Tally)
        self.opened: dict[str, int] = defaultdict(int)
        self.departures: dict[tuple[str, str], Tally] = defaultdict(Tally)

    def watch(self, number: int, seats: int) -> None:
        """Play a game, and note what is done in it."""
        match = Match(self.found, seats, options=self.found.usual_options(seats), dealer=Seeded(number))
        players = [Learned(bot_seed(number, seat)) for seat in range(seats)]
        thumbs = [ThumbBot(bot_seed(number, seat)) for seat in range(seats)]
        first = True
        while match.to_act:
            seat = match.to_act[0]
            one = question(match, seat)
            chosen = players[seat].choose(one)
            if len(one.choices) > 1:
                judged = players[seat].judge(one)
                if first:
                    self.opened[words(one, chosen)] += 1
                    best = max(judged.values())
                    for action in one.choices:
                        self.openings[words(one, action)].add(best - judged[action])
                    first = False
                self._compare(one, chosen, thumbs[seat].choose(one), judged)
            match.play(seat, chosen)

    def _compare(self, one: Question, chosen: int, usual: int, judged: dict[int, float]) -> None:
        self.decisions += 1
        if chosen != usual:
            pair = (words(one, usual), words(one, chosen))
            self.departures[pair].add(judged[chosen] - judged[usual])

    def tell(self, games: int, seats: int) -> str:
        """Write the page."""
        found = self.found
        digest = weights_of(found).digest
        lines = [
            HEAD.format(title=found.title, games=games, seats=seats, digest=digest, name=found.name),
            "## How a game begins\n",
            "| first decision | chosen in | seems worse than the best by |",
            "|---|--:|--:|",
        ]
        ranked = sorted(self.openings.items(), key=lambda one: (-self.opened[one[0]], one[1].mean))
        for move, tally in [one for one in ranked if one[1].times >= RARE][:SHOWN]:
            lines.append(f"| {move} | {self.opened[move]} of {tally.times} | {100 * tally.mean:.1f} |")
        departed = sum(tally.times for tally in self.departures.values())
        part = departed / max(1, self.decisions)
        lines += [
            "\n## Where it departs from the rule of thumb\n",
            f"In {part:.1%} of {self.decisions:,} decisions. The most frequent:\n",
            "| a sensible person would | the network | times | gains |",
            "|---|---|--:|--:|",
        ]
        ranked_pairs = sorted(self.departures.items(), key=lambda one: -one[1].times)
        for (usual, chosen), tally in [one for one in ranked_pairs if one[1].times >= RARE][:SHOWN]:
            lines.append(f"| {usual} | {chosen} | {tally.times} | +{100 * tally.mean:.1f} |")
        return "\n".join(lines) + "\n"


if __name__ == "__main__":
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    FOLDER.mkdir(exist_ok=True)
    for name in sys.argv[2:] or [one for one in names() if weights_file(game(one))]:
        found = game(name)
        seats = usual_seats(found)
        findings = Findings(found)
        for number in range(games):
            findings.watch(number, seats)
        (FOLDER / f"{name}.md").write_text(findings.tell(games, seats), encoding="utf-8")
        print(f"docs/findings/{name}.md", flush=True)
