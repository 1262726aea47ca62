"""
Take it or Leave it: which task to go for, as an expert sees it.

Dice taken so far lie on the tasks that they fulfil, the one with most points first, and none more than it
needs. Of every other task is guessed how likely its dice come before somebody else takes them. A die of
which there are several alike will hardly be gone before the next turn; once all others have passed, all
dice wait.
"""

from chancebox.engine.rules.records import Row
from chancebox.games.take_it_or_leave_it.rules.records import (
    EXACTLY,
    FACES,
    KINDS,
    MORE,
    RED,
    TASK,
    Box,
    Player,
    Position,
    Task,
    colour_of,
    pips,
)
from chancebox.games.take_it_or_leave_it.rules.tasks import (
    ALL_BITS,
    COUNT,
    ONES,
    TWO_BITS,
    VALUE,
    all_pips,
    count_dice,
    is_list,
    lowest_kind,
    packed_row,
    place_of,
    smallest_total,
    totals,
)

POINT = 64
SURE = 64
NOTHING = KINDS
REDS = (TWO_BITS << COUNT * RED) * ONES
ALIKE = 4  # bits that count the dice wanted of which there are so many alike
MANY = 5  # more alike are as good as these

# Found by playing many thousand games against the rule of thumb.
HASTE = 32  # of 64, how likely a die is the next one that another takes, if it is the only one
SOME_WAYS, MORE_WAYS = 2, 3  # a total can be made with other dice, too: as if there were so many alike


def lay_dice(box: Box, player: Player, free: Row) -> None:
    """Write the dice that are free for each task in hand; below 0 if they fulfil it."""
    dice = packed_row(player.dice)
    for i in range(player.held[TASK] - 1, -1, -1):
        left = without_task(box.tasks[player.hand[i]], dice)
        free[i] = -1 if left >= 0 else dice
        dice = left if left >= 0 else dice


def best_task(box: Box, player: Player, free: Row, tray: int, haste: int) -> int:
    """Find the task to go for: return its worth times POINT, plus the die to take."""
    best = NOTHING
    for i in range(player.held[TASK] - 1, -1, -1):
        if free[i] >= 0:
            found = prospect(box.tasks[player.hand[i]], free[i], tray, haste)
            if found // POINT > best // POINT:
                best = found
    return best


def haste_of(s: Position, seat: int, tray: int) -> int:
    """Guess the chance, in parts of SURE, that others take a certain die of the tray until the next turn."""
    rivals = 0
    for other in range(s.seats):
        rivals += other != seat and not s.players[other].passed
    return rivals * HASTE // count_dice(tray)


# Tasks that are fulfilled


def without_task(card: Task, dice: int) -> int:
    """Take away the dice that a task needs, if they fulfil it; below 0 if not."""
    if is_list(card.kind):
        for i in range(card.count):
            fitting = dice & card.fits[i]
            if fitting == 0:
                return -1
            dice -= 1 << place_of(cheapest(fitting))
        return dice
    if card.kind == MORE:
        return without_more(dice, dice & card.fits[0], card.n)
    if card.kind == EXACTLY:
        return without_total(dice, card.n) if totals(dice) >> card.n & 1 else -1
    if smallest_total(dice, card.count) >= card.n:
        return -1
    for _ in range(card.count):
        dice -= 1 << place_of(cheapest(dice))
    return dice


def without_more(dice: int, serving: int, n: int) -> int:
    """Take away the highest dice that serve, until their total is more than n."""
    if all_pips(serving) <= n:
        return -1
    while n >= 0:
        kind = highest(serving, FACES)
        serving -= 1 << place_of(kind)
        dice -= 1 << place_of(kind)
        n -= pips(kind)
    return dice


def without_total(dice: int, n: int) -> int:
    """Take away dice of exactly this total, which some of them have."""
    while n > 0:
        kind = highest_towards(dice, n)
        dice -= 1 << place_of(kind)
        n -= pips(kind)
    return dice


def cheapest(dice: int) -> int:
    """Find the lowest kind of dice; red, which costs a chip, only if there is no other."""
    plain = dice & ~REDS
    return lowest_kind(plain if plain else dice)


def highest(dice: int, most: int) -> int:
    """Find the highest die of at most so many pips, red only if there is no other of its value."""
    dice &= (1 << VALUE * min(FACES, most)) - 1
    if dice == 0:
        return NOTHING
    value = (dice.bit_length() - 1) // VALUE
    return lowest_kind(dice >> VALUE * value << VALUE * value)


