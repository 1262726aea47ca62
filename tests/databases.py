"""
A PostgreSQL of our own, with nothing in it: started for the tests of one worker, ended with them.

It refuses to run as root; then it runs as the user of that name, in a folder of that user's.
"""

import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg
import pytest

from children import LIMIT, begin, end, run, wait_until

USER = "postgres"
OWNER = "chancebox"
LOCKED = "locked"
"""A role with a password."""
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "fsync": "off",  # nothing here has to survive the machine
    "full_page_writes": "off",
    "max_connections": "200",
    "shared_buffers": "16MB",
    "unix_socket_directories": "",
    "log_min_messages": "panic",
}


def find_program(name: str) -> str:
    """Find a program of PostgreSQL; Debian keeps them apart."""
    found = shutil.which(name)
    here = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return found or (str(here[-1]) if here else "")


def as_owner(command: list[str]) -> list[str]:
    """Return a command as it is run by somebody who may run PostgreSQL, and ends when we do."""
    if os.getuid() != 0:
        return command
    other = ["--reuid", USER, "--regid", USER, "--clear-groups", "--pdeathsig", "QUIT"]
    return ["setpriv", *other, *command]


class Postgres:
    """A PostgreSQL that can be stopped, killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.process: subprocess.Popen[str] | None = None
        self._numbers = iter(range(1, 1_000_000))
        made = ["initdb", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync", f"--username={OWNER}"]
        done = run(as_owner([find_program(made[0]), *made[1:], "-D", str(self.data)]), cwd=folder)
        assert done.returncode == 0, done.stderr
        hba = self.data / "pg_hba.conf"
        hba.write_text(f"host all {LOCKED} 127.0.0.1/32 scram-sha-256\n" + hba.read_text())

    def start(self) -> None:
        given = [part for name, value in SETTINGS.items() for part in ("-c", f"{name}={value}")]
        command = [find_program("postgres"), "-D", str(self.data), "-p", str(self.port), *given]
        self.process = begin(as_owner(command), cwd=self.folder, stderr=subprocess.DEVNULL)
        wait_until(self._answers, "an answer of PostgreSQL")

    def _answers(self) -> bool:
        assert self.process
        assert self.process.poll() is None, "PostgreSQL has ended"
        with suppress(psycopg.OperationalError), psycopg.connect(self.address("postgres")):
            return True
        return False

    def stop(self, by: signal.Signals = signal.SIGINT) -> None:
        """Stop it: connections are ended, what is being done is rolled back."""
        assert self.process
        self.process.send_signal(by)
        self.process.wait(LIMIT)
        end(self.process)
        self.process = None

    def address(self, database: str, user: str = OWNER, password: str = "") -> str:
        who = f"{user}:{password}" if password else user
        return f"postgresql://{who}@127.0.0.1:{self.port}/{database}"

    def do(self, statement: str, database: str = "postgres") -> list[tuple[object, ...]]:
        with psycopg.connect(self.address(database), autocommit=True) as to:
            found = to.execute(statement)
            return list(found.fetchall()) if found.description else []

    def create(self, like: str = "") -> str:
        """Make a new database, empty or like the one at another address; return its address."""
        name = f"house{next(self._numbers)}"
        self.do(f"CREATE DATABASE {name} TEMPLATE {like.rpartition('/')[2] or 'template1'}")
        return self.address(name)


@contextmanager
def running() -> Iterator[Postgres]:
    """Run one for a while; where there is none, tests that need it are skipped, but not in CI."""
    if not find_program("postgres"):
        assert not os.environ.get("CI"), "PostgreSQL is not installed"
        pytest.skip("PostgreSQL is not installed (Debian: apt install postgresql)")
    folder = Path(tempfile.mkdtemp(prefix="chancebox-postgres-"))
    try:
        if os.getuid() == 0:
            shutil.chown(folder, USER, USER)
        database = Postgres(folder)
        database.start()
        try:
            yield database
        finally:
            if database.process:
                end(database.process)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class Proxy:
    """Stands between a house and PostgreSQL, and cuts the connection at moments that are dangerous."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = self._server.getsockname()[1]
        self.watch: Callable[[bytes], str] = lambda _sent: ""
        """What to do about something that is sent: `before` or `after` cuts the connection; or nothing."""
        self.cuts = 0
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._server.close()
        for one in self._open:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _address = self._server.accept()
                far = socket.create_connection(("127.0.0.1", self._to))
                self._open += [near, far]
                threading.Thread(target=self._pass, args=(near, far, True), daemon=True).start()
                threading.Thread(target=self._pass, args=(far, near, False), daemon=True).start()

    def _pass(self, source: socket.socket, to: socket.socket, watched: bool) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                cut = self.watch(data) if watched else ""
                if cut:
                    self.cuts += 1
                if cut == "after":
                    # The answer is never passed on: the near end hears nothing but the end.
                    source.shutdown(socket.SHUT_RDWR)
                    to.sendall(data)
                    to.shutdown(socket.SHUT_WR)
                    return
                if cut == "before":
                    break
                to.sendall(data)
        for one in (source, to):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)


def through(address: str, proxy: Proxy) -> str:
    """Return an address that leads through a proxy."""
    return re.sub(r":\d+/", f":{proxy.port}/", address)
