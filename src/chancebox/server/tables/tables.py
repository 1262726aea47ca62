"""
A table: its log, folded.

`apply` is the only place where a table changes, and it takes nothing but an entry of the log.
What people do becomes an entry first (the methods below make it and refuse what is not right),
is written to disk, and then applied. So a table that is read from the log again is the same one.
"""

import copy
from collections.abc import Sequence
from typing import NamedTuple

from chancebox.bots import BOTS
from chancebox.engine.game.boxes import Box, load_box, own_box
from chancebox.engine.game.errors import BadBox, NothingToUndo, UnknownGame
from chancebox.engine.game.game import Game
from chancebox.engine.game.naming import tell_apart
from chancebox.engine.game.texts import _, listed
from chancebox.engine.match import real_dice
from chancebox.engine.match.chance import Ask, Dealer
from chancebox.engine.match.match import Event, Match
from chancebox.engine.match.real_dice import REAL, REAL_CARDS
from chancebox.engine.rules.contract import CHANCE
from chancebox.games import game
from chancebox.server.tables import entries
from chancebox.server.tables.dealers import DATED, LESSON, Dealers
from chancebox.server.tables.entries import Entry, Place
from chancebox.server.tables.errors import Gone, NotNow, NotYours, Outdated, Refused, Stale
from chancebox.server.tables.names import check_name, free_name, used_up
from chancebox.server.tables.seals import Seal
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
        self._dealers = dealers
        self.before = opened.events
        self.seal = Seal(id, opened.seal, len(self.before), _dealt(self.before)) if opened.seal else None
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
        self._latest: list[Entry] = [opened]
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

    def is_host(self, visitor: str) -> bool:
        """Return whether this visitor set the table up; somebody without a token never did."""
        return bool(visitor) and visitor == self.host

    def holds(self, seat: int, visitor: str) -> bool:
        """Return whether a seat belongs to this visitor; an empty seat belongs to nobody."""
        return bool(visitor) and self.place(seat).visitor == visitor

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
        rewritten = None
        if match is not None:
            # Whoever dealt has done so: what follows may come from the log, with all its dice.
            match.dealer = Ask()
        if self.seal is not None:
            self._follow_seal(self.seal, entry, events)
        match entry:
            case entries.Sat():
                self.places[entry.seat] = Place("person", entry.name, "", entry.visitor)
            case entries.Arranged():
                self.places[entry.seat] = entry.place
                if entry.place.kind == "open":
                    # Somebody unknown may come: the host has to allow hints and odds again.
                    self.hints = self.odds = False
            case entries.Started():
                self.match = match or self._replayed(self._fresh(), entry.events)
            case entries.Moved():
                self.match = match or self._replayed(self.playing, entry.events)
            case entries.Undone():
                self.rewrites += 1
                rewritten = events - entry.events
                self.match = match or self._replayed(self.playing.fork(rewritten), entry.kept)
            case entries.Entered():
                self.entered[events] = EnteredThrow(
                    entry.visitor, self.seats_of(entry.visitor), entry.thrower
                )
                self.match = match or self._replayed(self.playing, [(CHANCE, entry.outcome)])
            case entries.Corrected():
                self._correct(entry)
                self.rewrites += 1
                rewritten = events = entry.event
                self.match = match or self._replayed(
                    self.playing.fork(entry.event), [(CHANCE, entry.outcome)]
                )
            case entries.WentOn():
                if events - 1 in self.entered:
                    self.entered[events - 1] = self.entered[events - 1]._replace(stands=True)
                self.match = match or self._replayed(self.playing, entry.events)
            case entries.TakenOver():
                self.stand_ins[entry.seat] = entry.bot
                self.stood_in.add(entry.seat)
            case entries.Returned():
                self.stand_ins.pop(entry.seat, None)
            case entries.Handed():
                self._hand(entry.seat, entry.visitor)
            case entries.Followed():
                self.rematch = entry.table
            case entries.Grouped():
                self.group = entry.group
            case entries.Advised():
                self.hints = entry.hints
            case entries.ShowedOdds():
                self.odds = entry.odds
            case entries.Left():
                self._part_with(entry)
            case entries.Removed():
                self.is_removed = True
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

    def _follow_seal(self, seal: Seal, entry: Entry, events: int) -> None:
        """Follow what an entry shows of chains, when there were so many events."""
        match entry:
            case entries.Committed():
                seats = self.seats_of(entry.visitor)
                seal.commit(entry.visitor, entry.tip, seats, list(self._seats_by_visitor), events)
            case entries.Started():
                seal.start(self._seats_by_visitor, self.host, entry.link)
                seal.deal(_dealt(entry.events[seal.given :]))
            case entries.Moved():
                seal.move(self.places[entry.seat].visitor, entry.seat, entry.link, events)
                seal.deal(_dealt(entry.events))
            case entries.Undone():
                # What was kept is of other seats.
                since = range(events - entry.events, events)
                gone = [n for n in since if self.playing.events[n].seat == entry.seat]
                seal.undo(self.places[entry.seat].visitor, entry.seat, gone)
            case entries.Entered():
                seal.enter(1, events + 1)
            case entries.Corrected():
                seal.enter(entry.event + 1 - events, entry.event + 1)
            case entries.WentOn():
                seal.deal(_dealt(entry.events))

    @property
    def _seats_by_visitor(self) -> dict[str, list[int]]:
        """Which seats each device holds."""
        return {place.visitor: self.seats_of(place.visitor) for place in self.places if place.visitor}

    def _hand(self, seat: int, visitor: str) -> None:
        """Give a seat to another device; with the last seat of the host's go the rights of the host."""
        giver = self.places[seat].visitor
        self.places[seat].visitor = visitor
        self.stand_ins.pop(seat, None)
        if self.is_host(giver) and not self.seats_of(giver):
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
            self._latest.clear()
        self._latest.append(entry)

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

    def _fresh(self) -> Match:
        # Tables of earlier days may have names that nobody could give today.
        names = tell_apart([place.name for place in self.places])
        return Match(self.game, self.seats, options=self.options, box=self.box, dealer=Ask(), names=names)

    def _replayed(self, match: Match, events: entries.Events) -> Match:
        for seat, action in events:
            match.play(seat, action)
        return match

    @property
    def playing(self) -> Match:
        """The match; refused before the start."""
        if self.match is None:
            raise NotNow(_("The game has not started yet."))
        return self.match

    # Before the start.

    def sit(self, seat: int, name: str, visitor: str) -> Step:
        """Take an open seat."""
        self._check_lobby()
        if self.place(seat).kind != "open":
            raise NotNow(_("This seat is taken; please choose another one."))
        if self.seats_of(visitor) and not self.is_host(visitor):
            raise NotNow(_("You have a seat at this table already; leave the others to other people."))
        name = check_name(name, [p.name for p in self.places if p.name])
        return Step(entries.Sat(seat, name, visitor))

    def arrange(self, seat: int, wish: "Wish", visitor: str) -> Step:
        """Give a seat to a person on this device, to whoever has the link, or to a bot."""
        self._check_lobby()
        stands_up = self.holds(seat, visitor) and wish.kind == "open"
        if not self.is_host(visitor) and not stands_up:
            raise NotYours(_("Only the host arranges the seats."))
        others = [p.name for i, p in enumerate(self.places) if p.name and i != seat]
        return Step(entries.Arranged(seat, make_place(seat, wish, visitor, others)))

    def start(self, visitor: str, link: str = "") -> Step:
        """Begin, once every seat is taken."""
        self._check_lobby()
        if not self.is_host(visitor):
            raise NotYours(_("Only the host starts the game."))
        return self._begin(self._check_link(visitor, link))

    def start_by_itself(self) -> Step:
        """Begin a rematch to which all have come; nobody shows a link for that."""
        self._check_lobby()
        return self._begin("")

    def _begin(self, link: str) -> Step:
        if any(place.kind == "open" for place in self.places):
            raise NotNow(_("There are open seats: wait for people, or seat bots there."))
        seal = copy.copy(self.seal)
        if seal is not None:
            seal.start(self._seats_by_visitor, self.host, link)
        match = self._replayed(self._fresh(), self.before)
        match = match.fork(dealer=self._dealer(match, seal))
        match.deal()
        return Step(entries.Started(_plain(match.events), link), match)

    def place(self, seat: int) -> Place:
        """Find a seat."""
        if seat not in range(self.seats):
            raise NotYours(
                _("There is no seat {seat}; this table has seats {first} to {last}.").format(
                    seat=seat, first=0, last=self.seats - 1
                )
            )
        return self.places[seat]

    def _check_lobby(self) -> None:
        if self.match is not None:
            raise NotNow(_("The game has started already."))

    # Sealed dice.

    def commit(self, tip: str, visitor: str) -> Step:
        """Show the tip of a device's chain."""
        if self.seal is None:
            raise NotNow(_("This table is not sealed: it takes no tips."))
        if self.stage == OVER:
            raise NotNow(_("The game is over; nothing can be played any more."))
        if not self.seats_of(visitor):
            raise NotYours(_("Only who sits at the table has a share in its dice."))
        return Step(entries.Committed(visitor, self.seal.check_tip(visitor, tip)))

    def _check_link(self, visitor: str, link: str) -> str:
        """Return the link that came with a command; refuse one that is wrong, or that is missing."""
        if self.seal is not None and self.seats_of(visitor):
            return self.seal.check_link(visitor, link)
        if link:
            raise NotNow(_("This table is not sealed, or you do not sit here: it takes no links."))
        return ""

    # In the game.

    def move(self, seat: int, move: int | str, version: int | None, visitor: str, link: str = "") -> Step:
        """Play a move for the person at a seat."""
        self.check_holder(seat, visitor)
        if seat in self.stand_ins:
            raise NotNow(_("A bot plays for you; take your seat back first."))
        asked = self.asked.get(seat)
        if version is not None and asked is not None:
            now = self.version_for(visitor)
            if not self.version_for(visitor, asked) <= version <= now:
                raise Stale(_("The table has changed meanwhile; look again before you move."), now)
        return self.play(seat, move, visitor, self._check_link(visitor, link))

    def play(self, seat: int, move: int | str, visitor: str = "", link: str = "") -> Step:
        """Play a move for whoever decides at a seat; a bot shows no link."""
        match = self.playing.fork(dealer=self._dealer(self.playing, self.seal, visitor, link))
        n = len(match.events)
        match.play(seat, move)
        return Step(entries.Moved(seat, _plain(match.events[n:]), link), match)

    def _dealer(self, match: Match, seal: Seal | None, visitor: str = "", link: str = "") -> Dealer:
        """Find who deals what follows in a match."""
        if self.dealer == DATED:
            return self._dealers.dated(match, self.day)
        return self._dealers.dealer(self.dealer, self.game, self.id, seal, visitor, link)

    @property
    def day_commitment(self) -> str:
        """What the house committed to for the day whose deal is played here."""
        return self._dealers.days.commitment(self.day)

    def day_seed(self, seat: int) -> int:
        """Seed the thoughts of a bot at the deal of a day."""
        return self._dealers.days.bot_seed(self.day, seat)

    # Real dice.

    @property
    def has_real_dice(self) -> bool:
        """Whether people enter what their own dice show (`throws`)."""
        return self.dealer in (REAL, REAL_CARDS)

    def deal_on(self, visitor: str) -> Step:
        """Let the house deal what it owes; nothing where bots are asked."""
        match = self.playing.fork(dealer=self._dealer(self.playing, self.seal))
        n = len(match.events)
        match.deal()
        return Step(entries.WentOn(visitor, _plain(match.events[n:])), match)

    def _correct(self, entry: entries.Corrected) -> None:
        was = self.entered[entry.event]
        told = real_dice.entered_text(self.playing, entry.event)
        self.entered = {n: one for n, one in self.entered.items() if n < entry.event}
        self.entered[entry.event] = EnteredThrow(
            entry.visitor, self.seats_of(entry.visitor), was.thrower, (*was.before, told)
        )

    def undo(self, seat: int, visitor: str) -> Step:
        """Take back the last move of a seat, whole."""
        self.check_holder(seat, visitor)
        match, taken = self.playing, self._last_move(seat)
        if not taken:
            raise NothingToUndo(_("There is no decision of yours to take back now."))
        if not match.can_take_back(taken):
            raise NothingToUndo(_("That decision uncovered something or ended the game, so it stands."))
        since = match.events[taken[0] :]
        kept = _plain([event for n, event in enumerate(since, taken[0]) if n not in taken])
        # Nothing is written that could not be followed.
        return Step(entries.Undone(seat, len(since), kept), self._replayed(match.fork(taken[0]), kept))

    def can_undo(self, seat: int) -> bool:
        """Return whether the last move can be taken back by this seat, whole."""
        taken = self._last_move(seat)
        return bool(taken) and self.playing.can_take_back(taken)

    def _last_move(self, seat: int) -> list[int]:
        """
        List the events of the last move, if it was made by this seat; none if a bot plays there.

        What others did in secret since then does not count: whoever were refused because of it would
        know of it.
        """
        last = self._last_of(seat)
        if not isinstance(last, entries.Moved) or last.seat != seat or seat in self.stand_ins:
            return []
        taken = self.visibility.noticed(seat, len(last.events))
        return taken if all(self.playing.events[n].seat == seat for n in taken) else []

    def _last_of(self, seat: int) -> Entry:
        """Return the latest entry of this seat that came after what everybody noticed last, or that."""
        own = (entry for entry in reversed(self._latest[1:]) if getattr(entry, "seat", None) == seat)
        return next(own, self._latest[0])

    def take_over(self, seat: int, bot: str, stopped: bool = False) -> Step:
        """Let a bot play on for somebody who is away, or for a bot that has stopped."""
        if self.stage != PLAYING:
            raise NotNow(_("Bots take over while the game is being played."))
        if self.counts and not self.place(seat).bot:
            raise NotNow(_("Nobody plays the deal of the day for somebody else; it waits."))
        self.place(seat)
        if self.bot_at(seat) and not stopped:
            raise NotNow(_("A bot decides at this seat already."))
        return Step(entries.TakenOver(seat, check_bot(bot)))

    def come_back(self, seat: int, visitor: str) -> Step:
        """Take the own seat back from a bot."""
        self.check_holder(seat, visitor)
        if seat not in self.stand_ins:
            raise NotNow(_("Nobody plays for you; the seat is yours."))
        return Step(entries.Returned(seat))

    def hand(self, seat: int, giver: str, visitor: str) -> Step:
        """Move a seat from the device that gave its code away to the one on which it was typed."""
        if not self.holds(seat, giver):
            raise used_up()
        return Step(entries.Handed(seat, visitor))

    def follow(self, table: str) -> Step:
        """Note where the rematch is."""
        return Step(entries.Followed(table))

    def join_group(self, group: str) -> Step:
        """Note which group those who played here have become."""
        return Step(entries.Grouped(group))

    def advise(self, hints: bool, visitor: str) -> Step | None:
        """Allow hints, or do not; nothing is to be done where it is so already."""
        if not self.is_host(visitor):
            raise NotYours(_("Only the host decides about hints."))
        if hints and self.counts and self.stage != OVER:
            raise NotNow(_("There are no hints on the try that counts; practice has them."))
        return Step(entries.Advised(hints)) if hints != self.hints else None

    def show_odds(self, odds: bool, visitor: str) -> Step | None:
        """Let odds be shown to those who decide, or do not; nothing is to be done where it is so already."""
        if not self.is_host(visitor):
            raise NotYours(_("Only the host decides about odds."))
        if odds and self.game.odds is None:
            raise NotNow(_("{game} has no odds to show.").format(game=_(self.game.title)))
        return Step(entries.ShowedOdds(odds)) if odds != self.odds else None

    def remove(self, visitor: str) -> Step:
        """Remove the table with all that its log says."""
        if not self.is_host(visitor):
            raise NotYours(_("Only the host can remove the table."))
        if self._is_played_with_others():
            raise NotNow(_("Others are playing here. The table can be removed when the game is over."))
        return Step(entries.Removed())

    def can_remove(self, visitor: str) -> bool:
        """Return whether this visitor may remove the table now."""
        return self.is_host(visitor) and not self._is_played_with_others()

    def _is_played_with_others(self) -> bool:
        """Return whether a game goes on in which not only the host has a share; no host ends that."""
        if self.version >= LAST_LINES:
            return False
        others = (place.visitor for place in self.places if place.visitor)
        return self.stage == PLAYING and any(not self.is_host(visitor) for visitor in others)

    def check_there(self) -> None:
        """Refuse everything at a table that was removed."""
        if self.is_removed:
            raise removed()

    def check_length(self, entry: Entry) -> None:
        """Refuse what a log is too long for."""
        if self.version >= LAST_LINES and not isinstance(entry, ENDING):
            raise NotNow(_("The log of this table is full; all that its host can do is to remove it."))
        if self.version >= MOST_LINES and not isinstance(entry, ENDING | PLAYING_ON):
            raise NotNow(_("The log of this table is too long for that; the game can only be played on."))

    def check_holder(self, seat: int, visitor: str) -> None:
        """Refuse whoever does not hold this seat."""
        if not self.holds(seat, visitor):
            raise NotYours(_("This is not your seat."))


