"""
The arena: bots play each other, and the same deals serve every order of the seats.

A deal is the luck of a game: its seed. Each deal is played once for every lineup, so that every bot
has every seat equally often and gets the same luck. Deals, not games, are what is independent; all
errors are made from them. Results are written to a journal as they come: the same meeting goes on
where it was interrupted.
"""

import hashlib
import itertools
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from chancebox.bots import Question, bot_at, bot_digest, factory
from chancebox.bots.thinking.compiled import compiled_kernels
from chancebox.engine.builds import builds
from chancebox.engine.builds.paths import cache_folder
from chancebox.engine.game.boxes import Box
from chancebox.engine.game.errors import BadSetup
from chancebox.engine.game.game import Game
from chancebox.engine.game.texts import _, listed
from chancebox.engine.match.chance import DEALING, derive_seed, stream
from chancebox.engine.rules.winners import WHOLE, share_win
from chancebox.lab.bot_games import check_answer, play_on
from chancebox.lab.scores import ScoreFound, Sprt


@dataclass(frozen=True)
class Meeting:
    """Who meets in which game."""

    game: Game
    box: Box
    seats: int
    options: Mapping[str, str]
    bots: tuple[str, ...]
    seed: int

    def __post_init__(self) -> None:
        if len(self.bots) < 2 or len(set(self.bots)) < len(self.bots):
            raise BadSetup(
                _("An arena needs two or more different bots, not: {bots}.").format(bots=listed(self.bots))
            )
        if self.seats < 2:
            raise BadSetup(_("An arena needs two or more seats, not {seats}.").format(seats=self.seats))
        for name in self.bots:
            factory(name)

    @property
    def lineups(self) -> list[tuple[int, ...]]:
        """List who sits where, by number: every bot has every seat equally often."""
        n = len(self.bots)
        steps = itertools.product(range(1, n), range(n))
        lineups = [tuple((first + step * seat) % n for seat in range(self.seats)) for step, first in steps]
        return list(dict.fromkeys(lineups))

    @property
    def digest(self) -> str:
        """Return a digest of all that the results depend on, the bots' program included."""
        programs = [bot_digest(name, self.game) for name in self.bots]
        about = [self.game.name, self.game.version, self.box.digest, self.seats, dict(self.options)]
        text = json.dumps([*about, self.bots, self.seed, programs])
        return hashlib.sha256(text.encode()).hexdigest()[:20]


@dataclass
class PlayedDeal:
    """What came of one deal: shares of the win by lineup and seat, moves and seconds by bot."""

    number: int
    shares: list[list[float]]
    moves: list[int]
    seconds: list[float]


@dataclass
class ArenaReport:
    """How a meeting went so far."""

    meeting: Meeting
    deals: list[PlayedDeal] = field(default_factory=list)
    sprt: Sprt | None = None

    @property
    def games(self) -> int:
        return len(self.deals) * len(self.meeting.lineups)

    @property
    def score(self) -> ScoreFound:
        """Count shares and pairs."""
        lineups = self.meeting.lineups
        return ScoreFound(
            len(self.meeting.bots), [[*zip(lineups, deal.shares, strict=True)] for deal in self.deals]
        )

    def ms_per_move(self, bot: int) -> float:
        """Return how long a bot thinks about a move, in milliseconds."""
        moves = sum(deal.moves[bot] for deal in self.deals)
        return 1000 * sum(deal.seconds[bot] for deal in self.deals) / max(1, moves)

    @property
    def verdict(self) -> str:
        """Return what the sequential test says: better, worse, or nothing yet."""
        return self.sprt.verdict(self.score.by_deal(0)) if self.sprt else ""

    def as_json(self) -> dict[str, Any]:
        """Return everything as plain data."""
        score = self.score
        elo = score.elo()
        bots = [
            {
                "bot": name,
                "share": share.share,
                "low": share.low,
                "high": share.high,
                "elo": elo[i][0],
                "elo_error": elo[i][1],
                "ms_per_move": self.ms_per_move(i),
            }
            for i, (name, share) in enumerate(zip(self.meeting.bots, score.shares(), strict=True))
        ]
        return {
            "game": self.meeting.game.name,
            "seats": self.meeting.seats,
            "options": dict(self.meeting.options),
            "box": self.meeting.box.digest,
            "seed": self.meeting.seed,
            "deals": len(self.deals),
            "games": self.games,
            "bots": bots,
            "sequential_test": self.sprt.as_json(score.by_deal(0)) if self.sprt else None,
        }


