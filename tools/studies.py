"""Write docs/studies: a study of every game, as a page with charts, and their index.

Run it as `python tools/studies.py [GAME …]`, or all of them by `make studies`.
"""

import sys
import time
from pathlib import Path

from chancebox.engine.game.boxes import load_box
from chancebox.engine.game.game import Game
from chancebox.games import game, names
from chancebox.lab.pages.study_page import page, summary
from chancebox.lab.study import Study, StudyPlan, conduct

MOST_SEATS = 4
FOLDER = Path(__file__).parent.parent / "docs" / "studies"


def study(found: Game) -> Study:
    """Study a game with four players, or as many as it has."""
    seats = min(MOST_SEATS, found.seats[-1])
    return conduct(StudyPlan(found, load_box(found), seats, found.usual_options(seats)))


def main(listed: list[str]) -> None:
    """Study these games, and write what was found."""
    FOLDER.mkdir(exist_ok=True)
    for name in listed:
        begun = time.perf_counter()
        found = study(game(name))
        (FOLDER / f"{name}.html").write_text(page(found), encoding="utf-8")
        told = "".join(f"- {line}\n" for line in summary(found))
        title = f"# {found.plan.game.title}, {found.plan.seats} players"
        text = f"{title}\n\n{told}\nWith charts: [{name}.html]({name}.html).\n"
        (FOLDER / f"{name}.md").write_text(text, encoding="utf-8")
        print(f"{name}: {time.perf_counter() - begun:.0f} s")


if __name__ == "__main__":
    main(sys.argv[1:] or names())
