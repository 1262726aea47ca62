"""A server as its users run it: a process of its own, which can be stopped and killed."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from types import TracebackType


class Server:
    """`chancebox serve` over a data folder; may be started again and again on the same port."""

    def __init__(self, folder: Path, *arguments: str, limits: bool = False) -> None:
        self.folder = folder
        self.limits = limits
        self.arguments = arguments
        self.port = 0
        self.process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"http://localhost:{self.port}"

    def __enter__(self) -> "Server":
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process and self.process.poll() is None:
            self.kill()

    def start(self) -> None:
        # All tests come from one address, and many at once; those that attack want the limits.
        given = [
            "--no-browser",
            *([] if self.limits else ["--no-limits"]),
            "--data",
            str(self.folder),
            "--port",
            str(self.port),
            *self.arguments,
        ]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "chancebox", "serve", *given],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert self.process.stdout
        line = self.process.stdout.readline()
        found = re.search(r":(\d+)/", line)
        assert found, f"the server said {line!r}"
        self.port = int(found[1])

    def kill(self) -> None:
        """End it as a fall of the power would."""
        self._end(signal.SIGKILL)

    def stop(self, by: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to end; return its exit status."""
        return self._end(by)

    def _end(self, by: signal.Signals) -> int:
        assert self.process
        self.process.send_signal(by)
        status = self.process.wait(10)
        if self.process.stdout:
            self.process.stdout.close()
        return status
