"""Notation and story of Pig."""

from chancebox.engine.game import endings
from chancebox.engine.game.boxes import Box
from chancebox.engine.game.happenings import BUST, EFFECT, TABLE, THROW, Change, Ended, Happening
from chancebox.engine.game.notation import not_understood
from chancebox.engine.game.texts import _, mark
from chancebox.engine.rules.contract import CHANCE
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


# The story


class Rolled(Happening, frozen=True):
    """The die shows this."""

    stage = THROW
    seat: int
    pips: int

    def changes(self) -> list[Change]:
        return [Change(TABLE, "total", self.pips)]


class Lost(Happening, frozen=True):
    """A 1: the total of the turn is lost."""

    stage = BUST
    seat: int
    points: int

    def changes(self) -> list[Change]:
        return [Change(TABLE, "total", -self.points)]


class Banked(Happening, frozen=True):
    """The total of the turn is safe."""

    stage = EFFECT
    seat: int
    points: int

    def changes(self) -> list[Change]:
        return [Change(TABLE, "total", -self.points), Change(self.seat, "points", self.points)]


def happenings(
    box: Box, before: Position, seat: int, action: int, after: Position, viewer: int
) -> list[Happening]:
    """Turn an event into what happened; to roll is told by the die."""
    if seat == CHANCE:
        return [Lost(before.turn, before.total) if action == 1 else Rolled(before.turn, action)]
    if action == ROLL:
        return []
    ended = [Ended(after.ended)] if after.ended else []
    return [Banked(seat, before.total), *ended]


def counts(box: Box, s: Position) -> dict[tuple[int, str], int]:
    """Return what can be counted on the table."""
    points = {(seat, "points"): s.score[seat] for seat in range(s.seats)}
    return {(TABLE, "total"): s.total, **points}


def sentence(box: Box, happening: Happening, names: list[str]) -> str:
    """Write a happening as a line of the log."""
    match happening:
        case Rolled(seat, pips):
            return _("{who} rolls a {face}.").format(who=names[seat], face=pips)
        case Lost(seat, points):
            return _("{who} rolls a 1 and loses {n}.").format(who=names[seat], n=points)
        case Banked(seat, points):
            return _("{who} banks {n}.").format(who=names[seat], n=points)
    return ""
