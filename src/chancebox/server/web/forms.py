"""What forms of our pages send, and what a browser says of itself."""

import uuid
from urllib.parse import parse_qs, quote, unquote

from fastapi import Request, Response

from chancebox.server.access.visitors import YEAR
from chancebox.server.tables.names import LONGEST
from chancebox.server.web import languages

FOR_FORMS = {"referrer-policy": "same-origin"}
"""Forms of a page that names no referrer name no origin either, and would be refused."""


KEPT = ("name", languages.COOKIE)
"""What scripts write down for a browser: by which name it plays, and in which language it reads."""


async def read_form(request: Request) -> dict[str, str]:
    """Read a form; of a field that comes twice the first counts."""
    sent = parse_qs((await request.body()).decode(errors="replace"))
    return {name: values[0] for name, values in sent.items()}


def once(form: dict[str, str]) -> str:
    """Return the id of a form's command: each page has its own, so that tapping twice does one thing."""
    return form.get("once", "")[:60] or str(uuid.uuid4())


def name_of(request: Request) -> str:
    """Return the name this browser used last; scripts write it."""
    return _kept(request, "name")


async def renew(request: Request, response: Response) -> None:
    """
    Let a browser keep for a year from now what scripts wrote down for it.

    What came from scripts alone WebKit forgets after a week.
    """
    for name in KEPT:
        if value := _kept(request, name):
            secure = request.url.scheme == "https"
            response.set_cookie(name, quote(value), max_age=YEAR, samesite="lax", secure=secure)


def _kept(request: Request, name: str) -> str:
    return unquote(request.cookies.get(name, ""))[:LONGEST]
