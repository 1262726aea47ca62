"""Exact help for the master in Take a Chance: always legal, and right where anybody can see it."""

from chancebox.bots import question
from chancebox.engine.game.boxes import load_box
from chancebox.engine.match.match import Match
from chancebox.engine.rules.hands import pack
from chancebox.engine.rules.records import plain
from chancebox.games import game
from chancebox.games.take_a_chance.advice import advise
from chancebox.games.take_a_chance.rules.records import AGAIN
from helpers import random_match

TAKE = game("take-a-chance")


def again_moments() -> list[tuple[Match, int]]:
    found = []
    for seed in range(3):
        match = random_match(TAKE, 3, seed)
        for n in range(len(match.events)):
            s = plain(match.fork(n).position())
            if s.step == AGAIN and n % 3 == 0:
                found.append((match.fork(n), s.player))
    return found


def test_advice_is_legal_and_only_for_what_is_solved() -> None:
    moments = again_moments()
    assert len(moments) > 10
    for match, seat in moments:
        one = question(match, seat)
        assert advise(one.box.fields, plain(one.position), seat) in one.choices
    start = random_match(TAKE, 3, 1, events=1)
    assert advise(start.box.fields, plain(start.position()), 0) is None


def test_what_pays_most_is_kept_and_the_useless_die_is_thrown() -> None:
    """Red pictures a full house: of 1 2 2 5 5 the 1 is thrown again, of 2 2 5 5 5 nothing."""
    box = load_box(TAKE).fields
    match, seat = again_moments()[0]
    memory = match.position()
    s = plain(memory)
    for colour in range(6):
        s.players[seat].owned[colour] = 0
    s.players[seat].owned[2] = 1  # Red: a full house, four alike, a straight of five
    for face, n in enumerate((1, 2, 0, 0, 2, 0)):
        s.dice[face] = n
    assert advise(box, s, seat) == pack([1, 0, 0, 0, 0, 0])
    for face, n in enumerate((0, 2, 0, 0, 3, 0)):
        s.dice[face] = n
    assert advise(box, s, seat) == 0, "a full house is kept"
