"""What bots are asked and what they answer."""

from dataclasses import dataclass
from typing import Protocol

from chancebox.engine.boxes import Box
from chancebox.engine.contract import CHANCE
from chancebox.engine.game import Game
from chancebox.engine.match import Match
from chancebox.engine.records import Memory, plain
from chancebox.engine.texts import _


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


@dataclass(frozen=True)
class Evaluation:
    """How one choice was evaluated: the estimated share of the win, and its error (95 %)."""

    action: int
    share: float
    error: float
    games: int

    def describe(self, move: str) -> str:
        """Return in words what is to be expected of a move."""
        return _("{move} wins {share:.0%} ± {error:.0%}").format(
            move=move, share=self.share, error=self.error
        )


@dataclass(frozen=True)
class Thought:
    """A decision, and the evaluations behind it: the move first, then the others from the best on."""

    action: int
    evaluations: tuple[Evaluation, ...]
    games: int
    seconds: float

    def why(self, question: Question, most: int = 3) -> str:
        """Return the reasons as a sentence."""
        if not self.evaluations:
            return _("There was nothing to weigh.")
        told = ", ".join(one.describe(say(question, one.action)) for one in self.evaluations[:most])
        return _("{told} ({games} games played out).").format(told=told, games=f"{self.games:,}")


def say(question: Question, action: int) -> str:
    """Write an action in the game's notation."""
    text: str = question.game.notation.say(question.box, plain(question.position), question.seat, action)
    return text


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
