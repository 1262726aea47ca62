"""Take a Chance: set-up, buying, rolling, the end, two players."""

from fractions import Fraction

import pytest

import chancebox as cb
from chancebox.engine.game.errors import BadBox, BadSetup, IllegalAction, UnknownNotation
from chancebox.engine.match import chance
from chancebox.engine.match.chance import Ask, Scripted
from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import CHANCE, SPECTATOR
from chancebox.engine.rules.records import plain
from clauses import clause
from games.take_a_chance_table import (
    BOX,
    CARD,
    GAME,
    A,
    B,
    C,
    D,
    E,
    altered,
    ask,
    can,
    cash,
    due,
    falling,
    has_ended,
    owns,
    pool,
    sit,
    stack,
    table,
)
from helpers import random_match


def dealt(seats: int, *, options: dict[str, str] | None = None) -> Match:
    """Deal by chance and stop before the first turn's decision."""
    return random_match(GAME, seats, 1, options, events=1 + 4 * seats + 3)


# Set-up


@clause("TC-01")
def test_the_deck_has_each_charm_once_per_colour_and_values_up_to_6000() -> None:
    assert len(CARD) == 36
    assert sorted(colour.value for colour in BOX.data.colour) == [1000, 2000, 3000, 4000, 5000, 6000]
    assert len({charm.id for charm in BOX.data.charm}) == 6
    assert (BOX.fields.black_dice, BOX.fields.most_dice) == (2, 9)
    assert sum(ticket.count for ticket in BOX.data.ticket) == 36
    m = sit(options={"charm-die": "yes"}, script=["dice 1 2 3"])
    m.play(A, "roll")
    assert [share for _charm, share in m.outcomes()] == [Fraction(1, 6)] * 6
    assert due(m) == {f"charm {charm.id}" for charm in BOX.data.charm}


@clause("TC-01")
@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('id = "wishbone"', 'id = "horseshoe"', "twice"),
        ('id = "purple"', 'id = "violet"', "purple"),
        ("value = 6000", "value = 5800", "1000 to 6000"),
        ("value = 6000", "value = 6100", "line"),
        ("black_dice = 2", "black_dice = 3", "it can be: 2"),
        ("count = 4", "count = 3", "36 tickets in all, not 35"),
        ('name = "fee"', 'name = "birthday"', "twice"),
        ("discount = 2000", "discount = 0", "discount"),
        ("pays = { pair = 300", "pays = { poker = 300", "poker"),
        ("otherwise = { collect = 1000 }", "otherwise = { buy = 1 }", "buys nothing"),
        ("do = { roll = 2 }", "do = { roll = 2, colour = 1 }", "extra_dice"),
        ('[[charm]]\nid = "ladybug"\nstatus = "reconstructed"\n', "", "6 entries, not 5"),
    ],
)
def test_a_wrong_box_is_refused_with_what_would_be_right(old: str, new: str, says: str) -> None:
    with pytest.raises(BadBox, match=says):
        altered(old, new)


@clause("TC-02", "TC-R01")
def test_everybody_owns_one_random_purple_card_and_the_others_are_in_the_deck() -> None:
    m = Match(GAME, 3, dealer=Scripted(["first A", "card purple-ladybug"]))
    purple = {f"card purple-{charm.id}" for charm in BOX.data.charm}
    assert due(m) == purple - {"card purple-ladybug"}
    assert cash(m, A) == 10_000
    assert owns(m, A) == {"purple-ladybug"}
    m.play(CHANCE, "card purple-wishbone")
    m.play(CHANCE, "card purple-horseshoe")
    assert purple & due(m) == purple - {
        "card purple-ladybug",
        "card purple-wishbone",
        "card purple-horseshoe",
    }
    assert len(due(m)) == 33


@clause("TC-03")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_stack_of_three_is_seen_by_its_owner_alone(seats: int) -> None:
    m = dealt(seats)
    for owner in range(seats):
        mine = stack(m, owner)
        assert len(mine) == 3
        assert all(mine)
        for viewer in [*range(seats), SPECTATOR]:
            seen = m.view(viewer)["players"][owner]["stack"]
            if viewer != owner:
                assert seen == [{"id": None}] * 3
                assert not any(str(name) in str(m.view(viewer)) for name in mine)


