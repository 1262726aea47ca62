"""Take a Chance: what happened, as typed values, for each viewer."""

from typing import Any

import pytest

from chancebox.engine.game.happenings import Ended, Happening
from chancebox.engine.match.chance import Scripted
from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import SPECTATOR
from chancebox.games.take_a_chance.rules import patterns
from chancebox.games.take_a_chance.rules.records import LAST_TICKET
from chancebox.games.take_a_chance.text import happenings
from chancebox.games.take_a_chance.text.happenings import (
    Began,
    BeganFinale,
    BeganRoll,
    BeganTurn,
    Bid,
    Bought,
    ChoseHalf,
    Collected,
    Consoled,
    CouldNotRaise,
    CountedUp,
    DealtPurple,
    Dice,
    Discarded,
    Drew,
    Expired,
    FilledPool,
    GotBonus,
    GotFromBank,
    GotFromOpponent,
    KeptTicket,
    NothingToBuy,
    OpenedAuction,
    PaidBank,
    PaidOpponent,
    Passed,
    PickedUp,
    RolledNothing,
    SankPool,
    SpentTicket,
    Stopped,
    Threw,
    ThrewCharm,
    TurnedOver,
    WonAuction,
)
from clauses import clause
from games.take_a_chance_table import CARD, GAME, TICKET, A, B, C, altered, sit, turned
from helpers import option_sets, random_match

DEAR = "yellow-ladybug yellow-wishbone yellow-horseshoe"
BLUE = "blue-ladybug blue-wishbone blue-horseshoe"
AUCTIONS = {"auctions": "yes"}
CHARM_DIE = {"charm-die": "yes"}
OTHERS = (B, SPECTATOR)


def told(match: Match, viewer: int = SPECTATOR, since: int = 0) -> list[Happening]:
    return [one for _n, happened in match.happenings(viewer, since) for one in happened]


def dice(numbers: str) -> Dice:
    return tuple(numbers.split().count(str(face + 1)) for face in range(patterns.FACES))


def cards(names: str) -> tuple[int, ...]:
    return tuple(CARD[name] for name in names.split())


# Set-up


@clause("TC-02", "TC-03", "TC-04", "TC-07")
def test_the_deal() -> None:
    dealt = [*DEAR.split(), *BLUE.split(), "red-ladybug", "red-wishbone", "red-horseshoe"]
    purple = ["purple-horseshoe", "purple-wishbone"]
    m = Match(GAME, 2, dealer=Scripted(["first B", *(f"card {name}" for name in [*purple, *dealt])]))
    for viewer in (A, B, SPECTATOR):
        stacks = [cards(names) if viewer == seat else (None,) * 3 for seat, names in enumerate((DEAR, BLUE))]
        assert told(m, viewer) == [
            Began(B),
            *(DealtPurple(seat, CARD[name], 1000) for seat, name in enumerate(purple)),
            *(Drew(seat, slot, stacks[seat][slot], True, False) for seat in (A, B) for slot in range(3)),
            *(FilledPool(slot, CARD[name], False) for slot, name in enumerate(dealt[6:])),
            BeganTurn(B),
        ]


# Buying


@clause("TC-03", "TC-10", "TC-11")
def test_a_card_bought_from_the_stack_is_seen_by_all_and_the_next_one_by_its_owner() -> None:
    m = sit(script=["card green-wishbone"], stacks={A: f"none red-ladybug {DEAR}"})
    m.play(A, "buy red-ladybug")
    bought = Bought(A, CARD["red-ladybug"], "stack", 1, 3000, 3000, coupon=False, forced=False)
    assert told(m, A) == [bought, Drew(A, 1, CARD["green-wishbone"], False, False), BeganTurn(B)]
    for viewer in OTHERS:
        assert told(m, viewer) == [bought, Drew(A, 1, None, False, False), BeganTurn(B)]


