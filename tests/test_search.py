"""The searcher and the master: blind, repeatable, better than chance, and mixed where they must be."""

import math
import random

import numpy as np
import pytest

from chancebox.bots import BOTS, BUDGETED, Question, ask, bot, factory, question
from chancebox.bots.interface import Thought
from chancebox.bots.thinking import kernels
from chancebox.bots.thinking.search import Estimates, Searcher
from chancebox.engine.game.errors import BadSetup
from chancebox.engine.match import chance
from chancebox.engine.match.chance import Scripted, Seeded
from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import CHANCE
from chancebox.engine.rules.records import plain
from chancebox.engine.rules.winners import WHOLE, share_win
from chancebox.games import game
from helpers import random_match

COMPILED = ("gang-of-dice", "hush", "pig")
"""Games for which `make test` compiles the search; for each of the large ones that takes a dozen seconds."""
SMALL = 64
"""Games played out for a move in tests: enough to see how it thinks, not how well."""


def moments(room: str, seats: int, n: int = 6) -> list[Question]:
    match = random_match(game(room), seats, 3)
    picked = random.Random(seats).sample(range(len(match.events)), min(n, len(match.events)))
    forks = [match.fork(moment) for moment in sorted(picked)]
    return [question(fork, seat) for fork in forks for seat in fork.to_act[:1] if seat != CHANCE]


@pytest.mark.wide(case=COMPILED)
@pytest.mark.parametrize("name", ["searcher", "master"])
def test_the_same_view_seed_and_budget_give_the_same_legal_move(room: str, name: str) -> None:
    for one in moments(room, game(room).seats[-1]):
        first = bot(f"{name}:{SMALL}", 5).choose(one)
        assert first in one.choices
        assert bot(f"{name}:{SMALL}", 5).choose(one) == first


@pytest.mark.wide(case=COMPILED)
@pytest.mark.parametrize("name", [*BOTS])
def test_bots_do_not_look_at_what_is_hidden(room: str, name: str) -> None:
    """Hand them records in which the hidden parts are filled in, rightly or not: the move stays."""
    found = game(room)
    budget = f":{SMALL}" if name in BUDGETED else ""
    for n, one in enumerate(moments(room, found.seats[-1], 5)):
        answer = bot(name + budget, 1).choose(one)
        for guess in range(2):
            world = one.position.copy()
            found.build("compiled").guess(one.box, world, one.seat, chance.stream(guess, 1, n))
            there = Question(one.game, one.box, world, one.seat, one.choices, one.number)
            assert bot(name + budget, 1).choose(there) == answer


def test_who_decides_first_makes_no_difference() -> None:
    """A seat is asked about the moment before others who decide at the same time have done so."""
    match = random_match(game("chance-it"), 4, 1, events=0)
    while len(match.to_act) < 4:
        match.play(match.to_act[0], 0)
    early = question(match, 3)
    for seat in (0, 1, 2):
        match.play(seat, 1)
    late = question(match, 3)
    assert late.position.tobytes() == early.position.tobytes()
    assert late.number == early.number
    assert plain(match.position(3)).pending == 1 << 3


def pig_at(score: int, other: int, total: int) -> Match:
    """A match of Pig in which the seat to act has so many points, and so many rolled in this turn."""
    match = Match(game("pig"), 2, dealer=Scripted([]))
    s = match.position()
    plain(s).score[0] = score
    plain(s).score[1] = other
    plain(s).total = total
    return Match(game("pig"), 2, dealer=Seeded(1), position=s)


def test_the_searcher_sees_what_wins() -> None:
    rolls, stops = question(pig_at(0, 99, 2), 0).choices
    for seed in range(5):
        assert ask(bot("searcher:200", seed), pig_at(80, 99, 20), 0) == stops
        thought = Searcher(seed, 200).think(question(pig_at(80, 99, 20), 0))
        assert thought.evaluations[0].action == stops
        assert thought.evaluations[0].share == 1
        assert thought.evaluations[1].action == rolls
        assert thought.evaluations[1].share < 1


def test_a_time_limit_cuts_but_something_is_always_thought() -> None:
    one = question(pig_at(0, 0, 10), 0)
    hurried = Searcher(1, 10**7, seconds=0.0).think(one)
    assert 0 < hurried.games < 10**4
    assert hurried.action in one.choices


