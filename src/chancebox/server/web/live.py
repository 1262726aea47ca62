"""
Live updates: one WebSocket per tab, and waiting requests where sockets are blocked.

Every version of a table is drawn for each viewer when it happens and put into the viewer's
queue, so that a page can show what the bots did one after the other, at its own pace.
"""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

import anyio
import msgspec
from fastapi import APIRouter, Request, WebSocket, WebSocketDisconnect
from starlette import status

from chancebox.engine.game.texts import language, reading
from chancebox.engine.rules.contract import SPECTATOR
from chancebox.server.access import costs
from chancebox.server.access.limits import Limits
from chancebox.server.house.house import House
from chancebox.server.house.sessions import Session
from chancebox.server.monitoring import metrics
from chancebox.server.screens import frames, sight, stories
from chancebox.server.screens.sight import Sight
from chancebox.server.tables.errors import Gone, Refused, TooMuch
from chancebox.server.tables.phrases import ChatLine
from chancebox.server.web.api import saying, wait_for_change
from chancebox.server.web.dependencies import TheSession, Visitor, address_of
from chancebox.server.web.network import reach_of
from chancebox.server.web.room import check_room
from chancebox.web.parts import Board

router = APIRouter(include_in_schema=False)
LONG_AGO = 60
"""Who is more events behind gets the present, as who comes anew."""
AGAIN = 12
"""Lines that who comes to ask is told once more: some may have been taken back meanwhile, and others told."""
LONGEST_QUEUE = 60
"""Frames that wait for a slow reader; one who lags further behind gets the present only."""
WHOLE = 10
"""Messages for which a tab may have the whole board anew: drawing is dear."""
REFUSED = 4000
"""A close code with a status added to it, such as 410: the table was removed."""
TOO_MUCH = 4429
"""A close code: this socket said or held up too much. 1012 is that of a house which closes."""
CLOSE = "close"
"""What the last message to a tab holds: the code with which its socket is closed."""


class TabMessage(msgspec.Struct):
    """What a tab says: through which seat it looks now, or that it needs the whole board."""

    eyes: int | None = None
    whole: bool = False


_read_message = msgspec.json.Decoder(TabMessage)
# Parts of a board are texts that know what they are.
_write = msgspec.json.Encoder(enc_hook=str.__str__).encode


class Backlog:
    """Letters of frames that wait for slow readers: of one tab, and of all."""

    in_all = 0

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._letters = 0

    def add(self, letters: int) -> None:
        """Count what begins to wait; fewer than none of what was sent."""
        self._letters += letters
        Backlog.in_all += letters
        metrics.waiting.set(Backlog.in_all)

    def clear(self) -> None:
        """Count nothing any more."""
        self.add(-self._letters)

    @property
    def is_large(self) -> bool:
        """Whether it is too much: by itself, or more than its share while there is too much in all."""
        is_too_much = Backlog.in_all > self._limits.waiting_in_all
        return self._letters > (self._limits.waiting / 10 if is_too_much else self._limits.waiting)


