"""
Take it or Leave it by rule of thumb: go for the task that is nearest to its points, and leave in time.

The dice taken so far lie on the tasks they fulfil. Of the other tasks the best is that with the most
points for the dice it lacks; of these dice the rarest is taken first. If no task is worth its risk, pass.
"""

from chancebox.engine.rules.records import Row
from chancebox.engine.rules.streams import below
from chancebox.games.take_it_or_leave_it.rules import choices
from chancebox.games.take_it_or_leave_it.rules.actions import TARGETS, action_in_play, can_play
from chancebox.games.take_it_or_leave_it.rules.expert import decide_well, most_tasks
from chancebox.games.take_it_or_leave_it.rules.records import (
    ANNOUNCE,
    BLACK,
    COLOURED,
    COLOURS,
    DISCARD,
    EXACTLY,
    FACES,
    KEEP,
    KINDS,
    LISTED,
    MORE,
    PASS,
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
    TURN,
    WHITE,
    Box,
    Player,
    Position,
    cards_held,
    dice_in,
    pips,
)
from chancebox.games.take_it_or_leave_it.rules.tasks import (
    all_pips,
    count_dice,
    left_of,
    place_of,
    serving_as,
    smallest_total,
    totals,
)

__all__ = ["NOTES", "decide", "decide_well"]

NOTES = 1
POINT = 64
FAR = 9
"""More dice than anybody would hope for."""
NOTHING = KINDS


def decide(box: Box, s: Position, seat: int, notes: Row, buffer: Row, stream: Row) -> int:
    if s.step == TURN:
        return take_turn(box, s, seat)
    n = choices(box, s, seat, buffer)
    if s.step == SCORE:
        return buffer[n - 1]  # the proposal, or enough
    if s.step == DISCARD:
        return KEEP
    if s.step == ANNOUNCE:
        return most_tasks(buffer, n)
    if s.step == TARGET:
        return best_target(box, s, seat, buffer, n, stream)
    return buffer[n - 1]


