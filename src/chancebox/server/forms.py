"""What forms of our pages send, and what a browser says of itself."""

import uuid
from urllib.parse import parse_qs, unquote

from fastapi import Request

FOR_FORMS = {"referrer-policy": "same-origin"}
"""Forms of a page that names no referrer name no origin either, and would be refused."""


async def read_form(request: Request) -> dict[str, str]:
    """Read a form; of a field that comes twice the first counts."""
    sent = parse_qs((await request.body()).decode(errors="replace"))
    return {name: values[0] for name, values in sent.items()}


def once(form: dict[str, str]) -> str:
    """Return the id of a form's command: each page has its own, so that tapping twice does one thing."""
    return form.get("once", "")[:60] or str(uuid.uuid4())


def name_of(request: Request) -> str:
    """Return the name this browser used last; scripts write it."""
    return unquote(request.cookies.get("name", ""))[:20]