@clause("TC-10", "TC-11", "TC-R28")
def test_a_card_bought_from_the_pool_with_a_coupon() -> None:
    m = sit(script=["card green-wishbone"], kept={A: "discount"}, pool="red-ladybug")
    m.play(A, "buy red-ladybug coupon")
    assert told(m) == [
        SpentTicket(A, "discount"),
        Bought(A, CARD["red-ladybug"], "pool", 0, 1000, 3000, coupon=True, forced=False),
        FilledPool(0, CARD["green-wishbone"], False),
        BeganTurn(B),
    ]


@clause("TC-41")
def test_two_players_discard_a_card_that_nobody_sees() -> None:
    m = sit(2, ["card green-wishbone"], pool="red-ladybug")
    m.play(A, "buy red-ladybug")
    for viewer in (A, B):
        assert told(m, viewer)[1:] == [
            FilledPool(0, CARD["green-wishbone"], False),
            Discarded(None),
            BeganTurn(B),
        ]


@clause("TC-R29")
def test_a_new_pool_forces_a_purchase() -> None:
    new = ["red-horseshoe", "purple-ladybug", "red-ladybug", "green-wishbone"]
    script = ["ticket new-pool", *(f"card {name}" for name in new)]
    m = turned(*script, pool=BLUE, cash={A: 1000}, stacks={A: DEAR})
    m.play(A, "do")
    for viewer in (A, *OTHERS):
        assert told(m, viewer) == [
            TurnedOver(A, TICKET["new-pool"], 5),
            ChoseHalf(A, TICKET["new-pool"], is_or=False),
            SankPool(cards(BLUE)),
            *(FilledPool(slot, CARD[name], False) for slot, name in enumerate(new[:3])),
            Bought(A, CARD["purple-ladybug"], "pool", 1, 1000, 1000, coupon=False, forced=True),
            FilledPool(1, CARD["green-wishbone"], False),
            BeganTurn(B),
        ]


@clause("TC-R29", "TC-41")
def test_cards_come_back_from_under_the_pile() -> None:
    m = sit(2, ["ticket new-pool", "card red-ladybug"], pool=BLUE, pile=1)
    m.play(A, "ticket")
    m.play(A, "do")
    since = len(m.events)
    m.play(A, "buy red-ladybug")
    assert told(m, B)[2:6] == [
        SankPool(cards(BLUE)),
        FilledPool(0, CARD["red-ladybug"], False),
        FilledPool(1, CARD["blue-ladybug"], True),
        FilledPool(2, CARD["blue-wishbone"], True),
    ]
    assert told(m, B, since)[1:] == [FilledPool(0, CARD["blue-horseshoe"], True), BeganTurn(B)]
    m = sit(2, ["ticket new-pool"], pool=BLUE, pile=0)
    m.play(A, "ticket")
    m.play(A, "do")
    assert told(m, B)[2:] == [
        SankPool(cards(BLUE)),
        *(FilledPool(slot, card, True) for slot, card in enumerate(cards(BLUE))),
    ]


@clause("TC-R29", "TC-03")
def test_a_card_from_under_the_pile_is_known_to_all_in_a_stack_too() -> None:
    m = turned("ticket new-pool", "card red-ladybug", pool=BLUE, pile=1, stacks={A: "green-ladybug"})
    m.play(A, "do")
    m.play(A, "buy stack 1")
    for viewer in (A, *OTHERS):
        assert told(m, viewer)[-3:] == [
            Bought(A, CARD["green-ladybug"], "stack", 0, 4000, 4000, coupon=False, forced=False),
            Drew(A, 0, CARD["blue-horseshoe"], False, True),
            BeganTurn(B),
        ]


@clause("TC-41", "TC-R29")
def test_a_known_card_leaves_the_game() -> None:
    script = ["ticket new-pool", "card red-horseshoe", "card red-wishbone", "card red-ladybug"]
    m = sit(2, script, pool=BLUE, pile=3)
    m.play(A, "ticket")
    m.play(A, "do")
    m.play(A, "buy red-horseshoe")
    assert Discarded(CARD["blue-wishbone"]) in told(m)


# A Double Deal whose cards leave gaps that nothing fills: both purchases are one event.


