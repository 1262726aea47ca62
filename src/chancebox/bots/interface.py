"""What bots are asked and what they answer."""

import math
from dataclasses import dataclass
from typing import Protocol

from chancebox.engine.game.boxes import Box
from chancebox.engine.game.game import Game
from chancebox.engine.game.texts import _, listed, n_, number
from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import CHANCE
from chancebox.engine.rules.records import Memory, plain


@dataclass(frozen=True)
class Question:
    """What a bot is told when it shall decide."""

    game: Game
    box: Box
    position: Memory
    """Hidden for this seat."""
    seat: int
    choices: list[int]
    number: int
    """The number of the event to come; with the bot's seed it starts its stream of thought."""


class Bot(Protocol):
    """
    Somebody who decides: anything with `choose`.

    >>> class First:
    ...     def choose(self, question):
    ...         return question.choices[0]
    >>> import chancebox as cb
    >>> match = cb.new("pig", seats=2)
    >>> match.play(0, First().choose(question(match, 0)))
    >>> match.notation[0]
    'A roll'
    """

    def choose(self, question: Question) -> int:
        """Pick one of the choices; the same question gets the same answer."""
        ...


UNSURE = 4
"""Games of 100 by which an estimate may be wrong before that is worth a word."""


@dataclass(frozen=True)
class Evaluation:
    """How one choice was evaluated: the estimated share of the win, and its error (95 %)."""

    action: int
    share: float
    error: float
    games: int

    def describe(self, move: str) -> str:
        """
        Return in words what is to be expected of a move; where few games were played, how sure that is.

        >>> Evaluation(0, 0.83, 0.02, 1000).describe("stop")
        'Stop: 83 of 100 games won from here'
        >>> Evaluation(0, 0.83, 0.11, 40).describe("stop")
        'Stop: 83 of 100 games won from here, give or take 11'
        """
        won, error = round(100 * self.share), math.ceil(100 * self.error)
        told = _("{move}: {won} of 100 games won from here").format(move=move[:1].upper() + move[1:], won=won)
        return told if error < UNSURE else _("{told}, give or take {error}").format(told=told, error=error)

    def compare(self, move: str) -> str:
        """
        Return the same in short, to stand after another move.

        >>> Evaluation(0, 0.71, 0.02, 1000).compare("roll")
        'roll: 71'
        """
        return _("{move}: {won}").format(move=move, won=round(100 * self.share))


@dataclass(frozen=True)
class Thought:
    """A decision, and the evaluations behind it: the move first, then the others from the best on."""

    action: int
    evaluations: tuple[Evaluation, ...]
    games: int
    seconds: float
    ahead: int = 0
    """Rounds of which all that may come was weighed; 0 where games were played out."""
    times: int = 0
    """How often some rounds were played on after that."""

    def why(self, question: Question, most: int = 3) -> str:
        """Return the reasons as a sentence."""
        if not self.evaluations:
            return _("There was nothing to weigh.")
        first, *others = self.evaluations[:most]
        told = [first.describe(words(question, first.action))]
        told += [one.compare(words(question, one.action)) for one in others]
        if self.times:
            return _("{told} (what may come was weighed, and the next rounds played {times} times).").format(
                told=listed(told, ";"), times=f"{number(self.times):,}"
            )
        if self.ahead:
            return n_(
                "{told} (all that may come in the next round was weighed).",
                "{told} (all that may come in the next {n} rounds was weighed).",
                self.ahead,
            ).format(told=listed(told, ";"), n=self.ahead)
        return _("{told} ({games} games played out).").format(
            told=listed(told, ";"), games=f"{number(self.games):,}"
        )


def say(question: Question, action: int) -> str:
    """Write an action in the game's notation."""
    text: str = question.game.notation.say(question.box, plain(question.position), question.seat, action)
    return text


def words(question: Question, action: int) -> str:
    """Describe an action to people: in words, where the notation of a game is not made of words itself."""
    move = say(question, action)
    describe = getattr(question.game.notation, "words", None)
    return describe(question.box, plain(question.position), question.seat, move) if describe else move


def question(match: Match, seat: int) -> Question:
    """
    Put the question of a seat as it was when the seat was first asked.

    Others who decide at the same time may have done so since. That tells nothing, so it is left away:
    the answer does not depend on who is quicker.
    """
    moment = len(match.events)
    while moment and _is_beside(match, moment - 1, seat):
        moment -= 1
    hidden = match.fork(moment).position(seat)
    choices = match.game.build("plain").choices(match.box, hidden, seat)
    return Question(match.game, match.box, hidden, seat, choices, moment)


def _is_beside(match: Match, number: int, seat: int) -> bool:
    """Return whether an event was another seat's decision while this one was asked too."""
    if match.events[number].seat in (CHANCE, seat):
        return False
    asked: bool = plain(match.fork(number).position()).pending >> seat & 1 == 1
    return asked
