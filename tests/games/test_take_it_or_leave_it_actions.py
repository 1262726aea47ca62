"""Take it or Leave it, clause by clause: the action cards."""

import pytest

import chancebox as cb
from chancebox.engine.rules.contract import CHANCE
from clauses import clause
from games.tray import BOX, CARDS, Tray, with_card


def card(id: str) -> tuple[str, str]:
    action = BOX.data.action[CARDS[id] - 76]
    return action.kind, action.colour


def by_colour(die: str) -> tuple[int, str]:
    return "wbr".index(die[0]), die[1]


# Re-rolls


@clause("TL-42", "TL-41")
@pytest.mark.parametrize(
    ("action", "colour", "stays"), [("A01", "black", "w1 w2 r6"), ("A04", "white", "b3 b3 r6")]
)
def test_reroll_every_die_of_one_colour(action: str, colour: str, stays: str) -> None:
    assert card(action) == ("reroll", colour)
    table = Tray.laid("w1 w2 b3 b3 r6", {"A": action}, {"A": "w4 b4", "B": "w5 b5"})
    table.play(f"A play {action}")
    assert (table.asked, table.tray) == ("*", stays)
    table.chance(f"{colour} 4 5")
    assert table.tray.split() == sorted([*stays.split(), f"{colour[0]}4", f"{colour[0]}5"], key=by_colour)
    assert (table.dice("A"), table.dice("B")) == ("w4 b4", "w5 b5"), "dice taken stay as they are"
    assert table.asked == "A", "who still takes or passes"


@clause("TL-48", "TL-R07")
def test_reroll_the_red_dice() -> None:
    table = Tray.laid("w1 r2 r6", {"A": "A29"}, {"B": "r1"})
    table.play("A play A29")
    assert table.tray == "w1"
    table.chance("red 3 3")
    assert (table.tray, table.dice("B")) == ("w1 r3 r3", "r1")


@clause("TL-43", "TL-R10")
def test_reroll_up_to_four_white_or_black_dice() -> None:
    table = Tray.laid("w1 w1 w2 b3 b4 b5 r6", {"A": "A07"})
    table.play("A play A07")
    assert table.choices("A") == ["pick w1", "pick w2", "pick b3", "pick b4", "pick b5"], (
        "at least one, no red"
    )
    table.play("A pick w1", "A pick b3")
    assert "roll" in table.choices("A")
    table.play("A pick b4", "A pick b5")
    assert table.asked == "*", "a fifth die is not asked for"
    table.chance("white 6", "black 1 1 2")
    assert table.tray == "w1 w2 w6 b1 b1 b2 r6"
    assert table.asked == "A"


@clause("TL-43")
def test_reroll_some_may_stop_early() -> None:
    table = Tray.laid("w1 w1 w2 b3 r6", {"A": "A07"})
    table.play("A play A07 w2 w1")
    assert table.asked == "*"
    table.chance("white 5 5")
    assert table.tray == "w1 w5 w5 b3 r6"
    with pytest.raises((cb.UnknownNotation, cb.IllegalAction)):
        Tray.laid("w1 w1 w2 b3 r6", {"A": "A07"}).play("A play A07 r6")


# Taking two


@clause("TL-44", "TL-R03")
def test_take_two_is_two_in_all() -> None:
    table = Tray.laid("w1 w2 b3 b4", {"A": "A12"})
    table.play("A play A12")
    assert table.choices("A") == ["take w1", "take w2", "take b3", "take b4", "pass"]
    table.play("A take w1")
    assert table.choices("A") == ["take w2", "take b3", "take b4", "stop"]
    table.play("A take b4")
    assert (table.dice("A"), table.asked) == ("w1 b4", "B")


@clause("TL-R03")
def test_take_two_may_end_with_one_die_or_a_pass() -> None:
    table = Tray.laid("w1 w2 b3 b4", {"A": "A12"})
    table.play("A play A12", "A take w1", "A stop")
    assert (table.dice("A"), table.asked) == ("w1", "B")
    table.play("B take w2")
    assert table.asked == "A", "stopping is not passing"
    other = Tray.laid("w1 w2 b3 b4", {"A": "A12"})
    other.play("A play A12", "A pass")
    assert (other.dice("A"), other.asked) == ("", "B")


@clause("TL-R03")
def test_take_two_with_one_die_left() -> None:
    table = Tray.laid("w1", {"A": "A12"})
    table.play("A play A12", "A take w1")
    assert table.step == "score"


