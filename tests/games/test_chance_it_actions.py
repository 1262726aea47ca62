"""chance it: the dice 1 to 5 and the cards that serve them."""

from fractions import Fraction

import pytest

import chancebox as cb
from chancebox.engine.rules.contract import SPECTATOR
from clauses import clause
from games.chance_it_table import (
    A,
    B,
    C,
    D,
    alive,
    altered,
    asked,
    cards,
    coins,
    deal,
    hearts,
    moves,
    play_round,
    position,
    sit,
    stars,
)


@clause("CI-20")
def test_out_players_are_touched_by_nothing_and_use_no_cards() -> None:
    """C is OUT: dice, an attack and a market action pass by, and the own cards rest."""
    match = sit(cards={A: "D3c", C: "D2a D4a D5a D6c C1"})
    play_round(match, "2 3 4 5 6", "chance in out")
    assert asked(match) == "A"
    match.play(A, "use D3c")
    match.play(A, "discard F1")
    match.play(B, "discard F4")
    assert asked(match) == "*"
    assert (hearts(match)[C], coins(match)[C], stars(match)[C]) == (8, 8 + 2, 0)
    assert hearts(match)[:2] == [7, 6]


@clause("CI-21")
def test_dice_are_carried_out_from_1_to_6_one_by_one() -> None:
    """Cards for every die: the order of the questions is the order of the dice."""
    match = sit(cards={A: "D1a D2b D3d D4b D5b D6c"})
    play_round(match, "6 5 4 3 1", "in out out")
    offered = []
    while asked(match) == "A":
        offered.append(moves(match, A).split(",")[0])
        match.play(A, "pass" if "pass" in match.moves(A) else "discard F1")
        if asked(match) == "*" and match.view()["step"] == "reroll":
            deal(match, "dice 2")
    assert offered == ["use D1a", "use D2b", "use D3d", "use D4b", "use D5b", "use D6c", "use D6c"]


@clause("CI-21", "CI-R04")
def test_an_action_is_finished_for_all_before_the_next_begins() -> None:
    """B would be saved by the 2s if they came after the 3, and dies first if they came later."""
    match = sit(hearts=[8, 1, 8])
    play_round(match, "3 2 2 4 4", "in in out")
    assert hearts(match)[:2] == [8, 1], "+2 by the 2s first, then -2"
    match = sit(hearts=[8, 2, 8])
    play_round(match, "3 4 4 4 4", "in in out")
    assert alive(match) == "AC"
    assert stars(match) == [4, 0, 0]


@clause("CI-22")
def test_every_1_is_rolled_again_until_none_is_left() -> None:
    match = sit()
    play_round(match, "1 1 1 4 5", "in in out")
    assert len(match.outcomes()) == 56, "three dice together"
    deal(match, "dice 1 1 2")
    assert [share for throw, share in match.outcomes() if str(throw) == "dice 1 1"] == [Fraction(1, 36)]
    deal(match, "dice 1 4")
    assert stars(match) == [0, 0, 0], "nothing is carried out before the last 1 is gone"
    deal(match, "dice 5")
    assert hearts(match) == [9, 9, 8]
    assert stars(match) == [2, 2, 0]
    assert coins(match) == [8 - 1 + 2, 8 - 1 + 2, 8 + 2]
    assert [row["dice"] for row in match.view()["rows"]] == [0, 1, 0, 2, 2, 0, 0]


@clause("CI-23", "CI-24", "CI-25", "CI-26")
@pytest.mark.parametrize(("die", "change"), [(2, (1, 0, 0)), (3, (-2, 0, 0)), (4, (0, 0, 1)), (5, (0, 1, 0))])
@pytest.mark.parametrize("dice", [1, 2, 3])
def test_what_a_die_gives_and_takes(die: int, change: tuple[int, int, int], dice: int) -> None:
    """A market action by A alone fills up the five dice."""
    match = sit(coins=[1, 8, 8])
    play_round(match, " ".join([str(die)] * dice + ["6"] * (5 - dice)), "in out out")
    at_once = (hearts(match)[A], coins(match)[A], stars(match)[A])
    assert at_once == (8 + dice * change[0], dice * change[1], dice * change[2])
    assert (hearts(match)[B], coins(match)[B], stars(match)[B]) == (8, 9, 0)


@clause("CI-28")
def test_who_chances_it_takes_two_coins_last() -> None:
    """The coins come after the market: A, with nothing but them, could not buy."""
    match = sit(coins=[1, 8, 8], market="D1a D2a D4b D5b")
    play_round(match, "6 4 4 4 4", "chance out out")
    assert coins(match)[A] == 0
    assert "buy" not in moves(match, A)
    match.play(A, "discard D1a")
    assert coins(match) == [2, 9, 9]


