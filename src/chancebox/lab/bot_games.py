"""One game among bots, in Python: whoever can be asked may sit here."""

from collections.abc import Callable, Iterator

from chancebox.bots import Question
from chancebox.engine.game.boxes import Box
from chancebox.engine.game.errors import BadSetup
from chancebox.engine.game.game import Game
from chancebox.engine.game.texts import _
from chancebox.engine.match.match import Event
from chancebox.engine.rules.contract import CHANCE
from chancebox.engine.rules.records import Memory, plain

DrawOutcome = Callable[[Memory, int], int]
"""Returns what comes up in a position at the event of this number."""
Answer = Callable[[Question], int]


def play_on(game: Game, box: Box, s: Memory, draw: DrawOutcome, answer: Answer) -> Iterator[Event]:
    """Play a position to its end; who has a choice is asked about what the own seat may know."""
    rules = game.build("compiled")
    seats = int(plain(s).seats)
    number = 0
    while pending := plain(s).pending:
        if pending >> CHANCE:
            decided = [Event(CHANCE, draw(s, number))]
        else:
            # All who decide at the same time are asked before anybody's answer is played.
            decided = []
            for seat in (seat for seat in range(seats) if pending >> seat & 1):
                hidden = s.copy()
                rules.hide(box, hidden, seat)
                question = Question(game, box, hidden, seat, rules.choices(box, hidden, seat), number)
                is_bound = len(question.choices) == 1
                decided.append(Event(seat, question.choices[0] if is_bound else answer(question)))
        for event in decided:
            rules.play(box, s, *event)
            number += 1
            yield event


def check_answer(bot: str, action: int, question: Question) -> int:
    """Return the answer of a bot if it is one of its choices."""
    if action not in question.choices:
        raise BadSetup(
            _("The bot {bot} answered {action}, which is none of its choices.").format(bot=bot, action=action)
        )
    return action
