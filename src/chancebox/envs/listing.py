"""What may come up, with its weights, in one call: dice have thousands of outcomes."""

from chancebox.engine.contract import CHANCE, choices, weight
from chancebox.engine.records import Memory, Row

ENTRANCES = {"enter_outcomes": "box position row row"}


def enter_outcomes(boxes: Memory, states: Memory, outcomes: Row, weights: Row) -> int:
    """List the outcomes of the chance event that is due; return how many there are."""
    n = choices(boxes[0], states[0], CHANCE, outcomes)
    for i in range(n):
        weights[i] = weight(boxes[0], states[0], outcomes[i])
    return n
