"""Take it or Leave it, learned by playing."""

from chancebox.engine.game.lessons import Line, Scene, always
from chancebox.engine.game.texts import mark

SEATS = 3
SEED = 21
OPTIONS = {"first": "A"}


def _taking(scene: Scene) -> bool:
    return bool(scene.v["step"] == "turn")


def _wants_sum(scene: Scene) -> bool:
    return any(card["points"] is not None and card["n"] for card in scene.v["hand"])


def _has_action(scene: Scene) -> bool:
    return any(card["points"] is None and card["aims"] for card in scene.v["hand"])


def _own_dice(scene: Scene) -> int:
    return len(scene.v["players"][scene.me]["dice"])


def _from_round(n: int, scene: Scene) -> bool:
    return bool(scene.v["round"] >= n)


LINES = (
    Line(
        mark("These are your tasks, and nobody else sees them: fulfil them for points."),
        always,
        (".hand", ".mine"),
    ),
    Line(
        mark("Everybody takes from this throw, one die at a time. Tap one that your tasks need."),
        _taking,
        ("#tray",),
    ),
    Line(
        mark("The best way to lay your dice on tasks is shown; tap a die to change it, then lay out."),
        lambda scene: scene.v["step"] == "score" or _from_round(2, scene),
        (".laying", "#chair-{me}"),
    ),
    Line(
        mark("You may throw away one card that you do not want; then all refill to 4 tasks and 1 action."),
        lambda scene: scene.v["step"] == "discard" or _from_round(2, scene),
        (".hand", ".mine"),
    ),
    Line(
        mark("Your dice fill the places on your tasks; one that is full gets a tick."),
        lambda scene: _taking(scene) and _own_dice(scene) >= 1,
        (".my-dice", ".hand"),
    ),
    Line(
        mark("Some tasks want a sum: more than (>), less than (<) or exactly (=) so many pips."),
        lambda scene: _taking(scene) and (_wants_sum(scene) or _from_round(3, scene)),
        (".hand .card:has(.goal)", ".hand"),
    ),
    Line(
        mark("Each die that you took and lay on no task costs you a chip, and each chip costs a point."),
        lambda scene: _taking(scene) and _own_dice(scene) >= 2,
        ("#chair-{me} .chips", "#chair-{me}"),
    ),
    Line(
        mark(
            "A red die is white or black, as you like, but it costs a chip when you use it, and two if not."
        ),
        lambda scene: _taking(scene) and _own_dice(scene) >= 2,
        ("#tray .red", "#tray"),
    ),
    Line(
        mark("On your turn you may play one action, before you take a die."),
        lambda scene: _taking(scene) and (_has_action(scene) or _from_round(2, scene)),
        (".hand .card.action", ".hand"),
    ),
    Line(
        mark("Nothing here for you any more? Pass: you are out of the round, and take no useless dice."),
        lambda scene: _taking(scene) and _own_dice(scene) >= 3,
        (".actions [data-move=pass]", ".actions"),
    ),
    Line(
        mark("The next player to the left begins now, and has the first choice of the new throw."),
        lambda scene: _from_round(2, scene),
        ("#tray",),
    ),
    Line(
        mark("When everybody has begun equally often the game ends: points less chips, and the most win."),
        lambda scene: _from_round(2, scene),
        (".bar .progress", ".bar"),
    ),
)
