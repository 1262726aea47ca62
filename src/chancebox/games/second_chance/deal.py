"""Second Chance: what is drawn. A place for a card belongs to its round, a second chance also to its seat."""

from chancebox.engine.game.boxes import Box
from chancebox.games.second_chance.rules.records import (
    DEAL_START,
    REVEAL,
    REVEAL_OTHER,
    Position,
    next_waiting,
    next_without_start,
    solo_total,
)


def drawn(box: Box, s: Position) -> tuple[int | str, ...]:
    """Return what this chance event draws."""
    if s.step == DEAL_START:
        return "start", s.game, next_without_start(s)
    if s.step == REVEAL or s.step == REVEAL_OTHER:
        # Not one pile: a card less, for a second chance, would move all that follow.
        return "card", s.game, s.round, int(s.step == REVEAL_OTHER)
    return "second", s.game, s.round, next_waiting(s)


def score(box: Box, s: Position, seat: int) -> int:
    """Return the empty squares: in solo those of all games together (SC-40)."""
    return solo_total(s) if s.seats == 1 else s.grids[seat].empty
