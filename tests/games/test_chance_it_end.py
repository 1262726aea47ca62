"""chance it: elimination, and how the game ends."""

import pytest

from chancebox.engine.match.match import Match, Result
from chancebox.games.chance_it.rules.records import LAST_ONE, NOBODY_LEFT, STARS
from clauses import clause
from games.chance_it_table import (
    A,
    B,
    C,
    alive,
    asked,
    cards,
    coins,
    deal,
    discards,
    hearts,
    market,
    play_round,
    sit,
    stars,
)


def result(match: Match) -> Result:
    assert match.result
    return match.result


@clause("CI-50")
@pytest.mark.parametrize("cause", ["stake", "all out", "die", "attack"])
def test_who_loses_the_last_heart_is_out_and_keeps_nothing(cause: str) -> None:
    match = sit(
        4,
        hearts=[8, 1, 8, 8],
        coins=[9, 0 if cause == "stake" else 9, 9, 9],
        stars=[0, 12, 0, 0],
        cards={A: "C3", B: "D1a C1"},
    )
    dice, guides = {
        "stake": ("5 5 5 5 5", "in in in out"),
        "all out": ("5 5 5 5 5", "out out out out"),
        "die": ("3 5 5 5 5", "in in in out"),
        "attack": ("5 5 5 5 5", "chance in in out"),
    }[cause]
    play_round(match, dice, guides)
    if cause == "attack":
        match.play(A, "use C3")
    assert alive(match) == "ACD"
    assert (hearts(match)[B], coins(match)[B], stars(match)[B]) == (0, 0, 0)
    assert (cards(match, B), discards(match)) == ("", "D1a C1")
    deal(match, "dice 4 4 4 4 4")
    assert B not in match.to_act


@clause("CI-50")
def test_the_eliminated_cannot_win() -> None:
    match = sit(4, hearts=[8, 1, 8, 8], stars=[18, 19, 7, 5])
    play_round(match, "3 4 4 4 4", "in in in out")
    assert result(match).winners == (A,)
    assert result(match).places == (1, 4, 2, 3), "B is behind all others"
    assert result(match).standing[B] < 0


@clause("CI-70")
def test_20_stars_end_the_game_after_the_die_that_brought_them() -> None:
    """The second 4 and the 5s are not carried out any more."""
    match = sit(stars=[19, 5, 0])
    play_round(match, "4 4 5 5 5", "in in out")
    assert stars(match) == [20, 6, 0]
    assert coins(match)[:2] == [7, 7]
    assert (result(match).ended, result(match).winners) == (STARS, (A,))
    assert result(match).places == (1, 2, 3)


@clause("CI-70")
def test_19_stars_do_not_end_the_game_and_most_stars_win() -> None:
    match = sit(stars=[18, 17, 0], cards={B: "D4a"})
    play_round(match, "4 4 5 5 5", "in in out")
    assert match.result is None
    match.play(B, "use D4a")
    assert stars(match) == [20, 20, 0], "19 and 19, and after the second 4 both have 20"
    assert result(match).ended == STARS


