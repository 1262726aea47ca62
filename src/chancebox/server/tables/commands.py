"""
Under which name a command stands in a table's log.

Who sends a command again gets the same answer, so nobody else may be able to name it: each visitor
and each purpose has a space of its own. What the house does by itself is named by `house_command`,
with a letter that no name of a visitor's command has.
"""

import hashlib


def command_key(purpose: str, visitor: str, id: str) -> str:
    """Return the name of a visitor's command: 128 bits made of who, what for, and the id it carries."""
    said = "\n".join((purpose, visitor, id))
    return hashlib.blake2b(said.encode(), digest_size=16).hexdigest()


def house_command(what: str) -> str:
    """Return the name of something that the house does once at a table."""
    return f"/{what}"
