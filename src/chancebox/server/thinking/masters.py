"""
What the master makes of the deal of a day: one game, played when somebody has finished theirs.

It is played once for a house, in a process of its own at the lowest priority, which ends with the game. What
came of it is kept in the store; if several processes share that, one of them plays.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import date
from functools import partial
from typing import Any, NamedTuple

from chancebox.bots import bot, question
from chancebox.engine.game.errors import ChanceboxError
from chancebox.engine.match.match import Match
from chancebox.engine.proofs.dated import Dated
from chancebox.games import game
from chancebox.server.monitoring.logs import note
from chancebox.server.store.database import Taken
from chancebox.server.store.store import Store
from chancebox.server.tables.days import BOT, MASTER, PERSON, Day, Days, Outcome, day_of, outcome_of
from chancebox.server.tables.errors import Full
from chancebox.server.thinking.clerks import Clerk, deliver
from chancebox.server.thinking.workers import NoAnswer

PATIENCE = 300.0
"""Seconds between two decisions after which it is given up: the first one compiles the game."""


class WantedDeal(NamedTuple):
    """A deal to be played, as it travels."""

    day: str
    secret: bytes
    seeds: list[int]
    """For the thoughts of each seat."""


def play(wanted: WantedDeal) -> Iterator[str]:
    """Play the deal of a day as the master would, against the bots of that day; yield how far it is."""
    day = day_of(date.fromisoformat(wanted.day))
    found = game(day.game)
    match = Match(found, day.seats, options=day.options, dealer=Dated(found, wanted.secret))
    kinds = [MASTER if seat == PERSON else BOT for seat in range(day.seats)]
    players = [bot(kind, seed) for kind, seed in zip(kinds, wanted.seeds, strict=True)]
    while match.to_act:
        seat = match.to_act[0]
        match.play(seat, players[seat].choose(question(match, seat)))
        yield f"event {len(match.events)}"
    outcome = outcome_of(match)
    yield f"{outcome.score} {outcome.place}"


work = partial(deliver, play)


class MasterDesk:
    """Where it is asked what the master made of a day."""

    def __init__(
        self, store: Store, days: Days, leads: Callable[[str], bool] = lambda _name: True, work: Any = work
    ) -> None:
        self._store, self._days, self._leads = store, days, leads
        self._clerk = Clerk(work, "master")
        self._busy: set[str] = set()

    async def look(self, day: Day, begin: bool) -> Outcome | None:
        """Return what the master made of a day; if nobody knows yet, it may begin to play."""
        kept = await asyncio.to_thread(self._store.days.master_of, day.name)
        if begin and kept is None and day.name not in self._busy and not self._clerk.is_closing:
            self._busy.add(day.name)
            playing = self._clerk.run(self._play, day)
            playing.add_done_callback(lambda _done: self._busy.discard(day.name))
        return kept

    # In the one thread that waits for the process.

    def _play(self, day: Day) -> None:
        name = f"master/{day.name}"
        try:
            # Where another process plays, who looks again finds what it kept.
            if self._store.days.master_of(day.name) is not None or not self._leads(name):
                return
            seeds = [self._days.bot_seed(day.name, seat) for seat in range(day.seats)]
            wanted, last = WantedDeal(day.name, self._days.open_secret(day.name), seeds), ""
            for told in self._clerk.follow(wanted, PATIENCE):
                last = told
                with suppress(Full):
                    self._leads(name)
            if last:
                score, place = map(int, last.split())
                with suppress(Taken):
                    self._store.days.keep_master(day.name, Outcome(score, place)).result()
        except (NoAnswer, ChanceboxError, OSError, ValueError) as error:
            if not self._clerk.is_closing:
                # Its kind alone: a text might hold what is not to be known yet.
                note("master failed", logging.WARNING, error=type(error).__name__)
        finally:
            self._clerk.rest()

    def close(self) -> None:
        """Stop the game that is being played."""
        self._clerk.close()
