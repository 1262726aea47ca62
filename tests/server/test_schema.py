"""The API against its own OpenAPI document, with whatever schemathesis can think of."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings

from server.processes import Server


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with Server(tmp_path_factory.mktemp("api")) as server:
        yield server.address


@pytest.fixture
def document(address: str) -> object:
    return schemathesis.openapi.from_url(f"{address}/api/v1/openapi.json").exclude(path_regex="follow$")


schema = schemathesis.pytest.from_fixture("document")


@schema.parametrize()
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
def test_every_answer_is_as_documented(case: schemathesis.Case[Any]) -> None:
    case.call_and_validate(timeout=30)
