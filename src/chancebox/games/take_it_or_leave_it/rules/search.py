"""
Take it or Leave it: the search for a way to lay dice on a set of tasks (TL-15, TL-16).

Every way that could matter is tried; nothing is left to luck or to greed.
"""

from chancebox.games.take_it_or_leave_it.rules.records import (
    BLACK,
    COLOURED,
    EXACTLY,
    FACES,
    KINDS,
    LISTED,
    MORE,
    RED,
    WHITE,
    Box,
    Player,
    pips,
)
from chancebox.games.take_it_or_leave_it.rules.tasks import (
    COUNT,
    FOUR_BITS,
    ONES,
    TWO_BITS,
    all_pips,
    by_value,
    count_dice,
    dice_of,
    fitting,
    is_fulfilled,
    next_die,
    no_lower,
    place_of,
    serving_as,
    smallest_total,
)

NONE = -1000  # fewer dice than any
LENGTH = 5  # bits of a number of dice
MOST_LENGTH = (1 << LENGTH) - 1
IMPOSSIBLE, NOT_SO_MANY, REACHED = range(3)


def can_use(box: Box, player: Player, rows: int, dice: int, colours: int, enough: int) -> int:
    """
    Return whether the tasks of the first rows can be fulfilled with at least so many dice: REACHED if so.

    Otherwise NOT_SO_MANY, or IMPOSSIBLE if they cannot be fulfilled together at all. `colours` marks the
    dice that may lie on tasks for more than N: such a task takes just enough dice, and in the end all
    that is left over. If they can, the dice lie there afterwards; otherwise nothing has changed.

    The search goes forward by laying the next die that may lie there, and back by trying a later one. It
    turns back as soon as what is left over can not be enough.
    """
    # From these rows on no task cares for values, or none for colours.
    careless = rows
    while careless > 0 and box.tasks[player.fulfilled[careless - 1]].kind == COLOURED:
        careless -= 1
    blind = rows
    while blind > 0 and LISTED < box.tasks[player.fulfilled[blind - 1]].kind < MORE:
        blind -= 1
    answer = IMPOSSIBLE
    row = count = total = first = kind = used = 0
    begun = 0  # how many dice lay on the rows before each, LENGTH bits a row
    while True:
        if row == rows:
            if used + count_dice(dice & colours) >= enough:
                lay_path(player, rows, begun)
                return REACHED
            answer = NOT_SO_MANY
            kind = KINDS
        if kind < KINDS:
            task = player.fulfilled[row]
            tried = worth_trying(dice & fitting(box, task, count, first), row >= careless, row >= blind)
            kind = next_die(box, task, count, total, dice, no_lower(tried, kind))
        if kind < KINDS:
            player.path[used] = kind
            dice -= 1 << place_of(kind)
            used += 1
            count += 1
            total += pips(kind)
            first = kind
            if is_fulfilled(box, player.fulfilled[row], count, total):
                row += 1
                begun += used << LENGTH * row
                count = total = first = 0
            kind = 0
            if row < rows and (count == 0 or box.tasks[player.fulfilled[row]].kind == EXACTLY):
                limit = most_more(box, player, row, rows, total, dice, colours)
                if used + limit < enough:
                    kind = KINDS
                    if limit != NONE:
                        answer = NOT_SO_MANY  # as far as one can see from here
        else:
            if used == 0:
                return answer
            if count == 0:
                begun -= used << LENGTH * row
                row -= 1
                for i in range(begun >> LENGTH * row, used):
                    count += 1
                    total += pips(player.path[i])
            used -= 1
            kind = player.path[used]
            player.path[used] = 0
            dice += 1 << place_of(kind)
            count -= 1
            total -= pips(kind)
            first = player.path[used - 1] if count > 0 else 0
            kind += 1