@clause("TC-03")
def test_a_card_drawn_for_the_stack_is_told_to_its_owner_alone() -> None:
    m = sit(script=["card green-wishbone"], stacks={A: "red-horseshoe"})
    m.play(A, "buy red-horseshoe")
    assert "Green wishbone" in m.log(A)[-1]
    for viewer in (B, C, SPECTATOR):
        assert "wishbone" not in " ".join(m.log(viewer))
        assert "A draws a card for the stack." in m.log(viewer)


@clause("TC-03")
def test_guessed_stacks_are_any_cards_that_the_viewer_has_not_seen() -> None:
    """What lies in B's stack is as likely for A to be any unseen card."""
    m = sit()
    seen = set(pool(m)) | set(stack(m, A)) | owns(m, A) | owns(m, B) | owns(m, C)
    found = set()
    for n in range(300):
        world = m.position(A)
        GAME.build("plain").guess(m.box, world, A, chance.stream(n, 1, 0))
        guessed = [card - 1 for seat in (B, C) for card in plain(world).players[seat].stack]
        assert len(set(guessed)) == 6
        found |= set(guessed)
    assert found == {card for name, card in CARD.items() if name not in seen}


@clause("TC-04")
@pytest.mark.parametrize(("seats", "pile"), [(2, 25), (3, 21), (4, 17), (5, 13)])
def test_three_cards_are_the_pool_and_the_rest_the_draw_pile(seats: int, pile: int) -> None:
    m = dealt(seats)
    assert len(pool(m)) == 3
    assert all(pool(m))
    assert m.view()["pile"] == pile


@clause("TC-05")
def test_everybody_starts_with_10000() -> None:
    m = dealt(4)
    assert [cash(m, seat) for seat in range(4)] == [10_000] * 4


@clause("TC-06")
def test_six_tickets_each_that_nobody_knows_until_they_are_turned_over() -> None:
    m = dealt(3)
    assert [m.view()["players"][seat]["tickets"] for seat in range(3)] == [6, 6, 6]
    m = ask(sit())
    m.play(A, "ticket")
    shares = {str(ticket): share for ticket, share in m.outcomes()}
    # All 36 are unseen, those of the others' piles and the undealt ones included.
    assert shares["ticket shop-and-throw"] == Fraction(4, 36)
    assert shares["ticket coupon"] == Fraction(1, 36)
    assert len(shares) == 23
    assert table(m).unseen[0] == 4


@clause("TC-07")
def test_chance_says_who_begins_and_play_goes_to_the_left() -> None:
    m = Match(GAME, 3, dealer=Ask())
    assert [share for _seat, share in m.outcomes()] == [Fraction(1, 3)] * 3
    m = sit(first=C, player=C, pending=1 << C, script=["dice 1 2 4", "dice 1 2 4", "dice 1 2 4"])
    for seat in (C, A, B, C):
        assert m.to_act == (seat,)
        if seat != C or len(m.events) == 0:
            m.play(seat, "roll")
            m.play(seat, "stop")


@clause("TC-07")
def test_who_was_drawn_has_the_first_turn() -> None:
    for first in "ABC":
        m = Match(GAME, 3, dealer=Scripted([f"first {first}"]))
        m.dealer = cb.Seeded(1)
        m.deal()
        assert m.to_act == ("ABC".index(first),)


# Buying


@clause("TC-10")
def test_a_card_of_the_own_stack_or_the_pool_is_bought_at_its_printed_price() -> None:
    m = sit(
        stacks={A: "red-horseshoe", B: "red-ladybug"}, pool="green-wishbone", script=["card blue-wishbone"]
    )
    assert "buy red-horseshoe" in can(m, A)
    assert "buy green-wishbone" in can(m, A)
    assert "buy red-ladybug" not in can(m, A)
    m.play(A, "buy green-wishbone")
    assert (cash(m, A), owns(m, A)) == (6000, {"purple-horseshoe", "green-wishbone"})
    assert m.to_act == (B,)


