"""
How near dice come to a task: the places of a task card, filled as far as they can be.

A preview for people. Each task is looked at alone, as if all the dice were for it, and no red die
is spent where a white or black one does. For a single task this is exact: it is marked as done if
and only if these dice can fulfil it. Two tasks that want the same die are both marked; how dice are
best shared out among them is found by `proposal`, when it counts.
"""

from typing import Any

from chancebox.games.take_it_or_leave_it.box import Task
from chancebox.games.take_it_or_leave_it.rules.records import RED, colour_of, pips
from chancebox.games.take_it_or_leave_it.text.names import COLOUR_WORDS, sorted_dice

ANY = "any"
WANTED = {"w": "white", "b": "black", "a": ANY}


def near(task: Task, dice: list[int]) -> dict[str, Any]:
    """Lay dice on the places of a task; `many` marks a place that takes as many as there are."""
    free = sorted_dice(dice)
    if task.kind == "listed":
        places = _listed(task.dice, free)
    elif task.kind == "less":
        lying = _smallest(task, free)
        places = [_place(ANY, 0, lying[i : i + 1]) for i in range(task.count)]
    elif task.kind == "more":
        places = [{**_place(task.colour, 0, _of_colour(task, free)), "many": True}]
    else:
        places = [{**_place(ANY, 0, _adding_up(task.n, free)), "many": True}]
    total = sum(pip for place in places for _colour, pip in place["dice"])
    return {"places": places, "pips": total, "done": _is_done(task, places, total)}


def _listed(wanted: tuple[str, ...], free: list[int]) -> list[dict[str, Any]]:
    """
    Fill as many places of a list as can be filled.

    Dice are offered one by one, the red ones last. Each finds a place if those before it can move up;
    in the end no other choice of dice would fill more places, or as many with fewer red ones.
    """
    places = [_place(WANTED[die[0]], int(die[1:] or 0), []) for die in wanted]
    narrow = sorted(range(len(places)), key=lambda i: (places[i]["value"] == 0, places[i]["colour"] == ANY))
    lying: dict[int, int] = {}

    def finds_place(kind: int, tried: set[int]) -> bool:
        for i in narrow:
            if i not in tried and _fits(kind, places[i]):
                tried.add(i)
                if i not in lying or finds_place(lying[i], tried):
                    lying[i] = kind
                    return True
        return False

    for kind in free:
        finds_place(kind, set())
    for i, kind in lying.items():
        places[i]["dice"] = _pairs([kind])
    return places


def _smallest(task: Task, free: list[int]) -> list[int]:
    """Take the smallest dice with as few red ones as do; else those that leave the task within reach."""
    by_pips = sorted(free, key=lambda kind: (pips(kind), colour_of(kind)))
    red = [kind for kind in by_pips if colour_of(kind) == RED]
    others = [kind for kind in by_pips if colour_of(kind) != RED]
    for n in range(min(len(red), task.count) + 1):
        lying = sorted([*red[:n], *others[: task.count - n]], key=by_pips.index)
        if len(lying) == task.count and sum(map(pips, lying)) < task.n:
            return lying
    lying = []
    for kind in by_pips:
        # The places left must do with ones.
        most = task.n - (task.count - len(lying) - 1) - sum(map(pips, lying))
        if len(lying) < task.count and pips(kind) < most:
            lying.append(kind)
    return lying


def _of_colour(task: Task, free: list[int]) -> list[int]:
    """Take all dice of the colour, and red ones as far as they are needed, the highest first."""
    lying = [kind for kind in free if COLOUR_WORDS[colour_of(kind)] == task.colour]
    for kind in reversed(free):
        if colour_of(kind) == RED and sum(map(pips, lying)) <= task.n:
            lying.append(kind)
    return lying


def _adding_up(n: int, free: list[int]) -> list[int]:
    """Find dice whose total comes nearest to a number without exceeding it."""
    reached: dict[int, list[int]] = {0: []}
    for kind in free:
        for total, lying in list(reached.items()):
            if total + pips(kind) <= n:
                reached.setdefault(total + pips(kind), [*lying, kind])
    return reached[max(reached)]


def _is_done(task: Task, places: list[dict[str, Any]], total: int) -> bool:
    if task.kind == "more":
        return total > task.n
    if task.kind == "exactly":
        return total == task.n
    return all(place["dice"] for place in places) and (task.kind == "listed" or total < task.n)


def _fits(kind: int, place: dict[str, Any]) -> bool:
    colour = colour_of(kind)
    is_like = place["colour"] in (ANY, COLOUR_WORDS[colour]) or colour == RED
    return is_like and place["value"] in (0, pips(kind))


def _place(colour: str, value: int, lying: list[int]) -> dict[str, Any]:
    """Describe a place: the colour and the value (0: any) that it asks for, and the dice on it."""
    return {"colour": colour, "value": value, "many": False, "dice": _pairs(lying)}


def _pairs(dice: list[int]) -> list[list[Any]]:
    return [[COLOUR_WORDS[colour_of(kind)], pips(kind)] for kind in dice]
