"""chance it: what is drawn. Throws belong to their round, market cards lie in one pile."""

from chancebox.engine.game.boxes import Box
from chancebox.games.chance_it.rules.records import LAY_OUT, REROLL, ROLL, Position


def drawn(box: Box, s: Position) -> tuple[int | str, ...]:
    """Return what this chance event draws."""
    if s.step == ROLL:
        return "roll", s.round
    if s.step == REROLL:
        return "again", s.round
    return ("card",) if s.step == LAY_OUT else ("first",)
