"""
Random play: one of the choices, all equally likely.

Rules may define the same function where choices are so many that listing them would take most of the time, or
always the same few. It has to take the choice that would be taken here, and as much of the stream:
`chancebox.testing` compares them.
"""

from typing import Any

from chancebox.engine.rules.contract import choices
from chancebox.engine.rules.records import Row
from chancebox.engine.rules.streams import below


def pick(box: Any, s: Any, seat: int, stream: Row, buffer: Row) -> int:
    """Take one of the choices of a seat; `buffer` has place for all of them."""
    return buffer[below(stream, choices(box, s, seat, buffer))]
