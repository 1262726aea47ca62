"""
The kernels of bots, compiled for each game: deciding by the rule of thumb, and playing worlds out.

A world is the position with what the seat cannot know filled in by `guess`. World number n is always
the same, and every action is tried in the same worlds with the same luck: so actions differ by what
they are worth and less by chance.
"""

from typing import Any

import numpy as np

from chancebox.engine.rules.bits import ASKED
from chancebox.engine.rules.contract import CHANCE, MOST_SEATS, choices, draw, guess, play, standing
from chancebox.engine.rules.expert import decide_well, rate_well
from chancebox.engine.rules.records import Boxes, Row, States, blank_row
from chancebox.engine.rules.streams import LENGTH, begin, below, word
from chancebox.engine.rules.thumb import decide, rate
from chancebox.engine.rules.winners import WHOLE, share_win

FEW = 8
"""So many choices at most are compared with those of others who decide at the same time."""
CLEAR = 32
"""So many 64ths of what a game is worth are how clearly it was won or lost."""


def enter_decide(
    boxes: Boxes, states: States, seat: int, expert: int, notes: Row, buffer: Row, stream: Row
) -> int:
    """Decide by the rule of thumb, or as the expert."""
    if expert:
        return decide_well(boxes[0], states[0], seat, notes, buffer, stream)
    return decide(boxes[0], states[0], seat, notes, buffer, stream)


def enter_rate(
    boxes: Boxes, states: States, seat: int, expert: int, actions: Row, notes: Row, out: Row
) -> None:
    """Return how good actions look at first sight, by the rule of thumb or to the expert."""
    for i in range(len(actions)):
        if expert:
            out[i] = rate_well(boxes[0], states[0], seat, actions[i], notes)
        else:
            out[i] = rate(boxes[0], states[0], seat, actions[i], notes)


def try_out(
    boxes: Boxes,
    states: States,
    seat: int,
    actions: Row,
    first: int,
    worlds: int,
    careless: int,
    expert: int,
    keys: Row,
    notes: Row,
    buffer: Row,
    leads: Row,
    sums: Row,
    gaps: Row,
    squares: Row,
) -> None:
    """
    Play these actions in worlds number `first` and on, each game to its end.

    `states` holds what the seat knows, a world, and a copy to play on; `keys` are for guessing, dealing
    and thinking, two words each. `sums` gets the shares of the
    win by action, `gaps` by how much more a game is worth than with the first action in the same
    world, `squares` the squares of these; `leads` keeps what `worth` needs.
    """
    box = boxes[0]
    stream: Any = blank_row(LENGTH)
    dealing: Any = blank_row(LENGTH)
    shares: Any = blank_row(MOST_SEATS)
    ranks: Any = blank_row(MOST_SEATS)
    for number in range(first, first + worlds):
        states[1] = states[0]
        begin(stream, keys[0], keys[1], number)
        guess(box, states[1], seat, stream)
        usual = 0
        for i in range(len(actions)):
            states[2] = states[1]
            begin(dealing, keys[2], keys[3], number)
            begin(stream, keys[4], keys[5], number)
            play(box, states[2], seat, actions[i])
            play_on(box, states[2], dealing, stream, careless, expert, notes, buffer)
            standing(box, states[2], ranks)
            share_win(ranks, states[2].seats, shares)
            worth_now = worth(states[2].seats, ranks, shares, seat, leads)
            if i == 0:
                usual = worth_now
            gap = worth_now - usual
            sums[i] += shares[seat]
            gaps[i] += gap
            squares[i] += gap * gap


def play_on(
    box: Any, s: Any, dealing: Row, thinking: Row, careless: int, expert: int, notes: Row, buffer: Row
) -> None:
    """Play to the end by the rule of thumb, or as the expert; `careless` of 256 decisions are random."""
    while s.pending:
        if s.pending >> CHANCE:
            play(box, s, CHANCE, draw(box, s, dealing))
        else:
            seat = ASKED[s.pending]
            if careless and word(thinking) & 255 < careless:
                n = choices(box, s, seat, buffer)
                action = buffer[below(thinking, n)]
            elif expert:
                action = decide_well(box, s, seat, notes, buffer, thinking)
            else:
                action = decide(box, s, seat, notes, buffer, thinking)
            play(box, s, seat, action)


