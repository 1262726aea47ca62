"""Take a Chance: the scoring rolls and their exact odds."""

import itertools
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chancebox.games.take_a_chance.advice import odds
from chancebox.games.take_a_chance.rules.patterns import FACES, formed
from chancebox.games.take_a_chance.text.names import KIND_IDS
from clauses import clause
from games.take_a_chance_table import A, B, can, sit, table

GROUPS = {
    "pair": [2],
    "two-pairs": [2, 2],
    "three-pairs": [2, 2, 2],
    "four-pairs": [2, 2, 2, 2],
    "three-alike": [3],
    "two-triples": [3, 3],
    "full-house": [3, 2],
    "four-alike": [4],
    "four-plus-three": [4, 3],
    "five-alike": [5],
    "seven-alike": [7],
}
STRAIGHTS = {"straight-of-4": 4, "straight-of-5": 5, "straight-of-6": 6}


def counts(dice: str | tuple[int, ...]) -> list[int]:
    numbers = [int(word) for word in dice.split()] if isinstance(dice, str) else list(dice)
    return [numbers.count(face + 1) for face in range(FACES)]


def kinds(dice: str, same_number: bool = False) -> set[str]:
    found = formed(counts(dice), same_number)
    return {kind for i, kind in enumerate(KIND_IDS) if found >> i & 1}


@cache
def ways(kind: str, same_number: bool) -> list[list[int]]:
    """List every way to lay out the groups of a kind: how many dice of each number it takes."""
    sizes = GROUPS[kind]
    return [
        [sum(n for n, face in zip(sizes, numbers, strict=True) if face == f) for f in range(FACES)]
        for numbers in itertools.product(range(FACES), repeat=len(sizes))
        if same_number or len(set(numbers)) == len(numbers)
    ]


def slowly(dice: list[int], same_number: bool) -> set[str]:
    """Find the kinds by trying every way to lay out the groups."""
    found = set()
    for kind in GROUPS:
        for need in ways(kind, same_number):
            if all(have >= want for have, want in zip(dice, need, strict=True)):
                found.add(kind)
    for kind, length in STRAIGHTS.items():
        if any(all(dice[low : low + length]) for low in range(FACES - length + 1)):
            found.add(kind)
    return found


@clause("TC-R03", "TC-R04", "TC-R05")
@given(st.lists(st.integers(1, 6), min_size=1, max_size=9), st.booleans())
def test_all_kinds_of_any_dice_are_found_and_no_other(dice: list[int], same_number: bool) -> None:
    text = " ".join(map(str, dice))
    assert kinds(text, same_number) == slowly(counts(text), same_number)


@clause("TC-R03", "TC-R04", "TC-R05")
@pytest.mark.parametrize("same_number", [False, True])
def test_all_kinds_of_every_six_dice_are_found_and_no_other(same_number: bool) -> None:
    for dice in itertools.combinations_with_replacement("123456", 6):
        text = " ".join(dice)
        assert kinds(text, same_number) == slowly(counts(text), same_number), text


@clause("TC-R05")
def test_a_straight_has_no_gap_that_another_number_closes() -> None:
    assert kinds("2 3 4 6") == set()
    assert kinds("1 3 4 5") == set()


@clause("TC-R03")
def test_a_full_house_contains_two_pairs_a_pair_and_three_of_a_kind() -> None:
    assert kinds("6 6 6 2 2 1") == {"full-house", "two-pairs", "pair", "three-alike"}


@clause("TC-R03")
def test_seven_of_a_kind_contains_the_smaller_ones_of_one_number() -> None:
    assert kinds("4 4 4 4 4 4 4 1") == {
        "pair",
        "three-alike",
        "four-alike",
        "five-alike",
        "seven-alike",
    }


@clause("TC-R04")
def test_groups_need_different_numbers_unless_the_option_says_otherwise() -> None:
    assert "two-pairs" not in kinds("4 4 4 4")
    assert "full-house" not in kinds("4 4 4 4 4")
    assert "two-pairs" in kinds("4 4 4 4", same_number=True)
    assert "full-house" in kinds("4 4 4 4 4", same_number=True)
    assert "four-pairs" in kinds("4 4 4 4 4 4 4 4", same_number=True)
    assert "two-triples" in kinds("4 4 4 4 4 4", same_number=True)
    assert "four-plus-three" in kinds("4 4 4 4 4 4 4", same_number=True)
    assert "full-house" not in kinds("4 4 4 4 1", same_number=True)


