"""Take a Chance: all 23 kinds of tickets, what is kept, and what happens at the edges."""

from fractions import Fraction

import pytest

from chancebox.engine.match.chance import stream
from chancebox.engine.rules.contract import CHANCE, SPECTATOR
from chancebox.engine.rules.records import plain
from chancebox.games.take_a_chance.text.names import deed_text, ticket_name, ticket_text
from clauses import clause
from games.take_a_chance_table import (
    ALL_COLOURS,
    BOX,
    GAME,
    TICKET,
    A,
    B,
    C,
    D,
    altered,
    can,
    cash,
    falling,
    has_ended,
    kept,
    owns,
    pool,
    sit,
    stack,
    turned,
)

# Playing a ticket


@clause("TC-17")
def test_a_ticket_is_turned_over_done_and_discarded() -> None:
    m = turned("ticket pocket-money")
    assert m.view()["players"][A]["tickets"] == 5
    assert m.view()["tickets_seen"] == ["Pocket Money"]
    assert (cash(m, A), kept(m, A)) == (11_500, {})
    assert has_ended(m)


@clause("TC-06", "TC-R32")
def test_a_ticket_comes_from_all_that_nobody_has_seen_and_undealt_ones_stay_unseen() -> None:
    m = turned("ticket coupon")
    m.play(B, "ticket")
    shares = {str(ticket): share for ticket, share in m.outcomes()}
    assert "ticket coupon" not in shares
    assert shares["ticket shop-and-throw"] == Fraction(4, 35)
    # 18 were dealt; all 35 others may come up, and who sees the table sees the discards and piles.
    for viewer in (A, B, C, SPECTATOR):
        view = m.view(viewer)
        assert view["tickets_seen"] == ["Coupon"]
        assert [player["tickets"] for player in view["players"]] == [5, 6, 6]
        assert view["players"][A]["kept"] == {"discount": 1}
        assert view["players"][A]["cash"] == 10_500
        assert [card["id"] for card in view["players"][B]["owned"]] == ["purple-four-leaf-clover"]


@clause("TC-19")
def test_another_ticket_is_played_after_this_one_is_finished() -> None:
    m = turned(
        "ticket shopping-spree",
        "card green-wishbone",
        "ticket windfall",
        "ticket pocket-money",
        pool="red-ladybug",
    )
    m.play(A, "buy red-ladybug")
    assert pool(m)[0] == "green-wishbone"
    assert cash(m, A) == 10_000 - 3000 + 1000 + 1500
    assert (m.view()["players"][A]["tickets"], has_ended(m)) == (3, True)


@clause("TC-R12")
def test_a_chain_on_the_last_ticket_simply_ends() -> None:
    m = turned("ticket windfall", tickets={A: 1})
    assert (cash(m, A), has_ended(m)) == (11_000, True)
    assert m.view()["final_round"]
    assert m.choices(CHANCE) == []


@clause("TC-R12")
def test_a_chain_that_found_no_ticket_does_not_reach_into_a_later_turn() -> None:
    m = sit(
        script=["ticket windfall"],
        tickets={A: 1},
        cash={B: 100, C: 0},
        pool="red-ladybug",
        options={"auctions": "yes"},
    )
    m.play(A, "ticket")
    m.play(B, "auction red-ladybug")
    m.play(A, "pass")
    assert owns(m, B) == {"purple-four-leaf-clover", "red-ladybug"}
    m.play(CHANCE, "card green-wishbone")
    assert m.to_act == (C,)


@clause("TC-20")
def test_what_cannot_be_paid_or_does_not_exist_makes_the_or_half_count() -> None:
    m = turned("ticket shop-and-throw", cash={A: 900})
    assert falling(m) == 3, "rolls without being asked"
    m = turned("ticket inside-tip", cash={A: 4900})
    assert falling(m) == 3, "three Yellow cards in the stack, 5,000 each"
    m = turned(
        "ticket matching-set",
        stacks={A: "red-horseshoe red-ladybug red-wishbone"},
        pool="blue-ladybug blue-wishbone blue-horseshoe",
    )
    assert (cash(m, A), has_ended(m)) == (11_000, True), "no Purple card is in sight"
    m = turned("ticket pool-sale", pool="none none none")
    assert falling(m) == 3, "nothing lies in the Pool"


