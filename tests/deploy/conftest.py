"""The files in `deploy/`, run by the programs they are for."""

import os
import re
import shutil
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx2 as httpx
import pytest

from browser.conftest import visit
from children import child, wait_until
from server.processes import Server

__all__ = ["visit"]
DEPLOY = Path(__file__).parents[2] / "deploy"
FILES = DEPLOY / "one-machine"
NAME = "chancebox.example.org"
"""The host that our files name, and everybody replaces."""


def find_program(name: str) -> str:
    """Find a program on this machine; without it its tests are skipped."""
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin")
    if not found:
        pytest.skip(f"no {name} on this machine: its tests are skipped (apt install {name})")
    return found


def free_port() -> int:
    """Find a port that nobody uses just now."""
    with closing(socket.socket()) as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Behind(Server):
    """A house behind a proxy; its address is the proxy's."""

    front = 0

    @property
    def address(self) -> str:
        return f"http://localhost:{self.front}"


@pytest.fixture(scope="session", params=["nginx", "caddy"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Behind]:
    program = find_program(request.param)
    folder = tmp_path_factory.mktemp(request.param)
    unit = (FILES / "chancebox.service").read_text()
    started = re.search(r"^ExecStart=\S+ serve (.*)$", unit, re.M)
    assert started
    # As the service starts it, on another port.
    arguments = re.sub(r"--no-browser |--port \d+ ?", "", started[1]).split()
    with Behind(folder / "house", *arguments, limits=True) as house:
        house.front = free_port()
        command = _COMMANDS[request.param](folder, house)
        with child([program, *command], env={**os.environ, "HOME": str(folder)}):
            wait_until(lambda: answers(house.address), f"an answer of {request.param}")
            yield house


def answers(address: str) -> bool:
    """Return whether somebody answers there."""
    try:
        return httpx.get(f"{address}/healthz").is_success
    except httpx.HTTPError:
        return False


def write_nginx(folder: Path, site: str, front: int) -> list[str]:
    """Write what Debian's nginx.conf would be, around a site of ours; return what nginx is started with."""
    site = site.replace(NAME, "localhost")
    site = site.replace("listen 80;", f"listen 127.0.0.1:{front};").replace("listen [::]:80;", "")
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/error.log; events {{}}"
        f" http {{ access_log {folder}/access.log; {temporary} {site} }}"
    )
    return ["-p", str(folder), "-e", f"{folder}/error.log", "-c", f"{folder}/nginx.conf"]


def _nginx(folder: Path, house: Behind) -> list[str]:
    site = (FILES / "nginx.conf").read_text().replace("127.0.0.1:7777", f"127.0.0.1:{house.port}")
    return write_nginx(folder, site, house.front)


def _caddy(folder: Path, house: Behind) -> list[str]:
    site = (FILES / "Caddyfile").read_text()
    site = site.replace("127.0.0.1:7777", f"127.0.0.1:{house.port}").replace(
        NAME, f"{house.address}, http://{NAME}:{house.front}"
    )
    (folder / "Caddyfile").write_text("{\n\tadmin off\n}\n" + site)
    return ["run", "--adapter", "caddyfile", "--config", f"{folder}/Caddyfile"]


_COMMANDS = {"nginx": _nginx, "caddy": _caddy}
