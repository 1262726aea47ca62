"""chance it: the market, the turns of a 6 and the CHANCE IT action."""

import pytest

import chancebox as cb
from chancebox.engine.rules.contract import CHANCE
from chancebox.games.chance_it import GAME
from chancebox.games.chance_it.rules.records import LAY_OUT, TURN
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
    discards,
    hearts,
    market,
    moves,
    play_round,
    position,
    sit,
    stars,
)
from helpers import random_match

ONE_6 = "6 4 4 4 4"
TWO_6 = "6 6 4 4 4"


@clause("CI-27", "CI-29")
def test_a_6_goes_in_turn_order_from_the_starting_player() -> None:
    match = sit(4, first=C)
    play_round(match, ONE_6, "in out in in")
    for seat, card in ((C, "F1"), (D, "F4"), (A, "F6")):
        assert asked(match) == "ABCDEF"[seat]
        match.play(seat, f"discard {card}")
    assert market(match) == "D1b"
    assert asked(match) == "*", "each participant had one market action"


@clause("CI-30")
def test_a_card_costs_its_full_price_in_coins_and_never_hearts() -> None:
    match = sit(coins=[4, 8, 8], hearts=[50, 8, 8], market="D1a D1b D1c F3")
    play_round(match, ONE_6, "in out out")
    assert coins(match)[A] == 3
    assert moves(match, A) == "buy D1a, discard F3, discard D1a, discard D1b, discard D1c"
    match.play(A, "buy D1a")
    assert (coins(match)[A], hearts(match)[A], cards(match, A)) == (2, 50, "D1a")


@clause("CI-31")
def test_who_does_not_buy_discards() -> None:
    match = sit(coins=[8, 8, 8])
    play_round(match, ONE_6, "in in out")
    assert "pass" not in moves(match, A)
    match.play(A, "discard D1b")
    assert (coins(match)[A], market(match), discards(match)) == (7, "F1 F4 F6", "D1b")
    assert (cards(match, A), stars(match)[A]) == ("", 4), "unused"


@clause("CI-31")
def test_who_is_bound_to_discard_the_only_card_is_not_asked() -> None:
    match = sit(coins=[8, 1, 8], market="F1 D1a")
    play_round(match, ONE_6, "in in out")
    match.play(A, "discard D1a")
    assert discards(match) == "D1a F1", "B's card on top"
    assert "B has to discard F1" in match.log()[-1]
    assert match.view()["step"] == "market"


@clause("CI-31", "CI-R17")
def test_who_could_buy_the_only_card_with_the_help_of_another_is_asked() -> None:
    match = sit(coins=[1, 8, 8], cards={A: "D6b"}, market="D1a")
    play_round(match, ONE_6, "in in out")
    assert moves(match, A) == "use D6b, discard D1a"
    match.play(A, "use D6b")
    match.play(A, "buy D1a")
    assert (cards(match, A), coins(match)[A]) == ("D1a D6b", 1)


@clause("CI-32")
def test_the_market_is_filled_up_only_when_it_is_empty() -> None:
    match = sit(market="F1 F4")
    play_round(match, TWO_6, "in in out")
    match.play(A, "discard F1")
    assert (asked(match), market(match)) == ("B", "F4"), "three cards short, and nothing is laid out"
    match.play(B, "discard F4")
    for card in ("F2", "D5c", "C1", "D6a"):
        assert asked(match) == "*"
        deal(match, f"card {card}")
    assert (asked(match), market(match)) == ("A", "F2 D5c D6a C1")


@clause("CI-33")
def test_a_flash_card_acts_at_once_and_is_discarded() -> None:
    match = sit(market="F1 F4 F6 F8")
    play_round(match, ONE_6, "in in out")
    match.play(A, "buy F8")
    assert (hearts(match)[A], stars(match)[A], coins(match)[A]) == (8 + 3, 4 + 2, 8 - 1 - 6)
    assert (cards(match, A), discards(match)) == ("", "F8")


@clause("CI-37")
def test_chance_it_cards_serve_the_chance_it_action_one_at_a_time() -> None:
    match = sit(cards={A: "C1 C2 D2a", B: "C3"})
    play_round(match, "4 4 4 4 5", "chance in out")
    assert asked(match) == "A", "B is IN and may not"
    assert moves(match, A) == "use C1, use C2, pass"
    match.play(A, "use C2")
    assert asked(match) == "*"
    assert (hearts(match)[A], coins(match)[A], stars(match)[A]) == (9, 8 - 1 + 1 + 2 + 1, 4)
    assert cards(match, A) == "D2a C1 C2"


