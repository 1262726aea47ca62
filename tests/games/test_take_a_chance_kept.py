"""Take a Chance: tickets that are kept, and what they are good for later."""

import pytest

from chancebox.engine.game.errors import IllegalAction
from clauses import clause
from games.take_a_chance_table import (
    ALL_COLOURS,
    A,
    B,
    ask,
    can,
    cash,
    falling,
    has_ended,
    kept,
    sit,
    table,
    turned,
)


@pytest.mark.parametrize(
    ("ticket", "good_for"),
    [
        ("spare-die", "spare-die"),
        ("extra-throw", "extra-throw"),
        ("both-at-once", "buy-and-roll"),
        ("coupon", "discount"),
    ],
)
@clause("TC-17", "TC-R10")
def test_kept_tickets_bring_500_and_stay_and_count_as_played(ticket: str, good_for: str) -> None:
    m = turned(f"ticket {ticket}", tickets={A: 1})
    assert (cash(m, A), kept(m, A)) == (10_500, {good_for: 1})
    assert m.view()["final_round"], "turned over is played"


@clause("TC-R11")
def test_a_spare_die_is_added_before_the_first_throw_and_only_once() -> None:
    m = sit(script=["dice 6 6 2 1"], kept={A: "spare-die"})
    m.play(A, "roll")
    assert can(m, A) == ["throw", "add"]
    without = ask(m)
    without.play(A, "throw")
    assert falling(without) == 3
    assert kept(without, A) == {"spare-die": 1}
    m = sit(script=["dice 6 6 2 1"], kept={A: "spare-die"})
    m.play(A, "roll")
    m.play(A, "add")
    assert kept(m, A) == {}
    assert sum(table(m).dice) == 4
    m.play(A, "stop")
    assert has_ended(m)


@clause("TC-R11")
def test_two_spare_dice_may_go_into_one_roll_up_to_nine() -> None:
    m = sit(kept={A: "spare-die spare-die"})
    m.play(A, "roll")
    m.play(A, "add")
    assert can(m, A) == ["throw", "add"]
    m.play(A, "add")
    assert falling(m) == 5
    m = sit(kept={A: "spare-die spare-die"}, owned={A: ALL_COLOURS})
    m.play(A, "roll")
    m.play(A, "add")
    assert (falling(m), kept(m, A)) == (9, {"spare-die": 1})


@clause("TC-R11")
def test_a_spare_die_rides_on_the_roll_of_a_ticket() -> None:
    m = turned("ticket extra-die", kept={A: "spare-die"})
    m.play(A, "add")
    assert falling(m) == 5
    m = turned("ticket two-rolls", "dice 6 4 2 1", kept={A: "spare-die"})
    m.play(A, "add")
    m.play(A, "stop")
    assert falling(m) == 3, "the die was for one roll"


@clause("TC-R11")
def test_an_extra_throw_is_spent_when_the_third_throw_is_made() -> None:
    m = sit(script=["dice 6 6 2", "dice 3", "dice 6"], kept={A: "extra-throw extra-throw"})
    m.play(A, "roll")
    m.play(A, "reroll 2")
    assert kept(m, A) == {"extra-throw": 2}
    saved = m.fork()
    saved.play(A, "stop")
    assert kept(saved, A) == {"extra-throw": 2}
    m.play(A, "reroll 3")
    assert kept(m, A) == {"extra-throw": 1}
    assert can(m, A) == ["take pair", "take three-alike"], "no fourth throw with the other one"


@clause("TC-R11")
def test_an_extra_throw_adds_nothing_to_a_roll_of_three_throws() -> None:
    m = turned("ticket third-throw", "dice 6 6 2", "dice 3", "dice 6", kept={A: "extra-throw"})
    m.play(A, "reroll 2")
    m.play(A, "reroll 3")
    assert can(m, A) == ["take pair", "take three-alike"]
    assert kept(m, A) == {"extra-throw": 1}


@clause("TC-R11", "TC-R14")
def test_both_at_once_buys_and_rolls_in_one_turn() -> None:
    m = sit(script=["card green-wishbone"], kept={A: "buy-and-roll"}, pool="red-ladybug")
    assert "both" in can(m, A)
    m.play(A, "both red-ladybug")
    assert (cash(m, A), falling(m), kept(m, A)) == (7000, 4, {})
    assert "both" not in can(sit(kept={A: "buy-and-roll"}, cash={A: 900}), A), "nothing can be paid"


@clause("TC-R11", "TC-R28")
def test_a_discount_takes_2000_off_one_purchase_and_counts_for_what_can_be_paid() -> None:
    m = sit(
        script=["card green-wishbone"],
        kept={A: "discount"},
        cash={A: 1900},
        stacks={A: "red-ladybug purple-ladybug green-ladybug"},
    )
    assert can(m, A)[:3] == ["buy purple-ladybug", "buy red-ladybug coupon", "buy purple-ladybug coupon"]
    m.play(A, "buy red-ladybug coupon")
    assert (cash(m, A), kept(m, A)) == (900, {})


@clause("TC-R28")
def test_a_discount_never_brings_a_price_below_0() -> None:
    m = sit(script=["card green-wishbone"], kept={A: "discount"}, cash={A: 0}, pool="purple-ladybug")
    m.play(A, "buy purple-ladybug coupon")
    assert cash(m, A) == 0


@clause("TC-R28")
def test_a_kept_discount_comes_after_the_discount_of_the_ticket() -> None:
    m = turned("ticket pool-sale", "card green-wishbone", kept={A: "discount"}, pool="yellow-wishbone")
    m.play(A, "buy yellow-wishbone coupon")
    # Half of 6,000 and then 2,000 off; the other way round it would be 2,000.
    assert cash(m, A) == 9000
    m = turned("ticket pool-sale", kept={A: "discount"}, cash={A: 1000}, pool="yellow-wishbone")
    assert "buy yellow-wishbone coupon" in m.moves(A), "and it counts for TC-20"


@clause("TC-R11")
def test_a_discount_is_not_spent_on_a_card_that_costs_nothing() -> None:
    m = turned("ticket inside-tip", kept={A: "discount"}, stacks={A: "purple-lucky-penny red-ladybug"})
    assert "buy purple-lucky-penny" in m.moves(A)
    assert "buy purple-lucky-penny coupon" not in m.moves(A)
    with pytest.raises(IllegalAction):
        m.play(A, "buy purple-lucky-penny coupon")


@clause("TC-R28")
def test_a_ticket_that_names_no_place_means_stack_or_pool() -> None:
    for ticket in ("shop-and-throw", "double-deal", "shopping-spree", "fresh-colour"):
        m = turned(f"ticket {ticket}", stacks={A: "red-ladybug"}, pool="green-ladybug")
        assert {"buy red-ladybug", "buy green-ladybug"} <= set(m.moves(A))


@clause("TC-R11")
def test_kept_tickets_work_in_the_final_turn_and_are_worth_nothing_after_it() -> None:
    m = sit(2, ["dice 6 6 2 1"], kept={A: "spare-die", B: "discount"}, finale=1, last=A, tickets={A: 0})
    m.play(A, "roll")
    m.play(A, "add")
    m.play(A, "stop")
    assert m.result
    assert m.result.standing == (11_301, 11_001)
