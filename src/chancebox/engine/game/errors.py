"""
What can go wrong, each with a name and a sentence for people.

All of them are `ValueError`s: the caller handed in something that does not fit. Nothing has
changed when one is raised.
"""


class ChanceboxError(ValueError):
    """Anything Chancebox refuses; the message says what was wrong and what would be right."""

    code: str = "refused"
    """For programs; it stays when sentences change."""


class WrongType(ChanceboxError, TypeError):
    """An argument of another type than it must have; the message names it."""


class UnknownGame(ChanceboxError):
    """No game of this name is in the box."""

    code = "unknown-game"


class BadGame(ChanceboxError):
    """A game that lacks something or breaks the contract; says to its author what, and in which file."""

    code = "bad-game"


class BadSetup(ChanceboxError):
    """A number of seats, an option, a seed or a name that the game does not offer."""

    code = "bad-setup"


class BadBox(ChanceboxError):
    """A box file that is not a box of this game; says line, entry and what would be right."""

    code = "bad-box"


class BadRecord(ChanceboxError):
    """A record file or position text that cannot be read, or belongs to another box."""

    code = "bad-record"


class UnknownNotation(ChanceboxError):
    """A text that is no action or outcome of this game."""

    code = "unknown-notation"


class IllegalAction(ChanceboxError):
    """An action or outcome that exists but is not possible now."""

    code = "illegal-action"


class OutOfTurn(ChanceboxError):
    """A seat that is not asked at the moment."""

    code = "not-your-turn"


class NoSuchSeat(ChanceboxError):
    """A seat that is not at this table."""

    code = "no-such-seat"


class GameOver(ChanceboxError):
    """The game has ended; nothing can be played any more."""

    code = "game-over"


class NothingToUndo(ChanceboxError):
    """There is no own decision left that may be taken back."""

    code = "nothing-to-undo"
