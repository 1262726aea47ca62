"""
Take a Chance: the chance to form each kind of roll, if the dice are kept for that kind alone.

The tables lie in the row `notes`, for each number of dice, and are made when they are first needed
(see `engine.hands`). `odds` is exact for every aim at once, but is no code for the middle of a search.
"""

from chancebox.engine.rules.hands import (
    CERTAIN,
    HAND_BITS,
    choose_best,
    first_hand,
    keep_or_throw,
    list_hands,
)
from chancebox.engine.rules.records import Row
from chancebox.games.take_a_chance.rules.patterns import FACES, KINDS, formed

MOST = 9
HANDS = 5005  # of up to MOST dice

# Where things lie in the notes.
SPREAD = 0  # one hand, a place for each face: first of all, so that the rules can read it there
COUNTS = SPREAD + FACES  # every hand
KNOWN = COUNTS + HANDS  # by option same-number-groups and dice: 1 if the table is made
ROLLS = KNOWN + 2 * (MOST + 1)  # by option, dice and kind: the chance before the first of two throws
PLANS = ROLLS + 2 * (MOST + 1) * KINDS  # by option, hand and kind: a plan for one more throw
KEPT = PLANS + 2 * HANDS * KINDS  # for the solver
BEST = KEPT + HANDS * KINDS
NOTES = BEST + HANDS * KINDS


def roll_chance(notes: Row, same_number: int, dice: int, kind: int) -> int:
    """Return the chance to form a kind with so many dice and two throws; `learn` it first."""
    return notes[ROLLS + (same_number * (MOST + 1) + dice) * KINDS + kind]


def plan(notes: Row, same_number: int, hand: int, kind: int) -> int:
    """Return what to keep of a hand for a kind, with one throw to come, and the chance; `learn` it first."""
    return notes[PLANS + (same_number * HANDS + hand) * KINDS + kind]


def learn(notes: Row, same_number: int, dice: int) -> None:
    """Make the table of a number of dice, if that was not done before."""
    known = KNOWN + same_number * (MOST + 1) + dice
    if notes[known]:
        return
    notes[known] = 1
    if notes[COUNTS + HANDS - 1] == 0:
        list_hands(notes, COUNTS, MOST)
    for hand in range(first_hand(dice), first_hand(dice + 1)):
        for face in range(FACES):
            notes[SPREAD + face] = notes[COUNTS + hand] >> 4 * face & 15
        kinds = formed(notes, same_number)
        for kind in range(KINDS):
            notes[KEPT + hand * KINDS + kind] = CERTAIN if kinds >> kind & 1 else 0
    keep_or_throw(notes, COUNTS, KEPT, KINDS, dice)
    choose_best(notes, COUNTS, KEPT, BEST, KINDS, dice)
    for hand in range(first_hand(dice), first_hand(dice + 1)):
        for kind in range(KINDS):
            best = notes[BEST + hand * KINDS + kind]
            notes[PLANS + (same_number * HANDS + hand) * KINDS + kind] = best
            notes[KEPT + hand * KINDS + kind] = best >> HAND_BITS
    keep_or_throw(notes, COUNTS, KEPT, KINDS, dice)
    for kind in range(KINDS):
        notes[ROLLS + (same_number * (MOST + 1) + dice) * KINDS + kind] = notes[KEPT + kind]
