"""Dice on the table of Take a Chance: they keep their places, and those that are paid for are known."""

import itertools

import pytest

from chancebox.engine.game.happenings import Happening
from chancebox.engine.match.match import Match
from chancebox.games.take_a_chance.rules.patterns import FACES, KINDS, formed
from chancebox.games.take_a_chance.text import names
from chancebox.games.take_a_chance.text.happenings import BeganRoll, Collected, RolledNothing
from chancebox.games.take_a_chance.text.tray import Die, forming
from clauses import clause
from games.take_a_chance_table import A, B, sit


def happened(match: Match) -> list[Happening]:
    return [one for _n, ones in match.happenings(B) for one in ones]


def lying(match: Match) -> list[Die]:
    """Lay out the dice of the last roll, as somebody else may know them."""
    told = happened(match)
    began = max(n for n, one in enumerate(told) if isinstance(one, BeganRoll))
    first = told[began]
    assert isinstance(first, BeganRoll)
    return first.places(told[began:])


@clause("TC-13")
def test_dice_that_are_not_thrown_again_keep_their_places() -> None:
    owned = {A: "orange-ladybug red-ladybug"}
    m = sit(owned=owned, kept={A: "extra-throw"}, script=["dice 6 5 5 2 1", "dice 6 3", "dice 4"])
    m.play(A, "roll")
    assert [die.face for die in lying(m)] == [6, 5, 5, 2, 1]
    assert all(die.is_thrown for die in lying(m))
    m.play(A, "reroll 5 1")
    assert lying(m) == [Die(6, False), Die(5, False), Die(6, True), Die(2, False), Die(3, True)]
    m.play(A, "reroll 2")
    assert lying(m) == [Die(6, False), Die(5, False), Die(6, False), Die(4, True), Die(3, False)]


@clause("TC-53")
def test_dice_lie_still_while_the_charm_die_falls() -> None:
    m = sit(options={"charm-die": "yes"}, script=["dice 6 5 5", "charm ladybug"])
    m.play(A, "roll")
    assert [die.is_thrown for die in lying(m)] == [False] * 3


@clause("TC-14")
def test_the_dice_that_were_paid_for_are_lit_and_a_bust_shows_all_of_them() -> None:
    m = sit(script=["dice 6 5 4", "dice 4"])
    m.play(A, "roll")
    m.play(A, "reroll 6")
    paid = next(one for one in happened(m) if isinstance(one, Collected))
    assert [die.face for die in lying(m)] == [4, 5, 4]
    assert paid.lit(lying(m)) == [True, False, True]
    m = sit(script=["dice 6 5 4"])
    m.play(A, "roll")
    m.play(A, "stop")
    bust = next(one for one in happened(m) if isinstance(one, RolledNothing))
    assert [die.face for die in bust.lying()] == [6, 5, 4]


@clause("TC-16", "TC-R03", "TC-R04", "TC-R05")
@pytest.mark.parametrize("same_number", [0, 1])
def test_what_is_lit_forms_the_kind_and_nothing_else_does(same_number: int) -> None:
    """Of every roll of seven dice."""
    for shown in itertools.combinations_with_replacement(range(FACES), 7):
        dice = [shown.count(face) for face in range(FACES)]
        kinds = formed(dice, same_number)
        for kind in range(KINDS):
            if not kinds >> kind & 1:
                continue
            lit = forming(kind, dice)
            assert all(n <= there for n, there in zip(lit, dice, strict=True))
            assert formed(lit, same_number) >> kind & 1
            fewer = [n - (n > 0 and face == lit.index(max(lit))) for face, n in enumerate(lit)]
            assert not formed(fewer, same_number) >> kind & 1


def test_every_kind_has_one_name() -> None:
    """In a sentence it may have an article; in notation there are no blanks."""
    for kind in range(KINDS):
        assert names.kind_name(kind).removeprefix("a ") == names.kind_short(kind)
        word = names.kind_short(kind).replace(" ", "-")
        assert names.KIND_IDS[kind] in (word, "four-plus-three")


def test_records_that_say_of_a_kind_can_still_be_read() -> None:
    m = sit(owned={A: "orange-ladybug"}, script=["dice 6 6 6 6"])
    m.play(A, "roll")
    m.play(A, "take four-of-a-kind")
    assert m.notation[-1] == "A take four-alike"


@clause("TC-31", "TC-R32")
def test_who_leads_is_open_and_counts_cards() -> None:
    m = sit(owned={A: "red-ladybug"}, cash={A: 9_000, B: 11_000})
    assert m.view(B)["leads"] == [A], "12,000 and 1,000, before 11,000 and 1,000"
    m = sit(cash={A: 9_000, B: 9_000, 2: 8_000})
    assert m.view()["leads"] == [A, B]
    m = sit(owned={A: "purple-ladybug"}, cash={A: 9_000, B: 10_000, 2: 8_000})
    assert m.view()["leads"] == [A], "the same worth in more cards"
