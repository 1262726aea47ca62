"""
A table: its log, folded.

`apply` is the only place where a table changes, and it takes nothing but an entry of the log.
What people do becomes an entry first (`moves`, `places` and `settings` make it and refuse what is not right),
is written to disk, and then applied. So a table that is read from the log again is the same one.
"""

from typing import NamedTuple

from chancebox.engine.game.boxes import Box, load_box, own_box
from chancebox.engine.game.errors import BadBox, UnknownGame
from chancebox.engine.game.game import Game
from chancebox.engine.game.naming import tell_apart
from chancebox.engine.game.texts import _
from chancebox.engine.match import real_dice
from chancebox.engine.match.chance import Ask
from chancebox.engine.match.match import Match
from chancebox.engine.match.real_dice import REAL, REAL_CARDS
from chancebox.engine.rules.contract import CHANCE
from chancebox.games import game
from chancebox.server.tables import entries
from chancebox.server.tables.dealers import LESSON, Dealers
from chancebox.server.tables.entries import Entry, Place
from chancebox.server.tables.errors import Gone, NotNow, NotYours, Outdated
from chancebox.server.tables.seals import Seal, dealt, follow
from chancebox.server.tables.visibility import ALL, Visibility

STAND_IN = "thumb"
"""The bot that plays for who has not come to a rematch, or has left for good."""
LOBBY, PLAYING, OVER = "lobby", "playing", "over"
REMOVED = "removed"
"""The stage of a table that is not there any more."""
PLAYED = (
    entries.Started | entries.Moved | entries.Undone | entries.Entered | entries.Corrected | entries.WentOn
)
"""Entries after which other questions stand."""


MOST_LINES = 10_000
"""Lines of a log after which a game is only played on: several times those of the longest game of people."""
LAST_LINES = 20_000
"""Lines after which not even that: with somebody's own box a game may have no end."""
PLAYING_ON = (
    entries.Started
    | entries.Moved
    | entries.Entered
    | entries.WentOn
    | entries.TakenOver
    | entries.Returned
    | entries.Handed
)
"""Entries without which a game would not come to its end."""
ENDING = entries.Removed | entries.Left | entries.Followed | entries.Grouped
"""Entries for which a log has always room; none of them comes twice for the same reason."""


class Step(NamedTuple):
    """A change to come: what the log will say, and the match after it where that is known already."""

    entry: Entry
    match: Match | None = None


class EnteredThrow(NamedTuple):
    """Who entered a chance event, and what had been entered there before it was corrected."""

    visitor: str
    seats: list[int]
    """Those of the device on which it was entered."""
    thrower: int | None
    before: tuple[str, ...] = ()
    """What it was, as people write it, each time before it was corrected."""
    stands: bool = False
    """Whether somebody has said that it is right."""


