"""Names and talk at a table, and the ids and codes of tables."""

import hashlib
import itertools
import secrets
from collections.abc import Sequence
from functools import cache

from chancebox.engine.game.naming import DIRECTIONS, looks_like, tidy_name
from chancebox.engine.game.texts import LANGUAGES, _, reading
from chancebox.server.tables.errors import NotFound, Refused

LONGEST = 20
BOT_NAMES = ("Ada", "Blaise", "Clara", "Dario", "Edda", "Felix", "Greta", "Hugo")
"""Bots by their seats, beginning with its letter."""
PEOPLE_NAMES = ("Alex", "Bea", "Chris", "Dana", "Emil", "Flora", "Gus", "Hanna")
"""People at a keyboard who did not say how they are called, in the same way."""
GUEST = "Guest"
"""Who did not say a name; one word for all readers, since names are kept and never translated."""
CODE_LENGTH = 6
MOVING_LENGTH = 8
"""Letters of a code that moves a seat, or a place in a group."""
CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Without those that look or sound like others."""
_UNSAID = {
    c: " " if chr(c).isspace() else None
    for c in [*range(0x20), *range(0x7F, 0xA0), *DIRECTIONS, *range(0xFFF9, 0xFFFC)]
}
"""Control characters, and what turns or annotates."""


def check_name(name: str, taken: list[str]) -> str:
    """Return a name in one line, a guest's for none; refuse an overlong one, and one that is taken."""
    shown = tidy_name(name)
    if not shown:
        return guest_name(taken)
    if len(shown) > LONGEST:
        raise Refused(_("A name has at most {n} letters.").format(n=LONGEST))
    if looks_like(shown, taken):
        raise Refused(_("There is a {name} at this table already.").format(name=shown))
    if looks_like(shown, house_names()):
        raise Refused(
            _("Only the house itself is called {name}; please choose another name.").format(name=shown)
        )
    return shown


@cache
def house_names() -> list[str]:
    """List what the house is called, in all languages."""
    told = []
    for code in LANGUAGES:
        with reading(code):
            told.append(_("the house"))
    return ["Chancebox", *told]


def guest_name(taken: list[str]) -> str:
    """Name somebody who did not say how they are called; several are counted."""
    guests = (f"{GUEST} {n}" if n > 1 else GUEST for n in itertools.count(1))
    return next(name for name in guests if not looks_like(name, taken))


def free_name(seat: int, taken: list[str], names: Sequence[str] = BOT_NAMES) -> str:
    """Name a bot, or somebody of another list; by the next name of it where one is taken."""
    turned = [*names[seat:], *names[:seat]]
    return next(name for name in turned if not looks_like(name, taken))


def code(length: int = CODE_LENGTH) -> str:
    """Make a short code to read out."""
    return "".join(secrets.choice(CODE_LETTERS) for _letter in range(length))


def used_up() -> NotFound:
    """Say of a code that it moves nothing; whether there ever was such a code is not told."""
    return NotFound(
        _("This code is not good: it was used, is too old, or was mistyped. Please ask for a new one.")
    )


def tidy_code(text: str) -> str:
    """Read a code as people type it."""
    return "".join(c for c in text.upper() if c in CODE_LETTERS)


def tidy_saying(text: str) -> str:
    """Return what is said in one line, without what commands a terminal or turns the lines of others."""
    # What joins signs stays: emoji and some scripts are written with it.
    return " ".join(text.translate(_UNSAID).split())


def command_key(purpose: str, visitor: str, id: str) -> str:
    """
    Return the name of a visitor's command in a log: 128 bits of who, what for, and the id it carries.

    A command that is sent again gets the same answer, so nobody else may be able to name it: each visitor and
    each purpose has a space of its own. What the house does by itself is named by `house_command`, with a
    letter that no name of a visitor's command has.
    """
    said = "\n".join((purpose, visitor, id))
    return hashlib.blake2b(said.encode(), digest_size=16).hexdigest()


def house_command(what: str) -> str:
    """Return the name of something that the house does once at a table."""
    return f"/{what}"