def double_deal(buys: str, **arranged: Any) -> Match:
    m = turned("ticket double-deal", pile=0, **arranged)
    m.play(A, buys)
    return m


def purchases(match: Match, viewer: int) -> list[tuple[int, int, bool, bool]]:
    return [
        (one.card, one.price, one.coupon, one.forced)
        for one in told(match, viewer)
        if isinstance(one, Bought)
    ]


@clause("TC-R30", "TC-R28")
@pytest.mark.parametrize("viewer", [A, *OTHERS])
def test_each_card_of_a_double_deal_has_its_own_price_and_its_place_in_the_order(viewer: int) -> None:
    red, purple = CARD["red-ladybug"], CARD["purple-ladybug"]
    arranged: dict[str, Any] = {
        "cash": {A: 2000},
        "stacks": {A: "red-ladybug yellow-wishbone yellow-horseshoe"},
        "pool": "purple-ladybug yellow-ladybug",
        "kept": {A: "discount"},
    }
    m = double_deal("buy red-ladybug coupon", **arranged)
    assert purchases(m, viewer) == [(red, 1000, True, False), (purple, 1000, False, True)]
    m = double_deal("buy purple-ladybug", **arranged)
    assert purchases(m, viewer) == [(purple, 1000, False, False), (red, 1000, True, True)]


@clause("TC-R30", "TC-03")
@pytest.mark.parametrize("stack", ["purple-ladybug red-ladybug", "red-ladybug purple-ladybug"])
@pytest.mark.parametrize("first", ["red-ladybug coupon", "purple-ladybug coupon"])
def test_two_cards_from_a_hidden_stack_have_their_own_prices(stack: str, first: str) -> None:
    """Nobody else saw which card lay where; what was paid in all says which one the Coupon was for."""
    arranged: dict[str, Any] = {"cash": {A: 4000}, "pool": "none none none", "kept": {A: "discount"}}
    m = double_deal(f"buy {first}", stacks={A: f"{stack} yellow-horseshoe"}, **arranged)
    told_to_a = purchases(m, A)
    assert [price for _card, price, _coupon, _forced in told_to_a] in ([1000, 1000], [0, 3000])
    for viewer in OTHERS:
        assert purchases(m, viewer) == told_to_a


@clause("TC-R30", "TC-03")
def test_a_hidden_card_is_the_only_one_left_to_buy_after_a_refill() -> None:
    m = turned(
        "ticket double-deal",
        "card green-wishbone",
        "card green-horseshoe",
        cash={A: 3000},
        stacks={A: "yellow-horseshoe orange-ladybug yellow-wishbone"},
        pool="purple-ladybug none none",
    )
    since = len(m.events)
    m.play(A, "buy purple-ladybug")
    for viewer in (A, *OTHERS):
        drawn = CARD["green-horseshoe"] if viewer == A else None
        assert told(m, viewer, since)[2:] == [
            FilledPool(0, CARD["green-wishbone"], False),
            Bought(A, CARD["orange-ladybug"], "stack", 1, 2000, 2000, coupon=False, forced=True),
            Drew(A, 1, drawn, False, False),
            BeganTurn(B),
        ]


@clause("TC-R30", "TC-03")
def test_a_card_that_is_drawn_into_a_stack_and_bought_at_once() -> None:
    m = turned(
        "ticket double-deal",
        "card red-wishbone",
        "card green-horseshoe",
        cash={A: 5000},
        stacks={A: "orange-ladybug orange-wishbone yellow-wishbone"},
        pool="none none none",
        box=altered("do = { buy = 2 }", 'do = { buy = 2, colours = "new" }'),
    )
    since = len(m.events)
    m.play(A, "buy orange-ladybug")
    for viewer in (A, *OTHERS):
        drawn = cards("red-wishbone green-horseshoe") if viewer == A else (None, None)
        assert told(m, viewer, since)[2:] == [
            Drew(A, 0, drawn[0], False, False),
            Bought(A, CARD["red-wishbone"], "stack", 0, 3000, 3000, coupon=False, forced=True),
            Drew(A, 0, drawn[1], False, False),
            BeganTurn(B),
        ]


