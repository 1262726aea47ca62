"""
Characters as pixels.

Lines and frames are drawn from the names that Unicode gives them, so that they meet at the edges of
their cells; the marks of the boards are shapes; letters come from Pillow's own font.
"""

import math
import unicodedata
from functools import cache

import numpy as np
from PIL import Image, ImageDraw, ImageFont
from rich.style import Style
from rich.terminal_theme import DEFAULT_TERMINAL_THEME as THEME

from chancebox.engine.rules.records import Memory

WIDTH, HEIGHT = 8, 16
"""Pixels of a character."""
FINE = 4
"""Characters are drawn so many times larger and then made smaller, which smooths them."""
PAPER = np.array(THEME.background_color, np.uint8)

Points = list[tuple[float, float]]


@cache
def tile(sign: str, style: Style) -> Memory:
    """Draw one character in the colours of its style."""
    ink = np.array(style.color.get_truecolor(THEME) if style.color else THEME.foreground_color)
    paper = np.array(
        style.bgcolor.get_truecolor(THEME, foreground=False) if style.bgcolor else THEME.background_color
    )
    cover = _cover(sign)[:, :, None] * (0.6 if style.dim else 1.0)
    return np.rint(ink * cover + paper * (1 - cover)).astype(np.uint8)


@cache
def _cover(sign: str) -> Memory:
    """Return how much of each pixel of its cell a character covers, from 0 to 1."""
    image = Image.new("L", (WIDTH * FINE, HEIGHT * FINE))
    pen = ImageDraw.Draw(image)
    name = unicodedata.name(sign, "")
    if name.startswith("BOX DRAWINGS"):
        _lines(pen, name)
    elif sign in _FILLED:
        left, top, right, bottom = _FILLED[sign]
        shade = 128 if sign == "▒" else 255
        pen.rectangle(
            (left * image.width, top * image.height, right * image.width, bottom * image.height), shade
        )
    elif sign in _SHAPES:
        points = [(x * image.width, (0.2 + 0.5 * y) * image.height) for x, y in _SHAPES[sign]]
        pen.polygon(points, 0 if sign in "○□" else 255, 255, FINE)
    elif sign != " ":
        letter = _PLAIN.get(sign) or unicodedata.normalize("NFKD", sign)[0]
        font = ImageFont.load_default(HEIGHT * FINE * 0.8)
        pen.text((image.width / 2, image.height * 0.75), letter, 255, font, "ms")
    small = image.resize((WIDTH, HEIGHT), Image.Resampling.BOX)
    return np.asarray(small, np.float64) / 255


def _lines(pen: ImageDraw.ImageDraw, name: str) -> None:
    """Draw a piece of a frame: from the middle to the sides that its Unicode name tells."""
    right, bottom = WIDTH * FINE - 1, HEIGHT * FINE - 1
    thick = FINE if "HEAVY" in name else FINE // 2
    left_edge, right_edge = (right + 1) // 2 - thick, (right + 1) // 2 + thick - 1
    top_edge, bottom_edge = (bottom + 1) // 2 - thick, (bottom + 1) // 2 + thick - 1
    arms = {
        "UP": (left_edge, 0, right_edge, bottom_edge),
        "DOWN": (left_edge, top_edge, right_edge, bottom),
        "LEFT": (0, top_edge, right_edge, bottom_edge),
        "RIGHT": (left_edge, top_edge, right, bottom_edge),
    }
    for word in name.replace("VERTICAL", "UP DOWN").replace("HORIZONTAL", "LEFT RIGHT").split():
        if word in arms:
            pen.rectangle(arms[word], 255)


def _star(points: int, inner: float, turn: float = 0.0) -> Points:
    """Lay points around a circle, every other one drawn in; a regular polygon if none is."""
    corners = []
    for i in range(2 * points):
        reach = 0.5 * (inner if i % 2 else 1.0)
        angle = math.pi * (i / points + turn)
        corners.append((0.5 + reach * math.sin(angle), 0.5 - reach * math.cos(angle)))
    return corners


_FILLED = {"█": (0, 0, 1, 1), "▒": (0, 0, 1, 1), "▀": (0, 0, 1, 0.5), "▄": (0, 0.5, 1, 1)}
_SHAPES: dict[str, Points] = {
    "●": _star(12, 1.0),
    "○": _star(12, 1.0),
    "■": [(0, 0), (1, 0), (1, 1), (0, 1)],
    "□": [(0, 0), (1, 0), (1, 1), (0, 1)],
    "▲": [(0.5, 0), (1, 1), (0, 1)],
    "▶": [(0.1, 0), (1, 0.5), (0.1, 1)],
    "▸": [(0.2, 0.2), (0.8, 0.5), (0.2, 0.8)],
    "◆": [(0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5)],
    "⬢": [(0.25, 0), (0.75, 0), (1, 0.5), (0.75, 1), (0.25, 1), (0, 0.5)],
    "★": _star(5, 0.4),
    "✸": _star(8, 0.5),
    "◉": _star(12, 0.8),
    "♥": [(0.5, 0.25), (0.75, 0), (1, 0.3), (0.5, 1), (0, 0.3), (0.25, 0)],
    "♛": [(0, 0), (0.25, 0.5), (0.5, 0), (0.75, 0.5), (1, 0), (0.9, 1), (0.1, 1)],
    "✓": [(0, 0.5), (0.35, 0.8), (1, 0), (0.4, 1)],
    "⚑": [(0.1, 0), (1, 0.25), (0.25, 0.5), (0.25, 1), (0.1, 1)],
}
_PLAIN = {"−": "-", "–": "-", "×": "x", "✗": "x", "¢": "c", "…": "…", "·": "·"}