@clause("TC-10")
def test_a_card_must_be_paid_in_full() -> None:
    m = sit(cash={A: 2900}, stacks={A: "red-horseshoe orange-horseshoe blue-horseshoe"}, pool="red-ladybug")
    assert can(m, A) == ["buy orange-horseshoe", "roll", "ticket"]
    with pytest.raises(IllegalAction):
        m.play(A, "buy red-horseshoe")
    assert cash(sit(cash={A: 3000}, stacks={A: "red-horseshoe"}), A) == 3000
    assert "buy red-horseshoe" in can(sit(cash={A: 3000}, stacks={A: "red-horseshoe"}), A)


@clause("TC-11")
def test_the_gap_is_filled_where_the_card_came_from() -> None:
    m = sit(
        stacks={A: "red-horseshoe orange-horseshoe"},
        pool="green-wishbone blue-wishbone",
        script=["card orange-wishbone", "card red-wishbone"],
    )
    before = stack(m, A), pool(m)
    m.play(A, "buy orange-horseshoe")
    assert stack(m, A) == ["red-horseshoe", "orange-wishbone", before[0][2]]
    assert pool(m) == before[1]
    m.play(B, "buy blue-wishbone")
    assert pool(m) == ["green-wishbone", "red-wishbone", before[1][2]]
    assert m.view()["pile"] == 19


@clause("TC-11")
def test_without_a_draw_pile_the_gap_stays() -> None:
    m = sit(pool="green-wishbone", pile=0)
    m.play(A, "buy green-wishbone")
    assert pool(m)[0] is None
    assert m.to_act == (B,)
    assert not any("green-wishbone" in choice for choice in can(m, B))


# Rolling


@clause("TC-12")
@pytest.mark.parametrize(
    ("more", "dice"),
    [
        ("", 3),
        ("purple-ladybug", 3),
        ("red-horseshoe red-ladybug red-wishbone", 4),
        ("orange-ladybug red-ladybug green-ladybug blue-ladybug yellow-ladybug", 8),
    ],
)
def test_two_black_dice_and_a_white_one_for_each_colour(more: str, dice: int) -> None:
    m = sit(owned={A: more})
    m.play(A, "roll")
    assert falling(m) == dice


@clause("TC-X1")
def test_purple_orange_red_and_green_make_two_black_and_four_white_dice() -> None:
    m = sit(owned={A: "orange-ladybug orange-wishbone red-ladybug green-ladybug"})
    m.play(A, "roll")
    assert falling(m) == 2 + 4


@clause("TC-13")
def test_any_or_all_dice_may_be_thrown_a_second_time() -> None:
    m = sit(script=["dice 6 6 2"])
    m.play(A, "roll")
    assert can(m, A) == ["stop", "reroll 2", "reroll 6", "reroll 6 2", "reroll 6 6", "reroll 6 6 2"]
    m.play(A, "reroll 6 2")
    assert falling(m) == 2
    m.play(CHANCE, "dice 4 1")
    assert list(table(m).dice) == [1, 0, 0, 1, 0, 1]
    assert m.to_act == (B,), "the second throw is final"


@clause("TC-13")
@pytest.mark.parametrize("text", ["reroll", "keep", "REROLL "])
def test_to_throw_again_without_dice_is_refused_and_does_not_mean_to_stop(text: str) -> None:
    m = sit(script=["dice 6 6 2"])
    m.play(A, "roll")
    with pytest.raises(UnknownNotation, match=r"Say which dice, for example: (reroll|keep) 6\. .* stop\."):
        m.play(A, text)
    assert (m.to_act, "stop" in can(m, A)) == ((A,), True)


@clause("TC-R07")
def test_a_second_throw_that_spoils_the_roll_stands() -> None:
    m = sit(script=["dice 6 6 2", "dice 3 1"])
    m.play(A, "roll")
    m.play(A, "reroll 6 6")
    assert cash(m, A) == 10_000
    with pytest.raises(cb.NothingToUndo):
        m.undo(A)


