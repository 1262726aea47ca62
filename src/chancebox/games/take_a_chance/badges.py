"""The badges of Take a Chance."""

from chancebox.engine.badges import Badge, Tale
from chancebox.engine.texts import mark
from chancebox.games.take_a_chance.text.happenings import Expired, WonAuction


def _paid_double(tale: Tale) -> bool:
    return any(one.price >= 2 * one.value for one in tale.mine(WonAuction))


def _kept_too_long(tale: Tale) -> bool:
    return bool(tale.mine(Expired))


BADGES = (
    Badge(
        "auction-fever",
        mark("Auction fever"),
        mark("Pay at least twice its printed price for a card. You had to have it."),
        (WonAuction,),
        _paid_double,
    ),
    Badge(
        "for-better-times",
        mark("For better times"),
        mark("Keep a ticket so carefully that the game ends before you use it."),
        (Expired,),
        _kept_too_long,
    ),
)
