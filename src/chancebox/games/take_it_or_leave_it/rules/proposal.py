"""
Take it or Leave it: the best way to lay dice on tasks (TL-15 to TL-18).

A used die saves its player exactly one chip, whatever its colour: a red die costs one chip when
used and two when not (TL-18). The best proposal therefore has the most points and used dice
together. It is found by trying every set of tasks in the hand that could be better than the best so
far, and for each set every way to lay dice that could matter.
"""

from chancebox.engine.rules.bits import lowest
from chancebox.games.take_it_or_leave_it.rules.records import (
    EXACTLY,
    HAND,
    KINDS,
    MORE,
    TASK,
    Box,
    Player,
    has_several,
    remove_dice,
)
from chancebox.games.take_it_or_leave_it.rules.search import (
    IMPOSSIBLE,
    NONE,
    NOT_SO_MANY,
    REACHED,
    can_use,
    most_more,
)
from chancebox.games.take_it_or_leave_it.rules.tasks import (
    count_dice,
    fulfillable,
    left_of,
    packed,
    serving_as,
)

SETS = 1 << HAND


def propose(box: Box, player: Player) -> None:
    """Lay the dice in the best way: most points less chips (TL-R11)."""
    dice = packed(player)
    possible = fulfillable(box, player, dice, 0)
    if possible == 0:
        return
    best = possible
    if has_several(possible):
        # One task alone is seldom the best.
        best = best_set(box, player, dice, possible, 0, True)
        best = best_set(box, player, dice, possible, best, False)
    elif box.tasks[player.hand[lowest(possible)]].kind == EXACTLY:
        best = best_set(box, player, dice, possible, 0, False)
    rows = open_tasks(box, player, best % SETS)
    if player.opened == 0:
        enough = best // SETS - points_of(box, player, best % SETS)
        can_use(box, player, rows, dice, surplus_colours(box, player, rows), enough)
    lay_surplus(box, player)


def best_set(box: Box, player: Player, dice: int, possible: int, best: int, several: bool) -> int:
    """
    Find a better set among those of several tasks, or of one: return its worth times SETS, plus the set.

    Its dice lie on the table if they had to be searched for, and nothing was since.
    """
    n = count_dice(dice)
    impossible = 0  # the sets of tasks that cannot be fulfilled together, one bit each
    chosen = 0
    while chosen != possible:
        chosen = chosen - possible & possible  # the next larger set of possible tasks
        if has_several(chosen) != several:
            continue
        if lacks(impossible, chosen):
            impossible |= 1 << chosen
            continue
        points = points_of(box, player, chosen)
        if not is_better(box, player, points + n, chosen, best):
            continue
        rows = open_tasks(box, player, chosen)
        colours = surplus_colours(box, player, rows)
        limit = most_more(box, player, 0, rows, 0, dice, colours)
        answer = NOT_SO_MANY
        if limit == NONE:
            answer = IMPOSSIBLE
        while answer == NOT_SO_MANY and is_better(box, player, points + limit, chosen, best):
            take_back(player)
            answer = REACHED
            if several or box.tasks[player.fulfilled[0]].kind == EXACTLY:
                answer = can_use(box, player, rows, dice, colours, limit)
            limit -= 1
        if answer == REACHED:
            best = (points + limit + 1) * SETS + chosen
        elif answer == IMPOSSIBLE:
            impossible |= 1 << chosen
    return best


def is_better(box: Box, player: Player, worth: int, chosen: int, best: int) -> bool:
    """Return whether a set of this worth is better than the best so far."""
    if worth != best // SETS:
        return worth > best // SETS
    return preference(box, player, chosen) > preference(box, player, best % SETS)


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


def lacks(impossible: int, chosen: int) -> bool:
    """A set cannot be fulfilled if it cannot be with one task less."""
    for i in range(HAND):
        if chosen >> i & 1 and impossible >> (chosen ^ 1 << i) & 1:
            return True
    return False


def points_of(box: Box, player: Player, chosen: int) -> int:
    points = 0
    for i in range(player.held[TASK]):
        if chosen >> i & 1:
            points += box.tasks[player.hand[i]].points
    return points


def open_tasks(box: Box, player: Player, chosen: int) -> int:
    """Open a set of the tasks in hand, one a row, those with the fewest ways first; count the rows."""
    rows = 0
    for i in range(player.held[TASK]):
        if chosen >> i & 1:
            row = rows
            while row > 0 and box.tasks[player.fulfilled[row - 1]].kind > box.tasks[player.hand[i]].kind:
                player.fulfilled[row] = player.fulfilled[row - 1]
                row -= 1
            player.fulfilled[row] = player.hand[i]
            rows += 1
    for row in range(rows, HAND):
        player.fulfilled[row] = 0
    return rows


def surplus_colours(box: Box, player: Player, rows: int) -> int:
    """Mark the dice that may lie on tasks for more than N though they are not needed (TL-R05)."""
    colours = 0
    for row in range(rows):
        card = box.tasks[player.fulfilled[row]]
        if card.kind == MORE:
            colours |= serving_as(card.colour)
    return colours


def lay_surplus(box: Box, player: Player) -> None:
    """Lay what is left over on tasks for more than N of the same colour (TL-R05)."""
    for row in range(player.opened):
        card = box.tasks[player.fulfilled[row]]
        if card.kind == MORE:
            dice = packed(player) & serving_as(card.colour)
            for kind in range(KINDS):
                player.laid[row][kind] += left_of(dice, kind)


def take_back(player: Player) -> None:
    """Take the dice back from the tasks."""
    for row in range(player.opened):
        remove_dice(player.laid[row])
    player.opened = 0
