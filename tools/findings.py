"""
Write docs/findings: what strong bots do, and what networks found out about the games, in numbers.

Run it as `python tools/findings.py [GAMES [GAME …]]`. So many games are played in which a strong bot has
all seats: told is what it does in which situation (see tools/habits.py), beside what the rule of thumb would
do in the same one. As many are played in which `learned` has all seats: told is how it opens, how much
worse other openings seem to it, and where it departs from the rule of thumb: how often, and how much more
of a win it expects. That is what the network thinks, not what was won.
"""

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from chancebox.bots import bot_at, bot_seed
from chancebox.bots.interface import Bot, Question, question, say, words
from chancebox.bots.networks.learned import Learned
from chancebox.bots.networks.weights import weights_file, weights_of
from chancebox.bots.thumb import ThumbBot
from chancebox.engine.game.game import Game
from chancebox.engine.match.chance import Seeded
from chancebox.engine.match.match import Match
from chancebox.games import game, names
from habits import habits

FOLDER = Path(__file__).parent.parent / "docs" / "findings"
GAMES = 200
SHOWN = 12
RARE = 3
"""What happened less often than this is not told."""
OFTEN = 30
"""Decisions from which a habit can be told."""
CLEAR = 0.05
"""Habits that differ by less than this are nearly the same."""

STRONG = {
    "gang-of-dice": "grandmaster:300",
    "chance-it": "learned",
    "second-chance": "grandmaster:300",
    "take-a-chance": "learned",
    "take-it-or-leave-it": "grandmaster:200",
}
"""Whose habits are told: the strongest who plays hundreds of games in minutes."""
USUAL = "learned"
IN_WORDS = ("second-chance", "take-it-or-leave-it")
"""Games whose moves are told in words. Elsewhere these hold totals and prices, so notation is counted."""

HEAD = """# {title}: what strong players do

{games} games of {seats} players among {strong} bots, made by `python tools/findings.py {games} {name}`;
[the ladder](../ladder.md) says how strong they are. In brackets is what the rule of thumb would have done in
the same situations: it plays as a sensible person does who is new to the game.
"""
OPINION = """## What the network thinks

From {games} games of {seats} players among `learned` bots (weights `{digest}`). {unit}
They are its opinion, and [the arena](../training.md) says how good that is. Only differences count: such a
network tells better which of two choices is worth more than what a game that has just begun is worth.
"""


WON = "Numbers are games of 100\nthat the network expects to win or lose by it."
"""What the numbers are that a network says."""


def name_of(one: Question, action: int) -> str:
    """Name what is done, so that it can be counted how often it is."""
    return (words if one.game.name in IN_WORDS else say)(one, action)


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


def decisions(found: Game, number: int, players: Sequence[Bot]) -> Iterator[tuple[Question, int, int]]:
    """Play a game; yield each question with a choice, what was chosen, and what the thumb would do."""
    seats = len(players)
    match = Match(found, seats, options=found.usual_options(seats), dealer=Seeded(number))
    thumbs = [ThumbBot(bot_seed(number, seat)) for seat in range(seats)]
    while match.to_act:
        seat = match.to_act[0]
        one = question(match, seat)
        chosen = players[seat].choose(one)
        if len(one.choices) > 1:
            yield one, chosen, thumbs[seat].choose(one)
        match.play(seat, chosen)


Rows = dict[str, tuple[Counter[str], Counter[str]]]
"""What strong bots did by the situation, and what the rule of thumb would have done."""


class Habits:
    """What strong bots do in which situation, and what the rule of thumb would have done there."""

    def __init__(self, found: Game) -> None:
        self.found = found
        self.strong = STRONG.get(found.name, USUAL)
        self.seen: dict[tuple[str, str], Rows] = {}

    def watch(self, number: int, seats: int) -> None:
        """Play a game, and note what is done in it."""
        players = [bot_at(self.strong, number, seat) for seat in range(seats)]
        for one, chosen, usual in decisions(self.found, number, players):
            for who, action in enumerate((chosen, usual)):
                for topic, by, when, does in habits(one, action):
                    rows = self.seen.setdefault((topic, by), {})
                    rows.setdefault(when, (Counter(), Counter()))[who][does] += 1

    def tell(self, games: int, seats: int) -> str:
        """Write a table for each topic."""
        found = self.found
        lines = [
            HEAD.format(
                title=found.title, games=games, seats=seats, strong=f"`{self.strong}`", name=found.name
            )
        ]
        for (topic, by), rows in self.seen.items():
            deeds = sorted({deed for both in rows.values() for one in both for deed in one})
            lines += [
                f"## {topic}, by {by}\n",
                f"| {by} | {' | '.join(deeds)} | decisions |",
                "|---|" + "--:|" * (len(deeds) + 1),
            ]
            for when, both in sorted(rows.items(), key=lambda row: _order(row[0])):
                cells = [_cell(deed, *both) for deed in deeds]
                lines.append(f"| {when} | {' | '.join(cells)} | {both[0].total():,} |")
            lines.append(_most_unlike(by, rows))
        return "\n".join(lines)


