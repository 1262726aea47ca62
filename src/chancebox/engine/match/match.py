"""
A match: one game being played, as a list of events and the positions between them.

The events are the match; every position follows from them. A match checks each action before
anything changes, deals chance events through its dealer, and shows a seat only what `hide` left.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np

from chancebox.engine.builds import definitions
from chancebox.engine.game.arguments import made, text, texts, whole
from chancebox.engine.game.boxes import Box, load_box
from chancebox.engine.game.endings import Ending
from chancebox.engine.game.errors import (
    BadSetup,
    GameOver,
    IllegalAction,
    NoSuchSeat,
    NothingToUndo,
    OutOfTurn,
)
from chancebox.engine.game.game import Game, seat_letter
from chancebox.engine.game.happenings import Happening
from chancebox.engine.game.naming import looks_like, tidy_name
from chancebox.engine.game.odds import Odd, odds_at
from chancebox.engine.game.texts import _, listed
from chancebox.engine.match import chance
from chancebox.engine.match.chance import Dealer, Seeded, check_dealer, label_of
from chancebox.engine.match.positions import check_position
from chancebox.engine.rules.contract import CHANCE, SPECTATOR
from chancebox.engine.rules.records import Memory, of_bytes, plain
from chancebox.engine.rules.winners import place_seats, share_win

MOST_KEPT = 64
"""Sights and stories that a match remembers of each: some events back, for all who look."""

K = TypeVar("K")
V = TypeVar("V")


class Event(NamedTuple):
    """
    One step of a match: who did what; dice and cards are done by CHANCE.

    >>> Event(seat=0, action=3)
    Event(seat=0, action=3)
    """

    seat: int
    action: int


class Action(int):
    """
    An action or outcome: a number for programs that reads as notation.

    >>> roll = Action(0, "roll")
    >>> roll == 0, str(roll)
    (True, 'roll')
    """

    text: str

    def __new__(cls, number: int, text: str) -> "Action":
        made = super().__new__(cls, number)
        made.text = text
        return made

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Action({int(self)}, {self.text!r})"


@dataclass(frozen=True)
class Result:
    """
    How a match ended.

    >>> import chancebox as cb
    >>> match = cb.new("pig", seats=2, dealer=cb.Scripted(["6"] * 17))
    >>> for _throw in range(17):
    ...     match.play(0, "roll")
    >>> match.play(0, "stop")
    >>> match.result.winners, match.result.places, match.result.why
    ((0,), (1, 2), 'somebody reached the goal')
    """

    winners: tuple[int, ...]
    places: tuple[int, ...]
    """Per seat, 1 is the best; equal seats share a place. Nobody is first if nobody won."""
    standing: tuple[int, ...]
    """Per seat, what decided: more is better, below 0 could not win."""
    ended: Ending
    """Why it ended: a member of the game's own `Ending`."""

    @property
    def why(self) -> str:
        """The reason in the reader's language."""
        return self.ended.why


