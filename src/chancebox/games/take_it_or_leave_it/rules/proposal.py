"""
Take it or Leave it: the best way to lay dice on tasks (TL-15 to TL-18).

A used die saves its player exactly one chip, whatever its colour: a red die costs one chip when
used and two when not (TL-18). The best proposal therefore has the most points and used dice
together. It is found by trying every set of tasks in the hand, and for each set every way to lay
dice that could matter.
"""

from chancebox.games.take_it_or_leave_it.rules.records import EXACTLY, HAND, KINDS, MORE, TASK, Box, Player
from chancebox.games.take_it_or_leave_it.rules.search import IMPOSSIBLE, NONE, REACHED, can_use, most_more
from chancebox.games.take_it_or_leave_it.rules.tasks import fulfillable, left_of, packed, serving_as

MOST_WORTH = 1000  # more than any set of tasks


def propose(box: Box, player: Player) -> None:
    """
    Lay the dice in the best way: most points less chips (TL-R11).

    From the highest worth that any set of tasks might have, down to the first that one really has: so
    no search goes for more dice than the best way uses, and few go for less.
    """
    dice = packed(player)
    possible = fulfillable(box, player, dice, 0)
    if possible == 0:
        return
    impossible = 0  # the sets of tasks that cannot be fulfilled together, one bit each
    value = MOST_WORTH
    best = 0
    while best == 0:
        lower = 0  # what is worth trying next
        chosen = 0
        while chosen != possible:
            chosen = chosen - possible & possible  # the next larger set of possible tasks
            if impossible >> chosen & 1 or lacks(impossible, chosen):
                impossible |= 1 << chosen
                continue
            rows = open_tasks(box, player, chosen)
            colours = surplus_colours(box, player, rows)
            points = points_of(box, player, rows)
            limit = most_more(box, player, 0, rows, 0, 0, dice, colours)
            if limit == NONE:
                impossible |= 1 << chosen
            elif points + limit < value:
                lower = max(lower, points + limit)
            elif best == 0 or preference(box, player, chosen) > preference(box, player, best):
                answer = REACHED
                if rows > 1 or box.tasks[player.fulfilled[0]].kind == EXACTLY:
                    answer = can_use(box, player, rows, colours, value - points, False)
                if answer == REACHED:
                    best = chosen
                elif answer == IMPOSSIBLE:
                    impossible |= 1 << chosen
                else:
                    lower = value - 1
        if best == 0:
            value = lower
    rows = open_tasks(box, player, best)
    enough = value - points_of(box, player, rows)
    can_use(box, player, rows, surplus_colours(box, player, rows), enough, True)
    lay_surplus(box, player, rows)


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


def points_of(box: Box, player: Player, rows: int) -> int:
    points = 0
    for row in range(rows):
        points += box.tasks[player.fulfilled[row]].points
    return points


def lay_surplus(box: Box, player: Player, rows: int) -> None:
    """Lay what is left over on tasks for more than N of the same colour (TL-R05)."""
    player.opened = rows
    for row in range(player.opened):
        card = box.tasks[player.fulfilled[row]]
        if card.kind == MORE:
            dice = packed(player) & serving_as(card.colour)
            for kind in range(KINDS):
                player.laid[row][kind] += left_of(dice, kind)


def lacks(impossible: int, chosen: int) -> bool:
    """A set cannot be fulfilled if it cannot be with one task less."""
    for i in range(HAND):
        if chosen >> i & 1 and impossible >> (chosen ^ 1 << i) & 1:
            return True
    return False


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
