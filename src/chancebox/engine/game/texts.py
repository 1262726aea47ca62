"""
Every sentence for people passes through here, so that each reader gets the own language.

The language belongs to the reader, not to the process: it is a context variable, and a server
may render the same table for six people in six languages at the same time. Everything is written
in English; `languages/` holds the translations, `make texts` collects what is to be translated.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date
from functools import cache, lru_cache, reduce, wraps
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Any, Literal, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., Any])
MOST = 1024
"""What each `remembered` function remembers; some of it is large, such as a whole sheet."""
LISTS: dict[str, Literal["standard", "or"]] = {"and": "standard", "or": "or"}
"""How Babel calls the ways to join the last part of a list."""

MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
"""As English calls them, whatever the machine speaks."""

ENGLISH = "en"
LANGUAGES = {
    ENGLISH: "English",
    "de": "Deutsch",
    "fr": "Français",
    "it": "Italiano",
    "es": "Español",
    "nl": "Nederlands",
}
"""What can be read here, each by its own name."""
PSEUDO = "en-XA"
"""Marks all that was translated, so that a walk through all pages finds the rest; nobody is offered it."""
CATALOGS = Path(__file__).parents[2] / "languages"
VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
"""Where a terminal says which languages its user reads; the first that is set counts."""

WRITES_NUMBERS = re.compile(r"\{\w*:[^{}]*\}").search

_language: ContextVar[str] = ContextVar("language", default=ENGLISH)


def language() -> str:
    """Return the language of the present reader: something to remember a drawn text by."""
    return _language.get()


@contextmanager
def reading(code: str) -> Iterator[None]:
    """Write for a reader of this language, here and in all that is started here."""
    before = _language.set(code)
    try:
        yield
    finally:
        _language.reset(before)


def choose_language(wanted: Iterable[str]) -> str:
    """
    Return the first of these languages that can be read here, else English.

    >>> choose_language(["pt-BR", "de-CH", "en"]), choose_language(["fr_CA.UTF-8"]), choose_language(["tlh"])
    ('de', 'fr', 'en')
    """
    for name in wanted:
        code = name.strip().replace("_", "-")
        if code == PSEUDO:
            return PSEUDO
        short = code.split("-")[0].split(".")[0].lower()
        if short in LANGUAGES:
            return short
    return ENGLISH


def terminal_language() -> str:
    """Return the language of who sits at this terminal, as the environment has it."""
    said = next((value for name in VARIABLES if (value := os.environ.get(name))), "")
    return choose_language(said.split(":"))


def _(message: str) -> str:
    """Translate a sentence for the present reader."""
    code = _language.get()
    return message if code == ENGLISH or not message else _translated(code, message)


def n_(one: str, many: str, number: int) -> str:
    """Translate a sentence whose form depends on a number."""
    code = _language.get()
    if code == ENGLISH:
        return one if number == 1 else many
    return _able(_catalog(code).ngettext(one, many, number))


def forms(one: str, many: str) -> tuple[str, str]:
    """Translate a sentence in its forms for one thing and for more, where a page itself counts them."""
    return n_(one, many, 1), n_(one, many, 2)


def p_(context: str, message: str) -> str:
    """Translate a word that means different things in different places; the context says which."""
    code = _language.get()
    return message if code == ENGLISH else _able(_catalog(code).pgettext(context, message))


def listed(parts: Iterable[str], joint: str = "") -> str:
    """
    Write parts as a list: with "and" or "or" before the last one, with nothing but commas, or with ";".

    >>> listed(["Ann"]), listed(["Ann", "Ben"], "and"), listed("123", "or"), listed("12")
    ('Ann', 'Ann and Ben', '1, 2 or 3', '1, 2')
    >>> with reading("de"):
    ...     listed(["Ann", "Ben", "Cleo"], "and")
    'Ann, Ben und Cleo'
    """
    found = list(parts)
    if len(found) < 2 or not joint:
        return ", ".join(found)
    if joint == ";":
        return reduce(lambda some, more: _("{some}; {more}").format(some=some, more=more), found)
    code = _language.get()
    if code in (ENGLISH, PSEUDO):
        last = f" {joint} " if code == ENGLISH else f"⟦ {joint} ⟧"
        return f"{', '.join(found[:-1])}{last}{found[-1]}"
    from babel.lists import format_list  # only those who read another language wait for it

    return format_list(found, style=LISTS[joint], locale=code)


def day_text(day: str) -> str:
    """
    Write a day as the reader does; programs and addresses have it as 2026-11-16.

    >>> day_text("2026-11-16")
    '16 November 2026'
    >>> with reading("de"):
    ...     day_text("2026-11-16")
    '16. November 2026'
    """
    of, code = date.fromisoformat(day), _language.get()
    if code in (ENGLISH, PSEUDO):
        written = f"{of.day} {MONTHS[of.month - 1]} {of.year}"
        return written if code == ENGLISH else f"⟦{written}⟧"
    from babel.dates import format_date  # only those who read another language wait for it

    return format_date(of, "long", locale=code)


def remembered(make: Function) -> Function:
    """
    Return the same text to the same reader without making it again.

    The function's arguments are hashable, and nobody changes what it returns.
    """
    kept = lru_cache(MOST)(lambda _language, *arguments: make(*arguments))
    return cast(Function, wraps(make)(lambda *arguments: kept(_language.get(), *arguments)))


def mark(message: str) -> str:
    """Mark a text for translators where it is written down; `_` translates it when it is shown."""
    return message


class SpokenNumber:
    r"""
    A number that is written as the reader does: `{n:,}`, `{share:.1%}` and the like.

    >>> with reading("de"):
    ...     f"{number(12345.6):,.1f} {number(0.125):.1%}"
    '12.345,6 12,5\xa0%'
    >>> f"{number(12345.6):,.1f} {number(0.125):.1%}"
    '12,345.6 12.5%'
    """

    __slots__ = ("_value",)

    def __init__(self, value: float) -> None:
        self._value = value

    def __format__(self, spec: str) -> str:
        written, code = format(self._value, spec), _language.get()
        return written if code in (ENGLISH, PSEUDO) else written.translate(_symbols(code))

    def __str__(self) -> str:
        return format(self)


def number(value: float) -> SpokenNumber:
    """Let a number be written as the present reader does, where no translated text writes it."""
    return SpokenNumber(value)


class Translated(str):
    """
    A text with placeholders like `{n:,}`, whose numbers are written as in its language.

    All other texts are plain: what is sent to browsers is made of those.
    """

    __slots__ = ()

    def format(self, *arguments: object, **named: object) -> str:
        named = {name: _local(value) for name, value in named.items()}
        return str.format(self, *map(_local, arguments), **named)


def _local(value: object) -> object:
    return SpokenNumber(value) if type(value) in (int, float) else value  # type: ignore[arg-type]


@cache
def _symbols(code: str) -> dict[int, str]:
    """Return by what the signs of an English number are replaced, from Babel's tables."""
    from babel import Locale  # only those who read another language wait for it

    locale = Locale.parse(code)
    signs = locale.number_symbols["latn"]
    percent = str(locale.percent_formats[None].pattern).removeprefix("#,##0")
    return {ord(","): signs["group"], ord("."): signs["decimal"], ord("%"): percent}


class Marking(NullTranslations):
    """Puts what it was given between marks."""

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"⟦{msgid1 if n == 1 else msgid2}⟧"

    def pgettext(self, context: str, message: str) -> str:
        return f"⟦{message}⟧"


@lru_cache(8 * MOST)
def _translated(code: str, message: str) -> str:
    return _able(_catalog(code).gettext(message))


def _able(text: str) -> str:
    """Let a text write numbers, if it has any to write."""
    return Translated(text) if WRITES_NUMBERS(text) else text


@cache
def _catalog(code: str) -> NullTranslations:
    """Load what was translated; a copy that was never built reads English rather than nothing."""
    if code == PSEUDO:
        return Marking()
    compiled = CATALOGS / f"{code}.mo"
    if not compiled.exists():
        return NullTranslations()
    with compiled.open("rb") as file:
        return GNUTranslations(file)
