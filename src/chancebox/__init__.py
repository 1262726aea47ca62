"""
Chancebox: five games of chance, as a library.

    >>> import chancebox as cb
    >>> match = cb.new("gang-of-dice", seats=3, seed=7)
    >>> match.to_act
    (1,)
    >>> [str(choice) for choice in match.choices(1)][:3]
    ['stake 1', 'stake 2', 'stake 3']
    >>> match.play(1, "stake 2")
    >>> match.log()[-1]
    'B throws 3 1, 4 in all.'

Everything named in `chancebox.api` is stable; what lies deeper may move.
"""

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

__all__ = [
    "CHANCE",
    "SPECTATOR",
    "Action",
    "Ask",
    "BadBox",
    "BadRecord",
    "BadSetup",
    "ChanceboxError",
    "Dealer",
    "Event",
    "GameOver",
    "IllegalAction",
    "Match",
    "NoSuchSeat",
    "NothingToUndo",
    "Odd",
    "OutOfTurn",
    "Result",
    "Review",
    "Scripted",
    "Seeded",
    "UnknownGame",
    "UnknownNotation",
    "WrongType",
    "at",
    "game",
    "load",
    "load_box",
    "names",
    "new",
    "position_text",
    "review",
    "reviewing",
]

__version__ = "0.2.0"

if TYPE_CHECKING:
    from chancebox.api import *
else:
    # Not for type checkers, to whom it would say that every name is there.
    def __getattr__(name: str) -> Any:
        """Load the library when something of it is first used: `chancebox --help` needs none of it."""
        if name not in __all__:
            here = sys.modules[__name__]
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name, obj=here)
        return getattr(import_module("chancebox.api"), name)


def __dir__() -> list[str]:
    """Name what there is, loaded or not."""
    return sorted({*globals(), *__all__})
