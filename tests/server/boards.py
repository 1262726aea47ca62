"""What a page makes of frames: a board comes in parts, and a number stands for one of the board before."""

from typing import Any
from weakref import WeakKeyDictionary

from starlette.testclient import WebSocketTestSession

_shown: "WeakKeyDictionary[WebSocketTestSession, Shown]" = WeakKeyDictionary()


class Shown:
    """What a page shows."""

    def __init__(self) -> None:
        self.number = 0
        self._parts: list[str] = []

    def take(self, message: dict[str, Any]) -> dict[str, Any]:
        """Return a message with whole boards."""
        if "html" not in message:
            return message
        assert message["builds_on"] in (0, self.number), "it builds on another board"
        self.number = message["number"]
        told = {key: value for key, value in message.items() if key not in ("number", "builds_on")}
        beats = [{**beat, "html": beat["html"] and self._whole(beat["html"])} for beat in message["beats"]]
        return {**told, "beats": beats, "html": self._whole(message["html"])}

    def _whole(self, parts: list[str | int]) -> str:
        self._parts = [part if isinstance(part, str) else self._parts[part] for part in parts]
        return "".join(self._parts)


def receive(socket: WebSocketTestSession) -> dict[str, Any]:
    """Wait for the next message on a socket, and return it with whole boards."""
    return _shown.setdefault(socket, Shown()).take(socket.receive_json())
