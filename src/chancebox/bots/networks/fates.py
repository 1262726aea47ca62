"""
The kernels of networks that tell fates (see `engine.traits`), compiled for games that have some.

A seat is looked at by itself: what an action does to what is its own, and what its network then thinks of how
that will end. What each fate is worth follows from those that are likely for the others. Who looks further
ahead deals every card that may come next, does with it what seems best, and weighs all of them. Where that
would be too many, some rounds are played on, with the same luck after each of the actions.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from chancebox.bots.networks.layers import SECOND, Layers, compare, fill_units, make_layers
from chancebox.bots.networks.weights import Weights
from chancebox.engine.game.game import Game
from chancebox.engine.rules.contract import MOST_SEATS, choices
from chancebox.engine.rules.expert import rate_well
from chancebox.engine.rules.records import Boxes, Floats, Longs, Row, States, blank_row
from chancebox.engine.rules.streams import LENGTH, begin
from chancebox.engine.rules.traits import (
    CERTAIN,
    OPEN,
    deal_alone,
    do_alone,
    draw_alone,
    expect,
    fate_ahead,
    fate_of,
    list_traits,
    win_by,
)

KNOWN, TRIED, DEALT = range(3)
"""The records of `room`: what the seat knows; with an action done; with a card dealt."""
ROOM = DEALT + 1
WORLDS = 127
"""Fates of all others that are drawn together to weigh one's own: a prime number."""
STRIDES = np.array([1, 27, 52, 41, 88, 71, 103, 64])
"""How fast each seat goes through its own fates meanwhile, so that all kinds of them meet."""


class FateDesk(NamedTuple):
    """What a network works with: its layers, and room for what it is given and says."""

    layers: Layers
    traits: Longs
    likely: Floats
    """How likely each fate is, as said last."""
    others: Floats
    """The same of every seat."""
    worth: Floats
    """What each fate is worth to the seat."""
    notes: Longs
    """Those of the rule of thumb."""
    buffer: Longs
    """Room for a list of choices."""
    ratings: Longs
    judged: Floats
    """What each choice is worth."""
    cards: Longs
    """What each card that may come next is worth."""
    looked: Longs
    """How many positions were judged so far, in its only place."""


def make_desk(game: Game, weights: Weights) -> FateDesk:
    """Make a desk for a game."""
    most = max(game.rules.MOST_CHOICES, game.rules.MOST_OUTCOMES)
    fates = game.traits.FATES
    return FateDesk(
        make_layers(weights),
        np.zeros(game.traits.TRAITS, np.int64),
        np.zeros(fates, np.float32),
        np.zeros(MOST_SEATS * fates, np.float32),
        np.zeros(fates, np.float32),
        np.zeros(game.thumb.NOTES, np.int64),
        np.zeros(most, np.int64),
        np.zeros(most, np.int64),
        np.zeros(most, np.float32),
        np.zeros(game.traits.AHEAD + 1, np.int64),
        np.zeros(1, np.int64),
    )


def enter_weigh(boxes: Boxes, room: States, seat: int, desk: FateDesk) -> None:
    """Find what each fate is worth to a seat, by what is likely for the others."""
    box = boxes[0]
    s = room[KNOWN]
    fates: Any = blank_row(MOST_SEATS)
    for other in range(s.seats):
        if other != seat:
            foretell_other(box, room, other, desk)
    n = len(desk.worth)
    worlds = WORLDS if s.seats > 1 else 1
    for own in range(n):
        desk.worth[own] = 0
    for world in range(worlds):
        for other in range(s.seats):
            if other != seat:
                place = (world * STRIDES[other] % WORLDS + 0.5) / WORLDS
                fates[other] = draw_fate(desk.others, other * n, n, place)
        for own in range(n):
            fates[seat] = own
            desk.worth[own] += win_by(box, s, seat, fates) / CERTAIN / worlds


def draw_fate(others: Any, first: int, n: int, place: float) -> int:
    """Find the fate below which this part of all others lies."""
    fate = 0
    passed = others[first]
    while passed < place and fate < n - 1:
        fate += 1
        passed += others[first + fate]
    return fate


