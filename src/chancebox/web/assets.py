"""
Files for browsers: those of the house and those of each game, under addresses that name their content.

An address holds a digest of what it leads to, so browsers may keep a file for ever, and a changed
file has another address.
"""

import hashlib
from base64 import b64encode
from functools import cache
from pathlib import Path
from typing import NamedTuple

from chancebox.games import game, names

STATIC = Path(__file__).parent / "static"
TYPES = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wav": "audio/wav",
    ".webmanifest": "application/manifest+json",
}


class Asset(NamedTuple):
    """A file as it is sent."""

    address: str
    content: bytes
    type: str


@cache
def assets() -> dict[str, Asset]:
    """Read all files, by the names that templates use: `style.css`, `gang-of-dice/table.js`."""
    files = [file for file in sorted(STATIC.rglob("*")) if file.suffix in TYPES]
    found = {file.relative_to(STATIC).as_posix(): file for file in files}
    for name in names(test_only=True):
        files = [file for file in sorted(game(name).web.glob("*")) if file.suffix in TYPES]
        found |= {f"{name}/{file.name}": file for file in files}
    # A module imports its neighbours by relative addresses, so all share one folder and one digest.
    contents = {name: file.read_bytes() for name, file in found.items()}
    digest = hashlib.sha256(b"".join(contents.values())).hexdigest()[:12]
    return {
        name: Asset(f"/static/{digest}/{name}", content, TYPES[found[name].suffix])
        for name, content in contents.items()
    }


@cache
def verifier() -> tuple[bytes, str]:
    """Read the page that checks receipts, and the policy under which its own script alone may run."""
    content = (STATIC / "verify.html").read_bytes()
    policy = ["default-src 'none'", "connect-src 'self'", "base-uri 'none'", "frame-ancestors 'none'"]
    for kind, tag in (("script-src", b"script"), ("style-src", b"style")):
        inner = content.split(b"<%s>" % tag)[1].split(b"</%s>" % tag)[0]
        policy.append(f"{kind} 'sha256-{b64encode(hashlib.sha256(inner).digest()).decode()}'")
    return content, "; ".join(policy)


def address(name: str) -> str:
    """Where browsers find a file; nothing if a game does not have it."""
    asset = assets().get(name)
    return asset.address if asset else ""
