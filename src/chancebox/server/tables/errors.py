"""What the house refuses, each with the status a browser or program is told."""

from chancebox.engine.game.errors import ChanceboxError

OTHER_CODES = {
    "not-host",
    "not-seated",
    "not-your-seat",
    "invalid-request",
    "no-such-method",
    "http-error",
    "broken",
}
"""Codes that have no class of their own: of permissions, and of requests that reach nothing."""


class Refused(ChanceboxError):
    """Something the house does not do; nothing has changed."""

    status = 400


class NotFound(Refused):
    """There is no such table, or nothing under this code."""

    status = 404
    code = "not-found"


class NotYours(Refused):
    """A seat or a right that belongs to somebody else."""

    status = 403
    code = "not-yours"

    def __init__(self, message: str, code: str = code) -> None:
        super().__init__(message)
        self.code = code


class Stale(Refused):
    """The table has moved on since the sender looked."""

    status = 409
    code = "stale"

    def __init__(self, message: str, version: int) -> None:
        super().__init__(message)
        self.version = version


class NotNow(Refused):
    """Possible at another time, such as before the start."""

    status = 409
    code = "not-now"


class WrongLink(Refused):
    """A link that is not the next one of its device's chain, or none where one is due."""

    status = 409
    code = "wrong-link"


class TooMuch(Refused):
    """Too many requests in a short time."""

    status = 429
    code = "too-much"


class Outdated(Refused):
    """A table of other rules or components than these."""

    status = 410
    code = "outdated"


class Gone(Refused):
    """A table that was removed."""

    status = 410
    code = "removed"


class Full(Refused):
    """The log cannot be written; nothing was acknowledged."""

    status = 503
    code = "cannot-write"


def refusal_codes() -> list[str]:
    """List the codes of all refusals that there are, for programs."""
    kinds = [ChanceboxError]
    for kind in kinds:
        kinds += kind.__subclasses__()
    return sorted({kind.code for kind in kinds} | OTHER_CODES)
