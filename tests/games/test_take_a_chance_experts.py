"""Take a Chance: auctions and the charm die."""

import random
from typing import Any

import pytest

from chancebox.engine.game.errors import IllegalAction, UnknownNotation
from chancebox.engine.match.chance import Seeded
from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import CHANCE
from chancebox.engine.rules.records import plain
from clauses import clause
from games.take_a_chance_table import (
    GAME,
    A,
    B,
    C,
    altered,
    ask,
    can,
    cash,
    due,
    falling,
    kept,
    owns,
    pool,
    sit,
    table,
)

AUCTIONS = {"auctions": "yes"}
CHARM_DIE = {"charm-die": "yes"}


def auction(*script: str, **arranged: Any) -> Match:
    """Let A put up a Red card of the Pool."""
    m = sit(script=script, pool="red-ladybug", options=AUCTIONS, **arranged)
    m.play(A, "auction red-ladybug")
    return m


# Auctions


@clause("TC-50")
def test_pool_cards_are_auctioned_and_stack_cards_bought() -> None:
    m = sit(options=AUCTIONS, stacks={A: "green-ladybug"}, pool="red-ladybug", script=["card blue-ladybug"])
    assert "buy green-ladybug" in can(m, A)
    assert "buy red-ladybug" not in can(m, A)
    assert "auction red-ladybug" in can(m, A)
    m.play(A, "buy green-ladybug")
    assert cash(m, A) == 6000
    assert "auction red-ladybug" not in can(sit(pool="red-ladybug"), A)


@clause("TC-50", "TC-51")
def test_the_auctioneer_opens_and_the_highest_bidder_buys_at_the_bid() -> None:
    m = auction("card blue-ladybug")
    m.play(A, "bid 500")
    m.play(B, "bid 1200")
    m.play(C, "pass")
    m.play(A, "bid 1300")
    m.play(B, "pass")
    assert (cash(m, A), cash(m, B), cash(m, C)) == (8700, 10_000, 10_000)
    assert "red-ladybug" in owns(m, A)
    assert m.to_act == (B,), "who won has no roll"


@clause("TC-51")
def test_bids_are_in_hundreds_and_who_passed_stays_out() -> None:
    m = auction()
    for wrong in ("bid 550", "bid 50", "bid 0", "bid"):
        with pytest.raises(UnknownNotation):
            m.play(A, wrong)
    m.play(A, "bid 500")
    m.play(B, "pass")
    m.play(C, "bid 600")
    m.play(A, "bid 700")
    assert m.to_act == (C,), "B is not asked again"


@clause("TC-52", "TC-R24")
def test_an_auctioneer_who_does_not_win_may_roll_after_the_pool_is_filled() -> None:
    m = auction("card blue-ladybug")
    m.play(A, "bid 500")
    m.play(B, "bid 600")
    m.play(C, "pass")
    m.play(A, "pass")
    assert "red-ladybug" in owns(m, B)
    assert pool(m)[0] == "blue-ladybug"
    assert (m.to_act, can(m, A)) == ((A,), ["end", "roll"])
    ended, rolled = m.fork(), m.fork()
    ended.play(A, "end")
    assert ended.to_act == (B,)
    rolled.play(A, "roll")
    assert falling(rolled) == 3
    rolled.play(CHANCE, "dice 6 6 1")
    rolled.play(A, "stop")
    assert (cash(rolled, A), rolled.to_act) == (10_300, (B,))


@clause("TC-R24")
def test_the_gap_is_filled_before_the_auctioneer_decides() -> None:
    m = auction()
    m.play(A, "bid 500")
    m.play(B, "bid 600")
    m.play(C, "pass")
    m.play(A, "pass")
    assert m.to_act == (CHANCE,)
    assert "card purple-ladybug" in due(m)


@clause("TC-R11")
def test_kept_tickets_ride_on_the_roll_after_an_auction() -> None:
    m = auction("card blue-ladybug", kept={A: "spare-die"})
    m.play(A, "bid 500")
    m.play(B, "bid 600")
    m.play(C, "pass")
    m.play(A, "pass")
    m.play(A, "roll")
    m.play(A, "add")
    assert falling(m) == 4


@clause("TC-R21")
def test_the_opening_is_from_100_to_the_own_cash_and_wins_alone() -> None:
    m = auction("card blue-ladybug", cash={A: 700, B: 0, C: 100})
    assert can(m, A) == [f"bid {dollars}" for dollars in range(100, 800, 100)]
    m.play(A, "bid 100")
    assert (cash(m, A), m.to_act) == (600, (B,)), "nobody else can raise"
    assert "red-ladybug" in owns(m, A)