@clause("TC-20", "TC-R15", "TC-R29")
def test_nothing_can_be_bought() -> None:
    matching = TICKET["matching-set"]
    m = turned("ticket matching-set", cash={A: 400}, stacks={A: DEAR})
    for viewer in (A, *OTHERS):
        assert told(m, viewer) == [
            TurnedOver(A, matching, 5),
            NothingToBuy(A, matching, or_counts=True, begun=False),
            GotFromBank(A, 1000, stated=True),
            BeganTurn(B),
        ]
    red = ["card red-horseshoe", "card red-wishbone", "card red-ladybug"]
    m = turned("ticket new-pool", *red, cash={A: 2900}, stacks={A: DEAR})
    m.play(A, "do")
    for viewer in (A, *OTHERS):
        assert told(m, viewer)[-2:] == [
            NothingToBuy(A, TICKET["new-pool"], or_counts=True, begun=True),
            BeganRoll(A, 3, charm_die=False),
        ]


# Rolling


@clause("TC-12", "TC-13", "TC-14", "TC-15")
def test_dice_are_thrown_picked_up_and_thrown_again_and_paid() -> None:
    m = sit(script=["dice 5 5 2 1", "dice 2 6"], owned={A: "orange-ladybug"})
    m.play(A, "roll")
    m.play(A, "reroll 2 1")
    assert told(m) == [
        BeganRoll(A, 4, charm_die=False),
        Threw(A, dice("5 5 2 1"), dice(""), swept=0),
        PickedUp(A, dice("2 1"), dice("5 5"), charm_die=False),
        Threw(A, dice("6 2"), dice("5 5"), swept=0),
        Collected(A, patterns.PAIR, 300, 1, dice("6 5 5 2"), cards("purple-horseshoe")),
        BeganTurn(B),
    ]


@clause("TC-14", "TC-15")
def test_the_dice_stay_as_they_lie_and_a_kind_is_taken() -> None:
    m = sit(script=["dice 5 5 2 2", "dice 1 2 3"], owned={A: "orange-ladybug"})
    m.play(A, "roll")
    m.play(A, "take two-pairs")
    m.play(B, "roll")
    paying = cards("purple-horseshoe orange-ladybug")
    assert told(m)[2:] == [
        Stopped(A, dice("5 5 2 2")),
        Collected(A, patterns.TWO_PAIRS, 1600, 1, dice("5 5 2 2"), paying),
        BeganTurn(B),
        BeganRoll(B, 3, charm_die=False),
        Threw(B, dice("3 2 1"), dice(""), swept=4),
    ]


@clause("TC-14")
def test_a_roll_that_pays_nothing() -> None:
    m = sit(script=["dice 5 2 1"])
    m.play(A, "roll")
    m.play(A, "stop")
    assert told(m)[2:] == [Stopped(A, dice("5 2 1")), RolledNothing(A, dice("5 2 1")), BeganTurn(B)]


@clause("TC-R26", "TC-17")
def test_a_ticket_that_pays_twice() -> None:
    m = turned("ticket double-pay", "dice 4 4 1")
    m.play(A, "stop")
    assert Collected(A, patterns.PAIR, 600, 2, dice("4 4 1"), cards("purple-horseshoe")) in told(m)


@clause("TC-17", "TC-19")
def test_two_rolls_follow_each_other() -> None:
    m = turned("ticket two-rolls", "dice 4 4 1", "dice 5 2 1")
    m.play(A, "stop")
    assert told(m)[-2:] == [
        BeganRoll(A, 3, charm_die=False),
        Threw(A, dice("5 2 1"), dice(""), swept=3),
    ]


