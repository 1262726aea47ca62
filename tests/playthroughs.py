"""Golden playthroughs: one game per room and number of players, written out in full.

    make golden        writes tests/golden/ anew; read the difference before you commit it

Each file tells a game of a fixed seed event by event, in notation and in sentences, and now and
then the position with its leaf counts: how many different sequences of decisions and outcomes
lead on from there, to as many events as a budget allows.
"""

from pathlib import Path

from chancebox.engine.builds import Build
from chancebox.engine.contract import CHANCE, SPECTATOR
from chancebox.engine.game import Game
from chancebox.engine.match import Match
from chancebox.engine.positions import position_text
from chancebox.engine.records import Memory, plain
from helpers import random_match

GOLDEN = Path(__file__).parent / "golden"
BUDGET = 4_000
DEEPEST = 6


def golden_file(game: Game, seats: int) -> Path:
    return GOLDEN / f"{game.name}-{seats}.txt"


def playthrough(game: Game, seats: int) -> str:
    match = random_match(game, seats, seed=2026)
    moments = {0, *(n * len(match.events) // 6 for n in range(1, 6))}
    lines = [f"{game.name}, {seats} seats, seed 2026, options {match.options}"]
    for n, notation in enumerate(match.notation):
        if n in moments:
            s = match._position(n)
            lines.append(f"# {position_text(game, match.box, s)}")
            lines.append(f"# leaves {leaves(match, s)}")
        told = match.fork(n + 1).log(SPECTATOR, n)
        lines.append(f"{notation} | {' '.join(told)}".rstrip(" |"))
    result = match.result
    assert result
    lines.append(f"winners {result.winners} places {result.places} standing {result.standing}: {result.why}")
    return "\n".join(lines) + "\n"


def leaves(match: Match, s: Memory) -> list[int]:
    """Count the leaves to growing depth, as long as they stay within the budget."""
    build = match.game.build("compiled")
    counts: list[int] = []
    layer = [s]
    while layer and len(counts) < DEEPEST:
        following = []
        for position in layer:
            for seat, action in events(build, match, position):
                after = position.copy()
                build.play(match.box, after, seat, action)
                following.append(after)
            if len(following) > BUDGET:
                return counts
        counts.append(len(following))
        layer = following
    return counts


def events(build: Build, match: Match, s: Memory) -> list[tuple[int, int]]:
    pending = plain(s).pending
    asked = [seat for seat in range(CHANCE + 1) if pending >> seat & 1]
    return [(seat, action) for seat in asked for action in build.choices(match.box, s, seat)]


if __name__ == "__main__":
    from chancebox.games import game
    from conftest import ROOMS

    GOLDEN.mkdir(exist_ok=True)
    for room in ROOMS:
        for seats in game(room).all_seats:
            file = golden_file(game(room), seats)
            file.write_text(playthrough(game(room), seats), encoding="utf-8")
            print(file.name)
