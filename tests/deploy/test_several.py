"""A house of several processes at one PostgreSQL, behind nginx, set up by the files in `deploy/`."""

import random
import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx2 as httpx
import psycopg
import pytest

from children import child, wait_until
from databases import Postgres, running
from deploy.conftest import DEPLOY, Behind, answers, find_program, free_port, write_nginx
from server.guests import Guest, play_out, play_some

pytestmark = pytest.mark.long
FILES = DEPLOY / "several-processes"


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    with running() as found:
        yield found


def make_database(postgres: Postgres) -> str:
    """Run our file as its owner would; return the address that our settings name, with its password."""
    with psycopg.connect(postgres.address("postgres"), autocommit=True) as to:
        to.execute("DROP DATABASE IF EXISTS chancebox")
        lines = (line for line in (FILES / "database.sql").read_text().splitlines() if "--" not in line)
        for statement in "\n".join(lines).split(";"):
            # Whoever made this PostgreSQL has that name already.
            if statement.strip() and "ROLE" not in statement:
                to.execute(statement.encode())
    address = re.search(r"^CHANCEBOX_STORE=(.*)$", (FILES / "chancebox.env").read_text(), re.M)
    assert address
    return address[1].replace(":5432", f":{postgres.port}")


@pytest.fixture
def houses(postgres: Postgres, tmp_path: Path) -> Iterator[list[Behind]]:
    """Two machines, so to say, with two processes each, as the service starts them; nginx before both."""
    address = make_database(postgres)
    unit = (FILES / "chancebox.service").read_text()
    started = re.search(r"^ExecStart=\S+ serve (.*)$", unit, re.M)
    assert started
    arguments = re.sub(r"--no-browser |--port \d+ ?", "", started[1]).replace("--workers 4", "--workers 2")
    with ExitStack() as stack:
        found = [
            stack.enter_context(Behind(tmp_path / "unused", *arguments.split(), store=address))
            for _machine in range(2)
        ]
        site = (FILES / "nginx.conf").read_text()
        for port, house in zip((7777, 7778), found, strict=True):
            site = site.replace(f"127.0.0.1:{port}", f"127.0.0.1:{house.port}")
        front = free_port()
        for house in found:
            house.front = front
        stack.enter_context(child([find_program("nginx"), *write_nginx(tmp_path, site, front)]))
        wait_until(lambda: answers(found[0].address), "an answer of nginx")
        yield found


def test_any_process_takes_any_command(houses: list[Behind], postgres: Postgres) -> None:
    with httpx.Client(base_url=houses[0].address, timeout=None) as door:
        ann = Guest(door)  # type: ignore[arg-type]
        table = ann.open("gang-of-dice", "Ann", "Ben", "bot", start=True)
        play_some(table, 6, ann)
        # One machine is gone: nginx passes it over, and the other one goes on.
        houses[0].kill()
        play_some(table, 6, ann)
        houses[0].start()
        # So is the database, for a while: what is asked meanwhile is refused, or done.
        before = ann.state(table)["version"]
        postgres.stop()
        assert ann.status(f"tables/{table}") in (500, 502, 503, 507)
        postgres.start()
        wait_until(lambda: ann.status(f"tables/{table}") == httpx.codes.OK, "the database")
        assert ann.state(table)["version"] >= before
        play_out(table, ann, seed=random.Random(1).randrange(100))
        assert ann.state(table)["stage"] == "over"
