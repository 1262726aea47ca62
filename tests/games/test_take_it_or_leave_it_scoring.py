"""Take it or Leave it, clause by clause: tasks, dice on them, and the best proposal."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import chancebox as cb
from chancebox.engine.game.boxes import Box
from chancebox.engine.rules.records import plain
from chancebox.games.take_it_or_leave_it import box as boxes
from chancebox.games.take_it_or_leave_it.rules import laying, proposal, records, search
from clauses import clause
from games.tray import BOX, CARDS, Tray, dice_of, with_card

Dice = tuple[str, ...]
TASKS = [task.id for task in BOX.data.task]


# What fulfils a task, written anew from the rule book and without any of the rules' code


def served(task: boxes.Task, dice: Dice) -> bool:
    """Return whether exactly these dice may lie on a task."""
    total = sum(int(die[1]) for die in dice)
    if task.kind == "listed":
        return len(dice) == len(task.dice) and filled(task.dice, dice)
    if task.kind == "more":
        return total > task.n and all(die[0] in (task.colour[0], "r") for die in dice)
    if task.kind == "less":
        return len(dice) == task.count and total < task.n
    return total == task.n


def filled(slots: tuple[str, ...], dice: Dice) -> bool:
    if not slots:
        return True
    return any(
        slots[0][0] in ("a", die[0])
        and slots[0][1:] in ("", die[1])
        and filled(slots[1:], dice[:i] + dice[i + 1 :])
        for i, either in enumerate(white_or_black(dice))
        for die in either
    )


def white_or_black(dice: Dice) -> list[list[str]]:
    return [["w" + die[1], "b" + die[1]] if die[0] == "r" else [die] for die in dice]


def subsets(dice: Dice) -> Iterator[tuple[Dice, Dice]]:
    """Split dice into some and the rest, every way."""
    for bits in range(1 << len(dice)):
        yield (
            tuple(die for i, die in enumerate(dice) if bits >> i & 1),
            tuple(die for i, die in enumerate(dice) if not bits >> i & 1),
        )


def assignments(tasks: list[str], dice: Dice) -> Iterator[tuple[tuple[str, ...], int]]:
    """Go through every way to fulfil some of the tasks: which ones, and how many dice are left over."""
    if not tasks:
        yield (), len(dice)
        return
    yield from assignments(tasks[1:], dice)
    task = BOX.data.task[CARDS[tasks[0]]]
    tried = set()
    for some, rest in subsets(dice):
        if rest not in tried and some and served(task, some):
            tried.add(rest)
            for others, left in assignments(tasks[1:], rest):
                yield (tasks[0], *others), left


def worth(fulfilled: tuple[str, ...], left: int, dice: Dice) -> int:
    points: int = sum(BOX.data.task[CARDS[task]].points for task in fulfilled)
    return points - left - sum(die[0] == "r" for die in dice)


def score_now(s: Any) -> None:
    s.step = records.SCORE


def scoring(tasks: str, dice: str, box: Box | None = None) -> Tray:
    """Ask A, alone with dice, to lay out."""
    return Tray.laid("", {"A": tasks}, {"A": dice}, box=box, edit=score_now)


def scored(tasks: str, dice: str, move: str = "best", box: Box | None = None) -> tuple[int, int]:
    """Return points and chips after laying out."""
    table = scoring(tasks, dice, box)
    table.play(f"A {move}")
    assert table.step != "score"
    return table.points("A"), table.chips("A")


def can(task: str, dice: str) -> bool:
    """Return whether the rules let a task be laid out with some of these dice."""
    return f"lay {task}" in scoring(task, dice).choices("A")


# Tasks


@clause("TL-30")
def test_listed_dice_need_their_colour_and_value() -> None:
    assert BOX.data.task[CARDS["T55"]].dice == ("b5", "w1", "a6")
    assert can("T55", "b5 w1 w6")
    assert can("T55", "b5 w1 b6")
    assert not can("T55", "w5 w1 w6"), "the 5 must be black"
    assert not can("T55", "b5 w2 w6"), "the white one must be a 1"
    assert not can("T55", "b5 w1"), "the 6 is missing"


@clause("TL-31")
def test_listed_colours_take_any_value() -> None:
    assert BOX.data.task[CARDS["T07"]].dice == ("b", "b", "w")
    assert can("T07", "b2 b6 w4")
    assert not can("T07", "b2 w6 w4")
    assert scored("T07", "b2 b6 w4 w5") == (2, 1), "a second white one finds no place"


@clause("TL-30", "TL-31", "TL-16")
@given(
    slots=st.lists(st.sampled_from([c + v for c in "wba" for v in ("", "1", "2")]), min_size=1, max_size=4),
    dice=st.lists(st.sampled_from(["w1", "w2", "b1", "b2", "r1", "r2"]), min_size=1, max_size=6),
)
@settings(max_examples=80, deadline=None)
def test_a_list_of_any_slots_needs_dice_that_fill_them_all(slots: list[str], dice: list[str]) -> None:
    """Whether slots share dice, are equal or come in any order: the box works out what the rules then ask."""
    dice = [die for i, die in enumerate(dice) if die[0] != "r" or "".join(dice[:i]).count("r") < 2]
    box = with_card("T70", f'points = 3\nkind = "listed"\ndice = {json.dumps(slots)}')
    task = box.data.task[CARDS["T70"]]
    can_be_filled = any(served(task, some) for some, _rest in subsets(tuple(dice)))
    assert ("lay T70" in scoring("T70", " ".join(dice), box).choices("A")) == can_be_filled


@clause("TL-32", "TL-R06")
def test_more_than_n_of_one_colour() -> None:
    task = BOX.data.task[CARDS["T43"]]
    assert (task.colour, task.n) == ("black", 12)
    assert not can("T43", "b6 b6"), "12 is not more than 12"
    assert can("T43", "b6 b6 b1")
    assert not can("T43", "b6 b6 w6"), "white does not count"
    assert can("T43", "b1 b1 b1 b2 b2 b2 b4"), "any number of dice"


@clause("TL-33", "TL-R06")
def test_exactly_so_many_dice_with_less_than_n() -> None:
    task = BOX.data.task[CARDS["T49"]]
    assert (task.count, task.n) == (3, 9)
    assert can("T49", "w1 b3 b4"), "8, colours mixed"
    assert not can("T49", "w1 b4 b4"), "9 is not less than 9"
    assert not can("T49", "w1 b2"), "two dice are not three"
    assert scored("T49", "w1 w1 b2 b2") == (3, 1), "and four are one too many"
    assert scored("T49", "w1 w1 w1 w1", "lay T49 w1 w1 w1") == (3, 1), "also when laid by hand"


@clause("TL-34", "TL-R06")
def test_exactly_n_with_any_dice() -> None:
    assert BOX.data.task[CARDS["T47"]].n == 15
    assert can("T47", "w6 b6 w3")
    assert can("T47", "w1 w2 b1 b2 w3 b3 w3")
    assert not can("T47", "w6 b6 w4")
    assert not can("T47", "w6 b6 w2")
    assert scored("T47", "w6 b6 w3 b4") == (3, 1)


@clause("TL-35")
@pytest.mark.parametrize(
    ("task", "dice", "points"), [("T01", "b1 w1", 1), ("T38", "w2 w3", 3), ("T69", "b1 b3 w5", 5)]
)
def test_a_task_is_worth_its_points(task: str, dice: str, points: int) -> None:
    assert scored(task, dice) == (points, 0)
    assert scored(
        task,
        dice,
        box=with_card(task, f'points = 9\nkind = "exactly"\nn = {sum(int(d[1]) for d in dice.split())}'),
    ) == (9, 0)


# Dice on tasks


@clause("TL-15")
def test_all_lay_out_at_the_same_time_and_uncover_together() -> None:
    table = Tray.laid("w6", {"A": "T38", "B": "T25"}, {"A": "w2 w3", "B": "b3 w4"})
    table.play("A pass", "B pass")
    assert table.asked == "AB"
    table.play("B best")
    assert table.asked == "A"
    assert table.match.view(0)["players"][1]["fulfilled"] == []
    assert table.points("B") == 0
    table.play("A best")
    shown = table.match.view()["players"]
    assert [task["id"] for player in shown for task in player["fulfilled"]] == ["T38", "T25"]
    assert shown[1]["fulfilled"][0]["laid"] == [["white", 4], ["black", 3]]


@clause("TL-16")
def test_a_die_serves_one_task_and_one_slot_only() -> None:
    assert scored("T33 T35", "b2 b3 b5")[0] == 3, "one black 2 for two tasks"
    assert scored("T33 T35", "b2 b2 b3 b5") == (6, 0)
    assert not can("T03", "b4"), "one die for two slots"
    assert scored("T19 T20", "w4 w5 b6") == (2, 1), "9 and 10 share no dice"


@clause("TL-17")
def test_unused_dice_cost_a_chip_each() -> None:
    assert scored("T38", "w2 w3 b2 b5 w6") == (3, 3)
    assert scored("", "w2 b3") == (0, 2)


@clause("TL-18", "TL-R08")
def test_a_red_die_costs_one_chip_used_and_two_unused() -> None:
    assert scored("T38", "w2 r3") == (3, 1)
    assert scored("T38", "w2 w3 r3") == (3, 2)
    assert scored("", "r3 r4") == (0, 4)


@clause("TL-18")
def test_a_red_die_left_in_the_tray_costs_nobody() -> None:
    table = Tray.laid("r4", {"A": "T38"}, {"A": "w2 w3"})
    table.play("A pass", "B pass", "A best")
    assert (table.chips("A"), table.chips("B")) == (0, 0)


@clause("TL-18", "TL-R07")
def test_a_red_die_is_white_or_black_and_keeps_its_pips() -> None:
    assert can("T38", "r2 r3"), "white 2 and white 3"
    assert can("T33", "r2 r3"), "black 2 and black 3"
    assert can("T25", "r3 w4")
    assert not can("T25", "r5 w4"), "a red 5 is no 3"
    assert can("T43", "b6 b6 r1")
    assert not can("T43", "b6 b5 r1")
    assert can("T49", "r1 w3 b4")
    assert can("T47", "r6 b6 w3")


@clause("TL-R05")
def test_surplus_dice_of_the_colour_lie_on_more_than_n() -> None:
    assert scored("T43", "b6 b6 b1 b2 b3") == (3, 0)
    assert scored("T43", "b6 b6 b1 r2") == (3, 1), "red costs its one chip"
    assert scored("T43", "b6 b6 b1 w2") == (3, 1), "white finds no place"
    assert scored("T44", "w6 w6 w1 w2 b3") == (3, 1)


@clause("TL-R05")
def test_no_other_task_takes_surplus() -> None:
    for task, dice in (("T38", "w2 w3 w2"), ("T49", "w1 w1 w1 w1"), ("T19", "w4 w5 b1")):
        assert scored(task, dice)[1] == 1


@clause("TL-19", "TL-50")
def test_fulfilled_tasks_leave_the_hand_for_the_score_pile_for_good() -> None:
    table = scoring("T38 T70", "w2 w3")
    table.play("A best")
    assert table.hand("A") == "T70"
    assert table.match.view()["players"][0]["scored"] == 1
    assert table.s.place[CARDS["T38"]] == records.SCORED
    table.play("A keep")
    assert "draw T38" not in {str(o) for o, _ in table.match.outcomes()}


@clause("TL-X1")
def test_the_example_of_the_book() -> None:
    assert BOX.data.task[CARDS["T38"]].dice == ("w2", "w3")
    table = Tray.laid("w3 w2 b2 b6 b6", {"A": "T38 T71", "B": "T70"})
    table.play("A take w3", "B take b6", "A take w2", "B take b6", "A take b2", "B best", "A best")
    assert (table.points("A"), table.chips("A")) == (3, 1)


def count_calls(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> list[str]:
    """Note every call of a function of the rules; work is counted, not time."""
    calls: list[str] = []
    function = getattr(module, name)

    def counted(*given: Any) -> Any:
        calls.append(name)
        return function(*given)

    monkeypatch.setattr(module, name, counted)
    return calls


# The player decides


@clause("TL-R11")
def test_the_player_may_choose_otherwise() -> None:
    assert scored("T33 T35", "b2 b3 b5", "lay T33 b2 b3") == (3, 1)
    assert scored("T33 T35", "b2 b3 b5", "lay T35 b2 b5") == (3, 1)
    assert scored("T19 T38", "w2 w3 w4 b5", "lay T38 w2 w3, T19 w4 b5") == (5, 0)
    assert scored("T43", "b6 b6 b1 b2 r3", "lay T43 b1 b6 b6") == (3, 3), "surplus is a choice too"


@clause("TL-R11")
def test_a_task_may_be_kept_back() -> None:
    table = scoring("T38 T70", "w2 w3")
    table.play("A done")
    assert table.hand("A") == "T38 T70"
    assert (table.points("A"), table.chips("A")) == (0, 2)


@clause("TL-R11")
def test_what_does_not_fit_cannot_be_laid_out() -> None:
    for move in ("lay T38 w2 b2", "lay T70 w1 w3 b5", "lay T38 w2", "lay T38 w2 w3 b2", "lay T25 b3 w4"):
        with pytest.raises((cb.IllegalAction, cb.UnknownNotation)):
            scoring("T38 T70", "w2 w3 b2").play(f"A {move}")


@clause("TL-R11")
@pytest.mark.parametrize(
    ("tasks", "move"),
    [
        ("T43 T38", "lay T43 b1 b2 b3 b3 b4 b4 b5 b5 b6 r1 r2 w2 w3"),
        ("T43 T38", "lay T43 b1 b2 b3 b4 b5 b6 r1 r2 r6"),
        ("T20 T38", "lay T20 b1 b2 b3 b3 b4 b4 b5 b5 b6 r1 r2 w2 w3"),
        ("T51 T38", "lay T51 w2 w3 b5 w3"),
    ],
)
def test_a_layout_that_is_wrong_is_refused_without_a_long_search(
    tasks: str, move: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A die more or less on a table full of dice once made the house try every order of them."""
    table = scoring(tasks, "b1 b2 b3 b4 b5 b6 r1 r2 b3 b4 b5 w2 w3")
    tried = count_calls(monkeypatch, laying, "lay_out")
    with pytest.raises(cb.UnknownNotation):
        table.play(f"A {move}")
    assert len(tried) < 60


