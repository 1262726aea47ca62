"""The pens: with which colour somebody draws, so that grids stay readable."""

from chancebox.games.second_chance.rules.records import SEATS

PENS = SEATS


def pen(seats: int, seat: int, round: int) -> int:
    """
    Return the pen with which a seat draws in a round; round 0 is that of the start shapes.

    Everybody has another one, and pens go to the left after each round; a single player takes another one
    each time (SC-41). Pens have colours and patterns of their own, not those of seats.
    """
    if seats == 1:
        return round % PENS
    return (seat - max(round - 1, 0)) % seats