class Tab:
    """A tab that watches a table."""

    def __init__(
        self,
        session: Session,
        visitor: str,
        eyes: int | None,
        reach: Callable[[], tuple[str, str]],
        limits: Limits,
        address: str = "",
    ) -> None:
        self.visitor = visitor
        self.address = address
        self.queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._session = session
        self._language = language()
        """Whoever moves, every tab is told in the language that it asked in."""
        self._reach = reach
        self._wanted = eyes
        self._sight: Sight | None = None
        self._told = 0
        self._again = 0
        self.backlog = Backlog(limits)
        self._sent: dict[str, int] = {}
        """The parts of the last board that was sent, with their places in it,"""
        self._number = 0
        """and how many frames were sent."""

    def look_from(self, seat: int | None) -> None:
        """Take another seat on this device; what was told to the last one is told anew."""
        if seat is None or seat == self._wanted:
            return
        self._wanted = seat
        # Drawing is dear; who holds one seat or none looks as before, whatever they say.
        if sight.look(self._session, self.visitor, seat) != self._sight:
            self.changed()

    def changed(self) -> None:
        """Draw the table as it is now."""
        if self.queue.qsize() > LONGEST_QUEUE or self.backlog.is_large:
            metrics.refused.labels("waiting", "socket").inc()
            while not self.queue.empty():
                self.queue.get_nowait()
            self.backlog.clear()
            # What was told in there is told anew, and shown as it is now.
            self._told, self._sight = 0, None
            self.talk(self._session.talk)
        with reading(self._language):
            drawn = self._draw()
        self.backlog.add(_size(drawn))
        self.queue.put_nowait(drawn)

    def said(self, line: ChatLine) -> None:
        """Pass on what was said."""
        self.talk([line])

    def talk(self, lines: Iterable[ChatLine]) -> None:
        """Pass on several lines; nothing if nobody spoke."""
        with reading(self._language):
            spoken = [saying(self._session, line) for line in lines]
        if spoken:
            self.queue.put_nowait({"chat": spoken})

    def hurry(self) -> None:
        """Let the tab be: its socket is closed with a code of its own."""

    def start_over(self) -> None:
        """Send the whole board: the page lost the one before."""
        self._sent, self._sight = {}, None
        self.changed()

    def dismiss(self) -> None:
        """Let the tab hear what is waiting for it, and then that the table was removed."""
        self.queue.put_nowait({CLOSE: REFUSED + Gone.status})

    def give_way(self) -> None:
        """Close the socket for another one."""
        self.queue.put_nowait({CLOSE: TOO_MUCH})

    async def next(self) -> str | int:
        """Wait for what is to be sent, and write it; or for the code with which the socket is closed."""
        message = await self.queue.get()
        return int(message[CLOSE]) if CLOSE in message else self.write(message)

    def write(self, message: dict[str, Any]) -> str:
        """Write a message, with what the page has not got yet of its boards."""
        if "html" not in message:
            return _write(message).decode()
        self.backlog.add(-_size(message))
        # A page that has another one asks for the whole.
        builds_on = self._number if self._sent else 0
        self._number += 1
        beats = [{**beat, "html": beat["html"] and self._shorten(beat["html"])} for beat in message["beats"]]
        html = self._shorten(message["html"])
        short = {"number": self._number, "builds_on": builds_on, "beats": beats, "html": html}
        return _write({**message, **short}).decode()

    def _shorten(self, board: Board) -> list[int | str]:
        """Name the parts of a board that the last one had by their places there; write the others."""
        before = self._sent
        self._sent = {part: n for n, part in enumerate(board.parts)}
        return [before.get(part, part) for part in board.parts]

    def _knows_the_same(self, before: int, now: int) -> bool:
        """Return whether a device that turns from one seat to another goes on with the same story."""
        match, visibility = self._session.table.match, self._session.table.visibility
        return before == now or (
            match is not None
            and SPECTATOR not in (before, now)
            and visibility.count(before) == visibility.count(now)
            and match.same_sight(before, now)
        )

    def resume(self, eyes: int, told: int, again: int = AGAIN) -> None:
        """Go on where a page is that has been told of so many events as these eyes noticed them."""
        self._sight, self._told = Sight(eyes, None), max(0, told)
        self._again = again

    def frame(self) -> dict[str, Any]:
        """Return the table, with the sentences that this viewer has not been told yet."""
        drawn = self._draw()
        beats = [{**beat, "html": beat["html"] and str(beat["html"])} for beat in drawn["beats"]]
        return {**drawn, "html": str(drawn["html"]), "beats": beats}

    def _draw(self) -> dict[str, Any]:
        session = self._session
        drawn = frames.draw_frame(session, self.visitor, self._wanted, *self._reach())
        sight = Sight(drawn["eyes"], drawn["curtain"] and drawn["curtain"]["seat"])
        events = session.table.visibility.count(sight.eyes)
        is_new = (
            self._sight is None
            or events - self._told > LONG_AGO
            or not self._knows_the_same(self._sight.eyes, sight.eyes)
        )
        since = 0 if is_new else session.table.visibility.still_told(sight.eyes, self._told)
        # Who comes, or comes back, gets the present; who was there sees how it came.
        drawn["beats"] = [] if is_new else frames.beats(session, self.visitor, sight, since)
        since = max(0, since - self._again)
        drawn["log"] = {"since": since, "lines": stories.log(session, sight.eyes, since)}
        drawn["told"] = events
        self._sight, self._told = sight, events
        if sight.eyes < 8:
            # Where nothing is secret, the device turns to the next seat by itself.
            self._wanted = sight.eyes
        return drawn


