"""
Take it or Leave it: dice on tasks, and the best way to lay them (TL-15 to TL-18).

A used die saves its player exactly one chip, whatever its colour: a red die costs one chip when
used and two when not (TL-18). The best proposal therefore has the most points and used dice
together. It is found by trying every set of tasks in the hand, and for each set every way to lay
dice that could matter; nothing is left to luck or to greed.

While searching, dice are one number: ten bits a value, of which the low four count the white
dice, four the black and two the red.
"""

from chancebox.engine.records import Row
from chancebox.games.take_it_or_leave_it.pieces import (
    ANY,
    COLOURS,
    EXACTLY,
    FACES,
    HAND,
    KINDS,
    LESS,
    LISTED,
    MORE,
    RED,
    TASK,
    Box,
    Player,
    colour_of,
    dice_in,
    pips,
    value_of,
)

VALUE = 10  # bits of a value in dice
COUNT = 4  # bits of a colour; red, the last, gets what is left


# One task


def is_fulfilled(box: Box, task: int, count: int, total: int) -> bool:
    """Ask whether so many dice with this total, laid one by one as they fit, are enough."""
    card = box.tasks[task]
    if card.kind == EXACTLY:
        return total == card.n  # TL-34
    if card.kind == MORE:
        return total > card.n  # TL-32, TL-R06
    return count == card.count  # TL-30, TL-31, TL-33


def serves_as(kind: int, colour: int) -> bool:
    """Ask whether a die counts as one of this colour (TL-18, TL-R07)."""
    return colour == ANY or colour_of(kind) == colour or colour_of(kind) == RED


def fits(box: Box, task: int, count: int, total: int, kind: int) -> bool:
    """Ask whether a die may be the next one on a task that has so many dice with this total."""
    card = box.tasks[task]
    if card.kind == LISTED:
        value = card.values[count]
        return (value < 0 or value == value_of(kind)) and serves_as(kind, card.colours[count])
    if card.kind == MORE:
        return serves_as(kind, card.colour)
    if card.kind == LESS:
        # Dice come in order of their pips, so those to come show as much as this one or more.
        return total + (card.count - count) * pips(kind) < card.n  # TL-33, TL-R06
    return total + pips(kind) <= card.n


def first_kind(box: Box, task: int, count: int, latest: int) -> int:
    """
    Tell where the dice begin that may come next: no lower than the latest one.

    Laying dice in order says the same thing in one way only. Slots that differ begin anew.
    """
    card = box.tasks[task]
    if count == 0:
        return 0
    if card.kind == LISTED and (
        card.colours[count] != card.colours[count - 1] or card.values[count] != card.values[count - 1]
    ):
        return 0
    return latest


# Dice as one number


def packed(player: Player) -> int:
    """Write the dice that lie on no task yet as one number."""
    dice = 0
    for kind in range(KINDS):
        dice += player.dice[kind] * one_die(kind)
    for row in range(player.opened):
        for kind in range(KINDS):
            dice -= player.laid[row][kind] * one_die(kind)
    return dice


def one_die(kind: int) -> int:
    return 1 << (VALUE * value_of(kind) + COUNT * colour_of(kind))


def left_of(dice: int, kind: int) -> int:
    """Count the dice of a kind."""
    most = 3 if colour_of(kind) == RED else 15
    return dice >> VALUE * value_of(kind) + COUNT * colour_of(kind) & most


def dice_of(dice: int, value: int) -> int:
    """Count the dice of a value."""
    return (dice >> VALUE * value & 15) + (dice >> VALUE * value + 4 & 15) + (dice >> VALUE * value + 8 & 3)


def count_dice(dice: int) -> int:
    n = 0
    for value in range(FACES):
        n += dice_of(dice, value)
    return n


def surplus(dice: int, colours: int) -> int:
    """Count the dice left over that may lie on tasks of these colours for more than N (TL-R05)."""
    if colours == 0:
        return 0
    n = 0
    for value in range(FACES):
        n += (dice >> VALUE * value & 15) * (colours & 1)
        n += (dice >> VALUE * value + 4 & 15) * (colours >> 1)
        n += dice >> VALUE * value + 8 & 3
    return n


# The search