def foretell_other(box: Any, room: Any, other: int, desk: Any) -> None:
    """Write down how likely the fates of another seat are, if it does what looks best if it is asked."""
    n = len(desk.likely)
    room[TRIED] = room[KNOWN]
    s = room[TRIED]
    if s.pending >> other & 1 and fate_of(box, s, other) == OPEN:
        list_few(box, s, other, 1, desk)
        do_alone(box, s, other, desk.buffer[0])
    if fate_of(box, s, other) == OPEN:
        foretell(box, s, other, desk)
    tell(box, s, other, desk, desk.others, other * n)


def tell(box: Any, s: Any, seat: int, desk: Any, out: Any, first: int) -> None:
    """Write down how likely fates are, as just foretold, from this place on; or the one that is known."""
    fate = fate_of(box, s, seat)
    for i in range(len(desk.likely)):
        out[first + i] = desk.likely[i] if fate == OPEN else (1.0 if i == fate else 0.0)


def enter_judge(boxes: Boxes, room: States, seat: int, actions: Row, desk: FateDesk, out: Floats) -> None:
    """Write what actions are worth to a seat; `enter_weigh` came before, as before all that follows."""
    for i in range(len(actions)):
        room[TRIED] = room[KNOWN]
        do_alone(boxes[0], room[TRIED], seat, actions[i])
        out[i] = judge(boxes[0], room[TRIED], seat, desk)


def enter_try(boxes: Boxes, states: States, seat: int, actions: Row) -> None:
    """Do an action in each of these positions."""
    for i in range(len(actions)):
        do_alone(boxes[0], states[i], seat, actions[i])


def enter_deal(
    boxes: Boxes, states: States, room: States, seat: int, few: int, desk: FateDesk, worth: Floats
) -> None:
    """
    Write what each card is worth that may come after these positions, a row for each; -1 if of no use.

    So many choices are looked at for each card.
    """
    box = boxes[0]
    ahead = len(desk.cards)
    for i in range(len(states)):
        for card in range(1, ahead):
            n = list_after(box, states, i, room, seat, card, few, desk)
            worth[i * ahead + card] = desk.judged[find_best(desk, n)] if n else np.float32(-1)


def enter_grow(
    boxes: Boxes,
    states: States,
    room: States,
    seat: int,
    few: int,
    fewer: int,
    desk: FateDesk,
    grown: States,
    places: Row,
) -> int:
    """
    Write down the positions that follow when each card is dealt after these, and something done with it.

    So many choices are looked at for each card, and fewer of them done; `places` says to which card of which
    position each belongs, as in `enter_deal`. Returned is how many there are.
    """
    box = boxes[0]
    ahead = len(desk.cards)
    found = 0
    for i in range(len(states)):
        for card in range(1, ahead):
            n = list_after(box, states, i, room, seat, card, few, desk)
            for _ in range(min(n, fewer)):
                best = find_best(desk, n)
                desk.judged[best] = -1
                grown[found] = room[DEALT]
                do_alone(box, grown[found], seat, desk.buffer[best])
                places[found] = i * ahead + card
                found += 1
    return found


def enter_play_on(
    boxes: Boxes,
    states: States,
    room: States,
    seat: int,
    first: int,
    times: int,
    rounds: int,
    few: int,
    keys: Row,
    desk: FateDesk,
    sums: Floats,
) -> None:
    """
    Play so many rounds on after each of these positions, so many times, and add up what was reached.

    Chance is that of these numbers on, for all positions; so many choices are looked at in each round.
    """
    stream: Any = blank_row(LENGTH)
    for i in range(len(states)):
        for number in range(first, first + times):
            begin(stream, keys[0], keys[1], number)
            room[DEALT] = states[i]
            sums[i] += play_on(boxes[0], room, seat, rounds, few, desk, stream)


def play_on(box: Any, room: Any, seat: int, rounds: int, few: int, desk: Any, stream: Any) -> float:
    """Play some rounds on by what seems best at once; return what is reached then."""
    s = room[DEALT]
    fate = fate_of(box, s, seat)
    told: float = 0.0
    if fate != OPEN:
        told += desk.worth[fate]
    for _ in range(rounds):
        if fate_of(box, s, seat) != OPEN:
            break
        fate = fate_ahead(box, s, seat)
        if not draw_alone(box, s, seat, stream):
            told = 0.0
            told += desk.worth[fate]
            break
        n = list_few(box, s, seat, few, desk)
        judge_few(box, room, DEALT, seat, n, desk)
        best = find_best(desk, n)
        told = 0.0
        told += desk.judged[best]
        do_alone(box, s, seat, desk.buffer[best])
    return told


