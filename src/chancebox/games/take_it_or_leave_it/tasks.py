"""
Take it or Leave it: which dice fulfil a task (TL-30 to TL-34).

Here dice are one number: ten bits a value, of which the low four count the white dice, four the
black and two the red. Kinds are in the same order as in rows of dice.
"""

from chancebox.games.take_it_or_leave_it.pieces import (
    ANY,
    BLACK,
    COLOURED,
    EXACTLY,
    FACES,
    KINDS,
    LESS,
    LISTED,
    MORE,
    RED,
    Box,
    Player,
    colour_of,
    pips,
    value_of,
)

VALUE = 10  # bits of a value
COUNT = 4  # bits of a colour; red, the last, has what is left of the ten
ONES = 1 + (1 << 10) + (1 << 20) + (1 << 30) + (1 << 40) + (1 << 50)  # a bit for each value
FOUR_BITS = 15
TWO_BITS = 3
TOO_MANY = 1000


# Dice as one number


def packed(player: Player) -> int:
    """Write the dice that lie on no task yet as one number."""
    dice = 0
    for kind in range(KINDS):
        dice += player.dice[kind] << place_of(kind)
    for row in range(player.opened):
        for kind in range(KINDS):
            dice -= player.laid[row][kind] << place_of(kind)
    return dice


def place_of(kind: int) -> int:
    return VALUE * value_of(kind) + COUNT * colour_of(kind)


def left_of(dice: int, kind: int) -> int:
    """Count the dice of a kind."""
    return dice >> place_of(kind) & (TWO_BITS if colour_of(kind) == RED else FOUR_BITS)


def dice_of(dice: int, value: int) -> int:
    """Count the dice of a value."""
    here = dice >> VALUE * value
    return (here & FOUR_BITS) + (here >> COUNT * BLACK & FOUR_BITS) + (here >> COUNT * RED & TWO_BITS)


def count_dice(dice: int) -> int:
    white = dice & FOUR_BITS * ONES
    black = dice >> COUNT * BLACK & FOUR_BITS * ONES
    red = dice >> COUNT * RED & TWO_BITS * ONES
    # What is left of a number divided by 1023 is the sum of its parts of ten bits.
    return (white + black + red) % ((1 << VALUE) - 1)


def serving_as(colour: int) -> int:
    """Mark all dice that count as this colour: its own and the red ones (TL-18, TL-R07)."""
    red = (TWO_BITS << COUNT * RED) * ONES
    if colour == ANY:
        return red + (FOUR_BITS + (FOUR_BITS << COUNT)) * ONES
    return red + (FOUR_BITS << COUNT * colour) * ONES


def with_value(value: int) -> int:
    """Mark all dice of this value; below 0 all dice."""
    if value < 0:
        return ((1 << VALUE) - 1) * ONES
    return ((1 << VALUE) - 1) << VALUE * value


def no_lower(dice: int, kind: int) -> int:
    """Leave away the dice below a kind."""
    return dice >> place_of(kind) << place_of(kind)


def all_pips(dice: int) -> int:
    total = 0
    for value in range(FACES):
        total += dice_of(dice, value) * (value + 1)
    return total


def smallest_total(dice: int, count: int) -> int:
    """Add up so many dice, the smallest first."""
    total = 0
    for value in range(FACES):
        taken = min(count, dice_of(dice, value))
        total += taken * (value + 1)
        count -= taken
    return total if count == 0 else TOO_MANY


def totals(dice: int) -> int:
    """Mark every total that some of these dice have, one bit each."""
    reached = 1
    for value in range(FACES):
        for _ in range(dice_of(dice, value)):
            reached |= reached << (value + 1)
        reached &= (1 << 61) - 1  # no task asks for more
    return reached


# One task


def is_fulfilled(box: Box, task: int, count: int, total: int) -> bool:
    """Ask whether so many dice with this total, laid one by one as they may be, are enough."""
    card = box.tasks[task]
    if card.kind == EXACTLY:
        return total == card.n  # TL-34
    if card.kind == MORE:
        return total > card.n  # TL-32, TL-R06
    return count == card.count  # TL-30, TL-31, TL-33


def is_list(kind: int) -> bool:
    return kind in (LISTED, COLOURED)


def can_finish(box: Box, task: int, count: int, total: int, first: int, dice: int) -> bool:
    """
    Ask whether a task that has so many dice with this total can be fulfilled.

    Dice are laid in order, none lower than `first`, the latest: so the same thing is said in one
    way only. In a list this holds for equal slots; a slot that differs begins anew.
    """
    card = box.tasks[task]
    if is_list(card.kind):
        return can_fill(box, task, count, first, dice)
    rest = no_lower(dice, first)
    if card.kind == MORE:
        return total + all_pips(rest & serving_as(card.colour)) > card.n
    if card.kind == LESS:
        return total + smallest_total(rest, card.count - count) < card.n  # TL-R06
    return total <= card.n and totals(rest) >> (card.n - total) & 1 > 0


def slot(box: Box, task: int, i: int) -> int:
    """Mark all dice that fit a slot of a list."""
    return serving_as(box.tasks[task].colours[i]) & with_value(box.tasks[task].values[i])


def can_fill(box: Box, task: int, count: int, first: int, dice: int) -> bool:
    """
    Ask whether dice fill all slots from this one on.

    They do if any slots together have as many dice to choose from as they are (Hall's theorem).
    """
    slots = box.tasks[task].count - count
    for i in range(slots):
        if dice & slot(box, task, count + i) == 0:
            return False  # by far the most tasks end here
    for chosen in range(1, 1 << slots):
        fitting = 0
        wanted = 0
        for i in range(slots):
            if chosen >> i & 1:
                wanted += 1
                fits = slot(box, task, count + i)
                fitting |= no_lower(fits, first) if count > 0 and same_slot(box, task, count, i) else fits
        if count_dice(dice & fitting) < wanted:
            return False
    return True


def same_slot(box: Box, task: int, count: int, i: int) -> bool:
    """Ask whether all slots from the latest one filled to the i-th after it are equal."""
    for j in range(count, count + i + 1):  # noqa: SIM110 - rules compile
        if slot(box, task, j) != slot(box, task, count - 1):
            return False
    return True


def fits(box: Box, task: int, count: int, first: int, kind: int) -> bool:
    """Ask whether a die has the colour, and in a list the value, to come next; in order, as above."""
    card = box.tasks[task]
    if card.kind == LESS and count == card.count:
        return False  # TL-33: no more than these
    if is_list(card.kind):
        if count == card.count or not slot(box, task, count) >> place_of(kind) & 1:
            return False  # TL-16
        return kind >= first or count == 0 or not same_slot(box, task, count, 0)
    return kind >= first and (card.kind != MORE or serving_as(card.colour) >> place_of(kind) & 1 > 0)


def may_lay(box: Box, task: int, count: int, total: int, first: int, dice: int, kind: int) -> bool:
    """Ask whether a die may come next on a task, so that it can still be fulfilled."""
    if left_of(dice, kind) == 0 or not fits(box, task, count, first, kind):
        return False
    return can_finish(box, task, count + 1, total + pips(kind), kind, dice - (1 << place_of(kind)))
