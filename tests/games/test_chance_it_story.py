"""chance it: what happens is told in order, to whom it may be told."""

import pytest

from chancebox.engine.game.boxes import Box, load_box
from chancebox.engine.game.happenings import Ended, Happening
from chancebox.engine.match.chance import Ask
from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import SPECTATOR
from chancebox.games.chance_it import GAME
from chancebox.games.chance_it.rules.records import CHANCE_IT, LAST_ONE, PASS, STARS
from chancebox.games.chance_it.text.happenings import (
    AllOut,
    Began,
    BeganRound,
    Bought,
    Bound,
    CarriedOut,
    ChancedIt,
    Chose,
    ChoseCard,
    Discarded,
    Effect,
    Eliminated,
    EndedRound,
    Flashed,
    LaidOut,
    RenewedPile,
    Rerolled,
    Revealed,
    Served,
    SettledStakes,
    Spent,
    Used,
    UsedNone,
    WentToMarket,
)
from games.chance_it_table import A, B, C, D, altered, choose, deal, play_round, sit

BORING = "4 4 4 4 4"
EVERYBODY = (A, B, C, SPECTATOR)


def happened(match: Match, viewer: int = SPECTATOR) -> list[Happening]:
    """Return what the last event brought."""
    n = len(match.events) - 1
    return [one for _n, told in match.happenings(viewer, n) for one in told]


def card(id: str, box: Box | None = None) -> int:
    return [one.id for one in (box or load_box(GAME)).data.card].index(id)


def served(id: str, seat: int) -> Served:
    return Served(seat, card(id))


# Before the first choice


def test_a_game_begins_with_the_marker_and_four_cards() -> None:
    match = Match(GAME, 3, dealer=Ask())
    deal(match, "first B")
    assert happened(match) == [Began(B)]
    deal(match, "card F1")
    assert happened(match) == [LaidOut(card("F1"), 1)]
    deal(match, "card D3a")
    assert happened(match) == [LaidOut(card("D3a"), 2)]


def test_a_round_begins_with_five_dice() -> None:
    match = sit(first=B)
    deal(match, "dice 1 3 6 3 5")
    assert happened(match) == [BeganRound(1, B, (6, 5, 3, 3, 1), players=3, bound=())]


def test_who_is_bound_is_told_before_all_choose() -> None:
    match = sit()
    play_round(match, BORING, "chance chance out")
    assert Bound((A, B)) in happened(match)
    deal(match, "dice 6 5 4 4 4")
    assert happened(match) == [BeganRound(2, B, (6, 5, 4, 4, 4), players=3, bound=(A, B))]


def test_when_all_are_bound_the_dice_bring_the_reveal() -> None:
    match = sit()
    play_round(match, BORING, "chance chance chance")
    deal(match, "dice 6 2 2 2 2")
    kinds = [type(one) for one in happened(match)]
    assert kinds == [BeganRound, Revealed, SettledStakes, *[CarriedOut] * 4, WentToMarket]
    assert happened(match)[1] == Revealed(ins=(A, B, C), outs=(), chancers=(), bound=(A, B, C))


# Guide cards and stakes


def test_a_guide_card_is_told_to_its_owner_alone() -> None:
    match = sit()
    deal(match, f"dice {BORING}")
    match.play(B, "chance")
    assert happened(match, B) == [Chose(B, CHANCE_IT)]
    for viewer in (A, C, SPECTATOR):
        assert happened(match, viewer) == [Chose(B, None)]


def test_all_guide_cards_are_revealed_together_and_stakes_are_paid() -> None:
    match = sit(4, coins=[8, 1, 8, 8])
    play_round(match, BORING, "in chance out chance")
    expected = [
        Chose(D, None),
        Revealed(ins=(A,), outs=(C,), chancers=(B, D)),
        SettledStakes(
            players=4,
            gain=3,
            price=2,
            effects=(
                Effect(A, coins=-2),
                Effect(B, hearts=-1, coins=-1),
                Effect(C, coins=3),
                Effect(D, coins=-2),
            ),
        ),
        Bound((B, D)),
    ]
    for viewer in (A, B, C, D, SPECTATOR):
        assert happened(match, viewer)[:4] == expected


