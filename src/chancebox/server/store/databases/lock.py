"""One server per data folder: a lock that the system lets go of when its process ends, however it ends."""

import os
from pathlib import Path

from chancebox.engine.builds.locks import take
from chancebox.engine.game.texts import _
from chancebox.server.tables.errors import Refused

FILE = "chancebox.lock"


class Lock:
    """Held by the server of a folder for as long as it runs."""

    def __init__(self, folder: Path) -> None:
        self._file = os.open(folder / FILE, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            take(self._file)
        except BlockingIOError:
            holder = os.read(self._file, 20).decode("ascii", "replace").strip() or "?"
            self.release()
            raise Refused(
                _(
                    "Another Chancebox (process {process}) is using the folder {folder};"
                    " stop it, or name another folder with --data."
                ).format(process=holder, folder=folder)
            ) from None
        os.ftruncate(self._file, 0)
        os.write(self._file, f"{os.getpid()}\n".encode())

    def release(self) -> None:
        """Let the next server in."""
        os.close(self._file)