def most_more(box: Box, player: Player, row: int, rows: int, total: int, dice: int, colours: int) -> int:
    """
    Limit the dice that the tasks of these rows can still use; the first may have this total already.

    If there are not dice or pips enough for all of them, the limit is below any number.
    """
    listed = exactly = white = black = least = pips = most_pips = whites = blacks = 0
    for i in range(row, rows):
        card = box.tasks[player.fulfilled[i]]
        missing = card.pips - total
        pips += missing
        if card.kind == EXACTLY or card.kind == MORE:
            least += (missing + FACES - 1) // FACES
            exactly += missing * (card.kind == EXACTLY)
            white += missing * (card.kind == MORE and card.colour == WHITE)
            black += missing * (card.kind == MORE and card.colour == BLACK)
        else:
            listed += card.count
            most_pips += card.most_pips
            whites += card.whites
            blacks += card.blacks
        total = 0
    if listed + least > count_dice(dice) or pips > all_pips(dice):
        return NONE
    if exactly == 0 and colours == 0:
        return listed
    as_white, as_black = serving_as(WHITE), serving_as(BLACK)
    if (white > 0 and white + smallest_total(dice & as_white, whites) > all_pips(dice & as_white)) or (
        black > 0 and black + smallest_total(dice & as_black, blacks) > all_pips(dice & as_black)
    ):
        return NONE
    # All that may be surplus is used in the end; of the others, what tasks have a place for.
    others = dice & ~colours
    outside = listed - whites * (as_white & ~colours == 0) - blacks * (as_black & ~colours == 0)
    most = min(count_dice(others), outside + smallest_within(others, exactly))
    if exactly > 0 and outside > 0:
        # Pips that do not go into the totals must lie on other tasks, which can hold only so many.
        most_pips += largest_total(others & as_white, whites) + largest_total(others & as_black, blacks)
        most = min(most, smallest_within(others, exactly + most_pips))
    return count_dice(dice & colours) + most


def smallest_within(dice: int, total: int) -> int:
    """Count how many dice a total can hold, the smallest ones first."""
    counted = by_value(dice)
    n = 0
    for value in range(FACES):
        pips_of_all = dice_of(counted, value) * (value + 1)
        if pips_of_all > total:
            return n + total // (value + 1)
        n += dice_of(counted, value)
        total -= pips_of_all
    return n


def largest_total(dice: int, count: int) -> int:
    """Add up so many dice, the largest first, or all if there are fewer."""
    counted = by_value(dice)
    total = 0
    for value in range(FACES - 1, -1, -1):
        taken = min(count, dice_of(counted, value))
        total += taken * (value + 1)
        count -= taken
    return total


def worth_trying(dice: int, careless: bool, blind: bool) -> int:
    """
    Leave away dice in whose place some lower one would do as well; counts may shrink, but not to 0.

    Where a white or black die does, a red one of the same value would be wasted: the red one can
    serve wherever the other could. If no task to come cares for colours, dice of one value are all
    alike; if none cares for values, dice of one colour are.
    """
    white = dice & FOUR_BITS * ONES
    black = dice >> COUNT * BLACK & FOUR_BITS * ONES
    # Added to all ones, a count carries a one into the bit above, unless it is 0.
    either = white + black + 31 * ONES >> 5 & ONES
    tried = dice & ~(either * (TWO_BITS << COUNT * RED))
    if blind:
        tried &= ~((white + 15 * ONES >> 4 & ONES) * (FOUR_BITS << COUNT * BLACK))
    if careless:
        # Of each colour, the lowest bit of a number is in the lowest value.
        red = dice & (TWO_BITS << COUNT * RED) * ONES
        black <<= COUNT * BLACK
        tried &= white & -white | black & -black | red & -red
    return tried


def lay_path(player: Player, rows: int, begun: int) -> None:
    """Lay the dice as the search has found it, which is over."""
    player.opened = rows
    for row in range(rows):
        for i in range(begun >> LENGTH * row & MOST_LENGTH, begun >> LENGTH * (row + 1) & MOST_LENGTH):
            player.laid[row][player.path[i]] += 1
            player.path[i] = 0