def test_everybody_out_loses_a_heart_and_the_round_is_over() -> None:
    match = sit(first=C, hearts=[1, 8, 8], cards={A: "D2a"}, stars=[5, 0, 0])
    play_round(match, "1 1 2 4 6", "out out out")
    lost = (Effect(A, hearts=-1, last_heart=True), Effect(B, hearts=-1), Effect(C, hearts=-1))
    gone = Eliminated(A, "all out", 0, None, None, coins=8, stars=5, cards=(card("D2a"),))
    assert happened(match)[1:] == [
        Revealed(ins=(), outs=(A, B, C), chancers=()),
        AllOut(lost),
        gone,
        EndedRound(1, B),
    ]
    told = "A is eliminated: all were OUT, and it was the last heart."
    assert GAME.story.sentence(match.box, gone, match.names) == told


def test_a_stake_can_take_the_last_heart() -> None:
    match = sit(4, coins=[8, 8, 1, 8], hearts=[8, 8, 1, 8])
    play_round(match, BORING, "in in in out")
    _chosen, _revealed, stakes, gone, *_dice = happened(match)
    assert isinstance(stakes, SettledStakes)
    assert stakes.effects[C] == Effect(C, hearts=-1, coins=-1, last_heart=True)
    assert gone == Eliminated(C, "stake", 0, None, None, coins=0, stars=0, cards=())
    assert "C −1♥ −1¢" in match.log()[-1]
    assert "C is eliminated: the stake took the last heart." in match.log()[-1]


# Dice 1 to 5


def test_each_die_is_told_one_after_the_other() -> None:
    match = sit()
    play_round(match, "5 4 3 2 2", "in in out")
    both = (A, B)
    assert happened(match)[3:] == [
        CarriedOut(2, tuple(Effect(seat, hearts=1) for seat in both), ()),
        CarriedOut(2, tuple(Effect(seat, hearts=1) for seat in both), ()),
        CarriedOut(3, tuple(Effect(seat, hearts=-2) for seat in both), ()),
        CarriedOut(4, tuple(Effect(seat, stars=1) for seat in both), ()),
        CarriedOut(5, tuple(Effect(seat, coins=1) for seat in both), ()),
        EndedRound(1, B),
    ]


def test_a_1_is_an_action_and_then_all_1s_are_rolled_again() -> None:
    match = sit()
    play_round(match, "1 1 4 4 4", "in out out")
    assert happened(match)[3:] == [CarriedOut(1, (), ()), CarriedOut(1, (), ())]
    assert "Die 1" not in match.log()[-1], "a 1 without a card does nothing that could be told"
    deal(match, "dice 5 1")
    assert happened(match) == [Rerolled(A, (5, 1))]
    deal(match, "dice 4")
    assert happened(match)[:2] == [Rerolled(A, (4,)), CarriedOut(4, (Effect(A, stars=1),), ())]


def test_cards_for_a_die_are_chosen_in_secret_and_told_together() -> None:
    match = sit(cards={A: "D3a", B: "D3c"})
    play_round(match, "3 4 4 4 4", "in in in")
    match.play(A, "use D3a")
    assert happened(match, A) == [ChoseCard(A, card("D3a"))]
    for viewer in (B, C, SPECTATOR):
        assert happened(match, viewer) == [ChoseCard(A, None)]
    match.play(B, "use D3c")
    for viewer in EVERYBODY:
        last, die, *_more = happened(match, viewer)
        assert last == ChoseCard(B, None)
        assert die == CarriedOut(
            3,
            (Effect(A, hearts=-2, coins=1), Effect(B, hearts=-2, coins=1), Effect(C, hearts=-3)),
            (served("D3a", A), served("D3c", B)),
        )


