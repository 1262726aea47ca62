"""The kernel of simulations: whole games of random play, compiled for each game."""

from typing import Any

from chancebox.engine.rules.bits import ASKED
from chancebox.engine.rules.contract import CHANCE, MOST_SEATS, draw, play, standing, start
from chancebox.engine.rules.picking import pick
from chancebox.engine.rules.records import Boxes, Options, Row, States, blank_row
from chancebox.engine.rules.streams import LENGTH, begin
from chancebox.engine.rules.winners import share_win


def play_many(
    boxes: Boxes,
    options: Options,
    states: States,
    seats: int,
    first: int,
    games: int,
    keys: Row,
    buffer: Row,
    wins: Row,
    endings: Row,
    lengths: Row,
    sums: Row,
) -> None:
    """
    Play games number `first` and on, and add up how they went.

    `states` holds a blank record and one to play on; `keys` those of dealing and thinking.
    `wins[seat * MOST_SEATS + k]` counts wins that a seat shared with k others, `endings` why
    games ended, `lengths` games by their number of events; `sums` holds events and their squares.
    """
    box = boxes[0]
    s = states[1]
    ranks: Any = blank_row(MOST_SEATS)
    shares: Any = blank_row(MOST_SEATS)
    dealing: Any = blank_row(LENGTH)
    thinking: Any = blank_row(LENGTH)
    for number in range(first, first + games):
        states[1] = states[0]
        begin(dealing, keys[0], keys[1], number)
        begin(thinking, keys[2], keys[3], number)
        start(box, s, seats, options[0])
        events = play_out(box, s, dealing, thinking, buffer)
        standing(box, s, ranks)
        winners = share_win(ranks, seats, shares)
        for seat in range(seats):
            if shares[seat]:
                wins[seat * MOST_SEATS + winners - 1] += 1
        endings[s.ended] += 1
        lengths[min(events, len(lengths) - 1)] += 1
        sums[0] += events
        sums[1] += events * events


def play_out(box: Any, s: Any, dealing: Row, thinking: Row, buffer: Row) -> int:
    """Play a game to its end, every decision at random; count the events."""
    events = 0
    while s.pending:
        if s.pending >> CHANCE:
            play(box, s, CHANCE, draw(box, s, dealing))
        else:
            seat = ASKED[s.pending] & (MOST_SEATS - 1)  # tells the compiler: not CHANCE
            play(box, s, seat, pick(box, s, seat, thinking, buffer))
        events += 1
    return events
