"""What the house refuses, each with the status a browser or program is told."""

from chancebox.engine.game.errors import ChanceboxError


class Refused(ChanceboxError):
    """Something the house does not do; nothing has changed."""

    status = 400


class NotFound(Refused):
    """There is no such table, or nothing under this code."""

    status = 404


class NotYours(Refused):
    """A seat or a right that belongs to somebody else."""

    status = 403


class Stale(Refused):
    """The table has moved on since the sender looked."""

    status = 409

    def __init__(self, message: str, version: int) -> None:
        super().__init__(message)
        self.version = version


class NotNow(Refused):
    """Possible at another time, such as before the start."""

    status = 409


class WrongLink(Refused):
    """A link that is not the next one of its device's chain, or none where one is due."""

    status = 409


class TooMuch(Refused):
    """Too many requests in a short time."""

    status = 429


class Outdated(Refused):
    """A table of other rules or components than these."""

    status = 410


class Gone(Refused):
    """A table that was removed."""

    status = 410


class Full(Refused):
    """The log cannot be written; nothing was acknowledged."""

    status = 503