def test_to_use_no_card_is_a_secret_too() -> None:
    match = sit(cards={A: "D3a", B: "D3c"})
    play_round(match, "3 4 4 4 4", "in in in")
    match.play(A, "pass")
    assert happened(match, A) == [ChoseCard(A, PASS)]
    assert match.log(A)[-1] == "A chooses to use no card."
    assert happened(match, C) == [ChoseCard(A, None)]
    match.play(B, "pass")
    assert happened(match)[1] == CarriedOut(3, tuple(Effect(seat, hearts=-2) for seat in (A, B, C)), ())


@pytest.mark.parametrize("move", ["use D3a", "pass"])
def test_a_card_is_revealed_even_if_its_owner_dies_of_the_die(move: str) -> None:
    """With the card A lives on until the second 3; everybody sees which it was, and by which die A dies."""
    match = sit(cards={A: "D3a", B: "D3b"}, hearts=[2, 8, 8])
    play_round(match, "3 3 4 4 4", "in in out")
    match.play(A, move)
    match.play(B, "pass")
    assert not match.view()["players"][A]["alive"] or move == "use D3a"
    match.play(B, "pass")
    dice = [one for _n, told in match.happenings() for one in told if isinstance(one, CarriedOut)]
    first, second = (one for one in dice if one.row == 3)
    if move == "use D3a":
        assert (first.served, first.effects[0]) == ((served("D3a", A),), Effect(A, hearts=-1, coins=1))
        assert second.effects[0] == Effect(A, hearts=-1, last_heart=True)
    else:
        assert (first.served, first.effects[0]) == ((), Effect(A, hearts=-2, last_heart=True))
        assert [effect.seat for effect in second.effects] == [B]


@pytest.mark.parametrize("viewer", EVERYBODY)
def test_a_card_of_somebody_eliminated_is_told_to_all_who_saw_it(viewer: int) -> None:
    """Only the card tells these two apart: A dies either way, and nothing else is different."""
    match = sit(cards={A: "D3a"}, hearts=[1, 8, 8])
    play_round(match, "3 4 4 4 4", "in in out")
    stories = []
    for move in ("use D3a", "pass"):
        moment = match.fork()
        moment.play(A, move)
        stories.append(happened(moment, viewer)[1:3])
    (with_card, gone), (without, also_gone) = stories
    assert with_card == CarriedOut(
        3, (Effect(A, hearts=-1, coins=1, last_heart=True), Effect(B, hearts=-2)), (served("D3a", A),)
    )
    assert without == CarriedOut(3, (Effect(A, hearts=-1, last_heart=True), Effect(B, hearts=-2)), ())
    cards = (card("D3a"),)
    assert gone == Eliminated(A, "die", 3, None, None, coins=8, stars=0, cards=cards)
    assert also_gone == Eliminated(A, "die", 3, None, None, coins=7, stars=0, cards=cards)


def test_where_the_die_takes_no_heart_the_card_that_did_is_named() -> None:
    box = altered(D2a='when = "2"\nprice = 1\nattack = 2')
    match = sit(cards={A: "D2a"}, hearts=[8, 1, 8], box=box)
    play_round(match, "2 4 4 4 4", "in in out")
    match.play(A, "use D2a")
    assert happened(match)[2] == Eliminated(B, "card", 2, A, card("D2a"), coins=7, stars=0, cards=())
    assert "B is eliminated: A's D2a took the last heart." in match.log()[-1]


# The market


def test_a_6_goes_in_turn_order() -> None:
    match = sit(4, first=C)
    play_round(match, "6 4 4 4 4", "in in out in")
    assert happened(match)[-1] == WentToMarket((D, A, B))


def test_a_card_is_bought_and_stays() -> None:
    match = sit()
    play_round(match, "6 4 4 4 4", "in out out")
    match.play(A, "buy D1b")
    assert happened(match) == [Bought(A, card("D1b"), 4, flash=False), EndedRound(1, B)]


