"""
The kernel of somebody who learns fates (see `engine.traits`): games of one seat, and what became of them.

Now and then a decision is any of those that look well, so that more is seen. Written down are the traits
after each decision, and how likely each fate was, as far as that is known later: by the end of the game, and
by what the network thought after the next decisions, for the end is mostly luck. What was tried says nothing
about the decisions before it: there it counts what seemed best.
"""

from typing import Any

from chancebox.bots.networks.fates import KNOWN, TRIED, FateDesk, find_best, judge, judge_few, list_few, tell
from chancebox.engine.rules.contract import CHANCE, draw, play, start
from chancebox.engine.rules.records import Boxes, Bytes, Floats, Options, Row, States, blank_row
from chancebox.engine.rules.streams import LENGTH, begin, below
from chancebox.engine.rules.traits import CERTAIN, begin_alone, do_alone, fate_of, list_traits, reached

PLAYED, BLANK = KNOWN, TRIED + 1
"""The records of `states` in which games are played, and that are all zeros; see `bots.fates`."""
FEW = 12
"""Choices that are compared."""
LONGEST = 24
"""Decisions of a game, at most."""
CARELESS = 32
"""One decision of so many is tried."""


def play_alone(
    boxes: Boxes,
    states: States,
    options: Options,
    first: int,
    games: int,
    keys: Row,
    later: int,
    desk: FateDesk,
    traits: Bytes,
    likely: Floats,
) -> int:
    """
    Play so many games from this number on; return for how many decisions traits and fates were written.

    So many parts of 100 of what is known later come from after the next decision; the rest is what seems
    likely at that one.
    """
    box = boxes[0]
    dealing: Any = blank_row(LENGTH)
    stream: Any = blank_row(LENGTH)
    tried: Any = blank_row(LONGEST)
    for fate in range(len(desk.worth)):
        desk.worth[fate] = reached(box, fate) / CERTAIN
    rows = 0
    numbers = len(desk.traits)
    fates = len(desk.likely)
    for number in range(first, first + games):
        begin(dealing, keys[0], keys[1], number)
        begin(stream, keys[2], keys[3], number)
        states[PLAYED] = states[BLANK]
        s = states[PLAYED]
        start(box, s, 1, options[0])
        begin_alone(box, s)
        decisions = 0
        while s.pending:
            if s.pending >> CHANCE:
                play(box, s, CHANCE, draw(box, s, dealing))
                continue
            n = list_few(box, s, 0, FEW, desk)
            row = rows + decisions
            # What seems best now is what the decision before it is told; before the first one there is none.
            before = row - 1 if decisions else row
            judge_few(box, states, PLAYED, 0, n, desk)
            best = find_best(desk, n)
            do_now(box, states, desk.buffer[best])
            judge(box, states[TRIED], 0, desk)
            tell(box, states[TRIED], 0, desk, likely, before * fates)
            tried[decisions] = below(stream, CARELESS) == 0
            action = desk.buffer[below(stream, n) if tried[decisions] else best]
            do_now(box, states, action)
            list_traits(box, states[TRIED], 0, desk.traits)
            for i in range(numbers):
                traits[row * numbers + i] = desk.traits[i]
            decisions += 1
            play(box, s, 0, action)
        end_with(fate_of(box, s, 0), likely, (rows + decisions - 1) * fates, fates)
        for i in range(decisions - 2, -1, -1):
            if not tried[i + 1]:
                mix(likely, (rows + i) * fates, fates, later)
        rows += decisions
    return rows


def do_now(box: Any, states: Any, action: int) -> None:
    """Do an action in the game as it stands, in a record of its own."""
    states[TRIED] = states[PLAYED]
    do_alone(box, states[TRIED], 0, action)


def end_with(end: int, likely: Any, first: int, fates: int) -> None:
    """Write down a fate that is known."""
    for fate in range(fates):
        likely[first + fate] = 1.0 if fate == end else 0.0


def mix(likely: Any, first: int, fates: int, later: int) -> None:
    """Mix what seemed likely at the next decision with what was known after it."""
    for at in range(first, first + fates):
        likely[at] += (likely[at + fates] - likely[at]) * later / 100
