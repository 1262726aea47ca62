"""
Who is asking: a visitor is a browser or a program, known by a token it was given.

There are no accounts. A token is a random id and our signature; seats at tables belong to ids.
Browsers keep theirs in a cookie that scripts cannot read, programs send it in a header.
"""

import base64
import hmac
import re
import secrets
from functools import lru_cache

from itsdangerous import BadSignature, Signer
from starlette.requests import HTTPConnection

COOKIE = "chancebox"
MOST = 10_000
"""Tokens whose signature need not be checked again."""
LONGEST = 200
"""Letters of a token; ours have fifty."""
YEAR = 365 * 24 * 3600
RANDOM_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")


class Visitors:
    """Makes and reads tokens."""

    def __init__(self, key: str) -> None:
        self._key = key.encode()
        self._signer = Signer(key, salt="visitor")
        # Only tokens of ours are remembered: one that raises is not kept.
        self._checked = lru_cache(MOST)(self._check)

    def token(self, visitor: str) -> str:
        """Sign an id."""
        return self._signer.sign(visitor).decode()

    def read(self, token: str) -> str:
        """Find the id in a token; nothing if it is not ours."""
        if len(token) > LONGEST:
            return ""
        try:
            return self._checked(token)
        except (BadSignature, UnicodeError):
            return ""

    def _check(self, token: str) -> str:
        return self._signer.unsign(token).decode()

    def of(self, request: HTTPConnection) -> str:
        """Return who is asking; nothing if nobody we know."""
        return self.read(bearer(request) or request.cookies.get(COOKIE, ""))

    def newcomer(self, id: str) -> str:
        """
        Make an id for somebody without a token.

        Who got no answer comes again without a token, with the same command. If the id of that is a
        random UUID, which nobody else can know, it is taken for the same newcomer.
        """
        if RANDOM_UUID.fullmatch(id.lower()):
            digest = hmac.digest(self._key, f"newcomer {id.lower()}".encode(), "sha256")
            return base64.urlsafe_b64encode(digest[:15]).decode()
        return new_visitor()


def bearer(request: HTTPConnection) -> str:
    """Read the token of a program."""
    found = re.fullmatch(rf"[Bb]earer (\S{{1,{LONGEST}}})", request.headers.get("authorization", ""))
    return found[1] if found else ""


def new_visitor() -> str:
    """Make an id."""
    return secrets.token_urlsafe(15)
