"""Gang of Dice, learned by playing."""

from chancebox.engine.game.lessons import Line, Scene, always
from chancebox.engine.game.texts import mark
from chancebox.games.gang_of_dice.text.happenings import Exploded, WonRound

SEATS = 3
SEED = 29
OPTIONS: dict[str, str] = {}

BOSS = 0


def _staking(scene: Scene) -> bool:
    return bool(scene.v["step"] == "stake")


def _throwing(scene: Scene) -> bool:
    return bool(scene.v["step"] == "again")


def _warned_by(fuse: str, scene: Scene) -> bool:
    return scene.v["warning"] is not None and scene.v["warning"]["fuse"] == fuse


def _from_round(n: int, scene: Scene) -> bool:
    return bool(scene.v["round"] >= n)


def _shows_boss(scene: Scene) -> bool:
    return BOSS in scene.v["players"][scene.me]["dice"]


LINES = (
    Line(
        mark("Your goal: own the most dice after twelve rounds. You begin with these."),
        always,
        ("#chair-{me}",),
    ),
    Line(
        mark("A new warning each round: if your dice show what it says, you lose the dice you threw."),
        _staking,
        (".warning",),
    ),
    Line(
        mark("Choose how many dice you stake: more of them can roll higher, but you may lose them all."),
        _staking,
        (".stake", ".actions [data-stake]"),
    ),
    Line(
        mark("The winner of a round takes every die that was thrown in it, and all that lies in the centre."),
        lambda scene: scene.told(WonRound) or _from_round(3, scene),
        (".pot", ".board"),
    ),
    Line(
        mark("Dice that met the warning wait here, in the centre, for whoever wins a round."),
        lambda scene: scene.told(Exploded) or _from_round(4, scene),
        (".pot", ".board"),
    ),
    Line(
        mark("You may throw dice again, twice at most: tap those that you want to change."),
        _throwing,
        ("#tray",),
    ),
    Line(
        mark("Content with your total? Then stop: the highest result that is valid wins the round."),
        _throwing,
        (".actions [data-move=stop]",),
    ),
    Line(
        mark("The hat is the Boss: he adds nothing, and he never sets off a warning."),
        lambda scene: _throwing(scene) and (_shows_boss(scene) or _from_round(3, scene)),
        ("#tray",),
    ),
    Line(
        mark("A bomb counts once: when you stop, or after your third throw. Until then, throw your way out."),
        lambda scene: _warned_by("bomb", scene) or _from_round(4, scene),
        (".warning",),
    ),
    Line(
        mark("An explosion counts after every throw: meet it once, and your turn is over."),
        lambda scene: _warned_by("explosion", scene) or _from_round(4, scene),
        (".warning",),
    ),
    Line(
        mark("The winner begins the next round; whoever comes later knows what there is to beat."),
        lambda scene: _from_round(2, scene),
        (".front .goal", ".results", ".board"),
    ),
    Line(
        mark("If totals are level, whoever threw more dice wins."),
        lambda scene: _from_round(3, scene),
        (".stake", "#tray", ".board"),
    ),
    Line(
        mark("With nothing left you are out. In the last three rounds tokens worth 3 dice join the centre."),
        lambda scene: _from_round(3, scene),
        (".bar .progress", ".pot"),
    ),
)