@clause("TL-44")
def test_without_the_card_one_die_is_all() -> None:
    table = Tray.laid("w1 w2 b3 b4", {"A": "A25"})
    table.play("A play A25 w1 b3", "A take w3")
    assert table.asked == "B"


# Turning dice


@clause("TL-45", "TL-R02")
@pytest.mark.parametrize(("action", "chips"), [("A16", 1), ("A18", 2)])
def test_set_a_die_for_the_chips_on_the_card(action: str, chips: int) -> None:
    assert card(action) == ("set", "black")
    table = Tray.laid("w1 b2 b5", {"A": action})
    table.play(f"A play {action}")
    assert table.chips("A") == chips, "paid when played"
    assert table.choices("A") == [f"set b{a} to {b}" for a in (2, 5) for b in range(1, 7)]
    table.play("A set b2 to 6")
    assert (table.tray, table.asked, table.chips("A")) == ("w1 b5 b6", "A", chips)


@clause("TL-45")
def test_set_a_white_die() -> None:
    table = Tray.laid("w1 b2", {"A": "A19"})
    table.play("A play A19 w1 to 4")
    assert table.tray == "w4 b2"


@clause("TL-47")
def test_swap_the_numbers_of_a_white_and_a_black_die() -> None:
    table = Tray.laid("w1 w6 b2 b5 r3", {"A": "A25"})
    table.play("A play A25")
    assert table.choices("A") == ["swap w1 b2", "swap w1 b5", "swap w6 b2", "swap w6 b5"]
    table.play("A swap w6 b2")
    assert table.tray == "w1 w2 b5 b6 r3"
    assert table.asked == "A"


@clause("TL-49", "TL-R09")
def test_change_a_die_by_exactly_two_within_1_and_6() -> None:
    assert card("A31") == ("shift", "white")
    table = Tray.laid("w1 w2 w3 w4 w5 w6 b3", {"A": "A31"})
    table.play("A play A31")
    assert table.choices("A") == [
        f"shift w{a} to {b}" for a, b in ((1, 3), (2, 4), (3, 1), (3, 5), (4, 2), (4, 6), (5, 3), (6, 4))
    ]
    table.play("A shift w3 to 5")
    assert table.tray == "w1 w2 w4 w5 w5 w6 b3"


@clause("TL-49")
def test_change_a_black_die() -> None:
    table = Tray.laid("w1 b3 b6", {"A": "A33"})
    table.play("A play A33 b6 4")
    assert table.tray == "w1 b3 b4"


# Throwing back


@clause("TL-46", "TL-R04")
def test_a_taken_die_is_thrown_back_and_may_knock_another() -> None:
    table = Tray.laid("w1 b2 r3", {"A": "A22"}, {"A": "w4 b5", "B": "w6"})
    table.play("A play A22")
    assert table.choices("A") == ["throw w4", "throw b5"], "one of the own dice"
    table.play("A throw w4")
    assert table.choices("A") == ["knock w1", "knock b2", "knock r3", "knock none"]
    table.play("A knock r3")
    assert table.tray == "w1 b2"
    table.chance("white 5", "red 6")
    assert (table.tray, table.dice("A"), table.dice("B")) == ("w1 w5 b2 r6", "b5", "w6")


@clause("TL-R04")
def test_dice_of_one_colour_fall_together() -> None:
    table = Tray.laid("w1 b2", {"A": "A22"}, {"A": "w4 b5"})
    table.play("A play A22 w4 w1")
    table.chance("white 2 3")
    assert table.tray == "w2 w3 b2"


@clause("TL-R04")
def test_a_die_thrown_back_may_be_taken_again_at_once_and_costs_nothing_otherwise() -> None:
    table = Tray.laid("b2", {"A": "A22 T38"}, {"A": "w4 w3"})
    table.play("A play A22 w4", "A knock none")
    table.chance("white 2")
    assert "take w2" in table.choices("A")
    other = table.match.fork()
    table.play("A take w2", "B pass", "A pass", "A best")
    assert (table.points("A"), table.chips("A")) == (3, 0)
    table.match = other
    table.play("A pass", "B pass", "A best")
    assert table.chips("A") == 1, "for the white 3 alone"