def _dealt(events: entries.Events) -> int:
    """Count chance events."""
    return sum(seat == CHANCE for seat, _action in events)


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


class Wish(NamedTuple):
    """Who shall sit at a seat."""

    kind: entries.Kind
    name: str = ""
    bot: str = "thumb"


def make_place(seat: int, wish: Wish, visitor: str, others: list[str]) -> Place:
    """Give a seat as it was wished for; people on this device belong to its visitor."""
    if wish.kind == "open":
        return Place("open")
    if wish.kind == "bot":
        return Place("bot", free_name(seat, others), check_bot(wish.bot))
    return Place("person", check_name(wish.name, others), "", visitor)


def make_places(wishes: Sequence[Wish], visitor: str) -> list[Place]:
    """Seat everybody; people first, so that bots avoid their names."""
    places: dict[int, Place] = {}
    for seat, wish in sorted(enumerate(wishes), key=lambda pair: pair[1].kind == "bot"):
        places[seat] = make_place(seat, wish, visitor, [place.name for place in places.values()])
    return [places[seat] for seat in range(len(wishes))]


def check_bot(bot: str) -> str:
    """Return the name of a bot if there is one."""
    if bot not in BOTS:
        raise Refused(_("There is no bot {name!r}; there are: {names}.").format(name=bot, names=listed(BOTS)))
    return bot


def _plain(events: list[Event]) -> entries.Events:
    return [(seat, action) for seat, action in events]
