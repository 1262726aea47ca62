"""
Gang of Dice: the exact chance to reach a total without meeting the warning.

For a warning, a number of dice and every total at once the solver goes back from the last throw (see
`engine.hands`). The tables lie in the row `notes`, for each warning and number of dice, and are made
when they are first needed.
"""

from chancebox.engine.rules.hands import (
    CERTAIN,
    HAND_BITS,
    PLAN_BITS,
    choose_best,
    first_hand,
    keep_or_throw,
    list_hands,
)
from chancebox.engine.rules.records import Row
from chancebox.games.gang_of_dice.rules.records import EXPLOSION, FACES, WARNINGS, Box, total
from chancebox.games.gang_of_dice.rules.warnings import meets

MOST = 6
"""Dice that the tables cover; larger stakes are rare and rarely wise."""
TOTALS = 5 * MOST + 1
HANDS = 924  # of up to MOST dice

# Where things lie in the notes.
SPREAD = 0  # one hand, a place for each face: first of all, so that the rules can read it there
COUNTS = SPREAD + FACES  # every hand
KNOWN = COUNTS + HANDS  # by warning and dice: 1 if the table is made
STAKES = KNOWN + WARNINGS * (MOST + 1)  # by warning, dice and total: the chance before the first throw
PLANS = STAKES + WARNINGS * (MOST + 1) * TOTALS  # by warning, hand and total: a plan for each throw left
KEPT = PLANS + WARNINGS * HANDS * TOTALS  # for the solver
BEST = KEPT + HANDS * TOTALS
NOTES = BEST + HANDS * TOTALS


def stake_chance(notes: Row, warning: int, dice: int, goal: int) -> int:
    """Return the chance to reach a total with so many dice and three throws; `learn` it first."""
    return notes[STAKES + (warning * (MOST + 1) + dice) * TOTALS + goal]


def plan(notes: Row, warning: int, hand: int, goal: int, throws_left: int) -> int:
    """Return what to keep of a hand on the table, and the chance to reach a total; `learn` it first."""
    both = notes[PLANS + (warning * HANDS + hand) * TOTALS + goal]
    return both >> PLAN_BITS * (throws_left - 1) & ((1 << PLAN_BITS) - 1)


def learn(box: Box, notes: Row, warning: int, dice: int) -> None:
    """Make the table of a warning and a number of dice, if that was not done before."""
    known = KNOWN + warning * (MOST + 1) + dice
    if notes[known]:
        return
    notes[known] = 1
    if notes[COUNTS + HANDS - 1] == 0:
        list_hands(notes, COUNTS, MOST)
    for hand in range(first_hand(dice), first_hand(dice + 1)):
        reached = -1 if met(box, notes, warning, hand) else total(notes)
        for goal in range(TOTALS):
            notes[KEPT + hand * TOTALS + goal] = CERTAIN if reached >= goal else 0
    for throw in range(2):
        keep_or_throw(notes, COUNTS, KEPT, TOTALS, dice)
        choose_best(notes, COUNTS, KEPT, BEST, TOTALS, dice)
        for hand in range(first_hand(dice), first_hand(dice + 1)):
            over = box.warnings[warning].fuse == EXPLOSION and met(box, notes, warning, hand)
            for goal in range(TOTALS):
                best = notes[BEST + hand * TOTALS + goal]
                notes[PLANS + (warning * HANDS + hand) * TOTALS + goal] |= best << PLAN_BITS * throw
                notes[KEPT + hand * TOTALS + goal] = 0 if over else best >> HAND_BITS
    keep_or_throw(notes, COUNTS, KEPT, TOTALS, dice)
    for goal in range(TOTALS):
        notes[STAKES + (warning * (MOST + 1) + dice) * TOTALS + goal] = notes[KEPT + goal]


def met(box: Box, notes: Row, warning: int, hand: int) -> bool:
    """Spread a hand out, and ask whether it meets the warning."""
    for face in range(FACES):
        notes[SPREAD + face] = notes[COUNTS + hand] >> 4 * face & 15
    return meets(box, warning, notes)
