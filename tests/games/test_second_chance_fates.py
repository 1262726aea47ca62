"""How it may end for a grid in Second Chance, who wins by that, and what the next round may bring."""

from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from chancebox.bots import ask, bot
from chancebox.engine.game.boxes import load_box
from chancebox.engine.match.chance import Seeded
from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import CHANCE
from chancebox.engine.rules.records import Memory, plain
from chancebox.engine.rules.traits import CERTAIN, OPEN
from chancebox.engine.rules.winners import WHOLE, share_win
from chancebox.games import game
from chancebox.games.second_chance.rules import ahead, fates
from chancebox.games.second_chance.rules.drawing import fits
from chancebox.games.second_chance.rules.fates import LATEST, MOST_EMPTY, fate
from chancebox.games.second_chance.rules.records import CARDS, ONE, SIZE, SQUARES, grid_of
from chancebox.games.second_chance.rules.rounds import take_card
from helpers import random_match

SECOND = game("second-chance")
BOX = load_box(SECOND)
RULES = SECOND.build("compiled")
TIDY = fates.PER_SQUARE * MOST_EMPTY


def play_sensibly(seats: int, seed: int, last_round: int = LATEST) -> Match:
    """Play by the rule of thumb, to the end or into a round."""
    match = Match(SECOND, seats, dealer=Seeded(seed))
    thumb = bot("thumb", seed)
    while match.result is None and plain(match.position()).round <= last_round:
        seat = match.to_act[0]
        match.play(seat, ask(thumb, match, seat))
    return match


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_who_wins_by_fates_is_who_wins_by_the_rules(seats: int) -> None:
    """In whole games: every seat's fate is known, and shares of the win are those of the standing."""
    compared = endings = 0
    for seed in range(60):
        match = play_sensibly(seats, seed)
        s = plain(match.position())
        met = [fates.fate_of(BOX.fields, s, seat) for seat in range(seats)]
        assert OPEN not in met
        if any(fates.empty_squares(one) == MOST_EMPTY for one in met):
            continue  # so many are not told apart
        ranks, shares = RULES.standing(BOX, match.position()), [0] * seats
        share_win(ranks, seats, shares)
        for seat in range(seats):
            won = fates.win_by(BOX.fields, s, seat, met)
            assert won == pytest.approx(shares[seat] * CERTAIN / WHOLE, abs=TIDY)
        compared += 1
        endings |= 1 << s.ended
    assert compared > 20
    assert endings.bit_count() > 1, "all of them ended alike"


def test_a_fate_counts_the_square_of_the_1_as_empty() -> None:
    found = 0
    for seed in range(20):
        match = play_sensibly(3, seed)
        s = plain(match.position())
        for seat in range(3):
            grid = s.grids[seat]
            ones = sum(grid.drawn[square] == ONE for square in range(SQUARES))
            found += ones
            met = fates.fate_of(BOX.fields, s, seat)
            assert fates.empty_squares(met) == min(MOST_EMPTY, grid.empty + ones)
            if grid.out:
                assert fates.last_round(met) == max(fates.SOONEST, grid.out)
    assert found


@pytest.mark.parametrize(
    ("mine", "others", "won"),
    [
        (fate(15, 4), [fate(16, 3)], 1),  # out first: 3, and ties are broken
        (fate(15, 5), [fate(16, 3)], 0),
        (fate(16, 3), [fate(15, 4)], 0),
        (fate(15, 4), [fate(15, 4)], Fraction(1, 2)),  # both write a 1
        (fate(15, 1), [fate(16, 0)], 1),  # the 1 fills the grid, and nobody draws any more
        (fate(16, 1), [fate(15, 4)], 1),
        (fate(16, 0), [fate(17, 1)], 1),
        (fate(16, 0), [fate(16, 0), fate(15, 4)], Fraction(1, 2)),
        (fate(LATEST, 2), [fate(LATEST, 2)], Fraction(1, 2)),  # nobody was out, so nobody has a 1
        (fate(17, 3), [fate(16, 5), fate(18, 3)], Fraction(1, 2)),
    ],
)
def test_who_wins_by_which_fates(mine: int, others: list[int], won: Fraction) -> None:
    s = plain(random_match(SECOND, 1 + len(others), 1, events=20).position())
    tidy = fates.PER_SQUARE * (MOST_EMPTY - fates.empty_squares(mine))
    assert fates.win_by(BOX.fields, s, 0, [mine, *others]) == won * CERTAIN + tidy


def test_alone_the_series_counts() -> None:
    """With 8 empty squares in two games one more is allowed; before the last game it is a matter of luck."""
    s = plain(random_match(SECOND, 1, 1, events=20).position())
    s.game = 2
    s.grids[0].empty, s.grids[1].empty = 5, 3
    for empty in range(MOST_EMPTY):
        won = fates.win_by(BOX.fields, s, 0, [fate(16, empty)])
        assert won == pytest.approx(CERTAIN * (empty <= 1), abs=TIDY)
    s.game = 1
    likely = [fates.win_by(BOX.fields, s, 0, [fate(16, empty)]) for empty in range(6)]
    assert likely == sorted(likely, reverse=True)
    assert 0 < likely[4] < likely[0] < CERTAIN
    assert likely[5] < TIDY


def test_what_is_usual_adds_up() -> None:
    assert sum(fates.USUAL) == 1000
    assert fates.likely_below(2, 18) == pytest.approx(CERTAIN, abs=200)
    below = [fates.likely_below(2, room) for room in range(19)]
    assert below == sorted(below)


