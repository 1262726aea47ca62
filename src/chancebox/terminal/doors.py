"""
The door of a house elsewhere: its API, asked over the network, and the token by which it knows us again.

What comes from there was written by somebody else. It is data: no sign in it that would steer a terminal is
let through, no other host is asked because of it, and it has an end.
"""

import json
import os
import uuid
from contextlib import suppress
from email.message import Message
from http.client import HTTPException
from pathlib import Path
from typing import IO, Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from chancebox.engine.builds.paths import saves_folder
from chancebox.engine.game.errors import ChanceboxError
from chancebox.engine.game.texts import _, language

PATIENCE = 40.0
"""Seconds for an answer; a house lets us wait up to 25 for news."""
TRIES = 3
LARGEST = 8_000_000
"""Bytes of an answer."""
REFUSED, BROKEN = 400, 502
"""Statuses: from the first on we are refused something, from the second on nobody was there to do it."""
GONE = 410
"""The status of what was removed."""
STEERING = {code: None for code in (*range(32), *range(127, 160)) if code != ord("\n")}
FILE = "houses.json"
EXAMPLE = "https://chancebox.example"


class Closed(ChanceboxError):
    """A house that does not answer, or has something else to say than a house would."""


class Refusal(ChanceboxError):
    """What a house does not do; the message is its own."""


class Vanished(Refusal):
    """What the house does not do because the table was removed."""


class _NoWayRound(HTTPRedirectHandler):
    """Goes nowhere else: the token is for this house alone."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: Message, newurl: str
    ) -> None:
        return None


class RemoteDoor:
    """A house at an address."""

    def __init__(self, address: str) -> None:
        try:
            parts = urlsplit(address if "://" in address else f"https://{address}")
            is_one = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
        except ValueError:  # brackets that do not close, a port that is none
            is_one = False
        if not is_one:
            raise Closed(_("The address of a house is written like {example}.").format(example=EXAMPLE))
        self.address = f"{parts.scheme}://{parts.netloc}"
        self._opener = build_opener(_NoWayRound())
        self._token = str(_read_tokens().get(self.address, ""))

    @property
    def is_known(self) -> bool:
        """Whether the house has met us."""
        return bool(self._token)

    def get(self, path: str, **query: object) -> Any:
        """Ask for something."""
        asked = f"{path}?{urlencode(query)}" if query else path
        return self._ask(Request(f"{self.address}/api/v1/{asked}"))

    def post(self, path: str, id: str = "", **body: object) -> Any:
        """Do something; who hears no answer says the same again, and it is done once."""
        said = json.dumps({"id": id or str(uuid.uuid4()), **body}).encode()
        told = self._ask(Request(f"{self.address}/api/v1/{path}", said, {"content-type": "application/json"}))
        if isinstance(told, dict) and told.get("token"):
            self._token = str(told["token"])
            _keep_token(self.address, self._token)
        return told

    def _ask(self, request: Request) -> Any:
        request.add_header("accept-language", language())
        if self._token:
            request.add_header("authorization", f"Bearer {self._token}")
        for last in range(1, TRIES + 1):
            try:
                with self._opener.open(request, timeout=PATIENCE) as answer:
                    return self._read(answer)
            except HTTPError as error:
                if error.code < REFUSED:
                    to = _tame(error.headers.get("location") or "")
                    told = _("{address} sends us elsewhere; name that address, if you trust it: {to}")
                    raise Closed(told.format(address=self.address, to=to)) from None
                if error.code >= BROKEN and last == TRIES:
                    raise Closed(self._silent()) from None
                if error.code < BROKEN:
                    told = self._read(error)
                    said = told.get("error") if isinstance(told, dict) else None
                    refusal = Vanished if error.code == GONE else Refusal
                    raise refusal(str(said or self._silent())) from None
            except (URLError, HTTPException, OSError):
                if last == TRIES:
                    raise Closed(self._silent()) from None
        raise AssertionError

    def _read(self, answer: IO[bytes]) -> Any:
        try:
            return _tame(json.loads(answer.read(LARGEST)))
        except ValueError:
            raise Closed(self._silent()) from None

    def _silent(self) -> str:
        return _("There is no house that answers at {address}.").format(address=self.address)


def _tame(data: Any) -> Any:
    """Return the same data without signs that would steer a terminal."""
    if isinstance(data, str):
        return data.translate(STEERING)
    if isinstance(data, list):
        return [_tame(one) for one in data]
    if isinstance(data, dict):
        return {_tame(name): _tame(value) for name, value in data.items()}
    return data


def _tokens() -> Path:
    return saves_folder() / FILE


def _read_tokens() -> dict[str, str]:
    with suppress(OSError, ValueError):
        found = json.loads(_tokens().read_text("utf-8"))
        return found if isinstance(found, dict) else {}
    return {}


def _keep_token(address: str, token: str) -> None:
    """Keep what lets us in as ourselves, for nobody else to read; without it one plays as somebody new."""
    file = _tokens()
    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh = file.with_suffix(".new")
        fresh.unlink(missing_ok=True)
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as to:
            json.dump({**_read_tokens(), address: token}, to)
        fresh.replace(file)
