"""
Take it or Leave it: the rules. The ids in the comments are those of rules.md.

A round: all dice are thrown into the tray; in turn each player takes one or passes, and may play an
action before; then everybody lays dice on tasks, discards at most one card and refills the hand.
"""

from typing import Any

from chancebox.engine.contract import CHANCE
from chancebox.engine.dice import MOST_THROWS, draw_throw, list_throws, shows, throw_weight
from chancebox.engine.records import Row
from chancebox.engine.seats import clockwise
from chancebox.engine.streams import below
from chancebox.games.take_it_or_leave_it.rules.actions import (
    TARGETS,
    action_in_play,
    can_play,
    hit,
    perform,
    take_sole_target,
    targets,
)
from chancebox.games.take_it_or_leave_it.rules.cards import (
    draw_card,
    draw_from,
    drawable,
    play_card,
    renew_pile,
    score_card,
    throw_away,
)
from chancebox.games.take_it_or_leave_it.rules.laying import lay_out, score_choices
from chancebox.games.take_it_or_leave_it.rules.records import (
    ACTION,
    ACTIONS,
    ANNOUNCE,
    BLACK,
    CARDS,
    COLOURS,
    DEAL,
    DISCARD,
    FACES,
    FIRST_PLAYER,
    HAND,
    IN_PILE,
    KINDS,
    RED,
    SCORE,
    TAKE_TWO,
    TASK,
    TASKS,
    THROW,
    TURN,
    WHITE,
    Box,
    Player,
    Position,
    cards_held,
    dice_in,
    list_members,
)
from chancebox.games.take_it_or_leave_it.rules.scoring import chips_due
from chancebox.games.take_it_or_leave_it.rules.secrets import clear_table, guess, hide, uncovers

__all__ = ["Box", "Position", "guess", "hide", "uncovers"]

# Beside the kinds of dice to take, and the cards to play.
PASS, STOP = KINDS, KINDS + 1
# Beside the cards to throw away.
KEEP = CARDS

ALL_ROUNDS = 1
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
    if seat == CHANCE:
        return outcomes(box, s, out)
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


# Hands are filled


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


# The round


def begin_round(box: Box, s: Position) -> None:
    """Throw all dice; only now those of the last round leave the players (TL-10)."""
    if s.round > 0:
        s.first = clockwise(s, s.first)  # TL-21
    s.round += 1
    for seat in range(s.seats):
        player = s.players[seat]
        player.passed = 0
        clear_table(player)
        for kind in range(KINDS):
            player.dice[kind] = 0
    for kind in range(KINDS):
        s.tray[kind] = 0
    for colour in range(COLOURS):
        s.falling[colour] = box.dice[s.seats][colour]  # TL-02
    s.player = s.first
    s.action = 0
    s.took = 0
    s.step = THROW
    s.pending = 1 << CHANCE


def fallen(s: Position) -> int:
    """Tell the colour whose dice come to rest next."""
    colour = WHITE
    while s.falling[colour] == 0:
        colour += 1
    return colour


def dice_falling(s: Position) -> int:
    return s.falling[WHITE] + s.falling[BLACK] + s.falling[RED]


def come_to_rest(s: Position, outcome: int) -> None:
    colour = fallen(s)
    for value in range(FACES):
        s.tray[COLOURS * value + colour] += shows(outcome, value)
    s.falling[colour] = 0
    if dice_falling(s) == 0:
        s.step = TURN
    ask_in_turn(s)


def ask_in_turn(s: Position) -> None:
    """Ask chance for the dice in the air, otherwise the player whose turn it is."""
    s.pending = 1 << CHANCE if s.step == THROW else 1 << s.player


# A turn


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
    if two and s.took == 1 and dice_in(s.tray) > 0:
        ask_in_turn(s)


def end_turn(s: Position) -> None:
    following = next_active(s)
    if following < 0 or dice_in(s.tray) == 0:
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


# The scoring


def begin_scoring(s: Position) -> None:
    """Ask all who took dice, even if they can fulfil nothing: silence would tell about hands (TL-15)."""
    s.step = SCORE
    for seat in range(s.seats):
        if dice_in(s.players[seat].dice) > 0:
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


# After the scoring


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


# Chance


def outcomes(box: Box, s: Position, out: Row) -> int:
    if s.step == THROW:
        return list_throws(s.falling[fallen(s)], FACES, out)
    most = s.seats if s.step == FIRST_PLAYER else CARDS
    n = 0
    for i in range(most):
        if weight(box, s, i):
            out[n] = i
            n += 1
    return n


def weight(box: Box, s: Position, outcome: int) -> int:
    if s.step == THROW:
        return throw_weight(outcome, s.falling[fallen(s)], FACES)
    if s.step == FIRST_PLAYER:
        return 1 if 0 <= outcome < s.seats else 0
    return 1 if 0 <= outcome < CARDS and drawable(s, outcome) else 0


def draw(box: Box, s: Position, stream: Row) -> int:
    if s.step == THROW:
        return draw_throw(s.falling[fallen(s)], FACES, stream)
    if s.step == FIRST_PLAYER:
        return below(stream, s.seats)
    return draw_from(s, s.drawing, IN_PILE, stream)


# The end


def standing(box: Box, s: Position, out: Row) -> None:
    for seat in range(s.seats):
        out[seat] = ABOVE + s.players[seat].points - s.players[seat].chips  # TL-61, TL-R15
