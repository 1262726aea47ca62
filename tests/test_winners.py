"""Who wins, and what sets are made of: one answer for rules, bots, simulations and environments."""

import itertools

import numpy as np
import pytest

from chancebox.engine.builds import digests
from chancebox.engine.rules import bits
from chancebox.engine.rules.records import Memory
from chancebox.engine.rules.winners import WHOLE, place_seats, share_win
from chancebox.envs.stepping import settle
from chancebox.games import game
from chancebox.lab.files.results import Results, shares_of
from chancebox.lab.findings import Tally
from chancebox.lab.scores import ScoreFound, even_out

CASES = {
    (5,): ((1,), (1,)),
    (-1,): ((0,), (2,)),
    (3, 1): ((1, 0), (1, 2)),
    (0, 0): ((1 / 2, 1 / 2), (1, 1)),
    (0, -1): ((1, 0), (1, 2)),
    (2, 7, 7): ((0, 1 / 2, 1 / 2), (3, 1, 1)),
    (-1, -1, -1): ((0, 0, 0), (2, 2, 2)),
    (-2, -1, -1): ((0, 0, 0), (4, 2, 2)),
    (4, 4, 4, 4, 4, 4, 4, 4): ((1 / 8,) * 8, (1,) * 8),
}


@pytest.mark.parametrize("ranks", CASES, ids=str)
def test_the_best_share_a_win_and_without_a_winner_nobody_gets_anything(ranks: tuple[int, ...]) -> None:
    shares, places = [0] * len(ranks), [0] * len(ranks)
    winners = share_win(ranks, len(ranks), shares)
    place_seats(ranks, len(ranks), places)
    assert (tuple(share / WHOLE for share in shares), tuple(places)) == CASES[ranks]
    assert winners == sum(share > 0 for share in shares)
    assert sum(shares) == (WHOLE if winners else 0)


def every_standing(seats: int) -> Memory:
    return np.array(list(itertools.product(range(-2, 4), repeat=seats)), np.int64)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_many_games_at_once_are_judged_like_each_of_them(seats: int) -> None:
    standings = every_standing(seats)
    one_by_one = []
    for ranks in standings.tolist():
        shares = [0] * seats
        share_win(ranks, seats, shares)
        one_by_one.append([share / WHOLE for share in shares])
    assert shares_of(standings).tolist() == one_by_one


def test_compiled_kernels_judge_alike() -> None:
    module = game("pig").compiled("checked").twin("chancebox.engine.rules.winners")
    numba = digests.load_numba()
    row = numba.types.Array(numba.types.int64, 1, "C")
    share, place = module.share_win, module.place_seats

    def enter(ranks: Memory, shares: Memory, places: Memory) -> int:
        place(ranks, len(ranks), places)
        return int(share(ranks, len(ranks), shares))

    entered = numba.njit(enter)
    entered.compile((row, row, row))
    for ranks in every_standing(3):
        compiled = np.zeros(3, np.int64), np.zeros(3, np.int64)
        plainly = [0] * 3, [0] * 3
        place_seats(ranks.tolist(), 3, plainly[1])
        assert entered(ranks, *compiled) == share_win(ranks.tolist(), 3, plainly[0])
        assert [one.tolist() for one in compiled] == list(plainly)


def test_who_compares_players_calls_a_game_without_a_winner_even() -> None:
    assert even_out(np.array([[0, 0, 0], [0.5, 0.5, 0]])).tolist() == [[1 / 3] * 3, [0.5, 0.5, 0]]
    nobody, won = [0.0, 0.0], [1.0, 0.0]
    score = ScoreFound(2, [[((0, 1), nobody), ((1, 0), nobody)], [((0, 1), won), ((1, 0), won)]])
    assert score.by_deal(0) == [0.5, 0.5]
    assert sum(one.share for one in score.shares()) == 1


def test_environments_take_and_give_nothing_if_nobody_won() -> None:
    worth = [0.0] * 3
    settle([-1, -1, -1], 3, [0] * 3, worth, 0)
    assert worth == [0.0] * 3
    settle([-1, 2, 2], 3, [0] * 3, worth, 0)
    assert worth == [-0.5, 0.25, 0.25]
    alone = [0.0]
    settle([-1], 1, [0], alone, 0)
    assert alone == [-1.0]


def test_counted_rows_leave_a_game_without_a_winner_to_nobody() -> None:
    standings = np.array([[-1, -1], [3, 3], [0, 1]])
    tally = Results(0, np.array([5, 6, 7]), np.array([1, 1, 1]), standings).tally
    expected = Tally()
    expected.wins[[1, 8 + 1, 8]] = 1  # A shared with one other, B too, and B alone
    assert tally.wins.tolist() == expected.wins.tolist()


# Sets


def test_the_lowest_member_is_found() -> None:
    for n in range(63):
        assert bits.lowest(1 << n) == n
        assert bits.lowest(1 << n | 1 << 62) == n
    assert [bits.ASKED[pending] for pending in (1, 2, 3, 6, 128)] == [0, 1, 0, 1, 7]


def test_members_are_counted() -> None:
    for some in (0, 1, 2, 0b1011, 2**62 - 1, 2**63 - 1, 0x5555555555555555, 1 << 62):
        assert bits.members(some) == some.bit_count()