@clause("CI-37")
def test_a_chance_it_card_may_be_used_in_the_round_it_was_bought() -> None:
    match = sit(market="C1 F4 F6 D1b")
    play_round(match, ONE_6, "chance in out")
    match.play(A, "buy C1")
    match.play(B, "discard F4")
    assert moves(match, A) == "use C1, pass"
    match.play(A, "use C1")
    assert stars(match)[A] == 5


@clause("CI-37")
def test_a_forced_in_is_not_chance_it() -> None:
    match = sit(cards={A: "C1"})
    play_round(match, "4 4 4 4 4", "chance chance out")
    match.play(A, "pass")
    before = coins(match)[A]
    play_round(match, "4 4 4 4 4", "- - out")
    assert asked(match) == "*", "A is not asked"
    assert coins(match)[A] == before - 1


@clause("CI-38", "CI-R20")
def test_a_flash_attack_hits_the_participants_at_once() -> None:
    """C has one heart, is hit before the own turn and loses it; D is OUT."""
    match = sit(4, hearts=[8, 8, 1, 8], market="F1 F4 F7 D1b")
    play_round(match, ONE_6, "in in in out")
    match.play(A, "buy F7")
    assert hearts(match) == [8, 7, 0, 8]
    assert asked(match) == "B"
    match.play(B, "discard F1")
    assert asked(match) == "*", "the dead lose their market action"
    assert market(match) == "F4 D1b"


@clause("CI-39", "CI-R18")
def test_market_again_buys_or_discards_one_more() -> None:
    match = sit(cards={A: "D6a"})
    play_round(match, ONE_6, "in in out")
    match.play(A, "use D6a")
    match.play(A, "buy F6")
    assert asked(match) == "A"
    assert moves(match, A).startswith("buy F1"), "6 coins by the flash card"
    match.play(A, "discard F1")
    assert asked(match) == "B"
    assert market(match) == "F4 D1b"


@clause("CI-39", "CI-R16")
def test_market_again_is_of_no_use_in_the_round_it_was_bought() -> None:
    match = sit(market="D6a C4 F6 D1b")
    play_round(match, TWO_6, "chance in out")
    match.play(A, "buy D6a")
    assert asked(match) == "B"
    match.play(B, "discard F6")
    assert "use" not in moves(match, A), "not in the second 6 of the round"
    match.play(A, "buy C4")
    match.play(B, "discard D1b")
    deal(match, "card F1", "card F2", "card F3", "card F4")
    assert match.view()["step"] == "roll", "not in the CHANCE IT action of the round"
    play_round(match, ONE_6, "chance out out")
    assert moves(match, A).startswith("use D6a"), "but in the next one"
    match.play(A, "discard F1")
    match.play(A, "pass")
    assert moves(match, A) == "use C4, pass"


@clause("CI-39")
def test_market_again_in_the_chance_it_action() -> None:
    match = sit(cards={A: "C4"})
    play_round(match, "4 4 4 4 4", "chance in out")
    match.play(A, "use C4")
    match.play(A, "buy F4")
    assert asked(match) == "*"
    assert (hearts(match)[A], coins(match)[A]) == (12, 8 - 1 + 2 - 3)


@clause("CI-R01")
def test_the_discards_become_the_pile_in_the_middle_of_a_refill() -> None:
    match = sit(market="F1", pile="F2 F3")
    gone = len(discards(match).split())
    play_round(match, ONE_6, "in out out")
    match.play(A, "discard F1")
    deal(match, "card F2", "card F3")
    assert len(match.choices(CHANCE)) == gone + 1, "all discards, the F1 of just now with them"
    assert discards(match) == ""
    deal(match, "card F1", "card C4")
    assert market(match) == "F1 F2 F3 C4"


@clause("CI-R01")
def test_the_discards_stay_until_a_card_is_needed() -> None:
    """The fourth card is the last of the pile; nothing is shuffled yet."""
    match = sit(market="F1", pile="F2 F3 F4 F5")
    play_round(match, ONE_6, "in out out")
    match.play(A, "discard F1")
    deal(match, "card F2", "card F3", "card F4", "card F5")
    assert match.view()["pile"] == 0
    assert "F1" in discards(match)


