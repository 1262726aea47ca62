"""
Every sentence for people passes through here, so that each reader gets the own language.

The language belongs to the reader, not to the process: it is a context variable, and a server
may render the same table for six people in six languages at the same time.
"""

import gettext as _gettext
from collections.abc import Callable
from contextvars import ContextVar
from functools import lru_cache, wraps
from typing import Any, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., Any])
MOST = 1024
"""What each `remembered` function remembers."""

_reader: ContextVar[_gettext.NullTranslations | None] = ContextVar("reader", default=None)
"""Nobody in particular reads English, the language in which everything is written; there is no other yet."""


def _(message: str) -> str:
    """Translate a sentence for the present reader."""
    reader = _reader.get()
    return message if reader is None else reader.gettext(message)


def n_(one: str, many: str, number: int) -> str:
    """Translate a sentence whose form depends on a number."""
    reader = _reader.get()
    return (one if number == 1 else many) if reader is None else reader.ngettext(one, many, number)


reader: Callable[[], object] = _reader.get
"""Returns for whom texts are translated just now: something to remember a drawn text by."""


def remembered(make: Function) -> Function:
    """
    Return the same text to the same reader without making it again.

    The function's arguments are hashable, and nobody changes what it returns.
    """
    kept = lru_cache(MOST)(lambda _reader, *arguments: make(*arguments))
    return cast(Function, wraps(make)(lambda *arguments: kept(_reader.get(), *arguments)))


def mark(message: str) -> str:
    """Mark a text for translators where it is written down; `_` translates it when it is shown."""
    return message
