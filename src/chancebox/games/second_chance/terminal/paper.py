"""Grids and shapes of Second Chance in characters, told apart by outline and number, not colour alone."""

from collections.abc import Sequence

from rich.text import Text

from chancebox.games.second_chance.rules.records import CENTRE, EMPTY, ONE, SIZE, START
from chancebox.games.second_chance.shapes import FILLED
from chancebox.games.second_chance.text.names import COLUMNS

PENS = ("sky_blue2", "light_salmon1", "dark_sea_green2", "plum2", "khaki1", "light_cyan3")
CORNERS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""Corners of lines by where they reach: up 1, right 2, down 4, left 8."""
HALVES = " ▀▄█"
"""Two squares above each other in one character: upper 1, lower 2."""

WIDTH = 4 * SIZE + 3
"""Characters in a line of a large grid."""
ROUNDS = "0123456789abcdefghijk"
"""A round in a single character, for small grids."""

TRIED, NAMEABLE = -3, -4
"""Squares of a placement that is tried out, and squares by which one could be named."""
SIGNS = {START: "S", ONE: "*1", TRIED: "?", NAMEABLE: "+"}

Inks = list[list[int]]
Pens = list[list[int | None]]


def large(inks: Inks, pens: Pens) -> Text:
    """Draw a grid with an outline around every shape, and the round in each square."""
    text = Text("    " + "   ".join(COLUMNS) + "\n", "dim")
    for row in range(SIZE + 1):
        text.append_text(_line(inks, pens, row))
        if row < SIZE:
            text.append_text(_squares(inks, pens, row))
    text.rstrip()
    return text


def small(inks: Inks, pens: Pens) -> Text:
    """Draw a grid with nothing but the round in each square; a follows 9."""
    text = Text()
    for row in range(SIZE):
        for column in range(SIZE):
            ink = inks[row][column]
            sign = ROUNDS[ink] if ink > 0 else _sign(inks, row, column)
            text.append(f"{sign:>2}", _style(inks, pens, row, column))
        text.append("\n" if row < SIZE - 1 else "")
    return text


def picture(squares: Sequence[str]) -> str:
    """Draw a shape."""
    return "\n".join("".join("■ " if sign == FILLED else "  " for sign in row) for row in squares)


def tiny(squares: Sequence[str]) -> list[str]:
    """Draw a shape with two squares in a character; a list of lines."""
    rows = [*squares, "." * len(squares[0])]
    return [
        "".join(HALVES[(a == FILLED) + 2 * (b == FILLED)] for a, b in zip(rows[i], rows[i + 1], strict=True))
        for i in range(0, len(squares), 2)
    ]


def _line(inks: Inks, pens: Pens, row: int) -> Text:
    """Draw the line above a row of squares."""
    text = Text("  ")
    for column in range(SIZE + 1):
        reach = _upright(inks, row - 1, column) + 2 * _level(inks, row, column)
        reach += 4 * _upright(inks, row, column) + 8 * _level(inks, row, column - 1)
        text.append(CORNERS[reach], "" if reach else _style(inks, pens, row, column))
        if column < SIZE:
            level = _level(inks, row, column)
            text.append("───" if level else "   ", "" if level else _style(inks, pens, row, column))
    return text.append("\n")


def _squares(inks: Inks, pens: Pens, row: int) -> Text:
    text = Text(f"{row + 1} ", "dim")
    for column in range(SIZE + 1):
        upright = _upright(inks, row, column)
        text.append("│" if upright else " ", "" if upright else _style(inks, pens, row, column))
        if column < SIZE:
            text.append(f"{_sign(inks, row, column):^3}", _style(inks, pens, row, column))
    return text.append("\n")


def _level(inks: Inks, row: int, column: int) -> bool:
    """Return whether there is a line above a square: at the edge, and where two shapes meet."""
    if column not in range(SIZE):
        return False
    return row in (0, SIZE) or inks[row - 1][column] != inks[row][column]


def _upright(inks: Inks, row: int, column: int) -> bool:
    """Return whether there is a line to the left of a square."""
    if row not in range(SIZE):
        return False
    return column in (0, SIZE) or inks[row][column - 1] != inks[row][column]


def _sign(inks: Inks, row: int, column: int) -> str:
    ink = inks[row][column]
    if ink == EMPTY:
        return "○" if SIZE * row + column == CENTRE else "·"
    return SIGNS.get(ink, str(ink))


def _style(inks: Inks, pens: Pens, row: int, column: int) -> str:
    if inks[row][column] == EMPTY:
        return "dim"
    if inks[row][column] in (TRIED, NAMEABLE):
        return "bold reverse" if inks[row][column] == TRIED else "bold"
    return f"black on {PENS[pens[row][column] or 0]}"
