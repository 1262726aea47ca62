"""Chance in Take a Chance: who begins, cards, tickets, dice and the charm die."""

from chancebox.engine.rules.dice import draw_throw, list_throws, throw_weight
from chancebox.engine.rules.records import Row
from chancebox.engine.rules.streams import below
from chancebox.games.take_a_chance.rules.cards import is_left
from chancebox.games.take_a_chance.rules.patterns import FACES
from chancebox.games.take_a_chance.rules.records import (
    CARDS,
    CHARM,
    CHARMS,
    FIRST_PLAYER,
    PURPLE,
    PURPLES,
    THROW,
    TICKET,
    Box,
    Position,
)


def outcomes(box: Box, s: Position, out: Row) -> int:
    if s.step == THROW:
        return list_throws(s.falling, FACES, out)
    most = CARDS
    if s.step == FIRST_PLAYER:
        most = s.seats
    elif s.step == TICKET:
        most = box.kinds
    elif s.step == CHARM:
        most = CHARMS
    n = 0
    for i in range(most):
        if weight(box, s, i):
            out[n] = i
            n += 1
    return n


def falling(box: Box, s: Position) -> int:
    """Say how many dice fall now; none where cards are drawn."""
    return s.falling if s.step == THROW else 0


def weight(box: Box, s: Position, outcome: int) -> int:
    if s.step == THROW:
        return throw_weight(outcome, s.falling, FACES)
    if s.step == FIRST_PLAYER:
        return 1 if 0 <= outcome < s.seats else 0
    if s.step == TICKET:
        return s.unseen[outcome] if 0 <= outcome < box.kinds else 0
    if s.step == CHARM:
        return 1 if 0 <= outcome < CHARMS else 0
    most = PURPLES if s.step == PURPLE else CARDS
    return 1 if 0 <= outcome < most and is_left(s, outcome) else 0


def draw(box: Box, s: Position, stream: Row) -> int:
    if s.step == THROW:
        return draw_throw(s.falling, FACES, stream)
    if s.step == FIRST_PLAYER:
        return below(stream, s.seats)
    if s.step == TICKET:
        return draw_ticket(box, s, stream)
    if s.step == CHARM:
        return below(stream, CHARMS)
    return draw_card(s, PURPLES if s.step == PURPLE else CARDS, stream)


def draw_ticket(box: Box, s: Position, stream: Row) -> int:
    there = 0
    for ticket in range(box.kinds):
        there += s.unseen[ticket]
    nth = below(stream, there)
    ticket = 0
    while nth >= s.unseen[ticket]:
        nth -= s.unseen[ticket]
        ticket += 1
    return ticket


def draw_card(s: Position, most: int, stream: Row) -> int:
    card = below(stream, most)
    while not is_left(s, card):
        card = below(stream, most)
    return card