@clause("TC-R11")
def test_kept_tickets_are_spent_on_a_purchase_and_a_roll() -> None:
    m = sit(
        script=["card green-wishbone", "dice 6 6 2 1 1", "dice 3", "dice 4"],
        kept={A: "spare-die extra-throw buy-and-roll"},
        pool="red-ladybug",
    )
    m.play(A, "both red-ladybug")
    m.play(A, "add")
    m.play(A, "reroll 2")
    m.play(A, "reroll 3")
    happened = told(m)
    assert happened[0] == SpentTicket(A, "buy-and-roll")
    assert isinstance(happened[1], Bought)
    assert happened[3:6] == [
        SpentTicket(A, "spare-die"),
        BeganRoll(A, 5, charm_die=False),
        Threw(A, dice("6 6 2 1 1"), dice(""), swept=0),
    ]
    assert happened[8:10] == [
        SpentTicket(A, "extra-throw"),
        PickedUp(A, dice("3"), dice("6 6 1 1"), charm_die=False),
    ]


@clause("TC-53", "TC-54")
def test_the_roller_gets_the_bonus_of_the_charm() -> None:
    script = ["dice 4 4 2 1", "charm wishbone", "charm horseshoe"]
    m = sit(script=script, options=CHARM_DIE, owned={A: "red-horseshoe"})
    m.play(A, "roll")
    m.play(A, "reroll charm")
    assert told(m) == [
        BeganRoll(A, 4, charm_die=True),
        Threw(A, dice("4 4 2 1"), dice(""), swept=0),
        ThrewCharm(A, 2),
        PickedUp(A, dice(""), dice("4 4 2 1"), charm_die=True),
        ThrewCharm(A, 0),
        Collected(A, patterns.PAIR, 300, 1, dice("4 4 2 1"), cards("purple-horseshoe")),
        GotBonus(A, 0, 2000, cards("purple-horseshoe red-horseshoe")),
        BeganTurn(B),
    ]


@clause("TC-55", "TC-X5")
def test_the_opponents_get_the_bonus_of_the_charm() -> None:
    owned = {B: "red-lucky-penny blue-lucky-penny", C: "green-lucky-penny"}
    m = sit(script=["dice 4 4 1", "charm lucky-penny"], options=CHARM_DIE, owned=owned)
    m.play(A, "roll")
    m.play(A, "stop")
    assert told(m)[-3:-1] == [
        GotBonus(B, 5, 2000, cards("red-lucky-penny blue-lucky-penny")),
        GotBonus(C, 5, 1000, cards("green-lucky-penny")),
    ]


# Tickets


@clause("TC-R13")
def test_the_or_half_is_chosen() -> None:
    m = turned("ticket shop-and-throw", pool="red-ladybug")
    m.play(A, "or")
    assert told(m) == [
        TurnedOver(A, TICKET["shop-and-throw"], 5),
        ChoseHalf(A, TICKET["shop-and-throw"], is_or=True),
        BeganRoll(A, 3, charm_die=False),
    ]


@clause("TC-17")
def test_a_ticket_is_kept() -> None:
    assert told(turned("ticket coupon")) == [
        TurnedOver(A, TICKET["coupon"], 5),
        KeptTicket(A, TICKET["coupon"], "discount"),
        GotFromBank(A, 500, stated=True),
        BeganTurn(B),
    ]


@clause("TC-R15", "TC-19")
def test_money_of_tickets() -> None:
    m = turned("ticket dividend", "ticket fee", owned={A: "red-ladybug"}, cash={A: 0})
    assert told(m)[1::2] == [GotFromBank(A, 1000, stated=False), PaidBank(A, 500, stated=True)]
    assert told(turned("ticket fee", cash={A: 300}))[1] == PaidBank(A, 300, stated=False)


@clause("TC-R31")
def test_opponents_pay_and_are_paid_in_turn_order() -> None:
    m = sit(script=["dice 4 4 1", "ticket your-treat"], cash={B: 500})
    m.play(A, "roll")
    m.play(A, "stop")
    since = len(m.events)
    m.play(B, "ticket")
    assert told(m, since=since)[1:3] == [PaidOpponent(B, C, 300), PaidOpponent(B, A, 200)]
    m = turned("ticket birthday", cash={B: 400})
    assert told(m)[1:3] == [GotFromOpponent(A, B, 400), GotFromOpponent(A, C, 500)]