def highest_towards(dice: int, total: int) -> int:
    """Find the highest die that leaves a total which the others can make."""
    kind = highest(dice, total)
    while kind < NOTHING and not totals(dice - (1 << place_of(kind))) >> (total - pips(kind)) & 1:
        kind = highest(dice, pips(kind) - 1)
    return kind


# Tasks that lack dice


def prospect(card: Task, dice: int, tray: int, haste: int) -> int:
    """Return what it is worth to go for a task, times POINT, plus the die of the tray to take first."""
    if is_list(card.kind):
        return prospect_of_list(card, dice, tray, haste)
    if card.kind == EXACTLY:
        return prospect_of_total(card, dice, tray, haste)
    if card.kind == MORE:
        serving = tray & card.fits[0]
        short = card.n + 1 - all_pips(dice & card.fits[0])
        if all_pips(serving) < short:
            return NOTHING
        kind = highest(serving, FACES)
        lacking = count_lacking(short, kind)
        alike = max(1, min(MANY, count_dice(serving) - lacking + 1))
        held = count_dice(dice & card.fits[0])
        return weigh(card.points, lacking, held, lacking << ALIKE * alike, kind, haste)
    held = min(card.count - 1, count_dice(dice))
    while held > 0 and smallest_total(dice, held) + smallest_total(tray, card.count - held) >= card.n:
        held -= 1
    if held == 0 and smallest_total(tray, card.count) >= card.n:
        return NOTHING
    lacking = card.count - held
    return weigh(card.points, lacking, held, lacking << ALIKE * MORE_WAYS, cheapest(tray), haste)


def prospect_of_list(card: Task, dice: int, tray: int, haste: int) -> int:
    """Go for the rarest die first."""
    wanted = NOTHING
    rarest = 99
    lacking = 0
    crowd = 0
    for i in range(card.count):
        if dice & card.fits[i]:
            dice -= 1 << place_of(cheapest(dice & card.fits[i]))
        else:
            there = tray & card.fits[i]
            if there == 0:
                return NOTHING
            kind = cheapest(there)
            alike = count_dice(there)
            if alike < rarest:
                rarest = alike
                wanted = kind
            lacking += 1
            crowd += 1 << ALIKE * min(alike, MANY)
            tray -= 1 << place_of(kind)
    return weigh(card.points, lacking, card.count - lacking, crowd, wanted, haste)


def prospect_of_total(card: Task, dice: int, tray: int, haste: int) -> int:
    """Use one die more with some of those held; or all of these, and more than one."""
    made = totals(dice)
    for value in range(FACES):
        there = tray & ALL_BITS << VALUE * value
        if there and made >> (card.n - value - 1) & 1:
            return weigh(card.points, 1, 0, 1 << ALIKE, cheapest(there), haste)
    short = card.n - all_pips(dice)
    if short <= 0 or not totals(tray) >> short & 1:
        return NOTHING
    kind = highest_towards(tray, short)
    lacking = count_lacking(short, kind)
    return weigh(card.points, lacking, count_dice(dice), lacking << ALIKE * SOME_WAYS, kind, haste)


def count_lacking(short: int, kind: int) -> int:
    """Guess how many dice make up for so many pips, this one first and then rather high ones."""
    return 1 + (short - pips(kind) + 4) // 5


def weigh(points: int, lacking: int, held: int, crowd: int, wanted: int, haste: int) -> int:
    """
    Return what it is worth to go for a task that lacks some dice, times POINT, plus the die to take.

    `crowd` counts the dice it lacks by how many there are alike: the rarest are taken first.
    """
    hope = SURE
    turns = 0
    for alike in range(1, MANY + 1):
        for _ in range(crowd >> ALIKE * alike & 15):
            gone = min(SURE, haste * turns)
            all_gone = gone
            for _ in range(alike - 1):
                all_gone = all_gone * gone // SURE
            hope = hope * (SURE - all_gone) // SURE
            turns += 1
    # Dice held could serve other tasks instead; those that come in vain cost a chip each, a red one always.
    worth = (4 * points - held) * hope // 4 - (SURE - hope) * lacking // 2
    worth -= POINT * (colour_of(wanted) == RED)
    # With fewer dice to wait for, there is more time for another task.
    return worth * 6 // (4 + lacking) * POINT + wanted if worth > 0 else NOTHING
