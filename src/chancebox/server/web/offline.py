"""
What browsers keep for a bad connection: a worker, and the copies that it shows if the house is silent.

Copies are pages of their own, which say that they are copies and from when. They hold what does not change
while one is away: the rules of all games, and what their lessons tell. A table needs the house, and the page
that stands for it says so.

`CHANCEBOX_OFFLINE=no` takes all of it back: every browser that comes removes its worker and its copies.
"""

import hashlib
import json
import os
from datetime import UTC, datetime
from pathlib import Path

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from chancebox import web
from chancebox.engine.game.texts import day_text, language, remembered
from chancebox.games import game, names
from chancebox.web import assets, render

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
SWITCH = "CHANCEBOX_OFFLINE"
WORKER = (Path(web.__file__).parent / "worker.js").read_text(encoding="utf-8")
FILES = ("style.css", "summary.css", "theme.js", "old.js", "copy.js", "mark.svg", "icon-192.png")
"""What the copies need."""
TAKEN_BACK = """self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("chancebox-")) await caches.delete(name);
  await self.registration.unregister();
})()));
"""


@router.get("/worker.js")
async def worker() -> Response:
    """The worker, with the list of what it keeps in the reader's language; it changes when that does."""
    if os.environ.get(SWITCH) == "no":
        return Response(TAKEN_BACK, media_type="text/javascript")
    pages = {"/": "/copies", **{f"/rules/{name}": f"/copies/{name}" for name in names()}}
    kept = {"version": _version(), "files": [assets.address(name) for name in FILES], "pages": pages}
    script = f"const KEPT = {json.dumps(kept)};\n{WORKER}"
    return Response(script, media_type="text/javascript", headers={"cache-control": "no-cache"})


@router.get("/copies")
async def nowhere() -> str:
    """The page that stands for all that needs the house."""
    return _nowhere()


@router.get("/copies/{name}")
async def rules(name: str) -> str:
    """The rules of a game, and what its lesson tells, to be kept."""
    return _rules(game(name).name, day_text(datetime.now(UTC).date().isoformat()))


@remembered
def _version() -> str:
    """Name what the copies say, and all files: when something changes, they are kept anew."""
    said = [language(), WORKER, assets.address(FILES[0]), _nowhere(), *(_rules(name, "") for name in names())]
    return hashlib.sha256("\n".join(said).encode()).hexdigest()[:12]


def _nowhere() -> str:
    return render.page("nowhere.html", games=[game(name) for name in names()])


def _rules(name: str, day: str) -> str:
    found = game(name)
    return render.page(
        "copy.html",
        game=found,
        day=day,
        summary=render.summary_html(found.name),
        rules=render.rules_html(found.name),
        lines=[line.text for line in found.lesson.LINES] if found.lesson else [],
    )
