"""
Who deals at the tables of the house.

A table names its dealer in its log. Whoever deals, the outcomes are written into the log before anybody
sees them.
"""

import hashlib
import hmac
import secrets

from chancebox.engine.builds.builds import Build
from chancebox.engine.game.boxes import Box
from chancebox.engine.game.game import Game
from chancebox.engine.game.texts import _
from chancebox.engine.match.chance import DEALING, Dealer, Seeded, stream
from chancebox.engine.match.match import Match
from chancebox.engine.match.real_dice import REAL, REAL_CARDS, RealDice
from chancebox.engine.proofs import sealed
from chancebox.engine.proofs.dated import Dated
from chancebox.engine.rules.records import Memory
from chancebox.server.tables.days import Days
from chancebox.server.tables.errors import Outdated
from chancebox.server.tables.seals import Seal

HOUSE, SEALED, LESSON, DATED = "house", "sealed", "lesson", "dated"
"""
Fresh randomness of the operating system (all tables of old); sealed dice (docs/sealed-dice.md); in a lesson
who decides the same is always dealt the same; the deal of a day (docs/daily.md).
"""
UNDER_SEAL = (SEALED, REAL, REAL_CARDS)


class SystemDealer:
    """Deals each event from fresh randomness of the operating system."""

    def deal(self, build: Build, box: Box, s: Memory, number: int) -> int:
        return build.draw(box, s, stream(secrets.randbits(64), DEALING, number))


class Dealers:
    """
    The dealers of a house, which has a key for their secrets.

    The secret of a table follows from the key and the table's id: nothing has to be stored, and
    to open one tells nothing about another.
    """

    def __init__(self, key: bytes) -> None:
        self._key = key
        self.days = Days(key)
        """The secrets of days."""

    def dated(self, match: Match, day: str) -> Dealer:
        """Find who deals on in a match that is dealt from a day."""
        return Dated(match.game, self.days.open_secret(day), match)

    def dealer(
        self, name: str, game: Game, table: str, seal: Seal | None, visitor: str = "", link: str = ""
    ) -> Dealer:
        """Find who deals what follows a decision, which came with a link or with none."""
        if name in UNDER_SEAL and seal is not None:
            sealed_dealer = seal.dealer(self.open_secret(table), visitor, link)
            return sealed_dealer if name == SEALED else RealDice(game, sealed_dealer, name == REAL_CARDS)
        if name == LESSON:
            # A lesson that is no more goes on as a game.
            return Seeded(game.lesson.SEED) if game.lesson else SystemDealer()
        if name == HOUSE:
            return SystemDealer()
        raise Outdated(_("Somebody deals at this table whom this house does not know."))

    def commitment(self, table: str) -> str:
        """Return what is shown of a table's secret before the game."""
        return sealed.digest(self.open_secret(table)).hex()

    def open_secret(self, table: str) -> bytes:
        """Return the secret of a table; it leaves the house when the game is over, and not before."""
        return hmac.digest(self._key, sealed.LABEL + table.encode(), hashlib.sha256)