class Match:
    """
    One game being played: `chancebox.new`, `load` and `at` make it.

    Seats are numbered from 0. Whatever takes a viewer takes a seat or SPECTATOR.

    >>> import chancebox as cb
    >>> cb.new("gang-of-dice", seats=3, seed=7)
    <Match gang-of-dice: 3 seats, 2 events, B to act>
    """

    def __init__(
        self,
        game: Game,
        seats: int,
        *,
        options: Mapping[str, str] | None = None,
        box: Box | None = None,
        dealer: Dealer | None = None,
        names: Sequence[str] | None = None,
        build: str = "plain",
        position: Memory | None = None,
    ) -> None:
        self.game = made("game", game, Game, "Game")
        self.seats = seats = game.check_seats(seats)
        self.options = game.check_options({} if options is None else options, seats)
        self.box = load_box(game) if box is None else made("box", box, Box, "Box | None")
        self.dealer = Seeded() if dealer is None else check_dealer(dealer)
        self.names = check_names(None if names is None else texts("names", names), seats)
        self.events: list[Event] = []
        self._build = game.build(build)
        self.origin = None if position is None else check_position(game, position).copy()
        if position is None:
            record = game.options_record(self.options)
            position = self._build.start(self.box, seats, record)
        self._history = [position.tobytes()]
        self._awaited: tuple[bytes, tuple[int, ...]] = (b"", ())
        # What viewers saw and were told lately, by all that it follows from; so forks share it, and nothing
        # that is played or taken back can make it wrong.
        self._sights: dict[tuple[int, bytes], bytes] = {}
        self._stories: dict[tuple[int, bytes, int, int, bytes], list[Happening]] = {}
        self.deal()

    def __repr__(self) -> str:
        asked = listed(seat_letter(seat) for seat in self.to_act) or "nobody"
        return f"<Match {self.game.name}: {self.seats} seats, {len(self.events)} events, {asked} to act>"

    # What the table asks for.

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats whose decision is awaited, `(CHANCE,)` for dice or cards, () at the end."""
        latest = self._history[-1]
        # Asked often and for the same position: remembered by the position itself.
        if self._awaited[0] is not latest:
            pending = self._pending(-1)
            self._awaited = latest, tuple(seat for seat in range(CHANCE + 1) if pending >> seat & 1)
        return self._awaited[1]

    def choices(self, seat: int) -> list[Action]:
        """
        List what this seat may do now; nothing if it is not asked.

        >>> import chancebox as cb
        >>> cb.new("pig", seats=2).choices(0)
        [Action(0, 'roll'), Action(1, 'stop')]
        """
        if self._check_seat(seat) not in self.to_act:
            return []
        # From what the seat knows: a choice that follows from a secret would tell it.
        s = self._known(seat)
        return [self._action(s, seat, a) for a in self._build.choices(self.box, s, seat)]

    def outcomes(self) -> list[tuple[Action, Fraction]]:
        """
        List what may come up at the chance event that is due, with exact probabilities.

        >>> import chancebox as cb
        >>> match = cb.new("pig", seats=2, dealer="ask")
        >>> match.play(0, "roll")
        >>> match.outcomes()[0]
        (Action(1, '1'), Fraction(1, 6))
        """
        if CHANCE not in self.to_act:
            return []
        s = self._position()
        exact = chance.outcomes(self._build, self.box, s)
        return [(self._action(s, CHANCE, outcome), share) for outcome, share in exact]

    def asked(self, n: int) -> chance.Throw | chance.Draw:
        """
        Say what chance event n asked for: dice, or one of several outcomes by their weights.

        >>> import chancebox as cb
        >>> match = cb.new("gang-of-dice", seats=3, seed=7)
        >>> match.asked(0)
        Draw(outcomes=[0, 1, 2], weights=[1, 1, 1])
        """
        return chance.asked(self._build, self.box, self._position(self._check_chance(n)))

    def label(self, n: int) -> str:
        """
        Return what chance event n drew, in words that do not say when (`dated`).

        >>> import chancebox as cb
        >>> cb.new("gang-of-dice", seats=3, seed=7).label(1)
        'warning 0'
        """
        return label_of(self.game, self.box, self._plain(self._history[self._check_chance(n)]))

    def whose(self, n: int) -> int | None:
        """
        Return after whose decision chance event n came; None at the start, and where several decided at once.

        >>> import chancebox as cb
        >>> match = cb.new("pig", seats=2, seed=7)
        >>> match.play(0, "roll")
        >>> match.whose(1)
        0
        """
        self._check_moment(n)
        last = next((i for i in reversed(range(n)) if self.events[i].seat != CHANCE), None)
        if last is None:
            return None
        seat = self.events[last].seat
        is_alone = self._pending(last) == 1 << seat and not self._is_last_of_several(last)
        return seat if is_alone else None

    def moves(self, seat: int) -> list[str]:
        """
        List whole moves for a menu, in notation; one may stand for several small actions.

        >>> import chancebox as cb
        >>> cb.new("chance-it", seats=3, seed=7).moves(0)
        ['in', 'out', 'chance']
        """
        if self._check_seat(seat) not in self.to_act or seat == CHANCE:
            return []
        listed: list[str] = self.game.notation.moves(self.box, plain(self._known(seat)), seat)
        return listed

    def odds(self, seat: int, move: str | None = None) -> list[Odd]:
        """
        Return what this seat would like to know before it decides, or what one of its moves may bring.

        Nothing if the seat is not asked, or if the game has no odds. All follows from what the seat knows.

        >>> import chancebox as cb
        >>> match = cb.new("gang-of-dice", seats=3, seed=7)
        >>> [odd.words for odd in match.odds(1, "stake 4")]
        ['the first throw meets the warning: 56 % (exact)']
        """
        if self._check_seat(seat) not in self.to_act or seat == CHANCE:
            return []
        if move is not None:
            text("move", move)
            self._played(self._position(), seat, move)  # on a copy: refuses what is not possible
        return odds_at(self.game, self.box, self._known(seat), seat, move)

    # What can be done.

    def play(self, seat: int, action: int | str) -> None:
        """
        Play an action, a move in notation, or as CHANCE an outcome; then deal on.

        >>> import chancebox as cb
        >>> match = cb.new("pig", seats=2, dealer="ask")
        >>> match.play(0, "roll")
        >>> match.play(cb.CHANCE, "5")
        >>> match.play(1, "roll")
        Traceback (most recent call last):
        chancebox.engine.game.errors.OutOfTurn: It is not your turn; awaited now: A.
        """
        s = self._position()
        seat = whole("seat", seat)
        self._check_turn(plain(s).pending, seat)
        self._commit(*self._played(s, seat, action))

    def deal(self) -> None:
        """Let the dealer supply what chance owes; `play` does so by itself, `fork` does not."""
        self._commit([], [])

    def undo(self, seat: int) -> int:
        """
        Take back this seat's last decision; return how many events that were.

        Possible as long as no chance, no other seat and no uncovered secret followed it.
        """
        if whole("seat", seat) not in range(self.seats):
            raise NoSuchSeat(self._no_such_seat(seat))
        if not self.events or self.events[-1].seat != seat:
            raise NothingToUndo(_("There is no decision of yours to take back now."))
        if self._stands(len(self.events) - 1):
            raise NothingToUndo(_("That decision uncovered something or ended the game, so it stands."))
        self.events.pop()
        self._history.pop()
        return 1

    def can_undo(self, seat: int, events: int = 1) -> bool:
        """Return whether `undo` would take so many events back, one after the other."""
        latest = range(len(self.events) - self._check_count("events", events), len(self.events))
        self._check_seat(seat)
        is_own = latest.start >= 0 and all(self.events[n].seat == seat for n in latest)
        return is_own and self.can_take_back(latest)

    def can_take_back(self, decisions: Iterable[int]) -> bool:
        """Return whether these decisions, by their numbers, neither ended the game nor uncovered anything."""
        last = len(self.events) - 1
        numbers = [
            self._check_moment(n, last) for n in made("decisions", decisions, Iterable, "Iterable[int]")
        ]
        return not any(self._stands(n) for n in numbers)

    def fork(self, events: int | None = None, dealer: Dealer | None = None) -> "Match":
        """
        Copy the match as it was after so many events; both go on independently.

        >>> import chancebox as cb
        >>> match = cb.new("pig", seats=2, seed=7)
        >>> match.play(0, "roll")
        >>> other = match.fork(1, dealer=cb.Scripted(["6"]))
        >>> other.deal()
        >>> match.notation, other.notation
        (['A roll', '* 3'], ['A roll', '* 6'])
        """
        n = len(self.events) if events is None else self._check_moment(events)
        copy = object.__new__(Match)
        copy.__dict__.update(self.__dict__)
        copy.dealer = self.dealer if dealer is None else check_dealer(dealer)
        copy.events = self.events[:n]
        copy._history = self._history[: n + 1]
        return copy

    def save(self, path: str | Path, players: list[str] | None = None) -> None:
        """Write the match to a record file, from which `chancebox.load` takes it up again."""
        from chancebox.engine.match import files

        files.save(self, path, players)

    # What can be seen.

    def position(self, viewer: int | None = None) -> Memory:
        """Copy the position; for a viewer, what that viewer may know of it."""
        if viewer is None:
            return self._position()
        return self._memory(self._seen(-1, self._check_viewer(viewer)))

    def view(self, viewer: int = SPECTATOR) -> dict[str, Any]:
        """
        Return what this viewer sees, as plain data.

        >>> import chancebox as cb
        >>> cb.new("pig", seats=2, seed=7).view(0)
        {'turn': 0, 'total': 0, 'score': [0, 0], 'goal': 100}
        """
        viewer = self._check_viewer(viewer)
        s = self._plain(self._seen(-1, viewer))
        seen: dict[str, Any] = self.game.viewer.view(self.box, s, viewer)
        return seen

    def same_sight(self, viewer: int, other: int) -> bool:
        """
        Return whether two viewers know the same now; if so, no curtain has to fall between them.

        >>> import chancebox as cb
        >>> match = cb.new("chance-it", seats=3, seed=7)
        >>> match.same_sight(0, 1)
        True
        >>> match.play(0, "out")  # a guide card, face down
        >>> match.same_sight(0, 1)
        False
        """
        return self._seen(-1, self._check_viewer(viewer)) == self._seen(-1, self._check_viewer(other))

    def log(self, viewer: int = SPECTATOR, since: int = 0) -> list[str]:
        """
        Return the match from an event on in sentences, as this viewer may know it.

        >>> import chancebox as cb
        >>> match = cb.new("pig", seats=2, seed=7, names=["Ann", "Ben"])
        >>> match.play(0, "roll")
        >>> match.log()
        ['Ann rolls a 3.']
        """
        return [sentence for _n, sentence in self.story(viewer, since)]

    def story(self, viewer: int = SPECTATOR, since: int = 0) -> list[tuple[int, str]]:
        """Return the lines of `log`, each with the number of events it has then had."""
        told = []
        for n, happened in self.happenings(viewer, since):
            lines = [self.game.story.sentence(self.box, one, self.names) for one in happened]
            if line := " ".join(line for line in lines if line):
                told.append((n, line))
        return told

    def happenings(
        self, viewer: int = SPECTATOR, since: int = 0, until: int | None = None
    ) -> list[tuple[int, list[Happening]]]:
        """
        Return what happened from an event on, as this viewer may know it, by the number of events then had.

        >>> import chancebox as cb
        >>> match = cb.new("pig", seats=2, seed=7)
        >>> match.play(0, "roll")
        >>> match.happenings()
        [(2, [Rolled(seat=0, pips=3)])]
        """
        viewer = self._check_viewer(viewer)
        last = len(self.events) if until is None else self._check_moment(until)
        self._check_count("since", since)
        told = [(n + 1, self._happened(n, viewer)) for n in range(since, last)]
        return [(n, happened) for n, happened in told if happened]

    def _seen(self, n: int, viewer: int) -> bytes:
        """Return the bytes of the position after n events as a viewer knows it."""
        key = (viewer, self._history[n])
        seen = self._sights.get(key)
        if seen is None:
            s = self._position(n)
            self._build.hide(self.box, s, viewer)
            seen = _keep(self._sights, key, s.tobytes())
        return seen

    def _happened(self, n: int, viewer: int) -> list[Happening]:
        """Return what event n was, as a viewer may know it."""
        seat, action = self.events[n]
        key = (viewer, self._history[n], seat, action, self._history[n + 1])
        told = self._stories.get(key)
        if told is None:
            before, after = (self._plain(self._seen(moment, viewer)) for moment in (n, n + 1))
            told = self.game.story.happenings(self.box, before, seat, action, after, viewer)
            _keep(self._stories, key, told)
        return [*told]

    def is_secret(self, n: int) -> bool:
        """Return whether event n was a decision of which nobody but its seat could notice anything."""
        seat = self.events[self._check_moment(n, len(self.events) - 1)].seat
        if seat == CHANCE or self._pending(n) != self._pending(n + 1):
            return False
        # Spectators know least, and most events show them something; so they are asked first.
        for viewer in (SPECTATOR, *(other for other in range(self.seats) if other != seat)):
            if self._seen(n, viewer) != self._seen(n + 1, viewer) or self._happened(n, viewer):
                return False
        return True

    @property
    def notation(self) -> list[str]:
        """The events as texts, `A stake 3`, `* dice 5 3 boss`; they contain all secrets."""
        lines = []
        for n, (seat, action) in enumerate(self.events):
            lines.append(f"{seat_letter(seat)} {self._action(self._position(n), seat, action)}")
        return lines

    @property
    def result(self) -> Result | None:
        """Who won, by what and why it ended; None while the game goes on."""
        if self.to_act:
            return None
        s = self._position()
        standing = self._build.standing(self.box, s)
        shares, places = [0] * self.seats, [0] * self.seats
        share_win(standing, self.seats, shares)
        place_seats(standing, self.seats, places)
        return Result(
            winners=tuple(seat for seat, share in enumerate(shares) if share),
            places=tuple(places),
            standing=tuple(standing),
            ended=self.game.story.Ending(plain(s).ended),
        )

    # How it works.

    def _position(self, n: int = -1) -> Memory:
        """Take the position after n events, as memory of its own."""
        return self._memory(self._history[n])

    def _memory(self, data: bytes) -> Memory:
        return np.frombuffer(bytearray(data), self.game.rules.Position.dtype)

    def _plain(self, data: bytes) -> Any:
        """Look at a copy of a position as plain rules do; quicker than by way of NumPy."""
        return of_bytes(self.game.rules.Position, data)

    def _known(self, seat: int) -> Memory:
        """Take the position as a seat knows it; chance knows all."""
        return self._position() if seat == CHANCE else self.position(seat)

    def _action(self, s: Memory, seat: int, action: int) -> Action:
        return Action(action, self.game.notation.say(self.box, plain(s), seat, action))

    def _played(self, s: Memory, seat: int, action: int | str) -> tuple[list[Event], list[bytes]]:
        """Play on a copy: the events and the positions after them. Nothing else has changed."""
        if isinstance(action, str):
            steps: list[int] = self.game.notation.read(self.box, plain(s), seat, action)
        else:
            steps = [whole("action", action)]
        events, positions = [], []
        for step in steps:
            self._check_legal(s, seat, step, action)
            self._build.play(self.box, s, seat, step)
            events.append(Event(seat, step))
            positions.append(s.tobytes())
        return events, positions

    def _commit(self, events: list[Event], positions: list[bytes]) -> None:
        """Let the dealer go on from the new events, then keep all of it: all or nothing."""
        latest = positions[-1] if positions else self._history[-1]
        s = self._memory(latest)
        while plain(s).pending >> CHANCE & 1:
            number = len(self.events) + len(events)
            outcome = self.dealer.deal(self._build, self.box, s, number)
            if outcome is None:
                break
            dealt, after = self._played(s, CHANCE, outcome)
            events += dealt
            positions += after
        self.events += events
        self._history += positions

    def _stands(self, n: int) -> bool:
        """
        Return whether decision n ended the game, uncovered something, or might have.

        Whoever decides last of several at the same time sees what the others decided. Whoever puts a question
        to several at once cannot know which of them have answered in secret already. All else that
        a decision can uncover its game knows (`uncovers` in the rules); a game that does not say so
        takes nothing back while something is secret.
        """
        seat, action = self.events[n]
        if not self._pending(n + 1) or self._is_last_of_several(n) or self._asks_several(n):
            return True
        known, whole = self._seen(n, seat), self._history[n]
        uncovers = definitions.defined(self.game.rules, "uncovers")
        if uncovers is not None:
            return bool(uncovers(self.box.fields, self._plain(known), seat, action))
        return known != whole or self._seen(n, SPECTATOR) != whole

    def _asks_several(self, n: int) -> bool:
        """Return whether after decision n several decide at the same time, some of them newly asked."""
        others = self._pending(n + 1) & ~(1 << self.events[n].seat)
        return bool(others & ~self._pending(n)) and self._pending(n + 1).bit_count() > 1

    def _is_last_of_several(self, n: int) -> bool:
        """Return whether others decided at the same time as decision n, and nobody is left to."""
        seat = self.events[n].seat
        others = self._pending(n) & ~(1 << seat)
        if others:
            return self._pending(n + 1) & ~(1 << seat) != others
        while n > 0:
            n -= 1
            earlier = self.events[n].seat
            if earlier == CHANCE or not self._pending(n) >> seat & 1:
                return False
            if earlier != seat:
                return True
        return False

    def _pending(self, n: int) -> int:
        """The seats that are asked after n events, one bit each."""
        pending: int = self._plain(self._history[n]).pending
        return pending

    def _check_turn(self, pending: int, seat: int) -> None:
        if not pending:
            raise GameOver(_("The game is over; nothing can be played any more."))
        if seat != CHANCE and seat not in range(self.seats):
            raise NoSuchSeat(self._no_such_seat(seat))
        if not pending >> seat & 1:
            asked = listed(_("dice or cards") if a == CHANCE else self.names[a] for a in self.to_act)
            raise OutOfTurn(_("It is not your turn; awaited now: {asked}.").format(asked=asked))

    def _check_legal(self, s: Memory, seat: int, step: int, action: int | str) -> None:
        if plain(s).pending >> seat & 1:
            if seat == CHANCE:
                # Compiled rules know no larger numbers.
                if abs(step) < 1 << 63 and self._build.weight(self.box, s, step) > 0:
                    return
            elif step in self._build.choices(self.box, s, seat):
                return
        raise IllegalAction(
            _("{action} is not possible now. Possible: {possible}").format(
                action=action, possible=self._possible(seat)
            )
        )

    def _possible(self, seat: int) -> str:
        texts = [str(a) for a in self.choices(seat)]
        if len(texts) > 8:
            texts = [*texts[:4], "…", *texts[-2:]]
        return listed(texts)

    def _check_seat(self, seat: int) -> int:
        """Return a seat of this table, or CHANCE."""
        if (seat := whole("seat", seat)) not in (CHANCE, *range(self.seats)):
            raise NoSuchSeat(self._no_such_seat(seat))
        return seat

    def _check_count(self, name: str, count: int) -> int:
        """Return a number of events, or of moments, of which there may be fewer."""
        if (count := whole(name, count)) < 0:
            raise BadSetup(_("{name} is a number from 0, not {count}.").format(name=name, count=count))
        return count

    def _check_moment(self, n: int, last: int | None = None) -> int:
        """Return after how many events somebody asks, if there were so many."""
        n, most = whole("n", n), len(self.events) if last is None else last
        if not 0 <= n <= most:
            raise BadSetup(
                _("This match has {n} events; there is no moment {asked}.").format(
                    n=len(self.events), asked=n
                )
            )
        return n

    def _check_chance(self, n: int) -> int:
        """Return the number of a chance event, or of one that is due."""
        if not self._pending(self._check_moment(n)) >> CHANCE & 1:
            raise BadSetup(_("Event {n} is no chance event.").format(n=n))
        return n

    def _check_viewer(self, viewer: int) -> int:
        viewer = whole("viewer", viewer)
        if viewer != SPECTATOR and viewer not in range(self.seats):
            raise NoSuchSeat(self._no_such_seat(viewer))
        return viewer

    def _no_such_seat(self, seat: int) -> str:
        return _("There is no seat {seat}; this table has seats {first} to {last}.").format(
            seat=seat, first=0, last=self.seats - 1
        )


def _keep(kept: dict[K, V], key: K, value: V) -> V:
    """Remember something instead of what was remembered first."""
    # Copies of a match share their memory, and may be asked in threads of their own: then who comes second
    # finds that the first one is gone, or that another was put in.
    with suppress(StopIteration, RuntimeError):
        while len(kept) >= MOST_KEPT:
            kept.pop(next(iter(kept)), None)
    kept[key] = value
    return value


def check_names(names: Sequence[str] | None, seats: int) -> list[str]:
    """Name the seats; by their letters if nobody says otherwise."""
    if names is None:
        return [seat_letter(seat) for seat in range(seats)]
    cleaned = [tidy_name(name) for name in names]
    alike = any(looks_like(name, cleaned[:seat]) for seat, name in enumerate(cleaned))
    if len(cleaned) != seats or alike or not all(cleaned):
        raise BadSetup(
            _("There must be {seats} different names, not: {names}.").format(seats=seats, names=listed(names))
        )
    return cleaned
