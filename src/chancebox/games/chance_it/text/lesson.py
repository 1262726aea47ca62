"""chance it, learned by playing."""

from chancebox.engine.game.lessons import Line, Scene, always
from chancebox.engine.game.texts import mark

SEATS = 3
SEED = 40
OPTIONS: dict[str, str] = {}


def _choosing(scene: Scene) -> bool:
    return bool(scene.v["step"] == "guide")


def _from_round(n: int, scene: Scene) -> bool:
    return bool(scene.v["round"] >= n)


def _lies_there(face: int, scene: Scene) -> bool:
    return _choosing(scene) and scene.v["rows"][face - 1]["dice"] > 0


LINES = (
    Line(
        mark("Collect stars: as soon as somebody has 20 the game ends, and the most stars win."),
        always,
        ("#chair-{me}",),
    ),
    Line(
        mark("At the market you buy one card, or throw one away: what it brings is printed on it."),
        lambda scene: scene.v["market_actions"] > 0 or _from_round(5, scene),
        (".market",),
    ),
    Line(
        mark("A card with a die stays with you, and acts when that die comes up while you are IN."),
        lambda scene: bool(scene.v["players"][scene.me]["cards"]) or _from_round(5, scene),
        (".mine .card", ".market", ".mine"),
    ),
    Line(
        mark("These five dice are for all who take part: each does what its row says, from 1 to 6."),
        _choosing,
        (".rows", ".plan"),
    ),
    Line(
        mark("Choose in secret: IN takes part and pays for it, OUT stays away and gains coins."),
        _choosing,
        (".actions .guides", ".actions"),
    ),
    Line(
        mark("The sheet says how many coins: that depends on how many of you choose the same."),
        _choosing,
        (".sheet", ".plan"),
    ),
    Line(
        mark("If your coins do not suffice you pay with hearts, and without hearts you are out."),
        lambda scene: _choosing(scene) and _from_round(2, scene),
        ("#chair-{me}",),
    ),
    Line(
        mark("A 3 takes two hearts from everybody who is IN: count your hearts before you choose."),
        lambda scene: _lies_there(3, scene) or _from_round(3, scene),
        (".row:nth-child(3)", ".plan"),
    ),
    Line(
        mark("The 1s are rolled again until none is left: what they will bring nobody knows."),
        lambda scene: _lies_there(1, scene) or _from_round(3, scene),
        (".row:nth-child(1)", ".plan"),
    ),
    Line(
        mark("A 6 leads all who are IN to the market, one after the other."),
        lambda scene: _lies_there(6, scene) or _from_round(3, scene),
        (".row:nth-child(6)", ".plan"),
    ),
    Line(
        mark("Beware: if everybody is OUT, nobody gains coins and each of you loses a heart."),
        lambda scene: _choosing(scene) and _from_round(2, scene),
        (".actions [data-move=out]", ".actions"),
    ),
    Line(
        mark(
            "CHANCE IT is IN with two coins more; but unless you are alone in it, you must be IN next time."
        ),
        lambda scene: _choosing(scene) and _from_round(2, scene),
        (".actions [data-move=chance]", ".actions"),
    ),
)
