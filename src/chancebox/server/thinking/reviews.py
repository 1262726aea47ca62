"""
Reviews of finished games, made beside the tables and never in their way.

One process makes them, one after the other, at the lowest priority; it is started when somebody wants a
review and ends when nobody does. A table waits once, whoever looks; those who wait are served in turn. What
was found so far can be looked at all the time, and what is complete is kept in the store. Nobody is
given anything of a game that is not over: a review knows all its secrets.
"""

import asyncio
import gzip
import json
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from chancebox.engine.game.errors import ChanceboxError
from chancebox.engine.game.texts import LANGUAGES, _, language
from chancebox.engine.match import files
from chancebox.engine.match.match import Match
from chancebox.games import game
from chancebox.reviews.report import FORMAT, Review, from_json
from chancebox.reviews.reviewing import reviewing
from chancebox.server.access import costs
from chancebox.server.monitoring.logs import note
from chancebox.server.store.kept_reviews import KeptReview
from chancebox.server.store.store import Store
from chancebox.server.tables.errors import Full, NotNow
from chancebox.server.tables.table import OVER, Table
from chancebox.server.thinking.clerks import Clerk, deliver
from chancebox.server.thinking.queues import FairQueue
from chancebox.server.thinking.workers import NoAnswer

DEPTH = "normal"
MOST_WAITING = 40
"""Tables that wait for their review."""
MOST_EVENTS = 1500
"""No game comes near it that people play; somebody may want to keep us busy."""
MOST_KEPT = 12
"""Reviews in memory, of some megabytes each; all are in the store."""
PATIENCE = 300.0
"""Seconds between two looks after which a review is given up: the first one of a game compiles it."""
FORGOTTEN = 30.0
"""Seconds after which a review that nobody looks at any more is left."""
AGAIN = 10.0
"""Seconds after which a review that failed is tried once more, if somebody looks."""
IDLE = 600.0
"""Seconds after which a complete one leaves memory."""
PACKING = 5
"""How closely reviews are packed, from 1 to 9."""
BETWEEN = 0.7
"""Seconds between two looks that are sent."""

WAITING, WORKING, DONE, FAILED = "waiting", "working", "done", "failed"


class WantedReview(NamedTuple):
    """A game to be reviewed, as it travels: its record."""

    game: str
    record: str
    depth: str


@dataclass
class Progress:
    """How far the review of a table is."""

    state: str = WAITING
    _look: Review | None = None
    _looks: dict[str, Review] = field(default_factory=dict)
    """The same in the languages that were asked for."""
    _answers: dict[str, bytes] = field(default_factory=dict)
    """And as programs get them, compressed: many may ask, and they may be long."""
    asked: float = 0.0
    """When somebody last looked."""
    ended: float = 0.0
    """When it was given up."""

    @property
    def can_begin_again(self) -> bool:
        """Whether it failed long enough ago to be tried once more."""
        return self.state == FAILED and time.monotonic() - self.ended > AGAIN

    def take(self, text: str) -> None:
        """Hold a look; one that cannot be read, since it was written by another version, is refused."""
        self._look = from_json(json.loads(text))
        # New ones, since somebody may be reading from the old ones in another thread.
        self._looks, self._answers = {}, {}

    def adopt(self, other: "Progress") -> None:
        """Hold what another process found."""
        self._look = other._look
        self._looks, self._answers = {}, {}

    @property
    def look(self) -> Review | None:
        """Return the review so far, in the reader's language."""
        if self._look is None:
            return None
        looks, code = self._looks, language()
        if code not in looks:
            looks[code] = self._look.in_language(code)
        return looks[code]

    @property
    def lucks(self) -> list[float]:
        """Return what luck, also that of others, did for each seat."""
        found = self._look.seats if self._look else ()
        return [seat.luck.value + seat.others_luck.value for seat in found]

    @property
    def answer(self) -> bytes:
        """Return the same as programs get it, compressed; nothing before the first look."""
        look, answers, code = self.look, self._answers, language()
        if look is None:
            return b""
        if code not in answers:
            state = DONE if look.done >= 1 else WORKING
            told = json.dumps({"state": state, "done": look.done, "review": look.as_json()})
            answers[code] = gzip.compress(told.encode(), PACKING)
        return answers[code]


