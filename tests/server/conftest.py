"""A house in this process, and visitors who knock at its door."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from chancebox.server.app import create_app
from chancebox.server.limits import unlimited
from server.guests import Guest


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def house(folder: Path) -> Iterator[TestClient]:
    with TestClient(create_app(folder, limits=unlimited()), raise_server_exceptions=False) as client:
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
