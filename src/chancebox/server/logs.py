"""Logs as one JSON object per line: what happened, never who or with which token."""

import json
import logging
import sys
from typing import Any

_log = logging.getLogger("chancebox")


STRANGERS = (
    "Invalid HTTP request received.",
    "Unsupported upgrade request.",
    "ASGI callable returned without completing handshake.",
    '%s - "WebSocket %s" [accepted]',
    '%s - "WebSocket %s" 403',
    '%s - "WebSocket %s" %d',
)
"""What uvicorn notes about what others send: a line for each, which anybody could fill a disk with, and
with addresses of people and tables."""


def _is_ours(record: logging.LogRecord) -> bool:
    return record.msg not in STRANGERS


class JsonFormatter(logging.Formatter):
    """Writes a record as JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line = {"at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"), "level": record.levelname.lower()}
        line["event"] = record.getMessage()
        line.update(getattr(record, "facts", {}))
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def note(event: str, level: int = logging.INFO, **facts: Any) -> None:
    """Note an event with its facts."""
    _log.log(level, event, extra={"facts": facts})


def setup(level: str = "info") -> None:
    """Send all logs to the standard error stream."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    handler.addFilter(_is_ours)
    for name in ("chancebox", "uvicorn", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(level.upper())
        if name != "chancebox" and level == "debug":
            # Below that it notes every header and frame, with tokens and hands.
            logger.setLevel(logging.INFO)
