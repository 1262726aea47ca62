"""
A small hostile client: it does to a house on this machine what bad guests do, for a while.

    python tests/attack/hostile.py PORT TABLE SECONDS

Everything is bounded: it talks to loopback alone, holds a few hundred connections at most, and stops
by itself. It comes from an address of its own (127.0.0.66), since limits are counted by address. At the
end it prints as JSON how often it did what.
"""

import asyncio
import contextlib
import json
import os
import random
import struct
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable

SOURCE = "127.0.0.66"
MOST_HELD = 60
"""Connections that each kind of attack keeps open."""

Street = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Hostile:
    """All attacks on one house."""

    def __init__(self, port: int, table: str, seconds: float) -> None:
        self.port = port
        self.table = table
        self.done: Counter[str] = Counter()
        self.answers: Counter[str] = Counter()
        self._until = time.monotonic() + seconds
        self._luck = random.Random(1)
        self._held: dict[str, list[asyncio.StreamWriter]] = {}
        self._own = self._token = ""

    async def run(self) -> None:
        """Do everything at once until the time is over."""
        attacks = (
            *(self.flood_socket,) * 4,
            self.never_read,
            self.stay_silent,
            self.send_half_a_head,
            self.send_half_a_body,
            self.send_a_huge_head,
            self.forge_cookies,
            self.try_tokens,
            self.ask_for_nothing,
            self.ask_for_pages,
            self.send_nonsense,
            self.pipeline,
            self.race,
            self.talk,
            self.beg_for_hints,
            self.ask_for_odds,
            self.take_seats,
            self.try_codes,
            self.send_large_bodies,
            self.ask_for_all_that_is_kept,
        )
        await self._sit_down()
        await asyncio.gather(*(self._repeat(attack) for attack in attacks))
        for held in self._held.values():
            for writer in held:
                writer.close()

    async def _repeat(self, attack: Callable[[], Awaitable[None]]) -> None:
        while (left := self._until - time.monotonic()) > 0:
            with contextlib.suppress(OSError, asyncio.IncompleteReadError, TimeoutError):
                await asyncio.wait_for(attack(), left)
            self.done[attack.__name__] += 1
            await asyncio.sleep(0.002)

    # How it talks.

    async def _connect(self) -> Street:
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(SOURCE, 0))

    async def _ask(self, sent: bytes, whole: bool = False) -> bytes:
        """Ask, and take the beginning of the answer, or the whole of it, which may come in pieces."""
        reader, writer = await self._connect()
        try:
            writer.write(sent)
            await writer.drain()
            told = await (reader.read() if whole else asyncio.wait_for(reader.read(2000), 5))
            self.answers[told[9:12].decode("ascii", "replace") or "closed"] += 1
            return told
        finally:
            writer.close()

    def _hold(self, kind: str, writer: asyncio.StreamWriter) -> None:
        held = self._held.setdefault(kind, [])
        held.append(writer)
        if len(held) > MOST_HELD:
            held.pop(0).close()

    def _request(self, path: str, method: str = "GET", body: bytes = b"", **headers: str) -> bytes:
        lines = [f"{method} {path} HTTP/1.1", "host: localhost", *(f"{k}: {v}" for k, v in headers.items())]
        if body:
            lines += [f"content-length: {len(body)}", "content-type: application/json"]
        return "\r\n".join([*lines, "", ""]).encode() + body

    def _upgrade(self) -> bytes:
        lines = (
            f"GET /t/{self.table}/live HTTP/1.1",
            "host: localhost",
            "upgrade: websocket",
            "connection: Upgrade",
            "sec-websocket-version: 13",
            "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
        )
        return "\r\n".join([*lines, "", ""]).encode()

    async def _sit_down(self) -> None:
        """Get a table and a token of its own: who plays may do more than who only knocks."""
        players = [{"kind": "person", "name": "Eve"}, {"kind": "person", "name": "Mallory"}, {"kind": "open"}]
        body = {"id": "eve", "game": "gang-of-dice", "players": players}
        told = await self._ask(
            self._request("/api/v1/tables", "POST", json.dumps(body).encode(), connection="close"), whole=True
        )
        joined = json.loads(told.partition(b"\r\n\r\n")[2])
        self._own, self._token = joined["table"], joined["token"]

    async def _command(self, path: str, method: str = "POST", **body: object) -> None:
        """Send a command as who has a seat."""
        sent = json.dumps({"id": f"x{self._luck.random()}", **body}).encode() if method == "POST" else b""
        headers = {"connection": "close", "authorization": f"Bearer {self._token}"}
        await self._ask(self._request(f"/api/v1/{path}", method, sent, **headers))

    # With a seat.

    async def talk(self) -> None:
        """Say something to the table."""
        await self._command(f"tables/{self._own}/chat", seat=0, text="spam " * 20)

    async def beg_for_hints(self) -> None:
        """Let the master think."""
        await self._command(f"tables/{self._own}/seats/0/hint")

    async def ask_for_odds(self) -> None:
        """Let the house do arithmetic."""
        await self._command(f"tables/{self._own}/throws/meaning?outcome=111", "GET")

    async def take_seats(self) -> None:
        """Sit down and stand up again."""
        await self._command(f"tables/{self._own}/seats/2/sit", name="Eve again")
        await self._command(f"tables/{self._own}/seats/2/arrange", player={"kind": "open"})

    async def try_codes(self) -> None:
        """Guess the code of a table."""
        await self._command(f"codes/{self._luck.randrange(10**6):06}", "GET")

    async def send_large_bodies(self) -> None:
        """Send as much as is taken at once."""
        await self._command("tables", box="#" * 60_000)

    async def ask_for_all_that_is_kept(self) -> None:
        """Let the house read many tables."""
        await self._command("mine", "GET")

    # Sockets.

    async def flood_socket(self) -> None:
        """Talk without end about eyes that change nothing, and about others that do."""
        reader, writer = await self._connect()
        try:
            writer.write(self._upgrade())
            await reader.readuntil(b"\r\n\r\n")
            for _try in range(50):
                frames = b"".join(_frame(b'{"eyes":%d}' % (n % 10)) for n in range(500))
                writer.write(frames)
                await writer.drain()
                await reader.read(65536)
        finally:
            writer.close()

    async def never_read(self) -> None:
        """Ask for every frame and read none."""
        reader, writer = await self._connect()
        self._hold("stalled", writer)
        reader._transport.pause_reading()  # type: ignore[attr-defined]
        writer.write(self._upgrade() + _frame(b'{"eyes":9}') * 50)
        await asyncio.sleep(0.05)

    async def send_nonsense(self) -> None:
        """Say what nobody understands."""
        reader, writer = await self._connect()
        try:
            writer.write(self._upgrade())
            await reader.readuntil(b"\r\n\r\n")
            writer.write(_frame(self._luck.choice([b"[" * 900, b"\xff\xff", b"{", b"x" * 1100, b"null"])))
            await asyncio.wait_for(reader.read(100_000), 1)
        finally:
            writer.close()

    # Connections.

    async def stay_silent(self) -> None:
        """Connect and say nothing."""
        _reader, writer = await self._connect()
        self._hold("silent", writer)

    async def send_half_a_head(self) -> None:
        """Begin to ask, and let it be."""
        _reader, writer = await self._connect()
        writer.write(b"GET / HTTP/1.1\r\nhost: localhost\r\nx-a: ")
        self._hold("half head", writer)

    async def send_half_a_body(self) -> None:
        """Announce a body and send a part of it; some tear the connection."""
        _reader, writer = await self._connect()
        writer.write(self._request("/api/v1/tables", "POST", b"{" * 500)[:-400])
        if self._luck.random() < 0.5:
            writer.close()
        else:
            self._hold("half body", writer)

    async def send_a_huge_head(self) -> None:
        """Send megabytes of headers."""
        _reader, writer = await self._connect()
        try:
            writer.write(b"GET / HTTP/1.1\r\nhost: localhost\r\nx-a: ")
            for _part in range(80):
                writer.write(b"a" * 50_000)
                await writer.drain()
        finally:
            writer.close()

    async def pipeline(self) -> None:
        """Ask two thousand times before the first answer."""
        await self._ask(self._request("/") * 2000)

    # Requests.

    async def forge_cookies(self) -> None:
        """Come with a token that nobody gave us."""
        token = f"{self._luck.random()}.{'x' * self._luck.randrange(4000)}"
        await self._ask(self._request("/", cookie=f"chancebox={token}", connection="close"))

    async def try_tokens(self) -> None:
        """Move for somebody else."""
        body = {"id": f"x{self._luck.random()}", "seat": 0, "move": "stake 1"}
        path = f"/api/v1/tables/{self.table}/moves"
        token = f"Bearer {self._luck.random()}"
        told = await self._ask(
            self._request(path, "POST", json.dumps(body).encode(), authorization=token, connection="close")
        )
        if told.startswith(b"HTTP/1.1 200"):
            self.answers["broken in"] += 1

    async def ask_for_nothing(self) -> None:
        """Look for tables that are not there."""
        await self._ask(self._request(f"/t/{self._luck.random()}", connection="close"))

    async def ask_for_pages(self) -> None:
        """Look at everything again and again."""
        paths = ("/", f"/t/{self.table}", f"/t/{self.table}/frames", f"/t/{self.table}/moments/5", "/metrics")
        await self._ask(self._request(self._luck.choice(paths), connection="close"))

    async def race(self) -> None:
        """Send the same command eight times at once."""
        players = [{"kind": "person", "name": "Eve"}, {"kind": "person", "name": "Mallory"}]
        body = {"id": f"r{self._luck.random()}", "game": "gang-of-dice", "players": players}
        sent = self._request("/api/v1/tables", "POST", json.dumps(body).encode(), connection="close")
        await asyncio.gather(*(self._ask(sent) for _copy in range(8)), return_exceptions=True)


def _frame(text: bytes) -> bytes:
    """Write a message as a browser does: masked, here with zeros."""
    size = struct.pack("!B", 0x80 | len(text)) if len(text) < 126 else struct.pack("!BH", 0xFE, len(text))
    return b"\x81" + size + b"\0\0\0\0" + text


def main() -> None:
    """Attack, and tell what was done."""
    port, table, seconds = int(sys.argv[1]), sys.argv[2], float(sys.argv[3])
    # What is measured is whether the house holds, not who gets more of this machine.
    os.nice(5)
    hostile = Hostile(port, table, min(seconds, 60.0))
    asyncio.run(hostile.run())
    print(json.dumps({"done": hostile.done, "answers": hostile.answers}))


if __name__ == "__main__":
    main()