def take_turn(box: Box, s: Position, seat: int) -> int:
    """Take what the best task lacks; play an action first if it helps."""
    player = s.players[seat]
    tray = in_tray(s.tray)
    found = best_task(box, player, tray)
    wanted = found % POINT
    if s.action == 0 and s.took == 0:
        card = best_action(box, s, player, tray, found // POINT)
        if card:
            return card
    if wanted == NOTHING:
        return STOP if s.took else PASS
    return wanted


def in_tray(dice: Row) -> int:
    packed = 0
    for kind in range(KINDS):
        packed += dice[kind] << place_of(kind)
    return packed


def chance(lacking: int) -> int:
    """Guess the chance, in parts of 64, to get so many dice before somebody else takes them."""
    if lacking == 1:
        return 58
    if lacking == 2:
        return 44
    if lacking == 3:
        return 30
    return 18 if lacking == 4 else 0


def best_task(box: Box, player: Player, tray: int) -> int:
    """Find the task to go for: return its worth times POINT, plus the die to take."""
    dice = 0
    for kind in range(KINDS):
        dice += player.dice[kind] << place_of(kind)
    done = 0
    for i in range(player.held[TASK] - 1, -1, -1):
        left = without_task(box, player.hand[i], dice)
        if left >= 0:
            done |= 1 << i
            dice = left
    best = NOTHING
    most = 0
    for i in range(player.held[TASK]):
        if not done >> i & 1:
            found = lacks(box, player.hand[i], dice, tray)
            lacking = found // POINT
            hopes = chance(lacking)
            # Dice that come in vain cost a chip each.
            worth = box.tasks[player.hand[i]].points * hopes - (POINT - hopes) * lacking // 2
            if worth > most:
                most = worth
                best = found % POINT
    return most * POINT + best


def without_task(box: Box, task: int, dice: int) -> int:
    """Take the dice of a task away, if they fulfil it; below 0 if not."""
    card = box.tasks[task]
    if card.kind == LISTED or card.kind == COLOURED:
        for i in range(card.count):
            kind = pick(dice & box.tasks[task].fits[i])
            if kind == NOTHING:
                return -1
            dice -= 1 << place_of(kind)
        return dice
    if card.kind == MORE:
        serving = dice & serving_as(card.colour)
        return dice - serving if all_pips(serving) > card.n else -1
    if card.kind == EXACTLY:
        return 0 if all_pips(dice) == card.n else -1
    if smallest_total(dice, card.count) >= card.n:
        return -1
    for _ in range(card.count):
        dice -= 1 << place_of(pick(dice))
    return dice


def pick(dice: int) -> int:
    """Find the lowest kind of dice; red, which fits everywhere, only if there is no other."""
    red = NOTHING
    if dice:
        for value in range(FACES):
            if left_of(dice, COLOURS * value + WHITE):
                return COLOURS * value + WHITE
            if left_of(dice, COLOURS * value + BLACK):
                return COLOURS * value + BLACK
            if red == NOTHING and left_of(dice, COLOURS * value + 2):
                red = COLOURS * value + 2
    return red


def lacks(box: Box, task: int, dice: int, tray: int) -> int:
    """Return how many dice a task lacks, times POINT, plus the die of the tray to take first."""
    card = box.tasks[task]
    if card.kind == LISTED or card.kind == COLOURED:
        return lacks_listed(box, task, dice, tray)
    if card.kind == MORE:
        serving = serving_as(card.colour)
        short = card.n + 1 - all_pips(dice & serving)
        if all_pips(tray & serving) < short:
            return FAR * POINT + NOTHING
        kind = highest(tray & serving, FACES)
        return (1 + (short - pips(kind) + 4) // 5) * POINT + kind
    if card.kind == EXACTLY:
        return lacks_exactly(card.n - all_pips(dice), tray)
    have = card.count
    while have > 0 and (count_dice(dice) < have or not is_less(dice, tray, have, card.count, card.n)):
        have -= 1
    if have == 0 and not is_less(dice, tray, 0, card.count, card.n):
        return FAR * POINT + NOTHING
    return (card.count - have) * POINT + pick(tray)


def is_less(dice: int, tray: int, have: int, count: int, n: int) -> bool:
    return smallest_total(dice, have) + smallest_total(tray, count - have) < n


def lacks_listed(box: Box, task: int, dice: int, tray: int) -> int:
    lacking = 0
    rarest = 99
    wanted = NOTHING
    for i in range(box.tasks[task].count):
        fitting = box.tasks[task].fits[i]
        kind = pick(dice & fitting)
        if kind < NOTHING:
            dice -= 1 << place_of(kind)
        else:
            kind = pick(tray & fitting)
            if kind == NOTHING:
                return FAR * POINT + NOTHING
            lacking += 1
            if count_dice(tray & fitting) < rarest:
                rarest = count_dice(tray & fitting)
                wanted = kind
            tray -= 1 << place_of(kind)
    return lacking * POINT + wanted


def lacks_exactly(short: int, tray: int) -> int:
    """Take the highest die that leaves a total which the others in the tray can make."""
    if short <= 0 or not totals(tray) >> short & 1:
        return FAR * POINT + NOTHING
    kind = highest(tray, short)
    while kind < NOTHING and not totals(tray - (1 << place_of(kind))) >> (short - pips(kind)) & 1:
        kind = highest(tray, pips(kind) - 1)
    if kind == NOTHING:
        return FAR * POINT + NOTHING
    return (1 + (short - pips(kind) + 4) // 5) * POINT + kind


def highest(dice: int, most: int) -> int:
    """Find the highest die of at most so many pips, red only if there is no other of its value."""
    for value in range(min(FACES, most) - 1, -1, -1):
        for colour in range(COLOURS):
            if left_of(dice, COLOURS * value + colour):
                return COLOURS * value + colour
    return NOTHING


# Actions


def best_action(box: Box, s: Position, player: Player, tray: int, worth: int) -> int:
    """Find an action that helps now, 0 if none does."""
    for i in range(player.held[TASK], cards_held(player.held)):
        card = player.hand[i]
        kind = box.actions[card - TASKS].kind
        if not can_play(box, s, card):
            continue
        if kind == TAKE_TWO and worth > 0:
            return card
        if (kind in (REROLL, REROLL_SOME)) and worth < POINT and dice_in(s.tray) > 3:
            return card
        if kind in (SET, SHIFT, SWAP) and worth == 0:
            target = best_turned(box, player, tray, kind, box.actions[card - TASKS].colour)
            if target // TARGETS - POINT * box.actions[card - TASKS].chips > worth + POINT:
                return card
    return 0


def best_turned(box: Box, player: Player, tray: int, kind: int, colour: int) -> int:
    """Find which die to turn to what: what the best task is worth then, times TARGETS, plus the target."""
    best = -1
    for target in range(TARGETS):
        one = target // FACES
        other = target % FACES
        if kind == SHIFT and abs(one - other) != 2:
            continue
        first = COLOURS * one + (WHITE if kind == SWAP else colour)
        if left_of(tray, first) == 0 or (kind == SWAP and left_of(tray, COLOURS * other + BLACK) == 0):
            continue
        turned = tray - (1 << place_of(first)) + (1 << place_of(first + COLOURS * (other - one)))
        if kind == SWAP:
            turned += (1 << place_of(COLOURS * one + BLACK)) - (1 << place_of(COLOURS * other + BLACK))
        best = max(best, best_task(box, player, turned) // POINT * TARGETS + target)
    return best


def best_target(box: Box, s: Position, seat: int, buffer: Row, n: int, stream: Row) -> int:
    action = action_in_play(box, s)
    if action.kind == SET or action.kind == SHIFT or action.kind == SWAP:
        return best_turned(box, s.players[seat], in_tray(s.tray), action.kind, action.colour) % TARGETS
    if action.kind == REROLL_SOME:
        return buffer[0]  # dice as long as there are, then enough
    return buffer[below(stream, n)]
