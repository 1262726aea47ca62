"""How a group stands, counted from results; and ratings, which say nothing before they know something."""

import random

import pytest

from chancebox.server.tables.standings import (
    ENOUGH,
    Placed,
    Played,
    Series,
    games_of,
    is_over,
    leads_clearly,
    ratings,
    running,
    standings,
)


def played(number: int, *places: int, bots: tuple[int, ...] = (), lucks: tuple[float, ...] = ()) -> Played:
    """Make a game in which the member of each seat came in at a place."""
    placed = tuple(
        Placed(
            seat,
            None if seat in bots else seat,
            "",
            seat in bots,
            place,
            place == 1,
            False,
            lucks[seat] if lucks else None,
        )
        for seat, place in enumerate(places)
    )
    return Played(number, f"t{number}", "gang-of-dice", 0.0, 1.0, True, placed)


def told(games: list[Played]) -> list[tuple[int, int, int]]:
    return [(one.place, one.member, one.wins) for one in standings(games)]


def test_wins_count_first_and_then_the_average_place() -> None:
    assert told([played(1, 1, 2, 3), played(2, 2, 1, 3), played(3, 2, 3, 1)]) == [
        (1, 0, 1),
        (2, 1, 1),
        (3, 2, 1),
    ]


def test_ties_share_the_place_and_a_shared_win_counts_for_each() -> None:
    assert told([played(1, 1, 1, 3)]) == [(1, 0, 1), (1, 1, 1), (3, 2, 0)]
    assert told([played(1, 1, 2), played(2, 2, 1)]) == [(1, 0, 1), (1, 1, 1)]


def test_bots_take_places_and_wins_and_have_no_line() -> None:
    assert told([played(1, 2, 3, 1, bots=(2,))]) == [(1, 0, 0), (2, 1, 0)]


def test_games_that_are_not_over_do_not_count() -> None:
    assert told([played(1, 1, 2), played(2, 2, 1)._replace(ended=None)]) == [(1, 0, 1), (2, 1, 0)]


def test_the_running_score() -> None:
    games = [played(1, 1, 2), played(2, 1, 1), played(3, 2, 1)]
    assert list(running(games, [1, 0])) == [(0, 0), (0, 1), (1, 2), (2, 2)]


def test_best_of_three_ends_with_the_second_win() -> None:
    series = Series(2, "best", 3, "")
    games = [played(n, *places) for n, places in enumerate([(1, 2), (2, 1), (2, 1), (1, 2)], 1)]
    assert [one.number for one in games_of(series, games)] == [2, 3]
    assert is_over(series, games[1:3])
    assert not is_over(series, games[1:2])
    of_bots = [played(n, 2, 1, bots=(1,)) for n in (2, 3)]
    assert not is_over(series, of_bots), "nobody wins a series against oneself"


def test_a_series_of_n_games_ends_after_all_of_them() -> None:
    series = Series(1, "games", 3, "")
    games = [played(n, 1, 2) for n in range(1, 6)]
    assert [one.number for one in games_of(series, games)] == [1, 2, 3]
    assert [one.number for one in games_of(series, games, Series(3, "best", 5, ""))] == [1, 2]


def test_too_few_games_say_nothing() -> None:
    games = [played(n, 1, 2) for n in range(1, ENOUGH)]
    assert ratings(games) == []
    assert len(ratings([*games, played(ENOUGH, 1, 2)])) == 2
    # It takes the same two: with a third one who came once there is nothing to tell about that one.
    assert [one.member for one in ratings([*games, played(ENOUGH, 1, 3, 2)])] == [0, 1]
    assert ratings([game._replace(ended=None) for game in [*games, played(ENOUGH, 1, 2)]]) == []


def test_games_in_which_a_bot_stood_in_tell_nothing_about_somebody() -> None:
    games = [played(n, 1, 2) for n in range(1, ENOUGH + 1)]
    helped = games[0].placed[0]._replace(stood_in=True)
    assert ratings([games[0]._replace(placed=(helped, games[0].placed[1])), *games[1:]]) == []


@pytest.mark.parametrize("many", [ENOUGH, 40])
@pytest.mark.parametrize("chance", [0.5, 0.6, 0.75, 0.9])
def test_intervals_hold_the_truth_in_nine_of_ten_cases(chance: float, many: int) -> None:
    """Also for who nearly always wins: ten results that are alike must not look sure."""
    luck, held, cases = random.Random(5), 0, 400
    for _case in range(cases):
        games = [played(n, *((1, 2) if luck.random() < chance else (2, 1))) for n in range(1, many + 1)]
        first = next(one for one in ratings(games) if one.member == 0)
        held += first.low <= 100 * (chance - 0.5) <= first.high
    assert 0.82 < held / cases < 0.97


def test_reviews_take_luck_away_and_make_it_surer() -> None:
    luck = random.Random(2)
    plain, reviewed = [], []
    for n in range(1, 31):
        fortune = luck.uniform(-0.5, 0.5)
        # Seat 0 plays a little better; all else is luck, and the review finds most of it.
        places = (1, 2) if 0.05 + fortune > 0 else (2, 1)
        result = 0.5 if places[0] == 1 else -0.5
        plain.append(played(n, *places))
        reviewed.append(played(n, *places, lucks=(result - 0.05, 0.05 - result)))
    before, after = (next(one for one in ratings(games) if one.member == 0) for games in (plain, reviewed))
    assert after.high - after.low < before.high - before.low
    assert after.low <= 5.0 <= after.high
    assert (before.reviewed, after.reviewed) == (0, 30)
    assert leads_clearly(ratings(reviewed))
    assert not leads_clearly(ratings(plain[:10]))
