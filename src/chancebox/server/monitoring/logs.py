"""
Logs as one JSON object per line: what happened, never who or with which token.

A line comes from where it happened, and nobody there has to think of who reads it. So whatever could name
somebody is left out here: a table is told by a sign, an error by its kind and where it came from, and of what
libraries note nothing but their own words.
"""

import hashlib
import json
import logging
import re
import sys
import threading
import traceback
from collections.abc import Iterator
from typing import Any

OURS = "chancebox"
_log = logging.getLogger(OURS)


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
VALUE = re.compile(r"[\n%'\"<({\[]")
"""Where the words of a library end and a value begins."""


def sign(table: str) -> str:
    """
    Return by what a table is known in the log: its lines belong together, and its id cannot be found from it.

    It is no part of a receipt, which people show around.

    >>> sign("0123456789abcdef0123456789abcdef")
    '2316cc957c1f'
    """
    return hashlib.sha256(f"chancebox log\n{table}".encode()).hexdigest()[:12]


def note(event: str, level: int = logging.INFO, *, table: str = "", **facts: Any) -> None:
    """Note an event with its facts; a table is named by its id, and told by its sign."""
    told = {"table": sign(table)} if table else {}
    _log.log(level, event, extra={"facts": {**told, **facts}})


def _is_ours(record: logging.LogRecord) -> bool:
    return record.msg not in STRANGERS


class JsonFormatter(logging.Formatter):
    """Writes a record as JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line = {"at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"), "level": record.levelname.lower()}
        line["event"] = _event(record)
        line.update(getattr(record, "facts", {}))
        if record.exc_info and record.exc_info[1]:
            line["error"] = "".join(_traced(record.exc_info[1])).rstrip()
        return json.dumps(line, ensure_ascii=False)


def _event(record: logging.LogRecord) -> str:
    """Return what happened; of what libraries say, the words before the first value."""
    if record.name.split(".")[0] == OURS:
        return record.getMessage()
    words = VALUE.split(record.msg)[0].strip() if isinstance(record.msg, str) else ""
    return words or type(record.msg).__name__


def _traced(error: BaseException) -> Iterator[str]:
    """Tell where an error came from, and after which others; its own words may hold anything."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None:
        yield from _traced(before)
    yield from traceback.format_tb(error.__traceback__)
    yield f"{type(error).__name__}\n"
    if isinstance(error, BaseExceptionGroup):
        for one in error.exceptions:
            yield from _traced(one)


def setup(level: str = "info") -> None:
    """Send all logs to the standard error stream."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    handler.addFilter(_is_ours)
    # The first is for all that other libraries note.
    for name in ("", OURS, "uvicorn", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(level.upper() if name else logging.WARNING)
        if name.startswith("uvicorn") and level == "debug":
            # Below that it notes every header and frame, with tokens and hands.
            logger.setLevel(logging.INFO)
    threading.excepthook = sys.unraisablehook = _note_uncaught


def _note_uncaught(told: "threading.ExceptHookArgs | sys.UnraisableHookArgs") -> None:
    """Note what a thread or a finaliser ended by: otherwise Python prints all that the error says."""
    if told.exc_value is not None and not isinstance(told.exc_value, SystemExit):
        _log.error("nobody caught an error", exc_info=told.exc_value)
