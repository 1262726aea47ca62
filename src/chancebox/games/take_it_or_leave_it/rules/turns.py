"""Take it or Leave it: a turn. Take a die or pass, and play an action before if you like."""

from chancebox.engine.rules.records import Row
from chancebox.engine.rules.seats import clockwise
from chancebox.games.take_it_or_leave_it.rules.actions import action_in_play, can_play, perform
from chancebox.games.take_it_or_leave_it.rules.cards import play_card
from chancebox.games.take_it_or_leave_it.rules.records import (
    KINDS,
    PASS,
    STOP,
    TAKE_TWO,
    TASK,
    Box,
    Position,
    cards_held,
    has_dice,
)
from chancebox.games.take_it_or_leave_it.rules.rounds import ask_in_turn
from chancebox.games.take_it_or_leave_it.rules.scoring import begin_scoring


def turn_choices(box: Box, s: Position, out: Row) -> int:
    n = 0
    for kind in range(KINDS):
        out[n] = kind  # overwritten if it is not there: this spares the processor a guess per kind
        n += s.tray[kind] > 0
    if s.took > 0:
        out[n] = STOP  # TL-R03
        return n + 1
    out[n] = PASS
    n += 1
    if s.action == 0:  # TL-12, TL-40: one action, before a die is taken
        player = s.players[s.player]
        for i in range(player.held[TASK], cards_held(player.held)):
            if can_play(box, s, player.hand[i]):
                out[n] = player.hand[i]
                n += 1
    return n


def take_turn(box: Box, s: Position, action: int) -> None:
    """Take a die, pass, or play an action; a turn goes on as long as the player is asked."""
    if action < KINDS:
        take(box, s, action)
    elif action == PASS:
        s.players[s.player].passed = 1  # TL-13
    elif action != STOP:
        play_card(s, action)
        s.action = action
        perform(box, s)
        ask_in_turn(s)


def take(box: Box, s: Position, kind: int) -> None:
    """Take a die (TL-11); after take-two there may be another one (TL-44)."""
    s.tray[kind] -= 1
    s.players[s.player].dice[kind] += 1
    s.took += 1
    two = s.action > 0 and action_in_play(box, s).kind == TAKE_TWO
    if two and s.took == 1 and has_dice(s.tray):
        ask_in_turn(s)


def end_turn(s: Position) -> None:
    following = next_active(s)
    if following < 0 or not has_dice(s.tray):
        begin_scoring(s)  # TL-14
    else:
        s.player = following
        s.action = 0
        s.took = 0
        ask_in_turn(s)


def next_active(s: Position) -> int:
    """Find who is next and has not passed, possibly the same player again (TL-11, TL-R12)."""
    seat = s.player
    for _ in range(s.seats):
        seat = clockwise(s, seat)
        if not s.players[seat].passed:
            return seat
    return -1
