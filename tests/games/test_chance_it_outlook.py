"""chance it: what a choice can cost, as it is told to who has to choose."""

import pytest

from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import SPECTATOR
from games.chance_it_table import A, B, C, E, altered, deal, play_round, sit


def told(match: Match, move: str, seat: int = A) -> tuple[str, str]:
    """Return what is said about a choice, and how dangerous it is."""
    found = match.view(seat)["outlook"][move]
    return "; ".join(found["lines"]), found["danger"]


def test_each_guide_card_says_what_it_costs_me() -> None:
    match = sit(6)
    deal(match, "dice 6 5 4 3 2")
    assert told(match, "in") == ("pay 1–3¢; dice: −1♥ +1¢ +1★", "")
    assert told(match, "out") == ("gain 1–5¢; all OUT: −1♥", "")
    assert told(match, "chance") == ("as IN, then +2¢; not alone: IN next", "")


@pytest.mark.parametrize(
    ("coins", "line"),
    [(3, "pay 1–3¢"), (1, "pay 1–3¢; have 1: up to −2♥"), (0, "pay 1–3¢; have 0: up to −3♥")],
)
def test_coins_that_are_missing_are_paid_in_hearts(coins: int, line: str) -> None:
    match = sit(6, coins=[coins, 8, 8, 8, 8, 8])
    deal(match, "dice 6 6 6 6 6")
    assert told(match, "in") == (line, "")


def test_where_every_case_costs_the_same_there_is_no_up_to() -> None:
    match = sit(6, coins=[0] * 6)
    play_round(match, "4 4 4 4 4", "out chance chance chance in in")
    deal(match, "dice 6 6 6 6 6")
    assert told(match, "in", E) == ("pay 3¢; have 0: −3♥", "")


def test_others_who_are_bound_narrow_what_can_come() -> None:
    match = sit(6, coins=[0] * 6)
    play_round(match, "4 4 4 4 4", "out chance chance chance out out")
    deal(match, "dice 4 4 4 4 4")
    assert told(match, "in")[0].startswith("pay 3¢"), "at least four take part"
    assert told(match, "out") == ("gain 3–5¢", ""), "at most three are OUT"


@pytest.mark.parametrize(
    ("dice", "hearts", "danger"),
    [
        ("4 4 4 4 4", 1, ""),
        ("4 4 4 4 3", 3, ""),
        ("4 4 4 4 3", 2, "sure"),
        ("4 4 4 3 2", 2, ""),  # the 2 comes first
        ("4 4 4 3 1", 2, "may"),  # the 1 may become a 2, or another 3
        ("4 4 3 3 1", 3, "sure"),
    ],
)
def test_dice_that_take_the_last_heart_are_seen_before(dice: str, hearts: int, danger: str) -> None:
    match = sit(hearts=[hearts, 8, 8])
    deal(match, f"dice {dice}")
    assert told(match, "in")[1] == told(match, "chance")[1] == danger
    if danger == "sure":
        outcome = match.fork()
        outcome.play(A, "in")
        outcome.play(B, "in")
        outcome.play(C, "out")
        if "1" in dice:
            deal(outcome, "dice 2")
        assert not outcome.view()["players"][A]["alive"]


def test_a_stake_can_surely_take_the_last_heart() -> None:
    match = sit(hearts=[1, 8, 8], coins=[0, 8, 8])
    deal(match, "dice 4 4 4 4 4")
    assert told(match, "in")[1] == "sure"
    match = sit(hearts=[2, 8, 8], coins=[0, 8, 8])
    deal(match, "dice 4 4 4 4 4")
    assert told(match, "in")[1] == "may", "three participants pay two"


def test_own_cards_help_and_cards_of_others_threaten() -> None:
    saved = sit(hearts=[2, 8, 8], cards={A: "D3a"})
    deal(saved, "dice 4 4 4 4 3")
    assert told(saved, "in")[1] == ""
    threatened = sit(hearts=[3, 8, 8], cards={B: "D3c"})
    deal(threatened, "dice 4 4 4 4 3")
    assert told(threatened, "in")[1] == "may"


def test_attacks_of_the_market_and_of_chance_it_are_counted() -> None:
    for market, cards, dice, danger in (
        ("F7 F1 F2 F3", "", "6 4 4 4 4", "may"),
        ("F7 F1 F2 F3", "", "4 4 4 4 4", ""),
        ("F1 F2 F3 F4", "C3", "4 4 4 4 4", "may"),
    ):
        match = sit(hearts=[1, 8, 8], market=market, cards={B: cards})
        deal(match, f"dice {dice}")
        assert told(match, "in")[1] == danger, (market, cards, dice)


def test_out_can_take_the_last_heart_if_all_are_out() -> None:
    match = sit(hearts=[1, 8, 8])
    deal(match, "dice 4 4 4 4 4")
    assert told(match, "out")[1] == "may"
    bound = sit(hearts=[1, 8, 8])
    play_round(bound, "4 4 4 4 4", "out chance chance")
    deal(bound, "dice 4 4 4 4 4")
    assert told(bound, "out") == ("gain 2¢", ""), "two are bound to IN"


def test_a_die_that_kills_without_the_card_is_told() -> None:
    match = sit(hearts=[2, 8, 8], cards={A: "D3a", B: "D3c"})
    play_round(match, "4 4 4 4 3", "in in out")
    assert told(match, "pass") == ("", "sure")
    assert told(match, "use D3a") == ("", "may"), "the other may attack"


def test_nothing_is_told_to_who_is_not_asked() -> None:
    match = sit()
    deal(match, "dice 4 4 4 4 4")
    assert match.view(SPECTATOR)["outlook"] == {}
    match.play(A, "in")
    assert match.view(A)["outlook"] == {}


def test_a_box_in_which_a_1_may_help_in_two_ways() -> None:
    box = altered(D2a='when = "2"\nprice = 1\nhearts = 2')
    match = sit(hearts=[1, 8, 8], cards={A: "D2a"}, box=box)
    deal(match, "dice 4 4 3 1 1")
    assert told(match, "in")[1] == "may"