@clause("TC-11")
def test_what_was_bought_can_be_taken_back_until_a_card_is_uncovered() -> None:
    m = sit(pool="red-horseshoe", script=["card blue-ladybug"])
    m.play(A, "buy red-horseshoe")
    assert not m.can_undo(A), "the next card lies there"
    m = sit(pool="red-horseshoe", pile=0)
    m.play(A, "buy red-horseshoe")
    assert m.can_undo(A)


@clause("TC-14")
def test_the_roller_takes_exactly_one_formed_kind_that_an_owned_card_pictures() -> None:
    m = sit(owned={A: "orange-ladybug red-ladybug"}, script=["dice 6 6 6 2 2"])
    m.play(A, "roll")
    m.play(A, "stop")
    # Four alike is pictured but not formed; nothing says that the roller may decline.
    assert can(m, A) == ["take pair", "take two-pairs", "take three-alike", "take full-house"]
    poor, rich = m.fork(), m.fork()
    poor.play(A, "take pair")
    rich.play(A, "take full-house")
    assert cash(poor, A) == 10_300
    assert cash(rich, A) == 12_500


@clause("TC-14")
def test_to_stop_and_to_take_may_be_one_move() -> None:
    m = sit(owned={A: "orange-ladybug red-ladybug"}, script=["dice 6 6 6 2 2"])
    m.play(A, "roll")
    with pytest.raises(UnknownNotation):
        m.play(A, "take four of a kind")
    m.play(A, "take full house")
    assert (cash(m, A), has_ended(m)) == (12_500, True)
    only = sit(script=["dice 6 6 1"])
    only.play(A, "roll")
    only.play(A, "take pair")
    assert (cash(only, A), has_ended(only)) == (10_300, True)


@clause("TC-14")
def test_a_kind_that_no_owned_card_pictures_pays_nothing_and_a_single_one_is_taken_at_once() -> None:
    m = sit(owned={A: "orange-ladybug red-ladybug"}, script=["dice 6 5 4 3 2"])
    m.play(A, "roll")
    m.play(A, "stop")
    assert can(m, A) == ["take straight-of-4", "take straight-of-5"]
    m = sit(owned={A: "blue-ladybug"}, script=["dice 6 5 4 3"])
    m.play(A, "roll")
    m.play(A, "stop")
    assert (cash(m, A), m.to_act) == (10_000, (B,))
    m = sit(owned={A: "orange-ladybug"}, script=["dice 6 5 4 3"])
    m.play(A, "roll")
    m.play(A, "stop")
    assert (cash(m, A), m.to_act) == (11_500, (B,))


@clause("TC-15", "TC-X2")
def test_three_red_cards_pay_a_full_house_three_times() -> None:
    m = sit(owned={A: "red-ladybug red-wishbone red-horseshoe orange-ladybug"}, script=["dice 6 6 6 2 2"])
    m.play(A, "roll")
    m.play(A, "stop")
    m.play(A, "take full-house")
    assert cash(m, A) == 17_500


@clause("TC-15", "TC-X3")
def test_two_pairs_pays_on_purple_and_orange_alike() -> None:
    m = sit(owned={A: "purple-ladybug orange-ladybug"}, script=["dice 6 6 2 2"])
    m.play(A, "roll")
    m.play(A, "stop")
    m.play(A, "take two-pairs")
    assert cash(m, A) == 10_000 + 600 + 600 + 1000


@clause("TC-16")
@pytest.mark.parametrize("dice", ["6 6 6 2 2", "1 1 1 5 5", "3 3 4 4 4"])
def test_any_full_house_is_a_full_house(dice: str) -> None:
    m = sit(owned={A: "red-ladybug orange-ladybug"}, script=[f"dice {dice}"])
    m.play(A, "roll")
    m.play(A, "stop")
    assert "take full-house" in can(m, A)


@clause("TC-R06")
def test_a_card_pays_once_however_often_the_pattern_is_there() -> None:
    m = sit(owned={A: "orange-ladybug red-ladybug green-ladybug"}, script=["dice 6 6 4 4 2 2"])
    m.play(A, "roll")
    m.play(A, "stop")
    m.play(A, "take pair")
    assert cash(m, A) == 10_300


