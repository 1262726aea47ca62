"""
Take it or Leave it by somebody who knows it well: count who may take a die before you, and leave poor cards.

What a task is worth is told in prospects. An action is played where it makes the best task worth more, or
where there is no good one. After a round goes the card that brings least.
"""

from chancebox.engine.rules.records import Row
from chancebox.games.take_it_or_leave_it.rules import choices
from chancebox.games.take_it_or_leave_it.rules.actions import TARGETS, action_in_play, can_play
from chancebox.games.take_it_or_leave_it.rules.prospects import NOTHING, POINT, best_task, haste_of, lay_dice
from chancebox.games.take_it_or_leave_it.rules.records import (
    ANNOUNCE,
    BEST,
    BLACK,
    COLOURED,
    COLOURS,
    DISCARD,
    FACES,
    HAND,
    KEEP,
    LISTED,
    PASS,
    RED,
    REROLL,
    REROLL_SOME,
    SCORE,
    SET,
    SHIFT,
    STOP,
    SWAP,
    TAKE_TWO,
    TARGET,
    TASK,
    TASKS,
    THROW_BACK,
    TURN,
    WHITE,
    Box,
    Player,
    Position,
    cards_held,
)
from chancebox.games.take_it_or_leave_it.rules.tasks import count_dice, left_of, packed_row, place_of

# Found by playing many thousand games against the rule of thumb.
POOR = 100  # a best task of less: throw dice again
FEW = 3  # dice left: it does not pay any more
MIDDLING = 128  # a best task of at most that: look for a die to turn
GAIN = 32  # what turning one must bring


def decide_well(box: Box, s: Position, seat: int, notes: Row, buffer: Row, stream: Row) -> int:
    if s.step == TURN:
        return take_turn(box, s, seat, buffer)
    if s.step == DISCARD:
        return poorest_card(box, s.players[seat])
    if s.step == SCORE and s.players[seat].opened == 0:
        return BEST
    n = choices(box, s, seat, buffer)
    if s.step == TARGET:
        return best_target(box, s, seat, buffer)
    if s.step == ANNOUNCE:
        return most_tasks(buffer, n)
    return buffer[n - 1]  # enough


def take_turn(box: Box, s: Position, seat: int, free: Row) -> int:
    """Take what the best task lacks; play an action first if it helps."""
    player = s.players[seat]
    tray = packed_row(s.tray)
    haste = haste_of(s, seat, tray)
    lay_dice(box, player, free)
    found = best_task(box, player, free, tray, haste)
    if s.action == 0 and s.took == 0:
        for i in range(player.held[TASK], cards_held(player.held)):
            card = player.hand[i]
            if can_play(box, s, card) and helps(box, player, card, free, tray, haste, found // POINT):
                return card
    if found % POINT == NOTHING:
        return STOP if s.took else PASS
    return found % POINT


# Actions


def helps(box: Box, player: Player, card: int, free: Row, tray: int, haste: int, worth: int) -> bool:
    """Return whether an action is worth playing now, if the best task is worth so much."""
    action = box.actions[card - TASKS]
    if action.kind == TAKE_TWO:
        return worth > 0
    if action.kind in (REROLL, REROLL_SOME):
        return worth < POOR and count_dice(tray) > FEW
    if action.kind == THROW_BACK or worth > MIDDLING or missing_dice(box, player, free, tray) == 0:
        return False
    turned = best_turned(box, player, free, tray, haste, card) // TARGETS
    return turned - POINT * action.chips > worth + GAIN


def best_target(box: Box, s: Position, seat: int, buffer: Row) -> int:
    action = action_in_play(box, s)
    if action.kind in (SET, SHIFT, SWAP):
        tray = packed_row(s.tray)
        lay_dice(box, s.players[seat], buffer)
        return best_turned(box, s.players[seat], buffer, tray, haste_of(s, seat, tray), s.action) % TARGETS
    return buffer[0]  # dice as long as there are, then enough


def best_turned(box: Box, player: Player, free: Row, tray: int, haste: int, card: int) -> int:
    """
    Find which die to turn to what: what the best task is worth then, times TARGETS, plus the target.

    Only what brings a die that is missing is looked at, beside the first target that there is.
    """
    kind = box.actions[card - TASKS].kind
    colour = WHITE if kind == SWAP else box.actions[card - TASKS].colour
    missing = missing_dice(box, player, free, tray)
    best = -1
    for one in range(FACES):
        if left_of(tray, COLOURS * one + colour) == 0:
            continue
        for other in range(FACES):
            if kind == SHIFT and abs(one - other) != 2:
                continue
            if kind == SWAP and left_of(tray, COLOURS * other + BLACK) == 0:
                continue
            gained = 1 << place_of(COLOURS * other + colour)
            lost = 1 << place_of(COLOURS * one + colour)
            if kind == SWAP:
                gained += 1 << place_of(COLOURS * one + BLACK)
                lost += 1 << place_of(COLOURS * other + BLACK)
            if gained & missing or best < 0:
                worth = best_task(box, player, free, tray - lost + gained, haste) // POINT
                best = max(best, worth * TARGETS + FACES * one + other)
    return best


def missing_dice(box: Box, player: Player, free: Row, tray: int) -> int:
    """Mark the dice that some task lacks, and of which there is none in the tray."""
    missing = 0
    for i in range(player.held[TASK]):
        card = box.tasks[player.hand[i]]
        if free[i] >= 0 and card.kind == LISTED:
            for j in range(card.count):
                if card.fits[j] & (free[i] | tray) == 0:
                    missing |= card.fits[j]
    return missing


# Cards to throw away, and to draw


def poorest_card(box: Box, player: Player) -> int:
    """Find the card that brings least, if a new one will bring more."""
    poorest = KEEP
    least = 0
    for i in range(cards_held(player.held)):
        card = player.hand[i]
        brings = task_brings(box, card) if i < player.held[TASK] else action_brings(box, card)
        if brings < least:
            least = brings
            poorest = card
    return poorest


# What a card brings is what somebody who begins a round with it got in the rest of many thousand games.


def task_brings(box: Box, task: int) -> int:
    """Return by how many hundredths of a point a task brings more than any one would."""
    card = box.tasks[task]
    if card.kind == COLOURED:
        return 15 if card.count < 4 else -15
    if card.kind == LISTED:
        return 20 if card.points > 4 else -25
    return 15


def action_brings(box: Box, card: int) -> int:
    """Return the same of an action, as this expert plays it."""
    action = box.actions[card - TASKS]
    if action.kind == THROW_BACK:
        return -90
    if action.kind == REROLL:
        return -50 if action.colour == RED else -5
    return -50 if action.chips > 1 else 0


def most_tasks(buffer: Row, n: int) -> int:
    """Fill the hand with tasks but for one action, if there is a choice."""
    best = buffer[0]
    for i in range(n):
        tasks = buffer[i] // (HAND + 1)
        actions = buffer[i] % (HAND + 1)
        if tasks + actions == HAND and actions <= 1:
            best = buffer[i]
    return best
