"""The bot that plays by the rule of thumb, compiled or as ordinary Python."""

from chancebox.bots.interface import Question
from chancebox.bots.thinking.compiled import compiled_kernels, is_compiled, take_or_make
from chancebox.engine.game.boxes import Box
from chancebox.engine.game.game import Game
from chancebox.engine.match.chance import THINKING, stream
from chancebox.engine.rules import thumb
from chancebox.engine.rules.records import plain
from chancebox.engine.rules.streams import below


class ThumbBot:
    """
    Plays by the game's rule of thumb.

    It runs compiled where that is ready, and otherwise plain: slower, with the same answer.
    """

    def __init__(self, seed: int, build: str | None = None) -> None:
        self._seed = seed
        self._build = build

    def choose(self, question: Question) -> int:
        luck = stream(self._seed, THINKING, question.number)
        compiled = is_compiled(question.game) if self._build is None else self._build == "compiled"
        if compiled:
            return compiled_kernels(question.game, question.box).decide(question, luck)
        return decide_plainly(question, luck.tolist())


_NOTES: dict[tuple[str, str], list[int]] = {}


def plain_notes(game: Game, box: Box) -> list[int]:
    """Return the notes that the plain rule of thumb has taken for a box so far."""
    return take_or_make(_NOTES, (game.key, box.digest), lambda: [0] * game.thumb.NOTES)


def decide_plainly(question: Question, luck: list[int], expert: bool = False) -> int:
    """Decide by the rule of thumb, or as the game's own expert, as ordinary Python."""
    game, seat = question.game, question.seat
    if game.thumb.__name__ == thumb.__name__:
        return question.choices[below(luck, len(question.choices))]
    notes = plain_notes(game, question.box)
    buffer = [0] * max(game.rules.MOST_CHOICES, game.rules.MOST_OUTCOMES)
    s = plain(question.position.copy())
    decide = game.thumb.decide_well if expert else game.thumb.decide
    return int(decide(question.box.fields, s, seat, notes, buffer, luck))
