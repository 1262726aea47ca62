"""Take it or Leave it: what is drawn. Dice belong to their round, cards to who draws them."""

from chancebox.engine.game.boxes import Box
from chancebox.games.take_it_or_leave_it.rules.records import FIRST_PLAYER, THROW, Position
from chancebox.games.take_it_or_leave_it.rules.rounds import fallen


def drawn(box: Box, s: Position) -> tuple[int | str, ...]:
    """Return what this chance event draws."""
    if s.step == FIRST_PLAYER:
        return ("first",)
    if s.step != THROW:
        return "card", s.drawing, s.player
    if s.action:
        return "again", s.round, s.player, fallen(s)
    return "throw", s.round, fallen(s)
