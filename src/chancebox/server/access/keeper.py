"""
Who keeps this house: the person at the computer on which it runs.

Coming from the computer itself is not enough: other people may have an account there, and a page of
another site may talk to it under a name of its own (DNS rebinding). The keeper's browser holds a cookie as
well, which it got for a key that only the terminal shows. It counts for names of this computer alone.
"""

import hmac
import secrets

from starlette.requests import HTTPConnection

from chancebox.server.access.addresses import is_loopback

COOKIE = "chancebox-keeper"


class Keeper:
    """Gives out keys, and knows who came by one."""

    def __init__(self, secret: str) -> None:
        self._token = hmac.digest(bytes.fromhex(secret), b"keeper", "sha256").hex()
        self._lasting = secrets.token_urlsafe(12)
        self._passing: set[str] = set()

    @property
    def token(self) -> str:
        """What the keeper's browser holds."""
        return self._token

    def lasting_key(self) -> str:
        """Return the key that the terminal shows; it opens as long as the server runs."""
        return self._lasting

    def passing_key(self) -> str:
        """Make a key that opens once: others on this computer may see with what a browser is started."""
        key = secrets.token_urlsafe(12)
        self._passing.add(key)
        return key

    def opens(self, key: str) -> bool:
        """Return whether a key opens; one that passes does not do so again."""
        if hmac.compare_digest(key.encode(), self._lasting.encode()):
            return True
        found = key in self._passing
        self._passing.discard(key)
        return found

    def is_here(self, connection: HTTPConnection) -> bool:
        """Return whether the keeper asks."""
        shown = connection.cookies.get(COOKIE, "").encode()
        return is_local(connection) and hmac.compare_digest(shown, self._token.encode())


def is_local(connection: HTTPConnection) -> bool:
    """Return whether somebody at this computer asks, by a name that it has for itself alone."""
    client = connection.client.host if connection.client else ""
    return is_loopback(client) and is_loopback(connection.base_url.hostname or "")