def enter_expect(boxes: Boxes, states: States, seat: int, desk: FateDesk, worth: Floats, out: Floats) -> None:
    """Write what is to be expected of positions, if each card that may come is worth so much."""
    box = boxes[0]
    ahead = len(desk.cards)
    for i in range(len(states)):
        s = states[i]
        fate = fate_of(box, s, seat)
        if fate != OPEN:
            out[i] = desk.worth[fate]
        else:
            desk.cards[0] = whole(desk.worth[fate_ahead(box, s, seat)])
            for card in range(1, ahead):
                told = worth[i * ahead + card]
                desk.cards[card] = whole(told) if told >= 0 else -1
            out[i] = expect(box, s, seat, desk.cards) / CERTAIN


def whole(share: float) -> int:
    return int(share * CERTAIN + 0.5)


def list_after(box: Any, states: Any, i: int, room: Any, seat: int, card: int, few: int, desk: Any) -> int:
    """Deal a card after a position, list what looks best to do with it, and judge it; return how many."""
    room[DEALT] = states[i]
    if fate_of(box, room[DEALT], seat) != OPEN or not deal_alone(box, room[DEALT], seat, card):
        return 0
    n = list_few(box, room[DEALT], seat, few, desk)
    judge_few(box, room, DEALT, seat, n, desk)
    return n


def judge_few(box: Any, room: Any, at: int, seat: int, n: int, desk: Any) -> None:
    """Write down what each of the first choices on the desk is worth, in one of the records of `room`."""
    for k in range(n):
        room[TRIED] = room[at]
        do_alone(box, room[TRIED], seat, desk.buffer[k])
        desk.judged[k] = judge(box, room[TRIED], seat, desk)
    desk.looked[0] += n


def find_best(desk: Any, n: int) -> int:
    """Find the best of so many choices that were judged, the first of equals."""
    best = 0
    for k in range(n):
        if desk.judged[k] > desk.judged[best]:
            best = k
    return best


def judge(box: Any, s: Any, seat: int, desk: Any) -> float:
    """Return what is to be expected for a seat right after its decision."""
    fate = fate_of(box, s, seat)
    told: float = 0.0
    if fate != OPEN:
        told += desk.worth[fate]
        return told
    foretell(box, s, seat, desk)
    for i in range(len(desk.likely)):
        told += desk.likely[i] * desk.worth[i]
    return told


def foretell(box: Any, s: Any, seat: int, desk: Any) -> None:
    """Say how likely each fate of a seat is."""
    layers = desk.layers
    list_traits(box, s, seat, desk.traits)
    numbers = len(desk.traits)
    for i in range(numbers):
        layers.seen[numbers + i] = desk.traits[i]
    compare(layers)
    third = fill_units(layers, desk.traits[numbers - 1])
    rest, likely = layers.rest, desk.likely
    n = len(likely)
    for i in range(n):
        likely[i] = rest[third + SECOND * n + i]
    for k in range(SECOND):
        unit = max(np.float32(0), layers.units[k])
        for i in range(n):
            likely[i] += unit * rest[third + k * n + i]
    total = np.float32(0)
    for i in range(n):
        likely[i] = math.exp(min(likely[i], np.float32(80)))
        total += likely[i]
    for i in range(n):
        likely[i] /= total


def list_few(box: Any, s: Any, seat: int, few: int, desk: Any) -> int:
    """List so many choices at most, those that look best at first sight; return how many these are."""
    buffer, ratings = desk.buffer, desk.ratings
    n = choices(box, s, seat, buffer)
    if n <= few:
        return n
    for i in range(n):
        ratings[i] = rate_well(box, s, seat, buffer[i], desk.notes)
    for i in range(few):
        best = i
        for k in range(i + 1, n):
            if ratings[k] > ratings[best]:
                best = k
        action = buffer[best]
        buffer[best] = buffer[i]
        ratings[best] = ratings[i]
        buffer[i] = action
    return few
