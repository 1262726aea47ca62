"""
Take it or Leave it: how a player lays out tasks (TL-15, TL-R11).

One action accepts the proposal. Or the player opens a task, lays dice on it one by one, opens the
next, and says when it is done. Whatever is offered can be completed, so that no way leads astray.
"""

from chancebox.engine.rules.bits import lowest
from chancebox.engine.rules.records import Row
from chancebox.games.take_it_or_leave_it.rules.proposal import propose, take_back
from chancebox.games.take_it_or_leave_it.rules.records import (
    BEST,
    DONE,
    ENOUGH,
    KINDS,
    TASK,
    Box,
    Player,
    has_several,
    list_members,
    pips,
)
from chancebox.games.take_it_or_leave_it.rules.tasks import (
    fitting,
    fulfillable,
    is_fulfilled,
    next_die,
    no_lower,
    packed,
    place_of,
)


def score_choices(box: Box, player: Player, out: Row) -> int:
    """
    Offer the proposal, or tasks to lay out one by one; then dice for the task begun (TL-R11).

    Tasks are laid out in order, so that the same result is not reached in many ways.
    """
    if player.laying:
        n = list_members(dice_to_lay(box, player, packed(player), KINDS), KINDS, out)
        if is_enough(box, player):
            out[n] = ENOUGH
            n += 1
        return n
    marked = tasks_to_open(box, player, packed(player))
    n = 0
    for i in range(player.held[TASK]):
        out[n] = player.hand[i]  # overwritten if it is not marked, as in list_members
        n += marked >> i & 1
    if n > 0:
        out[n] = DONE
        n += 1
    if player.opened == 0:
        out[n] = BEST
        n += 1
    return n


def tasks_to_open(box: Box, player: Player, dice: int) -> int:
    """Mark the places in hand of tasks that can be fulfilled and come after those laid out."""
    first = 0
    if player.opened > 0:
        while first < player.held[TASK] and player.hand[first] <= player.fulfilled[player.opened - 1]:
            first += 1
    return fulfillable(box, player, dice, first)


def dice_to_lay(box: Box, player: Player, dice: int, most: int) -> int:
    """
    Mark the kinds of dice that may come next onto the task being laid, so that it can be fulfilled.

    `dice` are those that lie on no task yet. Look for no more than so many kinds.
    """
    task, count, total, first = player.fulfilled[player.opened - 1], player.lying, player.total, player.latest
    tried = dice & fitting(box, task, count, first)
    marked = 0
    while most > 0:
        kind = next_die(box, task, count, total, dice, tried)
        if kind == KINDS:
            return marked
        marked |= 1 << kind
        tried = no_lower(tried, kind + 1)
        most -= 1
    return marked


def is_enough(box: Box, player: Player) -> bool:
    return is_fulfilled(box, player.fulfilled[player.opened - 1], player.lying, player.total)


def lay_out(box: Box, player: Player, action: int) -> bool:
    """Do what the player says; return whether there is more to ask."""
    if action == BEST:
        propose(box, player)
        return False
    if action == DONE:
        return False
    if not player.laying:
        open_task(player, action)
    elif action == ENOUGH:
        close_task(player)
    else:
        put(player, action)
    # Dice that have no other place are laid at once, and a task that can take no more is closed.
    dice = packed(player)
    while player.laying:
        kinds = dice_to_lay(box, player, dice, 2)
        if kinds == 0:
            close_task(player)
        elif has_several(kinds) or is_enough(box, player):
            return True
        else:
            put(player, lowest(kinds))
            dice -= 1 << place_of(lowest(kinds))
    return tasks_to_open(box, player, dice) > 0


def open_task(player: Player, task: int) -> None:
    player.fulfilled[player.opened] = task
    player.opened += 1
    player.laying = 1


def close_task(player: Player) -> None:
    """Forget how dice came onto a task: the same layout is the same position, whatever the way."""
    player.laying = 0
    player.lying = 0
    player.total = 0
    player.latest = 0


def put(player: Player, kind: int) -> None:
    player.laid[player.opened - 1][kind] += 1
    player.lying += 1
    player.total += pips(kind)
    player.latest = kind


def clear_table(player: Player) -> None:
    """Take tasks and dice back from the table."""
    for row in range(player.opened):
        player.fulfilled[row] = 0
    take_back(player)
    close_task(player)