def test_a_flash_card_is_bought_acts_eliminates_and_is_spent() -> None:
    match = sit(4, hearts=[8, 8, 1, 8], coins=[20, 8, 8, 8], market="F7 F1 F2 F3", cards={C: "D2a"})
    play_round(match, "6 4 4 4 4", "in in in out")
    match.play(A, "buy F7")
    f7 = match.box.data.card[card("F7")]
    bought, flashed, gone, spent = happened(match)
    assert bought == Bought(A, card("F7"), f7.price, flash=True)
    assert isinstance(flashed, Flashed)
    assert Effect(B, hearts=-1) in flashed.effects
    assert Effect(C, hearts=-1, last_heart=True) in flashed.effects
    assert D not in [effect.seat for effect in flashed.effects], "who is OUT is not hit"
    assert gone == Eliminated(C, "card", 6, A, card("F7"), coins=6, stars=4, cards=(card("D2a"),))
    assert spent == Spent(A, card("F7"))


def test_a_discard_is_chosen_or_the_only_thing_to_do() -> None:
    match = sit(coins=[1, 1, 8], market="F1 F4")
    play_round(match, "6 4 4 4 4", "in in out")
    match.play(A, "discard F4")
    assert happened(match) == [
        Discarded(A, card("F4"), bound=False),
        Discarded(B, card("F1"), bound=True),
    ]
    assert match.log()[-1] == "A discards F4. B has to discard F1."
    deal(match, "card D2a")
    assert happened(match) == [LaidOut(card("D2a"), 1)]


def test_an_empty_pile_is_renewed_from_the_discards() -> None:
    match = sit(market="F1", pile="")
    play_round(match, "6 4 4 4 4", "in out out")
    match.play(A, "discard F1")
    assert happened(match) == [Discarded(A, card("F1"), bound=False), RenewedPile(30)]


def test_a_card_is_used_in_a_turn_and_brings_market_actions() -> None:
    match = sit(cards={A: "D6a D6b"})
    play_round(match, "6 6 4 4 4", "in out out")
    match.play(A, "use D6a")
    assert happened(match) == [Used(A, card("D6a"), (), market_actions=1)]
    match.play(A, "discard F1")
    match.play(A, "discard F4")
    assert happened(match) == [Discarded(A, card("F4"), bound=False), WentToMarket((A,))]
    match.play(A, "discard F6")
    match.play(A, "pass")
    assert happened(match)[0] == UsedNone(A)


# CHANCE IT and the end


def test_the_chance_it_action_gives_coins_and_then_cards_are_used() -> None:
    match = sit(4, first=B, cards={A: "C1"})
    play_round(match, BORING, "chance in out chance")
    both = (Effect(A, coins=2), Effect(D, coins=2))
    assert happened(match)[-1] == ChancedIt((D, A), both)
    match.play(A, "use C1")
    assert happened(match) == [Used(A, card("C1"), (Effect(A, stars=1),), 0), EndedRound(1, C)]


def test_an_attack_in_the_chance_it_action_names_its_card() -> None:
    box = altered(C1='when = "chance it"\nprice = 1\nattack = 1')
    match = sit(cards={A: "C1"}, hearts=[8, 1, 8], box=box)
    play_round(match, BORING, "chance in out")
    match.play(A, "use C1")
    hit = (Effect(B, hearts=-1, last_heart=True),)
    assert happened(match)[:2] == [
        Used(A, card("C1"), hit, 0),
        Eliminated(B, "card", 7, A, card("C1"), coins=7, stars=5, cards=()),
    ]


def test_the_end_is_told_last() -> None:
    match = sit(stars=[19, 0, 0])
    play_round(match, BORING, "in out out")
    assert happened(match)[-2:] == [CarriedOut(4, (Effect(A, stars=1),), ()), Ended(STARS)]
    match = sit(hearts=[1, 1, 8])
    play_round(match, "3 4 4 4 4", "in in out")
    assert [type(one) for one in happened(match)[-3:]] == [Eliminated, Eliminated, Ended]
    assert happened(match)[-1] == Ended(LAST_ONE)


def test_the_last_to_choose_is_told_by_the_reveal() -> None:
    match = sit()
    deal(match, f"dice {BORING}")
    choose(match, "in in out")
    assert happened(match, C)[:2] == [Chose(C, None), Revealed(ins=(A, B), outs=(C,), chancers=())]
    assert "chooses" not in match.log(C)[-1]
