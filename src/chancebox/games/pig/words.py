"""Notation and sentences of Pig."""

from chancebox.engine import endings
from chancebox.engine.boxes import Box
from chancebox.engine.contract import CHANCE
from chancebox.engine.notation import not_understood
from chancebox.engine.texts import _, mark
from chancebox.games.pig.rules import ROLL, STOP, Position


class Ending(endings.Ending):
    """Why a game ends."""

    GOAL = 1, mark("somebody reached the goal")


def say(box: Box, s: Position, seat: int, action: int) -> str:
    """Write an action: `roll`, `stop`, or the face of the die."""
    if seat == CHANCE:
        return str(action)
    return "roll" if action == ROLL else "stop"


def read(box: Box, s: Position, seat: int, text: str) -> list[int]:
    """Read what `say` writes."""
    word = text.strip().lower()
    known = {str(face): face for face in range(1, box.data.faces + 1)}
    if seat != CHANCE:
        known = {"roll": ROLL, "stop": STOP}
    if word not in known:
        raise not_understood(text, known)
    return [known[word]]


def moves(box: Box, s: Position, seat: int) -> list[str]:
    """Offer both."""
    return ["roll", "stop"]


def sentence(
    box: Box, before: Position, after: Position, seat: int, action: int, viewer: int, names: list[str]
) -> str:
    """Tell an event."""
    who = names[before.turn]
    if seat != CHANCE:
        return "" if action == ROLL else _("{who} banks {n}.").format(who=who, n=before.total)
    if action == 1:
        return _("{who} rolls a 1 and loses {n}.").format(who=who, n=before.total)
    return _("{who} rolls a {face}.").format(who=who, face=action)
