"""What programs hand in: refused by the name of the argument, before anything has changed."""

import operator
import os
from pathlib import Path
from reprlib import repr as shown
from typing import Any, TypeVar

from chancebox.engine.game.errors import WrongType
from chancebox.engine.game.texts import _

T = TypeVar("T")


def whole(name: str, value: Any) -> int:
    """
    Return a whole number, be it Python's or NumPy's.

    >>> whole("seed", "x")
    Traceback (most recent call last):
    chancebox.engine.game.errors.WrongType: seed must be int, not 'x'.
    """
    try:
        return operator.index(value)
    except TypeError:
        raise _wrong(name, "int", value) from None


def made(name: str, value: T, kind: type[Any] | tuple[type[Any], ...], right: str) -> T:
    """Return a value if it is one of this kind, which is written `right`."""
    if not isinstance(value, kind):
        raise _wrong(name, right, value)
    return value


def text(name: str, value: str) -> str:
    """Return a text."""
    return made(name, value, str, "str")


def path(name: str, value: str | Path) -> Path:
    """Return the path of a file, which may be there or not."""
    written = os.fspath(made(name, value, (str, os.PathLike), "str | Path"))
    if not isinstance(written, str) or not written or "\0" in written:
        raise _wrong(name, "str | Path", value)
    return Path(written)


def texts(name: str, value: Any) -> list[str]:
    """Return a list of texts; a single text is none."""
    if isinstance(value, str) or not hasattr(value, "__iter__"):
        raise _wrong(name, "Sequence[str]", value)
    listed = list(value)
    if not all(isinstance(one, str) for one in listed):
        raise _wrong(name, "Sequence[str]", value)
    return listed


def _wrong(name: str, right: str, value: object) -> WrongType:
    return WrongType(
        _("{name} must be {right}, not {value}.").format(name=name, right=right, value=shown(value))
    )
