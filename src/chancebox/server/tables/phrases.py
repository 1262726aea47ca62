"""What people at one table can say to each other in different languages: each reads it in the own."""

from typing import NamedTuple

from chancebox.engine.game.texts import mark

PHRASES = {
    "hello": mark("Hello!"),
    "well-played": mark("Well played!"),
    "lucky": mark("What luck!"),
    "unlucky": mark("Bad luck!"),
    "one-moment": mark("One moment, please."),
    "your-turn": mark("It is your turn."),
    "thanks": mark("Thanks!"),
    "rematch": mark("Rematch?"),
}
"""By the key that is stored."""


class ChatLine(NamedTuple):
    """A line of a table's chat."""

    number: int
    at: float
    seat: int
    text: str
    command: str = ""
    phrase: str = ""
    """A key of `PHRASES`, in place of a text."""