FLASH = "F1 F2 F3 F4 F5 F6 F7 F8"
DIE = "D1a D1b D1c D2a D2b D3a D3b D3c D3d D4a D4b D4c D5a D5b D5c D6a D6b D6c"
STAYING = altered(**dict.fromkeys([*FLASH.split(), "C1"], 'when = "1"\nprice = 0\nhearts = 1'))
"""A box without flash cards: all thirty cards can lie in front of players."""


@clause("CI-R01", "CI-R26", "CI-R29")
def test_without_any_cards_market_actions_are_skipped() -> None:
    """B owns 28 cards, and the last two are bought: the market stays empty."""
    match = sit(cards={B: f"{FLASH} {DIE} C2 C3"}, market="C4 C1", box=STAYING)
    play_round(match, "6 6 4 4 4", "in out in")
    match.play(A, "buy C1")
    match.play(C, "buy C4")
    assert (market(match), discards(match), match.view()["pile"]) == ("", "", 0)
    assert match.view()["step"] == "roll", "the second 6 has nothing to offer"
    play_round(match, ONE_6, "in in out")
    while asked(match) == "B":
        assert match.view()["step"] in ("serve", "turn")
        match.play(B, "pass")
    assert match.view()["step"] == "roll"
    assert len(cards(match, B).split()) == 28


@clause("CI-R01", "CI-R29")
def test_a_short_market_is_played_as_far_as_it_goes() -> None:
    """B owns 28 cards; the two others go round."""
    match = sit(cards={B: f"{FLASH} {DIE} C2 C3"}, market="C4 C1", box=STAYING)
    play_round(match, ONE_6, "in out in")
    match.play(A, "discard C1")
    match.play(C, "buy C4")
    assert [str(card) for card in match.choices(CHANCE)] == ["card C1"]
    deal(match, "card C1")
    assert market(match) == "C1"
    assert match.view()["step"] == "roll"


@clause("CI-R05", "CI-70")
def test_20_stars_in_a_6_end_the_game_when_the_6_is_finished_for_all() -> None:
    match = sit(stars=[14, 15, 0], coins=[20, 20, 20], market="F1 F2 F3 D1b")
    play_round(match, TWO_6, "in in out")
    match.play(A, "buy F2")
    assert stars(match)[A] == 20
    assert asked(match) == "B", "B still has a market action"
    match.play(B, "buy F3")
    assert match.result
    assert match.result.winners == (B,), "22 stars against 20; the second 6 is not carried out"


@clause("CI-R16")
def test_a_die_6_card_serves_a_later_6_of_the_round_and_not_its_own() -> None:
    match = sit(coins=[20, 8, 8], market="D6b D6c F6 D1b")
    play_round(match, TWO_6, "in in out")
    match.play(A, "buy D6c")
    assert asked(match) == "B", "A is not asked to use it in the 6 it was bought in"
    match.play(B, "discard F6")
    assert moves(match, A).startswith("use D6c, ")
    match.play(A, "use D6c")
    assert stars(match)[A] == 4
    match.play(A, "discard D1b")
    assert asked(match) == "B", "one card for each die and player"


@clause("CI-35")
def test_a_die_6_card_serves_one_6_of_a_round() -> None:
    match = sit(cards={A: "D6b D6c"})
    play_round(match, TWO_6, "in out out")
    match.play(A, "use D6c")
    assert "use" not in moves(match, A), "one card for each die"
    match.play(A, "discard F1")
    assert moves(match, A).startswith("use D6b, buy"), "one die for each card"


@clause("CI-R17")
@pytest.mark.parametrize("first", ["use D6b", "buy F6"])
def test_a_die_6_card_is_used_before_or_after_the_market_action(first: str) -> None:
    match = sit(coins=[4, 8, 8], cards={A: "D6b", B: "D6c"})
    play_round(match, ONE_6, "in in out")
    assert asked(match) == "A", "each one in the own turn"
    match.play(A, first)
    assert asked(match) == "A"
    if first == "use D6b":
        assert "buy F1" in moves(match, A), "3 coins and the 2 of the card"
        match.play(A, "buy F6")
    else:
        assert moves(match, A) == "use D6b, pass"
        match.play(A, "use D6b")
    assert coins(match)[A] == 4 - 1 + 2 - 3 + 6
    assert asked(match) == "B"