def _order(when: str) -> tuple[bool, int]:
    """Ranges in the order of their numbers, what is more than the last of them at the end."""
    return when.startswith("more"), int("".join(filter(str.isdigit, when.split(" to ")[0])) or 0)


def _cell(deed: str, strong: Counter[str], usual: Counter[str]) -> str:
    shares = [one[deed] / max(1, one.total()) for one in (strong, usual)]
    return f"{shares[0]:.0%} ({shares[1]:.0%})"


def _most_unlike(by: str, rows: Rows) -> str:
    """Tell in a sentence what differs most from the rule of thumb."""
    gaps = [
        (abs(strong[deed] / strong.total() - usual[deed] / usual.total()), when, deed)
        for when, (strong, usual) in rows.items()
        if min(strong.total(), usual.total()) >= OFTEN
        for deed in strong
    ]
    if not gaps or max(gaps)[0] < CLEAR:
        return "\nNearly as the rule of thumb.\n"
    _gap, when, deed = max(gaps)
    now, then = (one[deed] / one.total() for one in rows[when])
    often = "more often" if now > then else "less often"
    return f"\nWhat differs most: {by} {when}, *{deed}* {often}, in {now:.0%} instead of {then:.0%}.\n"


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
        players = [Learned(bot_seed(number, seat)) for seat in range(seats)]
        first = True
        for one, chosen, usual in decisions(self.found, number, players):
            judged = players[one.seat].judge(one)
            if first:
                self.opened[name_of(one, chosen)] += 1
                best = max(judged.values())
                for action in one.choices:
                    self.openings[name_of(one, action)].add(best - judged[action])
                first = False
            self._compare(one, chosen, usual, judged)

    def _compare(self, one: Question, chosen: int, usual: int, judged: dict[int, float]) -> None:
        self.decisions += 1
        if chosen != usual:
            pair = (name_of(one, usual), name_of(one, chosen))
            self.departures[pair].add(judged[chosen] - judged[usual])

    def tell(self, games: int, seats: int) -> str:
        """Write the page."""
        found = self.found
        digest = weights_of(found).digest
        lines = [
            OPINION.format(games=games, seats=seats, digest=digest, unit=WON),
            "### How a game begins\n",
            "| first decision | chosen in | seems worse than the best by |",
            "|---|--:|--:|",
        ]
        ranked = sorted(self.openings.items(), key=lambda one: (-self.opened[one[0]], one[1].mean))
        for move, tally in [one for one in ranked if one[1].times >= RARE][:SHOWN]:
            lines.append(f"| {move} | {self.opened[move]} of {tally.times} | {100 * tally.mean:.1f} |")
        departed = sum(tally.times for tally in self.departures.values())
        part = departed / max(1, self.decisions)
        gain = 100 * sum(tally.worth for tally in self.departures.values()) / max(1, departed)
        lines += [
            "\n### Where it departs from the rule of thumb\n",
            f"In {part:.1%} of {self.decisions:,} decisions, on average for a gain of {gain:.1f}.\n",
        ]
        ranked_pairs = sorted(self.departures.items(), key=lambda one: -one[1].times)
        shown = [one for one in ranked_pairs if one[1].times >= RARE][:SHOWN]
        lines += (
            ["| a sensible person would | the network | times | gains |", "|---|---|--:|--:|"]
            if shown
            else []
        )
        for (usual, chosen), tally in shown:
            lines.append(f"| {usual} | {chosen} | {tally.times} | +{100 * tally.mean:.1f} |")
        return "\n".join(lines) + "\n"


if __name__ == "__main__":
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    FOLDER.mkdir(exist_ok=True)
    for name in sys.argv[2:] or [one for one in names() if weights_file(game(one))]:
        found = game(name)
        seats = usual_seats(found)
        parts = Habits(found), Findings(found)
        for part in parts:
            for number in range(games):
                part.watch(number, seats)
        text = "\n".join(part.tell(games, seats) for part in parts)
        (FOLDER / f"{name}.md").write_text(text, encoding="utf-8")
        print(f"docs/findings/{name}.md", flush=True)