def most_used(box: Box, player: Player, rows: int, colours: int, enough: int, keep: bool) -> int:
    """
    Fulfil the tasks of the next rows with the most dice; tell how many, or -1 if it cannot be done.

    The first row is the task being laid, if there is one, with the dice it has already. `colours`
    are those of tasks for more than N, one bit each: such a task takes just enough dice, and in the
    end all that is left over. The search stops when it has used `enough` dice; `keep` leaves them
    where they are, otherwise nothing has changed.

    It goes forward by laying the next die that fits, and back by trying a later one instead.
    """
    row = player.opened - player.laying
    rows += row
    dice = packed(player)
    best = -1
    used = 0
    count, total = dice_in(player.laid[row]), pips_in(player.laid[row])
    first = 0
    if row < rows and not is_fulfilled(box, player.fulfilled[row], count, total):
        first = first_kind(box, player.fulfilled[row], count, player.latest)
    kind = first
    while True:
        if row < rows and is_fulfilled(box, player.fulfilled[row], count, total):
            row += 1
            count = total = first = kind = 0
            continue
        if row == rows:
            best = max(best, used + surplus(dice, colours))
            if best >= enough and keep:
                forget_path(player, used)
                return best
            kind = KINDS
        elif best >= enough:
            kind = KINDS
        else:
            task = player.fulfilled[row]
            while kind < KINDS and not is_worth_trying(box, task, count, total, first, kind, dice):
                kind += 1
        if kind < KINDS:
            player.laid[row][kind] += 1
            player.path[used] = kind
            dice -= one_die(kind)
            used += 1
            count += 1
            total += pips(kind)
            if not is_fulfilled(box, player.fulfilled[row], count, total):
                first = first_kind(box, player.fulfilled[row], count, kind)
                kind = first
        else:
            if used == 0:
                return best
            while count == 0:
                row -= 1
                count, total = dice_in(player.laid[row]), pips_in(player.laid[row])
            used -= 1
            kind = player.path[used]
            player.path[used] = 0
            player.laid[row][kind] -= 1
            dice += one_die(kind)
            count -= 1
            total -= pips(kind)
            latest = player.path[used - 1] if used > 0 else player.latest
            first = first_kind(box, player.fulfilled[row], count, latest)
            kind += 1


def is_worth_trying(box: Box, task: int, count: int, total: int, first: int, kind: int, dice: int) -> bool:
    """
    Ask whether a die is there, fits and may make a difference.

    Where a white or black die does, a red one of the same value would be wasted: the red one can
    serve wherever the other could.
    """
    if left_of(dice, kind) == 0 or not fits(box, task, count, total, kind):
        return False
    if colour_of(kind) == RED:
        for other in range(max(first, kind - RED), kind):
            if left_of(dice, other) > 0 and fits(box, task, count, total, other):
                return False
    return True


def forget_path(player: Player, used: int) -> None:
    for i in range(used):
        player.path[i] = 0


def can_fulfil(box: Box, player: Player, task: int) -> bool:
    """Ask whether the dice on no task yet fulfil this one."""
    row = player.opened
    player.fulfilled[row] = task
    found = most_used(box, player, 1, 0, 0, False)
    player.fulfilled[row] = 0
    return found >= 0


def can_lay(box: Box, player: Player, kind: int) -> bool:
    """Ask whether a die may go onto the task being laid, so that it can still be fulfilled."""
    row = player.opened - 1
    task = player.fulfilled[row]
    count, total = dice_in(player.laid[row]), pips_in(player.laid[row])
    if box.tasks[task].kind != MORE and is_fulfilled(box, task, count, total):
        return False  # TL-16, TL-R05
    if (
        kind < first_kind(box, task, count, player.latest)
        or left_of(packed(player), kind) == 0
        or not fits(box, task, count, total, kind)
    ):
        return False
    before = player.latest
    player.laid[row][kind] += 1
    player.latest = kind
    found = most_used(box, player, 1, 0, 0, False)
    player.laid[row][kind] -= 1
    player.latest = before
    return found >= 0


def is_enough(box: Box, player: Player) -> bool:
    """Ask whether the task being laid is fulfilled by what lies on it."""
    laid = player.laid[player.opened - 1]
    return is_fulfilled(box, player.fulfilled[player.opened - 1], dice_in(laid), pips_in(laid))