@clause("CI-R19")
def test_an_empty_market_is_refilled_before_the_next_player() -> None:
    match = sit(market="F6")
    play_round(match, ONE_6, "in in out")
    match.play(A, "buy F6")
    assert match.view()["step"] == "market"
    deal(match, "card F1", "card F2", "card F3", "card F4")
    assert asked(match) == "B"


@clause("CI-R19")
def test_an_empty_market_is_refilled_between_two_market_actions_of_one_player() -> None:
    match = sit(market="F6", cards={A: "D6a"})
    play_round(match, ONE_6, "in in out")
    match.play(A, "use D6a")
    match.play(A, "discard F6")
    deal(match, "card F1", "card F2", "card F3", "card F4")
    assert asked(match) == "A"


@clause("CI-R19")
def test_what_was_just_discarded_is_there_for_the_refill() -> None:
    """The flash card that attacked and the cards of its victim come back into the pile."""
    match = sit(4, hearts=[8, 1, 8, 8], cards={B: "D2a D2b"}, market="F7", pile="")
    gone = len(discards(match).split())
    play_round(match, ONE_6, "in in in out")
    match.play(A, "buy F7")
    assert alive(match) == "ACD"
    assert len(match.choices(CHANCE)) == gone + 3
    deal(match, "card F7", "card D2a", "card D2b", "card F1")
    assert asked(match) == "C"


@clause("CI-R19", "CI-R07")
def test_the_refill_comes_before_the_end_is_checked() -> None:
    """F7 kills the only other player; the empty market is filled, then the game is over."""
    match = sit(2, hearts=[8, 1], market="F7")
    play_round(match, ONE_6, "in in")
    match.play(A, "buy F7")
    assert alive(match) == "A"
    assert match.view()["step"] == "market"
    deal(match, "card F1", "card F2", "card F3", "card F4")
    assert match.result
    assert match.result.winners == (A,)


@clause("CI-R21")
def test_a_chance_it_attack_hits_all_other_participants() -> None:
    match = sit(4, cards={A: "C3"})
    play_round(match, "4 4 4 4 4", "chance chance in out")
    match.play(A, "use C3")
    assert hearts(match) == [9, 7, 7, 8]


@clause("CI-R22")
def test_chance_it_coins_come_first_then_cards_in_turn_order() -> None:
    match = sit(4, first=C, cards={A: "C4", D: "C1"}, coins=[2, 8, 8, 8])
    play_round(match, "4 4 4 4 4", "chance in out chance")
    assert coins(match) == [2, 6, 11, 8], "both have taken their coins"
    assert asked(match) == "D", "clockwise from C"
    match.play(D, "use C1")
    assert asked(match) == "A"
    match.play(A, "pass")
    assert asked(match) == "*"


@clause("CI-R22")
def test_an_attack_in_the_chance_it_action_eliminates_at_once() -> None:
    match = sit(4, hearts=[8, 1, 8, 8], cards={A: "C3", B: "C3 C1"})
    play_round(match, "4 4 4 4 4", "chance chance in out")
    match.play(A, "use C3")
    assert alive(match) == "ACD"
    assert asked(match) == "*", "the dead use no card"


@clause("CI-R22", "CI-R03")
def test_an_attack_by_a_die_6_card_eliminates_at_once() -> None:
    box = altered(D6b='when = "6"\nprice = 1\nattack = 1')
    match = sit(4, hearts=[8, 1, 8, 8], cards={A: "D6b"}, box=box)
    play_round(match, ONE_6, "in in in out")
    match.play(A, "use D6b")
    assert hearts(match) == [8, 0, 7, 8]
    match.play(A, "discard F1")
    assert asked(match) == "C"


@clause("CI-R26")
def test_there_is_no_limit_to_the_cards_owned() -> None:
    many = "D1a D1b D1c D2a D2b D3a D3b D3c D3d D4a D4b D4c D5a D5b D5c"
    match = sit(cards={A: many}, market="C1 F4 F6 F1")
    play_round(match, "6 6 6 6 6", "in out out")
    match.play(A, "buy C1")
    assert cards(match, A) == f"{many} C1"