@clause("TC-R22")
def test_without_100_nobody_can_open_an_auction() -> None:
    assert can(sit(options=AUCTIONS, cash={A: 0}, pool="red-ladybug"), A) == ["roll", "ticket"]
    assert "auction red-ladybug" in can(sit(options=AUCTIONS, cash={A: 100}, pool="red-ladybug"), A)


@clause("TC-R22")
def test_bidding_goes_clockwise_raises_by_100_and_never_above_the_own_cash() -> None:
    m = auction("card blue-ladybug", cash={B: 800, C: 900})
    m.play(A, "bid 600")
    assert (m.to_act, can(m, B)) == ((B,), ["pass", "bid 700", "bid 800"])
    m.play(B, "bid 700")
    assert (m.to_act, can(m, C)) == ((C,), ["pass", "bid 800", "bid 900"])
    m.play(C, "bid 800")
    m.play(A, "pass")
    # B has 800 and cannot raise: not asked, and the Bank gets the 800 of C.
    assert [cash(m, seat) for seat in (A, B, C)] == [10_000, 800, 100]
    assert m.to_act == (A,)


@clause("TC-R22")
def test_a_bid_that_does_not_raise_or_is_above_the_own_cash_is_refused() -> None:
    m = auction(cash={B: 800})
    m.play(A, "bid 600")
    for wrong in ("bid 600", "bid 500", "bid 900"):
        with pytest.raises(IllegalAction):
            m.play(B, wrong)


@clause("TC-R22")
def test_the_printed_value_counts_at_the_end_whatever_was_bid() -> None:
    m = auction("card blue-ladybug", "dice 1 2 4", finale=1, last=A)
    m.play(A, "bid 100")
    m.play(B, "bid 9000")
    m.play(C, "pass")
    m.play(A, "pass")
    m.play(A, "end")
    assert m.result
    assert m.result.standing == (11_001, 10_000 - 9000 + 1000 + 3000 + 2, 11_001)


@clause("TC-R22")
def test_nothing_but_the_own_cash_bounds_a_bid() -> None:
    m = auction("card blue-ladybug", cash={A: 5_000_000, B: 4_321_000, C: 5_000_100})
    m.play(A, "bid 100000")
    m.play(B, "bid 4321000")
    m.play(C, "pass")
    assert m.moves(A)[-1] == "bid 5000000", "the menu goes up to the own cash"
    m.play(A, "bid 4999900")
    assert (cash(m, A), cash(m, B), cash(m, C)) == (100, 4_321_000, 5_000_100)
    assert "red-ladybug" in owns(m, A)
    assert [told for told in m.log() if "bids" in told] == [
        "A bids $100,000.",
        "B bids $4,321,000.",
        "A bids $4,999,900. A buys Red ladybug for $4,999,900.",
    ]


@clause("TC-R22")
@pytest.mark.parametrize("amount", [100, 9_900, 10_000, 10_100, 20_000, 20_100, 99_900, 100_000, 123_400])
def test_every_amount_can_be_bid_and_is_bid_in_one_way(amount: int) -> None:
    m = auction("card blue-ladybug", cash={A: 123_400, B: 0, C: 0})
    m.play(A, f"bid {amount}")
    assert cash(m, A) == 123_400 - amount
    parts = [event.action for event in m.events if event.seat == A][1:]
    assert len(parts) == 1 + (amount - 100) // 10_000


@clause("TC-R22")
def test_who_has_gone_higher_must_bid_and_the_menu_begins_there() -> None:
    m = auction(cash={A: 30_000, B: 25_000})
    m.play(A, "bid 500")
    m.play(B, "higher")
    assert m.to_act == (B,)
    assert can(m, B)[0] == "bid 10600"
    assert "pass" not in can(m, B)
    assert "pass" not in m.moves(B)
    assert (m.view(B)["auction"]["least"], m.view(B)["auction"]["bid"]) == (10_600, 500)
    m.play(B, "higher")
    assert "higher" not in can(m, B), "20,500 and 10,000 more would be above the own cash"
    assert can(m, B)[-1] == "bid 25000"
    m.undo(B)
    m.undo(B)
    assert can(m, B)[:2] == ["pass", "bid 600"]


@clause("TC-R22")
def test_a_wrong_bid_is_refused_with_what_would_be_right() -> None:
    m = auction(cash={B: 800})
    m.play(A, "bid 600")
    for wrong in ("bid 600", "bid 900", "bid 999999999999999900"):
        with pytest.raises(IllegalAction, match=r"more than \$600, and not more than your cash, \$800"):
            m.play(B, wrong)


