"""The shares of winning as lines: where they run in a picture that is 100 wide and 100 high."""

from chancebox.reviews.report import Review

MOST_POINTS = 200
"""A line on a phone has no room for more."""


def share_line(review: Review, seat: int) -> str:
    """Return the way of a seat's share of winning, for a polyline; 100 % is at the top."""
    rows = review.values
    last = len(rows) - 1
    step = -(-len(rows) // MOST_POINTS)
    kept = [*range(0, last, step), last]
    return " ".join(f"{100 * n / last:.4g},{100 - 100 * rows[n][seat]:.4g}" for n in kept)
