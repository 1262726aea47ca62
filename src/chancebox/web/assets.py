"""
Files for browsers: those of the house and those of each game, under addresses that name their content.

An address holds a digest of what it leads to, so browsers may keep a file for ever, and a changed
file has another address.
"""

import hashlib
from functools import cache
from pathlib import Path
from typing import NamedTuple

from chancebox.games import game, kept_games, names
from chancebox.web import bundles

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
    for one in [*map(game, names(test_only=True)), *kept_games()]:
        files = [file for file in sorted(one.web.glob("*")) if file.suffix in TYPES]
        found |= {f"{one.key}/{file.name}": file for file in files}
    # A module imports its neighbours by relative addresses, so all share one folder and one digest.
    contents = {name: file.read_bytes() for name, file in found.items()}
    digest = hashlib.sha256(b"".join(contents.values())).hexdigest()[:12]
    for one in [*map(game, names(test_only=True)), *kept_games()]:
        contents[f"bundle-{one.key}.js"] = bundles.scripts(contents, one.key)
        contents[f"bundle-{one.key}.css"] = bundles.styles(contents, one.key)
    return {
        name: Asset(f"/static/{digest}/{name}", content, TYPES[Path(name).suffix])
        for name, content in contents.items()
    }


def address(name: str) -> str:
    """Where browsers find a file; nothing if a game does not have it."""
    asset = assets().get(name)
    return asset.address if asset else ""