@clause("TL-R11")
def test_the_same_layout_is_the_same_position_whatever_the_way() -> None:
    one, other = (scoring("T51", "b3 b4 w6 r1 r6") for _way in range(2))
    one.play("A lay T51", "A put b4")
    other.play("A lay T51", "A put r1", "A put b4")
    assert dice_of(one.s.players[0].laid[0]) == dice_of(other.s.players[0].laid[0]) == "w6 b4 r1 r6"
    assert one.match.position().tobytes() == other.match.position().tobytes()


@clause("TL-R11", "TL-R05")
@given(luck=st.randoms(use_true_random=False), seed=st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_every_layout_made_of_small_steps_can_be_said_in_one_line(luck: random.Random, seed: int) -> None:
    """Lay at random, step by step; then name tasks and dice at once, in any order."""
    rng = random.Random(seed)
    dice = [f"{rng.choice('wb')}{rng.randint(1, 6)}" for _die in range(rng.randint(2, 9))]
    dice += [f"r{rng.randint(1, 6)}" for _die in range(rng.randint(0, 2))]
    tasks = " ".join(rng.sample([task.id for task in BOX.data.task], 4))
    table, again = scoring(tasks, " ".join(dice)), scoring(tasks, " ".join(dice))
    while table.step == "score":
        offered = [choice for choice in table.choices("A") if choice != "best"] or ["best"]
        table.play(f"A {luck.choice(offered)}")
    player = table.s.players[0]
    laid = [
        " ".join([BOX.data.task[player.fulfilled[row]].id, *luck.sample(found, len(found))])
        for row in range(player.opened)
        for found in [dice_of(player.laid[row]).split()]
    ]
    if laid:
        again.play(f"A lay {', '.join(luck.sample(laid, len(laid)))}")
        assert again.match.position().tobytes() == table.match.position().tobytes()


@clause("TL-R11")
def test_between_equals_the_higher_valued_tasks_stay_in_hand() -> None:
    # Both ways are worth 2: T13 uses both dice, the altered card only one but is worth more.
    box = with_card("T70", 'points = 3\nkind = "listed"\ndice = ["w1"]')
    table = scoring("T13 T70", "w1 b4", box)
    table.play("A best")
    assert (table.hand("A"), table.points("A"), table.chips("A")) == ("T70", 2, 0)


@clause("TL-R11")
@pytest.mark.parametrize(
    ("tasks", "dice", "kept"), [("T03 T04", "b2 b3", "T04"), ("T33 T35", "b2 b3 b5", "T35")]
)
def test_between_equals_the_lower_card_numbers_are_laid_out(tasks: str, dice: str, kept: str) -> None:
    table = scoring(tasks, dice)
    table.play("A best")
    assert table.hand("A") == kept


@given(
    tasks=st.lists(st.sampled_from(TASKS), min_size=1, max_size=5, unique=True),
    dice=st.lists(st.sampled_from([f"{c}{v}" for c in "wb" for v in "123456"]), max_size=6),
    red=st.lists(st.sampled_from(["r1", "r2", "r3", "r4", "r5", "r6"]), max_size=2),
)
@settings(max_examples=150, deadline=None)
@clause("TL-R11", "TL-16", "TL-17", "TL-18")
def test_the_proposal_is_the_best_of_all_assignments(
    tasks: list[str], dice: list[str], red: list[str]
) -> None:
    check_proposal(tasks, (*dice, *red))


def check_proposal(tasks: list[str], dice: Dice) -> None:
    """Compare with every assignment there is, ties included."""
    tasks = sorted(tasks)
    ways = list(assignments(tasks, dice))
    best = max(worth(*way, dice) for way in ways)
    among = {fulfilled for fulfilled, left in ways if worth(fulfilled, left, dice) == best}

    def kept_points(fulfilled: tuple[str, ...]) -> list[int]:
        return sorted((BOX.data.task[CARDS[t]].points for t in tasks if t not in fulfilled), reverse=True)

    most_kept = max(kept_points(fulfilled) for fulfilled in among)
    wanted = min(fulfilled for fulfilled in among if kept_points(fulfilled) == most_kept)
    table = scoring(" ".join(tasks), " ".join(dice))
    if not dice:
        return
    proposed = table.match.view(0)["proposal"]
    assert tuple(sorted(task["id"] for task in proposed["tasks"])) == wanted
    assert proposed["points"] - proposed["chips"] == best
    for task in proposed["tasks"]:
        laid = tuple(f"{colour[0]}{value}" for colour, value in task["laid"])
        assert served(BOX.data.task[CARDS[task["id"]]], laid)
    table.play("A best")
    assert table.points("A") - table.chips("A") == best


@clause("TL-R11")
@pytest.mark.parametrize("seed", range(12))
def test_the_proposal_is_the_best_for_rich_hands(seed: int) -> None:
    """Sums and colours in each other's way, where a greedy choice would fail."""
    rng = random.Random(seed)
    hard = [t.id for t in BOX.data.task if t.kind != "listed" or len(t.dice) == 2]
    dice = tuple(f"{rng.choice('wwwbbbr')}{rng.randint(1, 6)}" for _die in range(8))
    while sum(die[0] == "r" for die in dice) > 2:
        dice = tuple(f"{rng.choice('wwwbbbr')}{rng.randint(1, 6)}" for _die in range(8))
    check_proposal(rng.sample(hard, 4), dice)


@clause("TL-R11")
@pytest.mark.parametrize(
    ("tasks", "dice", "expected"),
    [
        ("T05 T65 T12 T66", "w5 w1 w4 w1 w1 w6 w3 w2 b5 b3 b1 b3 b5 b2 b1 b6 r1 r5", (11, 2)),
        ("T66 T65 T03 T21", "w4 w5 w3 w3 w1 w1 w5 w1 w6 b2 b3 b1 b2 b1 b4 r1 r1", (9, 2)),
        ("T38 T48 T12 T45", "w4 w5 w2 w1 w4 w2 w1 w3 b4 b3 b2 b1 b6 r2 r4", (11, 2)),
        ("T45 T11 T52 T63", "w5 w6 w5 w4 w6 w5 w2 w2 w1 b3 b4 b2 b2 b1 b3 b1 r4 r2", (10, 5)),
        ("T12 T05 T19 T65", "w1 b4 w6 b1 b5 r1 b3 r1 b1 b4 w5 w5 w1 w1 w2 b5 w4 w1", (9, 3)),
    ],
)
def test_who_took_all_dice_gets_the_best_proposal_without_a_long_search(
    tasks: str, dice: str, expected: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such a table once kept the house busy for seconds, whenever somebody looked at it."""
    table = scoring(tasks, dice)
    asked = [count_calls(monkeypatch, module, "most_more") for module in (proposal, search)]
    proposed = table.match.view(0)["proposal"]
    assert (proposed["points"], proposed["chips"]) == expected
    assert all(asked)
    assert sum(map(len, asked)) < 2000


@given(
    tasks=st.lists(st.sampled_from(TASKS), min_size=1, max_size=3, unique=True),
    dice=st.lists(st.sampled_from([f"{c}{v}" for c in "wb" for v in "1234"]), min_size=1, max_size=5),
    red=st.lists(st.sampled_from(["r1", "r2", "r3"]), max_size=1),
)
@settings(max_examples=60, deadline=None)
@clause("TL-R11", "TL-R05")
def test_step_by_step_every_assignment_can_be_reached_and_no_other(
    tasks: list[str], dice: list[str], red: list[str]
) -> None:
    tasks, everything = sorted(tasks), (*dice, *red)
    wanted = {(fulfilled, left) for fulfilled, left in assignments(tasks, everything)}
    found = set()
    waiting = [scoring(" ".join(tasks), " ".join(everything)).match]
    while waiting:
        match = waiting.pop()
        s = plain(match.position())
        if s.step != records.SCORE:
            player = s.players[0]
            left = list(player.dice)
            fulfilled = []
            for row in range(player.opened):
                laid = list(player.laid[row])
                left = [have - used for have, used in zip(left, laid, strict=True)]
                task = BOX.data.task[player.fulfilled[row]]
                assert served(task, tuple(dice_of(laid).split()))
                fulfilled.append(task.id)
            found.add((tuple(fulfilled), sum(left)))
            continue
        for choice in match.choices(0):
            if str(choice) != "best" or len(match.choices(0)) == 1:
                on = match.fork()
                on.play(0, choice)
                waiting.append(on)
    assert found == wanted


# What all made of a round


@clause("TL-17", "TL-61")
def test_who_made_most_of_a_round_is_seen_once_all_have_laid_out() -> None:
    table = Tray.laid("w6", {"A": "T38 T70", "B": "T33 T71"}, {"A": "w2 w3 b1 r4", "B": "b2 b3"})
    table.play("A pass", "B pass", "A best")
    assert table.match.view(0)["best"] == [], "not before all have"
    table.play("B best")
    view = table.match.view(1)
    assert [player["made"] for player in view["players"]] == [0, 3]
    assert view["best"] == [1]


@clause("TL-R17")
def test_who_leads_is_told_where_points_lie_open() -> None:
    def some_points(s: Any) -> None:
        s.players[0].points, s.players[0].chips, s.players[1].points = 9, 4, 5

    assert Tray.laid("w1", edit=some_points).match.view(0)["leader"] is None
    told = Tray.laid("w1", edit=some_points, open_totals="yes").match.view(0)["leader"]
    assert told == {"seats": [0, 1], "total": 5}
