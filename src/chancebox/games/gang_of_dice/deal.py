"""Gang of Dice: what is drawn. A throw belongs to its round, its player and its number in the turn."""

from chancebox.engine.game.boxes import Box
from chancebox.games.gang_of_dice.rules.chance import back_due
from chancebox.games.gang_of_dice.rules.records import REVEAL, THROW, Position


def drawn(box: Box, s: Position) -> tuple[int | str, ...]:
    """Return what this chance event draws; handfuls of one throw have the same name."""
    if s.step == THROW:
        return "throw", s.round, s.player, s.throws
    return ("warning", back_due(box.fields, s)) if s.step == REVEAL else ("first",)
