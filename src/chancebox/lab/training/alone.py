"""
The kernel of somebody who learns fates (see `engine.traits`): games of one seat, and what became of them.

In half of the games one decision is any of those that look well, so that more is seen; only what comes after
it is told, for it says nothing about the decisions before. Written down are the traits after each decision,
and the fate in the end.
"""

from typing import Any

from chancebox.bots.fates import KNOWN, TRIED, Desk, judge, list_few
from chancebox.engine.contract import CHANCE, draw, play, start
from chancebox.engine.records import Boxes, Bytes, Options, Row, States, blank_row
from chancebox.engine.streams import LENGTH, begin, below
from chancebox.engine.traits import CERTAIN, begin_alone, do_alone, fate_of, list_traits, reached

PLAYED, BLANK = KNOWN, TRIED + 1
"""The records of `states` in which games are played, and that are all zeros; see `bots.fates`."""
FEW = 12
"""Choices that are compared."""
LONGEST = 24
"""Decisions of a game in which something may be tried."""


def play_alone(
    boxes: Boxes,
    states: States,
    options: Options,
    first: int,
    games: int,
    keys: Row,
    desk: Desk,
    traits: Bytes,
    fates: Bytes,
) -> int:
    """Play so many games from this number on; return for how many decisions traits and fates were written."""
    box = boxes[0]
    dealing: Any = blank_row(LENGTH)
    stream: Any = blank_row(LENGTH)
    for fate in range(len(desk.worth)):
        desk.worth[fate] = reached(box, fate) / CERTAIN
    rows = 0
    numbers = len(desk.traits)
    for number in range(first, first + games):
        begin(dealing, keys[0], keys[1], number)
        begin(stream, keys[2], keys[3], number)
        states[PLAYED] = states[BLANK]
        s = states[PLAYED]
        start(box, s, 1, options[0])
        begin_alone(box, s)
        tried = below(stream, 2 * LONGEST)
        decisions = 0
        begun = rows
        while s.pending:
            if s.pending >> CHANCE:
                play(box, s, CHANCE, draw(box, s, dealing))
                continue
            n = list_few(box, s, 0, FEW, desk)
            if decisions == tried:
                best = below(stream, n)
                rows = begun
            else:
                best = find_best(box, states, n, desk)
            action = desk.buffer[best]
            states[TRIED] = s
            do_alone(box, states[TRIED], 0, action)
            list_traits(box, states[TRIED], 0, desk.traits)
            for i in range(numbers):
                traits[rows * numbers + i] = desk.traits[i]
            rows += 1
            decisions += 1
            play(box, s, 0, action)
        for row in range(begun, rows):
            fates[row] = fate_of(box, s, 0)
    return rows


def find_best(box: Any, states: Any, n: int, desk: Any) -> int:
    """Find what seems best among the first of the choices on the desk."""
    best = 0
    most = -1.0
    for i in range(n):
        states[TRIED] = states[PLAYED]
        do_alone(box, states[TRIED], 0, desk.buffer[i])
        worth = judge(box, states[TRIED], 0, desk)
        if worth > most:
            most = worth
            best = i
    return best
