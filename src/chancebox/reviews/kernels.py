"""
The kernels of a review, compiled for each game: games played on by the rule of thumb, with common luck.

In playout number i the n-th chance event has a stream of its own, and so has the n-th decision. Games that
are played on from neighbouring positions therefore meet the same luck, and their difference is what lies
between them. A playout whose first event is the one that happened goes on as that of the position after
it does; its result is taken over, and not played a second time.
"""

from typing import Any

from chancebox.engine.rules.bits import ASKED
from chancebox.engine.rules.contract import CHANCE, MOST_SEATS, draw, guess, play, standing
from chancebox.engine.rules.records import Boxes, Row, States, blank_row
from chancebox.engine.rules.streams import LENGTH, begin, scatter
from chancebox.engine.rules.thumb import decide
from chancebox.engine.rules.winners import share_win

REFERENCE = -1
"""Stands in a list of actions for what the rule of thumb decides, or for what comes up."""
NOTHING = -2
"""Stands for an event that did not happen."""


def play_from(
    boxes: Boxes,
    states: States,
    seat: int,
    actions: Row,
    happened: int,
    guesses: int,
    dealt: int,
    decided: int,
    first: int,
    playouts: int,
    keys: Row,
    notes: Row,
    buffer: Row,
    after: Row,
    out: Row,
) -> int:
    """
    Take each of these actions and play on; write the shares of the win, MOST_SEATS by playout and action.

    `states` holds the position and two copies to play on; if `guesses`, it is what the seat knows, and
    each playout has a world of its own. `dealt` and `decided` count the events before. `happened` is the
    event that followed in truth, of which `after` holds the results. Return how many games were
    played to their end: the others went the way that was gone. One entrance for all, because each
    of them takes the compiler seconds.
    """
    box = boxes[0]
    stream: Any = blank_row(LENGTH)
    ranks: Any = blank_row(MOST_SEATS)
    shares: Any = blank_row(MOST_SEATS)
    by_chance = int(seat == CHANCE)
    played = 0
    for i in range(playouts):
        number = first + i
        states[1] = states[0]
        if guesses:
            begin_event(stream, keys, 4, number, 0)
            guess(box, states[1], seat, stream)
        for j in range(len(actions)):
            states[2] = states[1]
            s = states[2]
            action = actions[j]
            if action == REFERENCE and by_chance:
                begin_event(stream, keys, 0, number, dealt)
                action = draw(box, s, stream)
            elif action == REFERENCE:
                begin_event(stream, keys, 2, number, decided)
                action = decide(box, s, seat, notes, buffer, stream)
            base = (i * len(actions) + j) * MOST_SEATS
            if action == happened:
                for one in range(MOST_SEATS):
                    out[base + one] = after[base + one]
            else:
                play(box, s, seat, action)
                play_to_end(
                    box, s, dealt + by_chance, decided + 1 - by_chance, number, keys, notes, buffer, stream
                )
                standing(box, s, ranks)
                share_win(ranks, s.seats, shares)
                for one in range(MOST_SEATS):
                    out[base + one] = shares[one] << 32 if one < s.seats else 0
                played += 1
    return played


def play_to_end(
    box: Any,
    s: Any,
    dealt: int,
    decided: int,
    number: int,
    keys: Row,
    notes: Row,
    buffer: Row,
    stream: Row,
) -> None:
    """Play by the rule of thumb to the end; the luck of each event is that of its number."""
    while s.pending:
        if s.pending >> CHANCE:
            begin_event(stream, keys, 0, number, dealt)
            play(box, s, CHANCE, draw(box, s, stream))
            dealt += 1
        else:
            seat = ASKED[s.pending]
            begin_event(stream, keys, 2, number, decided)
            play(box, s, seat, decide(box, s, seat, notes, buffer, stream))
            decided += 1


def begin_event(stream: Row, keys: Row, purpose: int, number: int, event: int) -> None:
    """Start the stream of an event of a playout; `purpose` says which two of the keys are meant."""
    low = scatter((keys[purpose] + number) & 0xFFFFFFFF)
    begin(stream, low, scatter(low ^ keys[purpose + 1]), event)
