"""What a house notes, while a test listens; and afterwards everything is as it was."""

import contextlib
import io
import logging
import sys
import threading
from collections.abc import Iterator

from chancebox.server.monitoring import logs


@contextlib.contextmanager
def noting() -> Iterator[io.StringIO]:
    """Collect all lines of the log, down to the smallest things."""
    loggers = [logging.getLogger(name) for name in ("", "chancebox", "uvicorn", "uvicorn.error")]
    before = [(logger, logger.handlers, logger.propagate, logger.level) for logger in loggers]
    hooks = threading.excepthook, sys.unraisablehook
    lines = io.StringIO()
    with contextlib.redirect_stderr(lines):
        logs.setup("debug")
    try:
        yield lines
    finally:
        threading.excepthook, sys.unraisablehook = hooks
        for logger, handlers, propagate, level in before:
            logger.handlers, logger.propagate = handlers, propagate
            logger.setLevel(level)
