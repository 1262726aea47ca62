"""`@clause("GD-14")`: the ledger ids that a test proves."""

from collections.abc import Callable
from typing import Any

import pytest


def clause(*ids: str) -> Callable[[Any], Any]:
    """Mark a test with the clauses that would be broken if it failed."""
    return pytest.mark.clause(*ids)
