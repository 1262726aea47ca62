"""A house in this process, and visitors who knock at its door."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from chancebox.server.app import create_app
from chancebox.server.limits import unlimited
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


@pytest.fixture
def house(folder: Path) -> Iterator[TestClient]:
    with TestClient(create_app(folder, limits=unlimited()), raise_server_exceptions=False) as client:
        yield client


@pytest.fixture
def anywhere(place: Path | str) -> Iterator[TestClient]:
    """A house over each kind of store."""
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
