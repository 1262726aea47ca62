"""The badges of chance it."""

from chancebox.engine.game.badges import Badge, Tale
from chancebox.engine.game.happenings import Ended
from chancebox.engine.game.texts import mark
from chancebox.games.chance_it.text.happenings import Revealed


def _was_alone(tale: Tale) -> bool:
    """Look for a round in which nobody else took part; those who are bound to it are among the others."""
    return any(
        isinstance(one, Revealed) and {*one.ins, *one.chancers} == {tale.me} and len(one.outs) > 1
        for one in tale.happened
    )


def _won_by_a_heart(tale: Tale) -> bool:
    return tale.won and tale.count("hearts") == 1


BADGES = (
    Badge(
        "nobody-else-dared",
        mark("All mine"),
        mark("Be the only one who takes part in a round, while two or more stay OUT."),
        (Revealed,),
        _was_alone,
    ),
    Badge(
        "one-heart",
        mark("By a heartbeat"),
        mark("Win with a single heart left. Your doctor would like a word."),
        (Ended,),
        _won_by_a_heart,
    ),
)
