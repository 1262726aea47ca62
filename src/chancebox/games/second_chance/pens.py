"""The pens: with which colour somebody draws, so that grids stay readable."""

from chancebox.games.second_chance.rules.records import SEATS

PENS = SEATS


def pen(seats: int, seat: int, round: int) -> int:
    """
    Return the colour with which a seat draws in a round; round 0 is that of the start shapes.

    Everybody begins with the own colour, and pens go to the left after each round; a single player
    takes another one each time (SC-41).
    """
    if seats == 1:
        return round % PENS
    return (seat - max(round - 1, 0)) % seats
