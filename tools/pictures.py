"""Draw the pictures of the README: boards as the terminal shows them.

make pictures
"""

import io
import re
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme

from chancebox.engine.match.chance import Ask
from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import CHANCE
from chancebox.games import game

HERE = Path(__file__).parent.parent / "docs"
NAMES = ["Ann", "Ben", "Cleo"]
INK = TerminalTheme(
    (251, 247, 239),
    (42, 37, 34),
    [
        (42, 37, 34),
        (179, 38, 30),
        (47, 125, 79),
        (154, 103, 0),
        (63, 81, 181),
        (179, 25, 63),
        (11, 110, 117),
        (107, 95, 85),
    ],
)

GANG = """
* first B|* card L01
B stake 2|* dice 3 1|B keep 3|* dice 2|B stop
C stake 2|* dice boss 1|C reroll all|* dice 5 3|C keep 3|* dice 4
A stake 4|* dice 5 4 1 boss
"""


def picture(name: str, lines: str, viewer: int) -> None:
    """Play a few events and save the board with its log as SVG."""
    match = Match(game(name), len(NAMES), dealer=Ask(), names=NAMES)
    for event in lines.replace("\n", "|").split("|"):
        if event:
            seat, _, text = event.partition(" ")
            match.play(CHANCE if seat == "*" else "ABC".index(seat), text)
    console = Console(width=76, record=True, file=io.StringIO(), force_terminal=True, highlight=False)
    for sentence in match.log(viewer):
        console.print(sentence, markup=False)
    console.print()
    console.print(match.game.terminal.board(match.view(viewer), match.names, viewer))
    console.print()
    moves = [f"[bold]{n}[/] {move}" for n, move in enumerate(match.moves(viewer), start=1)]
    console.print("   ".join(moves))
    console.print(f"[bold]● A {NAMES[viewer]}[/] > reroll 5 boss")
    drawn = console.export_svg(title=match.game.title, theme=INK)
    # No fonts from elsewhere: the reader's own monospace will do.
    drawn = re.sub(r"@font-face \{.*?\}\s*", "", drawn, flags=re.S)
    (HERE / f"{name}.svg").write_text(drawn, encoding="utf-8")


if __name__ == "__main__":
    picture("gang-of-dice", GANG, 0)