class Table:
    """A table as its log tells it."""

    def __init__(self, id: str, opened: entries.Opened, dealers: Dealers) -> None:
        self.id = id
        self.game: Game = _game_of(opened)
        self.box = _box_of(self.game, opened)
        if opened.box != self.box.digest:
            raise _outdated()
        self.options = opened.options
        self.places = [Place(p.kind, p.name, p.bot, p.visitor) for p in opened.places]
        self.host = opened.host
        self.dealer = opened.dealer
        self.dealers = dealers
        self.before = opened.events
        self.seal = Seal(id, opened.seal, len(self.before), dealt(self.before)) if opened.seal else None
        """What is known to all of sealed dice; none where the table deals otherwise."""
        self.day = opened.day
        """The day whose deal is played here, if it is one's,"""
        self.counts = bool(opened.day) and not opened.practice
        """and whether this is the try that counts."""
        self.shown_day = opened.day or opened.past_day
        """The day whose deal can be seen here, also where it was played on from its middle."""
        self.version = 1
        self.commands: dict[str, int] = {}
        self.match: Match | None = None
        self.stand_ins: dict[int, str] = {}
        self.stood_in: set[int] = set()
        """Seats for which a bot stood in at some time."""
        self.rematch = ""
        self.is_removed = False
        self.follows = opened.follows
        self.group = opened.group
        """The group that plays here, if it is one,"""
        self.invited = {p.name for p in opened.places if p.kind == "person"} if opened.group else set()
        """and for whom of it the table was opened."""
        self.games = opened.games
        self.wins = opened.wins or [0] * len(self.places)
        is_full = all(place.kind != "open" for place in self.places)
        self.hints = is_full and not self.counts
        """Whether people may ask the master; among strangers the host must allow it first."""
        self.odds = opened.odds and is_full
        """Whether odds are shown to those who decide; among strangers the host must allow it first."""
        self.latest: list[Entry] = [opened]
        """The latest entry that everybody noticed, and those of single seats since then."""
        self.rewrites = 0
        """How often something was taken back: what was remembered of the events may be wrong then."""
        self.visibility = Visibility()
        self._before_latest = 0
        """Events before the latest entry,"""
        self._before_noticed = 0
        """and before the latest one that everybody noticed."""
        self.moments: list[int] = []
        """How many events there were after each entry that played some: what lies between is never shown."""
        self.asked: dict[int, int] = {}
        """Per seat whose decision is awaited, and CHANCE: the version at which the question was put."""
        self.entered: dict[int, EnteredThrow] = {}
        """With real dice: the events that people entered."""

    @property
    def seats(self) -> int:
        return len(self.places)

    @property
    def is_lesson(self) -> bool:
        """Whether somebody learns the game here."""
        return self.dealer == LESSON

    @property
    def stage(self) -> str:
        """Whether people are sitting down, playing, or done; or whether the table was removed."""
        if self.is_removed:
            return REMOVED
        if self.match is None:
            return LOBBY
        return PLAYING if self.match.to_act else OVER

    def seats_of(self, visitor: str) -> list[int]:
        """The seats that this visitor holds, those a bot plays on for included."""
        if not visitor:
            return []
        return [seat for seat, place in enumerate(self.places) if place.visitor == visitor]

    def awaits(self, visitor: str) -> bool:
        """Return whether a decision of this visitor is awaited."""
        asked = self.match.to_act if self.match else ()
        return any(seat in asked and seat not in self.stand_ins for seat in self.seats_of(visitor))

    @property
    def is_meeting(self) -> bool:
        """Whether this is a rematch that waits for those who played before, or a table of a group."""
        return bool(self.follows or self.group) and self.match is None

    def wins_so_far(self) -> list[int]:
        """Count the games that each seat has won since the first of its rematches, this one included."""
        result = self.match.result if self.match else None
        won = result.winners if result else ()
        return [n + (seat in won) for seat, n in enumerate(self.wins)]

    def version_for(self, visitor: str, version: int | None = None) -> int:
        """Return a version, or the present one, as a visitor counts: without what others do in secret."""
        return self.visibility.version(version or self.version, self.seats_of(visitor))

    def events_before_news(self, visitor: str) -> int:
        """Count the events before the latest entry that a visitor noticed."""
        is_own = self.visibility.latest in self.seats_of(visitor)
        return self._before_latest if is_own else self._before_noticed

    def bot_at(self, seat: int) -> str:
        """The bot that decides for a seat, or nothing if a person does."""
        return self.stand_ins.get(seat, "") or self.places[seat].bot

    # The fold.

    def apply(self, entry: Entry, match: Match | None = None, command: str = "") -> None:
        """Follow the log by one entry; a match that was played already need not be played again."""
        events = len(self.match.events) if self.match else 0
        if match is not None:
            # Whoever dealt has done so: what follows may come from the log, with all its dice.
            match.dealer = Ask()
        if self.seal is not None:
            follow(self.seal, entry, self, events)
        rewritten = self._rewritten_from(entry, events)
        if isinstance(entry, entries.Corrected):
            events = entry.event
        self._play(entry, match)
        self._seat(entry)
        self._settle(entry)
        self.version += 1
        if command:
            self.commands[command] = self.version
        if isinstance(entry, entries.Committed | entries.Removed):
            # Nothing to see: the last move is still the last, and can be taken back.
            self.visibility.overlook(self.version)
            return
        self._note_questions(entry)
        self._note_moment()
        self.visibility.follow(self.match, self.version, rewritten)
        self._note_latest(entry)
        self._before_latest = events
        if self.visibility.latest == ALL:
            self._before_noticed = events

    def _rewritten_from(self, entry: Entry, events: int) -> int | None:
        """Return from which event on an entry writes the game anew; None if it does not."""
        match entry:
            case entries.Undone():
                self.rewrites += 1
                return events - entry.events
            case entries.Corrected():
                self.rewrites += 1
                return entry.event
        return None

    def _play(self, entry: Entry, match: Match | None) -> None:
        """Follow what was played and dealt."""
        n = len(self.match.events) if self.match else 0
        match entry:
            case entries.Started():
                self.match = match or self.replayed(self.fresh(), entry.events)
            case entries.Moved() | entries.WentOn():
                if isinstance(entry, entries.WentOn) and n - 1 in self.entered:
                    self.entered[n - 1] = self.entered[n - 1]._replace(stands=True)
                self.match = match or self.replayed(self.playing, entry.events)
            case entries.Undone():
                self.match = match or self.replayed(self.playing.fork(n - entry.events), entry.kept)
            case entries.Entered():
                self.entered[n] = EnteredThrow(entry.visitor, self.seats_of(entry.visitor), entry.thrower)
                self.match = match or self.replayed(self.playing, [(CHANCE, entry.outcome)])
            case entries.Corrected():
                self._correct(entry)
                before = self.playing.fork(entry.event)
                self.match = match or self.replayed(before, [(CHANCE, entry.outcome)])

    def _seat(self, entry: Entry) -> None:
        """Follow who sits where, and for whom a bot plays."""
        match entry:
            case entries.Sat():
                self.places[entry.seat] = Place("person", entry.name, "", entry.visitor)
            case entries.Arranged():
                self.places[entry.seat] = entry.place
                if entry.place.kind == "open":
                    # Somebody unknown may come: the host has to allow hints and odds again.
                    self.hints = self.odds = False
            case entries.TakenOver():
                self.stand_ins[entry.seat] = entry.bot
                self.stood_in.add(entry.seat)
            case entries.Returned():
                self.stand_ins.pop(entry.seat, None)
            case entries.Handed():
                self._hand(entry.seat, entry.visitor)
            case entries.Left():
                self._part_with(entry)

    def _settle(self, entry: Entry) -> None:
        """Follow what was agreed on beside the game."""
        match entry:
            case entries.Followed():
                self.rematch = entry.table
            case entries.Grouped():
                self.group = entry.group
            case entries.Advised():
                self.hints = entry.hints
            case entries.ShowedOdds():
                self.odds = entry.odds
            case entries.Removed():
                self.is_removed = True

    @property
    def seats_by_visitor(self) -> dict[str, list[int]]:
        """Which seats each device holds."""
        return {place.visitor: self.seats_of(place.visitor) for place in self.places if place.visitor}

    def _hand(self, seat: int, visitor: str) -> None:
        """Give a seat to another device; with the last seat of the host's go the rights of the host."""
        giver = self.places[seat].visitor
        self.places[seat].visitor = visitor
        self.stand_ins.pop(seat, None)
        if giver == self.host and not self.seats_of(giver):
            self.host = visitor

    def _part_with(self, entry: entries.Left) -> None:
        """Let a bot play on for somebody who left for good; before the start their seats are free again."""
        self.host = entry.host
        for seat, place in entry.places:
            self.places[seat] = place
            if self.stage == PLAYING:
                self.stand_ins[seat] = STAND_IN
                self.stood_in.add(seat)
            elif place.kind == "open":
                self.hints = self.odds = False

    def _note_latest(self, entry: Entry) -> None:
        if self.visibility.latest == ALL:
            self.latest.clear()
        self.latest.append(entry)

    def _note_questions(self, entry: Entry) -> None:
        """
        Note when each seat was asked.

        While several seats decide at the same time, what the others do puts no new question to a
        seat: an answer given to the older version is as good.
        """
        if self.match is None or not isinstance(entry, PLAYED):
            return
        awaited = set(self.match.to_act)
        if isinstance(entry, entries.Moved) and all(seat == entry.seat for seat, _action in entry.events):
            self.asked.pop(entry.seat, None)
        elif isinstance(entry, entries.Undone) and entry.kept:
            # Others went on in secret: they are asked what they were asked before.
            self.asked.pop(entry.seat, None)
        else:
            self.asked = {}
        self.asked = {seat: self.asked.get(seat, self.version) for seat in awaited}

    def _note_moment(self) -> None:
        """Note how far the match has come; what was taken back was never there."""
        now = len(self.match.events) if self.match else 0
        while self.moments and self.moments[-1] >= now:
            self.moments.pop()
        if self.match:
            self.moments.append(now)

    def fresh(self) -> Match:
        # Tables of earlier days may have names that nobody could give today.
        names = tell_apart([place.name for place in self.places])
        return Match(self.game, self.seats, options=self.options, box=self.box, dealer=Ask(), names=names)

    def replayed(self, match: Match, events: entries.Events) -> Match:
        for seat, action in events:
            match.play(seat, action)
        return match

    @property
    def playing(self) -> Match:
        """The match; refused before the start."""
        if self.match is None:
            raise NotNow(_("The game has not started yet."))
        return self.match

    def place(self, seat: int) -> Place:
        """Find a seat."""
        if seat not in range(self.seats):
            raise NotYours(
                _("There is no seat {seat}; this table has seats {first} to {last}.").format(
                    seat=seat, first=0, last=self.seats - 1
                )
            )
        return self.places[seat]

    @property
    def day_commitment(self) -> str:
        """What the house committed to for the day whose deal is played here."""
        return self.dealers.days.commitment(self.day)

    def day_seed(self, seat: int) -> int:
        """Seed the thoughts of a bot at the deal of a day."""
        return self.dealers.days.bot_seed(self.day, seat)

    # Real dice.

    @property
    def has_real_dice(self) -> bool:
        """Whether people enter what their own dice show (`throws`)."""
        return self.dealer in (REAL, REAL_CARDS)

    def _correct(self, entry: entries.Corrected) -> None:
        was = self.entered[entry.event]
        told = real_dice.entered_text(self.playing, entry.event)
        self.entered = {n: one for n, one in self.entered.items() if n < entry.event}
        self.entered[entry.event] = EnteredThrow(
            entry.visitor, self.seats_of(entry.visitor), was.thrower, (*was.before, told)
        )

    def check_there(self) -> None:
        """Refuse everything at a table that was removed."""
        if self.is_removed:
            raise removed()

    def check_length(self, entry: Entry) -> None:
        """Refuse what a log is too long for."""
        if is_full(self) and not isinstance(entry, ENDING):
            raise NotNow(_("The log of this table is full; all that its host can do is to remove it."))
        if self.version >= MOST_LINES and not isinstance(entry, ENDING | PLAYING_ON):
            raise NotNow(_("The log of this table is too long for that; the game can only be played on."))


def is_full(table: Table) -> bool:
    """Return whether the log is so long that not even the game goes on."""
    return table.version >= LAST_LINES


def _game_of(opened: entries.Opened) -> Game:
    """Find the game with the rules under which a table was begun."""
    try:
        return game(opened.game, opened.rules)
    except UnknownGame:
        raise _outdated() from None


def _box_of(game: Game, opened: entries.Opened) -> Box:
    try:
        return own_box(game, opened.own_box) if opened.own_box else load_box(game)
    except BadBox:
        raise _outdated() from None


def removed() -> Gone:
    """Say of a table that it is not there any more."""
    return Gone(_("This table was removed."))


def _outdated() -> Outdated:
    return Outdated(_("This table was played with rules or components that this house does not have."))
