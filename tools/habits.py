"""
What players do in which situation, in words: a row and a column of a table for each decision that counts.

Used by tools/findings.py. A habit is a topic, the situation, and what is done in it; most decisions are none.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from chancebox.bots.interface import Question, say
from chancebox.engine.rules.records import plain
from chancebox.games.chance_it.rules import records as chance_it
from chancebox.games.gang_of_dice.rules import records as gang
from chancebox.games.second_chance.rules import records as second
from chancebox.games.second_chance.rules.actions import ALONE, card_of
from chancebox.games.take_a_chance.rules import records as take_a_chance
from chancebox.games.take_it_or_leave_it.rules import records as take_it


class Habit(NamedTuple):
    """What was done in a situation."""

    topic: str
    by: str
    """What the situation is told by."""
    when: str
    does: str


def within(n: int, *limits: int, lowest: int = 0) -> str:
    """
    Name the range of a number, each range ending with one of the limits.

    >>> within(4, 2, 5), within(9, 2, 5)
    ('3 to 5', 'more than 5')
    """
    for limit in limits:
        if n <= limit:
            return f"{lowest} to {limit}" if lowest < limit else str(limit)
        lowest = limit + 1
    return f"more than {limits[-1]}"


def in_gang_of_dice(one: Question, s: Any, action: int) -> Iterator[Habit]:
    if s.step == gang.STAKE:
        does = f"{action}" if action < 4 else "4 or more"
        yield Habit("How many dice to stake", "round", within(s.round, 4, 8, 12, lowest=1), does)
        fuse = one.box.fields.warnings[s.warning].fuse
        yield Habit(
            "How many dice to stake", "warning", "explosion" if fuse == gang.EXPLOSION else "bomb", does
        )
    elif gang.STOP in one.choices:
        does = "stop" if action == gang.STOP else "throw again"
        shown = gang.total(s.players[one.seat].dice)
        yield Habit("Stop, or throw again", "pips shown", within(shown, 5, 10, 15, 20), does)


def in_chance_it(one: Question, s: Any, action: int) -> Iterator[Habit]:
    own = s.players[one.seat]
    if s.step == chance_it.GUIDE:
        does = {chance_it.IN: "in", chance_it.OUT: "out", chance_it.CHANCE_IT: "chance it"}[action]
        yield Habit("In, out or chance it", "own hearts", within(own.hearts, 1, 3, 5, 8), does)
        yield Habit("In, out or chance it", "own coins", within(own.coins, 1, 3, 5, 8), does)
    elif s.step == chance_it.TURN:
        yield Habit("At the market", "own coins", within(own.coins, 1, 3, 5, 8), first_word(one, action))


def in_second_chance(one: Question, s: Any, action: int) -> Iterator[Habit]:
    if s.step != second.DRAW or len({card_of(choice) for choice in one.choices}) < ALONE:
        return
    squares = [one.box.fields.shapes[s.cards[i]].squares for i in range(ALONE)]
    if squares[0] != squares[1]:
        does = "the larger" if squares[card_of(action)] == max(squares) else "the smaller"
        empty = s.grids[second.grid_of(s, one.seat)].empty
        yield Habit("Which of the two cards", "empty squares", within(empty, 15, 25, 35, 50), does)


def in_take_a_chance(one: Question, s: Any, action: int) -> Iterator[Habit]:
    turn = within((s.turns + s.seats - 1) // s.seats, 3, 6, 10, lowest=1)
    if s.step == take_a_chance.TURN:
        yield Habit("What to do in a turn", "turn", turn, first_word(one, action))
    move = say(one, action)
    if move.startswith("buy "):
        yield Habit("Which colour is bought", "turn", turn, move.split()[1].partition("-")[0])


def in_take_it_or_leave_it(one: Question, s: Any, action: int) -> Iterator[Habit]:
    own = within(take_it.dice_in(s.players[one.seat].dice), 1, 3, 5, 8)
    if s.step == take_it.TURN and s.took == 0:
        does = (
            "take a die" if action < take_it.KINDS else "pass" if action == take_it.PASS else "play an action"
        )
        yield Habit("What to do in a turn", "own dice", own, does)
    if s.step == take_it.TURN and action < take_it.KINDS:
        colour = ("white", "black", "red")[take_it.colour_of(action)]
        yield Habit("Which die is taken", "own dice", own, colour)
    if s.step == take_it.DISCARD:
        tasks = s.players[one.seat].held[take_it.TASK]
        does = "a task" if action < take_it.TASKS else "an action" if action < take_it.KEEP else "nothing"
        yield Habit("What is thrown away after the round", "tasks in hand", str(tasks), does)


def first_word(one: Question, action: int) -> str:
    return say(one, action).split()[0]


WATCHED: dict[str, Callable[[Question, Any, int], Iterator[Habit]]] = {
    "gang-of-dice": in_gang_of_dice,
    "chance-it": in_chance_it,
    "second-chance": in_second_chance,
    "take-a-chance": in_take_a_chance,
    "take-it-or-leave-it": in_take_it_or_leave_it,
}


def habits(one: Question, action: int) -> list[Habit]:
    """List the habits that a decision shows."""
    watch = WATCHED.get(one.game.name)
    return list(watch(one, plain(one.position), action)) if watch else []
