"""What a game says itself, and what it leaves to the engine."""

from types import FunctionType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    pass

ENGINE = f"{__name__.partition('.')[0]}.engine."


def defined(module: Any, name: str) -> Any:
    """
    Return what a part has under a name, None if it has nothing: functions of the engine are its tools.

    So a game in one file may count dice with `dice.shows`, and answers no question of that name.

    >>> from chancebox.engine.rules import dice, hands
    >>> defined(dice, "shows") is dice.shows, defined(hands, "shows")
    (True, None)
    """
    own = getattr(module, name, None)
    origin = own.__module__ if isinstance(own, FunctionType) else module.__name__
    return own if origin == module.__name__ or not f"{origin}.".startswith(ENGINE) else None
