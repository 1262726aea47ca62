"""A house in this process, and visitors who knock at its door."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from chancebox.server.access.limits import unlimited
from chancebox.server.store.databases.stores import open_store
from chancebox.server.web.app import create_app
from databases import Postgres, running
from server.guests import Guest


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with running() as found:
        yield found


@pytest.fixture
def database(postgres: Postgres) -> str:
    """The address of an empty database."""
    return postgres.create()


@pytest.fixture(params=["folder", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Where tables are kept: in a folder, and in a database."""
    return tmp_path / "data" if request.param == "folder" else str(request.getfixturevalue("database"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture(scope="session")
def fresh_database(postgres: Postgres) -> str:
    """The address of a database of today's form, in which nothing has happened."""
    address = postgres.create()
    open_store(address).close()
    return address


@pytest.fixture
def shared(postgres: Postgres, fresh_database: str) -> str:
    """The address of a database of today's form, for houses that are one."""
    return postgres.create(like=fresh_database)


@pytest.fixture
def house(folder: Path, fresh: Path) -> Iterator[TestClient]:
    shutil.copytree(fresh, folder)
    with TestClient(create_app(folder, limits=unlimited()), raise_server_exceptions=False) as client:
        yield client


@pytest.fixture(params=["folder", "postgresql"])
def anywhere(request: pytest.FixtureRequest) -> Iterator[TestClient]:
    """A house over each kind of store."""
    place: Path | str
    if request.param == "folder":
        place = request.getfixturevalue("folder")
        shutil.copytree(request.getfixturevalue("fresh"), place)
    else:
        place = request.getfixturevalue("shared")
    with TestClient(create_app(place, limits=unlimited()), raise_server_exceptions=False) as client:
        yield client


@pytest.fixture
def ann(house: TestClient) -> Guest:
    return Guest(house)


@pytest.fixture
def ben(house: TestClient) -> Guest:
    return Guest(house)


@pytest.fixture
def stranger(house: TestClient) -> Guest:
    return Guest(house)
