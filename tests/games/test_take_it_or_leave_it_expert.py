"""The expert of Take it or Leave it: it goes for dice that will come, and throws poor cards away."""

from typing import Any

import pytest

from chancebox.bots import question
from chancebox.bots.thumb import decide_plainly
from chancebox.engine.match.chance import Seeded
from chancebox.engine.match.match import Match
from chancebox.games.take_it_or_leave_it.rules import records
from chancebox.games.take_it_or_leave_it.rules.prospects import without_task
from chancebox.games.take_it_or_leave_it.rules.tasks import packed_row
from games.tray import BOX, CARDS, LEAVE, Tray, count


def packed(dice: str) -> int:
    row = [0] * records.KINDS
    count(row, dice)
    return packed_row(row)


def answer(table: Tray, expert: bool = True) -> str:
    asked = question(table.match, 0)
    return str(LEAVE.notation.say(BOX, table.s, 0, decide_plainly(asked, [1], expert)))


def all_passed_but_a(s: Any) -> None:
    s.players[1].passed = 1


def after_the_round(s: Any) -> None:
    s.step, s.pending = records.DISCARD, 1


def test_four_dice_of_which_there_are_many_will_come() -> None:
    table = Tray.laid("w1 w2 w3 b4 b5 b6", {"A": "T51"})
    assert answer(table).startswith("take ")
    assert answer(table, expert=False) == "pass"


def test_the_rarest_die_is_taken_first() -> None:
    assert answer(Tray.laid("w1 w1 w1 b4 w6", {"A": "T34 T28"}, {"A": "b1"})) == "take b4"
    assert answer(Tray.laid("w2 b4 b4 b4", {"A": "T58"}, {"A": "b3"})) == "take w2"


def test_what_others_may_take_is_worth_less() -> None:
    # Three dice of which there is one each: somebody will take one of them.
    among_many = Tray.laid("b1 b3 w5 w6", {"A": "T69"}, seats=5)
    assert answer(among_many) == "pass"
    assert answer(Tray.laid("b1 b3 w5 w6", {"A": "T69"}, edit=all_passed_but_a)) == "take b1"


@pytest.mark.parametrize(
    ("task", "dice", "left"),
    [
        ("T23", "b6 b3 b2 w1", "b2 w1"),  # more than 8 in black
        ("T19", "w6 b5 w4 b1", "w6 b1"),  # exactly 9
        ("T22", "w1 b2 w6", "w6"),  # two dice of less than 4
        ("T01", "b5 w1 w2", "w2"),  # a black one and a white one
        ("T01", "w1 r2 b3", "r2"),
    ],
)
def test_a_task_gets_no_more_than_it_needs(task: str, dice: str, left: str) -> None:
    assert without_task(BOX.fields.tasks[CARDS[task]], packed(dice)) == packed(left)


@pytest.mark.parametrize(
    ("task", "dice"), [("T23", "b6 b2"), ("T19", "w6 b5 w6"), ("T22", "w2 b2"), ("T01", "w1 w2")]
)
def test_a_task_that_is_not_fulfilled_gets_nothing(task: str, dice: str) -> None:
    assert without_task(BOX.fields.tasks[CARDS[task]], packed(dice)) < 0


@pytest.mark.parametrize(
    ("hand", "thrown"),
    [
        ("T01 T07 T25 A12", "discard T25"),  # two certain dice for three points
        ("T01 T07 T51 A12", "discard T51"),
        ("T01 T25 A22", "discard A22"),  # throwing back is of little use
        ("T01 T07 A12", "keep"),
    ],
)
def test_the_poorest_card_is_thrown_away(hand: str, thrown: str) -> None:
    table = Tray.laid(hands={"A": hand}, edit=after_the_round)
    assert answer(table) == thrown
    assert answer(table, expert=False) == "keep"


def test_a_die_is_turned_to_what_is_missing() -> None:
    table = Tray.laid("w1 w1 w2", {"A": "T38 A19"}, {"A": "w2"})  # white 2 and white 3; set a white die
    assert answer(table) == "play A19"
    table.play("A play A19")
    assert answer(table).endswith(" to 3")


def test_the_expert_gets_more_points_than_the_rule_of_thumb() -> None:
    """The same luck for both, each from both seats."""
    points = {True: 0, False: 0}
    for seed in range(6):
        for seat in range(2):
            match = Match(LEAVE, 2, dealer=Seeded(seed))
            while match.to_act:
                asked = match.to_act[0]
                match.play(asked, decide_plainly(question(match, asked), [seed + 1], expert=asked == seat))
            for one in range(2):
                player = match.position()["players"][0][one]
                points[one == seat] += int(player["points"]) - int(player["chips"])
    assert points[True] > points[False]
