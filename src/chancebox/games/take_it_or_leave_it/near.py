"""
How near dice come to a task: the places of a task card, filled as far as they can be.

A preview for people. Each task is looked at alone, as if all the dice were for it, and no red die
is spent where a white or black one does. What counts in the end is `scoring`.
"""

from typing import Any

from chancebox.games.take_it_or_leave_it.box import Task
from chancebox.games.take_it_or_leave_it.names import COLOUR_WORDS, sorted_dice
from chancebox.games.take_it_or_leave_it.pieces import RED, colour_of, pips

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
    """Fill the places of a list, those first that fewer dice fit."""
    places = [_place(WANTED[die[0]], int(die[1:] or 0), []) for die in wanted]
    for place in sorted(places, key=lambda place: (place["value"] == 0, place["colour"] == ANY)):
        fitting = [
            kind
            for kind in free
            if place["value"] in (0, pips(kind)) and _is_like(place["colour"], colour_of(kind))
        ]
        if fitting:
            free.remove(fitting[0])
            place["dice"] = _tell(fitting[:1])
    return places


def _smallest(task: Task, free: list[int]) -> list[int]:
    """Take the smallest dice, while the places left could still be filled with ones."""
    lying: list[int] = []
    total = 0
    for kind in sorted(free, key=lambda kind: (pips(kind), colour_of(kind))):
        if len(lying) < task.count and total + pips(kind) + task.count - len(lying) - 1 < task.n:
            lying.append(kind)
            total += pips(kind)
    return lying


def _of_colour(task: Task, free: list[int]) -> list[int]:
    """Take all dice of the colour, and red ones as far as they are needed."""
    lying: list[int] = []
    for kind in free:
        needed = sum(pips(die) for die in lying) <= task.n
        if COLOUR_WORDS[colour_of(kind)] == task.colour or (colour_of(kind) == RED and needed):
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


def _is_like(colour: str, die: int) -> bool:
    return colour == ANY or die == RED or COLOUR_WORDS[die] == colour


def _place(colour: str, value: int, lying: list[int]) -> dict[str, Any]:
    """Describe a place: the colour and the value (0: any) that it asks for, and the dice on it."""
    return {"colour": colour, "value": value, "many": False, "dice": _tell(lying)}


def _tell(dice: list[int]) -> list[list[Any]]:
    return [[COLOUR_WORDS[colour_of(kind)], pips(kind)] for kind in dice]