@clause("TC-R04")
@pytest.mark.parametrize("seats", [2, 5])
def test_the_option_same_number_groups_reaches_the_table(seats: int) -> None:
    for option, offered in (("no", False), ("yes", True)):
        m = sit(
            seats,
            ["dice 4 4 4 4"],
            owned={A: "orange-ladybug"},
            options={"same-number-groups": option},
        )
        m.play(A, "roll")
        m.play(A, "stop")
        assert ("take two-pairs" in can(m, A)) == offered


@clause("TC-R05")
def test_straights_do_not_wrap() -> None:
    assert kinds("5 6 1 2") == set()
    assert kinds("4 5 6 1 2") == set()
    assert kinds("3 4 5 6 1") == {"straight-of-4"}
    assert kinds("1 2 3 4 5 6") == {"straight-of-4", "straight-of-5", "straight-of-6"}
    assert kinds("1 2 3 5 6") == set()


# Odds


def every_throw(n: int) -> Iterator[tuple[int, ...]]:
    return itertools.product(range(1, 7), repeat=n)


@cache
def tried(dice: tuple[int, ...]) -> tuple[Fraction, ...]:
    """Try every re-roll with every throw: the best chance of each kind."""
    best = [Fraction(0)] * len(KIND_IDS)
    for keep in itertools.product(*(range(n + 1) for n in dice)):
        again = sum(dice) - sum(keep)
        hits = [0] * len(KIND_IDS)
        for found, times in Counter(
            formed(joined(keep, throw), False) for throw in every_throw(again)
        ).items():
            for kind in range(len(KIND_IDS)):
                hits[kind] += times * (found >> kind & 1)
        best = [max(share, Fraction(hit, 6**again)) for share, hit in zip(best, hits, strict=True)]
    return tuple(best)


def joined(keep: tuple[int, ...], throw: tuple[int, ...]) -> list[int]:
    return [a + b for a, b in zip(keep, counts(throw), strict=True)]


@pytest.mark.parametrize(
    "dice", ["6 6", "6 6 2", "1 2 3 5", "5 5 3 2 1", "6 6 5 5 2", "6 6 5 5 3 1", "1 2 3 4 6 6"]
)
def test_the_best_chances_are_those_of_trying_everything(dice: str) -> None:
    assert tuple(plan.worth for plan in odds.chances(counts(dice))) == tried(tuple(counts(dice)))


def test_the_plan_says_which_dice_to_throw_again() -> None:
    dice = counts("6 6 5 5 3")
    plan = odds.chances(dice)[KIND_IDS.index("full-house")]
    assert plan.keep == tuple(counts("6 6 5 5"))
    assert plan.again(dice) == tuple(counts("3"))
    assert plan.worth == Fraction(2, 6)
    done = odds.chances(dice)[KIND_IDS.index("two-pairs")]
    assert done.worth == 1
    assert done.again(dice) == (0,) * 6, "what is formed is kept whole"


@pytest.mark.parametrize("n", [2, 3, 4])
def test_two_rerolls_are_those_of_trying_everything(n: int) -> None:
    for dice in [(n, 0, 0, 0, 0, 0), (1, 0, 0, 0, 0, n - 1), (n - 2, 1, 1, 0, 0, 0)]:
        best = [Fraction(0)] * len(KIND_IDS)
        for keep in itertools.product(*(range(have + 1) for have in dice)):
            again = n - sum(keep)
            after = [tried(tuple(joined(keep, throw))) for throw in every_throw(again)]
            means = [sum(shares, Fraction(0)) / 6**again for shares in zip(*after, strict=True)]
            best = [max(a, b) for a, b in zip(best, means, strict=True)]
        assert [plan.worth for plan in odds.chances(dice, throws_left=2)] == best