def worth(seats: int, ranks: Row, shares: Row, seat: int, leads: Row) -> int:
    """
    Return what the end of a game is worth to a seat: the share of the win, and by how much.

    How clear a win or a loss was tells more than the win alone, so fewer games show what is better.
    What counts as clear is learnt as games go by: `leads` adds up their leads, and counts them.
    """
    ahead = -1  # of somebody alone: what does not win
    for other in range(seats):
        if other != seat:
            ahead = max(ahead, ranks[other])
    lead = ranks[seat] - ahead
    leads[0] += abs(lead)
    leads[1] += 1
    usual = leads[0] // leads[1]
    clear = WHOLE * lead // (1 + usual + abs(lead))
    return (shares[seat] * (64 - CLEAR) + (WHOLE + clear) // 2 * CLEAR) // 64


def contest(
    boxes: Boxes,
    states: States,
    seat: int,
    first: int,
    worlds: int,
    careless: int,
    expert: int,
    keys: Row,
    notes: Row,
    buffer: Row,
    lists: Row,
    regrets: Row,
    mixed: Row,
    leads: Row,
    sums: Row,
) -> None:
    """
    Weigh a decision that several seats make at the same time, by regret matching.

    In each world everybody draws an action, likelier the more it was missed in worlds before; then
    one seat, in every other world this one, sees what each of its actions would have brought against
    the others' draws. `lists` holds the choices by seat, FEW each, from 1; `mixed` adds up how likely
    everybody found them, and becomes the mixed strategy. `sums` gets this seat's shares of the win.
    Whoever has no list decides by the rule of thumb.
    """
    box = boxes[0]
    stream: Any = blank_row(LENGTH)
    dealing: Any = blank_row(LENGTH)
    luck: Any = blank_row(LENGTH)
    shares: Any = blank_row(MOST_SEATS)
    drawn: Any = blank_row(MOST_SEATS)
    ranks: Any = blank_row(MOST_SEATS)
    brought: Any = np.zeros(FEW, np.int64)
    others = 0
    for other in range(MOST_SEATS):
        others += other != seat and lists[other * FEW] > 0
    for number in range(first, first + worlds):
        states[1] = states[0]
        begin(stream, keys[0], keys[1], number)
        guess(box, states[1], seat, stream)
        learner = seat
        if number % 2:
            learner = nth_listed(lists, seat, number // 2 % others)
        for one in range(MOST_SEATS):
            if lists[one * FEW] > 0:
                drawn[one] = draw_by_regret(regrets, lists, one, stream)
        n = 0
        while n < FEW and lists[learner * FEW + n] > 0:
            states[2] = states[1]
            begin(dealing, keys[2], keys[3], number)
            begin(luck, keys[4], keys[5], number)
            for one in range(MOST_SEATS):
                if lists[one * FEW] > 0:
                    choice = n if one == learner else drawn[one]
                    play(box, states[2], one, lists[one * FEW + choice] - 1)
            play_on(box, states[2], dealing, luck, careless, expert, notes, buffer)
            standing(box, states[2], ranks)
            share_win(ranks, states[2].seats, shares)
            brought[n] = worth(states[2].seats, ranks, shares, learner, leads)
            if learner == seat:
                sums[n] += shares[seat]
            n += 1
        regret(regrets, mixed, learner, brought, n)


def nth_listed(lists: Row, seat: int, nth: int) -> int:
    """Find another seat that has a list."""
    other = 0
    while other == seat or lists[other * FEW] == 0 or nth > 0:
        nth -= other != seat and lists[other * FEW] > 0
        other += 1
    return other


def draw_by_regret(regrets: Row, lists: Row, seat: int, stream: Row) -> int:
    """Draw an action by how much it was missed; any of them if none was."""
    total = 0
    n = 0
    while n < FEW and lists[seat * FEW + n] > 0:
        total += max(0, regrets[seat * FEW + n])
        n += 1
    if total == 0:
        return below(stream, n)
    nth = (word(stream) >> 2) * total >> 30
    i = 0
    while nth >= max(0, regrets[seat * FEW + i]):
        nth -= max(0, regrets[seat * FEW + i])
        i += 1
    return i


def regret(regrets: Row, mixed: Row, seat: int, brought: Row, n: int) -> None:
    """Note how likely each action was, and how much better it would have been than the mean."""
    base = seat * FEW
    total = 0
    for i in range(n):
        total += max(0, regrets[base + i])
    mean = 0
    for i in range(n):
        likely = WHOLE * max(0, regrets[base + i]) // total if total else WHOLE // n
        mixed[base + i] += likely
        mean += likely * brought[i]
    for i in range(n):
        # What was better once and never again is forgotten: regrets do not sink below 0.
        regrets[base + i] = max(0, regrets[base + i] + brought[i] - mean // WHOLE)
