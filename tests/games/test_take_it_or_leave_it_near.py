"""Take it or Leave it: how near dice come to the tasks in hand, as a player sees it."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chancebox.engine.rules.contract import SPECTATOR
from chancebox.games.take_it_or_leave_it import box as box_module
from chancebox.games.take_it_or_leave_it.rules import records
from chancebox.games.take_it_or_leave_it.rules.tasks import can_finish, packed
from chancebox.games.take_it_or_leave_it.view.near import near
from games.tray import BOX, COLOURS, Tray, count


def seen(table: Tray, card: str) -> tuple[str, int, bool]:
    """Return how A sees a task: the dice on its places, their pips, and whether that is enough."""
    told = next(held for held in table.match.view(0)["hand"] if held["id"] == card)
    places = [
        "+".join(f"{colour[0]}{value}" for colour, value in place["dice"]) or "-" for place in told["places"]
    ]
    return " ".join(places), told["pips"], told["done"]


@pytest.mark.parametrize(
    ("dice", "card", "expected"),
    [
        ("w3", "T38", ("- w3", 3, False)),
        ("w2 w3 r3", "T38", ("w2 w3", 5, True)),
        ("r3 w2", "T38", ("w2 r3", 5, True)),
        ("b3 w3", "T38", ("- w3", 3, False)),
        ("w1 r2", "T10", ("r2 w1 -", 3, False)),
        ("b4 b5 w6 r1", "T23", ("b4+b5", 9, True)),
        ("b4 w6 r1", "T23", ("b4+r1", 5, False)),
        ("w6 w1 b1", "T22", ("w1 b1", 2, True)),
        ("w3 b3", "T22", ("- -", 0, False)),
        ("w6 b5 b4", "T20", ("w6+b4", 10, True)),
        ("w6 b5", "T20", ("w6", 6, False)),
    ],
)
def test_dice_fill_the_places_of_a_task(dice: str, card: str, expected: tuple[str, int, bool]) -> None:
    assert seen(Tray.laid("w1", hands={"A": card}, dice={"A": dice}), card) == expected


def test_a_task_looks_done_exactly_when_the_rules_can_fulfil_it() -> None:
    luck = random.Random(7)
    done = 0
    for _trial in range(60):
        table = Tray.laid()
        player = table.s.players[0]
        for _die in range(luck.randint(1, 7)):
            player.dice[luck.randrange(records.KINDS)] += 1
        for task, card in enumerate(BOX.data.task):
            told = near(card, list(player.dice))
            assert told["done"] == bool(can_finish(BOX.fields, task, 0, 0, 0, packed(player))), card.id
            done += told["done"]
    assert done > 100


@given(
    wanted=st.lists(st.sampled_from([c + v for c in "wba" for v in ("", *"123")]), min_size=1, max_size=4),
    dice=st.lists(st.integers(0, 8), max_size=8),
)
@settings(max_examples=400, deadline=None)
def test_any_list_is_filled_as_far_as_it_can_be(wanted: list[str], dice: list[int]) -> None:
    """Beside all ways to lay dice on places: none fills more, none as many with fewer red dice."""
    card = box_module.Task(id="T01", points=1, kind="listed", dice=tuple(wanted), status="stated")
    counted = [dice.count(kind) for kind in range(records.KINDS)]
    told = near(card, counted)
    lying = [(place, *die) for place in told["places"] for die in place["dice"]]
    for place, colour, value in lying:
        assert place["colour"] in ("any", colour) or colour == "red"
        assert place["value"] in (0, value)
    used = [COLOURS.index(colour) + 3 * (value - 1) for _place, colour, value in lying]
    assert all(used.count(kind) <= counted[kind] for kind in used)
    reds = sum(colour == "red" for _place, colour, _value in lying)
    assert (len(lying), -reds) == best_filling(wanted, dice)
    assert told["done"] == (len(lying) == len(wanted))


def best_filling(wanted: list[str], dice: list[int]) -> tuple[int, int]:
    """Try everything: how many places can be filled, and less red dice first."""
    if not wanted:
        return 0, 0
    found = [best_filling(wanted[1:], dice)]
    for kind in set(dice):
        red = kind % 3 == 2
        is_like = red or wanted[0][0] in ("a", "wbr"[kind % 3])
        if is_like and wanted[0][1:] in ("", str(kind // 3 + 1)):
            rest = list(dice)
            rest.remove(kind)
            filled, less = best_filling(wanted[1:], rest)
            found.append((filled + 1, less - red))
    return max(found)


@pytest.mark.parametrize(
    ("dice", "task", "lying"),
    [
        ("w6 b6", {"kind": "listed", "dice": ("a6", "w")}, "b6 w6"),
        ("w1 w2 r2", {"kind": "listed", "dice": ("a2", "w2", "w")}, "w2 r2 w1"),
        ("w2 b2 r1", {"kind": "less", "count": 2, "n": 5}, "w2 b2"),
        ("b6 r1 r6", {"kind": "more", "colour": "black", "n": 10}, "b6 r6"),
    ],
)
def test_dice_make_room_for_each_other_and_spare_the_red_ones(
    dice: str, task: dict[str, Any], lying: str
) -> None:
    card = box_module.Task(id="T01", points=1, status="stated", **task)
    row = [0] * records.KINDS
    count(row, dice)
    told = near(card, row)
    assert told["done"]
    assert " ".join(f"{c[0]}{v}" for place in told["places"] for c, v in place["dice"]) == lying


def test_dice_that_are_spent_come_near_no_other_task() -> None:
    table = Tray.laid("w1", hands={"A": "T38 T39 A01"}, dice={"A": "w2 w3 w4"})
    assert seen(table, "T39") == ("- w4", 4, False)
    table.play("A pass", "B pass")
    assert seen(table, "T38") == ("w2 w3", 5, True), "the proposal"
    assert seen(table, "T39") == ("- -", 0, False)
    table.play("A best")
    assert table.step == "discard"
    assert seen(table, "T39") == ("- -", 0, False)


def test_nobody_else_sees_how_near_dice_come() -> None:
    table = Tray.laid("w1", hands={"A": "T38", "B": "T39"}, dice={"A": "w3"})
    assert table.match.view(SPECTATOR)["hand"] is None
    assert [card["id"] for card in table.match.view(1)["hand"]] == ["T39"]