@pytest.mark.parametrize(
    ("n", "kind", "chance", "digits"),
    [
        (3, "pair", 0.69, 2),
        (5, "two-pairs", 0.56, 2),
        (5, "full-house", 0.19, 2),
        (5, "straight-of-5", 0.13, 2),
        (6, "straight-of-4", 0.59, 2),
        (6, "three-pairs", 0.15, 2),
        (6, "straight-of-6", 0.09, 2),
        (7, "four-plus-three", 0.06, 2),
        (8, "full-house", 0.94, 2),
        (8, "four-pairs", 0.12, 2),
        (9, "seven-alike", 0.023, 3),
    ],
)
def test_chances_of_two_throws_agree_with_figures_computed_elsewhere(
    n: int, kind: str, chance: float, digits: int
) -> None:
    assert round(float(odds.chances_of_a_roll(n)[KIND_IDS.index(kind)]), digits) == chance


def test_chances_of_one_throw_are_counted() -> None:
    for n in (2, 4):
        hits = [0] * len(KIND_IDS)
        for throw in every_throw(n):
            for kind in range(len(KIND_IDS)):
                hits[kind] += formed(counts(throw), False) >> kind & 1
        assert odds.chances_of_a_roll(n, throws=1) == [Fraction(hit, 6**n) for hit in hits]


def test_nine_dice_and_three_throws_stay_exact() -> None:
    """Numbers beyond 64 bits: the chance of three throws lies between that of two and of certainty."""
    two = odds.chances_of_a_roll(9)
    three = odds.chances_of_a_roll(9, throws=3)
    assert all(a < b < 1 for a, b in zip(two[:-3], three[:-3], strict=True) if a < 1)
    assert three[KIND_IDS.index("seven-alike")].denominator > 6**18
    seven = odds.chances(counts("1 1 1 1 1 1 1 2 2"), throws_left=2)[KIND_IDS.index("seven-alike")]
    assert seven.worth == 1


def test_the_best_reroll_has_the_highest_expected_payout_for_the_cards_owned() -> None:
    m = sit(owned={A: "red-ladybug orange-ladybug"})
    box, player = m.box.fields, table(m).players[A]
    pays = odds.payouts(box, player)
    assert pays[KIND_IDS.index("two-pairs")] == 1600
    assert pays[KIND_IDS.index("full-house")] == 2500
    assert pays[KIND_IDS.index("three-pairs")] == 0
    dice = counts("6 6 5 5 2")
    plan = odds.best_reroll(dice, pays)
    assert plan.worth == paid_by_trying(dice, pays)
    assert plan.keep == tuple(counts("6 6 5 5")), "two pairs are safe, a full house may come"
    assert plan.worth == Fraction(2, 6) * 2500 + Fraction(4, 6) * 1600
    assert odds.payouts(box, table(m).players[B])[KIND_IDS.index("full-house")] == 0


@pytest.mark.parametrize("dice", ["6 5 4 3 1", "6 6 6 1 2", "1 1 2 2 3"])
def test_the_expected_payout_is_that_of_trying_everything(dice: str) -> None:
    pays = odds.payouts(sit(owned={A: "red-ladybug orange-ladybug"}).box.fields, owner())
    assert odds.best_reroll(counts(dice), pays).worth == paid_by_trying(counts(dice), pays)
    assert odds.best_reroll(counts(dice), pays, throws_left=0).keep == tuple(counts(dice))


def owner() -> Any:
    return table(sit(owned={A: "red-ladybug orange-ladybug green-ladybug"})).players[A]


def paid_by_trying(dice: list[int], pays: list[int]) -> Fraction:
    best = Fraction(0)
    for keep in itertools.product(*(range(n + 1) for n in dice)):
        again = sum(dice) - sum(keep)
        paid = 0
        for throw in every_throw(again):
            found = formed(joined(keep, throw), False)
            paid += max(pay if found >> kind & 1 else 0 for kind, pay in enumerate(pays))
        best = max(best, Fraction(paid, 6**again))
    return best


def test_same_number_groups_change_the_odds() -> None:
    dice = counts("4 4 4 4 4")
    kind = KIND_IDS.index("full-house")
    assert odds.chances(dice)[kind].worth < 1
    assert odds.chances(dice, same_number=True)[kind].worth == 1
    assert odds.chances_of_a_roll(5, same_number=True)[kind] > odds.chances_of_a_roll(5)[kind]
