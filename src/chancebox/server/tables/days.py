"""
Days: which deal is played on which day, its secret, and what a result is.

All of it follows from the date and a key of the house. So nothing has to happen at midnight, and any number
of processes agree. docs/daily.md tells why it is so.
"""

import hashlib
import hmac
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from chancebox.engine.game.game import Game
from chancebox.engine.game.texts import _
from chancebox.engine.match.chance import derive_seed
from chancebox.engine.match.match import Match
from chancebox.engine.proofs import sealed
from chancebox.engine.proofs.dated import HEAD
from chancebox.engine.rules.records import plain
from chancebox.games import game
from chancebox.server.tables.errors import NotFound, NotNow

LABEL = b"chancebox day\n"
PERSON = 0
"""The seat of who plays; who begins is drawn anyway."""
BOT = "thumb"
"""Against whom: it plays the same whatever else the machine has to do."""
MASTER = "master:3000"
"""Who plays the same deal for comparison, with so many games for each decision: not by the clock."""
OLDEST = 366
"""Days back for which there is an archive."""

Setup = tuple[int, dict[str, str]]
TURNS: tuple[tuple[str, tuple[Setup, ...]], ...] = (
    ("gang-of-dice", ((3, {}), (2, {}), (4, {"finale": "1/2/3"}))),
    ("second-chance", ((1, {}),)),
    ("chance-it", ((3, {}), (4, {}))),
    ("take-a-chance", ((3, {}), (2, {}), (3, {"charm-die": "yes"}))),
    ("take-it-or-leave-it", ((3, {}), (2, {}), (3, {"free-mix": "yes"}))),
)
"""The games in turn, a day each; and how many play with which options, in turn, too."""


class Day(NamedTuple):
    """The deal of a day, as everybody may know it."""

    date: date
    game: str
    seats: int
    options: dict[str, str]

    @property
    def name(self) -> str:
        """The date as it is written everywhere."""
        return self.date.isoformat()

    @property
    def is_over(self) -> bool:
        """Whether its secret may be known."""
        return self.date < today()


class Outcome(NamedTuple):
    """How somebody played the deal of a day."""

    score: int
    place: int
    """Among those at the table; alone, 1 for who made it and 2 for who did not."""


def now() -> datetime:
    """Return what time it is; nobody else asks the clock what day it is."""
    return datetime.now(UTC)


def today() -> date:
    """Return what day it is."""
    return now().date()


def day_of(of: date) -> Day:
    """
    Return the deal of a date.

    >>> day_of(date(2026, 11, 16)).game != day_of(date(2026, 11, 17)).game
    True
    """
    number = of.toordinal()
    name, setups = TURNS[number % len(TURNS)]
    seats, options = setups[number // len(TURNS) % len(setups)]
    return Day(of, name, seats, game(name).check_options(options, seats))


def read_day(text: str) -> Day:
    """Return the day that an address names; refuse one that has not come, and one of long ago."""
    try:
        of = date.fromisoformat(text)
    except ValueError:
        of = None
    if of is None or of.isoformat() != text:
        raise NotFound(_("A day is written like {example}.").format(example=today().isoformat()))
    if of > today():
        raise NotNow(_("That day has not come yet; its deal is in a sealed envelope."))
    if of < today() - timedelta(OLDEST):
        raise NotFound(_("The archive does not go back that far."))
    return day_of(of)


class Days:
    """The secrets of all days of a house."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def commitment(self, day: str) -> str:
        """Return what is shown of a day's secret before it is over."""
        return sealed.digest(self.open_secret(day)).hex()

    def open_secret(self, day: str) -> bytes:
        """Return the secret of a day; it leaves the house when the day is over, and not before."""
        return hmac.digest(self._key, LABEL + day.encode(), hashlib.sha256)

    def bot_seed(self, day: str, seat: int) -> int:
        """Seed the thoughts of a bot: the same for all who play that day."""
        return derive_seed(hmac.digest(self.open_secret(day), f"{HEAD}\nbots".encode(), "sha256"), seat)


def outcome_of(match: Match, seat: int = PERSON) -> Outcome:
    """Return how a finished match ended for a seat, in what decides its game."""
    result = match.result
    assert result is not None
    story, s = match.game.story, plain(match.position())
    score_of = getattr(match.game.deal, "score", None)
    if score_of is not None:
        score: int = score_of(match.box, s, seat)
    elif result.standing[seat] < 0:
        score = 0  # who was eliminated
    else:
        score = story.DECIDES.of(story.counts(match.box, s), seat)
    place = result.places[seat] if match.seats > 1 else 2 - (seat in result.winners)
    return Outcome(score, place)


def is_fewest_best(found: Game) -> bool:
    """Return whether less is better in this game."""
    fewest: bool = found.story.DECIDES.fewest
    return fewest
