"""Gang of Dice: the warnings, and which dice meet them. The ids in the comments are those of rules.md."""

from chancebox.engine.rules.records import Row
from chancebox.games.gang_of_dice.rules.records import DIFFERENT, EQUAL, FACES, RUN, TOTAL, Box, total


def meets(box: Box, warning: int, dice: Row) -> bool:
    """Return whether dice meet the condition that must be avoided (GD-30 to GD-36)."""
    kind = box.warnings[warning].kind
    reached = 0
    if kind == TOTAL:
        reached = total(dice)
    elif kind == RUN:
        reached = longest_run(dice)
    elif kind == DIFFERENT:
        for value in range(1, FACES):
            reached += dice[value] > 0
    elif kind == EQUAL:
        for value in range(1, FACES):
            reached = max(reached, dice[value])
    else:
        for value in range(1, FACES):
            reached += dice[value] * (box.warnings[warning].values >> value & 1)
    return reached >= box.warnings[warning].n


def longest_run(dice: Row) -> int:
    """Count the longest row of consecutive values; 5 and 1 do not meet (GD-R06)."""
    longest = 0
    length = 0
    for value in range(1, FACES):
        length = length + 1 if dice[value] else 0
        longest = max(longest, length)
    return longest