def late_position(seed: int, left: int) -> tuple[Memory, Any]:
    """A game alone near its end, after a decision, with so many cards left in the deck at most."""
    match = play_sensibly(1, seed, last_round=14)
    position = match.position()
    s = plain(position)
    for shape in range(1, CARDS + 1):
        while s.left[shape] and s.deck > left:
            take_card(s, shape)
    return position, s


@pytest.mark.parametrize("left", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_next_round_is_weighed_pair_by_pair(seed: int, left: int) -> None:
    """All orders in which three cards may lie on top of the deck, one by one."""
    _position, s = late_position(seed, left)
    luck = np.random.default_rng(seed)
    worth = [int(one) for one in luck.integers(0, CERTAIN, CARDS + 1)]
    for card in luck.choice(np.arange(1, CARDS + 1), 20, replace=False):
        worth[card] = -1
    cards = [shape for shape in range(1, CARDS + 1) for _ in range(s.left[shape])]
    assert len(cards) == left
    total = Fraction(0)
    orders = list(permutations(cards, min(3, left)))
    for one, other, *chance in orders:
        fitting = [worth[card] for card in (one, other) if worth[card] >= 0]
        second = [worth[card] for card in chance if worth[card] >= 0]
        total += max(fitting) if fitting else (second or [worth[0]])[0]
    assert ahead.expect(BOX.fields, s, 0, worth) == pytest.approx(float(total / len(orders)), abs=2)


def test_a_card_that_comes_next_is_asked_about_by_itself() -> None:
    """With it another one leaves the deck, and the seat may draw it wherever it fits."""
    position = play_sensibly(2, 3, last_round=9).position(0)
    for card in range(1, CARDS + 1):
        asked = position.copy()
        s = plain(asked)
        deck, there, now = s.deck, s.left[card], s.round
        assert ahead.deal_alone(BOX.fields, s, 0, card) == (there > 0)
        if not there:
            assert asked.tobytes() == position.tobytes()
            continue
        assert (s.deck, s.left[card], s.round) == (deck - 2, there - 1, now + 1)
        assert sum(s.left) == s.deck
        for action in RULES.choices(BOX, asked, 0)[:3]:
            drawn = asked.copy()
            after = plain(drawn)
            ahead.do_alone(BOX.fields, after, 0, action)
            assert after.grids[0].empty == s.grids[0].empty - BOX.fields.shapes[card].squares
            assert (after.pending, after.step, after.deck) == (s.pending, s.step, s.deck)


def test_the_next_round_comes_as_the_rules_deal_it() -> None:
    """A pair of the deck, or a second chance where neither card fits; else the grid is out."""
    happened = set()
    positions = [play_sensibly(1, seed, last_round=14).position() for seed in range(6)]
    for number in range(600):
        position = positions[number % 6]
        before = plain(position)
        dealt = position.copy()
        s = plain(dealt)
        asked = ahead.draw_alone(BOX.fields, s, 0, [number + 1 << 40])
        grid = s.grids[grid_of(s, 0)]
        fitting = [fits(BOX.fields.shapes[card], grid) for card in s.cards]
        shown = [*s.cards, grid.chance] if grid.chance else list(s.cards)
        assert s.round == before.round + 1
        assert s.deck == before.deck - len(shown) == sum(s.left)
        for card in set(shown):
            assert before.left[card] - s.left[card] == shown.count(card)
        assert bool(grid.chance) != any(fitting)
        assert asked == (any(fitting) or fits(BOX.fields.shapes[grid.chance], grid))
        assert bool(RULES.choices(BOX, dealt, 0)) == asked
        happened.add((any(fitting), asked))
    assert happened == {(True, True), (False, True), (False, False)}


def test_without_a_card_for_a_second_chance_the_grid_is_out() -> None:
    _position, s = late_position(1, 2)
    grid = s.grids[grid_of(s, 0)]
    for row in range(SIZE):
        grid.free[row] = 0  # nothing fits any more
    assert not ahead.draw_alone(BOX.fields, s, 0, [12345])
    assert (s.deck, grid.chance) == (0, 0)


def test_without_any_card_that_fits_it_is_over_in_the_next_round() -> None:
    _position, s = late_position(1, 5)
    grid = s.grids[grid_of(s, 0)]
    assert fates.fate_ahead(BOX.fields, s, 0) == fate(s.round + 1, grid.empty)
    _position, s = late_position(1, 2)  # no card is left for a second chance, and nobody is out
    assert fates.fate_ahead(BOX.fields, s, 0) == fate(LATEST, s.grids[grid_of(s, 0)].empty)


def test_a_game_that_begins_alone_is_the_last_of_its_series() -> None:
    options = SECOND.options_record(SECOND.usual_options(1))
    position = RULES.start(BOX, 1, options)
    s = plain(position)
    ahead.begin_alone(BOX.fields, s)
    luck = np.array([12345], np.int64)
    while s.pending:
        if s.pending >> CHANCE:
            RULES.play(BOX, position, CHANCE, RULES.draw(BOX, position, luck))
        else:
            RULES.play(BOX, position, 0, RULES.choices(BOX, position, 0)[0])
    assert s.ended
    assert fates.fate_of(BOX.fields, s, 0) != OPEN
    assert fates.empty_squares(fates.fate_of(BOX.fields, s, 0)) == min(MOST_EMPTY, s.grids[2].empty)
