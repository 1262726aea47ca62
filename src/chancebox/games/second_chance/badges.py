"""The badges of Second Chance."""

from chancebox.engine.game.badges import Badge, Tale
from chancebox.engine.game.texts import mark
from chancebox.games.second_chance.text.happenings import Eliminated, FilledGrid


def _filled(tale: Tale) -> bool:
    return bool(tale.mine(FilledGrid))


def _left_first_and_won(tale: Tale) -> bool:
    return tale.won and any(one.first for one in tale.mine(Eliminated))


BADGES = (
    Badge(
        "full-grid",
        mark("Not a square left"),
        mark("Fill your whole grid, to the last corner."),
        (FilledGrid,),
        _filled,
    ),
    Badge(
        "first-out",
        mark("First out, first home"),
        mark("Be the first to be eliminated, and win all the same."),
        (Eliminated,),
        _left_first_and_won,
    ),
)
