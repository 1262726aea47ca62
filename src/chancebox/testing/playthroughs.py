"""
Golden playthroughs: one game for each number of players, written out in full, for people to read.

Each file tells a game of a fixed seed event by event, in notation and in sentences, and now and then the
position with its leaf counts: how many different sequences of decisions and outcomes lead on from there, to
as many events as a budget allows. A change of the rules shows as a difference between files.
"""

from pathlib import Path

from chancebox.engine.builds.builds import Build
from chancebox.engine.game.errors import BadGame
from chancebox.engine.game.game import Game
from chancebox.engine.match.match import Match
from chancebox.engine.match.positions import position_text
from chancebox.engine.rules.contract import CHANCE, SPECTATOR
from chancebox.engine.rules.records import Memory, plain
from chancebox.testing.matches import random_match

SEED = 2026
BUDGET = 4_000
DEEPEST = 6


def golden_file(folder: Path, game: Game, seats: int) -> Path:
    """Name the file of a game for a number of players."""
    return folder / f"{game.name}-{seats}.txt"


def write_golden(folder: Path, game: Game) -> list[Path]:
    """Write a game's playthroughs anew; return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = [golden_file(folder, game, seats) for seats in game.all_seats]
    for file, seats in zip(files, game.all_seats, strict=True):
        file.write_text(playthrough(game, seats), encoding="utf-8")
    return files


def golden_playthroughs_are_the_same(folder: Path, game: Game, seats: int, command: str = "") -> None:
    """Play the game of the fixed seed again: it goes as when somebody last read it."""
    file = golden_file(folder, game, seats)
    command = command or f"python -m chancebox.testing {game.name} --write-golden {folder}"
    if not file.exists():
        raise BadGame(f"{file} is missing. Run `{command}`, read what it wrote, and keep it.")
    stored, told = (text.splitlines() for text in (file.read_text("utf-8"), playthrough(game, seats)))
    for number, (before, now) in enumerate(zip(stored, told, strict=False), start=1):
        if before != now:
            raise BadGame(
                f"{file}, line {number}: the game goes another way now:\n  {before}\n  {now}\n"
                f"If it should, raise the game's version, run `{command}` and read the difference."
            )
    if len(stored) != len(told):
        raise BadGame(f"{file}: the game has {len(told)} lines now, not {len(stored)}.")


def playthrough(game: Game, seats: int) -> str:
    """Return the game of the fixed seed."""
    match = random_match(game, seats, seed=SEED)
    moments = {0, *(n * len(match.events) // 6 for n in range(1, 6))}
    lines = [f"{game.name}, {seats} seats, seed {SEED}, options {match.options}"]
    for n, notation in enumerate(match.notation):
        if n in moments:
            s = match.fork(n).position()
            lines.append(f"# {position_text(game, match.box, s)}")
            lines.append(f"# leaves {leaves(match, s)}")
        told = match.fork(n + 1).log(SPECTATOR, n)
        lines.append(f"{notation} | {' '.join(told)}".rstrip(" |"))
    result = match.result
    if result is None:
        raise BadGame(f"{game.name}: the game of seed {SEED} has no result.")
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
    """List what may happen next, of everybody who is asked."""
    pending = plain(s).pending
    asked = [seat for seat in range(CHANCE + 1) if pending >> seat & 1]
    return [(seat, action) for seat in asked for action in build.choices(match.box, s, seat)]