def test_nobody_buys_twice_or_out_of_turn() -> None:
    match = sit()
    play_round(match, ONE_6, "in in out")
    with pytest.raises(cb.OutOfTurn):
        match.play(B, "discard F1")
    with pytest.raises(cb.IllegalAction):
        match.play(A, "buy D1c")
    match.play(A, "discard F1")
    with pytest.raises(cb.OutOfTurn):
        match.play(A, "discard F4")
    assert position(match).player == B


HOARD = f"{FLASH} {DIE}"
ATTACKING = altered(
    **dict.fromkeys([*FLASH.split(), "C1"], 'when = "1"\nprice = 0\nhearts = 1'),
    C3='when = "6"\nprice = 0\nattack = 1',
)
"""The same, with an attack for the 6."""


@clause("CI-R01", "CI-50")
def test_an_empty_market_comes_back_when_an_elimination_fills_the_discards() -> None:
    """B owns 28 cards and pays the last heart; the next 6 begins with a new market."""
    match = sit(4, cards={B: f"{HOARD} C2 C3", A: "C1", C: "C4"}, market="", box=STAYING, hearts=[9, 1, 9, 9])
    assert (market(match), match.view()["pile"]) == ("", 0)
    play_round(match, "6 3 4 4 4", "in in in out")
    while asked(match) == "B":
        match.play(B, "pass")
    assert alive(match) == "ACD"
    assert (asked(match), match.view()["step"]) == ("*", "market"), "before A is asked"
    assert len(match.choices(CHANCE)) == 28
    deal(match, "card D1a", "card D1b", "card D1c", "card D2a")
    assert asked(match) == "A"
    match.play(A, "discard D1a")
    assert asked(match) == "C"


@clause("CI-R01", "CI-R29")
def test_a_skipped_market_action_is_not_made_up_for_in_a_later_round() -> None:
    """Nobody finds a card at the 6; discards that come back wait for the next market action."""
    hands = {B: f"{HOARD} C2 C3", A: "C1", C: "C4"}
    match = sit(4, cards=hands, market="", box=STAYING, hearts=[20, 3, 20, 20], coins=[20] * 4)
    play_round(match, ONE_6, "in out out out")
    assert match.view()["step"] == "roll", "the 6 had nothing to offer"
    play_round(match, "3 3 4 4 4", "in in in out")
    while asked(match) == "B":
        match.play(B, "pass")
    assert alive(match) == "ACD"
    assert match.view()["step"] == "roll", "without a 6 and CHANCE IT nobody goes to the market"
    assert market(match) == ""
    play_round(match, ONE_6, "in - out out")
    assert match.view()["step"] == "market", "now somebody does"


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_with_the_cards_of_the_book_no_market_action_is_ever_skipped(seats: int) -> None:
    """Flash cards stay with nobody, so pile, market and discards are never empty together."""
    match = random_match(GAME, seats, 7)
    for n in range(1, len(match.events) + 1):
        s = position(match.fork(n))
        assert s.pile | s.market | s.discards
        assert s.owed == 0 or s.step in (TURN, LAY_OUT) or s.ended


@clause("CI-R01", "CI-R17", "CI-R29")
def test_a_market_action_waits_for_the_discards_that_the_own_attack_brings() -> None:
    """A may use the attack before the market action, which then begins with a new market."""
    hands = {B: f"{HOARD} C2", A: "C3 C1", C: "C4"}
    match = sit(4, cards=hands, market="", box=ATTACKING, hearts=[9, 1, 9, 9])
    play_round(match, ONE_6, "in in in out")
    while asked(match) == "B":
        match.play(B, "pass")
    assert moves(match, A) == "use C3, pass", "no card to buy or discard"
    assert match.view()["market_actions"] == 0
    match.play(A, "use C3")
    assert alive(match) == "ACD"
    deal(match, "card D1a", "card D1b", "card D1c", "card D2a")
    assert "buy D1a" in moves(match, A)


@clause("CI-R01", "CI-39", "CI-R29")
def test_market_again_cannot_be_used_without_a_card_on_offer() -> None:
    match = sit(cards={B: f"{HOARD} C2 C3", A: "C4 C1"}, market="", box=STAYING)
    play_round(match, "6 4 4 4 4", "chance out out")
    assert (asked(match), match.view()["step"]) == ("*", "roll"), "A owns C4, and is not asked"


