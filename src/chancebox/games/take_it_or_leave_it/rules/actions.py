"""
Take it or Leave it: the action cards (TL-40 to TL-49).

A card whose effect leaves a choice has targets, small numbers that the player is asked for: a kind
of die, or two values as `6 * one + other`. Dice that are thrown leave the tray at once and are
told by chance when they have come to rest.
"""

from chancebox.engine.rules.bits import lowest
from chancebox.engine.rules.records import Row
from chancebox.games.take_it_or_leave_it.rules.records import (
    BLACK,
    COLOURS,
    ENOUGH,
    FACES,
    KINDS,
    KNOCK,
    RED,
    REROLL,
    REROLL_SOME,
    SHIFT,
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
    colours_in,
    has_dice,
    has_several,
    kinds_in,
)

TARGETS = FACES * FACES
ALL_VALUES = (1 << FACES) - 1
ONES = ((1 << KINDS) - 1) // ((1 << COLOURS) - 1)  # the first kind of each value


def action_in_play(box: Box, s: Position) -> Action:
    return box.actions[s.action - TASKS]


def can_play(box: Box, s: Position, card: int) -> bool:
    """Return whether a card has something to act on (TL-R10)."""
    action = box.actions[card - TASKS]
    if action.kind == THROW_BACK:
        return has_dice(s.players[s.player].dice)
    # What other cards need was written down with them: so the processor need not guess which card it is.
    there = colours_in(s.tray)
    return bool((there & action.needs[0] != 0) & (there & action.needs[1] != 0))


def perform(box: Box, s: Position) -> None:
    """Begin what the card says; afterwards the player still takes or passes (TL-40)."""
    action = action_in_play(box, s)
    s.players[s.player].chips += action.chips  # TL-45, TL-R02
    if action.kind == REROLL:
        reroll(s, action.colour)
    elif action.kind != TAKE_TWO:  # TL-44 counts when dice are taken
        aim(s, s.action)
        take_sole_target(box, s)


def aim(s: Position, card: int) -> None:
    """Let the player choose what a card touches."""
    s.action = card
    s.picked = 0
    s.latest = 0
    s.step = TARGET


def reroll(s: Position, colour: int) -> None:
    """Pick up every die of a colour (TL-42, TL-48)."""
    for value in range(FACES):
        kind = COLOURS * value + colour
        s.falling[colour] += s.tray[kind]
        s.tray[kind] = 0
    s.step = THROW


def targets(box: Box, s: Position) -> int:
    """Mark everything that the card may be aimed at now, one bit a target."""
    if s.step == KNOCK:
        return kinds_in(s.tray) | 1 << ENOUGH  # TL-R04
    action = action_in_play(box, s)
    if action.kind == REROLL_SOME:  # TL-43
        there = kinds_in(s.tray) & ~(ONES << RED) if s.picked < action.most else 0
        return there >> s.latest << s.latest | (s.picked > 0) << ENOUGH
    if action.kind == THROW_BACK:
        return kinds_in(s.players[s.player].dice)  # TL-46
    marked = 0
    if action.kind == SWAP:  # TL-47
        for one in range(FACES):
            if s.tray[COLOURS * one + WHITE] > 0:
                marked |= values_in(s.tray, BLACK) << FACES * one
        return marked
    for one in range(FACES):
        if s.tray[COLOURS * one + action.colour] > 0:
            by_two = 1 << one << 2 | 1 << one >> 2
            others = by_two if action.kind == SHIFT else ALL_VALUES  # TL-45, TL-49, TL-R09
            marked |= (others & ALL_VALUES) << FACES * one
    return marked


def values_in(dice: Row, colour: int) -> int:
    """Mark the values that dice of a colour have, one bit each."""
    values = 0
    for value in range(FACES):
        values |= (dice[COLOURS * value + colour] > 0) << value
    return values


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
        marked = targets(box, s)
        if has_several(marked):
            return
        hit(box, s, lowest(marked))