@clause("TC-R13")
def test_the_or_half_may_be_chosen_freely_and_replaces_the_whole_ticket() -> None:
    m = turned("ticket fresh-colour", pool="red-ladybug")
    assert can(m, A) == ["do", "or"]
    m.play(A, "or")
    assert falling(m) == 3, "without the extra die of the first half"
    assert cash(m, A) == 10_000
    m = turned("ticket new-pool")
    before = pool(m)
    m.play(A, "or")
    assert (pool(m), falling(m)) == (before, 3), "chosen before anything happens"


@clause("TC-R13")
def test_the_roll_of_a_ticket_is_compulsory() -> None:
    m = turned("ticket shop-and-throw", "card green-wishbone", pool="red-ladybug")
    m.play(A, "buy red-ladybug")
    assert m.to_act == (CHANCE,)
    assert falling(m) == 4


@clause("TC-R15")
def test_a_ticket_without_or_is_done_as_far_as_possible() -> None:
    m = turned("ticket fee", "ticket pocket-money", cash={A: 300})
    assert [cash(m, seat) for seat in (A, B, C)] == [1500, 10_000, 10_000]
    box = altered("do = { collect = 1500 }", "do = { collect = 100, buy = 1, roll = 1 }")
    m = turned("ticket pocket-money", cash={A: 500}, box=box)
    assert (cash(m, A), falling(m)) == (600, 3)


# The kinds


@clause("TC-R14")
def test_shop_and_throw_counts_the_new_card_for_dice_and_payout() -> None:
    m = turned("ticket shop-and-throw", "card green-wishbone", "dice 6 6 2 2", stacks={A: "orange-ladybug"})
    m.play(A, "buy orange-ladybug")
    m.play(A, "stop")
    m.play(A, "take two-pairs")
    assert cash(m, A) == 10_000 - 2000 + 600 + 1000
    assert has_ended(m)


def test_pool_sale_halves_the_price_of_a_pool_card_and_of_no_other() -> None:
    m = turned(
        "ticket pool-sale",
        "card green-wishbone",
        pool="red-ladybug blue-ladybug",
        stacks={A: "purple-lucky-penny"},
    )
    assert [move for move in m.moves(A) if "purple" in move] == []
    assert m.view(A)["prices"]["blue-ladybug"] == 2500
    m.play(A, "buy blue-ladybug")
    assert (cash(m, A), has_ended(m)) == (7500, True)


def test_inside_tip_lowers_the_price_of_a_stack_card_then_rolls() -> None:
    m = turned(
        "ticket inside-tip",
        "card green-wishbone",
        stacks={A: "red-ladybug purple-ladybug"},
        pool="blue-ladybug",
    )
    assert not any("blue-ladybug" in move for move in m.moves(A))
    m.play(A, "buy red-ladybug")
    assert (cash(m, A), falling(m)) == (8000, 4)


@clause("TC-R28")
def test_the_discount_of_a_ticket_never_pays_the_buyer() -> None:
    box = altered("off = 1000", "off = 3000")
    m = turned("ticket inside-tip", "card green-wishbone", stacks={A: "purple-ladybug"}, box=box)
    m.play(A, "buy purple-ladybug")
    assert cash(m, A) == 10_000


def test_fresh_colour_buys_a_colour_not_owned_then_adds_a_die() -> None:
    m = turned(
        "ticket fresh-colour",
        "card green-wishbone",
        pool="red-ladybug purple-ladybug orange-ladybug",
        owned={A: "red-wishbone"},
    )
    offered = [move for move in m.moves(A) if move.startswith("buy")]
    assert not any("red" in move or "purple" in move for move in offered)
    m.play(A, "buy orange-ladybug")
    assert falling(m) == 2 + 3 + 1


def test_matching_set_halves_the_price_of_a_colour_owned() -> None:
    m = turned(
        "ticket matching-set",
        "card green-wishbone",
        pool="red-ladybug orange-ladybug",
        owned={A: "red-wishbone"},
    )
    assert m.moves(A) == ["buy red-ladybug", "or"]
    freely = m.fork()
    freely.play(A, "or")
    assert (cash(freely, A), has_ended(freely)) == (11_000, True)
    m.play(A, "do")
    assert (cash(m, A), has_ended(m)) == (8500, True)
    assert "red-ladybug" in owns(m, A)


@clause("TC-R30")
def test_double_deal_buys_two_cards_and_the_refill_may_be_the_second() -> None:
    m = turned("ticket double-deal", "card green-wishbone", "card blue-wishbone", pool="red-ladybug")
    m.play(A, "buy red-ladybug")
    assert "buy green-wishbone" in can(m, A)
    m.play(A, "buy green-wishbone")
    assert (cash(m, A), has_ended(m)) == (3000, True)
    assert pool(m)[0] == "blue-wishbone"