@clause("CI-29", "CI-R15")
def test_owners_decide_in_secret_and_at_the_same_time() -> None:
    match = sit(4, cards={A: "D5a D5b", C: "D5c"})
    play_round(match, "5 4 4 4 4", "in in in out")
    assert asked(match) == "AC", "who has no usable card is not asked"
    assert moves(match, A) == "use D5a, use D5b, pass"
    seen: dict[int, object] = {}
    for move in match.moves(A):
        moment = match.fork()
        moment.play(A, move)
        assert coins(moment) == coins(match), "nothing happens until all have answered"
        for viewer in (B, C, D, SPECTATOR):
            told = moment.position(viewer).tobytes(), moment.view(viewer), moment.log(viewer)
            assert seen.setdefault(viewer, told) == told
        assert moment.view(A)["players"][A]["serves"] == move.removeprefix("use ")
        assert moment.view(C)["players"][A]["serves"] == "hidden"
    match.play(C, "use D5c")
    assert stars(match)[C] == 4
    match.play(A, "use D5b")
    assert (hearts(match)[A], stars(match)[C]) == (9, 5)


@clause("CI-34")
def test_a_die_card_serves_round_after_round() -> None:
    match = sit(cards={A: "D2a"})
    for n in (1, 2):
        play_round(match, "2 4 4 4 4", "in in out")
        match.play(A, "use D2a")
        assert hearts(match)[:2] == [8 + 2 * n, 8 + n]
        assert cards(match, A) == "D2a"


@clause("CI-35")
def test_one_card_for_each_die_and_one_die_for_each_card() -> None:
    match = sit(cards={A: "D5a D5b D5c"})
    play_round(match, "5 5 4 4 3", "in in out")
    match.play(A, "use D5c")
    assert moves(match, A) == "use D5a, use D5b, pass", "the first 5 took one card, which is used up"
    match.play(A, "use D5a")
    assert asked(match) == "*", "two 5s, two cards"
    assert (coins(match)[A], stars(match)[A]) == (8 - 1 + 2 + 1, 2 + 1)


@clause("CI-36", "CI-R04")
def test_die_1_cards_act_before_the_reroll_and_for_the_first_1s_only() -> None:
    match = sit(cards={A: "D1a D1b D1c"})
    play_round(match, "1 1 4 4 4", "in in out")
    assert moves(match, A) == "use D1a, use D1b, use D1c, pass"
    match.play(A, "use D1a")
    assert (hearts(match)[A], moves(match, A)) == (9, "use D1b, use D1c, pass")
    match.play(A, "use D1b")
    deal(match, "dice 1 1")
    assert asked(match) == "*", "no card for a 1 that came up again"
    deal(match, "dice 1 4")
    deal(match, "dice 4")
    assert (hearts(match)[A], coins(match)[A], stars(match)[A]) == (9, 8 - 1 + 2, 5)


@clause("CI-38")
def test_an_attack_hits_the_other_participants_and_not_the_user() -> None:
    match = sit(4, cards={B: "D3c"})
    play_round(match, "3 4 4 4 4", "in in in out")
    match.play(B, "use D3c")
    assert hearts(match) == [5, 6, 5, 8]
    assert coins(match)[B] == 8 - 2 + 1


@clause("CI-40")
def test_a_card_gives_all_it_shows() -> None:
    box = altered(D2a='when = "2"\nprice = 1\nhearts = 2\ncoins = 3\nstars = 4\nattack = 5')
    match = sit(cards={A: "D2a"}, box=box)
    play_round(match, "2 4 4 4 4", "in in out")
    match.play(A, "use D2a")
    assert (hearts(match)[A], coins(match)[A], stars(match)[A]) == (8 + 1 + 2, 8 - 1 + 3, 4 + 4)
    assert hearts(match)[1:] == [8 + 1 - 5, 8]


# The worked examples of the book


@clause("CI-X1")
def test_example_eva_stays_out() -> None:
    """Eva is E; of the four others three chance it."""
    match = sit(5)
    play_round(match, "6 4 4 4 4", "chance chance chance in out")
    assert coins(match) == [5, 5, 5, 5, 12]
    assert [p["forced"] for p in match.view()["players"]] == [True, True, True, False, False]
    for seat in (A, B, C, D):
        match.play(seat, match.choices(seat)[-1])
    deal(match, "card C1", "card C2", "card C3", "card C4", "dice 4 4 4 4 4")
    assert asked(match) == "DE"


@clause("CI-X2")
def test_example_a_heart_for_all_and_one_more_for_bridget() -> None:
    match = sit(4, cards={B: "D2a"})
    play_round(match, "2 4 4 5 5", "in in in out")
    match.play(B, "use D2a")
    assert hearts(match) == [9, 10, 9, 8]