@router.websocket("/t/{table}/live")
async def live(socket: WebSocket, table: str, eyes: int | None = None) -> None:
    """Send a tab what happens at its table until it goes."""
    house: House = socket.app.state.house
    await socket.accept()
    try:
        session = await house.kernel.session(table)
        await house.tries.check_guest(session.table, house.visitors.of(socket))
    except Refused as refusal:
        await socket.close(REFUSED + refusal.status)
        return
    limits: Limits = socket.app.state.limits
    visitor = house.visitors.of(socket)
    address = address_of(socket)
    try:
        check_room(session, visitor, address, limits)
    except TooMuch:
        await socket.close(TOO_MUCH)
        return
    tab = Tab(session, visitor, eyes, reach_of(socket), limits, address)
    session.enter(tab)
    metrics.watching.inc()
    try:
        await house.meetings.meet(session)
        tab.changed()
        tab.talk(session.talk)
        async with anyio.create_task_group() as talk:
            talk.start_soon(costs.measured, _send(socket, tab, limits, talk.cancel_scope))
            await _listen(socket, tab, limits)
            talk.cancel_scope.cancel()
    finally:
        session.leave(tab)
        tab.backlog.clear()
        metrics.watching.dec()


def _size(drawn: dict[str, Any]) -> int:
    """Count the letters of a frame, roughly: its pictures."""
    beats = drawn.get("beats", ())
    return len(drawn.get("html", "")) + sum(len(beat["html"] or "") for beat in beats)


async def _send(socket: WebSocket, tab: Tab, limits: Limits, scope: anyio.CancelScope) -> None:
    # A tab that goes in the middle of a frame is noticed by who listens to it.
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            text = await tab.next()
            if isinstance(text, int):
                await socket.close(text)
                scope.cancel()
                return
            try:
                async with asyncio.timeout(limits.reading):
                    await socket.send_text(text)
            except TimeoutError:
                # It does not read, so it would not read a farewell either.
                metrics.dropped.labels("stalled").inc()
                scope.cancel()


async def _listen(socket: WebSocket, tab: Tab, limits: Limits) -> None:
    """Hear which seat looks now, until the tab goes, talks nonsense or too much."""
    budget = limits.messages.bucket()
    with suppress(WebSocketDisconnect, RuntimeError):
        while (message := await socket.receive())["type"] == "websocket.receive":
            if not budget.take():
                metrics.dropped.labels("flood").inc()
                await socket.close(TOO_MUCH)
                return
            try:
                told = _read_message.decode(message.get("text") or b"")
                costs.check()
                if told.whole and budget.take(WHOLE):
                    tab.start_over()
                tab.look_from(told.eyes)
            except (msgspec.MsgspecError, RecursionError, UnicodeError):
                await socket.close(status.WS_1007_INVALID_FRAME_PAYLOAD_DATA)
                return
            except TooMuch:
                metrics.dropped.labels("dear").inc()
                await socket.close(TOO_MUCH)
                return


@router.get("/t/{table}/frames")
async def wait(
    session: TheSession,
    visitor: Visitor,
    request: Request,
    since: int = 0,
    said: int = 0,
    eyes: int | None = None,
    seen: int | None = None,
    told: int = 0,
) -> dict[str, Any]:
    """Wait for the next frame, where sockets are blocked; who says what it has seen gets the beats since."""
    if not any(line.number > said for line in session.talk):
        await wait_for_change(session, visitor, request, since)
    chat = [saying(session, line) for line in session.talk if line.number > said]
    tab = Tab(session, visitor, eyes, reach_of(request), request.app.state.limits)
    if seen is not None and (seen == SPECTATOR or seen in session.table.seats_of(visitor)):
        tab.resume(seen, told)
    return {**tab.frame(), "chat": chat}