def play_deal(meeting: Meeting, number: int) -> PlayedDeal:
    """Play one deal in every lineup."""
    n = len(meeting.bots)
    deal = PlayedDeal(number, [], [0] * n, [0.0] * n)
    for lineup in meeting.lineups:
        deal.shares.append(_play(meeting, deal, lineup))
    return deal


def _play(meeting: Meeting, deal: PlayedDeal, lineup: Sequence[int]) -> list[float]:
    """Play one game; return the share of the win by seat."""
    rules, box = meeting.game.build("compiled"), meeting.box
    seed = derive_seed(meeting.seed, "deal", deal.number)
    # Seats think differently, whoever sits there.
    bots = [bot_at(meeting.bots[bot], seed, seat) for seat, bot in enumerate(lineup)]
    s = rules.start(box, meeting.seats, meeting.game.options_record(meeting.options))
    for _event in play_on(
        meeting.game,
        box,
        s,
        lambda s, number: rules.draw(box, s, stream(seed, DEALING, number)),
        lambda question: _answer(meeting, deal, lineup[question.seat], bots[question.seat], question),
    ):
        pass
    shares = [0] * meeting.seats
    share_win(rules.standing(box, s), meeting.seats, shares)
    return [share / WHOLE for share in shares]


def _answer(meeting: Meeting, deal: PlayedDeal, bot: int, player: Any, question: Question) -> int:
    begun = time.perf_counter()
    action = check_answer(meeting.bots[bot], int(player.choose(question)), question)
    deal.seconds[bot] += time.perf_counter() - begun
    deal.moves[bot] += 1
    return action


def run(
    meeting: Meeting,
    games: int,
    sprt: Sprt | None = None,
    workers: int = 1,
    fresh: bool = False,
    progress: Callable[[ArenaReport], None] = lambda _report: None,
    compiling: builds.Report = builds.silent,
) -> ArenaReport:
    """Play until there are so many games, or until the sequential test has decided."""
    report = ArenaReport(meeting, [], sprt)
    journal = Journal(meeting, fresh)
    compiled_kernels(meeting.game, meeting.box, compiling)  # compiles before the clock runs
    wanted = -(-games // len(meeting.lineups))
    with ThreadPoolExecutor(workers) as pool:
        for deal in _in_order(pool, lambda number: play_deal(meeting, number), journal, wanted, workers):
            report.deals.append(deal)
            progress(report)
            if report.verdict:
                break
        pool.shutdown(cancel_futures=True)
    return report


def _in_order(
    pool: ThreadPoolExecutor,
    play: Callable[[int], PlayedDeal],
    journal: "Journal",
    wanted: int,
    workers: int,
) -> Iterator[PlayedDeal]:
    """Hand over deals by their number, whoever finishes first: the result does not depend on it."""
    yield from journal.done[:wanted]
    following = len(journal.done)
    running: dict[int, Future[PlayedDeal]] = {}
    for number in range(following, wanted):
        while following < min(wanted, number + workers):
            running[following] = pool.submit(play, following)
            following += 1
        deal = running.pop(number).result()
        journal.add(deal)
        yield deal


class Journal:
    """The deals of a meeting on disk, a line each, from the first on."""

    def __init__(self, meeting: Meeting, fresh: bool) -> None:
        self._file = cache_folder() / "arena" / f"{meeting.digest}.jsonl"
        self.done: list[PlayedDeal] = []
        if fresh:
            self._file.unlink(missing_ok=True)
        elif self._file.exists():
            self.done = list(_read(self._file))

    def add(self, deal: PlayedDeal) -> None:
        """Keep a deal; where nothing can be written the meeting is just not resumable."""
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with self._file.open("a", encoding="utf-8") as file:
                file.write(json.dumps(vars(deal)) + "\n")
        except OSError:
            return


def _read(file: Path) -> Iterator[PlayedDeal]:
    """Read deals as far as they are whole and in order: the last line may have been cut."""
    for number, line in enumerate(file.read_text("utf-8").splitlines()):
        try:
            deal = PlayedDeal(**json.loads(line))
        except (ValueError, TypeError):
            return
        if deal.number != number:
            return
        yield deal
