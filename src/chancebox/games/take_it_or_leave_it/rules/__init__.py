"""
Take it or Leave it: the rules. The ids in the comments are those of rules.md.

A round: all dice are thrown into the tray; in turn each player takes one or passes, and may play an
action before; then everybody lays dice on tasks, discards at most one card and refills the hand.
Here is what happens at each step; how it happens is told in rounds, turns, actions, scoring and refill.
"""

from typing import Any

from chancebox.engine.rules.contract import CHANCE
from chancebox.engine.rules.dice import MOST_THROWS
from chancebox.engine.rules.records import Row
from chancebox.engine.rules.streams import below
from chancebox.games.take_it_or_leave_it.rules.actions import TARGETS, hit, take_sole_target, targets
from chancebox.games.take_it_or_leave_it.rules.cards import draw_card
from chancebox.games.take_it_or_leave_it.rules.chance import draw, falling, outcomes, weight
from chancebox.games.take_it_or_leave_it.rules.laying import lay_out, score_choices
from chancebox.games.take_it_or_leave_it.rules.records import (
    ACTION,
    ACTIONS,
    ANNOUNCE,
    DEAL,
    DISCARD,
    FACES,
    FIRST_PLAYER,
    HAND,
    KEEP,
    SCORE,
    TASK,
    TASKS,
    THROW,
    TURN,
    Box,
    Position,
    cards_held,
    list_members,
)
from chancebox.games.take_it_or_leave_it.rules.refill import (
    announce,
    announce_choices,
    deal_on,
    throw_away_all,
)
from chancebox.games.take_it_or_leave_it.rules.rounds import ask_in_turn, come_to_rest
from chancebox.games.take_it_or_leave_it.rules.scoring import settle
from chancebox.games.take_it_or_leave_it.rules.secrets import guess, hide, uncovers
from chancebox.games.take_it_or_leave_it.rules.turns import end_turn, take_turn, turn_choices

__all__ = ["FACES", "Box", "Position", "draw", "falling", "guess", "hide", "pick", "uncovers", "weight"]

ABOVE = 1000  # lifts every result above 0, where a player could not win
MOST_CHOICES = TARGETS
LAST_ACTION = KEEP
MOST_OUTCOMES = MOST_THROWS


def start(box: Box, s: Position, seats: int, options: Any) -> None:
    s.seats = seats
    s.free_mix = options.free_mix
    s.open_totals = options.open_totals
    s.pile[TASK] = TASKS
    s.pile[ACTION] = ACTIONS
    s.step = FIRST_PLAYER
    if options.first:
        go_on(box, s)  # TL-R18
    else:
        s.pending = 1 << CHANCE


def play(box: Box, s: Position, seat: int, action: int) -> None:
    """Do what was decided or came up, then ask whoever is due next."""
    s.pending &= ~(1 << seat)
    if s.step == TURN:
        take_turn(box, s, action)
    elif s.step == THROW:
        come_to_rest(s, action)
    elif s.step == DEAL:
        draw_card(s, action)
    elif s.step == SCORE:
        s.pending |= lay_out(box, s.players[seat], action) << seat
    elif s.step == DISCARD:
        s.players[seat].discard = action
    elif s.step == ANNOUNCE:
        s.players[seat].wanted[TASK] = action // (HAND + 1)
        s.players[seat].wanted[ACTION] = action % (HAND + 1)
    elif s.step == FIRST_PLAYER:
        s.first = action
    else:
        hit(box, s, action)
        take_sole_target(box, s)
        ask_in_turn(s)
    if s.pending == 0:
        go_on(box, s)


def go_on(box: Box, s: Position) -> None:
    """When nobody is asked any more a step is over, and the next one begins."""
    while s.pending == 0 and s.ended == 0:
        if s.step == TURN:
            end_turn(s)
        elif s.step == SCORE:
            settle(box, s)
        elif s.step == DISCARD:
            throw_away_all(s)
            announce(box, s)
        elif s.step == FIRST_PLAYER:
            announce(box, s)
        else:
            deal_on(box, s)


def choices(box: Box, s: Position, seat: int, out: Row) -> int:
    return outcomes(box, s, out) if seat == CHANCE else decisions(box, s, seat, out)


def decisions(box: Box, s: Position, seat: int, out: Row) -> int:
    """List what a seat may decide."""
    if s.step == TURN:
        return turn_choices(box, s, out)
    if s.step == SCORE:
        return score_choices(box, s.players[seat], out)
    if s.step == DISCARD:
        n = cards_held(s.players[seat].held)
        for i in range(n):
            out[i] = s.players[seat].hand[i]
        out[n] = KEEP
        return n + 1
    if s.step == ANNOUNCE:
        return announce_choices(s.players[seat], out)
    return list_members(targets(box, s), TARGETS, out)


def pick(box: Box, s: Position, seat: int, stream: Row, buffer: Row) -> int:
    """Decide at random, as any game does; without chance, of which nothing need be compiled then."""
    return buffer[below(stream, decisions(box, s, seat, buffer))]


def standing(box: Box, s: Position, out: Row) -> None:
    for seat in range(s.seats):
        out[seat] = ABOVE + s.players[seat].points - s.players[seat].chips  # TL-61, TL-R15
