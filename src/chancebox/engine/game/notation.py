"""What games share in reading what people type."""

from collections.abc import Iterable

from chancebox.engine.game.errors import UnknownNotation
from chancebox.engine.game.texts import _, listed


def not_understood(text: str, examples: Iterable[str] | str) -> UnknownNotation:
    """
    Make the refusal of a text that says nothing at this moment; examples show what would.

    >>> raise not_understood("jig", ["roll", "stop"])
    Traceback (most recent call last):
    chancebox.engine.game.errors.UnknownNotation: 'jig' is not understood here; write for example: roll, stop
    """
    told = examples if isinstance(examples, str) else listed(examples)
    return UnknownNotation(
        _("{text!r} is not understood here; write for example: {examples}").format(
            text=text[:40], examples=told
        )
    )