@clause("TC-R22")
def test_large_bids_are_the_same_in_both_builds_and_in_notation() -> None:
    """With a fortune from the start, random bidders go higher all the time."""
    box = altered("cash = 10000", "cash = 400000")
    m = Match(GAME, 4, options=AUCTIONS, box=box, dealer=Seeded(3))
    luck = random.Random(3)
    while m.to_act and len(m.events) < 500:
        listed = m.choices(m.to_act[0])
        bids = [action for action in listed if str(action).startswith(("auction", "higher"))]
        m.play(m.to_act[0], luck.choice(bids if bids and luck.random() < 0.7 else listed))
    compiled, higher = GAME.build("compiled"), 0
    for n, (seat, action) in enumerate(m.events):
        s = m.fork(n).position()
        text = GAME.notation.say(box, plain(s), seat, action)
        assert GAME.notation.read(box, plain(s), seat, text) == [action]
        assert seat == CHANCE or action in compiled.choices(box, s, seat)
        compiled.play(box, s, seat, action)
        assert s.tobytes() == m.fork(n + 1).position().tobytes()
        higher += text == "higher"
    assert higher > 50


@clause("TC-R23")
def test_tickets_buy_from_the_pool_at_a_fixed_price_without_an_auction() -> None:
    m = sit(options=AUCTIONS, pool="red-ladybug", script=["ticket pool-sale", "card blue-ladybug"])
    m.play(A, "ticket")
    m.play(A, "buy red-ladybug")
    assert (cash(m, A), m.to_act) == (8500, (B,))
    m = sit(options=AUCTIONS, pool="red-ladybug", kept={A: "buy-and-roll"}, script=["card blue-ladybug"])
    m.play(A, "both red-ladybug")
    assert (cash(m, A), falling(m)) == (7000, 4)


@clause("TC-R23")
def test_the_kept_discount_lowers_no_bid() -> None:
    m = auction("card blue-ladybug", kept={A: "discount", B: "discount"}, cash={A: 500, B: 400, C: 0})
    assert can(m, A)[-1] == "bid 500"
    m.play(A, "bid 300")
    assert can(m, B) == ["pass", "bid 400"]
    m.play(B, "pass")
    assert (cash(m, A), kept(m, A)) == (200, {"discount": 1})
    m = sit(options=AUCTIONS, kept={A: "discount"}, cash={A: 1000}, stacks={A: "red-ladybug"})
    assert "buy red-ladybug coupon" in can(m, A), "a stack card has a fixed price"


# The charm die


def roll(dice: str, charm: str, **arranged: Any) -> Match:
    """Let A roll, and stop after the first throw."""
    m = sit(script=[f"dice {dice}", f"charm {charm}"], options=CHARM_DIE, **arranged)
    m.play(A, "roll")
    m.play(A, "stop")
    return m


@clause("TC-53")
def test_the_charm_die_is_thrown_with_every_roll_and_again_once() -> None:
    m = sit(script=["dice 6 6 2", "charm wishbone"], options=CHARM_DIE)
    m.play(A, "roll")
    assert m.view()["roll"]["charm"] == "wishbone"
    assert {"stop", "reroll 2", "reroll charm", "reroll 2 charm"} <= set(can(m, A))
    alone, along, kept_charm = ask(m), ask(m), ask(m)
    alone.play(A, "reroll charm")
    assert falling(alone) == 0
    alone.play(CHANCE, "charm ladybug")
    assert alone.to_act == (B,), "that was the second throw"
    along.play(A, "reroll 2 charm")
    along.play(CHANCE, "dice 4")
    along.play(CHANCE, "charm ladybug")
    assert along.to_act == (B,)
    kept_charm.play(A, "reroll 2")
    kept_charm.play(CHANCE, "dice 4")
    assert table(kept_charm).charm == 3, "it stays if it is not picked up"
    without = sit(script=["dice 6 6 2"])
    without.play(A, "roll")
    assert without.to_act == (A,)
    assert "reroll charm" not in can(without, A)


@clause("TC-R26")
def test_a_third_throw_does_not_throw_the_charm_die_a_third_time() -> None:
    script = ["ticket third-throw", "dice 6 6 2", "charm wishbone", "dice 3", "charm ladybug"]
    m = sit(script=script, options=CHARM_DIE)
    m.play(A, "ticket")
    later = sit(script=[*script[:3], "dice 3"], options=CHARM_DIE)
    m.play(A, "reroll 2 charm")
    assert not any("charm" in choice for choice in can(m, A))
    later.play(A, "ticket")
    later.play(A, "reroll 2")
    assert "reroll charm" in can(later, A), "its second throw may come with the third"


