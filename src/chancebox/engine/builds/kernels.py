"""
The entrances to compiled rules: one call from Python each.

Arrays and not records are passed, because numba unpacks an array of records six times faster
than a record. A build compiles this module for each game, with the game's own functions in the
place of the contract's.
"""

from chancebox.engine.rules.contract import CHANCE, choices, draw, guess, hide, play, standing, start, weight
from chancebox.engine.rules.records import Boxes, Options, Row, States


def enter_start(boxes: Boxes, states: States, seats: int, options: Options) -> None:
    """Set up."""
    start(boxes[0], states[0], seats, options[0])


def enter_choices(boxes: Boxes, states: States, seat: int, out: Row) -> int:
    """List actions or outcomes."""
    return choices(boxes[0], states[0], seat, out)


def enter_weight(boxes: Boxes, states: States, outcome: int) -> int:
    """Weigh an outcome."""
    return weight(boxes[0], states[0], outcome)


def enter_outcomes(boxes: Boxes, states: States, outcomes: Row, weights: Row) -> int:
    """List what may come up, with its weights, in one call: dice have thousands of outcomes."""
    n = choices(boxes[0], states[0], CHANCE, outcomes)
    for i in range(n):
        weights[i] = weight(boxes[0], states[0], outcomes[i])
    return n


def enter_draw(boxes: Boxes, states: States, stream: Row) -> int:
    """Sample an outcome."""
    return draw(boxes[0], states[0], stream)


def enter_play(boxes: Boxes, states: States, seat: int, action: int) -> None:
    """Advance by one event."""
    play(boxes[0], states[0], seat, action)


def enter_hide(boxes: Boxes, states: States, viewer: int) -> None:
    """Erase what the viewer may not know."""
    hide(boxes[0], states[0], viewer)


def enter_guess(boxes: Boxes, states: States, viewer: int, stream: Row) -> None:
    """Fill what was erased."""
    guess(boxes[0], states[0], viewer, stream)


def enter_standing(boxes: Boxes, states: States, out: Row) -> None:
    """Rank the seats."""
    standing(boxes[0], states[0], out)
