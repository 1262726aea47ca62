"""Somebody who learns a game by playing it, at a table without a house around it."""

import random
from collections.abc import Iterator
from typing import Any

from chancebox import bots
from chancebox.bots import Bot
from chancebox.engine.game.boxes import load_box
from chancebox.engine.match.match import Match
from chancebox.games import game
from chancebox.server.house.sessions import Session
from chancebox.server.screens.lessons import lesson
from chancebox.server.tables import entries, moves
from chancebox.server.tables.dealers import LESSON, Dealers
from chancebox.server.tables.places import Wish, make_places
from chancebox.server.tables.table import Table
from chancebox.testing.lessons import ME, whole_move

VISITOR = "learner"


class Learner:
    """Plays a lesson in seat 0 against the bots of the house: sensibly, or anything."""

    def __init__(self, name: str, clumsy: bool = False, seed: int = 1) -> None:
        found = game(name)
        taught = found.lesson
        assert taught
        opened = entries.Opened(
            game=found.name,
            rules=found.version,
            box=load_box(found).digest,
            options=found.check_options(taught.OPTIONS, taught.SEATS),
            places=make_places([Wish("person", "Ann"), *[Wish("bot")] * (taught.SEATS - 1)], VISITOR),
            host=VISITOR,
            dealer=LESSON,
        )
        self.table = Table("t", opened, Dealers(b"key"))
        self.session = Session(self.table, "", [])
        self.clumsy = clumsy
        self._luck = random.Random(seed)
        self._bots = [bots.bot("thumb", bots.bot_seed(taught.SEED, seat)) for seat in range(taught.SEATS)]
        step = moves.start(self.table, VISITOR)
        self.table.apply(step.entry, step.match)
        self._answer_for_bots()

    @property
    def match(self) -> Match:
        return self.table.playing

    def told(self) -> dict[str, Any]:
        """What is told now."""
        told = lesson(self.session, ME)
        assert told
        return told

    def decisions(self) -> Iterator[dict[str, Any]]:
        """Play to the end; yield what is told at each decision."""
        while self.match.to_act:
            yield self.told()
            self.move()

    def move(self) -> None:
        """Make one move, and let the bots answer."""
        move = self._luck.choice(self.match.moves(ME)) if self.clumsy else self._sensible_move()
        self._play(ME, move)
        self._answer_for_bots()

    def _sensible_move(self) -> str | int:
        return whole_move(self.match, ME, self._choice(self._bots[ME], ME))

    def _choice(self, bot: Bot, seat: int) -> int:
        return bot.choose(bots.question(self.match, seat))

    def _answer_for_bots(self) -> None:
        while asked := [seat for seat in self.match.to_act if seat != ME]:
            self._play(asked[0], self._choice(self._bots[asked[0]], asked[0]))

    def _play(self, seat: int, move: str | int) -> None:
        step = moves.play(self.table, seat, move)
        self.table.apply(step.entry, step.match)
