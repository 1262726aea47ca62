"""The score of a game as lines: where they run in a picture, for a template to draw."""

from collections.abc import Sequence
from typing import NamedTuple

from chancebox.server.screens.turning_points import ScoreAt

WIDTH, HEIGHT = 320, 112
LEFT, RIGHT, EDGE = 30, 24, 10
"""Room for short numbers of the scale, for the marks of the seats, and above and below."""
MARK = 16
NUMBER, DIGIT, GAP = 11, 6, 4
"""How high a number of the scale is, how wide a digit of it, and how far it is from its line."""
MOST_POINTS = 120
"""A line on a phone has no room for more."""


class ScoreLine(NamedTuple):
    """A seat's score: its way through the picture, and where its mark stands at the end."""

    seat: int
    points: str
    mark: tuple[float, float]
    first: int
    last: int


class Chart(NamedTuple):
    """All lines, and the scale beside them: numbers with their heights."""

    name: str
    lines: list[ScoreLine]
    scale: list[tuple[int, float]]
    size: tuple[int, int] = (WIDTH, HEIGHT)
    left: int = LEFT
    gap: int = GAP
    right: int = WIDTH - RIGHT
    mark: int = MARK


def draw(
    name: str,
    standings: Sequence[ScoreAt],
    events: int,
    bounds: tuple[int, int] | None = None,
    height: int = HEIGHT,
) -> Chart | None:
    """Place the lines, between their ends or given bounds; a score that never moved needs no picture."""
    if len(standings) < 3:
        return None
    step = -(-len(standings) // MOST_POINTS)
    kept = [*standings[:-1:step], standings[-1]]
    low = min(min(scores) for _n, scores in kept)
    high = max(max(scores) for _n, scores in kept)
    if low == high:
        return None
    low, high = bounds or (low, high)
    left = max(LEFT, GAP + DIGIT * max(len(str(low)), len(str(high))))

    def across(moment: int) -> float:
        return round(left + (WIDTH - left - RIGHT) * moment / max(1, events), 1)

    def down(value: int) -> float:
        return round(EDGE + (height - 2 * EDGE) * (high - value) / (high - low), 1)

    seats = range(len(kept[0].scores))
    heights = _spread([down(kept[-1].scores[seat]) for seat in seats], height)
    lines = []
    for seat in seats:
        way = [(across(moment), down(scores[seat])) for moment, scores in kept]
        way.append((float(WIDTH - RIGHT), way[-1][1]))
        points = " ".join(f"{x},{y}" for x, y in way)
        mark = (WIDTH - RIGHT + 4.0, round(heights[seat] - MARK / 2, 1))
        lines.append(ScoreLine(seat, points, mark, kept[0].scores[seat], kept[-1].scores[seat]))
    scale = [(value, down(value)) for value in (low, high)]
    if low < 0 < high:
        # Beside the line of nothing there may be no room for another number.
        nothing = down(0)
        apart = [(value, y) for value, y in scale if abs(y - nothing) >= NUMBER]
        scale = sorted([*apart, (0, nothing)])
    return Chart(name, lines, scale, (WIDTH, height), left)


def _spread(heights: list[float], height: int) -> list[float]:
    """Move marks apart that would lie on each other; the order from above stays."""
    placed = [0.0] * len(heights)
    lowest = -float(MARK)
    order = sorted(range(len(heights)), key=heights.__getitem__)
    for i, seat in enumerate(order):
        left_below = MARK * (len(order) - 1 - i)
        lowest = max(lowest + MARK, min(heights[seat], height - MARK / 2 - left_below), MARK / 2)
        placed[seat] = lowest
    return placed
