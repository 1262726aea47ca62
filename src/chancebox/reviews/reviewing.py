"""A review from its beginning to its end: values first, rough and then finer; then the decisions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from chancebox.engine.builds.builds import Report, silent
from chancebox.engine.game.arguments import path, text
from chancebox.engine.game.errors import BadSetup
from chancebox.engine.game.texts import _, listed
from chancebox.engine.match import files
from chancebox.engine.match.chance import check_seed
from chancebox.engine.match.match import Match
from chancebox.engine.rules import thumb
from chancebox.engine.rules.contract import CHANCE
from chancebox.games import game
from chancebox.reviews.decisions import Care, Judge, Judgement
from chancebox.reviews.ledger import Ledger
from chancebox.reviews.marks import FINE, decision_mark
from chancebox.reviews.report import Review
from chancebox.reviews.values import Values
from chancebox.reviews.wording import Words


@dataclass(frozen=True)
class Depth:
    """How closely a game is looked at."""

    error: float
    """The standard error of every share of winning that is enough."""
    most: int
    """Playouts from each position at most …"""
    games: int
    """… and games in all, once the error is small enough: sums of luck gain from more."""
    care: Care


DEPTHS = {
    "quick": Depth(0.03, 320, 20_000, Care(choosing=16, valuing=256, error=0.03)),
    "normal": Depth(0.015, 4_000, 100_000, Care(choosing=32, valuing=640, error=0.02)),
    "fine": Depth(0.0075, 12_000, 600_000, Care(choosing=128, valuing=2_560, error=0.0075)),
}
FIRST = 32
"""Playouts of the first look."""
LARGEST = 256
"""Playouts between two looks."""
DECISIONS = 16
"""Decisions between two looks."""
VALUES = 0.6
"""About the part of the work that is done when values are."""


def review(played: Match | str | Path, depth: str = "normal", seed: int = 0) -> Review:
    """
    Review a finished game, given as a match or as a record file: was it luck?

    `depth` is quick, normal (a standard error of 1.5 points on every share) or fine (half of that).

    >>> import chancebox as cb
    >>> match = cb.new("pig", seats=2, dealer=cb.Scripted(["6"] * 17), names=["Ann", "Ben"])
    >>> for _throw in range(17):
    ...     match.play(0, "roll")
    >>> match.play(0, "stop")
    >>> found = cb.review(match, "quick")
    >>> found.seats[0].luck.value > 0.2, found.seats[1].luck.value
    (True, 0.0)
    >>> found.sentence.partition(" by ")[0]
    'Ann won'
    """
    *_looks, last = reviewing(played, depth, seed)
    return last


def reviewing(
    played: Match | str | Path,
    depth: str = "normal",
    seed: int = 0,
    report: Report = silent,
    languages: Sequence[str] = (),
) -> Iterator[Review]:
    """
    Review a finished game step by step: each look is a whole review, the last one is complete.

    It speaks the reader's language; `languages` names others for which `in_language` shall have words.
    """
    match = played if isinstance(played, Match) else _load(path("played", played))
    check_seed(seed)
    if text("depth", depth) not in DEPTHS:
        raise BadSetup(
            _("There is no depth {depth!r}; there are {depths}.").format(depth=depth, depths=listed(DEPTHS))
        )
    if match.to_act:
        raise BadSetup(_("This game is not over; a review comes after the end."))
    if not match.events:
        raise BadSetup(_("In this game nothing has happened."))
    yield from _Reviewing(match, depth, seed, report, languages).looks()


def _load(record: Path) -> Match:
    file = files.read(record)
    found = game(file.game, file.version)
    return files.replay(file, found, files.box_of(file, found))


class _Reviewing:
    """One review being made."""

    def __init__(self, match: Match, depth: str, seed: int, report: Report, languages: Sequence[str]) -> None:
        self._match = match
        self._name = depth
        self._depth = DEPTHS[depth]
        self._values = Values(match, seed, report)
        self._judge = Judge(match, self._depth.care, seed)
        self._judged: dict[int, Judgement] = {}
        self._words = Words(match)
        self._further = {code: Words(match, code) for code in languages}
        self._ledger = Ledger(match, _doers(match))

    def looks(self) -> Iterator[Review]:
        """Value all positions, ever finer, then judge the decisions."""
        playouts = FIRST
        while not self._is_enough():
            for _part in self._values.add(playouts):
                pass
            playouts = min(LARGEST, 3 * playouts, self._missing())
            yield self._look(VALUES * self._part_done())
        asked = [n for n, event in enumerate(self._match.events) if event.seat != CHANCE]
        for i, n in enumerate(asked, start=1):
            judged = self._judge.judge(n)
            if judged is not None:
                self._judged[n] = judged
                if decision_mark(judged.gain, judged.gain_error) != FINE:
                    for words in (self._words, *self._further.values()):
                        words.add(n, judged)
            if i % DECISIONS == 0 and i < len(asked):
                yield self._look(VALUES + (1 - VALUES) * i / len(asked))
        yield self._look(1.0)

    def _is_enough(self) -> bool:
        values, depth = self._values, self._depth
        if values.playouts == 0 or values.playouts >= depth.most:
            return values.playouts > 0
        return values.played >= depth.games and float(values.spread()[1].max()) <= depth.error

    def _missing(self) -> int:
        """Return about how many playouts are needed still."""
        values, depth = self._values, self._depth
        needed = values.playouts * (float(values.spread()[1].max()) / depth.error) ** 2
        if values.played:
            needed = max(needed, values.playouts * depth.games / values.played)
        return max(FIRST, int(1.02 * needed) - values.playouts)

    def _part_done(self) -> float:
        values, depth = self._values, self._depth
        precise = (depth.error / max(depth.error, float(values.spread()[1].max()))) ** 2
        part = max(min(precise, values.played / max(1, depth.games)), values.playouts / depth.most)
        return min(1.0, part)

    def _look(self, done: float) -> Review:
        match, values = self._match, self._values
        result = match.result
        shares, errors = values.spread()
        moments = self._ledger.moments(values, self._judged, self._words)
        return Review(
            game=match.game.name,
            version=match.game.version,
            box=match.box.digest,
            depth=self._name,
            reference="random" if match.game.thumb.__name__ == thumb.__name__ else "thumb",
            names=tuple(match.names),
            winners=result.winners if result else (),
            values=tuple(tuple(row) for row in shares.tolist()),
            errors=tuple(tuple(row) for row in errors.tolist()),
            moments=moments,
            seats=self._ledger.seats(values, moments),
            done=min(1.0, done),
            playouts=values.playouts,
            games=values.played + self._judge.played,
            told={code: words.all() for code, words in self._further.items()},
        )


def _doers(match: Match) -> list[int | None]:
    """Return who decided, rolled or drew, by event."""
    return [match.whose(n) if event.seat == CHANCE else event.seat for n, event in enumerate(match.events)]
