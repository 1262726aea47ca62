"""The terminal board as text or as a picture, for `render`."""

import io
from typing import Literal

import numpy as np
from rich.console import Console, RenderableType
from rich.segment import Segment
from rich.style import Style

from chancebox.engine.game.boxes import Box
from chancebox.engine.game.game import Game, seat_letter
from chancebox.engine.rules.records import Memory, plain

COLUMNS, ROWS = 100, 60
"""Characters across and down a picture; every board fits, and all frames have the same size."""

MODES = ["human", "ansi", "rgb_array"]


def render(mode: str | None, game: Game, box: Box, s: Memory, viewer: int) -> "str | Memory | None":
    """Show a position, hidden for this viewer, in one of the MODES; `human` prints it."""
    if mode is None:
        return None
    if mode == "rgb_array":
        return picture(game, box, s, viewer)
    text = ansi(game, box, s, viewer)
    if mode == "ansi":
        return text
    print(text)
    return None


def ansi(game: Game, box: Box, s: Memory, viewer: int) -> str:
    """Draw the board as text with the colours of a terminal."""
    console = _console("standard")
    with console.capture() as capture:
        console.print(_board(game, box, s, viewer))
    return capture.get()


def picture(game: Game, box: Box, s: Memory, viewer: int) -> Memory:
    """Draw the board as an array of pixels: rows, columns, and red, green, blue."""
    from chancebox.envs.characters import HEIGHT, PAPER, WIDTH, tile

    console = _console("truecolor")
    lines = console.render_lines(_board(game, box, s, viewer))
    pixels = np.tile(PAPER, (max(ROWS, len(lines)) * HEIGHT, COLUMNS * WIDTH, 1))
    for row, line in enumerate(lines):
        column = 0
        for text, style, _control in Segment.simplify(line):
            for sign in text:
                drawn = tile(sign, style or Style.null())
                pixels[row * HEIGHT : (row + 1) * HEIGHT, column * WIDTH : (column + 1) * WIDTH] = drawn
                column += 1
    return pixels


def _console(colours: Literal["standard", "truecolor"]) -> Console:
    return Console(
        width=COLUMNS, file=io.StringIO(), force_terminal=True, color_system=colours, highlight=False
    )


def _board(game: Game, box: Box, s: Memory, viewer: int) -> RenderableType:
    names = [seat_letter(seat) for seat in range(plain(s).seats)]
    drawn: RenderableType = game.terminal.board(game.viewer.view(box, plain(s), viewer), names, viewer)
    return drawn
