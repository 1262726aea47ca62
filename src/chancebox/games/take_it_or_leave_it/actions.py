"""
Take it or Leave it: the action cards (TL-40 to TL-49).

A card whose effect leaves a choice has targets, small numbers that the player is asked for: a kind
of die, or two values as `6 * one + other`. Dice that are thrown leave the tray at once and are
told by chance when they have come to rest.
"""

from chancebox.engine.records import Row
from chancebox.games.take_it_or_leave_it.pieces import (
    BLACK,
    COLOURS,
    FACES,
    KINDS,
    KNOCK,
    RED,
    REROLL,
    REROLL_SOME,
    SET,
    SWAP,
    TAKE_TWO,
    TARGET,
    TASKS,
    THROW,
    THROW_BACK,
    TURN,
    WHITE,
    Action,
    Box,
    Position,
    colour_of,
    dice_in,
)

TARGETS = FACES * FACES
ENOUGH = KINDS  # beside the kinds of dice: no more dice to pick up, or none to knock


def action_in_play(box: Box, s: Position) -> Action:
    return box.actions[s.action - TASKS]


def of_colour(dice: Row, colour: int) -> int:
    n = 0
    for value in range(FACES):
        n += dice[COLOURS * value + colour]
    return n


def can_play(box: Box, s: Position, card: int) -> bool:
    """Ask whether a card has something to act on (TL-R10)."""
    action = box.actions[card - TASKS]
    if action.kind == REROLL_SOME:
        return of_colour(s.tray, WHITE) + of_colour(s.tray, BLACK) > 0
    if action.kind == SWAP:
        return of_colour(s.tray, WHITE) > 0 and of_colour(s.tray, BLACK) > 0
    if action.kind == THROW_BACK:
        return dice_in(s.players[s.player].dice) > 0
    return action.kind == TAKE_TWO or of_colour(s.tray, action.colour) > 0


def perform(box: Box, s: Position) -> None:
    """Begin what the card says; afterwards the player still takes or passes (TL-40)."""
    action = action_in_play(box, s)
    s.players[s.player].chips += action.chips  # TL-45, TL-R02
    if action.kind == REROLL:
        reroll(s, action.colour)
    elif action.kind != TAKE_TWO:  # TL-44 counts when dice are taken
        s.picked = 0
        s.latest = 0
        s.step = TARGET
        take_sole_target(box, s)


def reroll(s: Position, colour: int) -> None:
    """Pick up every die of a colour (TL-42, TL-48)."""
    for value in range(FACES):
        kind = COLOURS * value + colour
        s.falling[colour] += s.tray[kind]
        s.tray[kind] = 0
    s.step = THROW


def is_target(box: Box, s: Position, target: int) -> bool:
    if s.step == KNOCK:
        return target == ENOUGH or (target < KINDS and s.tray[target] > 0)  # TL-R04
    action = action_in_play(box, s)
    if action.kind == REROLL_SOME:  # TL-43
        if target == ENOUGH:
            return s.picked > 0
        there = target < KINDS and s.tray[target] > 0 and colour_of(target) != RED
        return there and target >= s.latest and s.picked < action.most
    if action.kind == THROW_BACK:
        return target < KINDS and s.players[s.player].dice[target] > 0  # TL-46
    one = target // FACES
    other = target % FACES
    if action.kind == SWAP:  # TL-47
        return s.tray[COLOURS * one + WHITE] > 0 and s.tray[COLOURS * other + BLACK] > 0
    there = s.tray[COLOURS * one + action.colour] > 0
    return there and (action.kind == SET or abs(one - other) == 2)  # TL-45, TL-49, TL-R09


def hit(box: Box, s: Position, target: int) -> None:
    """Do to a target what the card says."""
    kind = action_in_play(box, s).kind
    s.latest = target
    if s.step == KNOCK or kind == REROLL_SOME:
        if target == ENOUGH:
            s.step = THROW
            return
        pick_up(s, s.tray, target)
        if s.step == KNOCK:
            s.step = THROW
    elif kind == THROW_BACK:
        pick_up(s, s.players[s.player].dice, target)
        s.step = KNOCK
    elif kind == SWAP:
        turn_die(s, target // FACES, target % FACES, WHITE)
        turn_die(s, target % FACES, target // FACES, BLACK)
        s.step = TURN
    else:
        turn_die(s, target // FACES, target % FACES, action_in_play(box, s).colour)
        s.step = TURN


def pick_up(s: Position, dice: Row, kind: int) -> None:
    dice[kind] -= 1
    s.falling[colour_of(kind)] += 1
    s.picked += 1


def turn_die(s: Position, value: int, to: int, colour: int) -> None:
    s.tray[COLOURS * value + colour] -= 1
    s.tray[COLOURS * to + colour] += 1


def take_sole_target(box: Box, s: Position) -> None:
    """Spare the player a question that has one answer only."""
    while s.step == TARGET or s.step == KNOCK:
        targets = 0
        sole = 0
        for target in range(TARGETS):
            if is_target(box, s, target):
                targets += 1
                sole = target
        if targets > 1:
            return
        hit(box, s, sole)