@clause("TL-46")
def test_a_die_named_with_the_action_is_no_knock_where_the_game_threw_it_unasked() -> None:
    table = Tray.laid("w1 b5", {"A": "A22"}, {"A": "b5 b5"})
    table.play("A play A22 b5")
    assert table.choices("A") == ["knock w1", "knock b5", "knock none"]
    table.play("A knock w1")
    assert table.tray == "b5"


@clause("TL-43")
def test_a_die_named_with_the_action_is_rolled_once() -> None:
    table = Tray.laid("w3 w3 r1", {"A": "A07"})
    named, unnamed = table.match.fork(), table.match.fork()
    named.play(0, "play A07 w3")
    unnamed.play(0, "play A07")
    unnamed.play(0, "roll")
    assert named.position().tobytes() == unnamed.position().tobytes()


@clause("TL-R04", "TL-R07")
def test_a_red_die_may_be_thrown_back() -> None:
    table = Tray.laid("b2 b3", {"A": "A22"}, {"A": "r4"})
    table.play("A play A22", "A knock none")
    assert table.dice("A") == ""
    table.chance("red 1")
    assert table.tray == "b2 b3 r1"
    table.play("A pass", "B pass")
    assert table.chips("A") == 0


@clause("TL-41", "TL-46")
def test_dice_of_others_cannot_be_touched() -> None:
    table = Tray.laid("w1 b2", {"A": "A22 A25 A16"}, {"B": "w4 b5"})
    assert table.choices("A") == ["take w1", "take b2", "pass", "play A16", "play A25"]
    table.play("A play A16")
    assert not [text for text in table.choices("A") if "b5" in text.split(" to ")[0]]


# What can be played


@clause("TL-R10", "TL-R07")
@pytest.mark.parametrize(
    ("action", "tray", "possible"),
    [
        ("A01", "w1 r1", False),
        ("A01", "b1", True),
        ("A04", "b1 r1", False),
        ("A07", "r1 r2", False),
        ("A07", "r1 w2", True),
        ("A12", "r1", True),
        ("A16", "w1 r2", False),
        ("A19", "b1 r2", False),
        ("A22", "w1 b2", False),
        ("A25", "w1 w2 r3", False),
        ("A25", "b1 b2 r3", False),
        ("A25", "w1 b2", True),
        ("A29", "w1 b2", False),
        ("A29", "r2", True),
        ("A31", "b1 r2", False),
        ("A33", "w1 r2", False),
    ],
)
def test_an_action_without_a_target_cannot_be_played(action: str, tray: str, possible: bool) -> None:
    table = Tray.laid(tray, {"A": action})
    assert (f"play {action}" in table.choices("A")) == possible
    if not possible:
        with pytest.raises(cb.IllegalAction):
            table.play(f"A play {action}")


@clause("TL-R10")
def test_a_change_may_leave_the_number_as_it_was() -> None:
    table = Tray.laid("w3 w4 b3", {"A": "A25 A16"})
    assert "set b3 to 3" in after(table, "A play A16").choices("A")
    assert "swap w3 b3" in after(table, "A play A25").choices("A")


def after(table: Tray, move: str) -> Tray:
    other = Tray()
    other.match = table.match.fork()
    other.play(move)
    return other


def test_what_has_one_answer_only_is_not_asked() -> None:
    table = Tray.laid("w1 b5 r2", {"A": "A25"})
    table.play("A play A25")
    assert (table.tray, table.step) == ("w5 b1 r2", "turn")
    table = Tray.laid("w1 r2", {"A": "A31"})
    table.play("A play A31 w1 to 3")
    assert table.tray == "w3 r2"
    table = Tray.laid("w1 r2", {"A": "A07"})
    table.play("A play A07")
    assert (table.tray, table.asked) == ("r2", "*")


@clause("TL-R10")
def test_dice_that_are_not_there_are_refused_even_if_nothing_is_asked() -> None:
    for move in ("A play A25 w2 b5", "A play A25 w1 b6", "A play A25 w1 w5"):
        with pytest.raises((cb.UnknownNotation, cb.IllegalAction)):
            Tray.laid("w1 b5 r2", {"A": "A25"}).play(move)


@clause("TL-43")
def test_the_card_says_how_many_dice_may_be_rerolled() -> None:
    box = with_card("A07", 'kind = "reroll-some"\\nmost = 2')
    table = Tray.laid("w1 w2 w3", {"A": "A07"}, box=box)
    table.play("A play A07", "A pick w1", "A pick w2")
    assert table.asked == "*"
    assert table.match.to_act == (CHANCE,)
