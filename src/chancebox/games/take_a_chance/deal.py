"""Take a Chance: what is drawn. Dice and tickets belong to their turn, cards to where they are laid."""

from chancebox.engine.game.boxes import Box
from chancebox.engine.rules.bits import lowest
from chancebox.games.take_a_chance.rules.records import (
    CHARM,
    FIRST_PLAYER,
    PURPLE,
    STACK,
    THROW,
    TICKET,
    Position,
)


def drawn(box: Box, s: Position) -> tuple[int | str, ...]:
    """Return what this chance event draws."""
    if s.step == THROW:
        return "throw", s.turns, s.throws
    if s.step == CHARM:
        return "charm", s.turns, s.charm_throws
    if s.step == TICKET:
        return "ticket", s.turns
    if s.step == FIRST_PLAYER:
        return ("first",)
    if s.step == PURPLE:
        return ("purple",)
    return ("stack", s.owner) if lowest(s.due) < STACK else ("pool",)
