"""
Live updates: one WebSocket per tab, and waiting requests where sockets are blocked.

Every version of a table is drawn for each viewer when it happens and put into the viewer's
queue, so that a page can show what the bots did one after the other, at its own pace.
"""

import asyncio
from contextlib import suppress
from typing import Any

import anyio
import msgspec
from fastapi import APIRouter, Request, WebSocket, WebSocketDisconnect

from chancebox.server import frames, metrics
from chancebox.server.api import PATIENCE, saying, wait_for_change
from chancebox.server.asking import TheRoom, Visitor
from chancebox.server.errors import Refused
from chancebox.server.rooms import Room
from chancebox.server.store import Said

router = APIRouter(include_in_schema=False)
LONGEST_QUEUE = 200
"""Frames that wait for a slow reader; one who lags further behind gets the present only."""


class Viewer:
    """A tab that watches a table."""

    def __init__(self, room: Room, visitor: str, eyes: int | None, base: str) -> None:
        self.visitor = visitor
        self.queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._room = room
        self._base = base
        self._wanted = eyes
        self._eyes: int | None = None
        self._told = 0

    def look_from(self, seat: int | None) -> None:
        """Take another seat on this device; what was told to the last one is told anew."""
        self._wanted = seat
        self.changed()

    def changed(self) -> None:
        """Draw the table as it is now."""
        if self.queue.qsize() > LONGEST_QUEUE:
            while not self.queue.empty():
                self.queue.get_nowait()
        self.queue.put_nowait(self.frame())

    def said(self, line: Said) -> None:
        """Pass on what was said."""
        self.queue.put_nowait({"chat": [saying(self._room, line)]})

    def frame(self) -> dict[str, Any]:
        """Draw the table, with the sentences that this viewer has not been told yet."""
        drawn = frames.frame(self._room, self.visitor, self._wanted, self._base)
        events = self._room.table.noticing.count(drawn["eyes"])
        if drawn["eyes"] != self._eyes:
            self._told = 0
        since = min(self._told, events)
        drawn["log"] = {"since": since, "lines": frames.log(self._room, drawn["eyes"], since)}
        self._eyes, self._told = drawn["eyes"], events
        if drawn["eyes"] < 8:
            # Where nothing is secret, the device turns to the next seat by itself.
            self._wanted = drawn["eyes"]
        return drawn


@router.websocket("/t/{table}/live")
async def live(socket: WebSocket, table: str, eyes: int | None = None) -> None:
    """Tell a tab about its table until it goes."""
    house = socket.app.state.house
    await socket.accept()
    try:
        room = await house.room(table)
    except Refused as refusal:
        await socket.close(4000 + refusal.status)
        return
    visitor = house.visitors.of(socket)
    viewer = Viewer(room, visitor, eyes, base_of(socket))
    room.enter(viewer)
    metrics.watching.inc()
    try:
        viewer.changed()
        if room.chat:
            viewer.queue.put_nowait({"chat": [saying(room, line) for line in room.chat]})
        async with anyio.create_task_group() as talk:
            talk.start_soon(_send, socket, viewer)
            await _listen(socket, viewer)
            talk.cancel_scope.cancel()
    finally:
        room.leave(viewer)
        metrics.watching.dec()


async def _send(socket: WebSocket, viewer: Viewer) -> None:
    # A tab that goes in the middle of a frame is noticed by who listens to it.
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await socket.send_text(msgspec.json.encode(await viewer.queue.get()).decode())


async def _listen(socket: WebSocket, viewer: Viewer) -> None:
    """Hear which seat looks now, until the tab goes or talks nonsense."""
    with suppress(WebSocketDisconnect, ValueError, KeyError):
        while True:
            heard = await socket.receive_json()
            if isinstance(heard, dict) and isinstance(heard.get("eyes"), int):
                viewer.look_from(heard["eyes"])


@router.get("/t/{table}/frames")
async def wait(
    room: TheRoom, visitor: Visitor, request: Request, since: int = 0, said: int = 0, eyes: int | None = None
) -> dict[str, Any]:
    """Wait for the next frame, where sockets are blocked."""
    if len(room.chat) <= said:
        await wait_for_change(room, visitor, since, PATIENCE)
    chat = [saying(room, line) for line in room.chat[said:]]
    return {**Viewer(room, visitor, eyes, base_of(request)).frame(), "chat": chat}


def base_of(connection: Request | WebSocket) -> str:
    """The address under which this visitor reached us."""
    url = connection.base_url
    scheme = {"ws": "http", "wss": "https"}.get(url.scheme, url.scheme)
    return f"{scheme}://{url.netloc}"