def looks(wanted: WantedReview) -> Iterator[str]:
    """Review a game; yield what is known now and then, and in the end."""
    file = files.parse(wanted.record, "record")
    found = game(wanted.game)
    match = files.replay(file, found, files.box_of(file, found))
    sent = 0.0
    for look in reviewing(match, wanted.depth, languages=list(LANGUAGES)):
        if look.done >= 1 or time.monotonic() - sent > BETWEEN:
            yield json.dumps(look.as_json())
            sent = time.monotonic()


work = partial(deliver, looks)


def _record(match: Match) -> str:
    return files.as_text(files.as_data(match))


def _key_of(table: Table) -> str:
    return _key(table.game.version, DEPTH)


def _key(version: int, depth: str) -> str:
    """Name what a kept review depends on beside the log of its table."""
    return f"{version} {depth} {FORMAT} {','.join(LANGUAGES)}"


class ReviewDesk:
    """Where reviews are asked for."""

    def __init__(
        self,
        store: Store,
        leads: Callable[[str], bool] = lambda _name: True,
        forgotten: float = FORGOTTEN,
        work: Any = work,
    ) -> None:
        self._store = store
        self._leads = leads
        """Says whether a review is for this process to make."""
        self._forgotten = forgotten
        self._clerk = Clerk(work, "review")
        self._known: OrderedDict[str, Progress] = OrderedDict()
        self._line: FairQueue[tuple[str, WantedReview]] = FairQueue(MOST_WAITING)
        self._busy = ""
        """The table whose review is being made."""
        self.on_made: Callable[[str, Review], None] = lambda _id, _review: None
        """Called with each review that was made."""

    def is_known(self, table: Table) -> bool:
        """Return whether a review of this table is there or on its way: asking again costs nothing."""
        known = self._known.get(table.id)
        return known is not None and not known.can_begin_again

    async def look(self, table: Table, whose: str = "") -> Progress:
        """Return the review of a finished game as far as it is; where there is none, it is begun."""
        if table.stage != OVER:
            raise NotNow(_("The review is there when the game is over."))
        if len(table.playing.events) > MOST_EVENTS:
            raise NotNow(
                _("This game is too long to be reviewed here; download its record for `chancebox review`.")
            )
        progress = self._known.get(table.id)
        if progress is None or progress.can_begin_again:
            progress = await self._begin(table, whose)
        self._known.move_to_end(table.id)
        progress.asked = time.monotonic()
        return progress

    async def kept(self, table: Table) -> Review | None:
        """Return the review of a finished game if it is complete; none is begun."""
        if table.stage != OVER:
            return None
        known = self._known.get(table.id)
        if known is not None:
            return known.look if known.state == DONE else None
        kept = await costs.in_thread(self._read, table.id, _key_of(table))
        return kept.look if kept else None

    def read_kept(self, table: Table) -> Review | None:
        """Read the review of a finished game from the store, if it is there."""
        kept = self._read(table.id, _key_of(table))
        return kept.look if kept else None

    def _read(self, id: str, key: str) -> Progress | None:
        """Read what is kept; what another version wrote is made anew."""
        if data := self._store.reviews.find(id, key):
            progress = Progress(DONE, asked=time.monotonic())
            with suppress(ValueError, OSError):  # no JSON, no review, not packed
                progress.take(gzip.decompress(data).decode())
                return progress
        return None

    async def _begin(self, table: Table, whose: str) -> Progress:
        kept = await costs.in_thread(self._read, table.id, _key_of(table))
        # In a thread: a long game takes a moment to write, and it does not change any more.
        record = "" if kept else await costs.in_thread(_record, table.playing.fork())
        progress = self._known.get(table.id)
        if progress is not None and not progress.can_begin_again:
            return progress  # somebody else asked meanwhile
        progress = self._known[table.id] = kept or Progress(asked=time.monotonic())
        if not kept:
            # Fair between those who ask: one of them may have finished many games, to keep us busy.
            gone = self._line.put(whose, (table.id, WantedReview(table.game.key, record, DEPTH)))
            if gone is not None:
                self._known.pop(gone[0], None)
            if gone is not None and gone[0] == table.id:
                raise Full(_("Many games are waiting for their review; please try again in a while."))
            self._serve()
        done = [id for id, one in self._known.items() if one.state in (DONE, FAILED)]
        for id in done[: max(0, len(self._known) - MOST_KEPT)]:
            del self._known[id]
        return progress

    def _serve(self) -> None:
        """Begin the next review, if none is being made."""
        while not self._busy and not self._clerk.is_closing and (taken := self._line.take()):
            id, wanted = taken
            progress = self._known.get(id)
            if progress is None or self._is_forgotten(progress):
                self._known.pop(id, None)
                continue
            self._busy = id
            progress.state = WORKING
            key = _key(game(wanted.game).version, wanted.depth)
            making = self._clerk.run(self._make, id, key, wanted, progress)
            making.add_done_callback(partial(self._end, id, key, progress))

    def _end(self, id: str, key: str, progress: Progress, made: asyncio.Future[bytes]) -> None:
        self._busy = ""
        error = None if made.cancelled() else made.exception()
        if error is None and not made.cancelled() and made.result():
            progress.state = DONE
            with suppress(ChanceboxError):
                self._store.reviews.keep(id, KeptReview(key, made.result()), progress.lucks)
                if progress.look:
                    self.on_made(id, progress.look)
        elif error is not None:
            progress.state, progress.ended = FAILED, time.monotonic()
            # What the process says is a word, the kind of its error; other texts may hold anything.
            kind = str(error) if isinstance(error, NoAnswer) else ""
            note("review failed", logging.WARNING, table=id, error=kind or type(error).__name__)
        else:
            self._known.pop(id, None)  # nobody waits any more
        self._serve()
        if not self._busy:
            self._clerk.rest()

    def forget(self, id: str) -> None:
        """Leave the review of a table that was removed."""
        if progress := self._known.pop(id, None):
            progress.asked = float("-inf")

    def forget_idle(self) -> None:
        """Let complete reviews go that nobody looks at; they come back from the store."""
        now = time.monotonic()
        for id, progress in list(self._known.items()):
            if progress.state in (DONE, FAILED) and now - progress.asked > IDLE:
                del self._known[id]

    def _is_forgotten(self, progress: Progress) -> bool:
        return time.monotonic() - progress.asked > self._forgotten

    # In the one thread that waits for the process.

    def _make(self, id: str, key: str, wanted: WantedReview, progress: Progress) -> bytes:
        """Take look after look; return the last one, or nothing if nobody wants it any more."""
        name = f"review/{id}"
        while True:
            ours = self._leads(name)
            if kept := self._read(id, key):  # another process has made it meanwhile
                progress.adopt(kept)
                return self._store.reviews.find(id, key)
            if ours:
                break
            # Another process makes it; should that die, the review is ours.
            if self._is_forgotten(progress) or self._clerk.is_closing:
                return b""
            time.sleep(BETWEEN)
        last = ""
        try:
            for sent in self._clerk.follow(wanted, PATIENCE):
                last = sent
                progress.take(sent)
                with suppress(Full):
                    self._leads(name)
                if self._is_forgotten(progress) or self._clerk.is_closing:
                    self._clerk.rest()
                    return b""
        except NoAnswer:
            self._clerk.rest()
            if self._clerk.is_closing:
                return b""
            raise
        return gzip.compress(last.encode(), PACKING) if last else b""

    def close(self) -> None:
        """Stop what is being made."""
        self._clerk.close()
