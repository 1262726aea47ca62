"""A server as its users run it: a process of its own, which can be stopped and killed."""

import os
import re
import select
import signal
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Self

from children import CHANCEBOX, LIMIT, begin, end

ON_A_DAY = """
import sys
from datetime import datetime, UTC
from chancebox.server.tables import days
days.now = lambda: datetime.fromisoformat(sys.argv[1]).replace(hour=12, tzinfo=UTC)
from chancebox.cli import main
sys.exit(main(sys.argv[2:]))
"""


class Server:
    """`chancebox serve` over a data folder or a store; may be started again and again on the same port."""

    def __init__(
        self, folder: Path, *arguments: str, limits: bool = False, store: str = "", day: str = ""
    ) -> None:
        self.command = [sys.executable, "-c", ON_A_DAY, day] if day else CHANCEBOX
        """Where a day is given it never ends: no test fails because it is midnight."""
        self.folder = folder
        self.store = store
        self.limits = limits
        self.arguments = arguments
        self.port = 0
        self.process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"http://localhost:{self.port}"

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process:
            end(self.process)

    def start(self) -> None:
        # All tests come from one address, and many at once; those that attack want the limits.
        given = [
            "--no-browser",
            *([] if self.limits else ["--no-limits"]),
            *([] if self.store else ["--data", str(self.folder)]),
            "--port",
            str(self.port),
            *self.arguments,
        ]
        self.process = begin(
            [*self.command, "serve", *given],
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONUNBUFFERED": "1", "CHANCEBOX_STORE": self.store},
        )
        assert self.process.stdout
        assert select.select([self.process.stdout], [], [], LIMIT)[0], "the server says nothing"
        line = self.process.stdout.readline()
        found = re.search(r":(\d+)/", line)
        assert found, f"the server said {line!r}"
        self.port = int(found[1])

    def kill(self) -> None:
        """End it as a fall of the power would."""
        assert self.process
        end(self.process)

    def stop(self, by: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to end; return its exit status."""
        assert self.process
        self.process.send_signal(by)
        status = self.process.wait(LIMIT)
        end(self.process)
        return status