@clause("TC-R30")
def test_the_first_card_of_a_double_deal_must_leave_enough_for_another_in_sight() -> None:
    arranged = {
        "stacks": {A: "orange-ladybug orange-wishbone red-ladybug"},
        "pool": "green-ladybug blue-ladybug yellow-ladybug",
    }
    m = turned("ticket double-deal", cash={A: 5000}, **arranged)
    assert m.moves(A) == ["buy orange-ladybug", "buy orange-wishbone", "buy red-ladybug", "or"]
    m = turned("ticket double-deal", cash={A: 4900}, **arranged)
    assert m.moves(A) == ["buy orange-ladybug", "buy orange-wishbone", "or"]
    m = turned("ticket double-deal", cash={A: 3900}, **arranged)
    assert falling(m) == 4, "two cards cannot be paid: roll with one more die"
    dear = {
        "stacks": {A: "orange-ladybug blue-wishbone"},
        "pool": "green-ladybug blue-ladybug yellow-ladybug",
    }
    m = turned("ticket double-deal", cash={A: 5900}, **dear)
    assert falling(m) == 4, "one card is not two, however cheap"
    # With a discount of 2,000 the same cash is enough.
    m = turned("ticket double-deal", cash={A: 3900}, kept={A: "discount"}, **arranged)
    assert "buy orange-ladybug" in m.moves(A)
    assert "buy orange-ladybug coupon" in m.moves(A)
    assert "buy green-ladybug coupon" not in m.moves(A)


@clause("TC-R30")
def test_a_discount_cannot_serve_both_cards_of_a_double_deal() -> None:
    m = turned(
        "ticket double-deal",
        cash={A: 2000},
        kept={A: "discount"},
        stacks={A: "orange-ladybug orange-wishbone red-ladybug"},
        pool="green-ladybug blue-ladybug yellow-ladybug",
    )
    assert m.moves(A) == [
        "buy orange-ladybug",
        "buy orange-wishbone",
        "buy orange-ladybug coupon",
        "buy orange-wishbone coupon",
        "or",
    ]


def test_shopping_spree_may_be_only_another_ticket() -> None:
    m = turned("ticket shopping-spree", "ticket pocket-money", pool="red-ladybug")
    m.play(A, "or")
    assert (cash(m, A), has_ended(m)) == (11_500, True)


@pytest.mark.parametrize(("ticket", "dice"), [("extra-die", 4), ("two-extra-dice", 5), ("third-throw", 3)])
def test_tickets_that_add_dice(ticket: str, dice: int) -> None:
    assert falling(turned(f"ticket {ticket}")) == dice


@clause("TC-18")
def test_never_more_than_nine_dice() -> None:
    assert falling(turned("ticket extra-die", owned={A: ALL_COLOURS})) == 9
    assert falling(turned("ticket two-extra-dice", owned={A: ALL_COLOURS})) == 9
    m = turned("ticket extra-die", owned={A: ALL_COLOURS}, kept={A: "spare-die"})
    assert falling(m) == 9, "a spare die is not even asked for"


def test_third_throw_allows_three_throws_and_no_fourth() -> None:
    m = turned("ticket third-throw", "dice 6 6 2", "dice 3", "dice 6")
    m.play(A, "reroll 2")
    m.play(A, "reroll 3")
    assert can(m, A) == ["take pair", "take three-alike"]


def test_double_pay_pays_twice() -> None:
    m = turned("ticket double-pay", "dice 6 6 2")
    m.play(A, "stop")
    assert (cash(m, A), has_ended(m)) == (10_600, True)


def test_two_rolls_are_two_whole_rolls() -> None:
    m = turned("ticket two-rolls", "dice 6 6 2", "dice 4 3 1", "dice 5 5 1")
    m.play(A, "stop")
    assert cash(m, A) == 10_300
    m.play(A, "reroll all")
    assert (cash(m, A), has_ended(m)) == (10_600, True)


def test_windfall_dividend_and_fee_move_money_and_go_on() -> None:
    m = turned(
        "ticket windfall",
        "ticket dividend",
        "ticket fee",
        "ticket pocket-money",
        owned={A: "red-ladybug red-wishbone"},
    )
    assert cash(m, A) == 10_000 + 1000 + 2 * 500 - 500 + 1500
    assert has_ended(m)


@clause("TC-R02", "TC-R15")
def test_on_a_birthday_every_opponent_pays_what_there_is() -> None:
    m = turned("ticket birthday", seats=4, cash={B: 200, C: 500, D: 9000})
    assert [cash(m, seat) for seat in (A, B, C, D)] == [11_200, 0, 0, 8500]
    assert falling(m) == 3


