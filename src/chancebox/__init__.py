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

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from chancebox.api import *  # noqa: F403

__version__ = "0.2.0"


def __getattr__(name: str) -> Any:
    """Load the library when something of it is first used: `chancebox --help` needs none of it."""
    if name.startswith("__"):
        raise AttributeError(name)
    return getattr(import_module("chancebox.api"), name)
