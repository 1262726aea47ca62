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
        kind = next_die(box, player, dice, 0)
        while kind < KINDS:
            out[n] = kind
            n += 1
            kind = next_die(box, player, dice, kind + 1)
        if is_enough(box, player):
            out[n] = ENOUGH
            n += 1
        return n
    i = next_task(box, player, dice, 0)
    while i < player.held[TASK]:
        out[n] = player.hand[i]
        n += 1
        i = next_task(box, player, dice, i + 1)
    if n > 0:
        out[n] = DONE
        n += 1
    if player.opened == 0:
        out[n] = BEST
        n += 1
    return n


def next_task(box: Box, player: Player, dice: int, i: int) -> int:
    """Find the next task in hand, from this one on, that can be fulfilled and is not laid out."""
    latest = player.fulfilled[player.opened - 1] if player.opened > 0 else -1
    while i < player.held[TASK] and (
        player.hand[i] <= latest or not can_finish(box, player.hand[i], 0, 0, 0, dice)
    ):
        i += 1
    return i


def next_die(box: Box, player: Player, dice: int, kind: int) -> int:
    """Find the next kind of die, from this one on, that may come onto the task being laid."""
    task = player.fulfilled[player.opened - 1]
    while kind < KINDS and not may_lay(box, task, player.lying, player.total, player.latest, dice, kind):
        kind += 1
    return kind


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
    # Dice that have no other place are laid at once, and a task that can take no more is closed.
    while player.laying:
        dice = packed(player)
        kind = next_die(box, player, dice, 0)
        if kind == KINDS:
            player.laying = 0
        elif is_enough(box, player) or next_die(box, player, dice, kind + 1) < KINDS:
            return True
        else:
            put(player, kind)
    return next_task(box, player, packed(player), 0) < player.held[TASK]


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