@clause("TC-R31")
def test_your_treat_pays_in_turn_order_with_a_part_for_the_last() -> None:
    m = sit(4, ["ticket your-treat"], cash={B: 400, C: 0, D: 0, A: 0}, first=B, player=B, pending=1 << B)
    m.play(B, "ticket")
    assert [cash(m, seat) for seat in (A, B, C, D)] == [0, 0, 300, 100]
    assert falling(m) == 3
    m = turned("ticket your-treat", seats=4)
    assert [cash(m, seat) for seat in (A, B, C, D)] == [9100, 10_300, 10_300, 10_300]


@clause("TC-R29")
def test_new_pool_goes_under_the_pile_and_a_payable_card_must_be_bought() -> None:
    m = turned(
        "ticket new-pool",
        "card red-horseshoe",
        "card red-wishbone",
        "card red-ladybug",
        "card green-wishbone",
        pool="blue-ladybug blue-wishbone blue-horseshoe",
    )
    m.play(A, "do")
    assert pool(m) == ["red-horseshoe", "red-wishbone", "red-ladybug"]
    assert [card["id"] for card in m.view()["under"]] == ["blue-ladybug", "blue-wishbone", "blue-horseshoe"]
    assert "roll" not in can(m, A)
    assert "or" not in can(m, A)
    m.play(A, "buy red-wishbone")
    assert (cash(m, A), has_ended(m)) == (7000, True)


@clause("TC-R29")
def test_a_new_pool_may_be_tried_even_if_nothing_in_sight_can_be_paid() -> None:
    script = [
        "ticket new-pool",
        "card red-horseshoe",
        "card purple-ladybug",
        "card red-ladybug",
        "card green-wishbone",
    ]
    m = turned(*script, cash={A: 1000})
    assert m.moves(A) == ["do", "or"]
    m.play(A, "do")
    assert "purple-ladybug" in owns(m, A), "the only card that can be paid is bought"
    assert (cash(m, A), has_ended(m)) == (0, True)


DEAR = "yellow-ladybug yellow-wishbone yellow-horseshoe"


@clause("TC-R29", "TC-20")
def test_a_new_pool_that_is_surely_in_vain_is_not_offered() -> None:
    poor = turned("ticket new-pool", cash={A: 900}, stacks={A: DEAR})
    assert falling(poor) == 3, "no card costs less than 1,000: the OR half must be done"
    helped = turned("ticket new-pool", cash={A: 0}, kept={A: "discount"}, stacks={A: DEAR})
    assert helped.moves(A) == ["do", "or"], "with the Coupon a Purple or Orange card could be had"
    stacks = {A: "orange-ladybug"}
    assert turned("ticket new-pool", cash={A: 2000}, stacks=stacks, pile=0, pool=DEAR).moves(A) == [
        "do",
        "or",
    ]
    assert falling(turned("ticket new-pool", cash={A: 1900}, stacks=stacks, pile=0, pool=DEAR)) == 3


@clause("TC-R29", "TC-20")
def test_a_new_pool_is_not_offered_when_no_card_is_left() -> None:
    m = turned("ticket new-pool", stacks={A: "yellow-ladybug"}, cash={A: 900}, pool="none none none", pile=0)
    assert falling(m) == 3


@clause("TC-R29", "TC-20")
def test_when_the_pile_ends_the_known_cards_below_it_decide() -> None:
    cheap = "purple-ladybug orange-ladybug red-ladybug"
    arranged = {"stacks": {A: DEAR}, "pool": cheap, "cash": {A: 1000}}
    assert turned("ticket new-pool", pile=0, **arranged).moves(A) == ["do", "or"], "the same Pool comes back"
    late = {**arranged, "pool": "red-ladybug orange-ladybug purple-ladybug"}
    assert turned("ticket new-pool", pile=0, **late).moves(A) == ["do", "or"]
    # All other Purple cards are seen, so of one unknown card and two of the Pool none can be paid.
    others = "purple-rabbits-foot purple-lucky-penny"
    m = turned("ticket new-pool", pile=1, owned={B: others}, **late)
    assert falling(m) == 3, "the Purple card would be the fourth"
    assert turned("ticket new-pool", pile=1, owned={B: others}, **arranged).moves(A) == ["do", "or"]


