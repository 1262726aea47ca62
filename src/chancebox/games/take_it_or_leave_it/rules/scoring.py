"""Take it or Leave it: the scoring. Points for tasks, chips for dice."""

from chancebox.games.take_it_or_leave_it.rules.cards import score_card
from chancebox.games.take_it_or_leave_it.rules.records import (
    ALL_ROUNDS,
    RED,
    SCORE,
    Box,
    Player,
    Position,
    colour_of,
    has_dice,
    of_colour,
)
from chancebox.games.take_it_or_leave_it.rules.refill import begin_discard
from chancebox.games.take_it_or_leave_it.rules.tasks import count_dice, packed


def begin_scoring(s: Position) -> None:
    """Ask all who took dice, even if they can fulfil nothing: silence would tell about hands (TL-15)."""
    s.step = SCORE
    for seat in range(s.seats):
        if has_dice(s.players[seat].dice):
            s.pending |= 1 << seat


def settle(box: Box, s: Position) -> None:
    """Uncover all tasks laid out, count points and chips (TL-15 to TL-19)."""
    for seat in range(s.seats):
        player = s.players[seat]
        player.chips += chips_due(player)
        for row in range(player.opened):
            score_card(s, seat, player.fulfilled[row])
            player.points += box.tasks[player.fulfilled[row]].points  # TL-35
    if s.round == box.rounds[s.seats]:
        s.ended = ALL_ROUNDS  # TL-60, TL-R13
    else:
        begin_discard(s)


def chips_due(player: Player) -> int:
    """Add up the chips for all dice taken: what die_chips says of each (TL-R08)."""
    return count_dice(packed(player)) + of_colour(player.dice, RED)


def die_chips(kind: int, used: bool) -> int:
    """One chip for an unused die, and one for a red die, used or not (TL-17, TL-18, TL-R08)."""
    return (not used) + (colour_of(kind) == RED)
