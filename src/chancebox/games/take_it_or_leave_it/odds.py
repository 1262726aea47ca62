"""
Take it or Leave it: the chance that a throw gives a die that your tasks still lack.

A die is lacking if it would fill a numbered place of a task that your dice leave open, or complete a task.
Where an action throws dice (a colour, some, the jokers, one thrown back) the chance is exact. Before the next
round it is told of each task how likely all dice together could fulfil it; that is sampled.
"""

from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any

from chancebox.engine.game.boxes import Box
from chancebox.engine.game.odds import Odd, chance, sampled
from chancebox.engine.game.texts import _
from chancebox.engine.rules.records import as_bytes, of_bytes
from chancebox.games.take_it_or_leave_it import rules
from chancebox.games.take_it_or_leave_it.box import Task
from chancebox.games.take_it_or_leave_it.rules.records import (
    COLOURS,
    DISCARD,
    FACES,
    KINDS,
    KNOCK,
    RED,
    TARGET,
    TASK,
    TASKS,
    TURN,
    Position,
    colour_of,
    pips,
)
from chancebox.games.take_it_or_leave_it.text import notation
from chancebox.games.take_it_or_leave_it.text.names import COLOUR_WORDS, card_id
from chancebox.games.take_it_or_leave_it.view.near import near

SAMPLES = 400
TAKING = ("take", "pass", "stop")
"""Moves that throw nothing, and after which somebody else may decide."""


def odds(box: Box, s: Position, seat: int) -> list[Odd]:
    """Tell about actions that throw dice, and about tasks before the next throw."""
    if s.step == DISCARD:
        return _next_throw(box, s, seat) if s.round < box.fields.rounds[s.seats] else []
    if s.step not in (TURN, TARGET, KNOCK):
        return []
    return [odd for move in notation.moves(box, s, seat) for odd in odds_of(box, s, seat, move)]


def odds_of(box: Box, s: Position, seat: int, move: str) -> list[Odd]:
    """Tell how likely the dice that this move throws show something your tasks lack."""
    if s.step == DISCARD:
        return [odd for odd in odds(box, s, seat) if odd.about == move]
    if s.step not in (TURN, TARGET, KNOCK) or move.startswith(TAKING):
        return []
    after = of_bytes(rules.Position, as_bytes(s))
    for action in notation.read(box, s, seat, move):
        rules.play(box.fields, after, seat, action)
    lacking = _lacking(box, after, seat)
    if not any(after.falling) or not lacking:
        return []
    fails = Fraction(1)
    for colour in range(COLOURS):
        useless = Fraction(FACES - sum(colour_of(kind) == colour for kind in lacking), FACES)
        fails *= useless ** after.falling[colour]
    meaning = _("the dice thrown show one that your tasks still lack")
    return [chance(move, _("needed"), meaning, 1 - fails)]


def _lacking(box: Box, s: Position, seat: int) -> set[int]:
    """Find the kinds of dice that one of the own tasks still lacks."""
    player = s.players[seat]
    return {
        kind for n in range(player.held[TASK]) for kind in _lacks(box, player.hand[n], tuple(player.dice))
    }


@lru_cache(maxsize=256)
def _lacks(box: Box, card: int, dice: tuple[int, ...]) -> tuple[int, ...]:
    """Find the kinds of dice that a task lacks beside these."""
    task = box.data.task[card]
    before = near(task, list(dice))
    if before["done"]:
        return ()
    found = []
    for kind in range(KINDS):
        more = [n + (other == kind) for other, n in enumerate(dice)]
        after = near(task, more)
        if after["done"] or _filled(after) > _filled(before):
            found.append(kind)
    return tuple(found)


def _filled(told: dict[str, Any]) -> int:
    """Count the numbered places that are filled; where any number does nobody needs a throw."""
    return sum(bool(place["dice"]) for place in told["places"] if place["value"])


# Before the next throw


def _next_throw(box: Box, s: Position, seat: int) -> list[Odd]:
    player = s.players[seat]
    dice = tuple(box.fields.dice[s.seats])
    meaning = _("the next throw of all dice could fulfil this task")
    return [
        sampled(
            f"discard {card_id(box, player.hand[n])}",
            _("next"),
            meaning,
            _fulfilling(box, player.hand[n], dice),
            SAMPLES,
        )
        for n in range(player.held[TASK])
        if player.hand[n] < TASKS
    ]


@lru_cache(maxsize=256)
def _fulfilling(box: Box, card: int, dice: tuple[int, ...]) -> int:
    """Count the throws among many with which a task could be fulfilled."""
    task = box.data.task[card]
    return sum(_could_fulfil(task, throw) for throw in _thrown(dice))


def _could_fulfil(task: Task, dice: tuple[int, ...]) -> bool:
    """Return whether a task is done with some of these dice; as `near` says it, but quicker."""
    if task.kind == "more":
        fits = (COLOUR_WORDS.index(task.colour), RED)
        return sum(pips(kind) * n for kind, n in enumerate(dice) if colour_of(kind) in fits) > task.n
    if task.kind == "listed":
        return bool(near(task, list(dice))["done"])
    lying = [pips(kind) for kind, n in enumerate(dice) for _die in range(n)]  # the smallest first
    if task.kind == "less":
        return len(lying) >= task.count and sum(lying[: task.count]) < task.n
    reached = 1  # the totals that some dice make, one bit each
    for one in lying:
        reached |= reached << one
    return bool(reached >> task.n & 1)


@lru_cache(maxsize=16)
def _thrown(dice: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Throw so many dice of each colour many times, each time the same."""
    random = Random(0)
    throws = []
    for _sample in range(SAMPLES):
        lying = [0] * KINDS
        for colour, n in enumerate(dice):
            for _die in range(n):
                lying[COLOURS * random.randrange(FACES) + colour] += 1
        throws.append(tuple(lying))
    return tuple(throws)
