"""Take a Chance, learned by playing."""

from chancebox.engine.game.lessons import Line, Scene, always
from chancebox.engine.game.texts import mark
from chancebox.games.take_a_chance.text.happenings import Bought, RolledNothing, TurnedOver

SEATS = 3
SEED = 2
OPTIONS = {"tickets": "5"}


def _choosing(scene: Scene) -> bool:
    return bool(scene.v["step"] == "turn")


def _rolling(scene: Scene) -> bool:
    return scene.v["step"] in ("again", "take")


def _from_turn(n: int, scene: Scene) -> bool:
    """Return whether the learner has had so many turns, or more."""
    return bool(scene.v["turn"] > (n - 1) * SEATS)


LINES = (
    Line(
        mark("Be the richest in the end: your cash, and the printed value of the cards that you own."),
        always,
        ("#chair-{me}",),
    ),
    Line(
        mark("A turn is one of three: buy a card, roll, or turn over a ticket."),
        _choosing,
        (".actions",),
    ),
    Line(
        mark("Your ticket says what you do now; if something stands after OR, you may do that instead."),
        lambda scene: scene.v["ticket"] is not None or scene.told_of_me(TurnedOver) or _from_turn(5, scene),
        (".ticket", ".actions [data-move=ticket]", ".actions"),
    ),
    Line(
        mark("You roll two dice, and one more for each colour that you own."),
        lambda scene: _rolling(scene) or _from_turn(4, scene),
        ("#tray", ".mine .own"),
    ),
    Line(
        mark("Tap dice to throw them a second time; only a ticket can give you a third throw."),
        lambda scene: _rolling(scene) or _from_turn(4, scene),
        ("#tray", ".mine .own"),
    ),
    Line(
        mark("The Bank pays for one kind of roll, on each of your cards that pictures it."),
        lambda scene: _rolling(scene) or _from_turn(4, scene),
        (".patterns", "#tray", ".mine .own"),
    ),
    Line(
        mark("A roll that no card of yours pictures pays nothing: more cards catch more rolls."),
        lambda scene: scene.told_of_me(RolledNothing) or _from_turn(5, scene),
        (".mine .own", "#tray"),
    ),
    Line(
        mark("A card that you bought pays from now on, and its printed price counts in the end."),
        lambda scene: scene.told_of_me(Bought) or _from_turn(5, scene),
        (".mine .own",),
    ),
    Line(
        mark("Cards picture rolls, and beside them stands what the Bank pays. These are yours."),
        _choosing,
        (".mine .own",),
    ),
    Line(
        mark("Buy from the Pool, which all see, or from your stack, which only you see."),
        _choosing,
        (".pool", ".mine .stack"),
    ),
    Line(
        mark("A new colour brings you a die more; another card of a colour pays the same roll once more."),
        lambda scene: _choosing(scene) and _from_turn(3, scene),
        (".mine .own",),
    ),
    Line(
        mark("You get no new tickets; as soon as somebody has none left in the pile, the end begins."),
        lambda scene: _from_turn(4, scene),
        ("#chair-{me} .tickets-left", "#chair-{me}"),
    ),
    Line(
        mark("Then everybody has one more turn. Cards left in your stack count nothing: buy in time."),
        lambda scene: _from_turn(5, scene),
        (".mine .stack", "#chair-{me}"),
    ),
)
