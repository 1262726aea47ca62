"""
Ask a house in this process without a client between.

The test client hands each part of a request to the thread of the house and back, eight times in all, and
packs and unpacks the answer. Guests ask tens of thousands of times: they call the app itself.
"""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

import anyio
import httpx2 as httpx
from starlette.testclient import TestClient


def ask(
    house: TestClient,
    method: str,
    path: str,
    headers: Mapping[str, str],
    query: Mapping[str, Any] | None = None,
    body: bytes = b"",
    address: str = "testclient",
) -> httpx.Response:
    """Send a request, and return the whole answer; what breaks before there is one is raised."""
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "scheme": "http",
        "query_string": urlencode(query or {}).encode(),
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": (address, 50000),
        "server": ("testserver", 80),
        "state": dict(house.app_state),
    }
    start: dict[str, Any] = {}
    parts: list[bytes] = []

    async def call() -> None:
        answered = anyio.Event()
        waiting = [{"type": "http.request", "body": body}]

        async def receive() -> Any:
            if not waiting:
                await answered.wait()
                return {"type": "http.disconnect"}
            return waiting.pop()

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                start.update(message)
            else:
                parts.append(message.get("body", b""))
                if not message.get("more_body"):
                    answered.set()

        try:
            await house.app(scope, receive, send)
        except Exception:
            if not start:  # a page that says so was sent, and the error goes on to the log
                raise

    assert house.portal
    house.portal.call(call)
    return httpx.Response(start["status"], headers=start["headers"], content=b"".join(parts))