# Auctions


@clause("TC-50", "TC-51", "TC-52")
def test_an_auction_from_the_first_bid_to_the_consolation() -> None:
    m = sit(script=["card blue-ladybug"], pool="red-ladybug", options=AUCTIONS)
    red = CARD["red-ladybug"]
    for seat, move in [(A, "auction red-ladybug"), (A, "bid 500"), (B, "bid 700"), (C, "pass"), (A, "pass")]:
        m.play(seat, move)
    m.play(A, "roll")
    assert told(m) == [
        OpenedAuction(A, red, 0),
        Bid(A, 500),
        Bid(B, 700),
        Passed(C),
        Passed(A),
        WonAuction(B, A, red, 0, 700, 3000),
        FilledPool(0, CARD["blue-ladybug"], False),
        Consoled(A, rolls=True),
        BeganRoll(A, 3, charm_die=False),
    ]


@clause("TC-51", "TC-R22")
def test_a_large_bid_is_told_once_and_who_cannot_raise_is_out() -> None:
    m = sit(pool="red-ladybug", options=AUCTIONS, cash={A: 30_000})
    m.play(A, "auction red-ladybug")
    m.play(A, "bid 25000")
    assert told(m) == [
        OpenedAuction(A, CARD["red-ladybug"], 0),
        Bid(A, 25_000),
        CouldNotRaise(B),
        CouldNotRaise(C),
        WonAuction(A, A, CARD["red-ladybug"], 0, 25_000, 3000),
    ]


@clause("TC-R21", "TC-R22")
def test_who_can_bid_just_one_amount_is_not_asked_and_the_bid_is_told() -> None:
    m = sit(pool="red-ladybug", options=AUCTIONS, cash={A: 100, B: 100, C: 5000})
    m.play(A, "auction red-ladybug")
    assert told(m) == [OpenedAuction(A, CARD["red-ladybug"], 0), Bid(A, 100), CouldNotRaise(B)]
    assert m.log() == ["A puts Red ladybug up for auction. A bids $100."]


@clause("TC-52")
def test_the_auctioneer_may_do_without_the_roll() -> None:
    m = sit(script=["card blue-ladybug"], pool="red-ladybug", options=AUCTIONS)
    for seat, move in [(A, "auction red-ladybug"), (A, "bid 500"), (B, "bid 700"), (C, "pass"), (A, "pass")]:
        m.play(seat, move)
    m.play(A, "end")
    assert told(m)[-2:] == [Consoled(A, rolls=False), BeganTurn(B)]


# The end


@clause("TC-30", "TC-31", "TC-R11")
def test_the_last_turns_and_the_end() -> None:
    m = sit(
        2,
        ["ticket pocket-money", "dice 5 2 1", "dice 6 5 3 1"],
        tickets={A: 1},
        kept={B: "spare-die spare-die discount"},
        owned={A: "red-ladybug"},
    )
    m.play(A, "ticket")
    assert told(m)[-2:] == [BeganFinale(A, LAST_TICKET), BeganTurn(B)]
    m.play(B, "roll")
    m.play(B, "throw")
    m.play(B, "stop")
    since = len(m.events)
    m.play(A, "roll")
    m.play(A, "stop")
    assert told(m, since=since)[-4:] == [
        Expired(B, ("spare-die", "spare-die", "discount")),
        CountedUp(A, 11_500, 4000, 2),
        CountedUp(B, 10_000, 1000, 1),
        Ended(LAST_TICKET),
    ]


def test_every_kind_of_happening_happens() -> None:
    kinds = {kind.__name__ for kind in vars(happenings).values() if _is_kind(kind)}
    found: set[str] = set()
    for seats in GAME.all_seats:
        for seed, options in enumerate(list(option_sets(GAME, seats))[::2]):
            found |= {type(one).__name__ for one in told(random_match(GAME, seats, seed, options))}
    assert kinds - found == set()


def _is_kind(thing: object) -> bool:
    return isinstance(thing, type) and issubclass(thing, Happening) and thing is not Happening