@clause("CI-R01", "CI-39", "CI-R29")
def test_market_again_begins_with_a_new_market_when_discards_came_back() -> None:
    match = sit(4, cards={B: f"{HOARD} C2 C3", A: "C4 C1"}, market="", box=STAYING, hearts=[9, 1, 9, 9])
    play_round(match, "3 4 4 4 4", "chance in in out")
    while asked(match) == "B":
        match.play(B, "pass")
    assert moves(match, A) == "use C4, pass"
    match.play(A, "use C4")
    assert match.view()["step"] == "market"
    deal(match, "card D1a", "card D1b", "card D1c", "card D2a")
    assert moves(match, A).startswith("buy D1a")


@clause("CI-35")
def test_a_card_that_changes_hands_in_the_round_may_serve_its_new_owner() -> None:
    """A uses D6c in the first 6 and is eliminated; B gets it in the third and uses it in the fourth."""
    match = sit(
        4, hearts=[1, 9, 9, 9], coins=[9, 30, 9, 9], cards={A: "D6c"}, market="D1a F7 D1b D1c", pile=""
    )
    play_round(match, "6 6 6 6 4", "in in in out")
    match.play(A, "use D6c")
    match.play(A, "discard D1a")
    match.play(B, "buy F7")
    assert alive(match) == "BCD"
    match.play(C, "discard D1b")
    match.play(B, "discard D1c")
    deal(match, "card D6c", "card F1", "card F2", "card F3")
    assert not any(card["used"] for card in match.view()["market"]), "nobody who could buy it has used it"
    match.play(C, "discard F1")
    match.play(B, "buy D6c")
    match.play(C, "discard F2")
    assert moves(match, B).startswith("use D6c, ")
    match.play(B, "use D6c")
    match.play(B, "discard F3")
    assert stars(match)[B] == 1 + 2 + 1, "by the 4, F7 and D6c"


@clause("CI-05")
def test_the_newest_discard_lies_on_top() -> None:
    match = sit(
        4, hearts=[9, 1, 9, 9], coins=[9, 9, 30, 9], cards={B: "D2a D2b"}, market="F8 F7 D1a D1b", first=C
    )
    play_round(match, "6 6 4 4 4", "in in in out")
    match.play(C, "buy F8")
    assert discards(match) == "F8"
    match.play(A, "buy F7")
    assert alive(match) == "ACD"
    assert discards(match) == "F8 D2a D2b F7", "the flash card after those whom it eliminated"
    match.play(C, "discard D1a")
    assert discards(match) == "F7 F8 D1a D2a D2b D1b", "A had to discard D1b"
    match = sit(4, hearts=[9, 1, 9, 9], cards={B: "D1a D2b"}, market="F1 F4 F6 D1b")
    play_round(match, "6 4 4 4 4", "out in out out")
    match.play(B, "discard F1")
    play_round(match, "3 4 4 4 4", "out in out out")
    while asked(match) == "B":
        match.play(B, "pass")
    assert discards(match) == "F1 D1a D2b", "the cards of the eliminated, on top"


@clause("CI-05")
@pytest.mark.parametrize("seed", range(6))
def test_the_top_of_the_discards_is_one_of_them(seed: int) -> None:
    match = random_match(GAME, 4, seed)
    for n in range(len(match.events) + 1):
        s = position(match.fork(n))
        assert bool(s.discarded) == bool(s.discards)
        assert not s.discards or s.discards >> (s.discarded - 1) & 1
        assert not s.used & s.market, "who buys a card may use it"


@clause("CI-35")
@pytest.mark.parametrize("seed", range(6))
def test_only_who_owns_a_card_or_was_eliminated_with_it_has_used_it(seed: int) -> None:
    match = random_match(GAME, 4, seed)
    left = 0
    for n in range(len(match.events)):
        before, s = position(match.fork(n)), position(match.fork(n + 1))
        left = 0 if s.round != before.round else left
        for seat in range(4):
            left |= before.players[seat].cards if before.living & ~s.living & 1 << seat else 0
        assert not s.used & (s.discards | s.pile) & ~left
