"""
The scoring rolls: which kinds a set of dice forms.

A roll is given by how many dice show each number. A pattern needs only some of the dice, so that
bigger patterns contain smaller ones (TC-R03), and any numbers will do (TC-16).
"""

from chancebox.engine.rules.records import Row

FACES = 6
KINDS = 14

# The kinds, in the order of the ledger: groups of equal dice, then straights.
PAIR, TWO_PAIRS, THREE_PAIRS, FOUR_PAIRS, THREE, TWO_TRIPLES, FULL_HOUSE, FOUR = range(8)
FOUR_PLUS_THREE, FIVE, SEVEN, STRAIGHT_4, STRAIGHT_5, STRAIGHT_6 = range(8, KINDS)


def formed(dice: Row, same_number: int) -> int:
    """Return every kind that these dice form, one bit each."""
    twos = threes = fours = fives = sevens = 0  # numbers that show so often, or more often
    pairs = triples = 0  # groups of two and of three, if a number may give several
    length = longest = 0
    for face in range(FACES):
        n = dice[face]
        twos += n >= 2
        threes += n >= 3
        fours += n >= 4
        fives += n >= 5
        sevens += n >= 7
        pairs += n // 2
        triples += n // 3
        length = length + 1 if n else 0  # TC-R05: after the 6 no straight goes on
        longest = max(longest, length)
    full = threes > 0 and twos > 1
    four_three = fours > 0 and threes > 1
    if same_number:
        full = full or fives > 0
        four_three = four_three or sevens > 0
    else:
        pairs = twos  # TC-R04: different groups need different numbers
        triples = threes
    return (
        ((pairs >= 1) << PAIR)
        | ((pairs >= 2) << TWO_PAIRS)
        | ((pairs >= 3) << THREE_PAIRS)
        | ((pairs >= 4) << FOUR_PAIRS)
        | ((threes >= 1) << THREE)
        | ((triples >= 2) << TWO_TRIPLES)
        | (full << FULL_HOUSE)
        | ((fours >= 1) << FOUR)
        | (four_three << FOUR_PLUS_THREE)
        | ((fives >= 1) << FIVE)
        | ((sevens >= 1) << SEVEN)
        | ((longest >= 4) << STRAIGHT_4)
        | ((longest >= 5) << STRAIGHT_5)
        | ((longest >= 6) << STRAIGHT_6)
    )
