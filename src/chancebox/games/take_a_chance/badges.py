"""The badges of Take a Chance."""

from chancebox.engine.game.badges import Badge, Tale
from chancebox.engine.game.texts import mark
from chancebox.games.take_a_chance.text.happenings import Expired, RolledNothing


def _rolled_nothing(tale: Tale) -> bool:
    return bool(tale.mine(RolledNothing))


def _kept_too_long(tale: Tale) -> bool:
    return bool(tale.mine(Expired))


BADGES = (
    Badge(
        "empty-purse",
        mark("Moths in the purse"),
        mark("Roll, and be paid for none of your cards. The dice were warming up."),
        (RolledNothing,),
        _rolled_nothing,
    ),
    Badge(
        "for-better-times",
        mark("For better times"),
        mark("Keep a ticket so carefully that the game ends before you use it."),
        (Expired,),
        _kept_too_long,
    ),
)
