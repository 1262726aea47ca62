"""
Take it or Leave it: which dice fulfil a task (TL-30 to TL-34).

Here dice are one number: ten bits a value, of which the low four count the white dice, four the
black and two the red. Kinds are in the same order as in rows of dice. So a few operations count
dice, add up their pips, or find those that fit: when a player scores this is asked so often that
it would otherwise take most of the time of a game.
"""

from chancebox.engine.rules.bits import lowest
from chancebox.engine.rules.records import Row
from chancebox.games.take_it_or_leave_it.rules.records import (
    ANY,
    BLACK,
    COLOURED,
    COLOURS,
    EXACTLY,
    FACES,
    KINDS,
    LESS,
    LISTED,
    MORE,
    RED,
    TASK,
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
ALL_BITS = (1 << VALUE) - 1
TOO_MANY = 1000


# Dice as one number


def packed(player: Player) -> int:
    """Write the dice that lie on no task yet as one number."""
    dice = packed_row(player.dice)
    for row in range(player.opened):
        dice -= packed_row(player.laid[row])
    return dice


def packed_row(row: Row) -> int:
    dice = 0
    for value in range(FACES - 1, -1, -1):
        white, black, red = row[COLOURS * value], row[COLOURS * value + BLACK], row[COLOURS * value + RED]
        dice = (dice << VALUE) + white + (black << COUNT * BLACK) + (red << COUNT * RED)
    return dice


def place_of(kind: int) -> int:
    return COUNT * kind - (COLOURS * COUNT - VALUE) * value_of(kind)


def left_of(dice: int, kind: int) -> int:
    """Count the dice of a kind."""
    return dice >> place_of(kind) & (TWO_BITS if colour_of(kind) == RED else FOUR_BITS)


def lowest_kind(dice: int) -> int:
    """Find the lowest kind of some dice."""
    value = lowest_value(dice)
    return COLOURS * value + (lowest(dice) - VALUE * value >> 2)


def lowest_value(dice: int) -> int:
    return lowest(dice) * 205 >> 11  # lowest(dice) // VALUE, faster


def by_value(dice: int) -> int:
    """Add the colours up: the dice of each value, ten bits each."""
    white = dice & FOUR_BITS * ONES
    black = dice >> COUNT * BLACK & FOUR_BITS * ONES
    red = dice >> COUNT * RED & TWO_BITS * ONES
    return white + black + red


def dice_of(counted: int, value: int) -> int:
    """Count the dice of a value, once colours are added up."""
    return counted >> VALUE * value & ALL_BITS


def add_values(counted: int) -> int:
    """Add up what is counted for each value: three to the other three, and these to each other."""
    counted += counted >> 3 * VALUE
    return counted + (counted >> VALUE) + (counted >> 2 * VALUE) & ALL_BITS


def count_dice(dice: int) -> int:
    return add_values(by_value(dice))


def all_pips(dice: int) -> int:
    # Dice of at least one pip, of at least two, and so on: each die is counted once for every pip.
    at_least = by_value(dice)
    at_least += at_least >> VALUE  # each value and the next, then four values, then all
    at_least += at_least >> 2 * VALUE
    at_least += at_least >> 4 * VALUE
    return add_values(at_least)


def serving_as(colour: int) -> int:
    """Mark all dice that count as this colour: its own and the red ones (TL-18, TL-R07)."""
    red = (TWO_BITS << COUNT * RED) * ONES
    if colour == ANY:
        return red + (FOUR_BITS + (FOUR_BITS << COUNT)) * ONES
    return red + (FOUR_BITS << COUNT * colour) * ONES


def with_value(value: int) -> int:
    """Mark all dice of this value; below 0 all dice."""
    if value < 0:
        return ALL_BITS * ONES
    return ALL_BITS << VALUE * value


def no_lower(dice: int, kind: int) -> int:
    """Leave away the dice below a kind."""
    return dice >> place_of(kind) << place_of(kind)


def smallest_total(dice: int, count: int) -> int:
    """Add up so many dice, the smallest first."""
    counted = by_value(dice)
    total = 0
    for value in range(FACES):
        taken = min(count, dice_of(counted, value))
        total += taken * (value + 1)
        count -= taken
    return total if count == 0 else TOO_MANY


def totals(dice: int) -> int:
    """Mark every total that some of these dice have, one bit each."""
    counted = by_value(dice)
    reached = 1
    while counted != 0:  # die by die, in one loop: the processor must guess its end only
        value = lowest_value(counted)
        reached |= reached << (value + 1)
        reached &= (1 << 61) - 1  # no task asks for more
        counted -= 1 << VALUE * value
    return reached


# One task


def is_fulfilled(box: Box, task: int, count: int, total: int) -> bool:
    """Return whether so many dice with this total, laid one by one as they may be, are enough."""
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
    Return whether a task that has so many dice with this total can be fulfilled.

    Dice are laid in order, none lower than `first`, the latest: so the same thing is said in one
    way only. In a list this holds for equal slots; a slot that differs begins anew.
    """
    card = box.tasks[task]
    if is_list(card.kind):
        return can_fill(box, task, count, first, dice)
    rest = no_lower(dice & card.fits[0], first)
    if card.kind == LESS:
        return total + smallest_total(rest, card.count - count) < card.n  # TL-R06
    missing = card.n - total
    if card.kind == MORE:
        return all_pips(rest) > missing
    return 0 <= missing <= all_pips(rest) and totals(rest) >> missing & 1 > 0


def can_fill(box: Box, task: int, count: int, first: int, dice: int) -> bool:
    """
    Return whether dice fill all slots from this one on.

    They do if any slots together have as many dice to choose from as they are (Hall's theorem).
    """
    card = box.tasks[task]
    if card.apart:
        while count < card.count and dice & card.fits[count] != 0:
            count += 1
        return bool(count == card.count)
    if card.alike:
        return can_fill_two(box, task, count, first, dice)
    alike = count  # the slots before this one are equal to the latest one filled
    while count > 0 and alike < card.count and card.fits[alike] == card.fits[count - 1]:
        alike += 1
    for chosen in range(1, 1 << card.count - count):
        among = 0
        wanted = 0
        for i in range(count, card.count):
            if chosen >> i - count & 1:
                wanted += 1
                among |= no_lower(card.fits[i], first) if i < alike else card.fits[i]
        if count_dice(dice & among) < wanted:
            return False
    return True


def can_fill_two(box: Box, task: int, count: int, first: int, dice: int) -> bool:
    """Return the same for a list of equal slots, and then others that are equal."""
    card = box.tasks[task]
    ones, others = card.fits[0], card.fits[card.count - 1]
    if 0 < count < card.alike:
        ones = no_lower(ones, first)
    elif count > card.alike:
        others = no_lower(others, first)
    wanted = max(card.alike - count, 0)
    wanted_then = card.count - count - wanted
    return bool(
        (count_dice(dice & ones) >= wanted)
        & (count_dice(dice & others) >= wanted_then)
        & (count_dice(dice & (ones | others)) >= wanted + wanted_then)
    )


def fitting(box: Box, task: int, count: int, first: int) -> int:
    """Mark all dice with the colour, and in a list the value, to come next; in order, as above."""
    card = box.tasks[task]
    if is_list(card.kind):
        if count == card.count:
            return 0  # TL-16
        slot = card.fits[count]
        return no_lower(slot, first) if count > 0 and slot == card.fits[count - 1] else slot
    if card.kind == LESS and count == card.count:
        return 0  # TL-33: no more than these
    return no_lower(card.fits[0], first)


def next_die(box: Box, task: int, count: int, total: int, dice: int, tried: int) -> int:
    """Find the lowest kind of the dice tried that lets the task be fulfilled; KINDS if there is none."""
    while tried != 0:
        found = lowest_kind(tried)
        if can_finish(box, task, count + 1, total + pips(found), found, dice - (1 << place_of(found))):
            return found
        tried = no_lower(tried, found + 1)
    return KINDS


def fulfillable(box: Box, player: Player, dice: int, first: int) -> int:
    """Mark the tasks in hand, one bit a place and from this one on, that these dice can fulfil."""
    marked = 0
    n, total = count_dice(dice), all_pips(dice)
    for i in range(first, player.held[TASK]):
        task = player.hand[i]
        if finds_some(box, task, dice, n, total) and (
            box.tasks[task].apart or can_finish(box, task, 0, 0, 0, dice)
        ):
            marked |= 1 << i
    return marked


def finds_some(box: Box, task: int, dice: int, n: int, total: int) -> bool:
    """
    Return whether so many dice with this total are enough, and some fit each slot.

    By far the most tasks fail here. All is asked at once, which spares the processor a guess for each: every
    number here is below 0 if there is no lack, and then they are so together.
    """
    card = box.tasks[task]
    fits = card.fits
    slots = -(dice & fits[0]) & -(dice & fits[1]) & -(dice & fits[2]) & -(dice & fits[3])
    return bool(slots & card.least - 1 - n & card.pips - 1 - total < 0)
