"""
The kernel of environments: many games that take a step at the same time, compiled for each game.

A step takes the decision of the seat that is asked in each game, lets chance go on until somebody is
asked again, and writes down what that seat may know and do. `states` holds a blank record, one on
which things are hidden, and then the games; `raw` are the same bytes.

An action that is not possible ends the game, and the seat that tried it has lost.
"""

from typing import Any

import numpy as np

from chancebox.engine.game.sight import show
from chancebox.engine.rules.bits import lowest
from chancebox.engine.rules.contract import CHANCE, MOST_SEATS, choices, draw, play, standing, start
from chancebox.engine.rules.records import Boxes, Bytes, Floats, Options, Row, Shorts, States, Words
from chancebox.engine.rules.streams import WORD, begin, below
from chancebox.engine.rules.winners import WHOLE, share_win

BLANK, HIDDEN, FIRST = 0, 1, 2
"""The first records of `states`."""

# What a plan holds: how steps are taken, the keys of the streams, and the number of the next game.
GAMES, SEATS, ACTIONS, BY_NUMBER, ALONE, AGAIN, AFRESH, KEYS = range(8)
NEXT = KEYS + 4
PLAN = NEXT + 1
NOBODY = -1


def enter_step(
    boxes: Boxes,
    options: Options,
    states: States,
    raw: Bytes,
    layout: Shorts,
    plan: Row,
    dealing: Row,
    thinking: Row,
    asked: Row,
    buffer: Row,
    observations: Words,
    masks: Bytes,
    actions: Row,
    rewards: Floats,
    overs: Bytes,
    finals: Words,
    finished: Row,
) -> int:
    """
    Take one step in every game, or begin them all afresh; return how many games are over.

    `rewards` has a number for each seat of each game. If the plan says so, a new game begins in the
    place of one that is over: `finals` then has the last observations of those in `finished`.
    Calls hand over few arrays: each costs seven words, and this is the inmost loop.
    """
    box = boxes[0]
    hidden = states[HIDDEN]
    luck: Any = np.zeros(1, np.int64)
    thought: Any = np.zeros(1, np.int64)
    seats = plan[SEATS]
    masks[:] = 0
    rewards[:] = 0
    ended = 0
    for game in range(plan[GAMES]):
        s = states[FIRST + game]
        seat = asked[game]
        luck[0] = dealing[game]
        thought[0] = thinking[game]
        over = False
        if not plan[AFRESH]:
            action = possible(box, s, seat, actions[game], plan[BY_NUMBER], buffer)
            if action == NOBODY:
                forfeit(rewards, game * seats, seats, seat)
            else:
                play(box, s, seat, action)
                deal(box, s, luck)
                if plan[ALONE] != NOBODY:
                    play_others(box, s, plan[ALONE], luck, thought, buffer)
                if s.pending == 0:
                    ranks: Any = np.zeros(MOST_SEATS, np.int64)
                    shares: Any = np.zeros(MOST_SEATS, np.int64)
                    standing(box, s, ranks)
                    settle(ranks, seats, shares, rewards, game * seats)
            over = action == NOBODY or s.pending == 0
        overs[game] = over
        if over:
            finished[ended] = game
            if plan[AGAIN]:
                states[HIDDEN] = s
                show(box, hidden, HIDDEN, seat, raw, layout, finals, ended)
            ended += 1
        if plan[AFRESH] or (over and plan[AGAIN]):
            waiting = True
            while waiting:  # others may end a game before a seat that plays alone is asked: then the next
                states[FIRST + game] = states[BLANK]
                begin(luck, plan[KEYS], plan[KEYS + 1], plan[NEXT] & WORD)
                begin(thought, plan[KEYS + 2], plan[KEYS + 3], plan[NEXT] & WORD)
                plan[NEXT] += 1
                start(box, s, seats, options[0])
                deal(box, s, luck)
                if plan[ALONE] != NOBODY:
                    play_others(box, s, plan[ALONE], luck, thought, buffer)
                waiting = s.pending == 0
        goes_on = not over or plan[AGAIN]
        if goes_on:
            seat = lowest(s.pending)
            asked[game] = seat
            dealing[game] = luck[0]
            thinking[game] = thought[0]
        # What the seat may know and do: both are made from a record on which the rest is hidden.
        states[HIDDEN] = s
        show(box, hidden, HIDDEN, seat, raw, layout, observations, game)
        if goes_on:
            allow(box, hidden, seat, plan[BY_NUMBER], buffer, masks, game * plan[ACTIONS])
    return ended


def enter_observe(
    boxes: Boxes,
    states: States,
    raw: Bytes,
    layout: Shorts,
    plan: Row,
    buffer: Row,
    game: int,
    seat: int,
    observation: Words,
    mask: Bytes,
) -> None:
    """Write down what any seat may know of a game, and do in it."""
    hidden = states[HIDDEN]
    states[HIDDEN] = states[FIRST + game]
    show(boxes[0], hidden, HIDDEN, seat, raw, layout, observation, 0)
    mask[:] = 0
    if hidden.pending >> seat & 1:
        allow(boxes[0], hidden, seat, plan[BY_NUMBER], buffer, mask, 0)


def deal(box: Any, s: Any, luck: Row) -> None:
    """Let chance go on until a seat is asked or the game is over."""
    while s.pending >> CHANCE:
        play(box, s, CHANCE, draw(box, s, luck))


def play_others(box: Any, s: Any, alone: int, luck: Row, thought: Row, buffer: Row) -> None:
    """Let all seats but one decide at random, until that one is asked or the game is over."""
    while s.pending and lowest(s.pending) != alone:
        seat = lowest(s.pending)
        n = choices(box, s, seat, buffer)
        play(box, s, seat, buffer[below(thought, n)])
        deal(box, s, luck)


def possible(box: Any, s: Any, seat: int, action: int, by_number: int, buffer: Row) -> int:
    """Find the rules' number of an action; NOBODY if it is not possible now."""
    n = choices(box, s, seat, buffer)
    if not by_number:
        return buffer[action] if 0 <= action < n else NOBODY
    for i in range(n):
        if buffer[i] == action:
            return action
    return NOBODY


def allow(box: Any, hidden: Any, seat: int, by_number: int, buffer: Row, masks: Row, first: int) -> None:
    """Mark the actions that are possible as far as the seat knows, and so they are."""
    n = choices(box, hidden, seat, buffer)
    for i in range(n):
        masks[first + (buffer[i] if by_number else i)] = 1


# What it was worth


def settle(ranks: Row, seats: int, shares: Row, rewards: Any, first: int) -> None:
    """
    Write what a standing is worth to each seat: 1 to win, and in all nothing.

    Winners share what one of them would have won; the others lose as much in equal parts. If nobody
    won, nobody lost. A single player wins 1 or loses 1. `shares` is a buffer for those of the win.
    """
    winners = share_win(ranks, seats, shares)
    if seats == 1:
        rewards[first] = 2 * winners - 1
    elif winners:
        for seat in range(seats):
            rewards[first + seat] = (seats * shares[seat] / WHOLE - 1) / (seats - 1)


def forfeit(rewards: Any, first: int, seats: int, seat: int) -> None:
    """Let a seat lose to all others."""
    for other in range(seats):
        rewards[first + other] = -1 if other == seat else 1 / (seats - 1)
