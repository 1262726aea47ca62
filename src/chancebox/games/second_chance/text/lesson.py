"""Second Chance, learned by playing."""

from chancebox.engine.game.lessons import Line, Scene, always
from chancebox.engine.game.texts import mark
from chancebox.games.second_chance.text.happenings import Eliminated, GotSecondChance, NeitherFits

SEATS = 2
SEED = 8
OPTIONS: dict[str, str] = {}


def _from_round(n: int, scene: Scene) -> bool:
    return bool(scene.v["round"] >= n)


LINES = (
    Line(
        mark("Your start shape covers the dot in the middle: tap a square to lay it there, then tap Place."),
        lambda scene: scene.v["step"] == "draw start",
        (".actions [data-place]", ".actions"),
    ),
    Line(
        mark("This is your grid: in the end whoever has the fewest empty squares wins."),
        always,
        ("#own", ".gallery", ".board"),
    ),
    Line(
        mark("Neither shape fits? Then you wait, and get a second chance: a card for you alone."),
        lambda scene: scene.told(NeitherFits) or _from_round(5, scene),
        (".shapes", ".actions"),
    ),
    Line(
        mark("If your second chance fits you draw it and play on; if it does not, you are out."),
        lambda scene: scene.told(GotSecondChance) or _from_round(6, scene),
        (".shapes", ".actions"),
    ),
    Line(
        mark("The first to go out writes a 1 into an empty square; it fills that, and wins ties."),
        lambda scene: scene.told(Eliminated) or _from_round(7, scene),
        ("#own", ".gallery", ".board"),
    ),
    Line(
        mark("Each round brings two shapes: choose one of them for your grid."),
        lambda scene: _from_round(1, scene),
        (".shapes", ".actions"),
    ),
    Line(
        mark("You may turn a shape and flip it, as you like."),
        lambda scene: _from_round(1, scene),
        (".actions [data-turn]", ".actions"),
    ),
    Line(
        mark("It may touch what is drawn or lie apart from it, but never covers it or leaves the grid."),
        lambda scene: _from_round(2, scene),
        ("#own", ".gallery", ".board"),
    ),
    Line(
        mark("All draw at the same time; what others drew is shown when everybody has."),
        lambda scene: _from_round(2, scene),
        ("#chair-1",),
    ),
    Line(
        mark("What is drawn stays for good: keep room in one piece, for the large shapes to come."),
        lambda scene: _from_round(3, scene),
        ("#own", ".gallery", ".board"),
    ),
    Line(
        mark("Look here for the shapes that are still in the deck: tap the cards."),
        lambda scene: _from_round(4, scene),
        (".overview", ".bar"),
    ),
    Line(
        mark("Out is not lost: your grid counts as it is, and you may still win."),
        lambda scene: _from_round(7, scene),
        ("#chair-{me}",),
    ),
    Line(
        mark("The game ends when all are out, when the cards run out, or when a grid is full."),
        lambda scene: _from_round(8, scene),
        (".bar .progress", ".bar"),
    ),
)
