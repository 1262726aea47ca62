"""Take it or Leave it: what happens to hands after the scoring, and before the first round."""

from chancebox.engine.rules.contract import CHANCE
from chancebox.engine.rules.records import Row
from chancebox.engine.rules.seats import clockwise
from chancebox.games.take_it_or_leave_it.rules.cards import renew_pile, throw_away
from chancebox.games.take_it_or_leave_it.rules.records import (
    ACTION,
    ANNOUNCE,
    DEAL,
    DISCARD,
    HAND,
    KEEP,
    TASK,
    Box,
    Player,
    Position,
    cards_held,
)
from chancebox.games.take_it_or_leave_it.rules.rounds import begin_round


def begin_discard(s: Position) -> None:
    """Each may throw one card away, all at the same time (TL-20)."""
    s.step = DISCARD
    for seat in range(s.seats):
        s.players[seat].discard = KEEP
        if cards_held(s.players[seat].held) > 0:
            s.pending |= 1 << seat


def throw_away_all(s: Position) -> None:
    for seat in range(s.seats):
        if s.players[seat].discard != KEEP:
            throw_away(s, seat, s.players[seat].discard)
            s.players[seat].discard = KEEP


def announce(box: Box, s: Position) -> None:
    """Say how many tasks and actions a full hand has; with the free mix, ask (TL-04, TL-62, TL-R16)."""
    s.step = ANNOUNCE
    for seat in range(s.seats):
        player = s.players[seat]
        for kind in range(2):
            player.wanted[kind] = player.held[kind] if s.free_mix else box.hand[kind]
        if s.free_mix and cards_held(player.held) < HAND:
            s.pending |= 1 << seat


def announce_choices(player: Player, out: Row) -> int:
    """At most five in all, neither kind below what is held (TL-R16)."""
    n = 0
    for tasks in range(player.held[TASK], HAND + 1):
        for actions in range(player.held[ACTION], HAND + 1 - tasks):
            out[n] = tasks * (HAND + 1) + actions
            n += 1
    return n


def deal_on(box: Box, s: Position) -> None:
    """Let the next card be drawn: clockwise from the start player, each hand in full (TL-20, TL-R13)."""
    seat = s.first
    for _ in range(s.seats):
        for kind in range(2):
            if s.players[seat].held[kind] < s.players[seat].wanted[kind]:
                if s.pile[kind] == 0:
                    renew_pile(s, kind)
                if s.pile[kind] > 0:
                    s.player = seat
                    s.drawing = kind
                    s.step = DEAL
                    s.pending = 1 << CHANCE
                    return
        seat = clockwise(s, seat)
    begin_round(box, s)