@clause("TC-R29")
def test_whether_a_new_pool_is_offered_tells_nothing_about_the_stacks_of_others() -> None:
    """A has 1,000 and does not know that B holds the Purple cards which are left."""
    purple = "purple-rabbits-foot purple-lucky-penny purple-ladybug"
    arranged = {"cash": {A: 1000}, "stacks": {A: DEAR, B: purple}}
    m = turned("ticket new-pool", **arranged)
    assert m.moves(A) == ["do", "or"]
    # In the own stack, or seen on the table, they can not come up.
    m = turned("ticket new-pool", cash={A: 1000}, stacks={A: DEAR}, owned={B: purple})
    assert falling(m) == 3


@clause("TC-R29")
def test_new_pool_rolls_if_nothing_is_payable_after_the_swap() -> None:
    m = turned(
        "ticket new-pool",
        "card red-horseshoe",
        "card red-wishbone",
        "card red-ladybug",
        cash={A: 2900},
        pool="purple-ladybug",
    )
    m.play(A, "do")
    assert (falling(m), cash(m, A)) == (3, 2900)


@clause("TC-R29")
def test_cards_under_the_pile_come_up_last_in_slot_order_and_all_know_them() -> None:
    m = turned(
        "ticket new-pool",
        "card red-horseshoe",
        "card red-wishbone",
        "card red-ladybug",
        "card green-wishbone",
        pool="blue-ladybug blue-wishbone blue-horseshoe",
        pile=4,
    )
    m.play(A, "do")
    m.play(A, "buy red-horseshoe")
    assert pool(m)[0] == "green-wishbone"
    assert m.view()["pile"] == 3
    m.play(B, "buy pool 2")
    assert pool(m) == ["green-wishbone", "blue-ladybug", "red-ladybug"], "no chance: the card is known"
    m.play(C, "buy stack 1")
    assert stack(m, C)[0] == "blue-wishbone"
    for viewer in (A, B, SPECTATOR):
        seen = m.view(viewer)["players"][C]["stack"]
        assert [card["id"] for card in seen] == ["blue-wishbone", None, None], "everybody remembers it"


@clause("TC-R29")
def test_a_new_pool_without_a_draw_pile_is_the_old_one() -> None:
    m = turned("ticket new-pool", pool="blue-ladybug blue-wishbone red-horseshoe", pile=0)
    m.play(A, "do")
    assert pool(m) == ["blue-ladybug", "blue-wishbone", "red-horseshoe"]
    assert m.view()["under"] == []


@clause("TC-41")
def test_two_players_discard_known_cards_too_when_no_others_are_left() -> None:
    m = sit(
        2,
        ["ticket new-pool", "card red-horseshoe", "card red-wishbone", "card red-ladybug"],
        pool="blue-ladybug blue-wishbone blue-horseshoe",
        pile=3,
    )
    m.play(A, "ticket")
    m.play(A, "do")
    m.play(A, "buy red-horseshoe")
    assert pool(m)[0] == "blue-ladybug"
    assert [card["id"] for card in m.view()["under"]] == ["blue-horseshoe"]


@clause("TC-R19")
def test_two_players_discard_once_for_each_card_that_a_ticket_buys() -> None:
    m = sit(2, ["ticket double-deal", "card green-wishbone", "card blue-wishbone"], pool="red-ladybug")
    m.play(A, "ticket")
    m.play(A, "buy red-ladybug")
    assert m.view()["pile"] == 23
    m.play(A, "buy green-wishbone")
    assert m.view()["pile"] == 21


# Notation and texts


def test_every_kind_of_ticket_says_what_it_does() -> None:
    assert len(TICKET) == 23
    texts = [ticket_text(ticket) for ticket in BOX.data.ticket]
    assert all(texts)
    assert len(set(texts)) == 23
    assert ticket_name(BOX.data.ticket[TICKET["coupon"]]) == "Coupon"
    assert deed_text(BOX.data.ticket[TICKET["shopping-spree"]].otherwise) == "Play another ticket."


def test_a_guess_gives_a_player_who_must_buy_something_to_buy() -> None:
    """A is asked what to buy: in no world that fits B's knowledge may all of it be too dear."""
    m = turned(
        "ticket double-deal",
        "card yellow-wishbone",
        cash={A: 4000},
        stacks={A: "orange-ladybug orange-wishbone orange-horseshoe"},
    )
    m.play(A, "buy orange-ladybug")
    assert m.to_act == (A,)
    build = GAME.build("plain")
    for n in range(40):
        world = m.position(B)
        build.guess(m.box, world, B, stream(n, 1, 0))
        assert build.choices(m.box, world, A)
        assert all(card > 0 for card in plain(world).players[A].stack)
