"""Take a Chance: what a move is called, to those who do not read notation."""

import re

import pytest

from chancebox.engine.game.texts import LANGUAGES, reading
from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import CHANCE
from chancebox.engine.rules.records import plain
from chancebox.games.take_a_chance.rules.records import CHARM, REFILL, TICKET
from games.take_a_chance_table import BOX, CARD, GAME, A, sit, turned
from helpers import random_match

POOL = "red-horseshoe orange-ladybug yellow-wishbone"


def words(match: Match, seat: int, move: str) -> str:
    seen = match.position() if seat == CHANCE else match.position(seat)
    told: str = match.game.notation.words(match.box, plain(seen), seat, move)
    return told


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("buy red-horseshoe", "buy Red horseshoe for $3,000"),
        ("buy red-horseshoe coupon", "spend Coupon and buy Red horseshoe for $1,000"),
        ("both red-horseshoe", "spend Both at Once: buy Red horseshoe for $3,000, then roll"),
        (
            "both red-horseshoe coupon",
            "spend Both at Once and Coupon: buy Red horseshoe for $1,000, then roll",
        ),
        ("both", "spend Both at Once: buy a card, then roll"),
        ("roll", "roll the dice"),
        ("ticket", "turn over a ticket"),
    ],
)
def test_moves_of_a_turn_name_the_card_and_what_it_costs_then(move: str, told: str) -> None:
    match = sit(pool=POOL, kept={A: "buy-and-roll discount"})
    assert words(match, A, move) == told


def test_halves_of_a_ticket_are_told_by_what_they_have_one_do() -> None:
    """What is bought with it has the price that the ticket makes."""
    match = turned("ticket pool-sale", pool=POOL)
    assert (
        words(match, A, "do") == "take the first half: “Buy a card from the Pool at half the printed price.”"
    )
    assert words(match, A, "or") == "take the OR half: “Roll.”"
    assert words(match, A, "buy red-horseshoe") == "buy Red horseshoe for $1,500"
    match.play(A, "do")
    assert words(match, A, "buy orange-ladybug") == "buy Orange ladybug for $1,000"


def test_bids_are_told_as_amounts_whatever_they_are_made_of() -> None:
    match = sit(pool=POOL, options={"auctions": "yes"}, cash={A: 40_000})
    assert words(match, A, "auction red-horseshoe") == "put Red horseshoe up for auction"
    match.play(A, "auction red-horseshoe")
    assert words(match, A, "bid 700") == "bid $700"
    assert words(match, A, "bid 25000") == "bid $25,000"
    assert words(match, A, "higher") == "bid more than $10,000"
    match.play(A, "higher")
    assert words(match, A, "higher") == "bid more than $20,000", "it has gone up already"


def test_to_pass_leaves_an_auction_and_who_put_up_may_roll() -> None:
    match = sit(script=["card green-wishbone"], pool=POOL, options={"auctions": "yes"})
    match.play(A, "auction red-horseshoe")
    match.play(A, "bid 100")
    assert words(match, 1, "pass") == "leave the auction"
    match.play(1, "bid 200")
    match.play(2, "pass")
    match.play(A, "pass")
    assert [words(match, A, move) for move in match.moves(A)] == ["end the turn", "roll the dice"]


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("stop", "keep all dice as they lie"),
        ("reroll all", "throw all dice again"),
        ("reroll 5 5", "throw 5 5 again"),
        ("reroll 2", "throw the 2 again"),
        ("keep 5 5", "keep 5 5, throw the rest again"),
        ("keep 2", "keep the 2, throw the rest again"),
        ("reroll charm", "throw the charm die again"),
        ("reroll 5 charm", "throw the 5 and the charm die again"),
        ("reroll 5 2 charm", "throw 5 2 and the charm die again"),
        ("reroll all charm", "throw all dice and the charm die again"),
    ],
)
def test_dice_are_told_by_their_numbers(move: str, told: str) -> None:
    script = ["dice 5 5 2", "charm wishbone"]
    match = sit(script=script, options={"charm-die": "yes"})
    match.play(A, "roll")
    assert words(match, A, move) == told


def test_a_roll_is_told_by_what_it_pays() -> None:
    """All cards that picture it pay, and a ticket may double that."""
    match = turned("ticket double-pay", "dice 5 5 2 2", owned={A: "purple-ladybug orange-ladybug"})
    match.play(A, "stop")
    pays = {one["kind"]: one["amount"] for one in match.view(A)["roll"]["pays"]}
    assert len(pays) > 1
    for kind, amount in pays.items():
        assert words(match, A, f"take {kind}").startswith(f"collect ${amount:,} for ")
    assert words(match, A, "take two-pairs").endswith(" for two pairs")


def test_a_spare_die_is_told_by_its_ticket() -> None:
    match = sit(kept={A: "spare-die"})
    match.play(A, "roll")
    told = {move: words(match, A, move) for move in match.moves(A)}
    assert told == {"throw": "throw without Spare Die", "add": "spend Spare Die for one more die"}


def test_what_comes_up_has_words() -> None:
    s = plain(sit().position())
    for step, move, told in (
        (REFILL, "card red-horseshoe", "Red horseshoe"),
        (TICKET, "ticket both-at-once", "Both at Once"),
        (CHARM, "charm rabbits-foot", "rabbit's foot"),
    ):
        s.step = step
        assert GAME.notation.words(BOX, s, CHANCE, move) == told


@pytest.mark.parametrize("seed", [1, 2])
def test_every_move_of_a_game_has_words_in_every_language(seed: int) -> None:
    """No name of a card, a roll or a ticket as the notation has it: those have hyphens, or are English."""
    codes = "|".join([*CARD, "full-house", "coupon", "reroll", r"\{", r"\dx"])
    match = random_match(GAME, 3, seed, {"auctions": "yes", "charm-die": "yes"})
    for n, (seat, action) in enumerate(match.events):
        if seat == CHANCE:
            continue
        then = match.fork(n)
        said = GAME.notation.say(match.box, plain(then.position(seat)), seat, action)
        for move in {said, *then.moves(seat)}:
            for language in LANGUAGES:
                with reading(language):
                    told = words(then, seat, move)
                assert not re.search(codes, told), (move, told)
                assert told != move, move