@clause("TC-R09")
def test_black_and_white_dice_are_one_handful() -> None:
    """Only numbers are told: the chance of a throw does not depend on which die shows what."""
    m = sit()
    m.play(A, "roll")
    shares = {str(throw): share for throw, share in m.outcomes()}
    assert len(shares) == 56
    assert shares["dice 6 6 6"] == Fraction(1, 216)
    assert shares["dice 3 2 1"] == Fraction(6, 216)


@clause("TC-R02")
def test_who_can_neither_buy_nor_play_a_ticket_rolls_without_being_asked() -> None:
    m = sit(cash={B: 0}, tickets={B: 0}, script=["dice 1 2 4"])
    m.play(A, "roll")
    m.play(A, "stop")
    assert (table(m).player, falling(m)) == (B, 3)
    m.play(CHANCE, "dice 6 6 1")
    m.play(B, "stop")
    assert cash(m, B) == 300
    assert "pass" not in can(sit(), A)


@clause("TC-R20")
def test_the_bank_pays_whatever_is_due() -> None:
    reds = " ".join(f"yellow-{charm.id}" for charm in BOX.data.charm)
    rest = "orange-ladybug red-ladybug green-ladybug blue-ladybug"
    m = sit(cash={A: 90_000_000}, owned={A: f"{reds} {rest}"}, script=["dice 6 6 6 6 6 6 6 6"])
    m.play(A, "roll")
    m.play(A, "stop")
    m.play(A, "take seven-of-a-kind")
    assert cash(m, A) == 90_180_000


@clause("TC-12", "TC-15")
def test_the_view_tells_what_the_own_cards_and_the_dice_pay() -> None:
    m = sit(owned={A: "purple-ladybug orange-ladybug"}, script=["dice 6 6 2 2"])
    mine = m.view(A)["players"][A]
    assert mine["dice"] == 4
    assert {pay["kind"]: pay["amount"] for pay in mine["pays"]}["two-pairs"] == 2200
    m.play(A, "roll")
    assert [(pay["name"], pay["amount"]) for pay in m.view(B)["roll"]["pays"]] == [
        ("a pair", 600),
        ("two pairs", 2200),
    ]


# The end


def idle(m: Match, seat: int) -> None:
    """Roll and get nothing."""
    m.play(seat, "roll")
    m.play(CHANCE, "dice " + "1 2 4 6"[: 2 * falling(m) - 1])
    m.play(seat, "stop")


@clause("TC-30", "TC-R16", "TC-R27")
def test_after_the_last_ticket_everybody_has_one_more_turn_the_trigger_last() -> None:
    m = sit(tickets={B: 1})
    idle(m, A)
    m.play(B, "ticket")
    m.play(CHANCE, "ticket pocket-money")
    assert m.view()["final_round"]
    for seat in (C, A, B):
        assert m.to_act == (seat,)
        idle(m, seat)
    assert m.to_act == ()
    assert m.result
    assert m.result.ended == 1


@clause("TC-30")
def test_the_turn_of_the_last_ticket_is_finished_first() -> None:
    m = sit(tickets={A: 1}, script=["ticket extra-die", "dice 6 6 1 2"])
    m.play(A, "ticket")
    assert not m.view()["final_round"]
    m.play(A, "stop")
    assert (cash(m, A), m.to_act) == (10_300, (B,))
    assert m.view()["final_round"]


@clause("TC-R16")
def test_a_second_empty_pile_changes_nothing() -> None:
    m = sit(tickets={A: 1, B: 1})
    m.play(A, "ticket")
    m.play(CHANCE, "ticket pocket-money")
    m.play(B, "ticket")
    m.play(CHANCE, "ticket pocket-money")
    idle(m, C)
    assert m.to_act == (A,)
    idle(m, A)
    assert m.result, "B has no extra turn"


