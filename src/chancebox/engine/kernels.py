"""
The entrances to compiled rules: one call from Python each.

Arrays and not records are passed, because numba unpacks an array of records six times faster
than a record. A build compiles this module for each game, with the game's own functions in the
place of the contract's.
"""

from chancebox.engine import contract
from chancebox.engine.contract import choices, draw, guess, hide, play, standing, start, weight
from chancebox.engine.records import Memory, Row

__all__ = ["ENTRANCES", "contract"]


def enter_start(boxes: Memory, states: Memory, seats: int, options: Memory) -> None:
    """Set up."""
    start(boxes[0], states[0], seats, options[0])


def enter_choices(boxes: Memory, states: Memory, seat: int, out: Row) -> int:
    """List actions or outcomes."""
    return choices(boxes[0], states[0], seat, out)


def enter_weight(boxes: Memory, states: Memory, outcome: int) -> int:
    """Weigh an outcome."""
    return weight(boxes[0], states[0], outcome)


def enter_draw(boxes: Memory, states: Memory, stream: Row) -> int:
    """Sample an outcome."""
    return draw(boxes[0], states[0], stream)


def enter_play(boxes: Memory, states: Memory, seat: int, action: int) -> None:
    """Advance by one event."""
    play(boxes[0], states[0], seat, action)


def enter_hide(boxes: Memory, states: Memory, viewer: int) -> None:
    """Erase what the viewer may not know."""
    hide(boxes[0], states[0], viewer)


def enter_guess(boxes: Memory, states: Memory, viewer: int, stream: Row) -> None:
    """Fill what was erased."""
    guess(boxes[0], states[0], viewer, stream)


def enter_standing(boxes: Memory, states: Memory, out: Row) -> None:
    """Rank the seats."""
    standing(boxes[0], states[0], out)


ENTRANCES = {
    "enter_start": "box position number options",
    "enter_choices": "box position number row",
    "enter_weight": "box position number",
    "enter_draw": "box position row",
    "enter_play": "box position number number",
    "enter_hide": "box position number",
    "enter_guess": "box position number row",
    "enter_standing": "box position row",
}
"""What each entrance takes, so that a build can compile it before it is called."""