@clause("CI-71")
@pytest.mark.parametrize(
    ("hearts", "coins", "winners"),
    [
        ((3, 4, 9), (9, 1, 9), (B,)),
        ((4, 4, 9), (5, 3, 9), (A,)),
        ((4, 4, 9), (3, 5, 9), (B,)),
    ],
)
def test_ties_are_broken_by_hearts_then_coins(
    hearts: tuple[int, ...], coins: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    match = sit(stars=[19, 19, 0], hearts=hearts, coins=coins)
    play_round(match, "4 4 4 4 4", "in in out")
    assert result(match).winners == winners


@clause("CI-72")
def test_one_player_alone_with_hearts_wins() -> None:
    """With 12 stars against 0; the OUT player is the one who is left."""
    match = sit(hearts=[2, 1, 1], stars=[12, 3, 0])
    play_round(match, "3 4 4 4 4", "in in out")
    assert (result(match).ended, result(match).winners) == (LAST_ONE, (C,))
    assert result(match).places == (2, 2, 1)
    assert stars(match)[C] == 0


@clause("CI-73")
def test_if_nobody_has_hearts_left_nobody_wins() -> None:
    match = sit(hearts=[2, 1, 2], stars=[12, 3, 0])
    play_round(match, "3 4 4 4 4", "in in in")
    assert (result(match).ended, result(match).winners) == (NOBODY_LEFT, ())
    assert min(result(match).places) > 1


@clause("CI-R06")
def test_the_end_is_checked_after_the_chance_it_action_which_all_finish() -> None:
    match = sit(stars=[19, 19, 0], cards={A: "C1", B: "C2"})
    play_round(match, "2 2 2 2 2", "chance chance out")
    match.play(A, "use C1")
    assert match.result is None
    assert asked(match) == "B"
    match.play(B, "use C2")
    assert (result(match).ended, result(match).winners) == (STARS, (A,))
    assert hearts(match)[B] == 14


@clause("CI-R07")
def test_the_game_ends_at_once_when_stakes_leave_one_player() -> None:
    match = sit(coins=[0, 0, 8], hearts=[1, 1, 8])
    play_round(match, "2 2 2 2 1", "in in out")
    assert (result(match).ended, result(match).winners) == (LAST_ONE, (C,))


@clause("CI-R07")
@pytest.mark.parametrize(("hearts", "ended"), [((1, 1, 2), LAST_ONE), ((1, 1, 1), NOBODY_LEFT)])
def test_the_game_ends_at_once_when_all_out_leaves_one_player_or_none(
    hearts: tuple[int, ...], ended: int
) -> None:
    match = sit(hearts=hearts)
    play_round(match, "2 2 2 2 1", "out out out")
    assert result(match).ended == ended


@clause("CI-R07")
def test_the_game_ends_in_the_middle_of_a_6() -> None:
    """A could go on with the card for the 6, and with another 6."""
    match = sit(hearts=[8, 1, 1], cards={A: "D6c"}, market="F7 F1 F2 F3")
    play_round(match, "6 6 5 5 5", "in in in")
    match.play(A, "buy F7")
    assert (result(match).ended, result(match).winners) == (LAST_ONE, (A,))
    assert market(match) == "F1 F2 F3"


@clause("CI-R07")
def test_the_game_ends_in_the_middle_of_the_chance_it_action() -> None:
    match = sit(hearts=[8, 1, 1], cards={A: "C3", B: "C1"})
    play_round(match, "5 5 5 5 5", "chance chance in")
    match.play(A, "use C3")
    assert (result(match).ended, result(match).winners) == (LAST_ONE, (A,))


@clause("CI-R07")
def test_without_participants_the_rest_of_the_round_is_dropped() -> None:
    """A and B die of the stake; C and D are OUT and go on. The 1s are not rolled again."""
    match = sit(4, coins=[0, 0, 8, 8], hearts=[1, 1, 8, 8])
    play_round(match, "6 4 4 1 1", "in chance out out")
    assert alive(match) == "CD"
    assert match.view()["step"] == "roll"
    assert (stars(match), hearts(match)) == ([0] * 4, [0, 0, 8, 8])
    assert match.view()["first"] == C


@clause("CI-R07")
def test_without_participants_left_by_a_die_the_rest_is_dropped_too() -> None:
    match = sit(4, hearts=[1, 2, 8, 8])
    play_round(match, "6 4 3 3 2", "in chance out out")
    assert asked(match) == "*"
    assert alive(match) == "CD", "the 2 came first, the first 3 took A, the second one B"
    assert match.view()["step"] == "roll"


@clause("CI-R08")
def test_elimination_comes_before_20_stars() -> None:
    """A reaches 20 stars with the 3 that costs the last heart: out, and the game goes on."""
    match = sit(4, hearts=[2, 8, 8, 8], stars=[19, 0, 0, 0], cards={A: "D3d"})
    play_round(match, "3 4 4 4 4", "in in out out")
    match.play(A, "use D3d")
    assert alive(match) == "BCD"
    assert match.result is None
    assert stars(match) == [0, 4, 0, 0]


@clause("CI-R25")
def test_out_players_take_part_in_the_ranking() -> None:
    match = sit(4, stars=[19, 2, 18, 1])
    play_round(match, "4 4 4 4 4", "in in out out")
    assert result(match).places == (1, 3, 2, 4)
    assert result(match).winners == (A,)


@clause("CI-R25")
def test_level_after_coins_shares_the_win() -> None:
    match = sit(4, stars=[19, 19, 0, 0])
    play_round(match, "4 4 4 4 4", "in in in out")
    assert result(match).winners == (A, B)
    assert result(match).places == (1, 1, 3, 4), "C has a star of this die, D none"


@clause("CI-70", "CI-R05")
def test_20_stars_by_a_card_that_serves_a_6_count_as_well() -> None:
    match = sit(stars=[19, 0, 0], cards={A: "D6c"})
    play_round(match, "6 6 5 5 5", "in in out")
    match.play(A, "use D6c")
    match.play(A, "discard F1")
    assert match.result is None
    match.play(B, "discard F4")
    assert result(match).winners == (A,)