@clause("TC-31")
def test_cash_and_printed_values_decide_then_the_number_of_cards() -> None:
    m = sit(2, owned={A: "red-ladybug"}, cash={A: 0, B: 3100}, finale=1, last=A, tickets={A: 0})
    idle(m, A)
    assert m.result
    # A: 1,000 + 3,000; B: 1,000 + 3,100.
    assert m.result.winners == (B,)
    m = sit(2, owned={A: "red-ladybug"}, cash={A: 100, B: 3100}, finale=1, last=A)
    idle(m, A)
    assert m.result
    assert m.result.winners == (A,), "level at 4,100: A owns more cards"
    assert m.result.standing == (4102, 4101)


@clause("TC-R17")
def test_cards_left_in_the_stack_are_worth_nothing() -> None:
    m = sit(
        2, stacks={A: "orange-ladybug orange-wishbone", B: "yellow-ladybug"}, cash={A: 100}, finale=1, last=A
    )
    idle(m, A)
    assert m.result
    assert m.result.standing == (1101, 11_001)


@clause("TC-R18")
def test_level_in_money_and_cards_shares_the_win() -> None:
    m = sit(3, finale=1, last=A, cash={C: 9900})
    idle(m, A)
    assert m.result
    assert m.result.winners == (A, B)
    assert m.result.places == (1, 1, 3)


@clause("TC-R33")
def test_after_200_turns_each_the_final_round_begins_by_itself() -> None:
    m = sit(3, turns=599)
    idle(m, A)
    assert not m.view()["final_round"]
    idle(m, B)
    assert m.view()["final_round"]
    for seat in (C, A, B):
        assert m.to_act == (seat,)
        idle(m, seat)
    assert m.result
    assert m.result.ended == 2


@clause("TC-21")
def test_nobody_ever_gets_new_tickets() -> None:
    for seed in range(3):
        m = random_match(GAME, 3, seed)
        last = [6, 6, 6]
        for n in range(len(m.events) + 1):
            now = [plain(m._position(n)).players[seat].tickets for seat in range(3)]
            assert all(a <= b for a, b in zip(now, last, strict=True))
            last = now
        assert 0 in last


# Two players


@clause("TC-40")
def test_two_players_get_seven_tickets() -> None:
    m = dealt(2)
    assert [m.view()["players"][seat]["tickets"] for seat in range(2)] == [7, 7]


@clause("TC-41", "TC-R19")
@pytest.mark.parametrize("where", ["stack", "pool"])
def test_after_each_purchase_of_two_players_a_card_is_discarded_unseen(where: str) -> None:
    m = sit(2, stacks={A: "red-horseshoe"}, pool="red-ladybug", script=["card green-wishbone"])
    assert m.view()["pile"] == 25
    m.play(A, f"buy {where} 1")
    # Paid, filled, then one discarded: nobody knows which, so any unseen card may still come up.
    assert m.view()["pile"] == 23
    assert "green-wishbone" in stack(m, A) + pool(m)
    m.play(B, "buy pool 2")
    assert len(due(m)) == 25 - 1


@clause("TC-41")
def test_three_players_discard_nothing_and_an_empty_pile_ends_it() -> None:
    m = sit(3, stacks={A: "red-horseshoe"}, script=["card green-wishbone"])
    m.play(A, "buy stack 1")
    assert m.view()["pile"] == 20
    m = sit(2, stacks={A: "red-horseshoe"}, pile=1, script=["card green-wishbone"])
    m.play(A, "buy stack 1")
    assert (m.view()["pile"], m.to_act) == (0, (B,))


@clause("TC-42")
@pytest.mark.parametrize(("name", "value"), [("auctions", "yes"), ("charm-die", "yes"), ("tickets", "5")])
def test_rules_for_experts_are_not_for_two(name: str, value: str) -> None:
    with pytest.raises(BadSetup, match="3 to 5 players"):
        Match(GAME, 2, options={name: value})
    Match(GAME, 3, options={name: value})


@clause("TC-57")
@pytest.mark.parametrize(("value", "each"), [("5", 5), ("usual", 6), ("7", 7)])
def test_five_tickets_for_a_short_game_and_seven_for_a_long_one(value: str, each: int) -> None:
    m = dealt(5, options={"tickets": value})
    assert [m.view()["players"][seat]["tickets"] for seat in (A, B, C, D, E)] == [each] * 5
