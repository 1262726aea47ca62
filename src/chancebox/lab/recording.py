"""
The kernel that remembers: whole games, of which every result, every event and all items are written down.

Seats decide at random or by the rule of thumb. Random seats draw from the same streams as in `playout`,
which counts and forgets: a game is the same in both.
"""

from typing import Any

from chancebox.engine.rules.bits import ASKED
from chancebox.engine.rules.contract import CHANCE, MOST_SEATS, SPECTATOR, draw, play, standing, start
from chancebox.engine.rules.items import note
from chancebox.engine.rules.picking import pick
from chancebox.engine.rules.records import Boxes, Options, Row, States, blank_row
from chancebox.engine.rules.streams import LENGTH, begin
from chancebox.engine.rules.thumb import decide
from chancebox.engine.rules.winners import share_win

AT_RANDOM, BY_THUMB = 0, 1
HEAD = 2
"""Numbers of a row before the standing: events and why the game ended."""


def record(
    boxes: Boxes,
    options: Options,
    states: States,
    seats: int,
    first: int,
    games: int,
    keys: Row,
    ways: Row,
    notes: Row,
    buffer: Row,
    rows: Row,
    events: Row,
    held: Row,
    values: Row,
) -> int:
    """
    Play games number `first` and on, and return how many: fewer if their events do not fit.

    `states` holds a blank record and one to play on; `keys` those of dealing and thinking; `ways` says
    how each seat decides. `rows` gets a row for each game, `events` a pair for each event unless it is
    empty. `held` is used to mark items unless it is empty; `values` gets for each of them how many seats
    had it, their shares of the win, and the squares of these.
    """
    box = boxes[0]
    s = states[1]
    ranks: Any = blank_row(MOST_SEATS)
    shares: Any = blank_row(MOST_SEATS)
    dealing: Any = blank_row(LENGTH)
    thinking: Any = blank_row(LENGTH)
    written = 0
    for i in range(games):
        states[1] = states[0]
        begin(dealing, keys[0], keys[1], first + i)
        begin(thinking, keys[2], keys[3], first + i)
        for j in range(len(held)):
            held[j] = 0
        start(box, s, seats, options[0])
        n = 0
        while s.pending:
            if s.pending >> CHANCE:
                seat = CHANCE
                action = draw(box, s, dealing)
            else:
                seat = ASKED[s.pending] & (MOST_SEATS - 1)
                if ways[seat] == BY_THUMB:
                    action = decide(box, s, seat, notes, buffer, thinking)
                else:
                    action = pick(box, s, seat, thinking, buffer)
            if len(events):
                if written + 2 > len(events):
                    return i
                events[written] = seat
                events[written + 1] = action
                written += 2
            if len(held):
                note(box, s, seat, action, held)
            play(box, s, seat, action)
            n += 1
        if len(held):
            note(box, s, SPECTATOR, 0, held)
        base = i * (HEAD + seats)
        rows[base] = n
        rows[base + 1] = s.ended
        standing(box, s, ranks)
        for seat in range(seats):
            rows[base + HEAD + seat] = ranks[seat]
        share_win(ranks, seats, shares)
        value(seats, shares, held, values)
    return games


def value(seats: int, shares: Row, held: Row, values: Row) -> None:
    """Count what seats with an item have won."""
    items = len(held) // MOST_SEATS
    for seat in range(seats):
        for item in range(items):
            if held[seat * items + item]:
                values[3 * item] += 1
                values[3 * item + 1] += shares[seat]
                values[3 * item + 2] += shares[seat] * shares[seat]