@clause("TC-R08")
def test_the_charm_die_is_not_one_of_the_nine() -> None:
    owned = {A: "orange-ladybug red-ladybug green-ladybug blue-ladybug yellow-ladybug"}
    m = sit(script=["ticket extra-die", "dice 1 1 1 1 1 1 1 1 1"], owned=owned, options=CHARM_DIE)
    m.play(A, "ticket")
    assert (sum(table(m).dice), len(due(m))) == (9, 6)


@clause("TC-54", "TC-X4")
def test_full_house_and_horseshoe_with_two_horseshoes_pay_2000_more() -> None:
    m = roll("6 6 6 2 2", "horseshoe", owned={A: "red-horseshoe orange-ladybug"})
    m.play(A, "take full-house")
    assert cash(m, A) == 10_000 + 2500 + 2000
    assert cash(m, B) == 10_000


@clause("TC-54")
def test_the_charm_of_any_card_that_just_paid_will_do() -> None:
    # Two pairs pays on Purple (horseshoe) and Orange (ladybug).
    m = roll("6 6 2 2", "ladybug", owned={A: "orange-ladybug", B: "red-ladybug"})
    m.play(A, "take two-pairs")
    assert (cash(m, A), cash(m, B)) == (10_000 + 1600 + 1000, 10_000)


@clause("TC-55", "TC-X5")
def test_if_the_roller_owns_no_such_charm_the_opponents_collect() -> None:
    m = roll(
        "6 6 1",
        "ladybug",
        owned={B: "red-ladybug orange-ladybug green-ladybug", C: "blue-ladybug"},
    )
    assert [cash(m, seat) for seat in (A, B, C)] == [10_300, 13_000, 11_000]


@clause("TC-54", "TC-55")
def test_players_see_what_each_kind_would_bring_before_they_take_it() -> None:
    # The ladybug is on Orange, which two pairs pays and three alike does not.
    m = roll(
        "6 6 6 2 2",
        "ladybug",
        owned={A: "orange-ladybug red-wishbone", B: "red-ladybug blue-ladybug", C: "green-ladybug"},
    )
    foreseen = {pay["kind"]: pay for pay in m.view(A)["roll"]["pays"]}
    assert foreseen.keys() == {"pair", "two-pairs", "three-alike", "full-house"}
    for kind, pay in foreseen.items():
        taken = m.fork()
        taken.play(A, f"take {kind}")
        assert cash(taken, A) == 10_000 + pay["amount"] + pay["bonus"]
        assert cash(taken, B) + cash(taken, C) == 20_000 + pay["bonus_of_others"]
    # Two pairs: 1,600 and 1,000 for the charm. A full house: 2,500, and 3,000 for the others.
    assert m.view(A)["roll"]["best"] == "two-pairs"


@clause("TC-R25")
def test_a_charm_owned_only_on_cards_that_did_not_pay_goes_to_the_opponents() -> None:
    # The pair pays on Purple; A's ladybug is Red.
    m = roll("6 6 1 2", "ladybug", owned={A: "red-ladybug", B: "orange-ladybug"})
    assert [cash(m, seat) for seat in (A, B, C)] == [10_300, 11_000, 10_000]


@clause("TC-56")
def test_no_bonus_for_anyone_if_the_roll_paid_nothing() -> None:
    m = roll("6 4 1", "four-leaf-clover")
    assert [cash(m, seat) for seat in (A, B, C)] == [10_000] * 3


@clause("TC-R26")
def test_a_doubled_payout_does_not_double_the_bonus_and_the_bank_pays_it() -> None:
    m = sit(script=["ticket double-pay", "dice 6 6 1", "charm horseshoe"], options=CHARM_DIE)
    m.play(A, "ticket")
    m.play(A, "stop")
    assert [cash(m, seat) for seat in (A, B, C)] == [10_000 + 600 + 1000, 10_000, 10_000]
    m = roll("6 6 1", "four-leaf-clover")
    assert [cash(m, seat) for seat in (A, B, C)] == [10_300, 11_000, 10_000], "A pays nothing of it"


@clause("TC-54", "TC-14")
def test_the_log_tells_who_was_paid_for_what() -> None:
    m = roll("6 6 1", "four-leaf-clover")
    assert m.log()[-1] == "A collects $300 for a pair. B collects $1,000 for the charm."


@clause("TC-50", "TC-53")
def test_both_options_work_together() -> None:
    m = sit(
        script=["card blue-ladybug", "dice 6 6 1", "charm horseshoe"],
        pool="red-ladybug",
        options={**AUCTIONS, **CHARM_DIE},
    )
    m.play(A, "auction red-ladybug")
    m.play(A, "bid 500")
    m.play(B, "bid 600")
    m.play(C, "pass")
    m.play(A, "pass")
    m.play(A, "roll")
    m.play(A, "stop")
    assert cash(m, A) == 10_000 + 300 + 1000
