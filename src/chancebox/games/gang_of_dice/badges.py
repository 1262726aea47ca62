"""The badges of Gang of Dice."""

from chancebox.engine.game.badges import Badge, Tale
from chancebox.engine.game.texts import mark
from chancebox.games.gang_of_dice.text.happenings import Eliminated, Exploded, Staked, Threw, WonRound

BOSS, SEVERAL = 0, 2


def _kept_bosses(tale: Tale) -> bool:
    """Look for a round that was won with two of them among the dice that lay there in the end."""
    lying: tuple[int, ...] = (0,)
    for one in tale.happened:
        if isinstance(one, Threw) and one.seat == tale.me:
            lying = tuple(a + b for a, b in zip(one.dice, one.lying, strict=True))
        elif isinstance(one, WonRound) and one.seat == tale.me and lying[BOSS] >= SEVERAL:
            return True
    return False


def _went_with_a_bang(tale: Tale) -> bool:
    """Look for the end of a seat whose last stake exploded."""
    mine = [one for one in tale.happened if getattr(one, "seat", None) == tale.me]
    last = [one for one in mine if isinstance(one, Staked | Exploded | Eliminated)][-2:]
    return [type(one) for one in last] == [Exploded, Eliminated]


BADGES = (
    Badge(
        "bosses-kept",
        mark("Friend of the Boss"),
        mark("Win a round with two Boss dice kept to the end. They add nothing, but they were there."),
        (WonRound,),
        _kept_bosses,
    ),
    Badge(
        "with-a-bang",
        mark("Out with a bang"),
        mark("Leave the game because your very last dice blew up."),
        (Exploded,),
        _went_with_a_bang,
    ),
)
