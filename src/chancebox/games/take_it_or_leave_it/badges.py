"""The badges of Take it or Leave it."""

from chancebox.engine.game.badges import Badge, Tale
from chancebox.engine.game.texts import mark
from chancebox.games.take_it_or_leave_it.text.happenings import (
    FulfilledNothing,
    Passed,
    RoundBegan,
    RoundScored,
)


def _left_first_and_was_best(tale: Tale) -> bool:
    """Look for a round that this seat left before all others, and of which it made the most, alone."""
    passed: list[int] = []
    for one in tale.happened:
        if isinstance(one, RoundBegan):
            passed = []
        elif isinstance(one, Passed):
            passed.append(one.seat)
        elif isinstance(one, RoundScored) and passed[:1] == [tale.me] and one.best == (tale.me,):
            return True
    return False


def _took_for_nothing_and_won(tale: Tale) -> bool:
    return tale.won and bool(tale.mine(FulfilledNothing))


BADGES = (
    Badge(
        "left-in-time",
        mark("Gone before the rush"),
        mark("Be the first to leave a round, and make more of it than anybody else."),
        (Passed,),
        _left_first_and_was_best,
    ),
    Badge(
        "should-have-left",
        mark("Should have left it"),
        mark("Take dice for which you have no use at all in a round, and win the game anyway."),
        (FulfilledNothing,),
        _took_for_nothing_and_won,
    ),
)
