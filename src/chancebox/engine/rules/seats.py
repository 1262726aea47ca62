"""Seats around a table, for rules of every game."""

from typing import Any


def clockwise(s: Any, seat: int) -> int:
    """Find the seat to the left."""
    following: int = seat + 1 if seat + 1 < s.seats else 0
    return following