def test_reasons_name_moves_shares_and_errors() -> None:
    one = question(pig_at(80, 99, 20), 0)
    told = Searcher(1, 200).think(one).why(one)
    assert told.startswith("Stop: 100 of 100 games won from here")
    assert "; roll: " in told
    assert "games played out" in told
    assert Thought(0, (), 0, 0.0).why(one)


def test_nothing_is_left_for_what_is_better_by_luck_alone() -> None:
    """A choice must be better than the usual one by more than its error."""
    found = Estimates(np.array([7, 8, 9]))
    found.games[:] = 100
    found.gaps[1] = 5 * WHOLE
    found.squares[1] = 45 * WHOLE**2
    assert found.gain(1) == pytest.approx(0.05)
    assert found.error(1) == pytest.approx(math.sqrt((0.45 - 0.0025 + 1 / 101) / 100))
    assert found.best([0, 1, 2], 2.0) == 0
    assert found.best([0, 1, 2], 0.7) == 1  # who doubts less
    found.gaps[2] = 20 * WHOLE
    found.squares[2] = 45 * WHOLE**2
    assert found.best([0, 1, 2], 2.0) == 2


def test_regret_matching_finds_the_mixed_strategy_of_a_known_game() -> None:
    """Stone, scissors and paper, where winning with stone counts double: 1/4, 1/2 and 1/4 in some order."""
    pays = [[0, 2, -1], [-2, 0, 1], [1, -1, 0]]  # stone, scissors, paper
    lists = [0] * (2 * kernels.FEW)
    for seat in range(2):
        lists[seat * kernels.FEW : seat * kernels.FEW + 3] = [1, 2, 3]
    regrets, mixed = [0] * len(lists), [0] * len(lists)
    luck = chance.stream(1, 1, 1).tolist()
    for _world in range(6000):
        drawn = [kernels.draw_by_regret(regrets, lists, seat, luck) for seat in range(2)]
        for seat in range(2):
            brought = [100 * (2 + pays[own][drawn[1 - seat]]) for own in range(3)]
            kernels.regret(regrets, mixed, seat, brought, 3)
    for seat in range(2):
        own = mixed[seat * kernels.FEW :][:3]
        assert [share / sum(own) for share in own] == pytest.approx([0.25, 0.25, 0.5], abs=0.05)


def test_a_win_is_shared_among_the_best() -> None:
    shares = [-1] * 8
    for ranks, expected in (([3, 7, 7, 0], [0, 420, 420, 0]), ([-2, -1], [0, 0]), ([0], [840])):
        share_win(ranks, len(ranks), shares)
        assert shares[: len(ranks)] == expected


def test_a_clear_win_is_worth_more_and_any_win_more_than_any_loss() -> None:
    """Worth grows with the lead, and jumps where the game is won; a game among equals is worth half."""

    def worth(*standing: int) -> int:
        ranks, shares = list(standing), [0] * len(standing)
        share_win(ranks, len(ranks), shares)
        return kernels.worth(len(ranks), ranks, shares, 0, [1000, 100])  # leads have been 10 in the mean

    rising = [worth(own, 40, 20) for own in (-3, 0, 20, 39, 41, 60, 200)]
    assert rising == sorted(set(rising))
    assert 0 <= rising[0] < rising[3] < WHOLE // 2 - 100
    assert WHOLE // 2 + 100 < rising[4] < rising[-1] <= WHOLE
    assert worth(40, 40) == WHOLE // 2
    alone = [worth(own) for own in (-9, -1, 0, 9)]
    assert alone == sorted(set(alone))
    assert alone[1] < WHOLE // 2 < alone[2]


def test_what_counts_as_clear_is_learnt_from_the_games() -> None:
    """The same lead of 10 is much where leads are small, and little where they are large."""
    seen = []
    for usual in (2, 10, 500):
        leads = [100 * usual, 100]
        seen.append(kernels.worth(2, [30, 20], [WHOLE, 0], 0, leads))
        assert leads == [100 * usual + 10, 101]
    assert seen == sorted(set(seen), reverse=True)


@pytest.mark.parametrize(
    "name", ["nobody", "thumb:5", "searcher:", "searcher:0", "searcher:many", "no.py:Bot"]
)
def test_a_wrong_name_is_refused_with_a_sentence(name: str) -> None:
    with pytest.raises(BadSetup, match=r"\w"):
        factory(name)
