"""
Take it or Leave it: how a player lays out tasks (TL-15, TL-R11).

One action accepts the proposal. Or the player opens a task, lays dice on it one by one, opens the
next, and says when it is done. Whatever is offered can be completed, so that no way leads astray.
"""

from chancebox.engine.records import Row
from chancebox.games.take_it_or_leave_it.actions import ENOUGH
from chancebox.games.take_it_or_leave_it.pieces import KINDS, TASK, TASKS, Box, Player, pips
from chancebox.games.take_it_or_leave_it.scoring import propose
from chancebox.games.take_it_or_leave_it.tasks import can_finish, is_fulfilled, may_lay, packed

# Beside the tasks to open.
DONE, BEST = TASKS, TASKS + 1


def score_choices(box: Box, player: Player, out: Row) -> int:
    """
    Offer the proposal, or tasks to lay out one by one; then dice for the task begun (TL-R11).

    Tasks are laid out in order, so that the same result is not reached in many ways.
    """
    n = 0
    dice = packed(player)
    if player.laying:
        for kind in range(KINDS):
            if can_put(box, player, dice, kind):
                out[n] = kind
                n += 1
        if is_enough(box, player):
            out[n] = ENOUGH
            n += 1
        return n
    for i in range(player.held[TASK]):
        if can_open(box, player, player.hand[i], dice):
            out[n] = player.hand[i]
            n += 1
    if n > 0:
        out[n] = DONE
        n += 1
    if player.opened == 0:
        out[n] = BEST
        n += 1
    return n


def can_open(box: Box, player: Player, task: int, dice: int) -> bool:
    later = player.opened == 0 or task > player.fulfilled[player.opened - 1]
    return later and can_finish(box, task, 0, 0, 0, dice)


def can_put(box: Box, player: Player, dice: int, kind: int) -> bool:
    task = player.fulfilled[player.opened - 1]
    return may_lay(box, task, player.lying, player.total, player.latest, dice, kind)


def is_enough(box: Box, player: Player) -> bool:
    return is_fulfilled(box, player.fulfilled[player.opened - 1], player.lying, player.total)


def lay_out(box: Box, player: Player, action: int) -> bool:
    """Do what the player says; tell whether there is more to ask."""
    if action == BEST:
        propose(box, player)
        return False
    if action == DONE:
        return False
    if not player.laying:
        open_task(player, action)
    elif action == ENOUGH:
        player.laying = 0
    else:
        put(player, action)
    lay_sole_dice(box, player)
    return player.laying > 0 or can_open_any(box, player)


def open_task(player: Player, task: int) -> None:
    player.fulfilled[player.opened] = task
    player.opened += 1
    player.laying = 1
    player.lying = 0
    player.total = 0
    player.latest = 0


def put(player: Player, kind: int) -> None:
    player.laid[player.opened - 1][kind] += 1
    player.lying += 1
    player.total += pips(kind)
    player.latest = kind


def lay_sole_dice(box: Box, player: Player) -> None:
    """Lay the dice that have no other place, and close a task that can take no more."""
    while player.laying:
        dice = packed(player)
        ways = 0
        sole = KINDS
        for kind in range(KINDS):
            if can_put(box, player, dice, kind):
                ways += 1
                sole = kind
        if ways == 0:
            player.laying = 0
        elif ways > 1 or is_enough(box, player):
            return
        else:
            put(player, sole)


def can_open_any(box: Box, player: Player) -> bool:
    dice = packed(player)
    for i in range(player.held[TASK]):  # noqa: SIM110 - rules compile
        if can_open(box, player, player.hand[i], dice):
            return True
    return False