def pips_in(dice: Row) -> int:
    n = 0
    for kind in range(KINDS):
        n += dice[kind] * pips(kind)
    return n


# The proposal


def propose(box: Box, player: Player) -> None:
    """Lay the dice in the best way: most points less chips (TL-R11)."""
    dice = packed(player)
    best = best_value = best_used = 0
    best_rank = preference(box, player, 0)
    impossible = 0  # the sets that cannot be fulfilled, one bit each
    for chosen in range(1, 1 << player.held[TASK]):
        if lacks(impossible, chosen):
            impossible |= 1 << chosen
            continue
        points = points_of(box, player, chosen)
        limit = most_dice(box, player, chosen, dice)
        rank = preference(box, player, chosen)
        if points + limit < best_value or (points + limit == best_value and rank < best_rank):
            continue
        used = fulfil(box, player, chosen, limit, False)
        if used < 0:
            impossible |= 1 << chosen
        elif points + used > best_value or (points + used == best_value and rank > best_rank):
            best = chosen
            best_value = points + used
            best_used = used
            best_rank = rank
    fulfil(box, player, best, best_used, True)


def fulfil(box: Box, player: Player, chosen: int, enough: int, keep: bool) -> int:
    """Fulfil a set of the tasks in hand; those with the fewest ways come first."""
    rows = colours = 0
    for kind in range(MORE + 1):
        for i in range(player.held[TASK]):
            card = box.tasks[player.hand[i]]
            if chosen >> i & 1 and card.kind == kind:
                player.fulfilled[rows] = player.hand[i]
                rows += 1
                if kind == MORE:
                    colours |= 1 << card.colour
    used = most_used(box, player, rows, colours, enough, keep)
    if keep:
        player.opened = rows
        lay_surplus(box, player)
    else:
        for row in range(rows):
            player.fulfilled[row] = 0
    return used


def lay_surplus(box: Box, player: Player) -> None:
    """Lay what is left over on tasks for more than N of the same colour (TL-R05)."""
    for row in range(player.opened):
        card = box.tasks[player.fulfilled[row]]
        if card.kind == MORE:
            dice = packed(player)
            for kind in range(KINDS):
                if serves_as(kind, card.colour):
                    player.laid[row][kind] += left_of(dice, kind)


def lacks(impossible: int, chosen: int) -> bool:
    """A set cannot be fulfilled if it cannot be with one task less."""
    for i in range(HAND):  # noqa: SIM110 - rules compile
        if chosen >> i & 1 and impossible >> (chosen ^ 1 << i) & 1:
            return True
    return False


def points_of(box: Box, player: Player, chosen: int) -> int:
    points = 0
    for i in range(HAND):
        if chosen >> i & 1:
            points += box.tasks[player.hand[i]].points
    return points


def most_dice(box: Box, player: Player, chosen: int, dice: int) -> int:
    """Limit the dice that a set of tasks can use."""
    most = 0
    for i in range(HAND):
        if chosen >> i & 1:
            card = box.tasks[player.hand[i]]
            if card.kind == LISTED or card.kind == LESS:
                most += card.count
            elif card.kind == EXACTLY:
                most += smallest_within(dice, card.n)
            else:
                most += count_dice(dice)
    return min(most, count_dice(dice))


def smallest_within(dice: int, total: int) -> int:
    """Count how many dice a total can hold, the smallest ones first."""
    n = 0
    for value in range(FACES):
        fit = min(dice_of(dice, value), total // (value + 1))
        n += fit
        total -= fit * (value + 1)
    return n


def preference(box: Box, player: Player, chosen: int) -> int:
    """
    Rank sets of equal worth (TL-R11).

    Better is to keep the higher-valued tasks: the most of the highest points, then of the next.
    After that the lower card numbers are laid down.
    """
    kept = 0
    low = 0
    for i in range(player.held[TASK]):
        if chosen >> i & 1:
            low |= 1 << (HAND - i)
        else:
            kept += 1 << 3 * box.tasks[player.hand[i]].points
    return kept * (1 << HAND + 1) + low


# Chips


def chips_due(player: Player) -> int:
    """One chip for each unused die, and one for each red die, used or not (TL-17, TL-18, TL-R08)."""
    chips = count_dice(packed(player))
    for value in range(FACES):
        chips += player.dice[COLOURS * value + RED]
    return chips