@clause("CI-X3")
def test_example_two_3s_and_johns_card_for_one_of_them() -> None:
    match = sit(3, cards={A: "D3a"})
    play_round(match, "3 3 4 4 4", "in in out")
    match.play(A, "use D3a")
    assert asked(match) == "*", "the card serves only one of the dice"
    assert hearts(match) == [8 - 4 + 1, 8 - 4, 8]
    assert coins(match)[:2] == [8 - 1 + 1, 8 - 1]


@clause("CI-X4")
def test_example_tom_chooses_one_of_two_cards() -> None:
    match = sit(cards={A: "D5a D5c"})
    play_round(match, "5 4 4 4 4", "in in out")
    assert moves(match, A) == "use D5a, use D5c, pass"
    match.play(A, "use D5c")
    assert asked(match) == "*"
    assert (coins(match)[A], stars(match)[A]) == (8 - 1 + 1, 4 + 1)


# Rulings


@clause("CI-R03")
def test_changes_of_one_die_are_netted_before_anyone_is_eliminated() -> None:
    """With one heart, -2 and +2 leave A alive; B has -2, +1 and dies."""
    match = sit(4, hearts=[1, 1, 8, 8], cards={A: "D3b", B: "D3a"})
    play_round(match, "3 4 4 4 4", "in in in out")
    match.play(A, "use D3b")
    match.play(B, "use D3a")
    assert hearts(match) == [1, 0, 6, 8]


@clause("CI-R03")
def test_an_attacker_who_dies_of_the_die_still_hits() -> None:
    match = sit(4, hearts=[1, 8, 8, 8], cards={A: "D3c"})
    play_round(match, "3 4 4 4 4", "in in in out")
    match.play(A, "use D3c")
    assert hearts(match) == [0, 5, 5, 8]


@clause("CI-R04")
def test_each_of_several_equal_dice_is_an_action_of_its_own() -> None:
    """B is eliminated by the first 3, so that the card cannot serve the second one."""
    match = sit(hearts=[8, 2, 8], cards={B: "D3b"})
    play_round(match, "3 3 4 4 4", "in in out")
    match.play(B, "pass")
    assert alive(match) == "AC"
    assert asked(match) == "*"


@clause("CI-R04")
def test_each_1_is_checked_before_the_next() -> None:
    """20 stars by a die-1 card end the game before the re-roll, and before the second 1."""
    match = sit(stars=[19, 0, 0], cards={A: "D1c", B: "D1a"})
    play_round(match, "1 1 2 2 2", "in in out")
    match.play(B, "pass")
    match.play(A, "use D1c")
    assert match.result
    assert match.result.winners == (A,)
    assert hearts(match) == [8, 8, 8]


@clause("CI-R15")
def test_cards_and_dice_are_paired_freely_and_a_card_may_rest() -> None:
    """A lets the first 3 pass by, uses the card for the second, and could not for a third."""
    match = sit(cards={A: "D3b"})
    play_round(match, "3 3 3 4 4", "in out out")
    match.play(A, "pass")
    assert hearts(match)[A] == 6
    match.play(A, "use D3b")
    assert hearts(match)[A] == 8 - 6 + 2
    assert asked(match) == "*"


@clause("CI-R23", "CI-R29")
def test_several_attacks_on_one_die_add_up() -> None:
    box = altered(
        D3a='when = "3"\nprice = 1\nattack = 1',
        D3b='when = "3"\nprice = 1\nattack = 2',
    )
    match = sit(4, cards={A: "D3a", B: "D3b"}, box=box)
    play_round(match, "3 4 4 4 4", "in in in out")
    match.play(A, "use D3a")
    match.play(B, "use D3b")
    assert hearts(match) == [8 - 2 - 2, 8 - 2 - 1, 8 - 2 - 3, 8]


@clause("CI-R24")
def test_rerolled_dice_are_ordinary_dice() -> None:
    match = sit(cards={A: "D2a"})
    play_round(match, "1 4 4 4 4", "in in out")
    deal(match, "dice 2")
    assert moves(match, A) == "use D2a, pass"
    match.play(A, "use D2a")
    assert hearts(match) == [10, 9, 8]


def test_only_cards_for_the_die_can_serve_it() -> None:
    match = sit(cards={A: "D2a D4a"})
    play_round(match, "2 3 3 5 5", "in in out")
    assert moves(match, A) == "use D2a, pass"
    for wrong in ("use D4a", "use D2b", "use F1"):
        with pytest.raises(cb.IllegalAction):
            match.play(A, wrong)
    assert position(match).players[A].served == 0
