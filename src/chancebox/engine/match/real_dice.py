"""
Real dice: what people enter themselves, and what the house deals for them.

People enter every throw that all see. They also enter cards if they draw their own, but only where nothing
about the draw is secret: all see what comes up, and all know what is left. The house deals what is hidden.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from chancebox.engine.builds import definitions
from chancebox.engine.builds.builds import Build
from chancebox.engine.game.boxes import Box
from chancebox.engine.game.errors import IllegalAction
from chancebox.engine.game.game import Game
from chancebox.engine.game.happenings import Happening
from chancebox.engine.game.texts import _, listed, n_
from chancebox.engine.match.chance import DEALING, Ask, Dealer, Draw, Throw, asked, stream, throw_of
from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import CHANCE, SPECTATOR
from chancebox.engine.rules.dice import HANDFUL
from chancebox.engine.rules.records import Memory, plain

REAL: Literal["real"] = "real"
REAL_CARDS: Literal["real-cards"] = "real-cards"
"""People throw their own dice, or draw their own cards too; what they do not enter is sealed."""


class RealDice:
    """Leaves dice to people, and open cards if they draw their own; another dealer deals the rest."""

    def __init__(self, game: Game, house: Dealer, cards: bool) -> None:
        self._game = game
        self.house = house
        self.cards = cards

    def deal(self, build: Build, box: Box, s: Memory, number: int) -> int | str | None:
        if is_entered(self._game, build, box, s, self.cards):
            return None
        return self.house.deal(build, box, s, number)


def is_entered(game: Game, build: Build, box: Box, s: Memory, cards: bool) -> bool:
    """Return whether people enter the chance event that is due."""
    due = asked(build, box, s)
    if isinstance(due, Throw):
        return _is_seen(build, box, s, _extremes(due))
    if _is_die(game, box, s, due):
        return _is_seen(build, box, s, due.outcomes)
    return cards and len(due.outcomes) > 1 and is_open(build, box, s, due)


def _extremes(due: Throw) -> list[int]:
    """Return the lowest throw and the highest: they stand for all, of which there may be thousands."""
    return [throw_of([face] * due.dice) for face in (1, due.faces)]


def _is_die(game: Game, box: Box, s: Memory, due: Draw) -> bool:
    """Return whether a draw is really the throw of a die with pictures: its game says by which word."""
    word = game.notation.say(box, plain(s), CHANCE, due.outcomes[0]).partition(" ")[0]
    return word in getattr(game.notation, "DICE", ())


def is_open(build: Build, box: Box, s: Memory, due: Draw) -> bool:
    """
    Return whether nothing about a draw is secret.

    Everybody knows what is left (else a list of it, or a refusal, would tell what somebody holds), and
    everybody sees which outcome came up.
    """
    known = s.copy()
    build.hide(box, known, SPECTATOR)
    is_known = build.outcomes(box, known) == list(zip(due.outcomes, due.weights, strict=True))
    return is_known and _is_seen(build, box, s, due.outcomes)


def _is_seen(build: Build, box: Box, s: Memory, outcomes: Sequence[int]) -> bool:
    """Return whether everybody sees which of these came up."""
    shown = set()
    for outcome in outcomes:
        after = s.copy()
        build.play(box, after, CHANCE, outcome)
        build.hide(box, after, SPECTATOR)
        shown.add(after.tobytes())
    return len(shown) == len(outcomes)


# What a match asks for.


class Dice(NamedTuple):
    """A throw to enter: so many dice of a kind, and what their faces are called, the first one first."""

    dice: int
    faces: list[str]
    kind: str
    """The colour where the game tells colours apart, else `dice`."""
    rest: int = 0
    """Dice of the same throw that are entered after these: a throw of many is told in handfuls."""
    earlier: int = 0
    """Dice of the same throw that were entered before."""
    colour: str = ""
    """What people call the colour, if there is one,"""
    face_names: tuple[str, ...] = ()
    """and the faces."""


def dice_due(match: Match) -> Dice | None:
    """Say which dice are to be thrown; none where something else is asked for."""
    due = match.asked(len(match.events))
    if not isinstance(due, Throw):
        return None
    texts = [_text(match, throw_of([face] * due.dice)).split() for face in range(1, due.faces + 1)]
    kind, faces = texts[0][0], [words[-1] for words in texts]
    names = getattr(match.game.notation, "NAMES", {})
    colour = "" if kind == "dice" else _(names.get(kind, kind))
    called = tuple(_(names.get(face, face)) for face in faces)
    return Dice(due.dice, faces, kind, _dice_after(match, due), _dice_before(match), colour, called)


def _dice_after(match: Match, due: Throw) -> int:
    """Count the dice that lie there beside a whole handful."""
    build, s, left = match.game.build("plain"), match.position(), 0
    dice, faces = due
    while dice == HANDFUL:
        build.play(match.box, s, CHANCE, throw_of([faces] * dice))
        dice = build.falling(match.box, s)[0]
        left += dice
    return left


def _dice_before(match: Match) -> int:
    """Count the dice of whole handfuls that came right before."""
    n = len(match.events)
    while n and match.events[n - 1].seat == CHANCE and _is_handful(match.asked(n - 1)):
        n -= 1
    return HANDFUL * (len(match.events) - n)


def _is_handful(due: Throw | Draw) -> bool:
    return isinstance(due, Throw) and due.dice == HANDFUL


class Card(NamedTuple):
    """Something that may be drawn: its notation, and what it means."""

    text: str
    about: str


def cards_due(match: Match) -> list[Card]:
    """List what may be drawn now; nothing where dice are thrown."""
    due = match.asked(len(match.events))
    if isinstance(due, Throw):
        return []
    return [Card(_text(match, outcome), _about(match, outcome)) for outcome in due.outcomes]


def _about(match: Match, outcome: int) -> str:
    words = getattr(match.game.notation, "words", None)
    told = meaning(match, outcome)
    if told or words is None:
        return told
    return str(words(match.box, plain(match.position()), CHANCE, _text(match, outcome)))


def _text(match: Match, outcome: int) -> str:
    told: str = match.game.notation.say(match.box, plain(match.position()), CHANCE, outcome)
    return told


def thrower(match: Match) -> int | None:
    """Return the seat that throws or draws now, as the story would tell it; None if nobody does."""
    due = match.asked(len(match.events))
    some = _extremes(due) if isinstance(due, Throw) else [due.outcomes[0], due.outcomes[-1]]
    # Who begins is told of somebody, too; but of somebody else each time.
    seats = {_first_seat(foresee(match, outcome)[0]) for outcome in some}
    seat = seats.pop() if len(seats) == 1 and len(set(some)) > 1 else None
    return match.whose(len(match.events)) if seat is None else seat


def _first_seat(happened: Sequence[Happening]) -> int | None:
    found = (getattr(one, "seat", None) for one in happened)
    return next((seat for seat in found if isinstance(seat, int) and seat >= 0), None)


def foresee(match: Match, outcome: int) -> list[list[Happening]]:
    """
    List what an outcome would bring, from what everybody knows: twice, with two guesses at the rest.

    Nothing secret goes in, so nothing can come out, however many outcomes somebody tries.
    """
    build, box, story = match.game.build("plain"), match.box, match.game.story
    told = []
    for guess in range(2):
        s = match.position(SPECTATOR)
        build.guess(box, s, SPECTATOR, stream(guess, DEALING, len(match.events)))
        before, after = s.copy(), s
        build.play(box, after, CHANCE, outcome)
        build.hide(box, before, SPECTATOR)
        build.hide(box, after, SPECTATOR)
        told.append(story.happenings(box, plain(before), CHANCE, outcome, plain(after), SPECTATOR))
    return told


def shows(match: Match, outcome: int) -> bool:
    """Return whether what comes of an outcome may depend on something secret: who saw that knows it."""
    told = definitions.defined(match.game.rules, "shows")
    return told is not None and bool(told(match.box.fields, plain(match.position()), outcome))


def meaning(match: Match, outcome: int) -> str:
    """Say what an outcome would bring, as far as everybody knows it."""
    first, second = (
        [match.game.story.sentence(match.box, one, match.names) for one in happened]
        for happened in foresee(match, outcome)
    )
    if shows(match, outcome):
        return first[0] if first and first[:1] == second[:1] else ""  # two guesses are not all there are
    same = next((n for n, pair in enumerate(zip(first, second, strict=False)) if pair[0] != pair[1]), None)
    return " ".join(text for text in first[: len(second)][:same] if text)


# What people type.


def read_outcome(match: Match, typed: str) -> int:
    """Read what people entered: `13556`, `1 3 5 5 6` or notation; refuse what cannot have come up."""
    due = dice_due(match)
    if due is None:
        return _read_card(match, typed)
    words = typed.lower().split()
    if words[:1] == [due.kind]:
        words = words[1:]
    if len(words) == 1 and words[0] not in due.faces:
        words = list(words[0])
    found = [_face(due, word) for word in words]
    if len(found) != due.dice or None in found:
        raise IllegalAction(
            n_(
                "One die is to be entered, one of {faces}; not {typed!r}.",
                "{n} dice are to be entered, each one of {faces}; not {typed!r}.",
                due.dice,
            ).format(n=due.dice, faces=listed(due.faces), typed=typed)
        )
    return throw_of(face for face in found if face is not None)


def _face(due: Dice, word: str) -> int | None:
    """Find a face by its name, or by its first letter."""
    meant = [n for n, face in enumerate(due.faces, 1) if word in (face, face[:1])]
    return meant[0] if len(meant) == 1 else None


def _read_card(match: Match, typed: str) -> int:
    trial = match.fork(dealer=Ask())
    n = len(trial.events)
    trial.play(CHANCE, typed)
    return trial.events[n].action


def faces_of(outcome: int, faces: int) -> list[int]:
    """
    List the faces of a throw, counted from 1, in order.

    >>> faces_of(0x201, 6)
    [1, 3, 3]
    """
    return [face + 1 for face in range(faces) for _die in range(outcome >> 4 * face & 15)]


def entered_text(match: Match, n: int) -> str:
    """Write what came up at event n as people would: the dice alone, or the card."""
    told = _text(match.fork(n), match.events[n].action)
    return told.partition(" ")[2] if isinstance(match.asked(n), Throw) else told
